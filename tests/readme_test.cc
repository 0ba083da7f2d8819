// The README's table of formats is the registry's.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "packdot/format.h"

namespace packdot {
namespace {

std::string FormatTable() {
  std::string table =
      "| format | id | weights a block | bytes a block | bits a weight |\n"
      "|---|---|---|---|---|\n";
  for (const FormatInfo& info : Formats()) {
    char bits[16];
    std::snprintf(bits, sizeof(bits), "%g", info.BitsPerWeight());
    table += "| " + std::string(info.name) + " | " +
             std::to_string(static_cast<uint32_t>(info.format)) + " | " +
             std::to_string(info.block_weights) + " | " + std::to_string(info.block_bytes) + " | " +
             bits + " |\n";
  }
  return table;
}

TEST(Readme, HasTheTableOfFormats) {
  std::ifstream file(PACKDOT_SOURCE_DIR "/README.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(FormatTable()), std::string::npos)
      << "README.md should have this table:\n\n"
      << FormatTable();
}

}  // namespace
}  // namespace packdot
