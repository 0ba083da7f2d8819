// Matrices of more than 2^31 weights and of more than 4 GiB, in sparse files of which a few pages
// exist.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/gguf_bytes.h"

namespace packdot {
namespace {

constexpr size_t kCols = 4096;

class LargeMatrix : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "packdot_large_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    if (fd_ >= 0) close(fd_);
    std::filesystem::remove_all(folder_);
  }

  std::string Path() const { return (folder_ / "large.gguf").string(); }

  // A file of `size` bytes that starts with `head`; zeros wherever nothing is written.
  void Create(const GgufBytes& head, uint64_t size) {
    fd_ = open(Path().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_GE(fd_, 0) << std::strerror(errno);
    if (ftruncate(fd_, static_cast<off_t>(size)) != 0) {
      GTEST_SKIP() << "the disk refuses a sparse file of " << size
                   << " bytes: " << std::strerror(errno);
    }
    Write(head.bytes(), 0);
  }

  void Write(const std::vector<uint8_t>& bytes, uint64_t offset) const {
    ASSERT_EQ(pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset)),
              static_cast<ssize_t>(bytes.size()))
        << std::strerror(errno);
  }

  std::filesystem::path folder_;
  int fd_ = -1;
};

// Blocks of a scale and `code_bytes` bytes that are all `code`.
std::vector<uint8_t> Row(size_t blocks, uint16_t scale, size_t code_bytes, uint8_t code) {
  std::vector<uint8_t> row;
  for (size_t b = 0; b < blocks; ++b) {
    row.insert(row.end(), {static_cast<uint8_t>(scale), static_cast<uint8_t>(scale >> 8)});
    row.insert(row.end(), code_bytes, code);
  }
  return row;
}

float ProductWithOnes(const MatrixView& row) {
  const Activation x = *Activation::Make(std::vector<float>(kCols, 1.0f), ActivationType::kF32);
  std::vector<float> y(row.rows());
  EXPECT_TRUE(Gemv(row, x, y).ok());
  return y[0];
}

// 2.46e9 weights. Row 524,288 begins 2^31 weights in; if offsets were cut to 32 bits, it would be
// row 0.
TEST_F(LargeMatrix, OfMoreThanTwoToThe31Weights) {
  constexpr uint64_t kRows = 600'000;
  constexpr uint64_t kRowBytes = kCols / 128 * 18;
  GgufBytes head;
  head.Header(3, 1, 0).Tensor("w", {kCols, kRows}, 41, 0).PadTo(32);
  ASSERT_NO_FATAL_FAILURE(Create(head, head.size() + kRows * kRowBytes));
  if (IsSkipped()) return;
  // Bits of all ones and of three quarters ones: sums of 4096 and of 2048 times the scale.
  Write(Row(kCols / 128, 0x3C00, 16, 0xFF), head.size());
  Write(Row(kCols / 128, 0x4000, 16, 0x77), head.size() + 524'288 * kRowBytes);
  Write(Row(kCols / 128, 0x3800, 16, 0xFF), head.size() + (kRows - 1) * kRowBytes);

  const Result<GgufFile> file = GgufFile::Open(Path());
  ASSERT_TRUE(file.ok()) << file.error().message;
  const MatrixView w = *file->tensors()[0].Matrix();
  ASSERT_EQ(w.rows(), kRows);
  EXPECT_EQ(ProductWithOnes(*w.RowRange(0, 1)), 4096.0f);
  EXPECT_EQ(ProductWithOnes(*w.RowRange(524'287, 1)), 0.0f);
  EXPECT_EQ(ProductWithOnes(*w.RowRange(524'288, 1)), 4096.0f);
  EXPECT_EQ(ProductWithOnes(*w.RowRange(kRows - 1, 1)), 2048.0f);

  std::vector<float> rows(4 * kCols, -1.0f);
  const std::vector<uint32_t> indices = {599'999, 0, 524'288, 599'998};
  ASSERT_TRUE(DequantizeRows(w, indices, rows).ok());
  EXPECT_EQ(rows[0], 0.5f);
  EXPECT_EQ(rows[kCols], 1.0f);
  EXPECT_EQ(rows[2 * kCols], 2.0f);
  EXPECT_EQ(rows[2 * kCols + 3], -2.0f);
  EXPECT_EQ(rows[3 * kCols], 0.0f);
}

// A tensor of 4.25 GiB, then one that ends the file.
TEST_F(LargeMatrix, OfMoreThanFourGiB) {
  constexpr uint64_t kRowBytes = kCols / 32 * 34;
  constexpr uint64_t kRows = (uint64_t{1} << 30) / kCols * 4;
  static_assert(kRows * kRowBytes > uint64_t{4} << 30);
  GgufBytes head;
  head.Header(3, 2, 0);
  head.Tensor("large", {kCols, kRows}, 8, 0).Tensor("last", {kCols, 2}, 8, kRows * kRowBytes);
  head.PadTo(32);
  const uint64_t last = head.size() + kRows * kRowBytes;
  ASSERT_NO_FATAL_FAILURE(Create(head, last + 2 * kRowBytes));
  if (IsSkipped()) return;
  Write(Row(kCols / 32, 0x3C00, 32, 3), last + kRowBytes);
  Write(Row(kCols / 32, 0x3C00, 32, 0xFE), last - kRowBytes);

  const Result<GgufFile> file = GgufFile::Open(Path());
  ASSERT_TRUE(file.ok()) << file.error().message;
  const MatrixView large = *file->tensors()[0].Matrix();
  EXPECT_EQ(ProductWithOnes(*large.RowRange(kRows - 1, 1)), -2 * 4096.0f);
  const GgufTensor& tensor = **file->FindTensor("last");
  EXPECT_GT(tensor.offset, uint64_t{4} << 30);
  EXPECT_EQ(ProductWithOnes(*tensor.Matrix()->RowRange(0, 1)), 0.0f);
  EXPECT_EQ(ProductWithOnes(*tensor.Matrix()->RowRange(1, 1)), 3 * 4096.0f);
}

}  // namespace
}  // namespace packdot
