// packdot targets: the instruction sets that kernels were compiled for.
#include <iostream>
#include <memory>
#include <string>

#include "packdot/targets.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/options.h"
#include "tools/packdot/table.h"

namespace packdot::cli {
namespace {

void PrintTargetsAsJson() {
  auto json = nlohmann::ordered_json::array();
  for (const TargetInfo& target : Targets()) {
    json.push_back({{"name", target.name},
                    {"compiled", true},
                    {"supported", target.supported},
                    {"chosen", target.chosen}});
  }
  PrintJson(json);
}

void PrintTargets() {
  const auto yes_no = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  Table table({{"target"}, {"compiled"}, {"supported here"}, {"chosen"}});
  for (const TargetInfo& target : Targets()) {
    table.AddRow({std::string(target.name), "yes", yes_no(target.supported), yes_no(target.chosen)},
                 target.chosen ? Style::kGreen : Style::kPlain);
  }
  table.Print(std::cout);
}

std::string Target(const TargetInfo& target) { return std::string(target.name); }

// The page docs/targets.md has: what differs from one target to another, and from one format.
void PrintKernelsAsMarkdown() {
  std::cout << "| target | vector bytes | rows at once | product with int8 |\n|---|---|---|---|\n";
  for (const TargetInfo& target : Targets()) {
    const KernelInfo info = *DescribeKernel(Format::kQ4_0, target.name);
    std::cout << "| " << target.name << " | " << info.vector_bytes << " | " << info.rows_at_once
              << " | " << info.quad << " |\n";
  }
  std::string header = "\n| format |", line = "\n|---|";
  for (const TargetInfo& target : Targets()) {
    header += " " + Target(target) + " |";
    line += "---|";
  }
  std::cout << header << line << '\n';
  for (const FormatInfo& format : Formats()) {
    std::cout << "| " << format.name << " |";
    for (const TargetInfo& target : Targets()) {
      std::cout << ' ' << DescribeKernel(format.format, target.name)->form << " |";
    }
    std::cout << '\n';
  }
}

}  // namespace

void AddTargetsCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "targets", "List the compiled instruction sets, best first, and which one runs here");
  auto json = std::make_shared<bool>(false);
  AddJson(*command, *json);
  auto kernels = std::make_shared<bool>(false);
  command->add_flag("--kernels", *kernels,
                    "For all of them, as Markdown: how each format is computed with");
  command->callback([json, kernels] {
    if (*kernels) return PrintKernelsAsMarkdown();
    *json ? PrintTargetsAsJson() : PrintTargets();
  });
}

}  // namespace packdot::cli
