// IQ1_S: 256 weights in 50 bytes: f16 d, low bytes of 32 indices into a grid of eight ternary
// weights g, then per 32 weights a u16: the indices' upper three bits (12), a 3-bit scale s, and
// the sign of delta. Weight d * (2s + 1) * (g + delta), delta = 1/8 or -1/8.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq1_s.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ1_S : GroupsInOrder<IQ1_S> {
  // 8 * (g + 1), then 2 more for a positive delta: 8 * (g + delta) + 9, all integers.
  static constexpr float kScaleStep = 0.25f;  // (2s + 1) / 8
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 50,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = 9,
                                     .max_code = 18,
                                     .merge = 4};

  static PACKDOT_INLINE uint32_t Upper(const uint8_t* tile, int group) {
    return LoadScalar<uint16_t>(tile + 34 + 2 * group);
  }

  static PACKDOT_INLINE VBlock Sixteen(const uint8_t* tile, int group, int half) {
    const uint8_t* low = tile + 2 + 4 * group + 2 * half;
    const uint32_t upper = Upper(tile, group);
    const uint32_t first = low[0] | (upper >> 6 * half & 7) << 8;
    const uint32_t second = low[1] | (upper >> (6 * half + 3) & 7) << 8;
    const VBlock trits = TwoWords(kEightTritsIQ1_S[first], kEightTritsIQ1_S[second]);
    const uint8_t positive_delta = upper & 0x8000 ? 0 : 2;
    return hn::Add(trits, hn::Set(DBlock(), positive_delta));
  }

  static PACKDOT_INLINE uint32_t ScaleCode(const uint8_t* tile, int group) {
    return Upper(tile, group) >> 12 & 7;
  }
};

const Kernels* MakeIQ1_S() { return KernelsOf<IQ1_S>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ1_S);
const Kernels* KernelsIQ1_S() { return HWY_DYNAMIC_DISPATCH(MakeIQ1_S)(); }
}  // namespace packdot
#endif
