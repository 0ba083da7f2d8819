// The Box-Muller transform: std::normal_distribution differs between standard libraries.
#include "tools/packdot/random.h"

#include <cmath>
#include <numbers>
#include <random>

namespace packdot::cli {

std::vector<float> GaussianVector(size_t size, uint64_t seed) {
  std::mt19937_64 bits(seed);
  const auto uniform = [&bits] {  // in (0, 1], so that its logarithm is finite
    return static_cast<double>((bits() >> 11) + 1) * 0x1p-53;
  };
  std::vector<float> values(size);
  for (float& value : values) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    value = static_cast<float>(radius * std::cos(2 * std::numbers::pi * uniform()));
  }
  return values;
}

std::vector<float> StudentVector(size_t size, uint64_t seed) {
  const std::vector<float> gaussian = GaussianVector(4 * size, seed);
  std::vector<float> values(size);
  for (size_t i = 0; i < size; ++i) {
    const float* g = gaussian.data() + 4 * i;
    values[i] = g[0] / std::sqrt((g[1] * g[1] + g[2] * g[2] + g[3] * g[3]) / 3);
  }
  return values;
}

}  // namespace packdot::cli
