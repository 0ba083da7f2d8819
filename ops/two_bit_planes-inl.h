// What Q2_K, Q3_K and TQ2_0 share: 64 bytes of two-bit codes; of the first two also 16 sub-blocks
// of 16 weights.
#if defined(PACKDOT_OPS_TWO_BIT_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_TWO_BIT_PLANES_INL_H_
#undef PACKDOT_OPS_TWO_BIT_PLANES_INL_H_
#else
#define PACKDOT_OPS_TWO_BIT_PLANES_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Byte 32h + 16t + l has, at bits 2j, weight l of sub-block 8h + 2j + t. The bytes are positions, j
// is the plane; 16 positions of a plane are a sub-block.
struct TwoBitPlanes {
  static constexpr int Column(int plane, int position) {
    return position / 32 * 128 + 32 * plane + position % 32;
  }

  template <int kPlane, class V>
  static PACKDOT_INLINE V TwoBits(V bytes) {
    return AndByte(MoveBit<2 * kPlane, 0>(bytes), 3);
  }

  template <class V, class Emit>
  static PACKDOT_INLINE void EmitTwoBits(V packed, Emit emit) {
    emit(Plane<0>(), TwoBits<0>(packed));
    emit(Plane<1>(), TwoBits<1>(packed));
    emit(Plane<2>(), TwoBits<2>(packed));
    emit(Plane<3>(), TwoBits<3>(packed));
  }

  // Bytes of the 16 sub-blocks in the order of folded lanes: lane j of group g = 2h + t is plane j.
  template <int kFirst>
  static PACKDOT_INLINE VBlock Spread(VBlock of_sub_blocks) {
    alignas(16) static constexpr auto kSubBlock = TableOf<uint8_t, 16>([](int i) {
      const int group = (kFirst / 16 + i / 4) % 4;
      return group / 2 * 8 + i % 4 * 2 + group % 2;
    });
    return hn::TableLookupBytes(of_sub_blocks, hn::Load(DBlock(), kSubBlock.data()));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_TWO_BIT_PLANES_INL_H_
