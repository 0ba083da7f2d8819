// Q4_K: 256 weights in 144 bytes: f16 d and dmin, 6-bit scales and mins of eight sub-blocks, then
// 128 bytes of nibbles. Weight d * scale * q - dmin * min.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q4_k.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/six_bit_scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q4_K : SixBitScales {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 144,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 15,
                                     .mins = Mins::kSubtracted,
                                     .merge = 2};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto first = LoadRuns<kFirst, 0>(tile + 16), second = LoadRuns<kFirst, 1>(tile + 16);
    emit(Plane<0>(), AndByte(first, 15));
    emit(Plane<1>(), AndByte(second, 15));
    emit(Plane<2>(), AndByte(ShiftRight16<4>(first), 15));
    emit(Plane<3>(), AndByte(ShiftRight16<4>(second), 15));
  }
};

const Kernels* MakeQ4_K() { return KernelsOf<Q4_K>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ4_K);
const Kernels* KernelsQ4_K() { return HWY_DYNAMIC_DISPATCH(MakeQ4_K)(); }
}  // namespace packdot
#endif
