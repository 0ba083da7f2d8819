// Rows of results: medians and spreads of the repetitions of each case.
#ifndef PACKDOT_BENCH_REPORT_H_
#define PACKDOT_BENCH_REPORT_H_

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "bench/case.h"

namespace packdot::bench {

// Collects what the benchmark library measures and prints a line a case.
class Report : public benchmark::BenchmarkReporter {
 public:
  explicit Report(const std::vector<Case>& cases);

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  // One object a row; throws std::runtime_error if the file cannot be written.
  void WriteJson(const std::string& path) const;

 private:
  struct Row {
    const Case* measured;
    std::map<std::string, double> medians;
    double spread;  // half the distance of the quartiles of the rate, as a share of its median
  };

  void Print(const Row& row);

  std::map<std::string, const Case*> cases_;
  std::vector<Row> rows_;
};

}  // namespace packdot::bench

#endif  // PACKDOT_BENCH_REPORT_H_
