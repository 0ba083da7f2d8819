// The Walsh-Hadamard transform by its definition: a sum over the block for each result.
#ifndef PACKDOT_TESTS_SUPPORT_HADAMARD_ORACLE_H_
#define PACKDOT_TESTS_SUPPORT_HADAMARD_ORACLE_H_

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace packdot::testing {

// H x for each block of x; unsigned_entries: with |H| in place of H.
inline std::vector<double> HadamardOracle(std::span<const double> x, size_t block,
                                          bool unsigned_entries = false) {
  std::vector<double> y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t first = i - i % block;
    double sum = 0;
    for (size_t c = 0; c < block; ++c) {
      const bool negative = std::popcount(i % block & c) % 2 != 0 && !unsigned_entries;
      sum += negative ? -x[first + c] : x[first + c];
    }
    y[i] = sum / std::sqrt(static_cast<double>(block));
  }
  return y;
}

// x with its signs, one a value; none: as it is.
inline std::vector<double> WithSigns(std::span<const double> x, std::span<const int8_t> signs) {
  std::vector<double> y(x.begin(), x.end());
  for (size_t i = 0; i < signs.size(); ++i) y[i] *= signs[i];
  return y;
}

inline std::vector<int8_t> RandomSigns(size_t size, uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<int8_t> signs(size);
  for (int8_t& sign : signs) sign = generator() % 2 == 0 ? 1 : -1;
  return signs;
}

// How far each result of the transform in f32 may be off, as a multiple of the sum of magnitudes
// that HadamardOracle gives with unsigned entries. Each value is rounded in log2(block) additions
// and once in the product with 1 / sqrt(block), which is itself rounded.
inline double HadamardBound(size_t block) {
  const int roundings = std::countr_zero(block) + 2;
  return std::expm1(roundings * std::log1p(0x1p-24));
}

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_HADAMARD_ORACLE_H_
