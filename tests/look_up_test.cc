// DequantizeRows: rows of a table in any order, and nothing written when one is not there.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

constexpr size_t kRows = 9;
constexpr size_t kCols = 512;

class LookUpTest : public KernelTest {
 protected:
  void SetUp() override {
    KernelTest::SetUp();
    bytes_.resize(kRows * BytesOf(kCols));
    FillRandomBlocks(format(), Mode::kRandom, 2, bytes_);
  }

  MatrixView Table() const { return ViewOf(format(), kRows, kCols, bytes_); }

  std::vector<uint8_t> bytes_;
};

TEST_P(LookUpTest, GivesTheBitsOfDequantize) {
  std::vector<float> all(kRows * kCols);
  ASSERT_TRUE(Dequantize(Table(), all).ok());
  const std::vector<uint32_t> indices = {8, 0, 3, 3, 7, 3, 1};
  std::vector<float> out(indices.size() * kCols, -1.0f);
  const Status status = DequantizeRows(Table(), indices, out);
  ASSERT_TRUE(status.ok()) << status.error().message;
  for (size_t i = 0; i < indices.size(); ++i) {
    EXPECT_EQ(
        std::memcmp(out.data() + i * kCols, all.data() + indices[i] * kCols, kCols * sizeof(float)),
        0)
        << "position " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, LookUpTest, ::testing::ValuesIn(KernelCases()), CaseName);

// A table whose row r is r, r + 1, r + 2, r + 3; large enough for several threads.
class LookUp : public ::testing::Test {
 protected:
  static constexpr uint32_t kTableRows = 70'000;

  LookUp() : bytes_(size_t{kTableRows} * 4 * sizeof(float)) {
    for (size_t i = 0; i < bytes_.size() / sizeof(float); ++i) {
      const auto value = static_cast<float>(i / 4 + i % 4);
      std::memcpy(bytes_.data() + i * sizeof(float), &value, sizeof(float));
    }
  }

  MatrixView Table() const { return ViewOf(Format::kF32, kTableRows, 4, bytes_); }

  std::vector<uint8_t> bytes_;
};

TEST_F(LookUp, ThreadsDoNotChangeABit) {
  std::vector<uint32_t> indices(100'000);
  for (size_t i = 0; i < indices.size(); ++i) {
    indices[i] = static_cast<uint32_t>(i * 7 % kTableRows);
  }
  for (int threads = 0; threads <= 4; ++threads) {
    std::vector<float> out(indices.size() * 4, -1.0f);
    ASSERT_TRUE(DequantizeRows(Table(), indices, out, {threads}).ok());
    for (size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], static_cast<float>(indices[i / 4] + i % 4)) << i;
    }
  }
}

TEST_F(LookUp, RowsThatAreNotThereAreNamed) {
  const std::vector<std::vector<uint32_t>> lists = {{1, 2, kTableRows}, {1, 2, 0xFFFFFFFF}};
  for (const std::vector<uint32_t>& indices : lists) {
    std::vector<float> out(12, 7.0f);
    const Status status = DequantizeRows(Table(), indices, out);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(status.error().message,
              "indices[2] is " + std::to_string(indices[2]) + ", but the matrix has 70000 rows");
    EXPECT_EQ(out, std::vector<float>(12, 7.0f));
  }
}

TEST_F(LookUp, SizesMustFit) {
  std::vector<float> out(9, 7.0f);
  for (const size_t size : {0, 7, 9}) {
    const Status status =
        DequantizeRows(Table(), std::vector<uint32_t>{1, 2}, std::span(out).first(size));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kShapeMismatch);
    EXPECT_EQ(status.error().message,
              "out has " + std::to_string(size) + " values, but 2 rows of 4 columns are asked for");
  }
  EXPECT_EQ(out, std::vector<float>(9, 7.0f));
}

// Four times this many columns would wrap around to 0.
TEST_F(LookUp, SizesThatOverflowAreRefused) {
  constexpr size_t kHuge = std::numeric_limits<size_t>::max() / 4 + 1;
  const MatrixView w = ViewOf(Format::kQ1_0, 0, kHuge, {});
  EXPECT_EQ(DequantizeRows(w, std::vector<uint32_t>(4), {}).error().code,
            ErrorCode::kShapeMismatch);
}

TEST_F(LookUp, OfNothing) {
  EXPECT_TRUE(DequantizeRows(Table(), {}, {}).ok());
  const MatrixView narrow = ViewOf(Format::kQ4_0, 3, 0, {});
  EXPECT_TRUE(DequantizeRows(narrow, std::vector<uint32_t>{2, 0}, {}).ok());
  EXPECT_FALSE(DequantizeRows(narrow, std::vector<uint32_t>{3}, {}).ok());
}

TEST_F(LookUp, NegativeThreadsAreRefused) {
  std::vector<float> out(4, 7.0f);
  const Status status = DequantizeRows(Table(), std::vector<uint32_t>{1}, out, {-1});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(out, std::vector<float>(4, 7.0f));
}

}  // namespace
}  // namespace packdot::testing
