// What is asked of a Hadamard transform, for those that have checked the rest by themselves.
#ifndef PACKDOT_SRC_HADAMARD_CHECKS_H_
#define PACKDOT_SRC_HADAMARD_CHECKS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace packdot {

inline constexpr char kHadamardBlocks[] = "a power of two from 1 to 4096";
bool IsHadamardBlock(uint64_t block);

// HadamardTransform of what has passed its checks.
void TransformVectors(std::span<float> x, size_t block, std::span<const int8_t> signs);

}  // namespace packdot

#endif  // PACKDOT_SRC_HADAMARD_CHECKS_H_
