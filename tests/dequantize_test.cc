// Dequantize on every target against the oracle, blocks made by hand and golden data, bit for bit.
#include <gtest/gtest.h>

#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/support/by_hand_blocks.h"
#include "tests/support/golden.h"
#include "tests/support/guarded.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

class DequantizeTest : public KernelTest {
 protected:
  // One row of all the blocks.
  std::vector<float> Weights(std::span<const uint8_t> blocks) const {
    const size_t cols = blocks.size() / info().block_bytes * info().block_weights;
    std::vector<float> weights(cols, -1.0f);
    const Status status = Dequantize(ViewOf(format(), 1, cols, blocks), weights, {1});
    EXPECT_TRUE(status.ok()) << status.error().message;
    return weights;
  }

  // The one rounding of a weight with a min is the same fused or not, for scale * code is exact.
  static void ExpectSame(const std::vector<float>& got, const std::vector<float>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (size_t j = 0; j < got.size(); ++j) {
      ASSERT_TRUE(SameBits(got[j], expected[j]) || (got[j] == 0 && expected[j] == 0))
          << "weight " << j << " is " << got[j] << ", not " << expected[j];
    }
  }
};

TEST_P(DequantizeTest, BlocksMadeByHand) {
  int blocks = 0;
  for (const ByHand& by_hand : ByHandBlocks()) {
    if (by_hand.format != format()) continue;
    ++blocks;
    const std::vector<float> weights = Weights(by_hand.block);
    for (const auto& [position, expected] : by_hand.expected) {
      EXPECT_EQ(weights.at(position), expected) << "weight " << position;
    }
  }
  EXPECT_GE(blocks, 1);
}

TEST_P(DequantizeTest, GoldenData) {
  const std::string name(info().name);
  const GoldenRow own = ReadGolden(GoldenFolder(), name);
  ASSERT_FALSE(own.blocks.empty());
  ExpectSame(Weights(own.blocks), own.values);
  if (SharedGoldenFolder().empty()) return;
  const GoldenRow shared = ReadGolden(SharedGoldenFolder(), name);
  ExpectSame(Weights(shared.blocks), shared.values);
}

TEST_P(DequantizeTest, EveryCodeAndCodebookEntry) {
  const auto checksums = ReadWalkChecksums();
  const auto checksum = checksums.find(std::string(info().name));
  ASSERT_NE(checksum, checksums.end());
  const auto blocks = WalkBlocks(static_cast<uint32_t>(format()), info().block_bytes);
  EXPECT_EQ(WalkChecksum(Weights(blocks)), checksum->second);
}

TEST_P(DequantizeTest, RandomBlocksOfEveryKind) {
  // One more than a tile of any format has, and some: whole tiles and every kind of rest.
  for (const size_t blocks : {1, 2, 3, 5, 8, 13}) {
    for (const Mode mode : kModes) {
      SCOPED_TRACE(std::string(ModeName(mode)) + ", " + std::to_string(blocks) + " blocks");
      GuardedBytes bytes(blocks * info().block_bytes);
      FillRandomBlocks(format(), mode, blocks, bytes.bytes());
      ExpectSame(Weights(bytes.bytes()), oracle::Values(format(), bytes.bytes()));
    }
  }
}

TEST_P(DequantizeTest, EveryByteValueEverywhere) {
  // Scales included, so NaNs and infinities as well.
  const size_t blocks = 256;
  std::vector<uint8_t> bytes(blocks * info().block_bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(i / info().block_bytes + 37 * (i % info().block_bytes));
  }
  ExpectSame(Weights(bytes), oracle::Values(format(), bytes));
}

// All 65,536 halves, as weights and as scales.
class HalfTest : public DequantizeTest {};

TEST_P(HalfTest, EveryValue) {
  std::vector<uint8_t> bytes(65536 * info().block_bytes, 1);
  for (size_t half = 0; half < 65536; ++half) {
    bytes[half * info().block_bytes] = static_cast<uint8_t>(half);
    bytes[half * info().block_bytes + 1] = static_cast<uint8_t>(half >> 8);
  }
  ExpectSame(Weights(bytes), oracle::Values(format(), bytes));
}

TEST_P(DequantizeTest, MagnitudesAreThoseOfTheParts) {
  std::vector<uint8_t> bytes(13 * info().block_bytes);
  FillRandomBlocks(format(), Mode::kRandom, 7, bytes);
  const std::vector<oracle::Weight> parts = oracle::Decode(format(), bytes);
  std::vector<float> magnitudes(parts.size(), -1.0f);
  ASSERT_TRUE(TermMagnitudes(ViewOf(format(), 1, parts.size(), bytes), magnitudes).ok());
  for (size_t j = 0; j < parts.size(); ++j) {
    const float scaled = parts[j].scale * static_cast<float>(parts[j].code);
    ASSERT_EQ(magnitudes[j], std::fabs(scaled) + std::fabs(parts[j].min)) << "weight " << j;
  }
}

std::vector<KernelCase> HalfCases() {
  std::vector<KernelCase> cases = KernelCases();
  std::erase_if(cases, [](const KernelCase& c) {
    return c.info.format != Format::kF16 && c.info.format != Format::kQ8_0;
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Targets, HalfTest, ::testing::ValuesIn(HalfCases()), CaseName);
INSTANTIATE_TEST_SUITE_P(Targets, DequantizeTest, ::testing::ValuesIn(KernelCases()), CaseName);

}  // namespace
}  // namespace packdot::testing
