// GGUF tensors: shapes, names, alignment, and data that must lie in the file and not overlap.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "packdot/gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_expect.h"

namespace packdot {
namespace {

using namespace std::string_literals;

constexpr uint32_t kTypeF32 = 0;

// One tensor named "a" as described, then plenty of zeros. Its number of dimensions is at byte 33.
GgufBytes OneTensor(const std::vector<uint64_t>& dims, uint32_t type_id, uint64_t offset = 0) {
  GgufBytes file;
  file.Header(3, 1, 0).Tensor("a", dims, type_id, offset);
  return file.PadTo(32).Zeros(4096);
}

// Each tensor's bytes must be where its offset says, inside the file.
void ExpectBytesInPlace(const GgufFile& file, const std::vector<uint8_t>& whole) {
  for (const GgufTensor& tensor : file.tensors()) {
    if (tensor.bytes.empty()) continue;
    ASSERT_LE(tensor.offset + tensor.bytes.size(), whole.size());
    EXPECT_TRUE(std::equal(tensor.bytes.begin(), tensor.bytes.end(),
                           whole.begin() + static_cast<ptrdiff_t>(tensor.offset)))
        << tensor.name;
  }
}

TEST(GgufShapes, OneToFourDimensions) {
  const std::vector<std::vector<uint64_t>> shapes = {{64}, {64, 3}, {64, 3, 5}, {64, 3, 5, 2}};
  uint64_t rows = 1;
  for (const std::vector<uint64_t>& dims : shapes) {
    const Parsed file(GgufFileBytes().Tensor("a", dims, Format::kQ8_0).Build());
    ASSERT_TRUE(file.Opened());
    const GgufTensor& tensor = file->tensors()[0];
    EXPECT_EQ(tensor.num_dims, dims.size());
    if (dims.size() > 1) rows *= dims.back();
    EXPECT_EQ(tensor.NumWeights(), 64 * rows);
    EXPECT_EQ(tensor.bytes.size(), rows * 2 * 34);
    const Result<MatrixView> matrix = tensor.Matrix();
    ASSERT_TRUE(matrix.ok()) << matrix.error().message;
    EXPECT_EQ(matrix->rows(), rows);
    EXPECT_EQ(matrix->cols(), 64u);
    EXPECT_EQ(matrix->bytes().data(), tensor.bytes.data());
  }
}

TEST(GgufShapes, NoDimensionsAreOneWeight) {
  const Parsed file(OneTensor({}, kTypeF32));
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(file->tensors()[0].num_dims, 0u);
  EXPECT_EQ(file->tensors()[0].NumWeights(), 1u);
  EXPECT_EQ(file->tensors()[0].bytes.size(), 4u);
  EXPECT_TRUE(Parsed(OneTensor({}, 2)).FailedWith(ErrorCode::kShapeMismatch, 37, "Q4_0"));
}

TEST(GgufShapes, MoreThanFourDimensionsAreRefused) {
  for (const size_t count : {5u, 9u}) {
    EXPECT_TRUE(Parsed(OneTensor(std::vector<uint64_t>(count, 1), kTypeF32))
                    .FailedWith(ErrorCode::kMalformed, 33, std::to_string(count) + " dimensions"));
  }
  GgufBytes most;
  most.Header(3, 1, 0).String("a").Put(0xFFFFFFFFu).Zeros(4096);
  EXPECT_TRUE(
      Parsed(most).FailedWith(ErrorCode::kMalformed, 33, "tensor 'a': 4294967295 dimensions"));
}

TEST(GgufShapes, ProductsThatWrapAreRefused) {
  const uint64_t p32 = uint64_t{1} << 32;
  const uint64_t p60 = uint64_t{1} << 60;
  const std::vector<std::vector<uint64_t>> shapes = {
      {p32, p32},          // 2^64: 0
      {p32, p32, 0},       // 0, but the rows of its transpose would wrap
      {0, p32, p32},       //
      {p32, p32 / 4 + 1},  // more than 2^62: 4 bytes each wrap
      {p60 + 1},           //
      {~uint64_t{0}},      //
      {3, p60, 3, ~uint64_t{0}},
  };
  for (const std::vector<uint64_t>& dims : shapes) {
    EXPECT_TRUE(Parsed(OneTensor(dims, kTypeF32)).FailedWith(ErrorCode::kMalformed, 37, "2^60"));
  }
  // The most that passes is still found to be more than the file has, without wrapping.
  EXPECT_TRUE(Parsed(OneTensor({p60}, kTypeF32))
                  .FailedWith(ErrorCode::kTruncated, 64, "needs 4611686018427387904 bytes"));
}

TEST(GgufShapes, RowsMustBeWholeBlocks) {
  EXPECT_TRUE(Parsed(OneTensor({48, 2}, 2))
                  .FailedWith(ErrorCode::kShapeMismatch, 37,
                              "tensor 'a': rows of 48 weights are not whole blocks of 32"));
  // Enough weights for whole blocks in all, but not in each row.
  EXPECT_TRUE(Parsed(OneTensor({128, 2}, 12)).FailedWith(ErrorCode::kShapeMismatch, 37, "Q4_K"));
}

TEST(GgufShapes, EmptyTensorsAreLegal) {
  const std::vector<std::vector<uint64_t>> shapes = {{1, 0}, {0}, {4, 0}, {0, 4}, {0, 0, 3}};
  for (const std::vector<uint64_t>& dims : shapes) {
    GgufBytes alone;
    alone.Header(3, 1, 0).Tensor("empty", dims, kTypeF32, 0);  // and the file ends: no data at all
    const Parsed file(alone);
    ASSERT_TRUE(file.Opened());
    EXPECT_EQ(file->tensors()[0].NumWeights(), 0u);
    EXPECT_TRUE(file->tensors()[0].bytes.empty());
    const Result<MatrixView> matrix = file->tensors()[0].Matrix();
    ASSERT_TRUE(matrix.ok()) << matrix.error().message;
    EXPECT_EQ(matrix->cols(), dims[0]);
    EXPECT_EQ(matrix->rows(), file->tensors()[0].dims[1] * file->tensors()[0].dims[2]);
    EXPECT_TRUE(matrix->bytes().empty());

    const GgufBytes between = GgufFileBytes()
                                  .Tensor("before", {5}, Format::kF32)
                                  .Tensor("empty", dims, Format::kF32)
                                  .Tensor("after", {7}, Format::kF32)
                                  .Build();
    const Parsed three(between);
    ASSERT_TRUE(three.Opened());
    EXPECT_EQ((*three->FindTensor("before"))->bytes.size(), 20u);
    EXPECT_TRUE((*three->FindTensor("empty"))->bytes.empty());
    EXPECT_EQ((*three->FindTensor("after"))->bytes.size(), 28u);
    ExpectBytesInPlace(*three, between.bytes());
  }
}

TEST(GgufAlignment, AMultipleOfEightOrAPowerOfTwo) {
  for (const uint32_t alignment : {1u, 2u, 4u, 8u, 24u, 48u, 1u << 20}) {
    GgufFileBytes bytes(3, alignment);
    bytes.Key("general.alignment", GgufType::kUint32).Put(alignment);
    bytes.Tensor("a", {3}, Format::kF32).Tensor("b", {5}, Format::kF32);
    const GgufBytes built = bytes.Build();
    const Parsed file(built);
    ASSERT_TRUE(file.Opened()) << alignment;
    EXPECT_EQ(file->alignment(), alignment);
    for (const GgufTensor& tensor : file->tensors()) EXPECT_EQ(tensor.offset % alignment, 0u);
    ExpectBytesInPlace(*file, built.bytes());
    EXPECT_EQ(built.size(), file->tensors()[1].offset + 20);
  }
}

TEST(GgufAlignment, OthersAreRefused) {
  for (const uint32_t alignment : {0u, 3u, 7u, 12u, (1u << 30) + 8, 1u << 31, 0xFFFFFFFFu}) {
    GgufBytes file;
    file.Header(3, 1, 1).Key("general.alignment", GgufType::kUint32).Put(alignment);
    file.Tensor("a", {3}, kTypeF32, 0).PadTo(32).Zeros(64);
    EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kMalformed, 32, std::to_string(alignment)));
  }
}

// Legal, but then the data of this file would have to start beyond its end.
TEST(GgufAlignment, TheLargestLegalOne) {
  GgufBytes file;
  file.Header(3, 1, 1).Key("general.alignment", GgufType::kUint32).Put(1u << 30);
  file.Tensor("a", {3}, kTypeF32, 0).PadTo(32).Zeros(64);
  EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kTruncated, 1u << 30));
}

TEST(GgufAlignment, MustBeOfTypeU32) {
  const auto verdict = [](GgufType type, const GgufBytes& value) {
    GgufBytes file;
    file.Header(3, 0, 1).Key("general.alignment", type).Append(value);
    return Parsed(file).FailedWith(ErrorCode::kMalformed, 32, "expected u32");
  };
  EXPECT_TRUE(verdict(GgufType::kUint64, GgufBytes().Put(uint64_t{32})));
  EXPECT_TRUE(verdict(GgufType::kInt32, GgufBytes().Put(int32_t{-32})));
  EXPECT_TRUE(verdict(GgufType::kString, GgufBytes().String("32")));
}

TEST(GgufAlignment, OffsetsMustBeMultiples) {
  for (const uint64_t offset : {1u, 16u, 31u, 33u}) {
    EXPECT_TRUE(Parsed(OneTensor({3}, kTypeF32, offset))
                    .FailedWith(ErrorCode::kMalformed, 49, "multiple of the alignment, 32"));
  }
}

GgufFileBytes ThreeTensors() {
  GgufFileBytes file;
  file.Key("general.name", GgufType::kString).String("three");
  file.Tensor("first", {32, 2}, Format::kQ4_0);
  file.Tensor("second", {5}, Format::kF32);
  file.Tensor("third", {256}, Format::kQ6_K);
  return file;
}

TEST(GgufData, MayEndTheFileWithoutPadding) {
  const GgufBytes built = ThreeTensors().Build();
  const Parsed file(built);
  ASSERT_TRUE(file.Opened());
  const GgufTensor& last = file->tensors()[2];
  EXPECT_EQ(last.bytes.size(), 210u);
  EXPECT_EQ(last.offset + last.bytes.size(), built.size());
  EXPECT_EQ(last.span, 210u);
  EXPECT_EQ(file->tensors()[0].span, 64u);  // 36 and the padding
  ExpectBytesInPlace(*file, built.bytes());
}

TEST(GgufData, NoCutOfAFileIsAccepted) {
  const std::vector<uint8_t> whole = ThreeTensors().Build().bytes();
  for (size_t size = 0; size < whole.size(); ++size) {
    const Parsed file(
        std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)));
    const ErrorCode code = size < 4 ? ErrorCode::kNotGguf : ErrorCode::kTruncated;
    EXPECT_TRUE(file.FailedWith(code)) << size;
  }
}

TEST(GgufData, BeyondTheEndIsRefusedNamingBothSizes) {
  EXPECT_TRUE(Parsed(OneTensor({1025}, kTypeF32))
                  .FailedWith(ErrorCode::kTruncated, 64,
                              "'a' needs 4100 bytes of data, but the file ends after 4096"));
  EXPECT_TRUE(Parsed(OneTensor({1024}, kTypeF32)).Opened());
  EXPECT_TRUE(Parsed(OneTensor({9}, kTypeF32, 4096 - 32))
                  .FailedWith(ErrorCode::kTruncated, 64 + 4096 - 32, "ends after 32"));
  EXPECT_TRUE(Parsed(OneTensor({8}, kTypeF32, 4096 - 32)).Opened());
  EXPECT_TRUE(
      Parsed(OneTensor({8}, kTypeF32, 4096)).FailedWith(ErrorCode::kTruncated, 64 + 4096, "'a'"));
}

// Added to where the data start, these would wrap, or pass the end.
TEST(GgufData, FarOffsetsAreRefused) {
  for (const uint64_t offset : {~uint64_t{31}, uint64_t{1} << 63, uint64_t{1} << 32}) {
    for (const uint64_t cols : {8u, 0u}) {
      EXPECT_TRUE(Parsed(OneTensor({cols}, kTypeF32, offset))
                      .FailedWith(ErrorCode::kTruncated, 49, "'a': data offset"));
    }
  }
}

TEST(GgufData, ATensorNeedsDataEvenWhereTheFileEndsBeforeThem) {
  GgufBytes file;
  file.Header(3, 1, 0).Tensor("a", {1}, kTypeF32, 0);  // 57 bytes: the data would start at 64
  ASSERT_EQ(file.size(), 57u);
  for (size_t zeros = 0; zeros <= 10; ++zeros) {
    EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kTruncated, 64, "'a' needs 4 bytes"));
    file.Zeros(1);
  }
  EXPECT_TRUE(Parsed(file).Opened());
}

// Tensors "a" and "b" of 16 floats each at the offsets given, in a file with 256 bytes of data.
GgufBytes TwoTensors(uint64_t a, uint64_t b) {
  GgufBytes file;
  file.Header(3, 2, 0).Tensor("a", {16}, kTypeF32, a).Tensor("b", {16}, kTypeF32, b);
  return file.PadTo(32).Zeros(256);
}

TEST(GgufData, OverlapIsRefusedNamingBothTensors) {
  EXPECT_TRUE(Parsed(TwoTensors(0, 32))
                  .FailedWith(ErrorCode::kMalformed, 96,
                              "'a' needs 64 bytes of data, but tensor 'b' begins after 32"));
  EXPECT_TRUE(
      Parsed(TwoTensors(96, 64))
          .FailedWith(ErrorCode::kMalformed, 160, "'b' needs 64 bytes of data, but tensor 'a'"));
  EXPECT_TRUE(
      Parsed(TwoTensors(64, 64)).FailedWith(ErrorCode::kMalformed, 160, "'b' begins after 0"));
}

TEST(GgufData, AnyOrderAndGapsAreLegal) {
  for (const auto& [a, b] :
       std::vector<std::pair<uint64_t, uint64_t>>{{64, 0}, {0, 192}, {96, 32}}) {
    const Parsed file(TwoTensors(a, b));
    ASSERT_TRUE(file.Opened());
    EXPECT_EQ(file->tensors()[0].name, "a");
    EXPECT_EQ(file->tensors()[0].offset, 96 + a);
    EXPECT_EQ(file->tensors()[1].offset, 96 + b);
    EXPECT_EQ(file->tensors()[1].bytes.size(), 64u);
  }
}

TEST(GgufNames, AreKeptWhole) {
  const std::string names[] = {std::string(63, 'n'),
                               std::string(64, 'n'),
                               std::string(200, 'n'),
                               "nul\0a"s,
                               "nul\0b"s,
                               "nul",
                               "",
                               "blk.1.weight",
                               "blk.10.weight"};
  GgufFileBytes bytes;
  uint64_t cols = 0;
  for (const std::string& name : names) bytes.Tensor(name, {++cols}, Format::kF32);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  cols = 0;
  for (const std::string& name : names) {
    const Result<const GgufTensor*> tensor = file->FindTensor(name);
    ASSERT_TRUE(tensor.ok()) << name;
    EXPECT_EQ((*tensor)->name, name);
    EXPECT_EQ((*tensor)->dims[0], ++cols);
  }
}

TEST(GgufNames, ThatAreMissingAreNotFound) {
  const Parsed file(ThreeTensors().Build());
  ASSERT_TRUE(file.Opened());
  for (const std::string& name : {"fourth"s, "first\0"s, "firs"s, ""s}) {
    const Result<const GgufTensor*> tensor = file->FindTensor(name);
    ASSERT_FALSE(tensor.ok());
    EXPECT_EQ(tensor.error().code, ErrorCode::kNotFound);
  }
  EXPECT_EQ(file->FindTensor("fourth").error().message, "no tensor 'fourth'");
}

TEST(GgufNames, DuplicatesAreRefusedByName) {
  GgufFileBytes bytes;
  bytes.Tensor("twice", {4}, Format::kF32);  // its name is at byte 32
  bytes.Tensor("once", {4}, Format::kF32);
  bytes.Tensor("twice", {32}, Format::kQ8_0);
  EXPECT_TRUE(Parsed(bytes.Build())
                  .FailedWith(ErrorCode::kDuplicateName, 32 + 37 + 36,
                              "tensor 'twice' was at byte 32 already"));
}

TEST(GgufNames, AHundredThousandOfThem) {
  GgufFileBytes bytes;
  for (int i = 0; i < 100000; ++i) {
    bytes.Tensor("blk." + std::to_string(i) + ".weight", {1}, Format::kF32);
  }
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(*file->FindTensor("blk.77777.weight"), &file->tensors()[77777]);
}

}  // namespace
}  // namespace packdot
