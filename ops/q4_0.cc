// Q4_0: 32 weights in 18 bytes: f16 d, then 16 bytes whose low nibbles are weights 0..15 and whose
// high nibbles are weights 16..31. Weight d * (q - 8).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q4_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q4_0 : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 18,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 8,
                                     .max_code = 15};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto packed = LoadFromBlocks<Q4_0, kFirst, 2>(tile);
    emit(Plane<0>(), AndByte(packed, 15));
    emit(Plane<1>(), AndByte(ShiftRight16<4>(packed), 15));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q4_0, kFirst, 0>(tile);
  }
};

const Kernels* MakeQ4_0() { return KernelsOf<Q4_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ4_0);
const Kernels* KernelsQ4_0() { return HWY_DYNAMIC_DISPATCH(MakeQ4_0)(); }
}  // namespace packdot
#endif
