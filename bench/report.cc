// Medians, the table, the file.
#include "bench/report.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace packdot::bench {
namespace {

// Of sorted values, at a share of the way.
double Quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<size_t>(at);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

std::string Cell(const std::map<std::string, double>& medians, const char* name, double unit,
                 int digits) {
  const auto found = medians.find(name);
  if (found == medians.end()) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), "%.*f", digits, found->second * unit);
  return text;
}

}  // namespace

Report::Report(const std::vector<Case>& cases) {
  for (const Case& c : cases) cases_[c.Name()] = &c;
}

bool Report::ReportContext(const Context&) {
  std::printf("%-36s %9s %8s %7s %7s %7s %7s\n", "case", "Gweight/s", "GB/s", "spread%", "peak%",
              "memory%", "x peer");
  return true;
}

void Report::ReportRuns(const std::vector<Run>& runs) {
  std::map<std::string, std::vector<double>> samples;
  std::string name;
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    name = run.run_name.function_name;
    for (const auto& [counter, value] : run.counters) samples[counter].push_back(value);
  }
  const auto measured = cases_.find(name);
  if (measured == cases_.end() || samples.empty()) return;
  Row row = {measured->second, {}, 0};
  for (auto& [counter, values] : samples) {
    std::ranges::sort(values);
    row.medians[counter] = Quantile(values, 0.5);
  }
  const std::vector<double>& rates = samples["weights/s"];
  row.spread = (Quantile(rates, 0.75) - Quantile(rates, 0.25)) / 2 / row.medians["weights/s"];
  rows_.push_back(row);
  Print(row);
}

void Report::Print(const Row& row) {
  std::printf("%-36s %9s %8s %7.1f %7s %7s %7s\n", row.measured->Name().c_str(),
              Cell(row.medians, "weights/s", 1e-9, 2).c_str(),
              Cell(row.medians, "bytes/s", 1e-9, 2).c_str(), 100 * row.spread,
              Cell(row.medians, "share_of_peak", 100, 1).c_str(),
              Cell(row.medians, "share_of_bandwidth", 100, 1).c_str(),
              Cell(row.medians, "ratio_to_peer", 1, 2).c_str());
  std::fflush(stdout);
}

void Report::WriteJson(const std::string& path) const {
  auto json = nlohmann::ordered_json::array();
  for (const Row& row : rows_) {
    const Case& c = *row.measured;
    const bool q8 = c.activation == ActivationType::kQ8;
    nlohmann::ordered_json object = {{"kind", KindName(c.kind)}, {"format", InfoOf(c.format).name},
                                     {"target", c.target},       {"activation", q8 ? "q8" : "f32"},
                                     {"residence", c.residence}, {"threads", c.threads},
                                     {"rows", c.rows},           {"cols", c.cols},
                                     {"columns", c.vectors},     {"spread", row.spread}};
    for (const auto& [counter, median] : row.medians) {
      std::string name = counter;
      if (name == "weights/s") name = "weights_per_s";
      if (name == "bytes/s") name = "weight_bytes_per_s";
      if (name == "share_of_peak") name = q8 ? "share_of_int8_peak" : "share_of_fma_peak";
      if (name == "share_of_bandwidth") name = "share_of_roof";
      object[name] = median;
    }
    json.push_back(std::move(object));
  }
  std::ofstream file(path);
  file << json.dump(1) << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace packdot::bench
