// The oracle's table of formats, written a second time and not taken from the library's.
#include "tests/oracle/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/oracle/decode.h"

namespace packdot::oracle {
namespace {

template <class Block>
void DecodeBytes(const uint8_t* bytes, Weight* weights) {
  Block block;
  std::memcpy(&block, bytes, sizeof(block));
  Decode(block, weights);
}

constexpr OracleFormat kFormats[] = {
    {Format::kF32, "F32", 1, 4, DecodeBytes<BlockF32>},
    {Format::kF16, "F16", 1, 2, DecodeBytes<BlockF16>},
    {Format::kQ4_0, "Q4_0", 32, 18, DecodeBytes<BlockQ4_0>},
    {Format::kQ4_1, "Q4_1", 32, 20, DecodeBytes<BlockQ4_1>},
    {Format::kQ5_0, "Q5_0", 32, 22, DecodeBytes<BlockQ5_0>},
    {Format::kQ5_1, "Q5_1", 32, 24, DecodeBytes<BlockQ5_1>},
    {Format::kQ8_0, "Q8_0", 32, 34, DecodeBytes<BlockQ8_0>},
    {Format::kQ2_K, "Q2_K", 256, 84, DecodeBytes<BlockQ2_K>},
    {Format::kQ3_K, "Q3_K", 256, 110, DecodeBytes<BlockQ3_K>},
    {Format::kQ4_K, "Q4_K", 256, 144, DecodeBytes<BlockQ4_K>},
    {Format::kQ5_K, "Q5_K", 256, 176, DecodeBytes<BlockQ5_K>},
    {Format::kQ6_K, "Q6_K", 256, 210, DecodeBytes<BlockQ6_K>},
    {Format::kIQ2_XXS, "IQ2_XXS", 256, 66, DecodeBytes<BlockIQ2_XXS>},
    {Format::kIQ2_XS, "IQ2_XS", 256, 74, DecodeBytes<BlockIQ2_XS>},
    {Format::kIQ3_XXS, "IQ3_XXS", 256, 98, DecodeBytes<BlockIQ3_XXS>},
    {Format::kIQ1_S, "IQ1_S", 256, 50, DecodeBytes<BlockIQ1_S>},
    {Format::kIQ4_NL, "IQ4_NL", 32, 18, DecodeBytes<BlockIQ4_NL>},
    {Format::kIQ3_S, "IQ3_S", 256, 110, DecodeBytes<BlockIQ3_S>},
    {Format::kIQ2_S, "IQ2_S", 256, 82, DecodeBytes<BlockIQ2_S>},
    {Format::kIQ4_XS, "IQ4_XS", 256, 136, DecodeBytes<BlockIQ4_XS>},
    {Format::kIQ1_M, "IQ1_M", 256, 56, DecodeBytes<BlockIQ1_M>},
    {Format::kBF16, "BF16", 1, 2, DecodeBytes<BlockBF16>},
    {Format::kTQ1_0, "TQ1_0", 256, 54, DecodeBytes<BlockTQ1_0>},
    {Format::kTQ2_0, "TQ2_0", 256, 66, DecodeBytes<BlockTQ2_0>},
    {Format::kMXFP4, "MXFP4", 32, 17, DecodeBytes<BlockMXFP4>},
    {Format::kNVFP4, "NVFP4", 64, 36, DecodeBytes<BlockNVFP4>},
    {Format::kQ1_0, "Q1_0", 128, 18, DecodeBytes<BlockQ1_0>},
    {Format::kQ2_0, "Q2_0", 64, 18, DecodeBytes<BlockQ2_0>},
    {Format::kSTQ1_0, "STQ1_0", 256, 42, DecodeBytes<BlockSTQ1_0>},
    {Format::kPQ2_0, "PQ2_0", 128, 34, DecodeBytes<BlockPQ2_0>},
    {Format::kPTQ1_0, "PTQ1_0", 128, 28, DecodeBytes<BlockPTQ1_0>},
};

}  // namespace

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

Dot ExactDot(std::span<const Weight> weights, std::span<const float> x) {
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
