// The oracle itself: against blocks made by hand, against golden data, and against what the byte
// rules say of all codes, scales and signs at once.
#include "tests/oracle/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ops/codebooks.h"
#include "ops/signs.h"
#include "tests/oracle/decode.h"
#include "tests/oracle/grids.h"
#include "tests/support/by_hand_blocks.h"
#include "tests/support/golden.h"
#include "tests/support/random_blocks.h"

namespace packdot {
namespace {

using oracle::OracleFormat;
using oracle::Weight;

std::vector<uint8_t> RandomBlocks(const OracleFormat& row, size_t count) {
  std::vector<uint8_t> blocks(count * static_cast<size_t>(row.block_bytes));
  testing::FillRandomBlocks(row.format, testing::Mode::kRandom, /*seed=*/1, blocks);
  return blocks;
}

void ExpectSame(const std::vector<float>& expected, const std::vector<float>& got) {
  ASSERT_EQ(expected.size(), got.size());
  for (size_t j = 0; j < got.size(); ++j) {
    ASSERT_PRED2(testing::SameBits, expected[j], got[j]) << "weight " << j;
  }
}

class OracleTest : public ::testing::TestWithParam<OracleFormat> {
 protected:
  std::string Name() const { return std::string(GetParam().name); }
};

INSTANTIATE_TEST_SUITE_P(Formats, OracleTest, ::testing::ValuesIn(oracle::Formats()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_P(OracleTest, BlocksMadeByHand) {
  int blocks = 0;
  for (const testing::ByHand& by_hand : testing::ByHandBlocks()) {
    if (by_hand.format != GetParam().format) continue;
    ++blocks;
    ASSERT_EQ(by_hand.block.size(), static_cast<size_t>(GetParam().block_bytes));
    const std::vector<float> values = oracle::Values(by_hand.format, by_hand.block);
    ASSERT_EQ(values.size(), static_cast<size_t>(GetParam().block_weights));
    for (const auto& [position, value] : by_hand.expected) {
      EXPECT_EQ(values.at(position), value) << "weight " << position;
    }
  }
  EXPECT_GE(blocks, 1);
}

TEST_P(OracleTest, GoldenData) {
  const testing::GoldenRow golden = testing::ReadGolden(testing::GoldenFolder(), Name());
  ASSERT_EQ(golden.values.size(), 1024u);
  ExpectSame(golden.values, oracle::Values(GetParam().format, golden.blocks));
}

TEST_P(OracleTest, WalkThroughRandomBytes) {
  const auto checksums = testing::ReadWalkChecksums();
  ASSERT_TRUE(checksums.contains(Name()));
  const std::vector<uint8_t> blocks = testing::WalkBlocks(
      static_cast<uint32_t>(GetParam().format), static_cast<size_t>(GetParam().block_bytes));
  EXPECT_EQ(testing::WalkChecksum(oracle::Values(GetParam().format, blocks)), checksums.at(Name()));
}

TEST(SharedGolden, EveryFormatInIt) {
  const auto folder = testing::SharedGoldenFolder();
  if (folder.empty()) GTEST_SKIP() << "no ../shared/golden beside the source tree";
  int formats = 0;
  for (const OracleFormat& row : oracle::Formats()) {
    SCOPED_TRACE(row.name);
    const testing::GoldenRow golden = testing::ReadGolden(folder, std::string(row.name));
    if (golden.blocks.empty()) continue;
    ++formats;
    ExpectSame(golden.values, oracle::Values(row.format, golden.blocks));
  }
  EXPECT_GE(formats, 28);
}

// What Value() claims, and every bound in the kernels' tests rests on.
TEST_P(OracleTest, ScaleTimesCodeIsExactInFloat) {
  for (const Weight& w : oracle::Decode(GetParam().format, RandomBlocks(GetParam(), 64))) {
    const double product = static_cast<double>(w.scale) * w.code;
    ASSERT_EQ(static_cast<double>(w.scale * static_cast<float>(w.code)), product);
  }
}

// Half-precision numbers are evenly spaced up to the next power of two, beginning at zero.
TEST(Half, AllBitPatterns) {
  EXPECT_TRUE(testing::SameBits(oracle::Half(0x0000), 0.0f));
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const int exponent = std::max(bits >> 10, 1);
    const float next = bits + 1 == 0x7c00 ? 65536.0f : oracle::Half(bits + 1);
    ASSERT_EQ(next - oracle::Half(bits), std::ldexp(1.0f, exponent - 25)) << bits;
    ASSERT_TRUE(testing::SameBits(oracle::Half(bits | 0x8000), -oracle::Half(bits))) << bits;
  }
  EXPECT_EQ(oracle::Half(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_EQ(oracle::Half(0xfc00), -std::numeric_limits<float>::infinity());
  for (int bits = 0x7c01; bits < 0x8000; ++bits) {
    ASSERT_TRUE(std::isnan(oracle::Half(bits))) << bits;
    ASSERT_TRUE(std::isnan(oracle::Half(bits | 0x8000))) << bits;
  }
}

// The two forms of each codebook, made apart from each other, say the same.
template <class Integer, size_t kEntries>
void ExpectSameCodebook(const Integer (&integers)[kEntries], int bits, int bias, const char* digits,
                        const std::vector<int>& levels) {
  const size_t weights = 8 * sizeof(Integer) / static_cast<size_t>(bits);
  for (size_t i = 0; i < kEntries; ++i) {
    for (size_t j = 0; j < weights; ++j) {
      const uint64_t field = uint64_t{integers[i]} >> (static_cast<size_t>(bits) * j);
      const int value = static_cast<int>(field & ((1u << bits) - 1)) - bias;
      const size_t level = static_cast<size_t>(digits[i * weights + j] - '0');
      ASSERT_EQ(value, levels.at(level)) << "entry " << i << ", weight " << j;
    }
  }
}

TEST(Codebooks, BothFormsAgree) {
  const std::vector<int> iq2 = {8, 25, 43};
  ExpectSameCodebook(kGridIQ2_XXS, 8, 0, oracle::kIQ2_XXS, iq2);
  ExpectSameCodebook(kGridIQ2_XS, 8, 0, oracle::kIQ2_XS, iq2);
  ExpectSameCodebook(kGridIQ2_S, 8, 0, oracle::kIQ2_S, iq2);
  ExpectSameCodebook(kGridIQ3_XXS, 8, 0, oracle::kIQ3_XXS, {4, 12, 20, 28, 36, 44, 52, 62});
  ExpectSameCodebook(kGridIQ3_S, 8, 0, oracle::kIQ3_S, {1, 3, 5, 7, 9, 11, 13, 15});
  ExpectSameCodebook(kGridIQ1_S, 2, 1, oracle::kIQ1_S, {-1, 0, 1});
}

template <class Integer, size_t kEntries>
size_t DistinctEntries(const Integer (&integers)[kEntries]) {
  return std::set<Integer>(std::begin(integers), std::end(integers)).size();
}

TEST(Codebooks, NoEntryOccursTwice) {
  EXPECT_EQ(DistinctEntries(kGridIQ2_XXS), 256u);
  EXPECT_EQ(DistinctEntries(kGridIQ2_XS), 512u);
  EXPECT_EQ(DistinctEntries(kGridIQ2_S), 1024u);
  EXPECT_EQ(DistinctEntries(kGridIQ3_XXS), 256u);
  EXPECT_EQ(DistinctEntries(kGridIQ3_S), 512u);
  EXPECT_EQ(DistinctEntries(kGridIQ1_S), 2048u);
}

TEST(Codebooks, SignBytesHaveEvenParity) {
  for (uint32_t index = 0; index < 128; ++index) {
    const int sign_byte = SignByte(index);
    EXPECT_EQ(sign_byte & 127, static_cast<int>(index));
    int ones = 0;
    for (int k = 0; k < 8; ++k) ones += sign_byte >> k & 1;
    EXPECT_EQ(ones % 2, 0) << index;
  }
}

TEST(Codebooks, XxsAndXsNegateAnEvenNumberOfEachEight) {
  for (const Format format : {Format::kIQ2_XXS, Format::kIQ2_XS, Format::kIQ3_XXS}) {
    const auto weights = oracle::Decode(format, RandomBlocks(oracle::Find(format), 64));
    for (size_t eight = 0; eight < weights.size(); eight += 8) {
      const auto first = weights.begin() + static_cast<std::ptrdiff_t>(eight);
      const auto negative =
          std::count_if(first, first + 8, [](const Weight& w) { return w.code < 0; });
      ASSERT_EQ(negative % 2, 0) << "weights from " << eight;
    }
  }
}

// Every lane of every group, for each of the 32 codes in each of the 64 groups.
std::vector<Weight> DecodeStq(int nibble, uint64_t signs) {
  oracle::BlockSTQ1_0 block = {};
  std::fill(std::begin(block.qs), std::end(block.qs), static_cast<uint8_t>(nibble * 0x11));
  for (int i = 0; i < 8; ++i) block.sign[i] = static_cast<uint8_t>(signs >> 8 * i);
  block.d[1] = 0x3c;  // 1
  std::vector<Weight> weights(256);
  oracle::Decode(block, weights.data());
  return weights;
}

TEST(Stq1_0, EveryGroupHasExactlyOneZero) {
  for (int code = 0; code < 32; ++code) {
    const auto weights = DecodeStq(code % 16, code < 16 ? 0 : ~uint64_t{0});
    for (size_t group = 0; group < 64; ++group) {
      int zeros = 0;
      for (size_t lane = 0; lane < 4; ++lane) {
        const int value = weights[64 * (group / 16) + group % 16 + 16 * lane].code;
        ASSERT_LE(std::abs(value), 1);
        zeros += value == 0;
      }
      ASSERT_EQ(zeros, 1) << "code " << code << ", group " << group;
    }
  }
}

TEST(Stq1_0, ASignBitNegatesItsGroupAndNothingElse) {
  for (int nibble = 0; nibble < 16; ++nibble) {
    const auto plain = DecodeStq(nibble, 0);
    for (size_t group = 0; group < 64; ++group) {
      const auto flipped = DecodeStq(nibble, uint64_t{1} << group);
      for (size_t j = 0; j < 256; ++j) {
        const bool in_group = j / 64 == group / 16 && j % 16 == group % 16;
        ASSERT_EQ(flipped[j].code, in_group ? -plain[j].code : plain[j].code)
            << "nibble " << nibble << ", group " << group << ", weight " << j;
      }
    }
  }
}

// Levels of FP4 (E2M1), and all 256 bytes that a scale may be.
constexpr float kFP4[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, 0, -0.5f, -1, -1.5f, -2, -3, -4, -6};

TEST(Fp4, Mxfp4ScalesArePowersOfTwo) {
  for (int e = 0; e < 256; ++e) {
    for (int code = 0; code < 16; ++code) {
      oracle::BlockMXFP4 block = {};
      block.e = static_cast<uint8_t>(e);
      block.qs[0] = static_cast<uint8_t>(code);
      Weight weights[32];
      oracle::Decode(block, weights);
      EXPECT_EQ(oracle::Value(weights[0]), std::ldexp(kFP4[code], e - 127)) << e << " " << code;
    }
  }
}

TEST(Fp4, Nvfp4ScalesAreUnsignedE4M3) {
  for (int byte = 0; byte < 256; ++byte) {
    const int exponent = byte / 8 % 16;
    const float mantissa = static_cast<float>(byte % 8) / 8;
    float scale = exponent == 0 ? std::ldexp(mantissa, -6) : std::ldexp(1 + mantissa, exponent - 7);
    if (byte == 0x7f) scale = 0;
    for (int code = 0; code < 16; ++code) {
      oracle::BlockNVFP4 block = {};
      block.d[0] = static_cast<uint8_t>(byte);
      block.qs[0] = static_cast<uint8_t>(code);
      Weight weights[64];
      oracle::Decode(block, weights);
      EXPECT_EQ(oracle::Value(weights[0]), scale * kFP4[code]) << byte << " " << code;
    }
  }
}

TEST(ExactDot, AddsProductsAndTheirMagnitudes) {
  const std::vector<Weight> weights = {{2.0f, 3, -1.0f}, {0.5f, -4}};
  const std::vector<double> x = {10.0f, 4.0f};
  const oracle::Dot dot = oracle::ExactDot(weights, x);
  EXPECT_EQ(dot.value, (2 * 3 - 1) * 10.0 + 0.5 * -4 * 4);
  EXPECT_EQ(dot.magnitude, 60.0 + 10.0 + 8.0);
}

}  // namespace
}  // namespace packdot
