// Parts of a matrix, and the matrices of a stack: the same bits as those rows of the whole.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_expect.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

constexpr size_t kHuge = std::numeric_limits<size_t>::max();
constexpr size_t kCols = 512;

std::vector<uint8_t> RandomRows(const FormatInfo& info, size_t rows) {
  std::vector<uint8_t> bytes(rows * kCols / info.block_weights * info.block_bytes);
  FillRandomBlocks(info.format, Mode::kRandom, 5, bytes);
  return bytes;
}

// Whether y is what the whole matrix gives in the rows from `first` on, bit for bit.
bool IsPart(const std::vector<float>& y, const std::vector<float>& whole, size_t first) {
  if (y.empty()) return true;
  return first + y.size() <= whole.size() &&
         std::memcmp(y.data(), whole.data() + first, y.size() * sizeof(float)) == 0;
}

TEST(RowRange, GivesTheRowsOfTheWhole) {
  for (const FormatInfo& info : Formats()) {
    SCOPED_TRACE(info.name);
    const std::vector<uint8_t> bytes = RandomRows(info, 11);
    const MatrixView w = ViewOf(info.format, 11, kCols, bytes);
    for (const ActivationType type : {ActivationType::kF32, ActivationType::kQ8}) {
      const Activation x = ActivationOf(GaussianValues(kCols, 3), type);
      const std::vector<float> whole = Product(w, x);
      for (size_t first = 0; first <= 11; ++first) {
        for (size_t count = 0; first + count <= 11; ++count) {
          const Result<MatrixView> range = w.RowRange(first, count);
          ASSERT_TRUE(range.ok()) << range.error().message;
          EXPECT_EQ(range->rows(), count);
          EXPECT_TRUE(IsPart(Product(*range, x), whole, first)) << count << " from " << first;
        }
      }
    }
  }
}

TEST(RowRange, OfARowRange) {
  const std::vector<uint8_t> bytes = RandomRows(InfoOf(Format::kQ4_K), 11);
  const MatrixView w = ViewOf(Format::kQ4_K, 11, kCols, bytes);
  const MatrixView part = *w.RowRange(3, 6)->RowRange(2, 3);
  EXPECT_EQ(part.bytes().data(), bytes.data() + 5 * w.row_bytes());
  EXPECT_EQ(part.bytes().size(), 3 * w.row_bytes());
  EXPECT_FALSE(w.RowRange(3, 6)->RowRange(2, 5).ok());  // rows that only the whole has
}

TEST(RowRange, BeyondTheLastRowIsRefused) {
  const std::vector<uint8_t> bytes = RandomRows(InfoOf(Format::kQ8_0), 4);
  const MatrixView w = ViewOf(Format::kQ8_0, 4, kCols, bytes);
  const std::pair<size_t, size_t> ranges[] = {{0, 5}, {4, 1},     {5, 0},         {1, kHuge},
                                              {2, 3}, {kHuge, 0}, {kHuge, kHuge}, {3, kHuge - 2}};
  for (const auto& [first, count] : ranges) {
    const Result<MatrixView> range = w.RowRange(first, count);
    ASSERT_FALSE(range.ok()) << first << ", " << count;
    EXPECT_EQ(range.error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(range.error().message, std::to_string(count) + " rows from row " +
                                         std::to_string(first) + " on, but the matrix has 4 rows");
  }
}

// Rows without a column have no bytes, so that there may be any number of them.
TEST(RowRange, OfEmptyMatrices) {
  EXPECT_EQ(ViewOf(Format::kQ4_0, 0, 64, {}).RowRange(0, 0)->cols(), 64u);
  EXPECT_FALSE(ViewOf(Format::kQ4_0, 0, 64, {}).RowRange(0, 1).ok());
  EXPECT_EQ(ViewOf(Format::kQ4_0, kHuge, 0, {}).RowRange(kHuge - 1, 1)->rows(), 1u);
}

// A stack of `dims[2]` x `dims[3]` matrices of 3 x 512, each product of which must be a part of
// the product of all rows.
void ExpectMatricesOfTheStack(const FormatInfo& info, const std::vector<uint64_t>& dims) {
  uint64_t matrices = 1;
  for (size_t d = 2; d < dims.size(); ++d) matrices *= dims[d];
  GgufFileBytes bytes;
  bytes.Tensor("experts", dims, static_cast<uint32_t>(info.format),
               std::span<const uint8_t>(RandomRows(info, 3 * matrices)));
  bytes.Tensor("end", {1}, Format::kF32);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  const GgufTensor& tensor = file->tensors()[0];
  ASSERT_EQ(tensor.NumMatrices(), matrices);
  const Activation x = ActivationOf(GaussianValues(kCols, 4), ActivationType::kQ8);
  const std::vector<float> whole = Product(*tensor.Matrix(), x);
  for (uint64_t index = 0; index < matrices; ++index) {
    const Result<MatrixView> expert = tensor.Matrix(index);
    ASSERT_TRUE(expert.ok()) << expert.error().message;
    EXPECT_EQ(expert->rows(), 3u);
    EXPECT_EQ(expert->cols(), kCols);
    EXPECT_TRUE(IsPart(Product(*expert, x), whole, 3 * index)) << "expert " << index;
  }
}

TEST(GgufStack, MatricesAreRowsOfTheWhole) {
  for (const FormatInfo& info : Formats()) {
    SCOPED_TRACE(info.name);
    ExpectMatricesOfTheStack(info, {kCols, 3});
    ExpectMatricesOfTheStack(info, {kCols, 3, 4});
    ExpectMatricesOfTheStack(info, {kCols, 3, 2, 3});
  }
}

TEST(GgufStack, VectorsAreStacksOfOneMatrixOfOneRow) {
  const Parsed file(GgufFileBytes().Tensor("vector", {64}, Format::kQ8_0).Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(file->tensors()[0].NumMatrices(), 1u);
  EXPECT_EQ(file->tensors()[0].Matrix(0)->rows(), 1u);
}

TEST(GgufStack, IndicesBeyondTheLastMatrixAreRefused) {
  const Parsed file(GgufFileBytes().Tensor("experts", {64, 3, 4}, Format::kQ8_0).Build());
  ASSERT_TRUE(file.Opened());
  for (const uint64_t index : {uint64_t{4}, uint64_t{1} << 62, ~uint64_t{0}}) {
    const Result<MatrixView> matrix = file->tensors()[0].Matrix(index);
    ASSERT_FALSE(matrix.ok());
    EXPECT_EQ(matrix.error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(matrix.error().message,
              "tensor 'experts' has 4 matrices, but none with the index " + std::to_string(index));
  }
}

TEST(GgufStack, OfNoMatrices) {
  const Parsed file(GgufFileBytes().Tensor("experts", {64, 3, 0}, Format::kQ8_0).Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(file->tensors()[0].NumMatrices(), 0u);
  EXPECT_EQ(file->tensors()[0].Matrix(0).error().code, ErrorCode::kOutOfRange);
}

TEST(GgufStack, OfAnUnknownTypeIsRefusedAsSuch) {
  GgufFileBytes bytes;
  bytes.Tensor("experts", {64, 3, 4}, 36, 100);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(file->tensors()[0].Matrix(1).error().code, ErrorCode::kUnsupportedFormat);
}

}  // namespace
}  // namespace packdot::testing
