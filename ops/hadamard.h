// The fast Walsh-Hadamard transform.
#ifndef PACKDOT_OPS_HADAMARD_H_
#define PACKDOT_OPS_HADAMARD_H_

#include <cstddef>
#include <cstdint>

namespace packdot {

inline constexpr size_t kLargestHadamardBlock = 4096;

// In place, for each `block` neighbours of the `size` values: x <- H (s * x), where H[r][c] =
// (-1)^popcount(r & c) / sqrt(block). `block` is a power of two up to kLargestHadamardBlock, `size`
// a multiple of it; `signs` are `size` times 1 or -1, or null: all 1. Allocates nothing. A value is
// rounded log2(block) + 1 times on its way into each result.
void TransformBlocks(float* x, size_t size, size_t block, const int8_t* signs);

}  // namespace packdot

#endif  // PACKDOT_OPS_HADAMARD_H_
