// Seeded numbers that are the same with every compiler and standard library.
#ifndef PACKDOT_TOOLS_PACKDOT_RANDOM_H_
#define PACKDOT_TOOLS_PACKDOT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace packdot::cli {

// Mean 0, standard deviation 1.
std::vector<float> GaussianVector(size_t size, uint64_t seed);

// Student's t distribution with three degrees of freedom: outliers as activations have them.
std::vector<float> StudentVector(size_t size, uint64_t seed);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_RANDOM_H_
