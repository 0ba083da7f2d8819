// How far a fused result may be from the exact sum: the bound that `packdot verify` checks.
#ifndef PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_
#define PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_

#include <cmath>
#include <cstddef>
#include <limits>

namespace packdot::cli {

// Roundings on the longest way of a term into a row's sum, on any target and for any format.
//
// A row's total has at least four lanes, and at least 16 columns go by for each addition to all of
// its lanes: cols / 16. On the way there a term of an f32 product meets up to 32 additions in its
// sub-block (integers, in the q8 product, are summed exactly) and up to 8 of sub-blocks; scales,
// codes and x are multiplied, accumulators folded and the lanes joined at the end, with less than
// 24 roundings more, those of the dequantized weight that the reference takes included.
//
// Where the tensor has a scale other than 1 there are three more: of y times the scale, and of the
// weight and of its magnitude times the scale, which are what y is compared with.
inline double Roundings(size_t cols, double scale = 1) {
  return static_cast<double>(cols) / 16 + (scale == 1 ? 64 : 67);
}

// |y - exact| for a row of `cols` weights, where `terms` is sum of (|scale * code| + |min|) * |x|,
// times the tensor's `scale` if it has one.
//
// If no term passes through more than k roundings, the error is at most gamma_k * terms with
// gamma_k = k u / (1 - k u) and u = 2^-24, in whatever order terms are added and whether
// multiply-adds are fused or not: (1 + u)^k - 1 <= gamma_k (Higham, Accuracy and Stability of
// Numerical Algorithms, lemma 3.1). Below the normal range a product's rounding is not relative:
// it is at most 2^-150, of which there are k for each column; a scale may enlarge them.
inline double ErrorBound(size_t cols, double terms, double scale = 1) {
  const double k = Roundings(cols, scale);
  const double ku = k * 0x1p-24;
  const double gamma = ku < 1 ? ku / (1 - ku) : std::numeric_limits<double>::infinity();
  const double underflow = k * static_cast<double>(cols) * 0x1p-150;
  return gamma * terms + underflow * std::fmax(1, std::fabs(scale));
}

// The error of one result as a share of its bound: not above 1 if it is right.
//
// Where the exact sum is not finite neither may y be. Where the terms together pass the range of
// f32, before or after the scale, a partial sum may overflow, so that an infinite or NaN y is right
// as well.
inline double ShareOfBound(size_t cols, double exact, double terms, float y, double scale = 1) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (!std::isfinite(exact)) return std::isfinite(y) ? kWrong : 0;
  if (!std::isfinite(y)) {
    const double largest = std::fmax(terms, terms / std::fabs(scale));
    return largest < std::numeric_limits<float>::max() ? kWrong : 0;
  }
  const double error = std::fabs(static_cast<double>(y) - exact);
  return error == 0 ? 0 : error / ErrorBound(cols, terms, scale);
}

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_ERROR_BOUND_H_
