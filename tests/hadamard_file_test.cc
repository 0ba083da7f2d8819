// Hadamard-folded files: products and fetched rows are those of the weights before the folding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "packdot/packdot.h"
#include "tests/oracle/oracle.h"
#include "tests/support/error_bound.h"
#include "tests/support/folded_file.h"
#include "tests/support/gguf_expect.h"
#include "tests/support/hadamard_oracle.h"
#include "tests/support/kernel_case.h"

namespace packdot::testing {
namespace {

std::vector<double> Absolute(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  for (double& value : y) value = std::fabs(value);
  return y;
}

double Dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// How far each value that is multiplied may be from the exact transform of x.
std::vector<double> InputErrors(const Activation& activation, std::span<const double> x,
                                size_t block) {
  std::vector<double> errors = HadamardOracle(Absolute(x), block, true);
  for (size_t j = 0; j < errors.size(); ++j) {
    errors[j] *= HadamardBound(block);
    // Half a step of the 8-bit values, and the rounding of the step.
    if (activation.type() == ActivationType::kQ8) {
      errors[j] += 0.5001 * static_cast<double>(activation.q8_scales()[j / 32]);
    }
  }
  return errors;
}

// W is what the stored rows are the folded ones of: S H w'. The exact product is that of W and x.
void ExpectUnfoldedProduct(Format format, const MatrixShape& shape, std::span<const int8_t> signs,
                           ActivationType type) {
  const std::vector<uint8_t> data = RandomRows(format, shape);
  const FoldedFile file(format, shape, signs, data);
  const std::vector<float> x = GaussianValues(shape.cols, 2);
  const std::vector<double> exact_x(x.begin(), x.end());
  const FoldedInput input = InputOf(file.folding(), x, type);
  const Activation& activation = **input.For("w");
  const std::vector<float> y = Product(file.Matrix("w"), activation);
  const std::vector<double> errors = InputErrors(activation, exact_x, shape.block);

  const std::vector<oracle::Weight> weights = oracle::Decode(format, data);
  for (size_t r = 0; r < shape.rows; ++r) {
    const auto row = std::span(weights).subspan(r * shape.cols, shape.cols);
    std::vector<double> stored, magnitudes;
    for (const oracle::Weight& w : row) {
      const double product = static_cast<double>(w.scale) * w.code;
      stored.push_back(product + static_cast<double>(w.min));
      magnitudes.push_back(std::fabs(product) + std::fabs(static_cast<double>(w.min)));
    }
    const std::vector<double> unfolded = WithSigns(HadamardOracle(stored, shape.block), signs);
    std::vector<double> sizes = Absolute(HadamardOracle(WithSigns(exact_x, signs), shape.block));
    for (size_t j = 0; j < sizes.size(); ++j) sizes[j] += errors[j];
    const double bound =
        ErrorBound(shape.cols, Dot(magnitudes, sizes)) + Dot(Absolute(stored), errors);
    EXPECT_LE(std::fabs(y[r] - Dot(unfolded, exact_x)), bound) << "row " << r;
  }
}

class FoldedFormat : public ::testing::TestWithParam<FormatInfo> {};

TEST_P(FoldedFormat, ProductIsTheUnfoldedOne) {
  const MatrixShape shape = {3, 512, 256};
  const std::vector<int8_t> signs = RandomSigns(shape.cols, 3);
  for (const ActivationType type : {ActivationType::kF32, ActivationType::kQ8}) {
    ExpectUnfoldedProduct(GetParam().format, shape, {}, type);
    ExpectUnfoldedProduct(GetParam().format, shape, signs, type);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, FoldedFormat, ::testing::ValuesIn(Formats()),
                         [](const auto& format) { return std::string(format.param.name); });

TEST(FoldedProduct, OnEveryTargetInTheBlocksOfPublishedFiles) {
  const MatrixShape shape = {2, 3072, 1024};
  const std::vector<int8_t> signs = RandomSigns(shape.cols, 4);
  for (const TargetInfo& target : Targets()) {
    if (!target.supported) continue;
    ASSERT_TRUE(ForceTarget(target.name).ok());
    for (const Format format : {Format::kF16, Format::kQ8_0, Format::kPQ2_0, Format::kPTQ1_0}) {
      SCOPED_TRACE(std::string(InfoOf(format).name) + " on " + std::string(target.name));
      ExpectUnfoldedProduct(format, shape, signs, ActivationType::kF32);
    }
  }
  ASSERT_TRUE(ForceTarget("").ok());
}

// What a folding tool does: W' = W S H, stored as F32.
TEST(FoldedProduct, OfWeightsFoldedHere) {
  const MatrixShape shape = {4, 256, 128};
  const std::vector<int8_t> signs = RandomSigns(shape.cols, 5);
  const std::vector<float> w = GaussianValues(shape.rows * shape.cols, 6);
  std::vector<int8_t> all_signs;
  for (size_t r = 0; r < shape.rows; ++r) {
    all_signs.insert(all_signs.end(), signs.begin(), signs.end());
  }
  const std::vector<double> exact_w(w.begin(), w.end());
  const std::vector<double> folded = HadamardOracle(WithSigns(exact_w, all_signs), shape.block);
  GgufBytes data;
  for (const double weight : folded) data.Put(static_cast<float>(weight));

  const FoldedFile file(Format::kF32, shape, signs, data.bytes());
  const std::vector<float> x = GaussianValues(shape.cols, 7);
  const FoldedInput input = InputOf(file.folding(), x, ActivationType::kF32);
  const std::vector<float> y = Product(file.Matrix("w"), **input.For("w"));
  const std::vector<float> ignored = Product(file.Matrix("w"), **input.For("plain"));
  const std::vector<double> exact_x(x.begin(), x.end());
  for (size_t r = 0; r < shape.rows; ++r) {
    const auto row = std::span(exact_w).subspan(r * shape.cols, shape.cols);
    EXPECT_NEAR(y[r], Dot(row, exact_x), 1e-4);
    EXPECT_GT(std::fabs(ignored[r] - Dot(row, exact_x)), 1e-2);
  }
}

TEST(FoldedRows, AreTransformedBackIfTheTableIsFolded) {
  const MatrixShape shape = {3, 512, 128};
  const std::vector<int8_t> signs = RandomSigns(shape.cols, 8);
  const std::vector<uint8_t> data = RandomRows(Format::kPTQ1_0, shape);
  const FoldedFile file(Format::kPTQ1_0, shape, signs, data);
  std::vector<float> stored(shape.rows * shape.cols);
  ASSERT_TRUE(Dequantize(file.Matrix("table"), stored).ok());

  std::vector<float> rows = stored;
  for (const char* name : {"w", "plain", "absent"}) {
    ASSERT_TRUE(file.folding().UnfoldRows(name, rows).ok());
    EXPECT_EQ(rows, stored) << name;
  }
  ASSERT_TRUE(file.folding().UnfoldRows("table", rows).ok());
  for (size_t r = 0; r < shape.rows; ++r) {
    const auto begin = stored.begin() + static_cast<ptrdiff_t>(r * shape.cols);
    const std::vector<double> row(begin, begin + static_cast<ptrdiff_t>(shape.cols));
    const std::vector<double> exact = WithSigns(HadamardOracle(row, shape.block), signs);
    const std::vector<double> sizes = HadamardOracle(Absolute(row), shape.block, true);
    for (size_t j = 0; j < shape.cols; ++j) {
      ASSERT_NEAR(rows[r * shape.cols + j], exact[j], HadamardBound(shape.block) * sizes[j]);
    }
  }
  EXPECT_EQ(file.folding().UnfoldRows("table", std::span(rows).first(511)).error().code,
            ErrorCode::kShapeMismatch);
}

TEST(FoldedInput, EachFormIsMadeOnceWhateverTheThreads) {
  const MatrixShape shape = {1, 256, 256};
  const std::vector<uint8_t> data = RandomRows(Format::kF16, shape);
  const FoldedFile file(Format::kF16, shape, {}, data);
  const std::vector<float> x = GaussianValues(shape.cols, 9);
  const FoldedInput input = InputOf(file.folding(), x, ActivationType::kQ8);
  std::vector<const Activation*> seen(16);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] { seen[i] = *input.For(i % 2 == 0 ? "w" : "plain"); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(seen[0], seen[1]);
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], seen[i % 2]) << i;
  EXPECT_EQ(*input.For("table"), seen[1]);
}

TEST(FoldedInput, AssignReplacesX) {
  const MatrixShape shape = {2, 256, 256};
  const std::vector<uint8_t> data = RandomRows(Format::kQ8_0, shape);
  const FoldedFile file(Format::kQ8_0, shape, {}, data);
  const auto products = [&](const FoldedInput& input) {
    return std::pair(Product(file.Matrix("w"), **input.For("w")),
                     Product(file.Matrix("plain"), **input.For("plain")));
  };
  const std::vector<float> x = GaussianValues(shape.cols, 10);
  FoldedInput input = InputOf(file.folding(), GaussianValues(512, 11), ActivationType::kQ8);
  EXPECT_EQ(input.For("w").error().code, ErrorCode::kShapeMismatch);
  EXPECT_TRUE(input.For("plain").ok());  // whose width is Gemv's to check
  ASSERT_TRUE(input.Assign(GaussianValues(shape.cols, 12)).ok());
  products(input);
  ASSERT_TRUE(input.Assign(x).ok());
  EXPECT_EQ(products(input), products(InputOf(file.folding(), x, ActivationType::kQ8)));
}

TEST(FoldedInput, EachVectorIsTransformed) {
  const MatrixShape shape = {1, 256, 128};
  const std::vector<int8_t> signs = RandomSigns(shape.cols, 14);
  const std::vector<uint8_t> data = RandomRows(Format::kF16, shape);
  const FoldedFile file(Format::kF16, shape, signs, data);
  const std::vector<float> x = GaussianValues(3 * shape.cols, 15);
  const auto all = FoldedInput::Make(file.folding(), x, ActivationType::kQ8, 3);
  const Activation& of_all = **all->For("w");
  ASSERT_EQ(of_all.num_vectors(), 3u);
  for (size_t v = 0; v < 3; ++v) {
    const auto one_x = std::span(x).subspan(v * shape.cols, shape.cols);
    const FoldedInput one = InputOf(file.folding(), one_x, ActivationType::kQ8);
    EXPECT_TRUE(std::ranges::equal(of_all.q8_values(v), (**one.For("w")).q8_values())) << v;
  }
  EXPECT_EQ(FoldedInput::Make(file.folding(), x, ActivationType::kQ8, 0).error().code,
            ErrorCode::kShapeMismatch);
  EXPECT_EQ(FoldedInput::Make(file.folding(), x, ActivationType::kQ8, 5).error().code,
            ErrorCode::kShapeMismatch);
}

TEST(PlainTernary, IsTakenAsItIsAndNamed) {
  const MatrixShape shape = {2, 256, 0};
  for (const Format format : {Format::kPQ2_0, Format::kPTQ1_0}) {
    const std::vector<uint8_t> data = RandomRows(format, shape);
    GgufFileBytes bytes;
    bytes.Tensor("a", {256, 2}, static_cast<uint32_t>(format), data);
    const Parsed file(bytes.Tensor("b", {256, 2}, Format::kF16).Build());
    const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
    ASSERT_TRUE(folding.ok()) << folding.error().message;
    EXPECT_TRUE(folding->empty());
    ASSERT_EQ(folding->plain_ternary().size(), 1u);
    EXPECT_EQ(folding->plain_ternary()[0], "a");
    const std::vector<float> x = GaussianValues(shape.cols, 13);
    const FoldedInput input = InputOf(*folding, x, ActivationType::kF32);
    const MatrixView w = *(*file->FindTensor("a"))->Matrix();
    EXPECT_EQ(Product(w, **input.For("a")), Product(w, ActivationOf(x, ActivationType::kF32)));
  }
}

}  // namespace
}  // namespace packdot::testing
