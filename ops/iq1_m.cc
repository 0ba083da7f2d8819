// IQ1_M: 256 weights in 56 bytes: low bytes of 32 indices into the grid of IQ1_S, then a nibble for
// each with the upper three bits and the sign of its delta [16], then four words with a 3-bit scale
// s for every 16 weights (12) and a nibble of the f16 d. Weight d * (2s + 1) * (g + delta), delta =
// 1/8 or -1/8.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq1_m.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/eight_trits-inl.h"
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ1_M : GroupsInOrder<IQ1_M> {
  static constexpr int kOffset = kEightTritsOffset;
  static constexpr float kScaleStep = 0.25f;  // (2s + 1) / 8
  static constexpr Layout kLayout = LayoutOfGroups(56, kOffset);

  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    return FromHalves<kFirst, kPlane>([tile](int group, int half) PACKDOT_STEP {
      const uint8_t* low = tile + 4 * group + 2 * half;
      const uint32_t upper = tile[32 + 2 * group + half];
      return TwoWords(EightTrits(low[0], upper) + DeltaBytes(upper >> 3 & 1),
                      EightTrits(low[1], upper >> 4) + DeltaBytes(upper >> 7));
    });
  }

  // Fields 0 and 1 of each word side by side, then fields 2 and 3.
  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    constexpr uint64_t kField = 0x0007000700070007;
    const uint64_t words = LoadScalar<uint64_t>(tile + 48);
    return TwoWords((words & kField) | (words >> 3 & kField) << 8,
                    (words >> 6 & kField) | (words >> 9 & kField) << 8);
  }
  static constexpr int ScaleIndex(int group, int half) {
    return group % 2 * 8 + group / 2 * 2 + half;
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    const uint64_t words = LoadScalar<uint64_t>(tile + 48);
    const uint64_t bits =
        (words >> 12 & 0xF) | (words >> 24 & 0xF0) | (words >> 36 & 0xF00) | (words >> 48 & 0xF000);
    return FromF16(hn::Set(DHalfBits(), static_cast<uint16_t>(bits)));
  }
};

const Kernels* MakeIQ1_M() { return KernelsOf<IQ1_M>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ1_M);
const Kernels* KernelsIQ1_M() { return HWY_DYNAMIC_DISPATCH(MakeIQ1_M)(); }
}  // namespace packdot
#endif
