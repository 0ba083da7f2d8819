// GGUF type ids: sizes of all formats, ids that mean several things, ids that mean nothing here.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "packdot/format.h"
#include "packdot/gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_expect.h"

namespace packdot {
namespace {

// Written down once more, apart from the registry's list.
struct KnownLayout {
  const char* name;
  uint32_t type_id;
  size_t block_weights;
  size_t block_bytes;
};
constexpr KnownLayout kLayouts[] = {
    {"F32", 0, 1, 4},         {"F16", 1, 1, 2},         {"Q4_0", 2, 32, 18},
    {"Q4_1", 3, 32, 20},      {"Q5_0", 6, 32, 22},      {"Q5_1", 7, 32, 24},
    {"Q8_0", 8, 32, 34},      {"Q2_K", 10, 256, 84},    {"Q3_K", 11, 256, 110},
    {"Q4_K", 12, 256, 144},   {"Q5_K", 13, 256, 176},   {"Q6_K", 14, 256, 210},
    {"IQ2_XXS", 16, 256, 66}, {"IQ2_XS", 17, 256, 74},  {"IQ3_XXS", 18, 256, 98},
    {"IQ1_S", 19, 256, 50},   {"IQ4_NL", 20, 32, 18},   {"IQ3_S", 21, 256, 110},
    {"IQ2_S", 22, 256, 82},   {"IQ4_XS", 23, 256, 136}, {"IQ1_M", 29, 256, 56},
    {"BF16", 30, 1, 2},       {"TQ1_0", 34, 256, 54},   {"TQ2_0", 35, 256, 66},
    {"MXFP4", 39, 32, 17},    {"NVFP4", 40, 64, 36},    {"Q1_0", 41, 128, 18},
    {"Q2_0", 42, 64, 18},     {"STQ1_0", 43, 256, 42},  {"PQ2_0", 142, 128, 34},
    {"PTQ1_0", 143, 128, 28},
};

TEST(GgufTypeIds, EveryFormatHasItsSize) {
  constexpr uint64_t kCols = 512;
  constexpr uint64_t kRows = 3;
  GgufFileBytes bytes;
  uint64_t total = 0;
  for (const KnownLayout& layout : kLayouts) {
    const uint64_t size = kCols / layout.block_weights * layout.block_bytes * kRows;
    bytes.Tensor(layout.name, {kCols, kRows}, layout.type_id, size);
    total += size;
  }
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  ASSERT_EQ(file->tensors().size(), std::size(kLayouts));
  uint64_t reported = 0;
  for (size_t i = 0; i < std::size(kLayouts); ++i) {
    const GgufTensor& tensor = file->tensors()[i];
    ASSERT_NE(tensor.format, nullptr) << tensor.name;
    EXPECT_EQ(tensor.format->name, kLayouts[i].name);
    EXPECT_EQ(tensor.format->block_weights, kLayouts[i].block_weights) << tensor.name;
    EXPECT_EQ(tensor.format->block_bytes, kLayouts[i].block_bytes) << tensor.name;
    reported += tensor.bytes.size();
  }
  EXPECT_EQ(reported, total);
  EXPECT_EQ(Formats().size(), std::size(kLayouts));
}

// A matrix of `cols` columns, stored as `size` bytes under `type_id`, and a tensor that follows it.
GgufFileBytes Followed(uint32_t type_id, uint64_t cols, uint64_t rows, size_t size) {
  GgufFileBytes file;
  file.Tensor("matrix", {cols, rows}, type_id, size);
  file.Tensor("guard", {6}, Format::kF32);
  return file;
}

// Whether `tensor` was found to be of `format` and to have `size` bytes. The guard shows that what
// follows is found where it is.
void ExpectFormat(const Parsed& file, std::string_view format, size_t size) {
  ASSERT_TRUE(file.Opened());
  const GgufTensor& matrix = **file->FindTensor("matrix");
  ASSERT_NE(matrix.format, nullptr) << matrix.Matrix().error().message;
  EXPECT_EQ(matrix.format->name, format);
  EXPECT_EQ(matrix.bytes.size(), size);
  EXPECT_EQ(matrix.bytes[0], 37);  // the builder's first byte of the first tensor
  const Result<MatrixView> view = matrix.Matrix();
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->format(), matrix.format->format);
  const GgufTensor& guard = **file->FindTensor("guard");
  EXPECT_EQ(guard.bytes.size(), 24u);
  EXPECT_EQ(guard.bytes[0], 2 * 37);
}

testing::AssertionResult Refuses(const Parsed& file, ErrorCode code,
                                 const std::vector<std::string>& texts) {
  if (const auto opened = file.Opened(); !opened) return opened;
  const GgufTensor& matrix = **file->FindTensor("matrix");
  if (matrix.format != nullptr || !matrix.bytes.empty()) {
    return testing::AssertionFailure() << "taken for " << matrix.format->name;
  }
  const Error error = matrix.Matrix().error();
  if (error.code != code || error.offset != matrix.offset) {
    return testing::AssertionFailure() << ErrorName(error.code) << ": " << error.message;
  }
  for (const std::string& text : texts) {
    if (error.message.find(text) == std::string::npos) {
      return testing::AssertionFailure() << "no \"" << text << "\" in " << error.message;
    }
  }
  return testing::AssertionSuccess();
}

TEST(GgufTypeIds, TernaryLayoutsAreToldApartBySize) {
  ExpectFormat(Parsed(Followed(42, 4096, 8, 8 * 4096 / 64 * 18).Build()), "Q2_0", 9216);
  ExpectFormat(Parsed(Followed(42, 4096, 8, 8 * 4096 / 128 * 34).Build()), "PQ2_0", 8704);
  ExpectFormat(Parsed(Followed(142, 4096, 8, 8 * 4096 / 128 * 34).Build()), "PQ2_0", 8704);
  ExpectFormat(Parsed(Followed(42, 4096, 4, 4 * 4096 / 256 * 42).Build()), "STQ1_0", 2688);
  ExpectFormat(Parsed(Followed(43, 4096, 4, 4 * 4096 / 256 * 42).Build()), "STQ1_0", 2688);
}

TEST(GgufTypeIds, OtherLayoutsUnderTheirIdsAreRefused) {
  const size_t weights = 4 * 4096;
  ExpectFormat(Parsed(Followed(40, 4096, 4, weights / 64 * 36).Build()), "NVFP4", 9216);
  EXPECT_TRUE(Refuses(Parsed(Followed(40, 4096, 4, weights / 32 * 6).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 40", "3072 bytes", "NVFP4", "9216"}));
  ExpectFormat(Parsed(Followed(41, 4096, 4, weights / 128 * 18).Build()), "Q1_0", 2304);
  EXPECT_TRUE(Refuses(Parsed(Followed(41, 4096, 4, weights / 128 * 34).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 41", "4352 bytes", "Q1_0", "2304"}));
  EXPECT_TRUE(Refuses(Parsed(Followed(43, 4096, 4, weights / 64 * 18).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 43", "STQ1_0"}));
  EXPECT_TRUE(Refuses(Parsed(Followed(142, 4096, 4, weights / 128 * 28).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 142", "PQ2_0"}));
  EXPECT_TRUE(Refuses(Parsed(Followed(143, 4096, 4, weights / 128 * 34).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 143", "PTQ1_0"}));
  EXPECT_TRUE(Refuses(Parsed(Followed(42, 4096, 4, weights / 32 * 18).Build()),
                      ErrorCode::kAmbiguousFormat, {"type 42", "Q2_0", "PQ2_0", "STQ1_0"}));
}

// One row of 256 weights: Q2_0 has 72 bytes and PQ2_0 68, which padding makes 96 both.
TEST(GgufTypeIds, SizesThatTwoLayoutsShareSettleNothing) {
  const Parsed file(Followed(42, 256, 1, 72).Build());
  EXPECT_TRUE(Refuses(file, ErrorCode::kAmbiguousFormat,
                      {"96 bytes of room", "Q2_0 (type 42, 72 bytes)", "PQ2_0 (type 142, 68 bytes)",
                       "STQ1_0 (type 43, 42 bytes)"}));
  EXPECT_EQ((*file->FindTensor("matrix"))->span, 96u);
  EXPECT_EQ((*file->FindTensor("guard"))->bytes.size(), 24u);
  ExpectFormat(Parsed(Followed(42, 256, 1, 42).Build()), "STQ1_0", 42);
}

// A small tensor is settled by what the larger ones of its id are.
TEST(GgufTypeIds, AllTensorsOfAnIdAreOneLayout) {
  GgufFileBytes agreeing = Followed(42, 256, 1, 68);
  agreeing.Tensor("large", {4096, 2}, 42, 2 * 4096 / 128 * 34);
  agreeing.Tensor("end", {1}, Format::kF32);
  ExpectFormat(Parsed(agreeing.Build()), "PQ2_0", 68);

  GgufFileBytes mixed = Followed(42, 4096, 2, 2 * 4096 / 128 * 34);
  mixed.Tensor("other", {4096, 2}, 42, 2 * 4096 / 64 * 18);
  mixed.Tensor("end", {1}, Format::kF32);
  EXPECT_TRUE(Refuses(Parsed(mixed.Build()), ErrorCode::kAmbiguousFormat, {"type 42"}));
}

TEST(GgufTypeIds, RowsNarrowTheChoice) {
  // 192 columns are whole blocks of 64, not of 128 or 256.
  ExpectFormat(Parsed(Followed(42, 192, 1, 54).Build()), "Q2_0", 54);
  // 96 columns are whole blocks of none.
  EXPECT_TRUE(Refuses(Parsed(Followed(42, 96, 2, 64).Build()), ErrorCode::kAmbiguousFormat,
                      {"Q2_0 (type 42, not whole blocks)"}));
}

// The matrix is the last thing in the file, but for `trailing` bytes that belong to nothing.
GgufBytes Ending(uint32_t type_id, uint64_t cols, size_t size, size_t trailing) {
  GgufFileBytes file;
  file.Tensor("matrix", {cols, 1}, type_id, size);
  return file.Build().Zeros(trailing);
}

TEST(GgufTypeIds, TheEndOfTheFileSettlesAsWell) {
  const auto format = [](const GgufBytes& bytes) -> std::string_view {
    const Parsed file(bytes);
    const FormatInfo* const info = file.ok() ? file->tensors()[0].format : nullptr;
    return info == nullptr ? "none" : info->name;
  };
  EXPECT_EQ(format(Ending(42, 4096, 672, 0)), "STQ1_0");
  EXPECT_EQ(format(Ending(42, 4096, 1088, 0)), "PQ2_0");
  EXPECT_EQ(format(Ending(42, 4096, 1152, 0)), "Q2_0");
  // With and without the padding to 96 bytes, which leaves the other layout room, too.
  EXPECT_EQ(format(Ending(42, 256, 72, 0)), "Q2_0");
  EXPECT_EQ(format(Ending(42, 256, 68, 0)), "PQ2_0");
  EXPECT_EQ(format(Ending(42, 256, 72, 24)), "none");
  // Other trailing bytes are legal, but settle nothing where several layouts have room.
  EXPECT_EQ(format(Ending(42, 4096, 1152, 5)), "none");
  EXPECT_EQ(format(Ending(142, 4096, 1088, 5)), "PQ2_0");

  EXPECT_TRUE(Parsed(Ending(42, 4096, 671, 0)).FailedWith(ErrorCode::kTruncated, 96, "needs 672"));
  EXPECT_TRUE(Parsed(Ending(143, 4096, 895, 0)).FailedWith(ErrorCode::kTruncated, 96, "needs 896"));
}

TEST(GgufTypeIds, EmptyTensorsSettleNothingAndFollowTheRest) {
  GgufFileBytes file = Followed(42, 4096, 1, 672);
  file.Tensor("empty", {256, 0}, 42, 0);
  file.Tensor("end", {1}, Format::kF32);
  const Parsed parsed(file.Build());
  ExpectFormat(parsed, "STQ1_0", 672);
  EXPECT_EQ((*parsed->FindTensor("empty"))->format->name, "STQ1_0");
  EXPECT_TRUE(Refuses(Parsed(Followed(42, 256, 0, 0).Build()), ErrorCode::kAmbiguousFormat, {}));
}

TEST(GgufTypeIds, UnknownOnesAreListedAndTheRestIsUsable) {
  constexpr uint32_t kUnknown[] = {4,  5,  9,  15, 24, 25,  26,  27,       28,
                                   31, 36, 37, 38, 44, 141, 144, 1u << 31, 0xFFFFFFFF};
  for (const uint32_t type_id : kUnknown) {
    for (int place = 0; place < 5; ++place) {
      GgufFileBytes bytes;
      for (int i = 0; i < 5; ++i) {
        const std::string name = "t" + std::to_string(i);
        if (i == place) {
          bytes.Tensor(name, {100, 3}, type_id, 1000);
        } else {
          bytes.Tensor(name, {64, 2}, Format::kQ4_1);
        }
      }
      const Parsed file(bytes.Build());
      ASSERT_TRUE(file.Opened());
      ASSERT_EQ(file->tensors().size(), 5u);
      for (int i = 0; i < 5; ++i) {
        const GgufTensor& tensor = file->tensors()[static_cast<size_t>(i)];
        const Result<MatrixView> matrix = tensor.Matrix();
        EXPECT_EQ(matrix.ok(), i != place);
        if (i != place) continue;
        EXPECT_EQ(tensor.type_id, type_id);
        EXPECT_EQ(tensor.format, nullptr);
        EXPECT_TRUE(tensor.bytes.empty());
        EXPECT_EQ(tensor.NumWeights(), 300u);
        EXPECT_EQ(matrix.error().code, ErrorCode::kUnsupportedFormat);
        EXPECT_EQ(matrix.error().message, "tensor 't" + std::to_string(place) +
                                              "': unsupported type " + std::to_string(type_id));
      }
    }
  }
}

TEST(GgufTypeIds, UnknownDataMustStillBeginInTheFile) {
  GgufBytes file;
  file.Header(3, 1, 0).Tensor("a", {8}, 36, 0).PadTo(32);
  EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kTruncated, 64, "'a'"));
  file.Zeros(1);
  EXPECT_TRUE(Parsed(file).Opened());
}

TEST(GgufTypeIds, KnownDataMustNotReachIntoUnknown) {
  GgufBytes file;
  file.Header(3, 2, 0).Tensor("a", {16}, 0, 0).Tensor("b", {16}, 36, 32).PadTo(32).Zeros(256);
  EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kMalformed, 96, "tensor 'b' begins after 32"));
}

}  // namespace
}  // namespace packdot
