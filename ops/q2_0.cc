// Q2_0: 64 weights in 18 bytes: f16 d, then four neighbouring two-bit codes in each of 16 bytes.
// Weight d * (q - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q2_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/two_bit_quads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q2_0 : TwoBitQuads {
  static constexpr Layout kLayout = {.block_weights = 64,
                                     .block_bytes = 18,
                                     .tile_blocks = 4,
                                     .planes = 4,
                                     .planes_per_chain = 4,
                                     .offset = 1,
                                     .max_code = 3};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitQuads(LoadFromBlocks<Q2_0, kFirst, 2>(tile), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<Q2_0, kFirst, 0>(tile);
  }
};

const Kernels* MakeQ2_0() { return KernelsOf<Q2_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ2_0);
const Kernels* KernelsQ2_0() { return HWY_DYNAMIC_DISPATCH(MakeQ2_0)(); }
}  // namespace packdot
#endif
