// Q8_0: 32 weights in 34 bytes: f16 d, then 32 int8. Weight d * q.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q8_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q8_0 : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 34,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 128,
                                     .is_signed = true};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    emit(Plane<0>(), FlipSign(LoadFromBlocks<Q8_0, kFirst, 2>(tile)));
    emit(Plane<1>(), FlipSign(LoadFromBlocks<Q8_0, kFirst, 18>(tile)));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q8_0, kFirst, 0>(tile);
  }
};

const Kernels* MakeQ8_0() { return KernelsOf<Q8_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ8_0);
const Kernels* KernelsQ8_0() { return HWY_DYNAMIC_DISPATCH(MakeQ8_0)(); }
}  // namespace packdot
#endif
