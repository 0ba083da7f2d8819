// Bytes of five base-3 digits, as TQ1_0 and PTQ1_0 store them.
#if defined(PACKDOT_OPS_TRITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_TRITS_INL_H_
#undef PACKDOT_OPS_TRITS_INL_H_
#else
#define PACKDOT_OPS_TRITS_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/kernels.h"
#include "ops/table.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Digit n of a byte, most significant first: 0, 1 or 2. The byte is the digits' number times
// 256/243, rounded up.
constexpr int Trit(int byte, int n) {
  for (; n > 0; --n) byte = byte * 3 & 255;
  return byte * 3 >> 8;
}

// Digit n is plane n, delivered at the bits of its chain.
template <const Layout& kLayout>
struct Trits {
  template <int kDigit>
  static constexpr int kAt = kLayout.Shift(kDigit);
  template <int kDigit, class V>
  static PACKDOT_INLINE V Masked(V bytes) {
    return AndByte(bytes, 3 << kAt<kDigit>);
  }

#if HWY_TARGET <= HWY_AVX3_DL
  static constexpr const char* kForm = "digits by lookup";

  // Two lookups: digits 0, 2, 4 and 1, 3 of every byte value.
  template <class V, class Emit>
  static PACKDOT_INLINE void EmitDigits(V bytes, Emit emit) {
    alignas(64) static constexpr auto kEven = TableOf<uint8_t, 256>(
        [](int i) { return Trit(i, 0) << kAt<0> | Trit(i, 2) << kAt<2> | Trit(i, 4) << kAt<4>; });
    alignas(64) static constexpr auto kOdd =
        TableOf<uint8_t, 256>([](int i) { return Trit(i, 1) << kAt<1> | Trit(i, 3) << kAt<3>; });
    const auto even = Lookup256(kEven.data(), bytes), odd = Lookup256(kOdd.data(), bytes);
    emit(Plane<0>(), Masked<0>(even));
    emit(Plane<1>(), Masked<1>(odd));
    emit(Plane<2>(), Masked<2>(even));
    emit(Plane<3>(), Masked<3>(odd));
    emit(Plane<4>(), Masked<4>(even));
  }
#else
  static constexpr const char* kForm = "digits by averages";

  // The first digit of byte b is b * 3 >> 8: the upper two bits of 3/4 of b - 1, as two averages.
  template <int kDigit, class V>
  static PACKDOT_INLINE V FirstDigit(V bytes) {
    const auto upper = PerRow(
        [](V8 v) PACKDOT_STEP {
          v = hn::SaturatedSub(v, SetByte(1));
          return hn::AverageRound(v, hn::AverageRound(v, hn::Zero(D8())));
        },
        bytes);
    return Masked<kDigit>(ShiftRight16<6 - kAt<kDigit> >(upper));
  }
  // Modulo 256 this drops the first digit and moves the others up.
  template <class V>
  static PACKDOT_INLINE V NextDigits(V bytes) {
    return PerRow([](V8 v) PACKDOT_STEP { return hn::Add(v, hn::Add(v, v)); }, bytes);
  }

  template <class V, class Emit>
  static PACKDOT_INLINE void EmitDigits(V from0, Emit emit) {
    emit(Plane<0>(), FirstDigit<0>(from0));
    const auto from1 = NextDigits(from0);
    emit(Plane<1>(), FirstDigit<1>(from1));
    const auto from2 = NextDigits(from1);
    emit(Plane<2>(), FirstDigit<2>(from2));
    const auto from3 = NextDigits(from2);
    emit(Plane<3>(), FirstDigit<3>(from3));
    const auto from4 = NextDigits(from3);
    emit(Plane<4>(), FirstDigit<4>(from4));
  }
#endif
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_TRITS_INL_H_
