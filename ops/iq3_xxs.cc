// IQ3_XXS: 256 weights in 98 bytes: f16 d, 64 indices into a grid of four magnitudes, then per 32
// weights a u32 of four 7-bit sign indices and a 4-bit scale. Weight d * (0.5 + s) / 2 * magnitude.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq3_xxs.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ3_XXS : GroupsInOrder<IQ3_XXS> {
  // Magnitudes are at most 62; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 62;
  static constexpr float kScaleStep = 0.5f;
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 98,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = kOffset,
                                     .max_code = 2 * kOffset,
                                     .merge = 4};

  static PACKDOT_INLINE uint32_t SignsAndScale(const uint8_t* tile, int group) {
    return LoadScalar<uint32_t>(tile + 66 + 4 * group);
  }

  static PACKDOT_INLINE VBlock Sixteen(const uint8_t* tile, int group, int half) {
    const uint8_t* index = tile + 2 + 8 * group + 4 * half;
    const uint64_t low = kGridIQ3_XXS[index[0]] | uint64_t{kGridIQ3_XXS[index[1]]} << 32;
    const uint64_t high = kGridIQ3_XXS[index[2]] | uint64_t{kGridIQ3_XXS[index[3]]} << 32;
    return SignedCodes(TwoWords(low, high), SignsAndScale(tile, group) >> 14 * half, kOffset);
  }

  static PACKDOT_INLINE uint32_t ScaleCode(const uint8_t* tile, int group) {
    return SignsAndScale(tile, group) >> 28;
  }
};

const Kernels* MakeIQ3_XXS() { return KernelsOf<IQ3_XXS>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ3_XXS);
const Kernels* KernelsIQ3_XXS() { return HWY_DYNAMIC_DISPATCH(MakeIQ3_XXS)(); }
}  // namespace packdot
#endif
