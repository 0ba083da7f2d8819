// What this machine can do at best, measured beside what the library does.
#ifndef PACKDOT_BENCH_MACHINE_H_
#define PACKDOT_BENCH_MACHINE_H_

#include <cstdint>
#include <span>

namespace packdot::bench {

// Multiply-adds a second of one thread on the running target, in registers.
double Int8Peak();
double FmaPeak();

// Bytes a second that `threads` threads read of `bytes`, each its own part, which starts at an
// address aligned to 64.
double ReadBandwidth(std::span<const uint8_t> bytes, int threads);

}  // namespace packdot::bench

#endif  // PACKDOT_BENCH_MACHINE_H_
