// Comparing fused products with dequantize-then-dot in double.
#ifndef PACKDOT_TOOLS_PACKDOT_VERIFICATION_H_
#define PACKDOT_TOOLS_PACKDOT_VERIFICATION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "packdot/activation.h"
#include "packdot/matrix.h"

namespace packdot::cli {

// The largest errors among the results of one product.
struct Deviation {
  double of_bound = 0;  // error / bound: above 1 is a failure
  double of_terms = 0;  // error / sum of |terms|: what a user would call the relative error
  size_t row = 0;       // that of_bound belongs to

  bool Passed() const { return of_bound <= 1; }
};

struct VerifyOptions {
  std::vector<ActivationType> activations;
  int threads = 0;
  uint64_t seed = 1;  // of the Gaussian x
};

// One Deviation per activation. `advance` is told every now and then of rows that are done; fails
// with `name` in the message.
std::vector<Deviation> Verify(const MatrixView& w, const std::string& name,
                              const VerifyOptions& options,
                              const std::function<void(size_t rows)>& advance);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_VERIFICATION_H_
