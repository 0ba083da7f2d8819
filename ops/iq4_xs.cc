// IQ4_XS: 256 weights in 136 bytes: f16 d, upper two bits [2] and lower four [4] of the scales of
// eight groups of 32 weights, then 16 bytes a group whose low nibbles are its first 16 weights; a
// nibble picks one of the 16 values of IQ4_NL. Weight d * (scale - 32) * value.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq4_xs.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/nibble_values-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct IQ4_XS {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 136,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 127,
                                     .is_signed = true,
                                     .merge = 2};

  // Planes 0 and 1 are the low and the high nibbles of the first four groups, 2 and 3 of the
  // others.
  static constexpr int Column(int plane, int position) {
    return 128 * (plane / 2) + position / 16 * 32 + 16 * (plane % 2) + position % 16;
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitNibbleValues<0>(kFlippedValuesIQ4.data(), LoadBytes(tile + 8 + kFirst), emit);
    EmitNibbleValues<2>(kFlippedValuesIQ4.data(), LoadBytes(tile + 72 + kFirst), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile);
  }

  // The eight scales in eight bytes, minus 32. Lane j of 16-position group g belongs to chain j %
  // 2, hence to group 4 * (j % 2) + g of the weights.
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    uint64_t low = LoadScalar<uint32_t>(tile + 4), high = LoadScalar<uint16_t>(tile + 2);
    low = (low | low << 16) & 0x0000FFFF0000FFFF;
    low = (low | low << 8) & 0x00FF00FF00FF00FF;
    low = (low | low << 4) & 0x0F0F0F0F0F0F0F0F;
    high = (high | high << 24) & 0x000000FF000000FF;
    high = (high | high << 12) & 0x000F000F000F000F;
    high = (high | high << 6) & 0x0303030303030303;
    alignas(16) static constexpr auto kLane =
        TableOf<uint8_t, 16>([](int i) { return i % 2 * 4 + (kFirst / 16 + i / 4) % 4; });
    const VBlock scales = hn::Sub(TwoWords(low | high << 4, 0), hn::Set(DBlock(), 32));
    return SignedToFloat(hn::TableLookupBytes(scales, hn::Load(DBlock(), kLane.data())));
  }
};

const Kernels* MakeIQ4_XS() { return KernelsOf<IQ4_XS>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ4_XS);
const Kernels* KernelsIQ4_XS() { return HWY_DYNAMIC_DISPATCH(MakeIQ4_XS)(); }
}  // namespace packdot
#endif
