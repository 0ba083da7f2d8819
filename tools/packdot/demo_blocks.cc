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
  bool has_sign = true;

  int Bits() const { return exponent_bits + mantissa_bits + (has_sign ? 1 : 0); }
};

constexpr FloatType kF32 = {8, 23};
constexpr FloatType kF16 = {5, 10};
constexpr FloatType kBF16 = {8, 7};
constexpr FloatType kE8M0 = {8, 0, false};
constexpr FloatType kUE4M3 = {4, 3, false};

struct Field {
  Format format;
  size_t offset;  // in the block
  FloatType type;
  bool is_spread = false;  // over the top nibbles of neighbouring 16-bit words
};

// Scales and mins; of plain types the weight itself.
constexpr Field kFields[] = {
    {Format::kF32, 0, kF32},          {Format::kF16, 0, kF16},     {Format::kBF16, 0, kBF16},
    {Format::kQ4_0, 0, kF16},         {Format::kQ4_1, 0, kF16},    {Format::kQ4_1, 2, kF16},
    {Format::kQ5_0, 0, kF16},         {Format::kQ5_1, 0, kF16},    {Format::kQ5_1, 2, kF16},
    {Format::kQ8_0, 0, kF16},         {Format::kQ2_K, 80, kF16},   {Format::kQ2_K, 82, kF16},
    {Format::kQ3_K, 108, kF16},       {Format::kQ4_K, 0, kF16},    {Format::kQ4_K, 2, kF16},
    {Format::kQ5_K, 0, kF16},         {Format::kQ5_K, 2, kF16},    {Format::kQ6_K, 208, kF16},
    {Format::kIQ2_XXS, 0, kF16},      {Format::kIQ2_XS, 0, kF16},  {Format::kIQ2_S, 0, kF16},
    {Format::kIQ3_XXS, 0, kF16},      {Format::kIQ3_S, 0, kF16},   {Format::kIQ1_S, 0, kF16},
    {Format::kIQ1_M, 48, kF16, true}, {Format::kIQ4_NL, 0, kF16},  {Format::kIQ4_XS, 0, kF16},
    {Format::kTQ1_0, 52, kF16},       {Format::kMXFP4, 0, kE8M0},  {Format::kNVFP4, 0, kUE4M3},
    {Format::kNVFP4, 1, kUE4M3},      {Format::kNVFP4, 2, kUE4M3}, {Format::kNVFP4, 3, kUE4M3},
    {Format::kTQ2_0, 64, kF16},       {Format::kQ1_0, 0, kF16},    {Format::kQ2_0, 0, kF16},
    {Format::kSTQ1_0, 40, kF16},      {Format::kPQ2_0, 0, kF16},   {Format::kPTQ1_0, 26, kF16},
};

// Of either sign, if the type has one, between 2^-8 and 2^-4; UE4M3 begins at 2^-6.
uint32_t RandomFloat(FloatType type, std::mt19937_64& random) {
  const uint64_t bias = (uint64_t{1} << (type.exponent_bits - 1)) - 1;
  const uint64_t bits = random();
  const uint64_t exponent = bias - std::min<uint64_t>(bias - 1, 8) + bits % 4;
  const uint64_t sign = type.has_sign ? bits >> 63 : 0;
  const uint64_t mantissa = bits >> 8 & ((uint64_t{1} << type.mantissa_bits) - 1);
  return static_cast<uint32_t>((sign << type.exponent_bits | exponent) << type.mantissa_bits |
                               mantissa);
}

void StoreFloat(FloatType type, uint32_t bits, uint8_t* to) {
  const int bytes = (type.Bits() + 7) / 8;
  for (int i = 0; i < bytes; ++i) to[i] = static_cast<uint8_t>(bits >> (8 * i));
}

void StoreSpread(FloatType type, uint32_t bits, uint8_t* words) {
  for (int i = 0; i < type.Bits() / 4; ++i) {
    uint8_t& byte = words[2 * i + 1];
    byte = static_cast<uint8_t>((byte & 15) | (bits >> 4 * i & 15) << 4);
  }
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
      const uint32_t bits = RandomFloat(field.type, random);
      (field.is_spread ? StoreSpread : StoreFloat)(field.type, bits, block + field.offset);
    }
  }
  return blocks;
}

}  // namespace packdot::cli
