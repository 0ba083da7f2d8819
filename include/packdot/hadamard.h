// Weights that were folded with a Walsh-Hadamard transform: W' = W S H, so that W x = W' (H S x).
// Files say so in their prism.hadamard.* keys. docs/hadamard.md has the contract.
#ifndef PACKDOT_HADAMARD_H_
#define PACKDOT_HADAMARD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packdot/activation.h"
#include "packdot/gguf.h"
#include "packdot/result.h"

namespace packdot {

// In place, for each `block` neighbours of x: x <- H (s * x), with the symmetric H[r][c] =
// (-1)^popcount(r & c) / sqrt(block). `signs` are 1 or -1, one a column; x is one vector of as many
// values, or several, one after another. Empty: all signs are 1, and x is any number of blocks.
// kInvalidArgument unless block is a power of two up to 4096 and all signs are 1 or -1;
// kShapeMismatch unless a vector is whole blocks and x whole vectors. x is then as it was.
Status HadamardTransform(std::span<float> x, size_t block, std::span<const int8_t> signs = {});

// Likewise x <- s * (H x), which undoes HadamardTransform.
Status InverseHadamardTransform(std::span<float> x, size_t block,
                                std::span<const int8_t> signs = {});

// What the caller does for files that ask for more than the transform.
struct HadamardOptions {
  // Puts the input of linear-attention output projections into grouped value-head order, as
  // prism.hadamard.gdn_v_grouped says that they expect it. Such a file is refused otherwise.
  bool groups_value_heads = false;
};

// Which tensors of a file are folded, and how. Independent of the file once read.
class HadamardFolding {
 public:
  // Folds nothing.
  HadamardFolding() = default;

  // Folds nothing if the file has no prism.hadamard.* key. If it has one, all of the contract is
  // checked, and the message of a failure names the key or the tensor that breaks it:
  // kUnsupportedFormat for a version, transform, axis, sign mode, block or key that packdot does
  // not know, kWrongType, kShapeMismatch for widths that do not fit, else kMalformed.
  static Result<HadamardFolding> Read(const GgufFile& file, const HadamardOptions& options = {});

  bool empty() const { return block_ == 0; }
  size_t block() const { return block_; }  // 0 if empty
  size_t num_folded() const { return folded_.size(); }
  size_t num_inverse() const { return inverse_.size(); }
  bool value_heads_are_grouped() const { return value_heads_are_grouped_; }

  // Whether the tensor is to be multiplied by transformed inputs; see FoldedInput.
  bool FoldsInputOf(std::string_view tensor) const { return Find(folded_, tensor) != nullptr; }

  // Whether rows that are fetched from the tensor are to be transformed back; see UnfoldRows.
  bool InvertsRowsOf(std::string_view tensor) const { return Find(inverse_, tensor) != nullptr; }

  // The signs of vectors of `width` values; none if all are 1. kShapeMismatch if `width` is not
  // whole blocks, or the file has signs, but none of this width. Valid as long as the folding.
  Result<std::span<const int8_t>> signs(size_t width) const;

  // Transforms rows of the tensor back, as Dequantize gives them, if InvertsRowsOf it; else leaves
  // them. kShapeMismatch if they are not whole rows.
  Status UnfoldRows(std::string_view tensor, std::span<float> rows) const;

  // The PQ2_0 and PTQ1_0 tensors that no key names, in file order. They are taken as they are;
  // where a file has no keys at all they may be folded ones whose keys were lost.
  std::span<const std::string> plain_ternary() const { return plain_ternary_; }

 private:
  friend class HadamardReader;  // src/hadamard_reader.cc
  friend class FoldedInput;

  struct Tensor {
    std::string name;
    size_t width;
  };
  struct Signs {
    size_t width;
    std::vector<int8_t> values;
  };

  static const Tensor* Find(const std::vector<Tensor>& tensors, std::string_view name);

  size_t block_ = 0;
  bool has_signs_ = false;
  bool value_heads_are_grouped_ = false;
  std::vector<Tensor> folded_;   // by name
  std::vector<Tensor> inverse_;  // by name
  std::vector<Signs> signs_;     // by width
  std::vector<std::string> plain_ternary_;
};

// One input of matrices of which some are folded, of one vector or several as in an Activation:
// each of its two forms is made when it is first asked for, and shared by all matrices that want
// it. Thread-safe as long as nobody calls Assign.
class FoldedInput {
 public:
  // Copies x. The folding must outlive the FoldedInput. kShapeMismatch if x is not num_vectors (at
  // least 1) whole vectors; kOutOfMemory.
  static Result<FoldedInput> Make(const HadamardFolding& folding, std::span<const float> x,
                                  ActivationType type = ActivationType::kQ8,
                                  size_t num_vectors = 1);

  FoldedInput(FoldedInput&&) noexcept;
  FoldedInput& operator=(FoldedInput&&) noexcept;
  ~FoldedInput();

  // Replaces x; keeps the memory, so that a loop allocates only once. After a failure it is as
  // before.
  Status Assign(std::span<const float> x, size_t num_vectors = 1);

  // What the tensor is to be multiplied by: x, or its transform if the tensor is folded. Valid
  // until Assign. kShapeMismatch if the tensor is folded and of another width; kOutOfMemory.
  Result<const Activation*> For(std::string_view tensor) const;

 private:
  struct State;
  explicit FoldedInput(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace packdot

#endif  // PACKDOT_HADAMARD_H_
