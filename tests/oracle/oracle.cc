// The oracle's table of formats, written a second time and not taken from the library's.
#include "tests/oracle/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>

#include "tests/oracle/decode.h"

namespace packdot::oracle {
namespace {

template <class Block>
void DecodeBytes(const uint8_t* bytes, Weight* weights) {
  Block block;
  std::memcpy(&block, bytes, sizeof(block));
  Decode(block, weights);
}

template <class Block, int kWeights, int kBytes>
constexpr OracleFormat Row(Format format, std::string_view name) {
  static_assert(sizeof(Block) == kBytes);
  return {format, name, kWeights, kBytes, DecodeBytes<Block>};
}

constexpr OracleFormat kFormats[] = {
    Row<BlockF32, 1, 4>(Format::kF32, "F32"),
    Row<BlockF16, 1, 2>(Format::kF16, "F16"),
    Row<BlockQ4_0, 32, 18>(Format::kQ4_0, "Q4_0"),
    Row<BlockQ4_1, 32, 20>(Format::kQ4_1, "Q4_1"),
    Row<BlockQ5_0, 32, 22>(Format::kQ5_0, "Q5_0"),
    Row<BlockQ5_1, 32, 24>(Format::kQ5_1, "Q5_1"),
    Row<BlockQ8_0, 32, 34>(Format::kQ8_0, "Q8_0"),
    Row<BlockQ2_K, 256, 84>(Format::kQ2_K, "Q2_K"),
    Row<BlockQ3_K, 256, 110>(Format::kQ3_K, "Q3_K"),
    Row<BlockQ4_K, 256, 144>(Format::kQ4_K, "Q4_K"),
    Row<BlockQ5_K, 256, 176>(Format::kQ5_K, "Q5_K"),
    Row<BlockQ6_K, 256, 210>(Format::kQ6_K, "Q6_K"),
    Row<BlockIQ2_XXS, 256, 66>(Format::kIQ2_XXS, "IQ2_XXS"),
    Row<BlockIQ2_XS, 256, 74>(Format::kIQ2_XS, "IQ2_XS"),
    Row<BlockIQ3_XXS, 256, 98>(Format::kIQ3_XXS, "IQ3_XXS"),
    Row<BlockIQ1_S, 256, 50>(Format::kIQ1_S, "IQ1_S"),
    Row<BlockIQ4_NL, 32, 18>(Format::kIQ4_NL, "IQ4_NL"),
    Row<BlockIQ3_S, 256, 110>(Format::kIQ3_S, "IQ3_S"),
    Row<BlockIQ2_S, 256, 82>(Format::kIQ2_S, "IQ2_S"),
    Row<BlockIQ4_XS, 256, 136>(Format::kIQ4_XS, "IQ4_XS"),
    Row<BlockIQ1_M, 256, 56>(Format::kIQ1_M, "IQ1_M"),
    Row<BlockBF16, 1, 2>(Format::kBF16, "BF16"),
    Row<BlockTQ1_0, 256, 54>(Format::kTQ1_0, "TQ1_0"),
    Row<BlockTQ2_0, 256, 66>(Format::kTQ2_0, "TQ2_0"),
    Row<BlockMXFP4, 32, 17>(Format::kMXFP4, "MXFP4"),
    Row<BlockNVFP4, 64, 36>(Format::kNVFP4, "NVFP4"),
    Row<BlockQ1_0, 128, 18>(Format::kQ1_0, "Q1_0"),
    Row<BlockQ2_0, 64, 18>(Format::kQ2_0, "Q2_0"),
    Row<BlockSTQ1_0, 256, 42>(Format::kSTQ1_0, "STQ1_0"),
    Row<BlockPQ2_0, 128, 34>(Format::kPQ2_0, "PQ2_0"),
    Row<BlockPTQ1_0, 128, 28>(Format::kPTQ1_0, "PTQ1_0"),
};

}  // namespace

void PrintTo(const OracleFormat& row, std::ostream* out) { *out << row.name; }

std::span<const OracleFormat> Formats() { return kFormats; }

const OracleFormat& Find(Format format) {
  return *std::find_if(std::begin(kFormats), std::end(kFormats),
                       [format](const OracleFormat& row) { return row.format == format; });
}

std::vector<Weight> Decode(Format format, std::span<const uint8_t> blocks) {
  const OracleFormat& row = Find(format);
  const size_t block_bytes = static_cast<size_t>(row.block_bytes);
  const size_t block_weights = static_cast<size_t>(row.block_weights);
  const size_t num_blocks = blocks.size() / block_bytes;
  std::vector<Weight> weights(num_blocks * block_weights);
  for (size_t i = 0; i < num_blocks; ++i) {
    row.decode(blocks.data() + i * block_bytes, weights.data() + i * block_weights);
  }
  return weights;
}

std::vector<float> Values(Format format, std::span<const uint8_t> blocks) {
  const std::vector<Weight> weights = Decode(format, blocks);
  std::vector<float> values(weights.size());
  std::transform(weights.begin(), weights.end(), values.begin(), Value);
  return values;
}

Dot ExactDot(std::span<const Weight> weights, std::span<const double> x) {
  Dot dot = {0.0, 0.0};
  for (size_t j = 0; j < weights.size(); ++j) {
    const double product = static_cast<double>(weights[j].scale) * weights[j].code;
    const double min = weights[j].min;
    dot.value += (product + min) * x[j];
    dot.magnitude += std::abs(product * x[j]) + std::abs(min * x[j]);
  }
  return dot;
}

}  // namespace packdot::oracle
