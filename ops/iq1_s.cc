// IQ1_S: 256 weights in 50 bytes: f16 d, low bytes of 32 indices into a grid of eight ternary
// weights g, then per 32 weights a u16: the indices' upper three bits (12), a 3-bit scale s, and
// the sign of delta. Weight d * (2s + 1) * (g + delta), delta = 1/8 or -1/8.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq1_s.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/eight_trits-inl.h"
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ1_S : GroupsInOrder<IQ1_S> {
  static constexpr int kOffset = kEightTritsOffset;
  static constexpr float kScaleStep = 0.25f;  // (2s + 1) / 8
  static constexpr Layout kLayout = LayoutOfGroups(50, kOffset);

  static PACKDOT_INLINE uint32_t Upper(const uint8_t* tile, int group) {
    return LoadScalar<uint16_t>(tile + 34 + 2 * group);
  }

  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    return FromHalves<kFirst, kPlane>([tile](int group, int half) PACKDOT_STEP {
      const uint8_t* low = tile + 2 + 4 * group + 2 * half;
      const uint32_t upper = Upper(tile, group), indices = upper >> 6 * half;
      const uint64_t delta = DeltaBytes(upper >> 15);
      return TwoWords(EightTrits(low[0], indices) + delta,
                      EightTrits(low[1], indices >> 3) + delta);
    });
  }

  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    const hn::Repartition<uint16_t, DBlock> d;
    const auto words = hn::ShiftRight<12>(hn::BitCast(d, hn::LoadU(DBlock(), tile + 34)));
    return hn::And(hn::BitCast(DBlock(), words), hn::Set(DBlock(), 7));
  }
  static constexpr int ScaleIndex(int group, int) { return 2 * group; }
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
