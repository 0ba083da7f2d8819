// Where each format's blocks hold floats, and random values for them.
#include "tools/packdot/demo_blocks.h"

#include <algorithm>
#include <random>
#include <string>

#include "tools/packdot/failure.h"

namespace packdot::cli {
namespace {

struct FloatType {
  int exponent_bits;
  int mantissa_bits;
};

constexpr FloatType kF32 = {8, 23};
constexpr FloatType kF16 = {5, 10};
constexpr FloatType kBF16 = {8, 7};

struct Field {
  Format format;
  size_t offset;  // in the block
  FloatType type;
};

// Scales and mins; of plain types the weight itself. A format that gains kernels gains a row here.
constexpr Field kFields[] = {
    {Format::kF32, 0, kF32},     {Format::kF16, 0, kF16},     {Format::kBF16, 0, kBF16},
    {Format::kQ4_0, 0, kF16},    {Format::kQ4_1, 0, kF16},    {Format::kQ4_1, 2, kF16},
    {Format::kQ5_0, 0, kF16},    {Format::kQ5_1, 0, kF16},    {Format::kQ5_1, 2, kF16},
    {Format::kQ8_0, 0, kF16},    {Format::kQ2_K, 80, kF16},   {Format::kQ2_K, 82, kF16},
    {Format::kQ3_K, 108, kF16},  {Format::kQ4_K, 0, kF16},    {Format::kQ4_K, 2, kF16},
    {Format::kQ5_K, 0, kF16},    {Format::kQ5_K, 2, kF16},    {Format::kQ6_K, 208, kF16},
    {Format::kIQ2_XXS, 0, kF16}, {Format::kIQ3_XXS, 0, kF16}, {Format::kIQ1_S, 0, kF16},
    {Format::kIQ4_NL, 0, kF16},  {Format::kSTQ1_0, 40, kF16}, {Format::kPTQ1_0, 26, kF16},
};

// Of either sign, between 2^-8 and 2^-4.
uint32_t RandomFloat(FloatType type, std::mt19937_64& random) {
  const uint64_t bias = (uint64_t{1} << (type.exponent_bits - 1)) - 1;
  const uint64_t bits = random();
  const uint64_t exponent = bias - 8 + bits % 4;
  const uint64_t sign = bits >> 63;
  const uint64_t mantissa = bits >> 8 & ((uint64_t{1} << type.mantissa_bits) - 1);
  return static_cast<uint32_t>((sign << type.exponent_bits | exponent) << type.mantissa_bits |
                               mantissa);
}

void StoreFloat(FloatType type, uint32_t bits, uint8_t* to) {
  const int bytes = (1 + type.exponent_bits + type.mantissa_bits) / 8;
  for (int i = 0; i < bytes; ++i) to[i] = static_cast<uint8_t>(bits >> (8 * i));
}

}  // namespace

std::vector<uint8_t> RandomBlocks(Format format, size_t num_blocks, uint64_t seed) {
  const FormatInfo& info = InfoOf(format);
  if (std::ranges::find(kFields, format, &Field::format) == std::end(kFields)) {
    throw Failure(ExitStatus::kUnsupported, "demo: it is not known where blocks of " +
                                                std::string(info.name) + " hold their scales");
  }
  std::mt19937_64 random(seed);
  std::vector<uint8_t> blocks(num_blocks * info.block_bytes);
  for (uint8_t& byte : blocks) byte = static_cast<uint8_t>(random());
  for (const Field& field : kFields) {
    if (field.format != format) continue;
    for (size_t b = 0; b < num_blocks; ++b) {
      uint8_t* const block = blocks.data() + b * info.block_bytes;
      StoreFloat(field.type, RandomFloat(field.type, random), block + field.offset);
    }
  }
  return blocks;
}

}  // namespace packdot::cli
