// IQ3_S: 256 weights in 110 bytes: f16 d, low bytes of 64 indices into a grid of four magnitudes,
// per 32 weights the indices' upper bits [8], the signs [32], a nibble per 32 weights with the
// scale s [4]. Weight d * (1 + 2s) * magnitude.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq3_s.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ3_S : SignedGroupsInOrder<IQ3_S> {
  // Magnitudes are at most 15; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 15;
  static constexpr float kScaleStep = 2.0f;
  static constexpr Layout kLayout = LayoutOfGroups(110, kOffset);

  static PACKDOT_INLINE VBlock Magnitudes(const uint8_t* tile, int group, int half) {
    const uint8_t* low = tile + 2 + 8 * group + 4 * half;
    const uint32_t upper = uint32_t{tile[66 + group]} >> 4 * half;
    return FourWords(kGridIQ3_S[low[0] | (upper & 1) << 8], kGridIQ3_S[low[1] | (upper & 2) << 7],
                     kGridIQ3_S[low[2] | (upper & 4) << 6], kGridIQ3_S[low[3] | (upper & 8) << 5]);
  }
  static PACKDOT_INLINE VBlock Negative(const uint8_t* tile, int group, int half) {
    const uint8_t* signs = tile + 74 + 4 * group + 2 * half;
    return NegativeOf(signs[0], signs[1]);
  }

  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    return LowThenHighNibbles(LoadScalar<uint32_t>(tile + 106));
  }
  static constexpr int ScaleIndex(int group, int) { return group % 2 * 8 + group / 2; }
};

const Kernels* MakeIQ3_S() { return KernelsOf<IQ3_S>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ3_S);
const Kernels* KernelsIQ3_S() { return HWY_DYNAMIC_DISPATCH(MakeIQ3_S)(); }
}  // namespace packdot
#endif
