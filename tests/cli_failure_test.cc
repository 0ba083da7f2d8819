// The packdot command where it fails: an exit status, one line, and nothing else changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "packdot/format.h"
#include "tests/cli_run.h"

namespace packdot {
namespace {

// As docs/command.md documents them.
constexpr int kUsage = 2;
constexpr int kBadFile = 3;
constexpr int kCannotWrite = 4;
constexpr int kNotFound = 5;
constexpr int kUnsupported = 6;

class CliFailure : public CliTest {
 protected:
  static void ExpectFailure(const std::vector<std::string>& args, int status,
                            const std::vector<std::string>& fragments) {
    SCOPED_TRACE(testing::PrintToString(args));
    const RunResult run = Run(args);
    EXPECT_EQ(run.status, status);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("packdot: ")) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.ends_with('\n')) << run.err;
    for (const std::string& fragment : fragments) EXPECT_PRED2(Contains, run.err, fragment);
  }

  static std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(Path(""))) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }
};

TEST_F(CliFailure, Usage) {
  const std::string out = Path("never.bin");
  ExpectFailure({}, kUsage, {"sub-command"});
  ExpectFailure({"multiply"}, kUsage, {"multiply"});
  ExpectFailure({"formats", "--fast"}, kUsage, {"--fast"});
  ExpectFailure({"formats", "two\nlines"}, kUsage, {"two\\nlines"});
  ExpectFailure({"info"}, kUsage, {"FILE"});
  ExpectFailure({"extract", Demo(), "demo.Q4_0"}, kUsage, {"--out"});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--out", out, "--threads", "-1"}, kUsage,
                {"--threads", "-1"});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--out", out, "--threads", "two"}, kUsage,
                {"--threads", "two"});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--out", out, "--activation", "q9"}, kUsage,
                {"--activation", "q9"});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--out", out, "--target", "MMX"}, kUsage,
                {"--target", "MMX"});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--out", out, "--x", Demo(), "--seed", "1"}, kUsage,
                {"--x", "--seed"});
  ExpectFailure({"verify", Demo(), "--target", "MMX"}, kUsage, {"--target", "MMX"});
  ExpectFailure({"verify", Demo(), "--activation", "q9"}, kUsage, {"--activation", "q9"});
  ExpectFailure({"demo", "--keep", "-"}, kUsage, {"--keep"});
  ExpectFailure({"dequantize", "--out", out}, kUsage, {"FILE", "--format"});
  ExpectFailure({"dequantize", Demo(), "--out", out}, kUsage, {"TENSOR"});
  ExpectFailure({"dequantize", "--format", "Q4_0", "--out", out}, kUsage, {"--in"});
  ExpectFailure({"dequantize", "--format", "Q4_9", "--in", Demo(), "--out", out}, kUsage,
                {"Q4_9", "packdot formats"});
  ExpectFailure(
      {"dequantize", Demo(), "demo.Q4_0", "--format", "Q4_0", "--in", Demo(), "--out", out}, kUsage,
      {"FILE", "--format"});
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CliFailure, FilesThatAreNoGguf) {
  const std::string missing = Path("missing.gguf");
  const std::string text = Path("text.gguf");
  const std::string cut = Path("cut.gguf");
  WriteFile(text, "A text, not a model.");
  WriteFile(cut, ReadFile(Demo()).substr(0, 1000));
  for (const std::string& path : {missing, Path("tmp"), text, cut}) {
    ExpectFailure({"info", path}, kBadFile, {path});
    ExpectFailure({"verify", path}, kBadFile, {path});
    ExpectFailure({"gemv", path, "demo.Q4_0", "--out", Path("never.bin")}, kBadFile, {path});
  }
}

TEST_F(CliFailure, InputsOfAnotherSize) {
  const std::string x = Path("x.f32");
  const std::vector<std::string> gemv = {"gemv", Demo(),  "demo.Q4_0",      "--x",
                                         x,      "--out", Path("never.bin")};
  WriteFile(x, std::string(4092, '\0'));
  ExpectFailure(gemv, kBadFile, {x, "4092 bytes", "1024 columns", "4096 bytes"});
  WriteFile(x, std::string(5000, '\0'));
  ExpectFailure(gemv, kBadFile, {x, "5000 bytes", "1024 columns", "4096 bytes"});
  std::filesystem::remove(x);
  ExpectFailure(gemv, kBadFile, {x});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--x", "/dev/zero", "--out", Path("never.bin")},
                kBadFile, {"/dev/zero", "more than 4096 bytes"});
  const std::string blocks = Path("blocks.bin");
  WriteFile(blocks, std::string(18 * 5 + 1, '\0'));
  ExpectFailure({"dequantize", "--format", "Q4_0", "--in", blocks, "--out", Path("never.bin")},
                kBadFile, {blocks, "91 bytes", "Q4_0", "18 bytes"});
  EXPECT_FALSE(std::filesystem::exists(Path("never.bin")));
}

TEST_F(CliFailure, OutputThatCannotBeWritten) {
  const std::string nowhere = Path("no/folder/out.bin");
  ExpectFailure({"extract", Demo(), "demo.Q4_0", "--out", nowhere}, kCannotWrite, {nowhere});
  ExpectFailure({"extract", Demo(), "demo.Q4_0", "--out", Path("tmp")}, kCannotWrite,
                {Path("tmp")});
  ExpectFailure({"extract", Demo(), "demo.Q4_0", "--out", "/dev/full"}, kCannotWrite,
                {"/dev/full"});
  ExpectFailure({"demo", "--quick", "--keep", nowhere}, kCannotWrite, {nowhere});
  const RunResult full = Run({"formats"}, "/dev/full");
  EXPECT_EQ(full.status, kCannotWrite);
  EXPECT_PRED2(Contains, full.err, "packdot: cannot write standard output");
}

TEST_F(CliFailure, TensorsThatAreNotThere) {
  ExpectFailure({"extract", Demo(), "demo.Q4_k", "--out", "-"}, kNotFound,
                {Demo(), "'demo.Q4_k'", "did you mean", "'demo.Q4_K'"});
  ExpectFailure({"gemv", Demo(), "IQ4", "--out", "-"}, kNotFound, {"'demo.IQ4_NL'"});
  ExpectFailure({"dequantize", Demo(), "output.weight", "--out", "-"}, kNotFound,
                {"'output.weight'"});
  ExpectFailure({"verify", Demo(), "--tensor", "blk.*"}, kNotFound, {"'blk.*'"});
}

TEST_F(CliFailure, FormatsThatCannotBeComputedWith) {
  const std::string path = DemoWithUnknownType();
  for (const char* command : {"extract", "dequantize", "gemv"}) {
    ExpectFailure({command, path, "demo.Q4_0", "--out", Path("never.bin")}, kUnsupported,
                  {path, "demo.Q4_0", "type 36"});
  }
  ExpectFailure({"verify", path, "--tensor", "demo.Q4_0"}, kUnsupported, {path, "type 36"});
}

TEST_F(CliFailure, ExistingOutputSurvives) {
  const std::string out = Path("kept.bin");
  const std::string blocks = Path("blocks.bin");
  WriteFile(out, "precious");
  // More than a chunk: the failure comes after something has been written.
  WriteFile(blocks, std::string(18 * 10'000 + 1, '\0'));
  WriteFile(Path("x.f32"), "short");
  const std::vector<std::string> before = Names();
  ExpectFailure({"dequantize", "--format", "Q4_0", "--in", blocks, "--out", out}, kBadFile, {});
  ExpectFailure({"gemv", Demo(), "demo.Q4_0", "--x", Path("x.f32"), "--out", out}, kBadFile, {});
  ExpectFailure({"extract", Demo(), "demo.none", "--out", out}, kNotFound, {});
  EXPECT_EQ(ReadFile(out), "precious");
  EXPECT_EQ(Names(), before);
}

}  // namespace
}  // namespace packdot
