// Where the packdot command's output goes: files, links, pipes, terminals.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <string>

#include "tests/cli_run.h"

namespace packdot {
namespace {

constexpr size_t kWeightBytes = size_t{64} * 1024 * sizeof(float);

using CliOutput = CliTest;

TEST_F(CliOutput, OutputGoesToStandardOutputAndPipes) {
  const std::string expected = RunForOutput({"extract", Demo(), "demo.Q4_0"});
  EXPECT_EQ(Run({"extract", Demo(), "demo.Q4_0", "--out", "-"}).out, expected);
  EXPECT_EQ(Run({"extract", Demo(), "demo.Q4_0", "--out", "/dev/stdout"}).out, expected);
  const RunResult piped = RunShell(
      "$PACKDOT extract $FOLDER/demo.gguf demo.Q4_0 --out - |"
      "$PACKDOT dequantize --format Q4_0 --in - --out - | wc -c");
  EXPECT_EQ(std::stoul(piped.out), kWeightBytes);
}

TEST_F(CliOutput, AReaderThatLeavesIsNoError) {
  const RunResult run =
      RunShell("$PACKDOT dequantize $FOLDER/demo.gguf demo.F32 --out - | head -c 4 | wc -c");
  EXPECT_EQ(std::stoul(run.out), 4u);
  EXPECT_EQ(run.err, "");
}

// What the command prints to a terminal, in a few hundred bytes at most.
std::string OnTerminal(const std::function<RunResult(const std::string& terminal)>& run) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_GE(master, 0);
  EXPECT_EQ(grantpt(master) + unlockpt(master), 0);
  const std::string terminal = ptsname(master);
  const int slave = open(terminal.c_str(), O_RDWR | O_NOCTTY);  // what is written stays readable
  EXPECT_EQ(run(terminal).status, 0);
  std::array<char, 4096> buffer;
  const ssize_t size = read(master, buffer.data(), buffer.size());
  EXPECT_GT(size, 0);
  close(slave);
  close(master);
  return {buffer.data(), static_cast<size_t>(size)};
}

TEST_F(CliOutput, ColoursAreForTerminalsThatWantThem) {
  const auto print = [](const std::string& variable) {
    return OnTerminal(
        [&](const std::string& terminal) { return Run({"targets"}, terminal, {variable}); });
  };
  EXPECT_PRED2(Contains, print("TERM=xterm"), "\x1b[1mtarget");
  EXPECT_PRED2(Contains, print("NO_COLOR="), "\x1b[1mtarget");
  EXPECT_FALSE(Contains(print("NO_COLOR=1"), "\x1b"));
  EXPECT_FALSE(Contains(print("TERM=dumb"), "\x1b"));
  EXPECT_FALSE(Contains(Run({"targets"}).out, "\x1b"));
}

TEST_F(CliOutput, ReplacedOutputKeepsItsModeAndLinks) {
  WriteFile(Path("real.bin"), "old");
  ASSERT_EQ(chmod(Path("real.bin").c_str(), 0640), 0);
  std::filesystem::create_symlink("real.bin", Path("link.bin"));
  ASSERT_EQ(Run({"extract", Demo(), "demo.Q4_0", "--out", Path("link.bin")}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(Path("link.bin")));
  EXPECT_EQ(ReadFile(Path("real.bin")), RunForOutput({"extract", Demo(), "demo.Q4_0"}));
  EXPECT_EQ(std::filesystem::status(Path("real.bin")).permissions(), std::filesystem::perms(0640));
}

}  // namespace
}  // namespace packdot
