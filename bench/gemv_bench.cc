// Gemv of every format on every target: kernels on one thread with weights that stay in L2.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "packdot/packdot.h"
#include "tests/oracle/oracle.h"

namespace packdot {
namespace {

constexpr size_t kCols = 4096;
constexpr size_t kMatrixBytes = size_t{256} << 10;

// Bits that are valid in every format, with scales of moderate size: no byte has a high exponent.
std::vector<uint8_t> SeededBytes(size_t size) {
  std::mt19937 generator(1);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(generator() & 0x3B);
  return bytes;
}

void GemvInL2(benchmark::State& state, Format format, ActivationType type,
              const std::string& target) {
  if (!ForceTarget(target).ok()) return state.SkipWithError("target not supported");
  const FormatInfo& info = InfoOf(format);
  const size_t row_bytes = kCols / info.block_weights * info.block_bytes;
  const size_t rows = std::max<size_t>(4, kMatrixBytes / row_bytes / 4 * 4);
  const std::vector<uint8_t> bytes = SeededBytes(rows * row_bytes);
  const auto w = MatrixView::Make(format, rows, kCols, bytes);
  const auto x = Activation::Make(std::vector<float>(kCols, 0.5f), type);
  std::vector<float> y(rows);
  for (auto _ : state) {
    if (!Gemv(*w, *x, y, {.threads = 1}).ok()) return state.SkipWithError("gemv failed");
    benchmark::ClobberMemory();
  }
  const auto per_second = [&](size_t count) {
    return benchmark::Counter(static_cast<double>(count),
                              benchmark::Counter::kIsIterationInvariantRate);
  };
  state.counters["weights/s"] = per_second(rows * kCols);
  state.counters["weight_bytes/s"] = per_second(bytes.size());
}

// What the kernels are measured against: the tests' scalar decoder, then a dot product.
void ScalarOracle(benchmark::State& state, Format format) {
  const FormatInfo& info = InfoOf(format);
  const std::vector<uint8_t> bytes = SeededBytes(kCols / info.block_weights * info.block_bytes);
  const std::vector<double> x(kCols, 0.5);
  for (auto _ : state) {
    benchmark::DoNotOptimize(oracle::ExactDot(oracle::Decode(format, bytes), x));
  }
  state.counters["weights/s"] =
      benchmark::Counter(static_cast<double>(kCols), benchmark::Counter::kIsIterationInvariantRate);
}

void RegisterAll() {
  for (const FormatInfo& info : Formats()) {
    const std::string name = "oracle/" + std::string(info.name);
    benchmark::RegisterBenchmark(name.c_str(), ScalarOracle, info.format);
  }
  for (const TargetInfo& target : Targets()) {
    if (!target.supported) continue;
    for (const FormatInfo& info : Formats()) {
      for (const ActivationType type : {ActivationType::kQ8, ActivationType::kF32}) {
        const std::string name = "gemv/" + std::string(info.name) + "/" + std::string(target.name) +
                                 (type == ActivationType::kQ8 ? "/q8" : "/f32");
        benchmark::RegisterBenchmark(name.c_str(), GemvInL2, info.format, type,
                                     std::string(target.name));
      }
    }
  }
}

}  // namespace
}  // namespace packdot

int main(int argc, char** argv) {
  packdot::RegisterAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
