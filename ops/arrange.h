// Activations in the order in which a format's codes come out, with all that does not depend on the
// row; what the vectors of a chunk are is said in ops/kernels.h.
#ifndef PACKDOT_OPS_ARRANGE_H_
#define PACKDOT_OPS_ARRANGE_H_

#include <cstddef>
#include <cstdint>

#include "ops/kernels.h"

namespace packdot {

// `kernels` are those of the running target, and not of a plain type. Inputs are padded with zeros
// to whole tiles, and their scales to whole blocks; `out` has room for all chunks of these tiles
// and is aligned to 64 bytes.
void ArrangeQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t num_tiles,
               uint8_t* out);
void ArrangeF32(const Kernels& kernels, const float* x, size_t num_tiles, uint8_t* out);

}  // namespace packdot

#endif  // PACKDOT_OPS_ARRANGE_H_
