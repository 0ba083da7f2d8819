// Type ids with several meanings: files of each are decoded right, and overrides where sizes tell
// nothing.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packdot/packdot.h"
#include "tests/oracle/oracle.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

// A file that must open, with its bytes.
class Opened {
 public:
  Opened(const GgufBytes& bytes, const std::vector<TypeOverride>& overrides)
      : bytes_(bytes.bytes()), file_(GgufFile::Parse(bytes_, {overrides})) {
    EXPECT_TRUE(file_.ok()) << file_.error().message;
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  const GgufTensor& Tensor(std::string_view name) const { return **file_->FindTensor(name); }

  std::string_view FormatOf(std::string_view name) const {
    const FormatInfo* const format = Tensor(name).format;
    return format == nullptr ? "none" : format->name;
  }

  std::vector<float> WeightsOf(std::string_view name) const {
    const Result<MatrixView> matrix = Tensor(name).Matrix();
    EXPECT_TRUE(matrix.ok()) << matrix.error().message;
    if (!matrix.ok()) return {};
    std::vector<float> weights(matrix->rows() * matrix->cols());
    EXPECT_TRUE(Dequantize(*matrix, weights).ok());
    return weights;
  }

 private:
  std::vector<uint8_t> bytes_;
  Result<GgufFile> file_;
};

// A matrix of these blocks under `type_id`, then a tensor that shows where it ends.
GgufBytes Guarded(uint32_t type_id, const std::vector<uint64_t>& dims,
                  const std::vector<uint8_t>& blocks) {
  GgufFileBytes file;
  file.Tensor("matrix", dims, type_id, std::span<const uint8_t>(blocks));
  const float guard = 1234.5f;
  file.Tensor("guard", {1}, static_cast<uint32_t>(Format::kF32),
              std::span<const uint8_t>(GgufBytes().Put(guard).bytes()));
  return file.Build();
}

// Codes 0, 1, 2 of -1, 0, 1 in blocks of `group`, each with the scale 0.5 before it.
std::vector<uint8_t> PackTernary(const std::vector<uint8_t>& codes, size_t group) {
  std::vector<uint8_t> blocks;
  for (size_t first = 0; first < codes.size(); first += group) {
    blocks.insert(blocks.end(), {0x00, 0x38});
    for (size_t j = 0; j < group; j += 4) {
      const uint8_t* const four = codes.data() + first + j;
      blocks.push_back(static_cast<uint8_t>(four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6));
    }
  }
  return blocks;
}

std::vector<uint8_t> RandomCodes(size_t count) {
  std::mt19937 random(7);
  std::vector<uint8_t> codes(count);
  for (uint8_t& code : codes) code = static_cast<uint8_t>(random() % 3);
  return codes;
}

std::vector<float> TernaryWeights(const std::vector<uint8_t>& codes) {
  std::vector<float> weights;
  for (const uint8_t code : codes) weights.push_back(0.5f * (static_cast<float>(code) - 1));
  return weights;
}

TEST(GgufCollisions, OneTernaryMatrixStoredInThreeWays) {
  const std::vector<uint8_t> codes = RandomCodes(size_t{8} * 4096);
  const std::vector<float> weights = TernaryWeights(codes);
  const std::pair<uint32_t, size_t> ways[] = {{42, 64}, {42, 128}, {142, 128}};
  for (const auto& [type_id, group] : ways) {
    const Opened file(Guarded(type_id, {4096, 8}, PackTernary(codes, group)), {});
    EXPECT_EQ(file.FormatOf("matrix"), group == 64 ? "Q2_0" : "PQ2_0");
    EXPECT_EQ(file.WeightsOf("matrix"), weights);
    EXPECT_EQ(file.WeightsOf("guard"), std::vector<float>{1234.5f});
  }
}

TEST(GgufCollisions, BlocksAreThoseOfTheFormatThatFits) {
  const std::pair<uint32_t, Format> cases[] = {
      {42, Format::kSTQ1_0}, {43, Format::kSTQ1_0},  {40, Format::kNVFP4},
      {41, Format::kQ1_0},   {143, Format::kPTQ1_0}, {42, Format::kQ2_0},
  };
  for (const auto& [type_id, format] : cases) {
    const FormatInfo& info = InfoOf(format);
    SCOPED_TRACE(std::string(info.name) + " under " + std::to_string(type_id));
    std::vector<uint8_t> blocks(4 * 4096 / info.block_weights * info.block_bytes);
    FillRandomBlocks(format, Mode::kRandom, 3, blocks);
    const Opened file(Guarded(type_id, {4096, 4}, blocks), {});
    EXPECT_EQ(file.FormatOf("matrix"), info.name);
    EXPECT_EQ(file.WeightsOf("matrix"), oracle::Values(format, blocks));
    EXPECT_EQ(file.WeightsOf("guard"), std::vector<float>{1234.5f});
  }
}

// One row of 256: Q2_0 has 72 bytes and PQ2_0 68, which padding makes 96 both.
TEST(GgufOverride, SaysWhatSizesDoNot) {
  const std::vector<uint8_t> codes = RandomCodes(256);
  for (const size_t group : {64, 128}) {
    const GgufBytes bytes = Guarded(42, {256, 1}, PackTernary(codes, group));
    const Opened refused(bytes, {});
    const Error error = refused.Tensor("matrix").Matrix().error();
    EXPECT_EQ(error.code, ErrorCode::kAmbiguousFormat);
    EXPECT_NE(error.message.find("an override of the type can say which"), std::string::npos);
    const Opened file(bytes, {{42, group == 64 ? Format::kQ2_0 : Format::kPQ2_0}});
    EXPECT_EQ(file.WeightsOf("matrix"), TernaryWeights(codes));
    EXPECT_EQ(file.WeightsOf("guard"), std::vector<float>{1234.5f});
  }
}

TEST(GgufOverride, GivesAnIdALayoutThatNobodyKnowsItBy) {
  const FormatInfo& info = InfoOf(Format::kTQ2_0);
  std::vector<uint8_t> blocks(4 * 4096 / info.block_weights * info.block_bytes);
  FillRandomBlocks(info.format, Mode::kRandom, 3, blocks);
  for (const uint32_t type_id : {41u, 43u, 143u, 36u, 200u}) {
    const GgufBytes bytes = Guarded(type_id, {4096, 4}, blocks);
    EXPECT_EQ(Opened(bytes, {}).FormatOf("matrix"), "none");
    const Opened file(bytes, {{type_id, info.format}});
    EXPECT_EQ(file.FormatOf("matrix"), "TQ2_0") << type_id;
    EXPECT_EQ(file.Tensor("matrix").type_id, type_id);
    EXPECT_EQ(file.WeightsOf("matrix"), oracle::Values(info.format, blocks));
  }
}

TEST(GgufOverride, OfWhatTheSizesTellAnywayIsHarmless) {
  const std::vector<uint8_t> codes = RandomCodes(4096);
  const Opened file(Guarded(42, {4096, 1}, PackTernary(codes, 128)), {{42, Format::kPQ2_0}});
  EXPECT_EQ(file.WeightsOf("matrix"), TernaryWeights(codes));
}

TEST(GgufOverride, OfAnIdThatTheFileDoesNotUseIsIgnored) {
  const std::vector<uint8_t> codes = RandomCodes(4096);
  const Opened file(Guarded(42, {4096, 1}, PackTernary(codes, 128)),
                    {{43, Format::kQ2_0}, {999, Format::kQ4_K}});
  EXPECT_EQ(file.FormatOf("matrix"), "PQ2_0");
}

void ExpectRefused(const GgufBytes& bytes, const std::vector<TypeOverride>& overrides,
                   ErrorCode code, const std::string& message) {
  const Result<GgufFile> file = GgufFile::Parse(bytes.bytes(), {overrides});
  ASSERT_FALSE(file.ok()) << message;
  EXPECT_EQ(ErrorName(file.error().code), ErrorName(code));
  EXPECT_EQ(file.error().message, message);
}

TEST(GgufOverride, ThatDoesNotFitIsRefused) {
  const std::string which = "byte 128: tensor 'matrix' does not fit the override of type ";
  ExpectRefused(Guarded(42, {4096, 1}, std::vector<uint8_t>(1152)), {{42, Format::kSTQ1_0}},
                ErrorCode::kShapeMismatch,
                which +
                    "42: as STQ1_0 it would have 672 bytes, and it has 1152 bytes of room and "
                    "could be Q2_0 (type 42, 1152 bytes), PQ2_0 (type 142, 1088 bytes), STQ1_0 "
                    "(type 43, 672 bytes)");
  // More than there is: 6 bytes for 32 weights, not 36 for 64.
  ExpectRefused(Guarded(40, {4096, 1}, std::vector<uint8_t>(768)), {{40, Format::kNVFP4}},
                ErrorCode::kShapeMismatch,
                which +
                    "40: as NVFP4 it would have 2304 bytes, and it has 768 bytes of room and "
                    "could be NVFP4 (type 40, 2304 bytes)");
  ExpectRefused(Guarded(36, {96, 1}, std::vector<uint8_t>(64)), {{36, Format::kQ2_0}},
                ErrorCode::kShapeMismatch,
                which + "36: as Q2_0 its rows are not whole blocks, and it has 64 bytes of room");
}

TEST(GgufOverride, MustFitEveryTensorOfTheId) {
  GgufFileBytes file;
  file.Tensor("a", {4096, 1}, 42, 1152).Tensor("b", {4096, 1}, 42, 1088).Tensor("c", {1}, 0, 4);
  EXPECT_EQ(Opened(file.Build(), {}).FormatOf("a"), "none");
  for (const Format format : {Format::kQ2_0, Format::kPQ2_0}) {
    const Result<GgufFile> opened = GgufFile::Parse(file.Build().bytes(), {{{42, format}}});
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::kShapeMismatch);
  }
}

// Bytes after the last tensor are legal, so that they leave the choice to the override; but not
// where another layout fills the file.
TEST(GgufOverride, AtTheEndOfTheFile) {
  GgufFileBytes exact;
  exact.Tensor("matrix", {4096, 1}, 42, 1152);
  const GgufBytes longer = exact.Build().Zeros(5);
  for (const Format format : {Format::kQ2_0, Format::kPQ2_0, Format::kSTQ1_0}) {
    EXPECT_EQ(Opened(longer, {{42, format}}).FormatOf("matrix"), InfoOf(format).name);
    const bool opens = GgufFile::Parse(exact.Build().bytes(), {{{42, format}}}).ok();
    EXPECT_EQ(opens, format == Format::kQ2_0);
  }
  GgufFileBytes small;  // of PTQ1_0 there would have to be more
  small.Tensor("matrix", {4096, 1}, 143, 672);
  EXPECT_EQ(Opened(small.Build(), {{143, Format::kSTQ1_0}}).FormatOf("matrix"), "STQ1_0");
}

TEST(GgufOverride, ThatNoFileCouldObeyIsRefused) {
  const GgufBytes bytes = Guarded(42, {4096, 1}, std::vector<uint8_t>(1152));
  ExpectRefused(bytes, {{2, Format::kQ8_0}}, ErrorCode::kInvalidArgument,
                "the override of type 2 is refused: it is Q4_0 in all files");
  ExpectRefused(bytes, {{42, static_cast<Format>(4)}}, ErrorCode::kInvalidArgument,
                "the override of type 42 is refused: no format has the id 4");
  ExpectRefused(bytes, {{42, Format::kQ2_0}, {42, Format::kPQ2_0}}, ErrorCode::kInvalidArgument,
                "the override of type 42 is refused: there is another one of that type");
  // Before the file is looked at.
  const Result<GgufFile> file = GgufFile::Open("/missing", {{{2, Format::kQ8_0}}});
  EXPECT_EQ(file.error().code, ErrorCode::kInvalidArgument);
}

TEST(GgufOverride, EmptyTensorsFollow) {
  GgufFileBytes file;
  file.Tensor("matrix", {256, 0}, 42, 0);
  EXPECT_EQ(Opened(file.Build(), {}).FormatOf("matrix"), "none");
  EXPECT_EQ(Opened(file.Build(), {{42, Format::kPQ2_0}}).FormatOf("matrix"), "PQ2_0");
}

}  // namespace
}  // namespace packdot::testing
