// Running the packdot command as a user does, and files for it to work on.
#ifndef PACKDOT_TESTS_CLI_RUN_H_
#define PACKDOT_TESTS_CLI_RUN_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace packdot {

struct RunResult {
  int status;  // -1 if a signal ended it
  std::string out;
  std::string err;
};

bool Contains(const std::string& text, const std::string& part);

std::string ReadFile(const std::filesystem::path& path);
void WriteFile(const std::filesystem::path& path, std::string_view bytes);

// Has a folder of its own, with demo.gguf in it: a matrix of 64 x 1024 per format with kernels.
class CliTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();

  // With the command's temporary files in a folder that TemporaryFiles lists.
  static RunResult Run(const std::vector<std::string>& args, const std::string& stdout_to = "",
                       const std::vector<std::string>& environment = {});
  // What the command, which must succeed and print nothing, wrote to --out.
  static std::string RunForOutput(std::vector<std::string> args);
  // `script` finds the command as $PACKDOT and the folder as $FOLDER.
  static RunResult RunShell(const std::string& script);
  static std::vector<std::string> TemporaryFiles();

  static std::string Path(const std::string& name) { return (folder_ / name).string(); }
  static std::string Demo() { return Path("demo.gguf"); }
  // The demo file with the bytes from `skip` bytes after `marker` replaced.
  static std::string PatchedDemo(std::string_view marker, size_t skip, std::string_view bytes);
  // The demo file with its Q4_0 tensor, demo.Q4_0, said to be of a type that nobody knows: 36.
  static std::string DemoWithUnknownType();

 private:
  static std::filesystem::path folder_;
};

}  // namespace packdot

#endif  // PACKDOT_TESTS_CLI_RUN_H_
