// Q1_0: 128 weights in 18 bytes: f16 d, then a bit a weight. Weight d if it is set, else -d.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q1_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q1_0 {
  // The bit goes to bit 1, as 0 or 2, so that the weight is d * (code - 1).
  static constexpr Layout kLayout = {.block_weights = 128,
                                     .block_bytes = 18,
                                     .tile_blocks = 4,
                                     .planes = 8,
                                     .planes_per_chain = 8,
                                     .offset = 1,
                                     .max_code = 2};

  // Plane p is bit p of every byte; the four bytes of a lane are 32 neighbouring weights.
  static constexpr int Column(int plane, int position) { return 8 * position + plane; }

  template <int kPlane, class V>
  static PACKDOT_INLINE V Code(V bytes) {
    return AndByte(MoveBit<kPlane, 1>(bytes), 2);
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto bits = LoadFromBlocks<Q1_0, kFirst, 2>(tile);
    emit(Plane<0>(), Code<0>(bits));
    emit(Plane<1>(), Code<1>(bits));
    emit(Plane<2>(), Code<2>(bits));
    emit(Plane<3>(), Code<3>(bits));
    emit(Plane<4>(), Code<4>(bits));
    emit(Plane<5>(), Code<5>(bits));
    emit(Plane<6>(), Code<6>(bits));
    emit(Plane<7>(), Code<7>(bits));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q1_0, kFirst, 0>(tile);
  }
};

const Kernels* MakeQ1_0() { return KernelsOf<Q1_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ1_0);
const Kernels* KernelsQ1_0() { return HWY_DYNAMIC_DISPATCH(MakeQ1_0)(); }
}  // namespace packdot
#endif
