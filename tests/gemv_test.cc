// Gemv on every target: against the exact sum over the oracle's weights, within the derived bound.
#include "packdot/gemv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/support/error_bound.h"
#include "tests/support/guarded.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"
#include "tests/support/scale_fields.h"

namespace packdot::testing {
namespace {

constexpr ActivationType kTypes[] = {ActivationType::kF32, ActivationType::kQ8};
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

class GemvTest : public KernelTest {
 protected:
  // Columns of `blocks` blocks; plain types, which have none, get an odd number as well.
  size_t ColsOf(size_t blocks) const {
    return info().block_weights == 1 ? 37 * blocks : blocks * info().block_weights;
  }

  void ExpectWithinBound(size_t rows, size_t cols, std::span<const uint8_t> bytes,
                         std::span<const float> x) const {
    const std::vector<oracle::Weight> all = oracle::Decode(format(), bytes);
    const std::span<const oracle::Weight> weights(all);
    for (const ActivationType type : kTypes) {
      const Activation activation = ActivationOf(x, type);
      const std::vector<double> values = ExactValues(x, activation);
      const std::vector<float> y = Product(ViewOf(format(), rows, cols, bytes), activation);
      for (size_t r = 0; r < rows; ++r) {
        ExpectNear(y[r], oracle::ExactDot(weights.subspan(r * cols, cols), values), cols);
      }
    }
  }

  static void ExpectNear(float y, const oracle::Dot& exact, size_t cols) {
    if (!std::isfinite(exact.value)) {
      EXPECT_FALSE(std::isfinite(y)) << "the exact sum is not finite, but y is " << y;
    } else if (std::isfinite(y) || exact.magnitude < std::numeric_limits<float>::max()) {
      EXPECT_LE(std::fabs(y - exact.value), ErrorBound(cols, exact.magnitude))
          << "y is " << y << ", the exact sum " << exact.value;
    }
  }
};

TEST_P(GemvTest, EveryKindOfBlockInEveryShape) {
  for (const size_t rows : {1, 2, 4, 5, 7}) {
    for (const size_t blocks : {1, 2, 3, 5, 13}) {
      const size_t cols = ColsOf(blocks);
      GuardedBytes bytes(rows * BytesOf(cols));
      const std::vector<float> x = GaussianValues(cols, static_cast<uint32_t>(rows + blocks));
      for (const Mode mode : kModes) {
        SCOPED_TRACE(std::string(ModeName(mode)) + ", " + std::to_string(rows) + " rows of " +
                     std::to_string(blocks) + " blocks");
        FillRandomBlocks(format(), mode, 31 * rows + blocks, bytes.bytes());
        ExpectWithinBound(rows, cols, bytes.bytes(), x);
      }
    }
  }
}

TEST_P(GemvTest, WideRow) {
  const size_t cols = 4096;
  std::vector<uint8_t> bytes(5 * BytesOf(cols));
  FillRandomBlocks(format(), Mode::kDistinctSubScales, 3, bytes);
  ExpectWithinBound(5, cols, bytes, GaussianValues(cols, 4));
}

TEST_P(GemvTest, LargestCodesOverLongRowsDoNotOverflow) {
  // All of one sign, so that integer sums grow as fast as they can.
  for (const Mode mode : {Mode::kBytes00, Mode::kBytesFF, Mode::kBytes80, Mode::kBytes7F}) {
    const size_t cols = size_t{1} << 16;
    std::vector<uint8_t> bytes(BytesOf(cols));
    FillRandomBlocks(format(), mode, 1, bytes);
    for (const float x : {1.0f, -1.0f}) {
      ExpectWithinBound(1, cols, bytes, std::vector<float>(cols, x));
    }
  }
}

TEST_P(GemvTest, RowsEndAndBeginAtUnreadablePages) {
  for (const Guard guard : {Guard::kAfter, Guard::kBefore}) {
    for (const size_t blocks : {1, 2, 3, 4, 9}) {
      const size_t cols = ColsOf(blocks), rows = 5;
      GuardedBytes bytes(rows * BytesOf(cols), guard), y_bytes(rows * sizeof(float), guard),
          x_bytes(cols * sizeof(float), guard);
      FillRandomBlocks(format(), Mode::kRandom, blocks, bytes.bytes());
      const std::span<float> x(reinterpret_cast<float*>(x_bytes.data()), cols);
      const std::span<float> y(reinterpret_cast<float*>(y_bytes.data()), rows);
      std::ranges::copy(GaussianValues(cols, 5), x.begin());
      const MatrixView w = ViewOf(format(), rows, cols, bytes.bytes());
      for (const ActivationType type : kTypes) {
        ASSERT_TRUE(Gemv(w, ActivationOf(x, type), y, {1}).ok());
        const std::vector<float> again = Product(w, ActivationOf(x, type));
        EXPECT_EQ(memcmp(y.data(), again.data(), y_bytes.size()), 0);
      }
    }
  }
}

TEST_P(GemvTest, AnyAddressGivesTheSameBits) {
  const size_t cols = ColsOf(5), rows = 5, size = rows * BytesOf(cols);
  std::vector<uint8_t> bytes(size), moved(size + 64);
  FillRandomBlocks(format(), Mode::kRandom, 6, bytes);
  const std::vector<float> x = GaussianValues(cols, 7);
  std::vector<float> moved_x(cols + 3);
  for (const ActivationType type : kTypes) {
    const std::vector<float> y =
        Product(ViewOf(format(), rows, cols, bytes), ActivationOf(x, type));
    for (size_t offset = 0; offset < 64; ++offset) {
      const std::span<uint8_t> there(moved.data() + offset, size);
      const std::span<float> x_there(moved_x.data() + offset % 4, cols);
      std::ranges::copy(bytes, there.begin());
      std::ranges::copy(x, x_there.begin());
      EXPECT_EQ(Product(ViewOf(format(), rows, cols, there), ActivationOf(x_there, type)), y)
          << "offset " << offset;
    }
  }
}

TEST_P(GemvTest, ARowDependsOnItselfAlone) {
  const size_t cols = ColsOf(7), rows = 11, row_bytes = BytesOf(cols);
  std::vector<uint8_t> bytes(rows * row_bytes);
  FillRandomBlocks(format(), Mode::kRandom, 8, bytes);
  const std::span<const uint8_t> all(bytes);
  for (const ActivationType type : kTypes) {
    const Activation x = ActivationOf(GaussianValues(cols, 9), type);
    const std::vector<float> y = Product(ViewOf(format(), rows, cols, bytes), x);
    for (size_t first = 0; first < rows; ++first) {
      for (size_t count = 1; first + count <= rows; ++count) {
        const auto part = all.subspan(first * row_bytes, count * row_bytes);
        const std::vector<float> z = Product(ViewOf(format(), count, cols, part), x);
        ASSERT_EQ(memcmp(z.data(), y.data() + first, count * sizeof(float)), 0)
            << count << " rows from " << first;
      }
    }
  }
}

TEST_P(GemvTest, ThreadsDoNotChangeABit) {
  const size_t cols = ColsOf(24), rows = 257;
  std::vector<uint8_t> bytes(rows * BytesOf(cols));
  FillRandomBlocks(format(), Mode::kRandom, 10, bytes);
  const MatrixView w = ViewOf(format(), rows, cols, bytes);
  for (const ActivationType type : kTypes) {
    const Activation x = ActivationOf(GaussianValues(cols, 11), type);
    const std::vector<float> y = Product(w, x);
    for (int threads = 0; threads <= 8; ++threads) {
      EXPECT_EQ(Product(w, x, threads), y) << threads << " threads";
    }
  }
}

TEST_P(GemvTest, ZeroScalesGiveZero) {
  if (FindScaleFields(format()).type.mantissa_bits == 0) GTEST_SKIP() << "no scale is zero";
  const size_t cols = ColsOf(3);
  std::vector<uint8_t> bytes(5 * BytesOf(cols));
  FillRandomBlocks(format(), Mode::kZeroScales, 12, bytes);
  for (const ActivationType type : kTypes) {
    const Activation x = ActivationOf(GaussianValues(cols, 13), type);
    EXPECT_EQ(Product(ViewOf(format(), 5, cols, bytes), x), std::vector<float>(5, 0.0f));
  }
}

TEST_P(GemvTest, NonFiniteActivationsReachEveryRow) {
  const size_t cols = ColsOf(5);
  std::vector<uint8_t> bytes(5 * BytesOf(cols));
  FillRandomBlocks(format(), Mode::kRandom, 14, bytes);
  const MatrixView w = ViewOf(format(), 5, cols, bytes);
  for (const ActivationType type : kTypes) {
    for (const float bad : {kNan, kInf, -kInf}) {
      for (const size_t at : {size_t{0}, size_t{31}, cols - 1}) {
        std::vector<float> x = GaussianValues(cols, 15);
        x[at] = bad;
        for (const float y : Product(w, ActivationOf(x, type))) {
          EXPECT_FALSE(std::isfinite(y)) << bad << " at " << at;
        }
      }
    }
  }
}

TEST_P(GemvTest, NonFiniteScalesStayInTheirRow) {
  if (!FindScaleFields(format()).type.has_specials) GTEST_SKIP() << "every scale is finite";
  const size_t cols = ColsOf(5), row_bytes = BytesOf(cols);
  for (const Mode mode : {Mode::kNanScale, Mode::kInfScale}) {
    for (size_t bad = 0; bad < 6; ++bad) {
      std::vector<uint8_t> bytes(6 * row_bytes);
      FillRandomBlocks(format(), Mode::kRandom, 16, bytes);
      FillRandomBlocks(format(), mode, bad, std::span(bytes).subspan(bad * row_bytes, row_bytes));
      for (const ActivationType type : kTypes) {
        const Activation x = ActivationOf(GaussianValues(cols, 17), type);
        const std::vector<float> y = Product(ViewOf(format(), 6, cols, bytes), x);
        for (size_t r = 0; r < 6; ++r) EXPECT_EQ(std::isfinite(y[r]), r != bad) << "row " << r;
      }
    }
  }
}

TEST_P(GemvTest, NoRowsAndNoColumns) {
  for (const ActivationType type : kTypes) {
    EXPECT_TRUE(Product(ViewOf(format(), 0, ColsOf(2), {}),
                        ActivationOf(std::vector<float>(ColsOf(2)), type))
                    .empty());
    EXPECT_EQ(Product(ViewOf(format(), 3, 0, {}), ActivationOf({}, type)),
              std::vector<float>(3, 0.0f));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, GemvTest, ::testing::ValuesIn(KernelCases()), CaseName);

}  // namespace
}  // namespace packdot::testing
