// The `packdot` command: reading the command line, reporting failures.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "tools/packdot/commands.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

int Report(ExitStatus status, std::string_view message) {
  std::cout.flush();  // a table that was begun comes before the line about its end
  std::cerr << "packdot: " << Escape(message) << '\n';
  return static_cast<int>(status);
}

void AddCommands(CLI::App& app) {
  app.set_version_flag("--version", "packdot " PACKDOT_VERSION);
  app.require_subcommand(0, 1);  // Run tells of none: CLI11 would not name a misspelled one
  AddFormatsCommand(app);
  AddTargetsCommand(app);
  AddInfoCommand(app);
  AddExtractCommand(app);
  AddDequantizeCommand(app);
  AddGemvCommand(app);
  AddVerifyCommand(app);
  AddQ8ErrorCommand(app);
  AddDemoCommand(app);
}

void Run(int argc, char** argv) {
  CLI::App app("y = W x straight from the packed bits of quantized GGUF weights", "packdot");
  AddCommands(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) throw CLI::RequiredError("A sub-command");
  } catch (const CLI::Success& success) {  // --help or --version
    app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw Failure(ExitStatus::kUsage, std::string(error.what()) + " (see packdot --help)");
  }
  if (!std::cout.flush()) throw Failure(ExitStatus::kCannotWrite, "cannot write standard output");
}

}  // namespace
}  // namespace packdot::cli

int main(int argc, char** argv) {
  using packdot::cli::ExitStatus;
  try {
    packdot::cli::Run(argc, argv);
  } catch (const packdot::cli::Failure& failure) {
    return packdot::cli::Report(failure.status(), failure.what());
  } catch (const std::bad_alloc&) {
    return packdot::cli::Report(ExitStatus::kNoResources, "out of memory");
  } catch (const std::exception& error) {  // a thread that cannot start, a vector beyond all memory
    return packdot::cli::Report(ExitStatus::kNoResources, error.what());
  }
  return static_cast<int>(ExitStatus::kOk);
}
