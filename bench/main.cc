// The benchmarks: which cases, how often, and what becomes of the results.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "bench/case.h"
#include "bench/peer.h"
#include "bench/report.h"

namespace packdot::bench {
namespace {

struct Options {
  std::string json;
  std::string peer;
  bool quick = false;
};

int RunAll(const Options& options) {
  const std::unique_ptr<Peer> peer =
      options.peer.empty() ? nullptr : std::make_unique<Peer>(options.peer);
  const std::vector<Case> cases = AllCases(options.quick);
  for (const Case& c : cases) {
    auto* registered = benchmark::RegisterBenchmark(
        c.Name().c_str(), [&c, &peer](benchmark::State& state) { Run(state, c, peer.get()); });
    registered->UseManualTime()->Repetitions(options.quick ? 3 : 7);
    registered->MinTime(options.quick ? 0.005 : 0.05);
  }
  Report report(cases);
  benchmark::RunSpecifiedBenchmarks(&report);
  if (!options.json.empty()) report.WriteJson(options.json);
  return 0;
}

}  // namespace
}  // namespace packdot::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);  // takes what begins with --benchmark_
  packdot::bench::Options options;
  CLI::App app("Speed of products, activations and dequantization; --benchmark_help tells of more");
  app.add_option("--json", options.json, "Write one object a row to this file");
  app.add_option("--peer", options.peer,
                 "A shared library that exports ggml's kernels, to be measured in turns with ours");
  app.add_flag("--quick", options.quick, "The best target with weights in L2: less than a minute");
  CLI11_PARSE(app, argc, argv);
  try {
    return packdot::bench::RunAll(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "packdot_bench: %s\n", error.what());
    return 1;
  }
}
