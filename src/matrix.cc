// Checks a matrix once, so that kernels can trust it.
#include "packdot/matrix.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "packdot/format.h"

namespace packdot {

Result<MatrixView> MatrixView::Make(Format format, size_t rows, size_t cols,
                                    std::span<const uint8_t> bytes) {
  const FormatInfo* info = FindFormat(static_cast<uint32_t>(format));
  if (info == nullptr) {
    return Error{ErrorCode::kUnsupportedFormat,
                 "no format has the id " + std::to_string(static_cast<uint32_t>(format)),
                 {}};
  }
  const std::string name(info->name);
  if (cols % info->block_weights != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(cols) + " columns are not whole blocks of " + name +
                     ", which have " + std::to_string(info->block_weights) + " weights",
                 {}};
  }
  size_t row_bytes = 0, expected = 0;
  if (__builtin_mul_overflow(cols / info->block_weights, info->block_bytes, &row_bytes) ||
      __builtin_mul_overflow(row_bytes, rows, &expected)) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(rows) + " x " + std::to_string(cols) + " weights of " + name +
                     " are more than memory holds",
                 {}};
  }
  if (bytes.size() != expected) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(rows) + " x " + std::to_string(cols) + " weights of " + name +
                     " take " + std::to_string(expected) + " bytes, not " +
                     std::to_string(bytes.size()),
                 {}};
  }
  return MatrixView(format, rows, cols, row_bytes, bytes);
}

Result<MatrixView> MatrixView::RowRange(size_t first, size_t count) const {
  if (first > rows_ || count > rows_ - first) {
    return Error{ErrorCode::kOutOfRange,
                 std::to_string(count) + " rows from row " + std::to_string(first) +
                     " on, but the matrix has " + std::to_string(rows_) + " rows",
                 {}};
  }
  MatrixView range = *this;
  range.rows_ = count;
  range.first_row_ += first;
  range.bytes_ = bytes_.subspan(first * row_bytes_, count * row_bytes_);
  return range;
}

Result<MatrixView> MatrixView::WithScales(std::span<const float> scales) const {
  if (scales.empty() || rows_ % scales.size() != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(rows_) + " rows are not " + std::to_string(scales.size()) +
                     " equal runs, one for each scale",
                 {}};
  }
  const auto bad = std::ranges::find_if(scales, [](float scale) { return !std::isfinite(scale); });
  if (bad != scales.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 "scale number " + std::to_string(bad - scales.begin()) + " is not finite",
                 {}};
  }
  MatrixView scaled = *this;
  scaled.scales_ = scales;
  scaled.rows_per_scale_ = rows_ / scales.size();
  scaled.first_row_ = 0;
  return scaled;
}

}  // namespace packdot
