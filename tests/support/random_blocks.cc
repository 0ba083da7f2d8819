// How each mode of FillRandomBlocks chooses bytes, sub-scales and scales.
#include "tests/support/random_blocks.h"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/support/scale_fields.h"

namespace packdot::testing {
namespace {

using Random = std::mt19937_64;

// The standard's distributions may differ between libraries.
uint32_t Below(Random& random, uint32_t n) { return static_cast<uint32_t>(random() % n); }

// A scale's bits; exponent 0 stands for 1.0 <= |scale| < 2.
uint32_t ScaleBits(const ScaleType& type, bool negative, int exponent, uint32_t mantissa) {
  const int bias = (1 << (type.exponent_bits - 1)) - 1;
  const uint32_t magnitude =
      static_cast<uint32_t>(exponent + bias) << type.mantissa_bits | mantissa;
  const int sign_bit = type.exponent_bits + type.mantissa_bits;
  return magnitude | static_cast<uint32_t>(negative && type.has_sign) << sign_bit;
}

uint32_t RandomScale(const ScaleType& type, Mode mode, Random& random) {
  const bool negative = Below(random, 2) == 1;
  const uint32_t mantissas = 1u << type.mantissa_bits;
  const int bias = (1 << (type.exponent_bits - 1)) - 1;
  const int smallest = -bias;                              // zero and subnormals
  const int largest = bias + (type.has_specials ? 0 : 1);  // that is finite
  switch (mode) {
    case Mode::kLargeScales: {
      const uint32_t mantissa = type.has_specials || mantissas == 1 ? mantissas - 1 : mantissas - 2;
      return ScaleBits(type, negative, std::min(largest, 15), mantissa);
    }
    case Mode::kZeroScales:
      return ScaleBits(type, negative, smallest, 0);
    case Mode::kSubnormalScales:
      if (mantissas == 1) return ScaleBits(type, false, smallest, Below(random, 2));  // E8M0
      return ScaleBits(type, negative, smallest, 1 + Below(random, mantissas - 1));
    case Mode::kNanScale:
      return ScaleBits(type, negative, largest + 1, 1 + Below(random, mantissas - 1));
    case Mode::kInfScale:
      return ScaleBits(type, negative, largest + 1, 0);
    default: {
      const int exponent = static_cast<int>(Below(random, 11)) - 8;
      return ScaleBits(type, negative, std::max(smallest, exponent), Below(random, mantissas));
    }
  }
}

std::optional<uint8_t> ByteOf(Mode mode) {
  switch (mode) {
    case Mode::kBytes00:
      return 0x00;
    case Mode::kBytesFF:
      return 0xff;
    case Mode::kBytes80:
      return 0x80;
    case Mode::kBytes7F:
      return 0x7f;
    default:
      return std::nullopt;
  }
}

void PutDistinctSubScales(const ScaleFields& fields, Random& random, uint8_t* block) {
  const int count = fields.num_sub_scales;
  for (int set = 0; set < fields.sub_sets; ++set) {
    std::vector<int> values;
    for (int i = 0; i < std::max(count, fields.sub_values); ++i) {
      values.push_back(i % fields.sub_values);
    }
    for (int i = 0; i < count; ++i) {  // a shuffle, as far as it is needed
      const uint32_t rest = static_cast<uint32_t>(values.size()) - static_cast<uint32_t>(i);
      std::swap(values[static_cast<size_t>(i)],
                values[static_cast<size_t>(i) + Below(random, rest)]);
      fields.put_sub_scale(block, set * count + i,
                           static_cast<uint32_t>(values[static_cast<size_t>(i)]));
    }
  }
}

}  // namespace

std::string_view ModeName(Mode mode) {
  constexpr std::string_view kNames[] = {
      "Random",      "Bytes00",    "BytesFF",         "Bytes80",  "Bytes7F", "DistinctSubScales",
      "LargeScales", "ZeroScales", "SubnormalScales", "NanScale", "InfScale"};
  return kNames[static_cast<size_t>(mode)];
}

void FillRandomBlocks(Format format, Mode mode, uint64_t seed, std::span<uint8_t> blocks) {
  const ScaleFields& fields = FindScaleFields(format);
  const size_t block_bytes = static_cast<size_t>(oracle::Find(format).block_bytes);
  const size_t num_blocks = blocks.size() / block_bytes;
  const bool one_scale = mode == Mode::kNanScale || mode == Mode::kInfScale;
  Random random(seed);
  for (size_t b = 0; b < num_blocks; ++b) {
    uint8_t* block = blocks.data() + b * block_bytes;
    std::generate_n(block, block_bytes, [&] {
      const uint8_t byte = static_cast<uint8_t>(random());
      return ByteOf(mode).value_or(byte);
    });
    for (int i = 0; i < fields.num_scales; ++i) {
      fields.put_scale(block, i,
                       RandomScale(fields.type, one_scale ? Mode::kRandom : mode, random));
    }
    const bool odd_of_bytes = ByteOf(mode).has_value() && b % 2 == 1;
    if (mode == Mode::kDistinctSubScales || odd_of_bytes) {
      PutDistinctSubScales(fields, random, block);
    }
  }
  if (one_scale && fields.type.has_specials && num_blocks > 0) {
    const int i = static_cast<int>(seed / num_blocks % static_cast<uint64_t>(fields.num_scales));
    uint8_t* block = blocks.data() + seed % num_blocks * block_bytes;
    fields.put_scale(block, i, RandomScale(fields.type, mode, random));
  }
}

}  // namespace packdot::testing
