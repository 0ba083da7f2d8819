// Activations as kernels read them, one vector at a time.
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
void ArrangeVectorQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t cols,
                     uint8_t* out);
void ArrangeVectorF32(const Kernels& kernels, const float* x, size_t cols, uint8_t* out);

// The arranged vectors of an activation: multiples of 64 bytes, aligned to 64.
struct ArrangedVectors {
  const uint8_t* first;
  size_t stride;  // in bytes
};

// The library's way into an Activation.
struct ActivationAccess {
  // x arranged for the kernels; made when first asked for. Thread-safe.
  static Result<ArrangedVectors> Arranged(const Activation& x, const Kernels& kernels, int threads);
};

}  // namespace packdot

#endif  // PACKDOT_SRC_ARRANGED_H_
