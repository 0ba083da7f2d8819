// What is measured: each case is one row of the report.
#ifndef PACKDOT_BENCH_CASE_H_
#define PACKDOT_BENCH_CASE_H_

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/peer.h"
#include "packdot/packdot.h"

namespace packdot::bench {

enum class Kind {
  kGemv,        // the activation is prepared
  kCall,        // prepared anew in every call
  kGemm,        // several vectors
  kActivation,  // the preparation alone
  kHadamard,    // the transform, in blocks of 1024
  kDequantize,
};

struct Case {
  Kind kind;
  Format format = Format::kF32;
  std::string target;
  ActivationType activation = ActivationType::kQ8;
  std::string residence = "L2";  // L2, L3 or DRAM: where the weights are
  int threads = 1;
  size_t rows = 0;
  size_t cols = 4096;
  size_t vectors = 1;

  std::string Name() const;
};

std::string KindName(Kind kind);

// All that a run without a filter measures. `quick`: the best target in L2 alone.
std::vector<Case> AllCases(bool quick);

// Measures; `peer` may be null. Counters: weights/s, bytes/s (of weights), share_of_peak,
// share_of_bandwidth, ratio_to_peer.
void Run(benchmark::State& state, const Case& c, const Peer* peer);

}  // namespace packdot::bench

#endif  // PACKDOT_BENCH_CASE_H_
