// The products: y = W x straight from the packed bits, and W as floats. W is what the view says,
// its scales included.
#ifndef PACKDOT_GEMV_H_
#define PACKDOT_GEMV_H_

#include <cstdint>
#include <span>

#include "packdot/activation.h"
#include "packdot/matrix.h"
#include "packdot/result.h"

namespace packdot {

struct ThreadOptions {
  // How many ranges of rows may be worked on at once. 0: as many as the process may use (see
  // DefaultThreads). Other values are obeyed up to 256; a matrix too small to share is not split.
  // Negative: kInvalidArgument. 1 never starts or wakes a thread.
  int threads = 0;
};

// y[r] = sum over j of W[r][j] * x[j]; x has w.cols() values, y w.rows().
// On a given target y[r] depends on row r and x alone, bit for bit: not on the number of threads,
// not on the other rows. See docs/exactness.md for the bounds.
Status Gemv(const MatrixView& w, const Activation& x, std::span<float> y,
            const ThreadOptions& options = {});

// The same for every vector of x: y[v * w.rows() + r] = sum over j of W[r][j] * x_v[j], bit for bit
// what Gemv gives for x_v alone. A row is unpacked once for four vectors.
Status Gemm(const MatrixView& w, const Activation& x, std::span<float> y,
            const ThreadOptions& options = {});

// out[r * cols + j] = W[r][j], bit for bit what the format's reference decoder gives (for formats
// with a min: one of its two correct roundings, multiply-add fused or not), times the row's scale.
Status Dequantize(const MatrixView& w, std::span<float> out, const ThreadOptions& options = {});

// out[i * cols + j] = W[indices[i]][j]: the look-up in a table of embeddings. The same bits as
// Dequantize gives; rows in any order, any number of times. kOutOfRange, naming the position and
// the index, if there is no such row; then nothing is written.
Status DequantizeRows(const MatrixView& w, std::span<const uint32_t> indices, std::span<float> out,
                      const ThreadOptions& options = {});

// out[r * cols + j] = |scale * code| + |min| of the weight: what the error bound of Gemv multiplies
// |x[j]| with. Where a format has mins this is more than |W[r][j]|, for the two may cancel.
Status TermMagnitudes(const MatrixView& w, std::span<float> out);

// The smaller of the process's CPU mask and its cgroup's quota (rounded down, at least 1).
int DefaultThreads();

}  // namespace packdot

#endif  // PACKDOT_GEMV_H_
