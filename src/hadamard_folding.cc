// Looking up how a tensor is folded, and undoing it in its rows.
#include <algorithm>

#include "packdot/hadamard.h"
#include "src/gguf_cursor.h"
#include "src/hadamard_checks.h"

namespace packdot {

const HadamardFolding::Tensor* HadamardFolding::Find(const std::vector<Tensor>& tensors,
                                                     std::string_view name) {
  const auto found = std::ranges::lower_bound(tensors, name, {}, &Tensor::name);
  return found != tensors.end() && found->name == name ? &*found : nullptr;
}

Result<std::span<const int8_t>> HadamardFolding::signs(size_t width) const {
  if (empty()) return std::span<const int8_t>();
  if (width % block_ != 0) {
    return Error{
        ErrorCode::kShapeMismatch,
        std::to_string(width) + " values are not whole blocks of " + std::to_string(block_),
        {}};
  }
  if (!has_signs_) return std::span<const int8_t>();
  const auto found = std::ranges::lower_bound(signs_, width, {}, &Signs::width);
  if (found != signs_.end() && found->width == width) return std::span<const int8_t>(found->values);
  return Error{ErrorCode::kShapeMismatch,
               "the file has no signs for vectors of " + std::to_string(width) + " values",
               {}};
}

Status HadamardFolding::UnfoldRows(std::string_view tensor, std::span<float> rows) const {
  const Tensor* const inverse = Find(inverse_, tensor);
  if (inverse == nullptr || rows.empty()) return {};
  if (inverse->width == 0 || rows.size() % inverse->width != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(rows.size()) + " values are not whole rows of tensor " +
                     Quoted(tensor) + ", which have " + std::to_string(inverse->width),
                 {}};
  }
  const auto row_signs = signs(inverse->width);
  if (!row_signs.ok()) return row_signs.error();
  return InverseHadamardTransform(rows, block_, *row_signs);
}

}  // namespace packdot
