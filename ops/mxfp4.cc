// MXFP4: 32 weights in 17 bytes: a scale of eight exponent bits e (E8M0), then 16 bytes whose low
// nibbles are weights 0..15 and whose high nibbles are weights 16..31; a nibble is a four-bit float
// (E2M1). Weight 2^(e - 127) / 2 * twice that float; e = 0 is 2^-127, e = 255 is 2^128.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/mxfp4.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/nibble_values-inl.h"
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct MXFP4 : HalvesMap {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 17,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = kFourBitFloatOffset,
                                     .max_code = 2 * kFourBitFloatOffset};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitNibbleValues<0>(kFourBitFloats.data(), LoadFromBlocks<MXFP4, kFirst, 1>(tile), emit);
  }

  // e - 1 is the exponent of half the scale; below 2 that is subnormal: 2^21 * (e + 1) as bits,
  // which is the smaller number everywhere else.
  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    const VI32 e = hn::BitCast(DI32(), BytePerBlock<MXFP4, kFirst, 0>(tile));
    const VI32 one = hn::Set(DI32(), 1);
    const VI32 normal = hn::ShiftLeft<23>(hn::Sub(e, one));
    return hn::BitCast(DF(), hn::Max(normal, hn::ShiftLeft<21>(hn::Add(e, one))));
  }
};

const Kernels* MakeMXFP4() { return KernelsOf<MXFP4>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeMXFP4);
const Kernels* KernelsMXFP4() { return HWY_DYNAMIC_DISPATCH(MakeMXFP4)(); }
}  // namespace packdot
#endif
