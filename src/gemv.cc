// The products: checks at the boundary, then row ranges to the kernels.
#include "packdot/gemv.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "src/arranged.h"
#include "src/parallel.h"
#include "src/registry.h"

namespace packdot {
namespace {

// Below this many weights a thread more costs more than it brings.
constexpr size_t kWeightsPerThread = size_t{1} << 16;
constexpr int kMostThreads = 256;

Result<int> NumThreads(const ThreadOptions& options, const MatrixView& w) {
  if (options.threads < 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "threads must not be negative, but is " + std::to_string(options.threads),
                 {}};
  }
  const size_t useful = w.rows() * w.cols() / kWeightsPerThread + 1;
  if (options.threads == 1 || useful == 1) return 1;
  const int wanted = options.threads == 0 ? DefaultThreads() : options.threads;
  return static_cast<int>(std::min(useful, static_cast<size_t>(std::min(wanted, kMostThreads))));
}

Status CheckSize(const char* what, size_t size, size_t expected, const char* expected_what) {
  if (size == expected) return {};
  return Error{ErrorCode::kShapeMismatch,
               std::string(what) + " has " + std::to_string(size) + " values, but the matrix has " +
                   std::to_string(expected) + " " + expected_what,
               {}};
}

}  // namespace

Status Gemv(const MatrixView& w, const Activation& x, std::span<float> y,
            const ThreadOptions& options) {
  if (Status s = CheckSize("x", x.size(), w.cols(), "columns"); !s.ok()) return s;
  if (Status s = CheckSize("y", y.size(), w.rows(), "rows"); !s.ok()) return s;
  const Result<int> threads = NumThreads(options, w);
  if (!threads.ok()) return threads.error();

  const Kernels& kernels = *KernelsFor(w.format());
  const Result<const uint8_t*> arranged = ActivationAccess::Arranged(x, kernels);
  if (!arranged.ok()) return arranged.error();
  const Kernels::Rows rows = x.type() == ActivationType::kQ8 ? kernels.rows_q8 : kernels.rows_f32;
  ParallelRanges(w.rows(), *threads, [&](size_t begin, size_t end) {
    rows(w.bytes().data() + begin * w.row_bytes(), w.row_bytes(), end - begin, w.cols(), *arranged,
         y.data() + begin);
  });
  return {};
}

Status Dequantize(const MatrixView& w, std::span<float> out, const ThreadOptions& options) {
  if (Status s = CheckSize("out", out.size(), w.rows() * w.cols(), "weights"); !s.ok()) return s;
  const Result<int> threads = NumThreads(options, w);
  if (!threads.ok()) return threads.error();

  const Kernels& kernels = *KernelsFor(w.format());
  ParallelRanges(w.rows(), *threads, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      kernels.dequantize(w.bytes().data() + r * w.row_bytes(), w.cols(), out.data() + r * w.cols());
    }
  });
  return {};
}

Status TermMagnitudes(const MatrixView& w, std::span<float> out) {
  if (Status s = CheckSize("out", out.size(), w.rows() * w.cols(), "weights"); !s.ok()) return s;
  const Kernels& kernels = *KernelsFor(w.format());
  const bool separate = kernels.magnitudes != nullptr;
  const Kernels::Weights weights = separate ? kernels.magnitudes : kernels.dequantize;
  for (size_t r = 0; r < w.rows(); ++r) {
    weights(w.bytes().data() + r * w.row_bytes(), w.cols(), out.data() + r * w.cols());
  }
  if (!separate) {
    for (float& magnitude : out) magnitude = std::fabs(magnitude);
  }
  return {};
}

}  // namespace packdot
