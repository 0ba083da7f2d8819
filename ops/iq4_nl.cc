// IQ4_NL: 32 weights in 18 bytes: f16 d, then 16 bytes whose low nibbles are weights 0..15 and
// whose high nibbles are weights 16..31; a nibble picks one of 16 fixed values. Weight d * value.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq4_nl.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/nibble_values-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ4_NL : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 18,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 127,
                                     .is_signed = true};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitNibbleValues<0>(kFlippedValuesIQ4.data(), LoadFromBlocks<IQ4_NL, kFirst, 2>(tile), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return ScalePerBlock<IQ4_NL, kFirst, 0>(tile);
  }
};

const Kernels* MakeIQ4_NL() { return KernelsOf<IQ4_NL>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ4_NL);
const Kernels* KernelsIQ4_NL() { return HWY_DYNAMIC_DISPATCH(MakeIQ4_NL)(); }
}  // namespace packdot
#endif
