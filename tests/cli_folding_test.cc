// The packdot command on Hadamard-folded files.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "packdot/packdot.h"
#include "tests/cli_run.h"
#include "tests/support/hadamard_keys.h"

namespace packdot {
namespace {

using packdot::testing::HadamardKeys;

constexpr size_t kCols = 256;
constexpr size_t kRows = 3;

std::vector<int32_t> Signs() {
  std::vector<int32_t> signs(kCols);
  for (size_t i = 0; i < kCols; ++i) signs[i] = i % 3 == 0 ? -1 : 1;
  return signs;
}

HadamardKeys RightKeys() {
  HadamardKeys keys(128, {"w"});
  keys.SetNames("inverse_weight_names", {"table"}).SetBool("gdn_v_grouped", true);
  return keys.SetSigns({kCols}, Signs());
}

std::vector<float> Weights() {
  std::vector<float> weights(kRows * kCols);
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i % 11) - 5;
  return weights;
}

std::string BytesOf(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

class CliFolding : public CliTest {
 protected:
  static std::string FileWith(const HadamardKeys& keys) {
    GgufFileBytes file;
    keys.WriteTo(file);
    GgufBytes data;
    for (const float weight : Weights()) data.Put(weight);
    for (const char* name : {"w", "table", "plain"})
      file.Tensor(name, {kCols, kRows}, 0, data.bytes());
    const std::vector<uint8_t> bytes = file.Build().bytes();
    WriteFile(Path("folded.gguf"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return Path("folded.gguf");
  }
  // The file that was written to --out, and what was told on the way.
  static std::string RunWithNote(std::vector<std::string> args, const std::string& note) {
    args.insert(args.end(), {"--out", Path("out.bin")});
    const RunResult run = Run(args);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_PRED2(Contains, run.err, note);
    return ReadFile(Path("out.bin"));
  }
};

TEST_F(CliFolding, InfoTellsTheState) {
  const auto info = [](const std::string& path) { return Run({"info", path}).out; };
  EXPECT_PRED2(Contains, info(FileWith(RightKeys())),
               "\nHadamard-folded in blocks of 128: 1 matrices, 1 tables, value heads grouped\n");
  EXPECT_PRED2(Contains, info(FileWith(RightKeys().SetText("axis", "output"))),
               "\nHadamard-folded, but not usable: metadata key 'prism.hadamard.axis'");
  EXPECT_PRED2(Contains, info(Demo()),
               "\nternary weights without rotation keys: taken as they are\n");
}

TEST_F(CliFolding, InfoAsJsonTellsTheState) {
  const auto hadamard = [](const std::string& path) {
    return nlohmann::json::parse(Run({"info", path, "--json"}).out)["hadamard"];
  };
  EXPECT_EQ(hadamard(FileWith(RightKeys()))["block"], 128);
  EXPECT_TRUE(hadamard(FileWith(RightKeys().Remove("axis"))).contains("error"));
  EXPECT_TRUE(hadamard(Demo()).is_null());
}

TEST_F(CliFolding, GemvTransformsX) {
  const std::string path = FileWith(RightKeys());
  std::vector<float> x(kCols);
  for (size_t i = 0; i < kCols; ++i) x[i] = static_cast<float>(i % 7);
  WriteFile(Path("x.f32"), BytesOf(x));
  const auto gemv = [&](const std::string& tensor, const std::string& note) {
    return RunWithNote({"gemv", path, tensor, "--x", Path("x.f32"), "--activation", "f32"}, note);
  };
  const std::string folded = gemv("w", "'w' is Hadamard-folded: x was transformed");
  gemv("table", "'table' is a Hadamard-folded table");
  const std::vector<int32_t> signs = Signs();
  const std::vector<int8_t> x_signs(signs.begin(), signs.end());
  ASSERT_TRUE(HadamardTransform(x, 128, x_signs).ok());
  WriteFile(Path("x.f32"), BytesOf(x));
  EXPECT_EQ(gemv("plain", ""), folded);
}

TEST_F(CliFolding, GemvTellsThatTernaryWeightsMayBeRotated) {
  RunWithNote({"gemv", Demo(), "demo.PTQ1_0"},
              "'demo.PTQ1_0' has ternary weights without rotation");
}

TEST_F(CliFolding, DequantizeWritesWhatIsStoredOrUnfoldsIt) {
  const std::string path = FileWith(RightKeys());
  std::vector<float> weights = Weights();
  const std::vector<int32_t> signs = Signs();
  const std::vector<int8_t> row_signs(signs.begin(), signs.end());
  EXPECT_EQ(RunWithNote({"dequantize", path, "w"}, "'w' is Hadamard-folded"), BytesOf(weights));
  EXPECT_EQ(RunForOutput({"dequantize", path, "plain"}), BytesOf(weights));
  EXPECT_EQ(RunForOutput({"dequantize", path, "plain", "--unfold"}), BytesOf(weights));
  ASSERT_TRUE(InverseHadamardTransform(weights, 128, row_signs).ok());
  EXPECT_EQ(RunForOutput({"dequantize", path, "w", "--unfold"}), BytesOf(weights));
  EXPECT_EQ(RunForOutput({"dequantize", path, "table", "--unfold"}), BytesOf(weights));
}

TEST_F(CliFolding, BrokenKeysAreRefused) {
  const std::string path = FileWith(RightKeys().SetText("transform", "haar"));
  for (const char* command : {"gemv", "dequantize"}) {
    const RunResult run = Run({command, path, "plain", "--out", Path("none.bin")});
    EXPECT_EQ(run.status, 6) << command;
    EXPECT_PRED2(Contains, run.err, "'prism.hadamard.transform' is 'haar'");
    EXPECT_FALSE(std::filesystem::exists(Path("none.bin")));
  }
}

}  // namespace
}  // namespace packdot
