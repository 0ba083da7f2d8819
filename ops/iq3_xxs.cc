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

struct IQ3_XXS : GroupsInOrder {
  // Magnitudes are at most 62; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 62;
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

  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    const V8 magnitudes = FromHalves<kFirst, kPlane>([tile](int group, int half) PACKDOT_STEP {
      const uint8_t* index = tile + 2 + 8 * group + 4 * half;
      const uint64_t low = kGridIQ3_XXS[index[0]] | uint64_t{kGridIQ3_XXS[index[1]]} << 32;
      const uint64_t high = kGridIQ3_XXS[index[2]] | uint64_t{kGridIQ3_XXS[index[3]]} << 32;
      return TwoWords(low, high);
    });
    const V8 negative = FromHalves<kFirst, kPlane>([tile](int group, int half) PACKDOT_STEP {
      return NegativeBytes(SignsAndScale(tile, group) >> 14 * half);
    });
    return SignedCodes(magnitudes, negative, kOffset);
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

  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const V32 words =
        PerLane<kFirst>([tile](int group) PACKDOT_STEP { return SignsAndScale(tile, group); });
    const VF s = hn::ConvertTo(DF(), hn::BitCast(DI32(), hn::ShiftRight<28>(words)));
    return hn::MulAdd(s, hn::Set(DF(), 0.5f), hn::Set(DF(), 0.25f));
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
