// What the running target can do at best, for benchmarks to compare with.
#ifndef PACKDOT_OPS_PROBE_PEAK_H_
#define PACKDOT_OPS_PROBE_PEAK_H_

#include <cstddef>

namespace packdot {

// Each does `steps` steps in registers and returns how many multiply-adds these were.
size_t RunInt8Peak(size_t steps);  // int8 products as the kernels add them up
size_t RunFmaPeak(size_t steps);   // f32

// Reads `size` bytes, a multiple of 4096, from an address aligned to 64; returns a value that
// depends on all of them.
int SumBytes(const void* bytes, size_t size);

}  // namespace packdot

#endif  // PACKDOT_OPS_PROBE_PEAK_H_
