// PTQ1_0: 128 ternary weights in 28 bytes: 26 bytes of five base-3 digits, f16 d at the end. Weight
// d * (trit - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/ptq1_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/trits-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct PTQ1_0 {
  static constexpr Layout kLayout = {.block_weights = 128,
                                     .block_bytes = 28,
                                     .tile_blocks = 2,
                                     .planes = 5,
                                     .planes_per_chain = 2,
                                     .offset = 1,
                                     .max_code = 2,
                                     .shift_step = 2};
  static constexpr const char* kForm = Trits<kLayout>::kForm;

  // Two loads of 32 bytes cover the 56 of two blocks: positions 0..31 are bytes 0..31, positions
  // 32..63 bytes 24..55. What is read twice, and the scales, are holes.
  static constexpr int Column(int digit, int position) {
    const int block = position / 32;
    const int byte = block == 0 ? position : position - 36;
    if (byte < 0 || byte >= 26) return kHole;
    if (byte < 16) return 128 * block + 16 * digit + byte;
    if (byte < 24) return 128 * block + 80 + 8 * digit + byte - 16;
    return digit == 4 ? kHole : 128 * block + 120 + 2 * digit + byte - 24;
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    Trits<kLayout>::EmitDigits(LoadTwoHalves<kFirst, 0, 24>(tile), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerHalf<kFirst, 26, 54>(tile);
  }
};

const Kernels* MakePTQ1_0() { return KernelsOf<PTQ1_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakePTQ1_0);
const Kernels* KernelsPTQ1_0() { return HWY_DYNAMIC_DISPATCH(MakePTQ1_0)(); }
}  // namespace packdot
#endif
