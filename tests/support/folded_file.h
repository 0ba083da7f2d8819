// A file with a folded matrix, a folded table and a tensor that is not folded.
#ifndef PACKDOT_TESTS_SUPPORT_FOLDED_FILE_H_
#define PACKDOT_TESTS_SUPPORT_FOLDED_FILE_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "packdot/packdot.h"
#include "tests/support/gguf_expect.h"
#include "tests/support/hadamard_keys.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {

struct MatrixShape {
  size_t rows;
  size_t cols;
  size_t block;  // of the transform
};

inline std::vector<uint8_t> RandomRows(Format format, const MatrixShape& shape) {
  const FormatInfo& info = InfoOf(format);
  std::vector<uint8_t> bytes(shape.rows * shape.cols / info.block_weights * info.block_bytes);
  FillRandomBlocks(format, Mode::kRandom, 1, bytes);
  return bytes;
}

// A file whose tensor "w" is folded, and with the same bytes a "table" of folded rows and a tensor
// "plain" that no key names.
class FoldedFile {
 public:
  FoldedFile(Format format, const MatrixShape& shape, std::span<const int8_t> signs,
             std::span<const uint8_t> data)
      : parsed_(Build(format, shape, signs, data)), folding_(HadamardFolding::Read(*parsed_)) {
    EXPECT_TRUE(folding_.ok()) << folding_.error().message;
  }

  const HadamardFolding& folding() const { return *folding_; }
  MatrixView Matrix(std::string_view tensor) const {
    return *(*parsed_->FindTensor(tensor))->Matrix();
  }

 private:
  static GgufBytes Build(Format format, const MatrixShape& shape, std::span<const int8_t> signs,
                         std::span<const uint8_t> data) {
    HadamardKeys keys(static_cast<uint32_t>(shape.block), {"w"});
    keys.SetNames("inverse_weight_names", {"table"});
    if (!signs.empty()) {
      keys.SetSigns({static_cast<int32_t>(signs.size())}, {signs.begin(), signs.end()});
    }
    GgufFileBytes file;
    keys.WriteTo(file);
    for (const char* name : {"w", "table", "plain"}) {
      file.Tensor(name, {shape.cols, shape.rows}, static_cast<uint32_t>(format), data);
    }
    return file.Build();
  }

  Parsed parsed_;
  Result<HadamardFolding> folding_;
};

inline FoldedInput InputOf(const HadamardFolding& folding, std::span<const float> x,
                           ActivationType type) {
  Result<FoldedInput> input = FoldedInput::Make(folding, x, type);
  EXPECT_TRUE(input.ok());
  return *std::move(input);
}

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_FOLDED_FILE_H_
