// The table of scale fields: offsets and bit positions, each format once.
#include "tests/support/scale_fields.h"

#include <algorithm>
#include <iterator>

namespace packdot::testing {

void PutBits(uint8_t* block, int position, int bits, uint32_t value) {
  for (int k = 0; k < bits; ++k) {
    uint8_t& byte = block[(position + k) / 8];
    const int bit = (position + k) % 8;
    byte = static_cast<uint8_t>((byte & ~(1 << bit)) | static_cast<int>(value >> k & 1) << bit);
  }
}

namespace {

// Scale i of `kBits` bits lies at byte kFirst, or right after the one before it.
template <int kFirst, int kBits>
void Put(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * kFirst + kBits * i, kBits, value);
}

void PutScaleIQ1_M(uint8_t* block, int, uint32_t half) {
  for (int i = 0; i < 4; ++i) PutBits(block, 8 * 48 + 16 * i + 12, 4, half >> 4 * i);
}

// Scales in the low nibbles, mins in the high ones.
void PutSubScaleQ2_K(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (i % 16) + 4 * (i / 16), 4, value);
}

void PutSubScaleQ3_K(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (96 + i % 8) + 4 * (i / 8), 4, value);
  PutBits(block, 8 * (104 + i % 4) + 2 * (i / 4), 2, value >> 4);
}

// Q4_K and Q5_K: scales 0..7, then mins 0..7. The first four of either are the low six bits of a
// byte; of the last four, low nibbles lie together and the upper two bits in the others' bytes.
void PutSubScaleQ45_K(uint8_t* block, int i, uint32_t value) {
  const int is_min = i / 8;
  const int j = i % 8;
  if (j < 4) {
    PutBits(block, 8 * (4 + 4 * is_min + j), 6, value);
  } else {
    PutBits(block, 8 * (4 + 4 + j) + 4 * is_min, 4, value);
    PutBits(block, 8 * (4 + 4 * is_min + j - 4) + 6, 2, value >> 4);
  }
}

void PutSubScaleIQ2_XXS(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (2 + 8 * i + 4) + 28, 4, value);
}

void PutSubScaleIQ3_XXS(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (66 + 4 * i) + 28, 4, value);
}

void PutSubScaleIQ1_S(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (34 + 2 * i) + 12, 3, value);
}

void PutSubScaleIQ1_M(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * (48 + 2 * (i / 4)) + 3 * (i % 4), 3, value);
}

void PutSubScaleIQ4_XS(uint8_t* block, int i, uint32_t value) {
  PutBits(block, 8 * 4 + 4 * i, 4, value);
  PutBits(block, 8 * 2 + 2 * i, 2, value >> 4);
}

constexpr ScaleFields kFields[] = {
    {Format::kF32, kF32Scale, 1, Put<0, 32>},
    {Format::kF16, kF16Scale, 1, Put<0, 16>},
    {Format::kQ4_0, kF16Scale, 1, Put<0, 16>},
    {Format::kQ4_1, kF16Scale, 2, Put<0, 16>},
    {Format::kQ5_0, kF16Scale, 1, Put<0, 16>},
    {Format::kQ5_1, kF16Scale, 2, Put<0, 16>},
    {Format::kQ8_0, kF16Scale, 1, Put<0, 16>},
    {Format::kQ2_K, kF16Scale, 2, Put<80, 16>, 16, 2, 16, PutSubScaleQ2_K},
    {Format::kQ3_K, kF16Scale, 1, Put<108, 16>, 16, 1, 64, PutSubScaleQ3_K},
    {Format::kQ4_K, kF16Scale, 2, Put<0, 16>, 8, 2, 64, PutSubScaleQ45_K},
    {Format::kQ5_K, kF16Scale, 2, Put<0, 16>, 8, 2, 64, PutSubScaleQ45_K},
    {Format::kQ6_K, kF16Scale, 1, Put<208, 16>, 16, 1, 256, Put<192, 8>},
    {Format::kIQ2_XXS, kF16Scale, 1, Put<0, 16>, 8, 1, 16, PutSubScaleIQ2_XXS},
    {Format::kIQ2_XS, kF16Scale, 1, Put<0, 16>, 16, 1, 16, Put<66, 4>},
    {Format::kIQ3_XXS, kF16Scale, 1, Put<0, 16>, 8, 1, 16, PutSubScaleIQ3_XXS},
    {Format::kIQ1_S, kF16Scale, 1, Put<0, 16>, 8, 1, 8, PutSubScaleIQ1_S},
    {Format::kIQ4_NL, kF16Scale, 1, Put<0, 16>},
    {Format::kIQ3_S, kF16Scale, 1, Put<0, 16>, 8, 1, 16, Put<106, 4>},
    {Format::kIQ2_S, kF16Scale, 1, Put<0, 16>, 16, 1, 16, Put<74, 4>},
    {Format::kIQ4_XS, kF16Scale, 1, Put<0, 16>, 8, 1, 64, PutSubScaleIQ4_XS},
    {Format::kIQ1_M, kF16Scale, 1, PutScaleIQ1_M, 16, 1, 8, PutSubScaleIQ1_M},
    {Format::kBF16, kBF16Scale, 1, Put<0, 16>},
    {Format::kTQ1_0, kF16Scale, 1, Put<52, 16>},
    {Format::kTQ2_0, kF16Scale, 1, Put<64, 16>},
    {Format::kMXFP4, kE8M0Scale, 1, Put<0, 8>},
    {Format::kNVFP4, kUE4M3Scale, 4, Put<0, 8>, 4, 1, 127, Put<0, 8>},  // 127 is a second zero
    {Format::kQ1_0, kF16Scale, 1, Put<0, 16>},
    {Format::kQ2_0, kF16Scale, 1, Put<0, 16>},
    {Format::kSTQ1_0, kF16Scale, 1, Put<40, 16>},
    {Format::kPQ2_0, kF16Scale, 1, Put<0, 16>},
    {Format::kPTQ1_0, kF16Scale, 1, Put<26, 16>},
};

}  // namespace

const ScaleFields& FindScaleFields(Format format) {
  return *std::find_if(std::begin(kFields), std::end(kFields),
                       [format](const ScaleFields& row) { return row.format == format; });
}

}  // namespace packdot::testing
