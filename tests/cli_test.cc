// The packdot command where it succeeds.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "packdot/packdot.h"
#include "tests/cli_run.h"

namespace packdot {
namespace {

using Json = nlohmann::json;

constexpr size_t kRows = 64;
constexpr size_t kCols = 1024;

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const FormatInfo& info : Formats()) {
    names.emplace_back(info.name);
  }
  return names;
}

std::vector<std::string> SupportedTargets() {
  std::vector<std::string> names;
  for (const TargetInfo& target : Targets()) {
    if (target.supported) names.emplace_back(target.name);
  }
  return names;
}

// The start of a table's row.
std::string Row(std::string_view name) { return std::string("\n").append(name).append(" "); }

std::string BytesOf(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::vector<float> SomeX() {
  std::vector<float> x(kCols);
  for (size_t j = 0; j < kCols; ++j) x[j] = static_cast<float>(j % 37) / 8 - 2;
  return x;
}

// Runs the command with --json added; it must succeed.
class CliSuccess : public CliTest {
 protected:
  static Json RunJson(std::vector<std::string> args) {
    args.emplace_back("--json");
    const RunResult run = Run(args);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    Json json = Json::parse(run.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << run.out;
    return json;
  }
};

TEST_F(CliSuccess, VersionAndHelp) {
  const RunResult version = Run({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("packdot 0.")) << version.out;
  for (const char* command :
       {"formats", "targets", "info", "extract", "dequantize", "gemv", "verify", "demo"}) {
    EXPECT_PRED2(Contains, Run({"--help"}).out, command);
    const RunResult help = Run({command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_PRED2(Contains, help.out, "--help");
  }
}

TEST_F(CliSuccess, FormatsAreTheRegistry) {
  const Json json = RunJson({"formats"});
  ASSERT_EQ(json.size(), Formats().size());
  const std::string table = Run({"formats"}).out;
  for (size_t i = 0; i < json.size(); ++i) {
    const FormatInfo& info = Formats()[i];
    EXPECT_EQ(json[i]["name"], info.name);
    EXPECT_EQ(json[i]["id"], static_cast<uint32_t>(info.format));
    EXPECT_EQ(json[i]["block_weights"], info.block_weights);
    EXPECT_EQ(json[i]["block_bytes"], info.block_bytes);
    EXPECT_EQ(json[i]["bits_per_weight"], info.BitsPerWeight());
    EXPECT_PRED2(Contains, table, Row(info.name));
  }
}

TEST_F(CliSuccess, TargetsAreTheLibrarys) {
  const Json json = RunJson({"targets"});
  ASSERT_EQ(json.size(), Targets().size());
  const std::string table = Run({"targets"}).out;
  for (size_t i = 0; i < json.size(); ++i) {
    const TargetInfo target = Targets()[i];
    EXPECT_EQ(json[i]["name"], target.name);
    EXPECT_EQ(json[i]["supported"], target.supported);
    EXPECT_EQ(json[i]["chosen"], target.chosen);
    EXPECT_PRED2(Contains, table, Row(target.name));
  }
}

TEST_F(CliSuccess, InfoListsAndCounts) {
  const Json json = RunJson({"info", Demo()});
  const std::string table = Run({"info", Demo()}).out;
  EXPECT_EQ(json["version"], 3);
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(Demo()));
  EXPECT_EQ(json["metadata"][0]["key"], "general.architecture");
  EXPECT_EQ(json["metadata"][0]["value"], "packdot-demo");
  EXPECT_PRED2(Contains, table, "\"packdot-demo\"");
  const std::vector<std::string> names = FormatNames();
  ASSERT_EQ(json["tensors"].size(), names.size());
  ASSERT_EQ(json["formats"].size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    const Json& tensor = json["tensors"][i];
    const FormatInfo& info = *FindFormat(names[i]);
    EXPECT_EQ(tensor["name"], "demo." + names[i]);
    EXPECT_EQ(tensor["format"], names[i]);
    EXPECT_EQ(tensor["dims"], Json({kCols, kRows}));
    EXPECT_EQ(tensor["bytes"], kRows * kCols / info.block_weights * info.block_bytes);
    EXPECT_EQ(json["formats"][i]["format"], names[i]);
    EXPECT_EQ(json["formats"][i]["weights"], kRows * kCols);
    EXPECT_EQ(json["formats"][i]["bytes"], tensor["bytes"]);
    EXPECT_PRED2(Contains, table, Row("demo." + names[i]));
  }
}

TEST_F(CliSuccess, InfoEscapesWhatSteersTerminals) {
  const std::string path = PatchedDemo("Random weights", 0, "\x1b[31m\n\xff\xe2\x80\xae");
  const std::string table = Run({"info", path}).out;
  EXPECT_PRED2(Contains, table, "\"\\x1b[31m\\n\\xff\\u202e");
  EXPECT_FALSE(Contains(table, "\x1b")) << table;
  const std::string value = RunJson({"info", path})["metadata"][1]["value"];
  EXPECT_TRUE(value.starts_with("\x1b[31m\n\xef\xbf\xbd\xe2\x80\xae")) << value;
}

TEST_F(CliSuccess, UnknownTypesAreListedAndSkipped) {
  const std::string path = DemoWithUnknownType();
  EXPECT_PRED2(Contains, Run({"info", path}).out, "type 36");
  const Json json = RunJson({"verify", path});
  EXPECT_EQ(json["passed"], true);
  EXPECT_EQ(json["tensors"].size(), FormatNames().size() - 1);
  EXPECT_EQ(json["skipped"][0]["name"], "demo.Q4_0");
}

TEST_F(CliSuccess, DequantizedTensorsAreTheirDequantizedBlocks) {
  for (const std::string& name : FormatNames()) {
    SCOPED_TRACE(name);
    const std::string weights = RunForOutput({"dequantize", Demo(), "demo." + name});
    EXPECT_EQ(weights.size(), kRows * kCols * sizeof(float));
    const std::string blocks = Path("blocks.bin");
    WriteFile(blocks, RunForOutput({"extract", Demo(), "demo." + name}));
    EXPECT_EQ(RunForOutput({"dequantize", "--format", name, "--in", blocks}), weights);
  }
}

// Larger than a chunk and no multiple of it.
TEST_F(CliSuccess, DequantizeTakesChunksInOrder) {
  std::vector<float> weights(200'001);
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i);
  WriteFile(Path("f32.bin"), BytesOf(weights));
  EXPECT_EQ(RunForOutput({"dequantize", "--format", "F32", "--in", Path("f32.bin")}),
            BytesOf(weights));
}

TEST_F(CliSuccess, GemvIsTheLibrarysOnEveryTarget) {
  const std::vector<float> x = SomeX();
  WriteFile(Path("x.f32"), BytesOf(x));
  const Result<GgufFile> file = GgufFile::Open(Demo());
  ASSERT_TRUE(file.ok());
  const MatrixView w = *(*file->FindTensor("demo.Q4_K"))->Matrix();
  for (const std::string& target : SupportedTargets()) {
    for (const char* type : {"f32", "q8"}) {
      SCOPED_TRACE(target + " " + type);
      const bool is_f32 = std::strcmp(type, "f32") == 0;
      const auto activation =
          Activation::Make(x, is_f32 ? ActivationType::kF32 : ActivationType::kQ8);
      std::vector<float> y(kRows);
      ASSERT_TRUE(ForceTarget(target).ok());
      ASSERT_TRUE(Gemv(w, *activation, y).ok());
      EXPECT_EQ(RunForOutput({"gemv", Demo(), "demo.Q4_K", "--x", Path("x.f32"), "--activation",
                              type, "--target", target, "--threads", "2"}),
                BytesOf(y));
    }
  }
  ASSERT_TRUE(ForceTarget("").ok());
}

TEST_F(CliSuccess, GemvWithoutXIsSeeded) {
  const std::vector<std::string> args = {"gemv", Demo(), "demo.Q8_0", "--seed"};
  const auto with_seed = [&](const std::string& seed) {
    std::vector<std::string> all = args;
    all.push_back(seed);
    return RunForOutput(all);
  };
  EXPECT_EQ(with_seed("7").size(), kRows * sizeof(float));
  EXPECT_EQ(with_seed("7"), with_seed("7"));
  EXPECT_NE(with_seed("7"), with_seed("8"));
}

TEST_F(CliSuccess, VerifyCoversAllTensorsTargetsAndActivations) {
  const Json json = RunJson({"verify", Demo(), "--target", "all"});
  EXPECT_EQ(json["passed"], true);
  const std::vector<std::string> formats = FormatNames();
  const std::vector<std::string> targets = SupportedTargets();
  ASSERT_EQ(json["tensors"].size(), formats.size() * targets.size());
  for (size_t i = 0; i < json["tensors"].size(); ++i) {
    const Json& tensor = json["tensors"][i];
    EXPECT_EQ(tensor["target"], targets[i / formats.size()]);
    EXPECT_EQ(tensor["format"], formats[i % formats.size()]);
    for (const char* type : {"f32", "q8"}) {
      EXPECT_EQ(tensor["worst"][type]["passed"], true);
      // Sums in f32 of a thousand products are not exact in all 64 rows.
      EXPECT_GT(tensor["worst"][type]["error_over_bound"], 0);
      EXPECT_LT(tensor["worst"][type]["relative_error"], 1e-5);
    }
  }
}

TEST_F(CliSuccess, VerifySelects) {
  const Json json =
      RunJson({"verify", Demo(), "--tensor", "demo.Q?_0", "--activation", "q8", "--threads", "1"});
  ASSERT_GT(json["tensors"].size(), 0u);
  for (const Json& tensor : json["tensors"]) {
    const std::string name = tensor["name"];
    EXPECT_TRUE(name.starts_with("demo.Q") && name.ends_with("_0") && name.size() == 9) << name;
    EXPECT_FALSE(tensor["worst"].contains("f32"));
  }
  const RunResult table = Run({"verify", Demo(), "--tensor", "demo.Q8_0"});
  EXPECT_EQ(table.status, 0);
  EXPECT_PRED2(Contains, table.out, "\ndemo.Q8_0  Q8_0");
  EXPECT_PRED2(Contains, table.out, "1 products verified");
}

TEST_F(CliSuccess, DemoMeasuresEveryFormatAndLeavesNothing) {
  const Json json = RunJson({"demo", "--quick"});
  EXPECT_EQ(json["passed"], true);
  ASSERT_EQ(json["formats"].size(), FormatNames().size());
  for (size_t i = 0; i < json["formats"].size(); ++i) {
    const Json& line = json["formats"][i];
    EXPECT_EQ(line["format"], FormatNames()[i]);
    for (const char* what : {"f32", "q8", "unfused"}) {
      EXPECT_GT(line[what]["gweights_per_second"], 0);
    }
  }
  EXPECT_TRUE(TemporaryFiles().empty());
}

}  // namespace
}  // namespace packdot
