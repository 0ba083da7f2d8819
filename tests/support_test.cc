// What tests rely on: random blocks have the properties that their modes promise, and guard pages
// do stop stray reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/support/guarded.h"
#include "tests/support/random_blocks.h"
#include "tests/support/scale_fields.h"

namespace packdot::testing {
namespace {

using oracle::OracleFormat;
using oracle::Weight;

constexpr size_t kBlocks = 24;

class RandomBlocksTest : public ::testing::TestWithParam<OracleFormat> {
 protected:
  static std::vector<uint8_t> Blocks(Mode mode, uint64_t seed) {
    std::vector<uint8_t> blocks(kBlocks * static_cast<size_t>(GetParam().block_bytes));
    FillRandomBlocks(GetParam().format, mode, seed, blocks);
    return blocks;
  }

  // The weights of one block.
  static std::vector<Weight> Decoded(const std::vector<uint8_t>& blocks, size_t b) {
    const size_t block_bytes = static_cast<size_t>(GetParam().block_bytes);
    return oracle::Decode(GetParam().format,
                          std::span(blocks).subspan(b * block_bytes, block_bytes));
  }

  static bool AllFinite(const std::vector<Weight>& weights) {
    for (const Weight& w : weights) {
      if (!std::isfinite(oracle::Value(w))) return false;
    }
    return true;
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, RandomBlocksTest, ::testing::ValuesIn(oracle::Formats()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_P(RandomBlocksTest, TheSeedDecides) {
  for (const Mode mode : kModes) {
    EXPECT_EQ(Blocks(mode, 1), Blocks(mode, 1)) << ModeName(mode);
    const bool only_scales = GetParam().block_weights == 1;
    if (mode == Mode::kRandom || !only_scales) {
      EXPECT_NE(Blocks(mode, 1), Blocks(mode, 2)) << ModeName(mode);
    }
  }
}

TEST_P(RandomBlocksTest, OnlyTwoModesHaveWeightsThatAreNotFinite) {
  for (const Mode mode : kModes) {
    if (mode == Mode::kNanScale || mode == Mode::kInfScale) continue;
    const std::vector<uint8_t> blocks = Blocks(mode, 3);
    for (size_t b = 0; b < kBlocks; ++b) {
      EXPECT_TRUE(AllFinite(Decoded(blocks, b))) << ModeName(mode) << ", block " << b;
    }
  }
}

TEST_P(RandomBlocksTest, TheSeedTellsWhichBlockIsNotFinite) {
  const bool has_specials = FindScaleFields(GetParam().format).type.has_specials;
  for (const Mode mode : {Mode::kNanScale, Mode::kInfScale}) {
    for (uint64_t seed = 0; seed < 2 * kBlocks; ++seed) {  // the second time for dmin, if any
      const std::vector<uint8_t> blocks = Blocks(mode, seed);
      for (size_t b = 0; b < kBlocks; ++b) {
        EXPECT_EQ(AllFinite(Decoded(blocks, b)), !(has_specials && b == seed % kBlocks))
            << ModeName(mode) << ", seed " << seed << ", block " << b;
      }
    }
  }
}

TEST_P(RandomBlocksTest, ZeroAndSubnormalScalesAreWhatTheySay) {
  const bool e8m0 = GetParam().format == Format::kMXFP4;
  for (size_t b = 0; b < kBlocks; ++b) {
    for (const Weight& w : Decoded(Blocks(Mode::kZeroScales, 4), b)) {
      EXPECT_EQ(w.scale, e8m0 ? 0x1p-128f : 0.0f);
      EXPECT_EQ(w.min, 0.0f);
    }
    for (const Weight& w : Decoded(Blocks(Mode::kSubnormalScales, 5), b)) {
      EXPECT_LT(std::abs(w.scale), 0x1p-6f);  // 2^-14 times the largest sub-scale
    }
  }
}

TEST_P(RandomBlocksTest, SubScalesAreDistinct) {
  const ScaleFields& fields = FindScaleFields(GetParam().format);
  const std::vector<uint8_t> blocks = Blocks(Mode::kDistinctSubScales, 6);
  const size_t expected =
      static_cast<size_t>(std::clamp(fields.num_sub_scales, 1, std::max(fields.sub_values, 1)));
  for (size_t b = 0; b < kBlocks; ++b) {
    std::set<float> scales;
    std::set<float> mins;
    for (const Weight& w : Decoded(blocks, b)) {
      scales.insert(w.scale);
      mins.insert(w.min);
    }
    EXPECT_EQ(scales.size(), expected) << "block " << b;
    EXPECT_EQ(mins.size(), fields.sub_sets == 2 ? expected : 1) << "block " << b;
  }
}

// Whole blocks of the largest codes are what fills integer accumulators fastest.
TEST_P(RandomBlocksTest, ByteModesReachTheLargestCode) {
  const auto largest = [](const std::vector<Weight>& weights) {
    int code = 0;
    for (const Weight& w : weights) code = std::max(code, std::abs(w.code));
    return code;
  };
  int reached = 0;
  for (const Mode mode : {Mode::kBytes00, Mode::kBytesFF, Mode::kBytes80, Mode::kBytes7F}) {
    reached = std::max(reached, largest(Decoded(Blocks(mode, 7), 0)));
  }
  for (size_t b = 0; b < kBlocks; ++b) {
    EXPECT_LE(largest(Decoded(Blocks(Mode::kRandom, 8), b)), reached) << "block " << b;
  }
}

TEST(GuardedBytesTest, AllBytesAreWritableAndTheNextOneIsNot) {
  for (const size_t size : {size_t{1}, size_t{18}, size_t{4096}, size_t{4097}}) {
    GuardedBytes before_guard(size, Guard::kAfter);
    GuardedBytes after_guard(size, Guard::kBefore);
    for (GuardedBytes* guarded : {&before_guard, &after_guard}) {
      ASSERT_EQ(guarded->bytes().size(), size);
      std::fill(guarded->bytes().begin(), guarded->bytes().end(), uint8_t{1});
    }
    volatile const uint8_t* end = before_guard.data() + size;
    volatile const uint8_t* begin = after_guard.data();
    EXPECT_DEATH((void)end[0], "");
    EXPECT_DEATH((void)begin[-1], "");
  }
}

}  // namespace
}  // namespace packdot::testing
