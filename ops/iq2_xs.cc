// IQ2_XS: 256 weights in 74 bytes: f16 d, 32 words of a 9-bit index into a grid of eight magnitudes
// and a 7-bit sign index, then a byte per 32 weights with the scales s of its halves. Weight
// d * (0.5 + s) / 4 * magnitude.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq2_xs.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ2_XS : SignedGroupsInOrder<IQ2_XS> {
  // Magnitudes are at most 43; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 43;
  static constexpr float kScaleStep = 0.25f;
  static constexpr Layout kLayout = LayoutOfGroups(74, kOffset);

  static PACKDOT_INLINE uint32_t TwoEights(const uint8_t* tile, int group, int half) {
    return LoadScalar<uint32_t>(tile + 2 + 8 * group + 4 * half);
  }
  static PACKDOT_INLINE VBlock Magnitudes(const uint8_t* tile, int group, int half) {
    const uint32_t words = TwoEights(tile, group, half);
    return TwoWords(kGridIQ2_XS[words & 511], kGridIQ2_XS[words >> 16 & 511]);
  }
  static PACKDOT_INLINE VBlock Negative(const uint8_t* tile, int group, int half) {
    const uint32_t words = TwoEights(tile, group, half);
    return NegativeOf7(words >> 9, words >> 25);
  }

  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    return LowThenHighNibbles(LoadScalar<uint64_t>(tile + 66));
  }
  static constexpr int ScaleIndex(int group, int half) { return 8 * half + group; }
};

const Kernels* MakeIQ2_XS() { return KernelsOf<IQ2_XS>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ2_XS);
const Kernels* KernelsIQ2_XS() { return HWY_DYNAMIC_DISPATCH(MakeIQ2_XS)(); }
}  // namespace packdot
#endif
