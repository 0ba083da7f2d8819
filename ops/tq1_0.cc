// TQ1_0: 256 weights in 54 bytes: bytes of five base-3 digits [48], bytes of four [4], f16 d. Digit
// n of byte m is weight 32n + m of the first 160 (m < 32), then 16n + m of 80 (m < 16), then 4n + m
// of 16 (m < 4). Weight d * (digit - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/tq1_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/trits-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct TQ1_0 {
  // A digit is a chain: digits of the first 32 bytes lie in different blocks of the activation.
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 54,
                                     .tile_blocks = 1,
                                     .planes = 5,
                                     .planes_per_chain = 1,
                                     .offset = 1,
                                     .max_code = 2,
                                     .shift_step = 1};
  static constexpr const char* kForm = Trits<kLayout>::kForm;

  // Positions 0..31 are bytes 0..31, positions 32..63 bytes 20..51; what is read twice is a hole.
  static constexpr int Column(int digit, int position) {
    if (position < 32) return 32 * digit + position;
    const int byte = position - 12;
    if (byte < 32) return kHole;
    if (byte < 48) return 160 + 16 * digit + byte - 32;
    return digit == 4 ? kHole : 240 + 4 * digit + byte - 48;
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    Trits<kLayout>::EmitDigits(LoadTwoHalves<kFirst, 0, 20>(tile), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 52);
  }
};

const Kernels* MakeTQ1_0() { return KernelsOf<TQ1_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeTQ1_0);
const Kernels* KernelsTQ1_0() { return HWY_DYNAMIC_DISPATCH(MakeTQ1_0)(); }
}  // namespace packdot
#endif
