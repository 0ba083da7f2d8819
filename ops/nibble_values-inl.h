// Nibbles that pick one of 16 values: those of IQ4_NL and IQ4_XS, and the four-bit floats of
// MXFP4 and NVFP4.
#if defined(PACKDOT_OPS_NIBBLE_VALUES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_NIBBLE_VALUES_INL_H_
#undef PACKDOT_OPS_NIBBLE_VALUES_INL_H_
#else
#define PACKDOT_OPS_NIBBLE_VALUES_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/quad-inl.h"
#include "ops/table.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// A table is four times the 16 values, for a lookup that takes six bits of the index.
alignas(16) inline constexpr int8_t kValuesIQ4[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                                      1,    13,   25,  38,  53,  69,  89,  113};
// The sign is flipped here, where it costs nothing.
alignas(64) inline constexpr auto kFlippedValuesIQ4 = TableOf<uint8_t, 64>([](int i) {
  return kValuesIQ4[i % 16] ^ kSignFlip;
});

// Twice the float of a sign, two bits of exponent and one of mantissa; the offset makes them
// small unsigned codes.
inline constexpr int kFourBitFloatOffset = 12;
alignas(64) inline constexpr auto kFourBitFloats = TableOf<uint8_t, 64>([](int i) {
  constexpr int kMagnitudes[8] = {0, 1, 2, 3, 4, 6, 8, 12};
  const int magnitude = kMagnitudes[i % 8];
  return kFourBitFloatOffset + (i % 16 < 8 ? magnitude : -magnitude);
});

// Planes kFirstPlane and the next one: the values of the low nibbles, and of the high ones.
template <int kFirstPlane, class V, class Emit>
PACKDOT_INLINE void EmitNibbleValues(const uint8_t* table, V packed, Emit emit) {
  const auto upper = ShiftRight16<4>(packed);
#if HWY_TARGET <= HWY_AVX3_DL
  // No And: the upper bits of an index do not matter.
  emit(Plane<kFirstPlane>(), Lookup64(table, packed));
  emit(Plane<kFirstPlane + 1>(), Lookup64(table, upper));
#else
  emit(Plane<kFirstPlane>(), Lookup16(table, AndByte(packed, 15)));
  emit(Plane<kFirstPlane + 1>(), Lookup16(table, AndByte(upper, 15)));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_NIBBLE_VALUES_INL_H_
