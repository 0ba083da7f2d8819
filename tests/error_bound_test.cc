// The bound that `packdot verify` measures errors by.
#include "tools/packdot/error_bound.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

namespace packdot::cli {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr float kInfF = std::numeric_limits<float>::infinity();
constexpr float kNaNF = std::numeric_limits<float>::quiet_NaN();

TEST(ErrorBoundTest, IsGammaTimesTheTerms) {
  // 1024 columns: k = 64 + 64.
  const double ku = 128 * 0x1p-24;
  EXPECT_DOUBLE_EQ(ErrorBound(1024, 3.0), ku / (1 - ku) * 3.0);
  EXPECT_GT(ErrorBound(2048, 3.0), ErrorBound(1024, 3.0));
  EXPECT_EQ(ErrorBound(size_t{1} << 40, 1.0), kInf);
}

TEST(ErrorBoundTest, ScalesCostThreeRoundings) {
  EXPECT_EQ(ErrorBound(1024, 3.0, 1.0), ErrorBound(1024, 3.0));
  const double ku = 131 * 0x1p-24;
  EXPECT_DOUBLE_EQ(ErrorBound(1024, 3.0, 0.5), ku / (1 - ku) * 3.0);
  EXPECT_GE(ErrorBound(1024, 0.0, -1e6), 1e6 * ErrorBound(1024, 0.0));
}

TEST(ErrorBoundTest, LeavesRoomForUnderflowOnly) {
  EXPECT_GT(ErrorBound(32, 0.0), 0.0);
  EXPECT_LT(ErrorBound(32, 0.0), 1e-40);
}

TEST(ShareOfBoundTest, TellsRightFromWrong) {
  const double bound = ErrorBound(256, 10.0);
  EXPECT_EQ(ShareOfBound(256, 1.0, 10.0, 1.0f), 0.0);
  EXPECT_LE(ShareOfBound(256, 1.0 + 0.9 * bound, 10.0, 1.0f), 1.0);
  EXPECT_GT(ShareOfBound(256, 1.0 + 1.1 * bound, 10.0, 1.0f), 1.0);
  EXPECT_GT(ShareOfBound(256, 1.0 - 1.1 * bound, 10.0, 1.0f), 1.0);
}

TEST(ShareOfBoundTest, NonFiniteSumsNeedNonFiniteResults) {
  for (const double exact : {kInf, -kInf, kNaN}) {
    EXPECT_EQ(ShareOfBound(256, exact, kInf, 1.0f), kInf);
    EXPECT_EQ(ShareOfBound(256, exact, kInf, kInfF), 0.0);
    EXPECT_EQ(ShareOfBound(256, exact, kInf, kNaNF), 0.0);
  }
}

TEST(ShareOfBoundTest, FiniteSumsNeedFiniteResultsUnlessPartsOverflow) {
  for (const float y : {kInfF, -kInfF, kNaNF}) {
    EXPECT_EQ(ShareOfBound(256, 1.0, 10.0, y), kInf);
    EXPECT_EQ(ShareOfBound(256, 1.0, 4e38, y), 0.0);
    EXPECT_EQ(ShareOfBound(256, 1.0, 10.0, y, 1e-38), 0.0);  // before the scale
    EXPECT_EQ(ShareOfBound(256, 1.0, 10.0, y, 0.5), kInf);
  }
}

TEST(ShareOfBoundTest, EmptyRowsAreZero) {
  EXPECT_EQ(ShareOfBound(0, 0.0, 0.0, 0.0f), 0.0);
  EXPECT_EQ(ShareOfBound(0, 0.0, 0.0, 1e-30f), kInf);
}

}  // namespace
}  // namespace packdot::cli
