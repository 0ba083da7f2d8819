// The probes: short, so that one can be taken before every row.
#include "bench/machine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "ops/probe/peak.h"

namespace packdot::bench {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The best of a few: interruptions only make it slower.
template <class Fn>
double BestRate(Fn run) {
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    const size_t count = run();
    best = std::max(best, static_cast<double>(count) / SecondsSince(start));
  }
  return best;
}

}  // namespace

double Int8Peak() {
  return BestRate([] { return RunInt8Peak(100'000); });
}

double FmaPeak() {
  return BestRate([] { return RunFmaPeak(100'000); });
}

double ReadBandwidth(std::span<const uint8_t> bytes, int threads) {
  const size_t part = bytes.size() / static_cast<size_t>(threads) / 4096 * 4096;
  std::atomic<int> sum{0};
  return BestRate([&] {
    std::vector<std::thread> others;
    const auto read = [&](size_t i) { sum += SumBytes(bytes.data() + i * part, part); };
    for (size_t i = 1; i < static_cast<size_t>(threads); ++i) others.emplace_back(read, i);
    read(0);
    for (std::thread& other : others) other.join();
    return part * static_cast<size_t>(threads);
  });
}

}  // namespace packdot::bench
