// The sub-commands: each function adds one to `app`, with its options and what it does.
#ifndef PACKDOT_TOOLS_PACKDOT_COMMANDS_H_
#define PACKDOT_TOOLS_PACKDOT_COMMANDS_H_

#include <CLI/CLI.hpp>

namespace packdot::cli {

void AddFormatsCommand(CLI::App& app);
void AddTargetsCommand(CLI::App& app);
void AddInfoCommand(CLI::App& app);
void AddExtractCommand(CLI::App& app);
void AddDequantizeCommand(CLI::App& app);
void AddGemvCommand(CLI::App& app);
void AddVerifyCommand(CLI::App& app);
void AddQ8ErrorCommand(CLI::App& app);
void AddDemoCommand(CLI::App& app);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_COMMANDS_H_
