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

Result<int> NumThreads(const ThreadOptions& options, const MatrixView& w, size_t num_vectors = 1) {
  if (options.threads < 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "threads must not be negative, but is " + std::to_string(options.threads),
                 {}};
  }
  const size_t useful = w.rows() * w.cols() / kWeightsPerThread * num_vectors + 1;
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

Status CheckResults(size_t size, size_t rows, size_t num_vectors) {
  if (num_vectors == 1) return CheckSize("y", size, rows, "rows");
  size_t expected = 0;
  if (!__builtin_mul_overflow(rows, num_vectors, &expected) && size == expected) return {};
  return Error{ErrorCode::kShapeMismatch,
               "y has " + std::to_string(size) + " values, but the product " +
                   std::to_string(rows) + " rows times " + std::to_string(num_vectors) + " vectors",
               {}};
}

// `y` is what the kernels gave for the rows from `first` on.
void ApplyScales(const MatrixView& w, size_t first, std::span<float> y) {
  if (!w.has_scales()) return;
  for (size_t r = 0; r < y.size(); ++r) y[r] *= w.scale(first + r);
}

// Of a matrix with all vectors of an activation.
class Product {
 public:
  Product(const MatrixView& w, const Kernels& kernels, const Activation& x,
          ArrangedVectors arranged, std::span<float> y)
      : w_(w),
        x_(arranged),
        num_vectors_(x.num_vectors()),
        y_(y),
        one_(x.type() == ActivationType::kQ8 ? kernels.rows_q8 : kernels.rows_f32),
        four_(x.type() == ActivationType::kQ8 ? kernels.four_q8 : kernels.four_f32) {}

  // Rows begin .. end: for several vectors in pieces that stay in a cache from one to the next.
  void ComputeRows(size_t begin, size_t end) const {
    constexpr size_t kPieceBytes = size_t{1} << 17;
    const size_t piece =
        num_vectors_ == 1 ? end - begin : kPieceBytes / (w_.row_bytes() + 1) / 4 * 4 + 4;
    for (; begin < end; begin += std::min(piece, end - begin)) {
      ComputePiece(begin, std::min(piece, end - begin));
    }
  }

 private:
  void ComputePiece(size_t first, size_t num_rows) const {
    const uint8_t* rows = w_.bytes().data() + first * w_.row_bytes();
    size_t v = 0;
    if (four_ != nullptr) {
      for (; v + 4 <= num_vectors_; v += 4) {
        four_(rows, w_.row_bytes(), num_rows, w_.cols(), Vector(v), x_.stride, Results(v) + first,
              w_.rows());
      }
    }
    for (; v < num_vectors_; ++v) {
      one_(rows, w_.row_bytes(), num_rows, w_.cols(), Vector(v), Results(v) + first);
    }
    for (v = 0; v < num_vectors_; ++v) ApplyScales(w_, first, {Results(v) + first, num_rows});
  }

  const uint8_t* Vector(size_t v) const { return x_.first + v * x_.stride; }
  float* Results(size_t v) const { return y_.data() + v * w_.rows(); }

  const MatrixView& w_;
  const ArrangedVectors x_;
  const size_t num_vectors_;
  const std::span<float> y_;
  const Kernels::Rows one_;
  const Kernels::TimesFour four_;
};

void DequantizeRow(const MatrixView& w, const Kernels& kernels, size_t row, float* out) {
  kernels.dequantize(w.bytes().data() + row * w.row_bytes(), w.cols(), out);
  if (const float scale = w.scale(row); scale != 1.0f) {
    for (size_t j = 0; j < w.cols(); ++j) out[j] *= scale;
  }
}

Status CheckLookUp(const MatrixView& w, std::span<const uint32_t> indices, size_t out_size) {
  size_t expected = 0;
  if (__builtin_mul_overflow(indices.size(), w.cols(), &expected) || out_size != expected) {
    return Error{ErrorCode::kShapeMismatch,
                 "out has " + std::to_string(out_size) + " values, but " +
                     std::to_string(indices.size()) + " rows of " + std::to_string(w.cols()) +
                     " columns are asked for",
                 {}};
  }
  const auto bad =
      std::ranges::find_if(indices, [&w](uint32_t index) { return index >= w.rows(); });
  if (bad == indices.end()) return {};
  return Error{ErrorCode::kOutOfRange,
               "indices[" + std::to_string(bad - indices.begin()) + "] is " + std::to_string(*bad) +
                   ", but the matrix has " + std::to_string(w.rows()) + " rows",
               {}};
}

}  // namespace

Status Gemv(const MatrixView& w, const Activation& x, std::span<float> y,
            const ThreadOptions& options) {
  if (x.num_vectors() != 1) {
    return Error{ErrorCode::kShapeMismatch,
                 "x has " + std::to_string(x.num_vectors()) + " vectors: Gemm takes these",
                 {}};
  }
  return Gemm(w, x, y, options);
}

Status Gemm(const MatrixView& w, const Activation& x, std::span<float> y,
            const ThreadOptions& options) {
  if (Status s = CheckSize("x", x.size(), w.cols(), "columns"); !s.ok()) return s;
  if (Status s = CheckResults(y.size(), w.rows(), x.num_vectors()); !s.ok()) return s;
  const Result<int> threads = NumThreads(options, w, x.num_vectors());
  if (!threads.ok()) return threads.error();

  const Kernels& kernels = *KernelsFor(w.format());
  const Result<ArrangedVectors> arranged = ActivationAccess::Arranged(x, kernels, *threads);
  if (!arranged.ok()) return arranged.error();
  const Product product(w, kernels, x, *arranged, y);
  ParallelRanges(w.rows(), *threads,
                 [&](size_t begin, size_t end) { product.ComputeRows(begin, end); });
  return {};
}

Status Dequantize(const MatrixView& w, std::span<float> out, const ThreadOptions& options) {
  if (Status s = CheckSize("out", out.size(), w.rows() * w.cols(), "weights"); !s.ok()) return s;
  const Result<int> threads = NumThreads(options, w);
  if (!threads.ok()) return threads.error();

  const Kernels& kernels = *KernelsFor(w.format());
  ParallelRanges(w.rows(), *threads, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) DequantizeRow(w, kernels, r, out.data() + r * w.cols());
  });
  return {};
}

Status DequantizeRows(const MatrixView& w, std::span<const uint32_t> indices, std::span<float> out,
                      const ThreadOptions& options) {
  if (Status s = CheckLookUp(w, indices, out.size()); !s.ok()) return s;
  const Result<int> most = NumThreads(options, w);
  if (!most.ok()) return most.error();

  const Kernels& kernels = *KernelsFor(w.format());
  const auto threads = std::min(static_cast<size_t>(*most), out.size() / kWeightsPerThread + 1);
  ParallelRanges(indices.size(), static_cast<int>(threads), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      DequantizeRow(w, kernels, indices[i], out.data() + i * w.cols());
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
    const std::span<float> row = out.subspan(r * w.cols(), w.cols());
    weights(w.bytes().data() + r * w.row_bytes(), w.cols(), row.data());
    if (separate && !w.has_scales()) continue;
    for (float& magnitude : row) magnitude = std::fabs(magnitude * w.scale(r));
  }
  return {};
}

}  // namespace packdot
