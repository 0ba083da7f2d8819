// Compiled at -O3, so that the compiler vectorizes the loop for the instruction set it may assume.
#include "tools/packdot/dequantize_then_dot.h"

#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

#include "packdot/gemv.h"

namespace packdot::cli {
namespace {

// Float additions may not be reordered by the compiler: without the lanes it could not vectorize.
// Nor does g++ 12 where this is inlined.
[[gnu::noinline]] float Dot(const float* a, const float* b, size_t size) {
  constexpr size_t kLanes = 16;
  float sums[kLanes] = {};
  size_t j = 0;
  for (; j + kLanes <= size; j += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[j + lane] * b[j + lane];
  }
  for (; j < size; ++j) sums[0] += a[j] * b[j];
  return std::accumulate(sums, sums + kLanes, 0.0f);
}

Status MultiplyRows(const MatrixView& w, std::span<const float> x, std::span<float> y, size_t first,
                    size_t last) {
  std::vector<float> buffer(w.cols());
  for (size_t r = first; r < last; ++r) {
    const auto row = w.RowRange(r, 1);
    if (!row) return row.error();
    if (Status status = Dequantize(*row, buffer, {.threads = 1}); !status) return status;
    y[r] = Dot(buffer.data(), x.data(), x.size());
  }
  return {};
}

}  // namespace

Status DequantizeThenDot(const MatrixView& w, std::span<const float> x, std::span<float> y,
                         int threads) {
  const auto count = static_cast<size_t>(threads);
  std::vector<Status> results(count);
  const auto work = [&](size_t t) {
    results[t] = MultiplyRows(w, x, y, w.rows() * t / count, w.rows() * (t + 1) / count);
  };
  {
    std::vector<std::jthread> others;  // joined at the end of this scope
    for (size_t t = 1; t < count; ++t) others.emplace_back(work, t);
    work(0);
  }
  for (const Status& result : results) {
    if (!result) return result;
  }
  return {};
}

}  // namespace packdot::cli
