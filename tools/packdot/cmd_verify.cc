// packdot verify: every matrix of a file, fused against dequantized, on the targets asked for.
#include <fnmatch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packdot/targets.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/table.h"
#include "tools/packdot/text.h"
#include "tools/packdot/verification.h"

namespace packdot::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  ModelFile model;
  std::string glob = "*";
  std::string activation = "both";
  std::string target;
  int threads = 0;
  uint64_t seed = 1;
  bool json = false;
};

struct Skipped {
  const GgufTensor* tensor;
  std::string reason;
};

struct Checked {
  const GgufTensor* tensor;
  MatrixView matrix;
  std::string_view target;
  std::vector<Deviation> worst;  // in the order of the activations

  bool Passed() const { return std::ranges::all_of(worst, &Deviation::Passed); }
};

struct Outcome {
  std::vector<ActivationType> activations;
  std::vector<Checked> checked;
  std::vector<Skipped> skipped;

  size_t Failures() const {
    return static_cast<size_t>(
        std::ranges::count_if(checked, [](const Checked& c) { return !c.Passed(); }));
  }
};

std::vector<ActivationType> Activations(const std::string& name) {
  if (name == "both") return {ActivationType::kF32, ActivationType::kQ8};
  return {ActivationOf(name)};
}

std::vector<std::string_view> TargetsNamed(const std::string& name) {
  if (name != "all") {
    Check(ForceTarget(name), "--target");
    return {ChosenTarget()};
  }
  std::vector<std::string_view> names;
  for (const TargetInfo& target : Targets()) {
    if (target.supported) names.push_back(target.name);
  }
  return names;
}

// The tensors that match and can be multiplied, still without results; the others as skipped.
Outcome Select(const GgufFile& file, const Options& options) {
  Outcome outcome{Activations(options.activation), {}, {}};
  for (const GgufTensor& tensor : file.tensors()) {
    if (fnmatch(options.glob.c_str(), std::string(tensor.name).c_str(), 0) != 0) continue;
    const Result<MatrixView> matrix = TryMatrixOf(tensor);
    if (tensor.NumWeights() == 0) {
      outcome.skipped.push_back({&tensor, Describe(tensor) + " has no weights"});
    } else if (matrix) {
      outcome.checked.push_back({&tensor, *matrix, {}, {}});
    } else if (tensor.format == nullptr) {
      outcome.skipped.push_back({&tensor, matrix.error().message});
    } else {
      throw FailureOf(matrix.error(), options.model.path);
    }
  }
  if (!outcome.checked.empty()) return outcome;
  if (outcome.skipped.empty()) {
    throw Failure(ExitStatus::kNotFound,
                  options.model.path + ": no tensor matches '" + options.glob + "'");
  }
  throw Failure(ExitStatus::kUnsupported, options.model.path + ": there is nothing to verify: " +
                                              outcome.skipped.front().reason);
}

Outcome VerifyFile(const GgufFile& file, const Options& options) {
  const auto targets = TargetsNamed(options.target);
  Outcome outcome = Select(file, options);
  const std::vector<Checked> matrices = std::exchange(outcome.checked, {});
  uint64_t rows = 0;
  for (const Checked& checked : matrices) rows += checked.matrix.rows();
  Progress progress("verifying", rows * targets.size());
  const VerifyOptions how{outcome.activations, options.threads, options.seed};
  for (const std::string_view target : targets) {
    Check(ForceTarget(target), "--target");
    for (const Checked& checked : matrices) {
      const auto advance = [&](size_t done) { progress.Advance(done, checked.tensor->name); };
      auto worst = Verify(checked.matrix, Describe(*checked.tensor), how, advance);
      outcome.checked.push_back({checked.tensor, checked.matrix, target, std::move(worst)});
    }
  }
  return outcome;
}

void PrintTable(const Outcome& outcome) {
  std::vector<Table::Column> columns = {
      {"tensor"}, {"format"}, {"rows", Align::kRight}, {"columns", Align::kRight}, {"target"}};
  for (const ActivationType type : outcome.activations) {
    columns.push_back({ActivationName(type) + " error/bound", Align::kRight});
    columns.push_back({"relative", Align::kRight});
  }
  columns.push_back({""});
  Table table(std::move(columns));
  for (const Checked& checked : outcome.checked) {
    std::vector<std::string> cells = {Escape(checked.tensor->name), TypeName(*checked.tensor),
                                      std::to_string(checked.matrix.rows()),
                                      std::to_string(checked.matrix.cols()),
                                      std::string(checked.target)};
    for (const Deviation& worst : checked.worst) {
      cells.push_back(Percent(worst.of_bound));
      cells.push_back(Scientific(worst.of_terms));
    }
    cells.emplace_back(checked.Passed() ? "ok" : "WRONG");
    table.AddRow(std::move(cells), checked.Passed() ? Style::kPlain : Style::kRed);
  }
  table.Print(std::cout);
}

void PrintSummary(const Outcome& outcome) {
  for (const Skipped& skipped : outcome.skipped) {
    std::cout << "skipped " << Escape(skipped.tensor->name) << ": " << Escape(skipped.reason)
              << '\n';
  }
  std::cout << '\n' << outcome.checked.size() << " products verified";
  for (size_t a = 0; a < outcome.activations.size(); ++a) {
    const auto share = [a](const Checked& checked) { return checked.worst[a].of_bound; };
    const Checked& worst = *std::ranges::max_element(outcome.checked, {}, share);
    std::cout << "; worst " << ActivationName(outcome.activations[a]) << " error "
              << Percent(share(worst)) << " of its bound (" << Escape(worst.tensor->name)
              << ", row " << worst.worst[a].row << ")";
  }
  std::cout << '\n';
}

Json CheckedJson(const Checked& checked, const std::vector<ActivationType>& activations) {
  Json results;
  for (size_t a = 0; a < activations.size(); ++a) {
    const Deviation& worst = checked.worst[a];
    results[ActivationName(activations[a])] = {{"error_over_bound", worst.of_bound},
                                               {"relative_error", worst.of_terms},
                                               {"row", worst.row},
                                               {"passed", worst.Passed()}};
  }
  return {{"name", checked.tensor->name},  {"format", TypeName(*checked.tensor)},
          {"rows", checked.matrix.rows()}, {"columns", checked.matrix.cols()},
          {"target", checked.target},      {"worst", std::move(results)}};
}

void PrintAsJson(const Outcome& outcome, const std::string& path) {
  Json tensors = Json::array();
  for (const Checked& checked : outcome.checked) {
    tensors.push_back(CheckedJson(checked, outcome.activations));
  }
  Json skipped = Json::array();
  for (const Skipped& item : outcome.skipped) {
    skipped.push_back({{"name", item.tensor->name}, {"reason", item.reason}});
  }
  PrintJson({{"file", path},
             {"passed", outcome.Failures() == 0},
             {"tensors", std::move(tensors)},
             {"skipped", std::move(skipped)}});
}

void RunVerify(const Options& options) {
  const GgufFile file = OpenModel(options.model);
  const Outcome outcome = VerifyFile(file, options);
  if (options.json) {
    PrintAsJson(outcome, options.model.path);
  } else {
    PrintTable(outcome);
    PrintSummary(outcome);
  }
  if (outcome.Failures() == 0) return;
  throw Failure(ExitStatus::kVerificationFailed,
                options.model.path + ": " + std::to_string(outcome.Failures()) + " of " +
                    std::to_string(outcome.checked.size()) + " products exceed their error bound");
}

}  // namespace

void AddVerifyCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "verify", "Compare fused products of every matrix with dequantize-then-dot in double");
  auto options = std::make_shared<Options>();
  AddModel(*command, options->model);
  command->add_option("--tensor", options->glob, "only tensors whose name matches this pattern")
      ->capture_default_str();
  command->add_option("--activation", options->activation, "x as it is, in 8 bits, or both")
      ->check(CLI::IsMember({"f32", "q8", "both"}))
      ->capture_default_str();
  command->add_option("--target", options->target, "run this one of packdot targets, or all");
  command->add_option("--seed", options->seed, "of the Gaussian x")->capture_default_str();
  AddThreads(*command, options->threads);
  AddJson(*command, options->json);
  command->callback([options] { RunVerify(*options); });
}

}  // namespace packdot::cli
