// Bad arguments at the library's boundary: a clear error each, and nothing written.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/kernel_case.h"

namespace packdot::testing {
namespace {

template <class T>
void ExpectError(const T& result, ErrorCode code, const std::string& part) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(ErrorName(result.error().code), ErrorName(code));
  EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
}

TEST(MatrixView, ColumnsMustBeWholeBlocks) {
  const std::vector<uint8_t> bytes(1 << 16);
  for (const FormatInfo& info : Formats()) {
    if (info.block_weights == 1) continue;
    const std::string name(info.name);
    for (const size_t cols : {info.block_weights - 1, info.block_weights + 1, size_t{1}}) {
      ExpectError(MatrixView::Make(info.format, 1, cols, bytes), ErrorCode::kShapeMismatch, name);
    }
  }
}

TEST(MatrixView, BytesMustFitExactly) {
  const std::vector<uint8_t> bytes(37);
  const auto make = [&](size_t size) {
    return MatrixView::Make(Format::kQ4_0, 2, 32, std::span(bytes).first(size));
  };
  EXPECT_TRUE(make(36).ok());
  ExpectError(make(35), ErrorCode::kShapeMismatch, "take 36 bytes, not 35");
  ExpectError(make(37), ErrorCode::kShapeMismatch, "take 36 bytes, not 37");
  ExpectError(make(0), ErrorCode::kShapeMismatch, "take 36 bytes, not 0");
}

TEST(MatrixView, SizesThatOverflowAreRefused) {
  constexpr size_t kHuge = std::numeric_limits<size_t>::max() / 32 * 32;
  ExpectError(MatrixView::Make(Format::kQ8_0, 1, kHuge, {}), ErrorCode::kShapeMismatch, "memory");
  ExpectError(MatrixView::Make(Format::kQ8_0, kHuge, 32, {}), ErrorCode::kShapeMismatch, "memory");
  ExpectError(MatrixView::Make(Format::kF32, kHuge, 4, {}), ErrorCode::kShapeMismatch, "memory");
}

TEST(MatrixView, UnknownFormatsAreRefused) {
  ExpectError(MatrixView::Make(static_cast<Format>(4), 1, 32, {}), ErrorCode::kUnsupportedFormat,
              "no format has the id 4");
}

class Products : public ::testing::Test {
 protected:
  const std::vector<uint8_t> bytes_ = std::vector<uint8_t>(2 * 2 * 18, 0x22);
  const MatrixView w_ = ViewOf(Format::kQ4_0, 2, 64, bytes_);
  const Activation x_ = ActivationOf(std::vector<float>(64, 1.0f), ActivationType::kQ8);
  std::vector<float> y_ = std::vector<float>(2, 7.0f);
};

TEST_F(Products, SizesMustFit) {
  for (const size_t size : {0, 32, 63, 65}) {
    const Activation x = ActivationOf(std::vector<float>(size, 1.0f), ActivationType::kQ8);
    ExpectError(Gemv(w_, x, y_), ErrorCode::kShapeMismatch,
                "x has " + std::to_string(size) + " values, but the matrix has 64 columns");
  }
  std::vector<float> three(3, 7.0f);
  ExpectError(Gemv(w_, x_, three), ErrorCode::kShapeMismatch,
              "y has 3 values, but the matrix has 2 rows");
  ExpectError(Dequantize(w_, three), ErrorCode::kShapeMismatch,
              "out has 3 values, but the matrix has 128 weights");
  ExpectError(TermMagnitudes(w_, three), ErrorCode::kShapeMismatch, "out has 3 values");
  EXPECT_EQ(y_, std::vector<float>(2, 7.0f));
  EXPECT_EQ(three, std::vector<float>(3, 7.0f));
}

TEST_F(Products, AnyNumberOfThreadsFromZeroOn) {
  for (const int threads : {0, 1, 2, 64, 1000, std::numeric_limits<int>::max()}) {
    EXPECT_TRUE(Gemv(w_, x_, y_, {threads}).ok()) << threads;
  }
  for (const int threads : {-1, std::numeric_limits<int>::min()}) {
    ExpectError(Gemv(w_, x_, y_, {threads}), ErrorCode::kInvalidArgument,
                "threads must not be negative, but is " + std::to_string(threads));
  }
}

TEST(Activation, MoreThanMemoryHoldsIsAnError) {
  float x = 0.0f;
  const std::span<const float> huge(&x, std::numeric_limits<size_t>::max() / 8);
  ExpectError(Activation::Make(huge), ErrorCode::kOutOfMemory, "no memory");
}

TEST(ForceTarget, UnknownTargetsAreRefused) {
  const std::string chosen(ChosenTarget());
  for (const char* name : {"AVX9", "avx2", "SCALAR", " "}) {
    ExpectError(ForceTarget(name), ErrorCode::kInvalidArgument, "EMU128");
  }
  EXPECT_EQ(ChosenTarget(), chosen);
}

TEST(ForceTarget, RunsWhatIsForced) {
  const std::string best(ChosenTarget());
  for (const TargetInfo& target : Targets()) {
    if (!target.supported) {
      EXPECT_FALSE(ForceTarget(target.name).ok());
      continue;
    }
    ASSERT_TRUE(ForceTarget(target.name).ok());
    EXPECT_EQ(ChosenTarget(), target.name);
    for (const FormatInfo& info : Formats()) {
      EXPECT_EQ(KernelsFor(info.format)->target, target.name);
    }
    std::printf("ran on %s\n", KernelsFor(Format::kQ4_0)->target);
  }
  ASSERT_TRUE(ForceTarget("").ok());
  EXPECT_EQ(ChosenTarget(), best);
}

TEST(Formats, AreThirtyOneAndFoundByNameAndId) {
  EXPECT_EQ(Formats().size(), 31u);
  for (const FormatInfo& info : Formats()) {
    EXPECT_EQ(FindFormat(info.name), &info);
    EXPECT_EQ(FindFormat(static_cast<uint32_t>(info.format)), &info);
    EXPECT_EQ(&InfoOf(info.format), &info);
  }
  for (const char* name : {"", "q4_0", "Q4_0 ", "Q9_0"}) EXPECT_EQ(FindFormat(name), nullptr);
  for (const uint32_t id : {4u, 5u, 31u, 36u, 44u, 4294967295u}) EXPECT_EQ(FindFormat(id), nullptr);
}

}  // namespace
}  // namespace packdot::testing
