// Gemm on every target: each vector's results are Gemv's, bit for bit.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

constexpr ActivationType kTypes[] = {ActivationType::kF32, ActivationType::kQ8};

Activation VectorsOf(std::span<const float> x, ActivationType type, size_t num_vectors) {
  Result<Activation> activation = Activation::Make(x, type, num_vectors);
  EXPECT_TRUE(activation.ok()) << activation.error().message;
  return std::move(*activation);
}

std::vector<float> Products(const MatrixView& w, const Activation& x, int threads) {
  std::vector<float> y(w.rows() * x.num_vectors(), std::numeric_limits<float>::quiet_NaN());
  const Status status = Gemm(w, x, y, {threads});
  EXPECT_TRUE(status.ok()) << status.error().message;
  return y;
}

// NaNs may differ, as anywhere, in their payload.
bool SameBits(std::span<const float> a, std::span<const float> b) {
  for (size_t i = 0; i < a.size(); ++i) {
    const bool both_nan = a[i] != a[i] && b[i] != b[i];
    if (!both_nan && memcmp(&a[i], &b[i], sizeof(float)) != 0) return false;
  }
  return a.size() == b.size();
}

class GemmTest : public KernelTest {
 protected:
  // Gemv of each vector, one after another.
  static std::vector<float> OneByOne(const MatrixView& w, std::span<const float> x,
                                     ActivationType type) {
    std::vector<float> y;
    for (size_t at = 0; at < x.size(); at += w.cols()) {
      const std::vector<float> one = Product(w, ActivationOf(x.subspan(at, w.cols()), type));
      y.insert(y.end(), one.begin(), one.end());
    }
    return y;
  }

  void ExpectGemvs(size_t rows, size_t cols, const std::vector<size_t>& counts,
                   std::initializer_list<int> threads, Mode mode) const {
    std::vector<uint8_t> bytes(rows * BytesOf(cols));
    FillRandomBlocks(format(), mode, rows + cols, bytes);
    const MatrixView w = ViewOf(format(), rows, cols, bytes);
    const std::vector<float> x = GaussianValues(counts.back() * cols, 5);
    for (const ActivationType type : kTypes) {
      const std::vector<float> expected = OneByOne(w, x, type);
      for (const size_t n : counts) {
        const Activation vectors = VectorsOf(std::span(x).first(n * cols), type, n);
        for (const int count : threads) {
          EXPECT_TRUE(SameBits(Products(w, vectors, count), std::span(expected).first(n * rows)))
              << n << " vectors, " << count << " threads, " << ModeName(mode);
        }
      }
    }
  }
};

TEST_P(GemmTest, AnyNumberOfVectorsAndThreads) {
  // Odd numbers of blocks leave a part of a tile over. Plain types have no blocks.
  const size_t unit = info().block_weights == 1 ? 37 : info().block_weights;
  std::vector<size_t> up_to_17(17);
  std::iota(up_to_17.begin(), up_to_17.end(), size_t{1});
  ExpectGemvs(5, 3 * unit, up_to_17, {1}, Mode::kDistinctSubScales);
  ExpectGemvs(7, unit, {1, 4, 9}, {1}, Mode::kNanScale);
  // Large enough to be split.
  ExpectGemvs(133, (1024 / unit + 1) * unit, {1, 3, 5}, {1, 2, 3, 8}, Mode::kRandom);
}

TEST_P(GemmTest, MatricesLargerThanAPiece) {
  const size_t unit = info().block_weights == 1 ? 256 : info().block_weights;
  const size_t cols = 1024;
  const size_t rows = (size_t{140} << 10) / (cols / unit * BytesOf(unit)) + 3;
  ExpectGemvs(rows, cols, {5}, {2}, Mode::kRandom);
}

INSTANTIATE_TEST_SUITE_P(Kernels, GemmTest, ::testing::ValuesIn(KernelCases()), CaseName);

class GemmErrors : public ::testing::Test {
 protected:
  const std::vector<uint8_t> bytes_ = std::vector<uint8_t>(2 * 18, 0x11);
  const MatrixView w_ = ViewOf(Format::kQ4_0, 2, 32, bytes_);
  const Activation x_ = VectorsOf(std::vector<float>(96, 1.0f), ActivationType::kQ8, 3);
};

TEST_F(GemmErrors, VectorsMustBeWhole) {
  const std::vector<float> x(96);
  for (const size_t n : {0, 5, 97}) {
    const auto result = Activation::Make(x, ActivationType::kQ8, n);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::kShapeMismatch);
    EXPECT_NE(result.error().message.find("96 values"), std::string::npos);
  }
  EXPECT_EQ(x_.size(), 32u);
  EXPECT_EQ(x_.num_vectors(), 3u);
}

TEST_F(GemmErrors, ResultsMustFit) {
  std::vector<float> y(7, 1.0f);
  for (const size_t size : {0, 2, 5, 7}) {
    const Status status = Gemm(w_, x_, std::span(y).first(size));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kShapeMismatch);
    EXPECT_NE(status.error().message.find("2 rows times 3 vectors"), std::string::npos);
  }
  EXPECT_EQ(y, std::vector<float>(7, 1.0f));
}

TEST_F(GemmErrors, GemvTakesOneVector) {
  std::vector<float> y(2);
  const Status status = Gemv(w_, x_, y);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kShapeMismatch);
  EXPECT_NE(status.error().message.find("3 vectors"), std::string::npos);
}

}  // namespace
}  // namespace packdot::testing
