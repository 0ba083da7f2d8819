// PTQ1_0: 128 ternary weights in 28 bytes: 26 bytes of five base-3 digits, f16 d at the end. Weight
// d * (trit - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/ptq1_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/trits.h"

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

  template <int kFirst, class Tile>
  static PACKDOT_INLINE auto LoadTrits(Tile tile) {
    if constexpr (kN == 64) {
      return PerRow(
          [](const uint8_t* t) PACKDOT_STEP {
            const hn::Half<D8> half;
            return hn::Combine(D8(), hn::LoadU(half, t + 24), hn::LoadU(half, t));
          },
          tile);
    } else {
      return LoadBytes(tile + (kFirst < 32 ? kFirst : kFirst - 8));
    }
  }

#if HWY_TARGET <= HWY_AVX3_DL
  // Digits 0, 2, 4 and 1, 3 of every byte value, each at its chain's bits.
  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    alignas(64) static constexpr auto kEven =
        TableOf<uint8_t, 256>([](int i) { return Trit(i, 0) | Trit(i, 2) << 2 | Trit(i, 4) << 4; });
    alignas(64) static constexpr auto kOdd =
        TableOf<uint8_t, 256>([](int i) { return Trit(i, 1) | Trit(i, 3) << 2; });
    const auto bytes = LoadTrits<kFirst>(tile);
    const auto even = Lookup256(kEven.data(), bytes), odd = Lookup256(kOdd.data(), bytes);
    emit(Plane<0>(), AndByte(even, 3));
    emit(Plane<1>(), AndByte(odd, 3));
    emit(Plane<2>(), AndByte(even, 12));
    emit(Plane<3>(), AndByte(odd, 12));
    emit(Plane<4>(), AndByte(even, 48));
  }
#else
  // The first digit of byte b is b * 3 >> 8: the upper two bits of 3/4 of b - 1, as two averages.
  template <class V>
  static PACKDOT_INLINE V FirstDigit(V bytes) {
    return PerRow(
        [](V8 v) PACKDOT_STEP {
          v = hn::SaturatedSub(v, SetByte(1));
          return hn::AverageRound(v, hn::AverageRound(v, hn::Zero(D8())));
        },
        bytes);
  }
  // Modulo 256 this drops the first digit and moves the others up.
  template <class V>
  static PACKDOT_INLINE V NextDigits(V bytes) {
    return PerRow([](V8 v) PACKDOT_STEP { return hn::Add(v, hn::Add(v, v)); }, bytes);
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto from0 = LoadTrits<kFirst>(tile);
    emit(Plane<0>(), AndByte(ShiftRight16<6>(FirstDigit(from0)), 3));
    const auto from1 = NextDigits(from0);
    emit(Plane<1>(), AndByte(ShiftRight16<6>(FirstDigit(from1)), 3));
    const auto from2 = NextDigits(from1);
    emit(Plane<2>(), AndByte(ShiftRight16<4>(FirstDigit(from2)), 12));
    const auto from3 = NextDigits(from2);
    emit(Plane<3>(), AndByte(ShiftRight16<4>(FirstDigit(from3)), 12));
    const auto from4 = NextDigits(from3);
    emit(Plane<4>(), AndByte(ShiftRight16<2>(FirstDigit(from4)), 48));
  }
#endif

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    if constexpr (kN == 64) {
      return TwoF16(tile + 26, tile + 54);
    } else {
      return BroadcastF16(tile + (kFirst < 32 ? 26 : 54));
    }
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
