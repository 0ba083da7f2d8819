// Q3_K: 256 weights in 110 bytes: third bits [32], two-bit codes [64], 6-bit scales of 16
// sub-blocks [12], f16 d. Weight d * (scale - 32) * (q - 4).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q3_k.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/two_bit_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q3_K : TwoBitPlanes {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 110,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = 4,
                                     .max_code = 7,
                                     .merge = 4};

  // Bit 4h + j of byte 16t + l is the third bit of what lies at position 32h + 16t + l of plane j:
  // moves it to bit j.
  template <int kFirst, class Tile>
  static PACKDOT_INLINE auto ThirdBits(Tile tile) {
    if constexpr (kN == 64) {
      return PerRow(
          [](const uint8_t* p) PACKDOT_STEP {
            const hn::Half<D8> half;
            const auto bits = hn::LoadU(half, p);
            return hn::Combine(D8(), hn::ShiftRight<4>(bits), bits);
          },
          tile);
    } else {
      return MoveBit<kFirst / 32 * 4, 0>(LoadBytes(tile + kFirst % 32));
    }
  }

  template <int kPlane, class V>
  static PACKDOT_INLINE V Code(V packed, V third_bits) {
    return Or(TwoBits<kPlane>(packed), AndByte(MoveBit<kPlane, 2>(third_bits), 4));
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto packed = LoadBytes(tile + 32 + kFirst);
    const auto third_bits = ThirdBits<kFirst>(tile);
    emit(Plane<0>(), Code<0>(packed, third_bits));
    emit(Plane<1>(), Code<1>(packed, third_bits));
    emit(Plane<2>(), Code<2>(packed, third_bits));
    emit(Plane<3>(), Code<3>(packed, third_bits));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 108);
  }

  // Low nibbles of bytes 0..7 belong to sub-blocks 0..7, high ones to 8..15; bits 2k of bytes 8..11
  // are the upper two bits of sub-blocks 4k .. 4k + 3.
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const uint64_t nibbles = LoadScalar<uint64_t>(tile + 96);
    const uint64_t upper = LoadScalar<uint32_t>(tile + 104);
    constexpr uint64_t kNibble = 0x0F0F0F0F0F0F0F0F, kUpper = 0x3030303030303030;
    const uint64_t low = (nibbles & kNibble) | ((upper << 4 | upper << 34) & kUpper);
    const uint64_t high = (nibbles >> 4 & kNibble) | ((upper | upper >> 2 << 32) & kUpper);
    const VBlock centred = hn::Sub(TwoWords(low, high), hn::Set(DBlock(), 32));
    return SignedToFloat(Spread<kFirst>(centred));
  }
};

const Kernels* MakeQ3_K() { return KernelsOf<Q3_K>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ3_K);
const Kernels* KernelsQ3_K() { return HWY_DYNAMIC_DISPATCH(MakeQ3_K)(); }
}  // namespace packdot
#endif
