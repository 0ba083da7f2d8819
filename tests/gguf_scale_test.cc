// Tensors X.scale beside X.weight: honoured where they are well-formed, an error where they are
// not.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
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

constexpr size_t kCols = 256;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

void PutF32(GgufFileBytes& file, const std::string& name, const std::vector<uint64_t>& dims,
            const std::vector<float>& values) {
  GgufBytes bytes;
  for (const float value : values) bytes.Put(value);
  file.Tensor(name, dims, static_cast<uint32_t>(Format::kF32),
              std::span<const uint8_t>(bytes.bytes()));
}

// NVFP4 with moderate scales.
void PutWeight(GgufFileBytes& file, const std::string& name, const std::vector<uint64_t>& dims) {
  size_t weights = 1;
  for (const uint64_t dim : dims) weights *= dim;
  std::vector<uint8_t> blocks(weights / 64 * 36);
  FillRandomBlocks(Format::kNVFP4, Mode::kDistinctSubScales, 4, blocks);
  file.Tensor(name, dims, static_cast<uint32_t>(Format::kNVFP4), std::span<const uint8_t>(blocks));
}

// A stack of four matrices of 3 rows, then its scale.
GgufBytes Experts(const std::vector<uint64_t>& dims, const std::vector<float>& values) {
  GgufFileBytes file;
  PutWeight(file, "up.weight", {kCols, 3, 4});
  PutF32(file, "up.scale", dims, values);
  return file.Build();
}

const GgufTensor& Weight(const Parsed& file) { return **file->FindTensor("up.weight"); }

std::vector<float> ProductWithOnes(const MatrixView& w) {
  return Product(w, ActivationOf(std::vector<float>(kCols, 1.0f), ActivationType::kF32));
}

TEST(GgufScale, HalvesTheProductsOfItsWeight) {
  GgufFileBytes bytes;
  PutF32(bytes, "blk.0.ffn_up.scale", {1}, {0.5f});
  PutWeight(bytes, "blk.0.ffn_up.weight", {kCols, 3});
  PutWeight(bytes, "blk.0.ffn_down.weight", {kCols, 3});  // the same blocks without a scale
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  const GgufTensor& up = file->tensors()[1];
  const GgufTensor& down = file->tensors()[2];
  EXPECT_EQ(up.scale, &file->tensors()[0]);
  ASSERT_EQ(up.scales.size(), 1u);
  EXPECT_EQ(up.scales[0], 0.5f);
  EXPECT_EQ(down.scale, nullptr);
  const std::vector<float> half = ProductWithOnes(*up.Matrix());
  const std::vector<float> whole = ProductWithOnes(*down.Matrix());
  for (size_t r = 0; r < 3; ++r) {
    EXPECT_NE(whole[r], 0.0f);
    EXPECT_EQ(half[r], whole[r] / 2);
  }
}

TEST(GgufScale, OneForEachMatrixOrOneForAll) {
  const Parsed plain(Experts({1}, {1.0f}));
  const std::vector<std::pair<std::vector<uint64_t>, std::vector<float>>> cases = {
      {{4}, {2.0f, 0.5f, -1.0f, 4.0f}},
      {{1, 4}, {2.0f, 0.5f, -1.0f, 4.0f}},
      {{1}, {0.25f}},
      {{}, {0.25f}},
  };
  for (const auto& [dims, values] : cases) {
    const Parsed file(Experts(dims, values));
    ASSERT_TRUE(file.Opened());
    const std::vector<float> all = ProductWithOnes(*Weight(file).Matrix());
    const std::vector<float> unscaled = ProductWithOnes(*Weight(plain).Matrix());
    for (size_t expert = 0; expert < 4; ++expert) {
      const float scale = values[values.size() == 1 ? 0 : expert];
      const std::vector<float> y = ProductWithOnes(*Weight(file).Matrix(expert));
      for (size_t r = 0; r < 3; ++r) {
        EXPECT_EQ(y[r], scale * unscaled[3 * expert + r]);
        EXPECT_EQ(all[3 * expert + r], y[r]);
      }
    }
  }
}

TEST(GgufScale, IsForAnyFormat) {
  for (const FormatInfo& info : Formats()) {
    GgufFileBytes bytes;
    bytes.Tensor("up.weight", {4096, 2}, info.format);
    PutF32(bytes, "up.scale", {1}, {0.5f});
    const Parsed file(bytes.Build());
    ASSERT_TRUE(file.Opened()) << info.name;
    EXPECT_EQ(Weight(file).Matrix()->scale(1), 0.5f) << info.name;
  }
}

TEST(GgufScale, OnlyThatNameIsOne) {
  GgufFileBytes bytes;
  for (const char* name : {"a.scale", "b.scales", "c.weight.scale", "d.input_scale"}) {
    PutF32(bytes, name, {1}, {0.5f});
  }
  for (const char* name : {"a.bias", "b.weight", "c.weight", "d.weight", "weight", ".weight"}) {
    PutWeight(bytes, name, {kCols, 1});
  }
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  for (const GgufTensor& tensor : file->tensors()) EXPECT_EQ(tensor.scale, nullptr) << tensor.name;
}

TEST(GgufScale, SurvivesAMoveOfTheFile) {
  const std::vector<uint8_t> bytes = Experts({4}, {2.0f, 0.5f, -1.0f, 4.0f}).bytes();
  Result<GgufFile> parsed = GgufFile::Parse(bytes);
  ASSERT_TRUE(parsed.ok());
  const GgufFile moved = *std::move(parsed);
  EXPECT_EQ((*moved.FindTensor("up.weight"))->Matrix()->scale(11), 4.0f);
}

// The weight must be refused by all ways to it, and the rest of the file be usable.
void ExpectRefused(const GgufBytes& bytes, const std::string& reason) {
  const Parsed file(bytes);
  ASSERT_TRUE(file.Opened());
  EXPECT_TRUE(Weight(file).scales.empty());
  for (const Result<MatrixView>& matrix : {Weight(file).Matrix(), Weight(file).Matrix(0)}) {
    ASSERT_FALSE(matrix.ok()) << reason;
    EXPECT_EQ(matrix.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(matrix.error().offset, Weight(file).scale->offset);
    EXPECT_EQ(matrix.error().message,
              "tensor 'up.weight': its scale, tensor 'up.scale', " + reason);
  }
}

TEST(GgufScale, OfAnotherCountIsRefused) {
  ExpectRefused(Experts({3}, {1, 1, 1}), "has 3 values, expected 1 or 4");
  ExpectRefused(Experts({12}, std::vector<float>(12, 1.0f)), "has 12 values, expected 1 or 4");
  ExpectRefused(Experts({0}, {}), "has 0 values, expected 1 or 4");
  GgufFileBytes matrix;
  PutWeight(matrix, "up.weight", {kCols, 3});
  PutF32(matrix, "up.scale", {3}, {1, 1, 1});  // one for each row is something else
  ExpectRefused(matrix.Build(), "has 3 values, expected 1");
}

TEST(GgufScale, OfAnotherTypeIsRefused) {
  GgufFileBytes half;
  PutWeight(half, "up.weight", {kCols, 3});
  half.Tensor("up.scale", {1}, Format::kF16);
  ExpectRefused(half.Build(), "is of F16, expected F32");
  GgufFileBytes unknown;
  PutWeight(unknown, "up.weight", {kCols, 3});
  unknown.Tensor("up.scale", {1}, 36, 4);
  ExpectRefused(unknown.Build(), "is of type 36, expected F32");
}

TEST(GgufScale, ThatIsNotFiniteIsRefused) {
  for (const float bad : {kNan, kInf, -kInf}) {
    ExpectRefused(Experts({4}, {1, 1, bad, 1}), "has a value that is not finite, number 2");
    ExpectRefused(Experts({1}, {bad}), "has a value that is not finite, number 0");
  }
}

TEST(GgufScale, ThatIsMalformedLeavesTheOthersAlone) {
  GgufFileBytes bytes;
  PutWeight(bytes, "up.weight", {kCols, 3});
  PutF32(bytes, "up.scale", {2}, {1, 1});
  PutWeight(bytes, "down.weight", {kCols, 3});
  PutF32(bytes, "down.scale", {1}, {3});
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_FALSE(Weight(file).Matrix().ok());
  EXPECT_EQ((*file->FindTensor("down.weight"))->Matrix()->scale(0), 3.0f);
  EXPECT_TRUE((*file->FindTensor("up.scale"))->Matrix().ok());
}

}  // namespace
}  // namespace packdot::testing
