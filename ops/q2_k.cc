// Q2_K: 256 weights in 84 bytes: a byte per sub-block of 16 with a 4-bit scale (low nibble) and a
// 4-bit min [16], two-bit codes [64], f16 d and dmin. Weight d * scale * q - dmin * min.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q2_k.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/two_bit_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q2_K : TwoBitPlanes {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 84,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = 0,
                                     .max_code = 3,
                                     .mins = Mins::kSubtracted,
                                     .merge = 4};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitTwoBits(LoadBytes(tile + 16 + kFirst), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 80);
  }
  template <int kFirst>
  static PACKDOT_INLINE VF Min(const uint8_t* tile) {
    return BroadcastF16(tile + 82);
  }

  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const VBlock bytes = hn::LoadU(DBlock(), tile);
    return SignedToFloat(Spread<kFirst>(hn::And(bytes, hn::Set(DBlock(), 15))));
  }
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubMin(const uint8_t* tile) {
    const VBlock bytes = hn::LoadU(DBlock(), tile);
    return SignedToFloat(Spread<kFirst>(hn::ShiftRight<4>(bytes)));
  }
};

const Kernels* MakeQ2_K() { return KernelsOf<Q2_K>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ2_K);
const Kernels* KernelsQ2_K() { return HWY_DYNAMIC_DISPATCH(MakeQ2_K)(); }
}  // namespace packdot
#endif
