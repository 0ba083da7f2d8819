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

struct IQ1_S : GroupsInOrder {
  // 8 * (g + 1), then 2 more for a positive delta: 8 * (g + delta) + 9, all integers.
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

  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    return FromHalves<kFirst, kPlane>([tile](int group, int half) PACKDOT_STEP {
      const uint8_t* low = tile + 2 + 4 * group + 2 * half;
      const uint32_t upper = Upper(tile, group);
      const uint32_t first = low[0] | (upper >> 6 * half & 7) << 8;
      const uint32_t second = low[1] | (upper >> (6 * half + 3) & 7) << 8;
      const VBlock trits = TwoWords(kEightTritsIQ1_S[first], kEightTritsIQ1_S[second]);
      const uint8_t positive_delta = upper & 0x8000 ? 0 : 2;
      return hn::Add(trits, hn::Set(DBlock(), positive_delta));
    });
  }

  template <int kFirst, class Emit>
  static PACKDOT_INLINE void Planes(const uint8_t* tile, Emit emit) {
    emit(Plane<0>(), Codes<kFirst, 0>(tile));
    emit(Plane<1>(), Codes<kFirst, 1>(tile));
    emit(Plane<2>(), Codes<kFirst, 2>(tile));
    emit(Plane<3>(), Codes<kFirst, 3>(tile));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile);
  }

  // (2s + 1) / 8.
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const V32 s =
        PerLane<kFirst>([tile](int group) PACKDOT_STEP { return Upper(tile, group) >> 12 & 7; });
    return hn::MulAdd(hn::ConvertTo(DF(), hn::BitCast(DI32(), s)), hn::Set(DF(), 0.25f),
                      hn::Set(DF(), 0.125f));
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
