// The q8 activation: what it quantizes to, on every target.
#include "packdot/activation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "packdot/targets.h"
#include "tests/support/kernel_case.h"

namespace packdot::testing {
namespace {

class ActivationTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(ForceTarget(GetParam()).ok());
    ASSERT_EQ(ChosenTarget(), GetParam());
  }
  void TearDown() override { ASSERT_TRUE(ForceTarget("").ok()); }

  static std::vector<int> Values(const Activation& a) {
    return {a.q8_values().begin(), a.q8_values().end()};
  }
  static std::vector<float> Scales(const Activation& a) {
    return {a.q8_scales().begin(), a.q8_scales().end()};
  }
};

TEST_P(ActivationTest, ScaleIsTheLargestMagnitudeOver127) {
  std::vector<float> x(64, 0.25f);
  x[5] = -2.0f;
  x[40] = 4.0f;
  const Activation a = ActivationOf(x, ActivationType::kQ8);
  EXPECT_EQ(Scales(a), (std::vector<float>{2.0f / 127, 4.0f / 127}));
  EXPECT_EQ(Values(a)[5], -127);
  EXPECT_EQ(Values(a)[40], 127);
  EXPECT_EQ(Values(a)[0], 16);  // 0.25 * 127 / 2 = 15.875
  EXPECT_EQ(Values(a)[32], 8);  // 0.25 * 127 / 4 = 7.9375
}

TEST_P(ActivationTest, TiesGoToEven) {
  std::vector<float> x(32, 0.0f);
  x[0] = 127.0f;
  x[1] = 0.5f;
  x[2] = 1.5f;
  x[3] = -2.5f;
  x[4] = -3.5f;
  const std::vector<int> values = Values(ActivationOf(x, ActivationType::kQ8));
  EXPECT_EQ(std::vector<int>(values.begin(), values.begin() + 5),
            (std::vector<int>{127, 0, 2, -2, -4}));
}

TEST_P(ActivationTest, StaysWithin127AndHalfAStep) {
  for (const float magnitude : {1e-44f, 1e-38f, 1e-30f, 1.0f, 1e30f, 3e38f}) {
    std::vector<float> x = GaussianValues(4096, 1);
    for (float& value : x) value = std::clamp(value, -1.0f, 1.0f) * magnitude;
    const Activation a = ActivationOf(x, ActivationType::kQ8);
    for (size_t j = 0; j < x.size(); ++j) {
      const int q = a.q8_values()[j];
      const double scale = a.q8_scales()[j / 32];
      EXPECT_LE(std::abs(q), 127);
      // Half a step, and the rounding of the scale itself: 127 times its ulp.
      EXPECT_LE(std::fabs(q * scale - x[j]), scale * (0.5 + 1e-4) + 127 * 0x1p-149)
          << x[j] << " at " << j;
    }
  }
}

TEST_P(ActivationTest, ZerosHaveScaleZero) {
  const Activation a = ActivationOf(std::vector<float>{0.0f, -0.0f, 0.0f}, ActivationType::kQ8);
  EXPECT_EQ(Scales(a), std::vector<float>{0.0f});
  EXPECT_EQ(Values(a), (std::vector<int>{0, 0, 0}));
}

TEST_P(ActivationTest, NonFiniteValuesSpoilTheirBlockAlone) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), kInf, -kInf}) {
    for (size_t at = 32; at < 64; ++at) {
      std::vector<float> x(96, 1.0f);
      x[at] = bad;
      const std::vector<float> scales = Scales(ActivationOf(x, ActivationType::kQ8));
      EXPECT_EQ(scales[0], 1.0f / 127);
      EXPECT_TRUE(std::isnan(scales[1])) << bad << " at " << at;
      EXPECT_EQ(scales[2], 1.0f / 127);
    }
  }
}

TEST_P(ActivationTest, AnySizeWillDo) {
  for (const size_t size : {0, 1, 31, 32, 33, 511, 512, 513}) {
    const Activation a = ActivationOf(std::vector<float>(size, 3.0f), ActivationType::kQ8);
    EXPECT_EQ(a.size(), size);
    EXPECT_EQ(Values(a), std::vector<int>(size, 127));
    EXPECT_EQ(a.q8_scales().size(), (size + 31) / 32);
  }
}

TEST_P(ActivationTest, AssignReplacesX) {
  const std::vector<uint8_t> bytes(18, 0x11);
  const MatrixView w = ViewOf(Format::kQ4_0, 1, 32, bytes);
  for (const ActivationType type : {ActivationType::kF32, ActivationType::kQ8}) {
    Activation a = ActivationOf(GaussianValues(32, 2), type);
    Product(w, a);
    const std::vector<float> other = GaussianValues(32, 3);
    ASSERT_TRUE(a.Assign(other).ok());
    EXPECT_EQ(Product(w, a), Product(w, ActivationOf(other, type)));
    ASSERT_TRUE(a.Assign(GaussianValues(4096, 4)).ok());
    ASSERT_TRUE(a.Assign(other).ok());
    EXPECT_EQ(a.size(), 32u);
    EXPECT_EQ(Product(w, a), Product(w, ActivationOf(other, type)));
  }
}

TEST_P(ActivationTest, F32HasNoQ8Values) {
  const Activation a = ActivationOf(std::vector<float>(64, 1.0f), ActivationType::kF32);
  EXPECT_EQ(a.size(), 64u);
  EXPECT_TRUE(a.q8_values().empty());
  EXPECT_TRUE(a.q8_scales().empty());
}

std::vector<std::string> SupportedTargets() {
  std::vector<std::string> names;
  for (const TargetInfo& target : Targets()) {
    if (target.supported) names.emplace_back(target.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Targets, ActivationTest, ::testing::ValuesIn(SupportedTargets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace packdot::testing
