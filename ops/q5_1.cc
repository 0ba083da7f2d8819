// Q5_1: 32 weights in 24 bytes: f16 d, f16 m, a u32 of the weights' fifth bits, then 16 bytes whose
// low nibbles are weights 0..15 and whose high nibbles are weights 16..31. Weight d * q + m.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q5_1.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/fifth_bits-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q5_1 : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 24,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 31,
                                     .mins = Mins::kAdded};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto packed = LoadFromBlocks<Q5_1, kFirst, 8>(tile);
    const auto fifth = LoadFromBlocks<Q5_1, kFirst, 4>(tile);
    emit(Plane<0>(), Or(AndByte(packed, 15), FifthBits<0>(fifth)));
    emit(Plane<1>(), Or(AndByte(ShiftRight16<4>(packed), 15), FifthBits<2>(fifth)));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q5_1, kFirst, 0>(tile);
  }
  template <int kFirst>
  static PACKDOT_INLINE VF Min(const uint8_t* tile) {
    return ScalePerBlock<Q5_1, kFirst, 2>(tile);
  }
};

const Kernels* MakeQ5_1() { return KernelsOf<Q5_1>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ5_1);
const Kernels* KernelsQ5_1() { return HWY_DYNAMIC_DISPATCH(MakeQ5_1)(); }
}  // namespace packdot
#endif
