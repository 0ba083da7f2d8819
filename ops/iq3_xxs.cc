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

struct IQ3_XXS : SignedGroupsInOrder<IQ3_XXS> {
  // Magnitudes are at most 62; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 62;
  static constexpr float kScaleStep = 0.5f;
  static constexpr Layout kLayout = LayoutOfGroups(98, kOffset);

  static PACKDOT_INLINE uint32_t SignsAndScale(const uint8_t* tile, int group) {
    return LoadScalar<uint32_t>(tile + 66 + 4 * group);
  }

  static PACKDOT_INLINE VBlock Magnitudes(const uint8_t* tile, int group, int half) {
    const uint8_t* index = tile + 2 + 8 * group + 4 * half;
    return FourWords(kGridIQ3_XXS[index[0]], kGridIQ3_XXS[index[1]], kGridIQ3_XXS[index[2]],
                     kGridIQ3_XXS[index[3]]);
  }
  static PACKDOT_INLINE VBlock Negative(const uint8_t* tile, int group, int half) {
    const uint32_t signs = SignsAndScale(tile, group) >> 14 * half;
    return NegativeOf7(signs, signs >> 7);
  }

  // The high nibbles of every fourth byte: those of the first four words, then of the others.
  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    const auto upper = [](const uint8_t* words) PACKDOT_STEP {
      const hn::Repartition<uint32_t, DBlock> d;
      return hn::ShiftRight<28>(hn::BitCast(d, hn::LoadU(DBlock(), words)));
    };
    const auto second = hn::ShiftLeft<8>(upper(tile + 82));
    return hn::BitCast(DBlock(), hn::Or(upper(tile + 66), second));
  }
  static constexpr int ScaleIndex(int group, int) { return group % 4 * 4 + group / 4; }
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
