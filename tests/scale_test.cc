// Scales that a view multiplies its rows by: in products, in weights, in parts of the matrix.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "tests/oracle/oracle.h"
#include "tests/support/error_bound.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

constexpr size_t kRows = 12;
constexpr size_t kCols = 512;
constexpr ActivationType kTypes[] = {ActivationType::kF32, ActivationType::kQ8};

bool SameBits(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.empty()) return b.empty();
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::vector<float> Weights(const MatrixView& w, int threads = 1) {
  std::vector<float> weights(w.rows() * w.cols());
  EXPECT_TRUE(Dequantize(w, weights, {threads}).ok());
  return weights;
}

std::vector<float> Magnitudes(const MatrixView& w) {
  std::vector<float> magnitudes(w.rows() * w.cols());
  EXPECT_TRUE(TermMagnitudes(w, magnitudes).ok());
  return magnitudes;
}

// Values of `rows` equal runs, one for each scale, each times its scale in f32.
std::vector<float> Scaled(std::vector<float> values, const std::vector<float>& scales) {
  const size_t run = values.size() / scales.size();
  for (size_t i = 0; i < values.size(); ++i) values[i] *= scales[i / run];
  return values;
}

class ScaleTest : public KernelTest {
 protected:
  void SetUp() override {
    KernelTest::SetUp();
    bytes_.resize(kRows * BytesOf(kCols));
    FillRandomBlocks(format(), Mode::kDistinctSubScales, 2, bytes_);
  }

  MatrixView Plain() const { return ViewOf(format(), kRows, kCols, bytes_); }

  std::vector<uint8_t> bytes_;
};

TEST_P(ScaleTest, OneChangesNoBit) {
  const std::vector<float> one = {1.0f};
  const MatrixView w = *Plain().WithScales(one);
  for (const ActivationType type : kTypes) {
    const Activation x = ActivationOf(GaussianValues(kCols, 3), type);
    EXPECT_TRUE(SameBits(Product(w, x), Product(Plain(), x)));
  }
  EXPECT_TRUE(SameBits(Weights(w), Weights(Plain())));
  EXPECT_TRUE(SameBits(Magnitudes(w), Magnitudes(Plain())));
}

TEST_P(ScaleTest, EveryRunOfRowsHasItsOwn) {
  const std::vector<float> scales = {0.5f, -3.7e-4f, 0.0f, 11.3f};
  const MatrixView w = *Plain().WithScales(scales);
  for (const ActivationType type : kTypes) {
    const Activation x = ActivationOf(GaussianValues(kCols, 3), type);
    EXPECT_TRUE(SameBits(Product(w, x), Scaled(Product(Plain(), x), scales)));
    EXPECT_TRUE(SameBits(Product(w, x, 3), Product(w, x)));
  }
  EXPECT_TRUE(SameBits(Weights(w), Scaled(Weights(Plain()), scales)));
  std::vector<float> looked_up(2 * kCols);
  const std::vector<uint32_t> rows = {11, 4};
  ASSERT_TRUE(DequantizeRows(w, rows, looked_up).ok());
  const std::vector<float> weights = Weights(w);
  for (size_t i = 0; i < looked_up.size(); ++i) {
    ASSERT_EQ(looked_up[i], weights[rows[i / kCols] * kCols + i % kCols]) << i;
  }
}

TEST_P(ScaleTest, SeveralVectorsGiveTheBitsOfEach) {
  constexpr size_t kVectors = 5;  // four at once and one more
  const std::vector<float> scales = {0.5f, -3.7e-4f, 11.3f};
  const MatrixView w = *Plain().WithScales(scales);
  const std::vector<float> x = GaussianValues(kVectors * kCols, 3);
  for (const ActivationType type : kTypes) {
    std::vector<float> y(kVectors * kRows);
    const Result<Activation> all = Activation::Make(x, type, kVectors);
    ASSERT_TRUE(all.ok());
    ASSERT_TRUE(Gemm(w, *all, y).ok());
    const Result<Activation> last = Activation::Make(std::span(x).last(kCols), type);
    EXPECT_TRUE(SameBits({y.end() - kRows, y.end()}, Product(w, *last)));
    const Result<Activation> first = Activation::Make(std::span(x).first(kCols), type);
    EXPECT_TRUE(SameBits({y.begin(), y.begin() + kRows}, Product(w, *first)));
  }
}

TEST_P(ScaleTest, RowRangesKeepTheScalesOfTheirRows) {
  const std::vector<float> scales = {0.5f, 2.0f, -0.25f};
  const MatrixView w = *Plain().WithScales(scales);
  const Activation x = ActivationOf(GaussianValues(kCols, 3), ActivationType::kQ8);
  const std::vector<float> whole = Product(w, x);
  for (size_t first = 0; first <= kRows; ++first) {
    for (size_t count = 0; first + count <= kRows; ++count) {
      // Of a range of a range, so that the first rows add up.
      const MatrixView part =
          *w.RowRange(first / 2, kRows - first / 2)->RowRange(first - first / 2, count);
      EXPECT_TRUE(
          SameBits(Product(part, x), {whole.begin() + static_cast<ptrdiff_t>(first),
                                      whole.begin() + static_cast<ptrdiff_t>(first + count)}))
          << count << " rows from " << first;
    }
  }
}

TEST_P(ScaleTest, CostsOneRounding) {
  const std::vector<float> scales = {0.37f};
  const MatrixView w = *Plain().WithScales(scales);
  const std::vector<float> x = GaussianValues(kCols, 3);
  for (const ActivationType type : kTypes) {
    const Activation activation = ActivationOf(x, type);
    const std::vector<double> values = ExactValues(x, activation);
    const std::vector<float> y = Product(w, activation);
    for (size_t r = 0; r < kRows; ++r) {
      const auto row = std::span(bytes_).subspan(r * BytesOf(kCols), BytesOf(kCols));
      const oracle::Dot dot = oracle::ExactDot(oracle::Decode(format(), row), values);
      const double scale = scales[0];
      EXPECT_LE(std::fabs(y[r] - scale * dot.value),
                ErrorBound(kCols + 16, scale * dot.magnitude));  // 16 columns: one rounding more
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ScaleTest, ::testing::ValuesIn(KernelCases()), CaseName);

TEST(WithScales, ReplacesThoseThatThereWere) {
  const std::vector<uint8_t> bytes(6 * 18, 0x22);
  const MatrixView w = ViewOf(Format::kQ4_0, 6, 32, bytes);
  const std::vector<float> three = {2.0f, 3.0f, 4.0f};
  const std::vector<float> one = {5.0f};
  EXPECT_FALSE(w.has_scales());
  EXPECT_EQ(w.scale(5), 1.0f);
  const MatrixView scaled = *w.WithScales(three);
  EXPECT_EQ(scaled.scale(1), 2.0f);
  EXPECT_EQ(scaled.scale(5), 4.0f);
  EXPECT_EQ(scaled.RowRange(3, 2)->scale(0), 3.0f);
  EXPECT_EQ(scaled.RowRange(3, 2)->WithScales(one)->scale(1), 5.0f);
}

TEST(WithScales, RunsMustBeEqual) {
  const std::vector<uint8_t> bytes(6 * 18, 0x22);
  const MatrixView w = ViewOf(Format::kQ4_0, 6, 32, bytes);
  for (const size_t count : {0, 4, 5, 7, 12}) {
    const Result<MatrixView> scaled = w.WithScales(std::vector<float>(count, 2.0f));
    ASSERT_FALSE(scaled.ok()) << count;
    EXPECT_EQ(scaled.error().code, ErrorCode::kShapeMismatch);
    EXPECT_EQ(scaled.error().message,
              "6 rows are not " + std::to_string(count) + " equal runs, one for each scale");
  }
}

TEST(WithScales, MustBeFinite) {
  const std::vector<uint8_t> bytes(6 * 18, 0x22);
  const MatrixView w = ViewOf(Format::kQ4_0, 6, 32, bytes);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    const Result<MatrixView> scaled = w.WithScales(std::vector<float>{1.0f, bad});
    ASSERT_FALSE(scaled.ok());
    EXPECT_EQ(scaled.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(scaled.error().message, "scale number 1 is not finite");
  }
}

TEST(WithScales, OfNoRows) {
  const std::vector<float> scales = {2.0f, 3.0f};
  const Result<MatrixView> w = ViewOf(Format::kQ4_0, 0, 32, {}).WithScales(scales);
  ASSERT_TRUE(w.ok());
  EXPECT_TRUE(Product(*w, ActivationOf(std::vector<float>(32), ActivationType::kQ8)).empty());
}

}  // namespace
}  // namespace packdot::testing
