// Activations as kernels read them: permuted into the order in which a format delivers its codes.
// Everything that does not depend on the row is done here, once. Driven by Layout and columns
// alone, so it is the same for every format and target.
#ifndef PACKDOT_SRC_ARRANGED_H_
#define PACKDOT_SRC_ARRANGED_H_

#include <cstddef>
#include <cstdint>

#include "ops/kernels.h"
#include "packdot/activation.h"

namespace packdot {

// Inputs are padded with zeros to a multiple of this, so that the arrangers need not look for their
// end: no tile has more columns.
inline constexpr size_t kPaddedColumns = 512;

// Bytes of the arranged form of `cols` columns.
size_t ArrangedQ8Bytes(const Kernels& kernels, size_t cols);
size_t ArrangedF32Bytes(const Kernels& kernels, size_t cols);

// `out` is aligned to 64 bytes.
void ArrangeQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t cols,
               uint8_t* out);
void ArrangeF32(const Kernels& kernels, const float* x, size_t cols, uint8_t* out);

// The library's way into an Activation.
struct ActivationAccess {
  // x arranged for the kernels, aligned to 64 bytes; made when first asked for. Thread-safe.
  static Result<const uint8_t*> Arranged(const Activation& x, const Kernels& kernels);
};

}  // namespace packdot

#endif  // PACKDOT_SRC_ARRANGED_H_
