// How far a product may be from the exact one.
#ifndef PACKDOT_TESTS_SUPPORT_ERROR_BOUND_H_
#define PACKDOT_TESTS_SUPPORT_ERROR_BOUND_H_

#include <cmath>
#include <cstddef>

namespace packdot::testing {

// A term that passes through k roundings of unit u = 2^-24 ends within a factor (1 + u)^k of what
// it was, so a sum of terms is off by at most ((1 + u)^k - 1) times the sum of their magnitudes, in
// whatever order they are added. k here: on any target a vector of sums has at least four lanes and
// takes in 16 columns between two additions to the same lane, hence cols / 16; and within a tile a
// term meets at most 64 roundings (four bytes each of up to eight planes, groups, scales, folds,
// the sum over lanes). A product that underflows adds up to 2^-150 for each of its roundings.
inline double ErrorBound(size_t cols, double magnitude) {
  const double k = static_cast<double>(cols) / 16 + 64;
  return std::expm1(k * std::log1p(0x1p-24)) * magnitude + k * static_cast<double>(cols) * 0x1p-150;
}

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_ERROR_BOUND_H_
