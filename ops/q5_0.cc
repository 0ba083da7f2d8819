// Q5_0: 32 weights in 22 bytes: f16 d, a u32 of the weights' fifth bits, then 16 bytes whose low
// nibbles are weights 0..15 and whose high nibbles are weights 16..31. Weight d * (q - 16).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q5_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/fifth_bits-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q5_0 : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 22,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 16,
                                     .max_code = 31};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto packed = LoadFromBlocks<Q5_0, kFirst, 6>(tile);
    const auto fifth = LoadFromBlocks<Q5_0, kFirst, 2>(tile);
    emit(Plane<0>(), Or(AndByte(packed, 15), FifthBits<0>(fifth)));
    emit(Plane<1>(), Or(AndByte(ShiftRight16<4>(packed), 15), FifthBits<2>(fifth)));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q5_0, kFirst, 0>(tile);
  }
};

const Kernels* MakeQ5_0() { return KernelsOf<Q5_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ5_0);
const Kernels* KernelsQ5_0() { return HWY_DYNAMIC_DISPATCH(MakeQ5_0)(); }
}  // namespace packdot
#endif
