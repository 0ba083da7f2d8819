// The Walsh-Hadamard transform on every target: against its definition, its laws, what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/guarded.h"
#include "tests/support/hadamard_oracle.h"
#include "tests/support/kernel_case.h"

namespace packdot::testing {
namespace {

constexpr size_t kLargestBlock = 4096;

struct Shape {
  size_t width;
  size_t block;
};

// Every block on every width that it divides.
std::vector<Shape> Shapes() {
  std::vector<Shape> shapes;
  for (const size_t width : {1, 6, 12, 64, 192, 256, 320, 3584, 4096, 5120, 8192}) {
    for (size_t block = 1; block <= kLargestBlock; block *= 2) {
      if (width % block == 0) shapes.push_back({width, block});
    }
  }
  return shapes;
}

std::string Name(const Shape& shape) {
  return "block " + std::to_string(shape.block) + " on " + std::to_string(shape.width);
}

std::vector<double> Doubles(std::span<const float> x) { return {x.begin(), x.end()}; }

double Norm(std::span<const float> x) {
  const std::vector<double> values = Doubles(x);
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

class HadamardTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(ForceTarget(GetParam()).ok());
    ASSERT_EQ(ChosenTarget(), GetParam());
  }
  void TearDown() override { ASSERT_TRUE(ForceTarget("").ok()); }

  static std::vector<float> Transformed(std::vector<float> x, size_t block,
                                        std::span<const int8_t> signs = {}) {
    EXPECT_TRUE(HadamardTransform(x, block, signs).ok());
    return x;
  }
  static std::vector<float> Inverse(std::vector<float> x, size_t block,
                                    std::span<const int8_t> signs = {}) {
    EXPECT_TRUE(InverseHadamardTransform(x, block, signs).ok());
    return x;
  }
};

void ExpectWithinBound(std::span<const float> y, std::span<const double> exact,
                       std::span<const double> x, size_t block) {
  std::vector<double> magnitudes(x.begin(), x.end());
  for (double& value : magnitudes) value = std::fabs(value);
  magnitudes = HadamardOracle(magnitudes, block, true);
  for (size_t i = 0; i < y.size(); ++i) {
    ASSERT_LE(std::fabs(static_cast<double>(y[i]) - exact[i]), HadamardBound(block) * magnitudes[i])
        << i;
  }
}

TEST_P(HadamardTest, IsItsDefinitionWithinTheBound) {
  for (const Shape& shape : Shapes()) {
    SCOPED_TRACE(Name(shape));
    const std::vector<float> x = GaussianValues(shape.width, 1);
    const std::vector<int8_t> signs = RandomSigns(shape.width, 2);
    const std::vector<double> with_signs = WithSigns(Doubles(x), signs);
    ExpectWithinBound(Transformed(x, shape.block, signs), HadamardOracle(with_signs, shape.block),
                      with_signs, shape.block);
  }
}

TEST_P(HadamardTest, NoSignsAreSignsOfOne) {
  for (const Shape& shape : Shapes()) {
    const std::vector<float> x = GaussianValues(shape.width, 3);
    const std::vector<int8_t> ones(shape.width, 1);
    EXPECT_EQ(Transformed(x, shape.block), Transformed(x, shape.block, ones)) << Name(shape);
    EXPECT_EQ(Inverse(x, shape.block), Transformed(x, shape.block)) << Name(shape);
  }
}

TEST_P(HadamardTest, TheInverseUndoesItAndTheNormIsKept) {
  for (const Shape& shape : Shapes()) {
    SCOPED_TRACE(Name(shape));
    const std::vector<float> x = GaussianValues(shape.width, 4);
    const std::vector<int8_t> signs = RandomSigns(shape.width, 5);
    const std::vector<float> y = Transformed(x, shape.block, signs);
    EXPECT_NEAR(Norm(y) / Norm(x), 1, 1e-6);
    const std::vector<float> back = Inverse(y, shape.block, signs);
    for (size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(back[i], x[i], 1e-5) << i;
  }
}

TEST_P(HadamardTest, TheFirstOfABlockIsItsSum) {
  for (const Shape& shape : Shapes()) {
    const std::vector<float> x = GaussianValues(shape.width, 6);
    const std::vector<float> y = Transformed(x, shape.block);
    for (size_t first = 0; first < shape.width; first += shape.block) {
      const auto begin = x.begin() + static_cast<ptrdiff_t>(first);
      const double sum = std::accumulate(begin, begin + static_cast<ptrdiff_t>(shape.block), 0.0);
      ASSERT_NEAR(y[first], sum / std::sqrt(static_cast<double>(shape.block)), 1e-5) << Name(shape);
    }
  }
}

TEST_P(HadamardTest, BlockOneIsTheSigns) {
  EXPECT_EQ(Transformed({1, 2, 3, 4, 5}, 1, std::vector<int8_t>{1, -1, 1, -1, -1}),
            (std::vector<float>{1, -2, 3, -4, -5}));
}

TEST_P(HadamardTest, SignsAreThoseOfEachVector) {
  const std::vector<float> x = GaussianValues(3 * 192, 7);
  const std::vector<int8_t> signs = RandomSigns(192, 8);
  const std::vector<float> all = Transformed(x, 64, signs);
  const std::vector<float> back = Inverse(x, 64, signs);
  for (size_t v = 0; v < 3; ++v) {
    const auto begin = static_cast<ptrdiff_t>(192 * v);
    const std::vector<float> one(x.begin() + begin, x.begin() + begin + 192);
    const auto same = [&](const std::vector<float>& of_one, const std::vector<float>& of_all) {
      return std::ranges::equal(of_one, std::span(of_all).subspan(192 * v, 192));
    };
    EXPECT_TRUE(same(Transformed(one, 64, signs), all)) << v;
    EXPECT_TRUE(same(Inverse(one, 64, signs), back)) << v;
  }
}

TEST_P(HadamardTest, NonFiniteValuesSpoilTheirBlockAlone) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    std::vector<float> x(192, 1.0f);
    x[64 + 13] = bad;
    const std::vector<float> y = Transformed(x, 64);
    for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(std::isfinite(y[i]), i / 64 != 1) << i;
  }
}

TEST_P(HadamardTest, TouchesItsValuesAlone) {
  for (const Shape& shape : Shapes()) {
    for (const Guard guard : {Guard::kAfter, Guard::kBefore}) {
      GuardedBytes x_bytes(shape.width * sizeof(float), guard);
      GuardedBytes sign_bytes(shape.width, guard);
      memset(sign_bytes.data(), 1, shape.width);
      const std::span x(reinterpret_cast<float*>(x_bytes.data()), shape.width);
      const std::span signs(reinterpret_cast<const int8_t*>(sign_bytes.data()), shape.width);
      EXPECT_TRUE(HadamardTransform(x, shape.block, signs).ok()) << Name(shape);
      EXPECT_TRUE(InverseHadamardTransform(x, shape.block, signs).ok()) << Name(shape);
    }
  }
}

std::vector<std::string> SupportedTargets() {
  std::vector<std::string> names;
  for (const TargetInfo& target : Targets()) {
    if (target.supported) names.emplace_back(target.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Targets, HadamardTest, ::testing::ValuesIn(SupportedTargets()),
                         [](const auto& target) { return target.param; });

// Both directions fail with the same code, and x is as it was.
void ExpectRefused(size_t width, size_t block, const std::vector<int8_t>& signs, ErrorCode code) {
  SCOPED_TRACE(Name({width, block}) + " with " + std::to_string(signs.size()) + " signs");
  const std::vector<float> before = GaussianValues(width, 9);
  std::vector<float> x = before;
  for (const auto& transform : {HadamardTransform, InverseHadamardTransform}) {
    const Status status = transform(x, block, signs);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, code);
    EXPECT_EQ(x, before);
  }
}

TEST(HadamardRefusal, BlocksThatAreNoPowerOfTwoUpTo4096) {
  for (const size_t block : {size_t{0}, size_t{3}, size_t{96}, size_t{8192}, size_t{1} << 31,
                             std::numeric_limits<size_t>::max()}) {
    ExpectRefused(8192, block, {}, ErrorCode::kInvalidArgument);
  }
}

TEST(HadamardRefusal, WidthsThatAreNotWholeBlocks) {
  ExpectRefused(192, 128, {}, ErrorCode::kShapeMismatch);
  ExpectRefused(3584, 1024, {}, ErrorCode::kShapeMismatch);
  // Two vectors together are three blocks, but each is one and a half.
  ExpectRefused(384, 128, std::vector<int8_t>(192, 1), ErrorCode::kShapeMismatch);
}

TEST(HadamardRefusal, SignsThatAreNotThoseOfAVector) {
  ExpectRefused(256, 64, std::vector<int8_t>(192, 1), ErrorCode::kShapeMismatch);
  ExpectRefused(256, 64, std::vector<int8_t>(512, 1), ErrorCode::kShapeMismatch);
  for (const int wrong : {0, 2, -2, 3, 127, -127, -128}) {
    std::vector<int8_t> signs(256, -1);
    signs[255] = static_cast<int8_t>(wrong);
    ExpectRefused(256, 64, signs, ErrorCode::kInvalidArgument);
  }
}

TEST(HadamardRefusal, NoValuesAreFine) {
  EXPECT_TRUE(HadamardTransform({}, 1024).ok());
  EXPECT_TRUE(InverseHadamardTransform({}, 64, std::vector<int8_t>(64, 1)).ok());
}

}  // namespace
}  // namespace packdot::testing
