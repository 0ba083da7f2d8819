// What Q2_0 and PQ2_0 share: four neighbouring two-bit codes in a byte.
#if defined(PACKDOT_OPS_TWO_BIT_QUADS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_TWO_BIT_QUADS_INL_H_
#undef PACKDOT_OPS_TWO_BIT_QUADS_INL_H_
#else
#define PACKDOT_OPS_TWO_BIT_QUADS_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Plane p is bits 2p of every byte; the four bytes of a lane are 16 neighbouring weights.
struct TwoBitQuads {
  static constexpr int Column(int plane, int position) { return 4 * position + plane; }

  template <class V, class Emit>
  static PACKDOT_INLINE void EmitQuads(V packed, Emit emit) {
    emit(Plane<0>(), AndByte(packed, 3));
    emit(Plane<1>(), AndByte(ShiftRight16<2>(packed), 3));
    emit(Plane<2>(), AndByte(ShiftRight16<4>(packed), 3));
    emit(Plane<3>(), AndByte(ShiftRight16<6>(packed), 3));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_TWO_BIT_QUADS_INL_H_
