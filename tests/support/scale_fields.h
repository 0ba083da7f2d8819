// Where the scales and sub-scales of each format lie, for tests that set them.
#ifndef PACKDOT_TESTS_SUPPORT_SCALE_FIELDS_H_
#define PACKDOT_TESTS_SUPPORT_SCALE_FIELDS_H_

#include <cstdint>

#include "packdot/format.h"

namespace packdot::testing {

// How a scale is stored.
struct ScaleType {
  int exponent_bits;
  int mantissa_bits;
  bool has_sign;
  bool has_specials;  // the largest exponent means NaN or infinity
};

inline constexpr ScaleType kF32Scale = {8, 23, true, true};
inline constexpr ScaleType kF16Scale = {5, 10, true, true};
inline constexpr ScaleType kBF16Scale = {8, 7, true, true};
inline constexpr ScaleType kE8M0Scale = {8, 0, false, false};
inline constexpr ScaleType kUE4M3Scale = {4, 3, false, false};

// Stores the low `bits` bits of value in a block, beginning at bit `position` % 8 of byte
// `position` / 8.
void PutBits(uint8_t* block, int position, int bits, uint32_t value);

struct ScaleFields {
  Format format;
  ScaleType type;
  int num_scales;
  void (*put_scale)(uint8_t* block, int i, uint32_t bits);
  // Sub-scales of `sub_values` values each; a second set of as many are the mins.
  int num_sub_scales = 0;
  int sub_sets = 0;
  int sub_values = 0;
  void (*put_sub_scale)(uint8_t* block, int i, uint32_t value) = nullptr;
};

const ScaleFields& FindScaleFields(Format format);

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_SCALE_FIELDS_H_
