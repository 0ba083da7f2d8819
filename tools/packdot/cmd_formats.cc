// packdot formats: every weight format and its sizes.
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include "packdot/format.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/options.h"
#include "tools/packdot/table.h"
#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

void PrintFormatsAsJson() {
  auto json = nlohmann::ordered_json::array();
  for (const FormatInfo& info : Formats()) {
    json.push_back({{"name", info.name},
                    {"id", static_cast<uint32_t>(info.format)},
                    {"block_weights", info.block_weights},
                    {"block_bytes", info.block_bytes},
                    {"bits_per_weight", info.BitsPerWeight()}});
  }
  PrintJson(json);
}

void PrintFormats() {
  Table table({{"format"},
               {"id", Align::kRight},
               {"weights/block", Align::kRight},
               {"bytes/block", Align::kRight},
               {"bpw", Align::kRight}});
  for (const FormatInfo& info : Formats()) {
    table.AddRow({std::string(info.name), std::to_string(static_cast<uint32_t>(info.format)),
                  std::to_string(info.block_weights), std::to_string(info.block_bytes),
                  Fixed(info.BitsPerWeight(), 4)});
  }
  table.Print(std::cout);
}

}  // namespace

void AddFormatsCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand("formats", "List the weight formats and their sizes");
  auto json = std::make_shared<bool>(false);
  AddJson(*command, *json);
  command->callback([json] { *json ? PrintFormatsAsJson() : PrintFormats(); });
}

}  // namespace packdot::cli
