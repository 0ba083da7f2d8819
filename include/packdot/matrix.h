// A weight matrix where it lies: packed rows, checked once, never copied.
#ifndef PACKDOT_MATRIX_H_
#define PACKDOT_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "packdot/format.h"
#include "packdot/result.h"

namespace packdot {

// Does not own the bytes, which must outlive it. Any byte address will do.
class MatrixView {
 public:
  // rows x cols weights, row after row. Fails with kShapeMismatch unless cols is a whole number of
  // blocks and `bytes` has exactly rows * cols / block_weights blocks; with kUnsupportedFormat if
  // there is no such format. Zero rows or columns are legal.
  static Result<MatrixView> Make(Format format, size_t rows, size_t cols,
                                 std::span<const uint8_t> bytes);

  // Rows first .. first + count of this matrix, as a matrix of their own over the same bytes. None
  // are legal, at the end as well. kOutOfRange if there are fewer rows.
  Result<MatrixView> RowRange(size_t first, size_t count) const;

  // This matrix times scales that its format does not hold: one for all rows, or one for each of
  // several equal runs of rows, as for each matrix of a stack. They replace those it had, are not
  // copied, and apply to whatever reads weights from the view. kShapeMismatch unless the rows are
  // so many equal runs; kInvalidArgument if a scale is not finite.
  Result<MatrixView> WithScales(std::span<const float> scales) const;

  bool has_scales() const { return !scales_.empty(); }
  // What the weights of row `row` < rows() are multiplied by: 1 without scales.
  float scale(size_t row) const {
    return scales_.empty() ? 1.0f : scales_[(first_row_ + row) / rows_per_scale_];
  }

  Format format() const { return format_; }
  size_t rows() const { return rows_; }
  size_t cols() const { return cols_; }
  size_t row_bytes() const { return row_bytes_; }
  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  MatrixView(Format format, size_t rows, size_t cols, size_t row_bytes,
             std::span<const uint8_t> bytes)
      : format_(format), rows_(rows), cols_(cols), row_bytes_(row_bytes), bytes_(bytes) {}

  Format format_;
  size_t rows_;
  size_t cols_;
  size_t row_bytes_;
  std::span<const uint8_t> bytes_;
  std::span<const float> scales_;
  size_t rows_per_scale_ = 0;
  size_t first_row_ = 0;  // of the rows that the scales are for
};

}  // namespace packdot

#endif  // PACKDOT_MATRIX_H_
