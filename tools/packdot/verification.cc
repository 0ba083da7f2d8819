// Rows are decoded in batches; every activation is compared while they are there.
#include "tools/packdot/verification.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "packdot/gemv.h"
#include "tools/packdot/error_bound.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/random.h"

namespace packdot::cli {
namespace {

constexpr size_t kBatchWeights = 65536;

// A fused product and the values, exact in double, of what it was multiplied by.
struct Product {
  std::vector<double> x;
  std::vector<float> y;
  Deviation worst;
};

std::vector<double> ExactValues(const Activation& activation, std::span<const float> x) {
  if (activation.type() == ActivationType::kF32) return {x.begin(), x.end()};
  const auto values = activation.q8_values();
  const auto scales = activation.q8_scales();
  std::vector<double> exact(values.size());
  for (size_t j = 0; j < exact.size(); ++j) {
    exact[j] = static_cast<double>(values[j]) * static_cast<double>(scales[j / 32]);
  }
  return exact;
}

Product Multiply(const MatrixView& w, const std::string& name, ActivationType type,
                 const VerifyOptions& options) {
  const std::vector<float> x = GaussianVector(w.cols(), options.seed);
  const Activation activation = Unwrap(Activation::Make(x, type), name);
  std::vector<float> y(w.rows());
  Check(Gemv(w, activation, y, {.threads = options.threads}), name);
  return {ExactValues(activation, x), std::move(y), {}};
}

// A batch of rows as floats, with the sizes of the terms that each weight is made of.
struct Batch {
  std::vector<float> weights;
  std::vector<float> magnitudes;
};

Batch Decode(const MatrixView& w, const std::string& name, size_t first_row, size_t num_rows) {
  const MatrixView rows = Unwrap(w.RowRange(first_row, num_rows), name);
  Batch batch{std::vector<float>(num_rows * w.cols()), std::vector<float>(num_rows * w.cols())};
  Check(Dequantize(rows, batch.weights, {.threads = 1}), name);
  Check(TermMagnitudes(rows, batch.magnitudes), name);
  return batch;
}

void CompareRow(const float* weights, const float* magnitudes, float scale, size_t row,
                Product& product) {
  double exact = 0;
  double terms = 0;
  for (size_t j = 0; j < product.x.size(); ++j) {
    exact += static_cast<double>(weights[j]) * product.x[j];
    terms += static_cast<double>(magnitudes[j]) * std::fabs(product.x[j]);
  }
  const float y = product.y[row];
  const double share = ShareOfBound(product.x.size(), exact, terms, y, double{scale});
  if (share > product.worst.of_bound) {
    product.worst.of_bound = share;
    product.worst.row = row;
  }
  const double relative = std::fabs(static_cast<double>(y) - exact) / terms;  // NaN is no maximum
  if (relative > product.worst.of_terms) product.worst.of_terms = relative;
}

}  // namespace

std::vector<Deviation> Verify(const MatrixView& w, const std::string& name,
                              const VerifyOptions& options,
                              const std::function<void(size_t rows)>& advance) {
  std::vector<Product> products;
  for (const ActivationType type : options.activations) {
    products.push_back(Multiply(w, name, type, options));
  }
  const size_t batch_rows = std::max<size_t>(kBatchWeights / std::max<size_t>(w.cols(), 1), 1);
  for (size_t first = 0; first < w.rows(); first += batch_rows) {
    const size_t num_rows = std::min(batch_rows, w.rows() - first);
    const Batch batch = Decode(w, name, first, num_rows);
    for (size_t r = 0; r < num_rows; ++r) {
      for (Product& product : products) {
        CompareRow(batch.weights.data() + r * w.cols(), batch.magnitudes.data() + r * w.cols(),
                   w.scale(first + r), first + r, product);
      }
    }
    advance(num_rows);
  }
  std::vector<Deviation> worst;
  for (const Product& product : products) worst.push_back(product.worst);
  return worst;
}

}  // namespace packdot::cli
