// NVFP4: 64 weights in 36 bytes: scales of four sub-blocks of 16 weights [4], then per sub-block 8
// bytes whose low nibbles are its first eight weights; a nibble is a four-bit float (E2M1). A scale
// has four bits of exponent and three of mantissa (UE4M3); its top bit does not matter, and 0x7F
// is 0. Weight scale / 2 * twice the four-bit float.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/nvfp4.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/nibble_values-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct NVFP4 {
  static constexpr Layout kLayout = {.block_weights = 64,
                                     .block_bytes = 36,
                                     .tile_blocks = 2,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = kFourBitFloatOffset,
                                     .max_code = 2 * kFourBitFloatOffset};

  static constexpr int Column(int plane, int position) {
    return position / 8 * 16 + 8 * plane + position % 8;
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitNibbleValues<0>(kFourBitFloats.data(), LoadTwoHalves<kFirst, 4, 40>(tile), emit);
  }

  // Exponent and mantissa, moved into place, are a float that is 2^119 too small for half the
  // scale, subnormal or not.
  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    alignas(16) static constexpr auto kLane =
        TableOf<uint8_t, 16>([](int i) { return (kFirst / 4 + i) % 16 / 2; });
    const uint64_t low = LoadScalar<uint32_t>(tile), high = LoadScalar<uint32_t>(tile + 36);
    const VBlock bytes = TwoWords(low | high << 32, 0);
    const VBlock lanes = hn::TableLookupBytes(bytes, hn::Load(DBlock(), kLane.data()));
    const hn::Rebind<uint8_t, DF> d8;
    const V32 code = hn::PromoteTo(D32(), hn::ResizeBitCast(d8, lanes));
    const V32 bits = hn::ShiftLeft<20>(hn::And(code, hn::Set(D32(), 0x7F)));
    const VF scale = hn::Mul(hn::BitCast(DF(), bits), hn::Set(DF(), 0x1p119f));
    const auto is_zero = hn::RebindMask(DF(), hn::Eq(code, hn::Set(D32(), 0x7F)));
    return hn::IfThenZeroElse(is_zero, scale);
  }
};

const Kernels* MakeNVFP4() { return KernelsOf<NVFP4>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeNVFP4);
const Kernels* KernelsNVFP4() { return HWY_DYNAMIC_DISPATCH(MakeNVFP4)(); }
}  // namespace packdot
#endif
