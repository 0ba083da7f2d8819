// What commands make of a model: --type-id where types are ambiguous, and scales beside weights.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli_run.h"
#include "tests/support/gguf_bytes.h"

namespace packdot {
namespace {

using Json = nlohmann::json;

constexpr int kUsage = 2;
constexpr int kBadFile = 3;
constexpr int kUnsupported = 6;

std::vector<float> FloatsOf(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

class CliModel : public CliTest {
 protected:
  static std::string WriteModel(const GgufBytes& bytes) {
    const std::string path = Path("model.gguf");
    const auto& all = bytes.bytes();
    WriteFile(path, {reinterpret_cast<const char*>(all.data()), all.size()});
    return path;
  }

  // One row of 256 under id 42, where Q2_0 and PQ2_0 take 96 bytes with the padding, and a guard.
  static std::string Ambiguous() {
    GgufFileBytes file;
    file.Tensor("matrix", {256, 1}, 42, 72).Tensor("guard", {1}, Format::kF32);
    return WriteModel(file.Build());
  }

  // Two Q8_0 matrices of 2 x 32 whose weights are all 1, and the floats beside them.
  static std::string Scaled(const std::vector<float>& scales) {
    std::vector<uint8_t> blocks;
    for (int block = 0; block < 4; ++block) {
      blocks.insert(blocks.end(), {0x00, 0x3C});
      blocks.insert(blocks.end(), 32, 1);
    }
    GgufBytes values;
    for (const float scale : scales) values.Put(scale);
    GgufFileBytes file;
    file.Tensor("up.weight", {32, 2, 2}, 8, std::span<const uint8_t>(blocks));
    file.Tensor("up.scale", {scales.size()}, 0, std::span<const uint8_t>(values.bytes()));
    return WriteModel(file.Build());
  }

  static void ExpectFailure(const std::vector<std::string>& args, int status,
                            const std::string& fragment) {
    SCOPED_TRACE(testing::PrintToString(args));
    const RunResult run = Run(args);
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_PRED2(Contains, run.err, fragment);
  }
};

TEST_F(CliModel, TypeIdIsTakenByEveryCommandThatReadsAModel) {
  const std::string path = Ambiguous();
  const std::string out = Path("out.bin");
  const std::vector<std::vector<std::string>> commands = {
      {"extract", path, "matrix", "--out", out},
      {"dequantize", path, "matrix", "--out", out},
      {"gemv", path, "matrix", "--out", out},
      {"verify", path, "--tensor", "matrix"},
  };
  for (const std::vector<std::string>& command : commands) {
    ExpectFailure(command, kUnsupported, "--type-id 42=FORMAT");
    std::vector<std::string> args = command;
    args.insert(args.begin() + 1, {"--type-id", "42=PQ2_0", "--type-id", "43=Q4_0"});
    const RunResult run = Run(args);
    EXPECT_EQ(run.status, 0) << args[0] << ": " << run.err;
  }
  EXPECT_PRED2(Contains, Run({"info", path}).out, "type 42");
  EXPECT_PRED2(Contains, Run({"info", path, "--type-id=42=PQ2_0"}).out, "PQ2_0");
}

TEST_F(CliModel, TypeIdSettlesTheLayout) {
  const std::string path = Ambiguous();
  const std::vector<std::string> extract = {"extract", path, "matrix", "--type-id"};
  const auto size_as = [&](const std::string& type_id) {
    std::vector<std::string> args = extract;
    args.push_back(type_id);
    return RunForOutput(args).size();
  };
  EXPECT_EQ(size_as("42=Q2_0"), 72u);
  EXPECT_EQ(size_as("42=PQ2_0"), 68u);
}

TEST_F(CliModel, TypeIdsThatCannotBe) {
  const std::string path = Ambiguous();
  for (const char* text : {"42", "42=", "=Q2_0", "x=Q2_0", "4 2=Q2_0", "-1=Q2_0", "42:Q2_0",
                           "4294967296=Q2_0", "Q2_0=42", ""}) {
    ExpectFailure({"info", path, "--type-id", text}, kUsage, "is not like 42=Q2_0");
  }
  ExpectFailure({"info", path, "--type-id", "42=Q9_0"}, kUsage, "no format 'Q9_0'");
  ExpectFailure({"info", path, "--type-id", "42=q2_0"}, kUsage, "no format 'q2_0'");
  ExpectFailure({"info", path, "--type-id"}, kUsage, "--type-id");
  ExpectFailure({"info", path, "--type-id", "2=Q8_0"}, kUsage, "it is Q4_0 in all files");
  ExpectFailure({"info", path, "--type-id", "42=Q2_0", "--type-id", "42=PQ2_0"}, kUsage,
                "another one of that type");
  ExpectFailure({"info", path, "--type-id", "42=STQ1_0"}, kBadFile, "does not fit the override");
  ExpectFailure({"dequantize", "--format", "Q4_0", "--in", path, "--type-id", "42=Q2_0", "--out",
                 Path("never.bin")},
                kUsage, "--type-id");
}

TEST_F(CliModel, ScalesCountInEveryResult) {
  const std::string path = Scaled({0.5f, -3.0f});
  std::vector<float> weights(64, 0.5f);
  weights.resize(128, -3.0f);
  EXPECT_EQ(FloatsOf(RunForOutput({"dequantize", path, "up.weight"})), weights);
  std::string ones;
  for (int j = 0; j < 32; ++j) ones.append("\0\0\x80\x3F", 4);
  WriteFile(Path("ones.f32"), ones);
  const std::vector<float> y =
      FloatsOf(RunForOutput({"gemv", path, "up.weight", "--x", Path("ones.f32")}));
  EXPECT_EQ(y, std::vector<float>({16.0f, 16.0f, -96.0f, -96.0f}));
}

TEST_F(CliModel, InfoShowsScales) {
  const Json json = Json::parse(Run({"info", Scaled({0.5f, -3.0f}), "--json"}).out);
  EXPECT_EQ(json["tensors"][0]["scale"]["tensor"], "up.scale");
  EXPECT_EQ(json["tensors"][0]["scale"]["size"], 2);
  EXPECT_EQ(json["tensors"][0]["scale"]["values"], Json({0.5, -3.0}));
  EXPECT_TRUE(json["tensors"][1]["scale"].is_null());
  EXPECT_PRED2(Contains, Run({"info", Scaled({0.5f, -3.0f})}).out, " 2 values\n");
  EXPECT_PRED2(Contains, Run({"info", Scaled({0.1f})}).out, " 0.1\n");
}

TEST_F(CliModel, VerifyHoldsScaledProductsToTheirBound) {
  const RunResult run = Run({"verify", Scaled({0.37f, -3.1e-5f}), "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(Json::parse(run.out)["tensors"].size(), 2u);
}

TEST_F(CliModel, MalformedScalesAreAnError) {
  const std::string path = Scaled({1.0f, 2.0f, 3.0f});
  const std::string fault = "its scale, tensor 'up.scale', has 3 values, expected 1 or 2";
  for (const char* command : {"gemv", "dequantize"}) {
    ExpectFailure({command, path, "up.weight", "--out", Path("never.bin")}, kBadFile, fault);
  }
  ExpectFailure({"verify", path}, kBadFile, fault);
  EXPECT_PRED2(Contains, Run({"info", path}).out, "malformed");
  const Json json = Json::parse(Run({"info", path, "--json"}).out);
  EXPECT_PRED2(Contains, json["tensors"][0]["scale"]["error"].get<std::string>(), fault);
}

}  // namespace
}  // namespace packdot
