// What the demo compares fused products with.
#ifndef PACKDOT_TOOLS_PACKDOT_DEQUANTIZE_THEN_DOT_H_
#define PACKDOT_TOOLS_PACKDOT_DEQUANTIZE_THEN_DOT_H_

#include <span>

#include "packdot/matrix.h"
#include "packdot/result.h"

namespace packdot::cli {

// y = W x, each row first decoded to a buffer of floats by the library, on its best instruction
// set, and then multiplied by a plain loop. Each of `threads` threads takes a range of rows.
Status DequantizeThenDot(const MatrixView& w, std::span<const float> x, std::span<float> y,
                         int threads);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_DEQUANTIZE_THEN_DOT_H_
