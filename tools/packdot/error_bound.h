// How far a fused result may be from the exact sum: the bound that `packdot verify` checks.
#ifndef PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_
#define PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_

#include <cmath>
#include <cstddef>
#include <limits>

#include "packdot/activation.h"

namespace packdot::cli {

// Roundings that a term of a row's sum passes through at most, on any target.
//
// A term meets a few on its way into an accumulator (the scale times the code or the activation's
// scale, the product) and a few when lanes and accumulators are joined in the end: 32 cover both.
// In between an accumulator's lane rounds once for each addition. The narrowest vectors have four
// lanes, so that with f32 activations, at one column an addition, that is cols / 4 times, and
// half as often again where mins are added to the same lanes, at two columns or more an addition.
// With q8 activations integers are summed exactly, four columns a lane and addition; the floats
// that come out of it are added, and mins likewise: cols / 16 of each.
inline double Roundings(ActivationType type, size_t cols) {
  const double n = static_cast<double>(cols);
  return 32 + (type == ActivationType::kF32 ? n * 3 / 8 : n / 8);
}

// |y - exact| for a row of `cols` weights, where `terms` is sum of (|scale * code| + |min|) * |x|.
//
// If each term passes through at most k roundings, the error is at most gamma_k * terms with
// gamma_k = k u / (1 - k u) and u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms,
// lemma 3.1), in whatever order terms are added and whether multiply-adds are fused or not. For a
// result below the normal range a rounding is not relative: at most 2^-150 each.
inline double ErrorBound(ActivationType type, size_t cols, double terms) {
  const double k = Roundings(type, cols);
  const double ku = k * 0x1p-24;
  const double gamma = ku < 1 ? ku / (1 - ku) : std::numeric_limits<double>::infinity();
  return gamma * terms + k * 0x1p-150;
}

// The error of one result as a share of its bound: not above 1 if it is right.
//
// Where the exact sum is not finite neither may y be. Where the terms together pass the range of
// f32 a partial sum may overflow, so that an infinite or NaN y is right as well.
inline double ShareOfBound(ActivationType type, size_t cols, double exact, double terms, float y) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (!std::isfinite(exact)) return std::isfinite(y) ? kWrong : 0;
  if (!std::isfinite(y)) return terms < std::numeric_limits<float>::max() ? kWrong : 0;
  const double error = std::fabs(static_cast<double>(y) - exact);
  return error == 0 ? 0 : error / ErrorBound(type, cols, terms);
}

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_
