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

}  // namespace

void AddTargetsCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "targets", "List the compiled instruction sets, best first, and which one runs here");
  auto json = std::make_shared<bool>(false);
  AddJson(*command, *json);
  command->callback([json] { *json ? PrintTargetsAsJson() : PrintTargets(); });
}

}  // namespace packdot::cli
