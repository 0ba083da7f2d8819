// A format on an instruction set: the parameter of the kernels' tests.
#ifndef PACKDOT_TESTS_SUPPORT_KERNEL_CASE_H_
#define PACKDOT_TESTS_SUPPORT_KERNEL_CASE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "src/registry.h"

namespace packdot::testing {

struct KernelCase {
  std::string target;
  FormatInfo info;
};

inline void PrintTo(const KernelCase& c, std::ostream* out) {
  *out << c.info.name << " on " << c.target;
}

// Every format on every target that this CPU runs.
inline std::vector<KernelCase> KernelCases() {
  std::vector<KernelCase> cases;
  for (const TargetInfo& target : Targets()) {
    if (!target.supported) continue;
    for (const FormatInfo& info : Formats()) {
      cases.push_back({std::string(target.name), info});
    }
  }
  return cases;
}

// "Q4_K_AVX2", for --gtest_filter.
inline std::string CaseName(const ::testing::TestParamInfo<KernelCase>& info) {
  return std::string(info.param.info.name) + "_" + info.param.target;
}

// Runs with the target forced, and fails unless the kernels are those compiled for it.
class KernelTest : public ::testing::TestWithParam<KernelCase> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(ForceTarget(GetParam().target).ok());
    ASSERT_EQ(ChosenTarget(), GetParam().target);
    ASSERT_EQ(KernelsFor(format())->target, GetParam().target);
  }
  void TearDown() override { ASSERT_TRUE(ForceTarget("").ok()); }

  const FormatInfo& info() const { return GetParam().info; }
  Format format() const { return info().format; }
  size_t BytesOf(size_t weights) const {
    return weights / info().block_weights * info().block_bytes;
  }
};

inline std::vector<float> GaussianValues(size_t size, uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> gaussian;
  std::vector<float> values(size);
  for (float& value : values) value = gaussian(generator);
  return values;
}

inline MatrixView ViewOf(Format format, size_t rows, size_t cols, std::span<const uint8_t> bytes) {
  Result<MatrixView> view = MatrixView::Make(format, rows, cols, bytes);
  EXPECT_TRUE(view.ok()) << view.error().message;
  return *view;
}

inline Activation ActivationOf(std::span<const float> x, ActivationType type) {
  Result<Activation> activation = Activation::Make(x, type);
  EXPECT_TRUE(activation.ok()) << activation.error().message;
  return std::move(*activation);
}

inline std::vector<float> Product(const MatrixView& w, const Activation& x, int threads = 1) {
  std::vector<float> y(w.rows(), std::numeric_limits<float>::quiet_NaN());
  const Status status = Gemv(w, x, y, {threads});
  EXPECT_TRUE(status.ok()) << status.error().message;
  return y;
}

// What the kernels multiply by: x itself, or the int8 values times their scales. Exact in double.
inline std::vector<double> ExactValues(std::span<const float> x, const Activation& activation) {
  std::vector<double> values(x.begin(), x.end());
  for (size_t j = 0; j < activation.q8_values().size(); ++j) {
    values[j] = static_cast<double>(activation.q8_values()[j]) *
                static_cast<double>(activation.q8_scales()[j / 32]);
  }
  return values;
}

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_KERNEL_CASE_H_
