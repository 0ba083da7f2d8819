// IQ2_S: 256 weights in 82 bytes: f16 d, low bytes of 32 indices into a grid of eight magnitudes,
// their signs [32], per 32 weights the indices' upper two bits [8] and the scales s of its halves
// [8]. Weight d * (0.5 + s) / 4 * magnitude.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq2_s.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ2_S : SignedGroupsInOrder<IQ2_S> {
  // Magnitudes are at most 43; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 43;
  static constexpr float kScaleStep = 0.25f;
  static constexpr Layout kLayout = LayoutOfGroups(82, kOffset);

  static PACKDOT_INLINE VBlock Magnitudes(const uint8_t* tile, int group, int half) {
    const uint8_t* low = tile + 2 + 4 * group + 2 * half;
    const uint32_t upper = uint32_t{tile[66 + group]} >> 4 * half;
    return TwoWords(kGridIQ2_S[low[0] | (upper & 3) << 8], kGridIQ2_S[low[1] | (upper & 12) << 6]);
  }
  static PACKDOT_INLINE VBlock Negative(const uint8_t* tile, int group, int half) {
    const uint8_t* signs = tile + 34 + 4 * group + 2 * half;
    return NegativeOf(signs[0], signs[1]);
  }

  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    return LowThenHighNibbles(LoadScalar<uint64_t>(tile + 74));
  }
  static constexpr int ScaleIndex(int group, int half) { return 8 * half + group; }
};

const Kernels* MakeIQ2_S() { return KernelsOf<IQ2_S>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ2_S);
const Kernels* KernelsIQ2_S() { return HWY_DYNAMIC_DISPATCH(MakeIQ2_S)(); }
}  // namespace packdot
#endif
