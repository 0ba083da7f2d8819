// PQ2_0: 128 weights in 34 bytes: f16 d, then four neighbouring two-bit codes in each of 32 bytes.
// Weight d * (q - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/pq2_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/two_bit_quads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct PQ2_0 : TwoBitQuads {
  static constexpr Layout kLayout = {.block_weights = 128,
                                     .block_bytes = 34,
                                     .tile_blocks = 2,
                                     .planes = 4,
                                     .planes_per_chain = 4,
                                     .offset = 1,
                                     .max_code = 3};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitQuads(LoadTwoHalves<kFirst, 2, 36>(tile), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerHalf<kFirst, 0, 34>(tile);
  }
};

const Kernels* MakePQ2_0() { return KernelsOf<PQ2_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakePQ2_0);
const Kernels* KernelsPQ2_0() { return HWY_DYNAMIC_DISPATCH(MakePQ2_0)(); }
}  // namespace packdot
#endif
