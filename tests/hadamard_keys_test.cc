// The keys of Hadamard-folded files: what is read from them, and every way in which they can be
// wrong, each refused with a message of its own.
#include "tests/support/hadamard_keys.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "packdot/hadamard.h"
#include "tests/support/gguf_expect.h"

namespace packdot::testing {
namespace {

// "w" and "table" are 256 wide, "wide" 512, "odd" 192, "large" 3584.
GgufBytes FileWith(const HadamardKeys& keys) {
  GgufFileBytes file;
  keys.WriteTo(file);
  file.Tensor("w", {256, 2}, Format::kF16).Tensor("table", {256, 4}, Format::kQ8_0);
  file.Tensor("wide", {512, 2}, Format::kF32).Tensor("odd", {192, 2}, Format::kF32);
  return file.Tensor("large", {3584}, Format::kF32).Build();
}

std::vector<int32_t> Signs(size_t size) {
  std::vector<int32_t> signs(size);
  for (size_t i = 0; i < size; ++i) signs[i] = i % 3 == 0 ? -1 : 1;
  return signs;
}

HadamardKeys RightKeys() {
  HadamardKeys keys(128, {"w", "wide"});
  return keys.SetNames("inverse_weight_names", {"table"}).SetSigns({512, 256}, Signs(768));
}

TEST(HadamardKeys, AreRead) {
  const Parsed file(FileWith(RightKeys()));
  const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
  ASSERT_TRUE(folding.ok()) << folding.error().message;
  EXPECT_FALSE(folding->empty());
  EXPECT_EQ(folding->block(), 128u);
  EXPECT_EQ(folding->num_folded(), 2u);
  EXPECT_EQ(folding->num_inverse(), 1u);
  for (const std::string name : {"w", "wide", "table", "odd", "none", ""}) {
    EXPECT_EQ(folding->FoldsInputOf(name), name.starts_with("w")) << name;
    EXPECT_EQ(folding->InvertsRowsOf(name), name == "table") << name;
  }
  const std::vector<int32_t> values = Signs(768);
  const auto of_512 = folding->signs(512);
  const auto of_256 = folding->signs(256);
  EXPECT_EQ(std::vector<int32_t>(of_512->begin(), of_512->end()),
            std::vector<int32_t>(values.begin(), values.begin() + 512));
  EXPECT_EQ(std::vector<int32_t>(of_256->begin(), of_256->end()),
            std::vector<int32_t>(values.begin() + 512, values.end()));
  EXPECT_EQ(folding->signs(128).error().code, ErrorCode::kShapeMismatch);
  EXPECT_EQ(folding->signs(192).error().code, ErrorCode::kShapeMismatch);
}

TEST(HadamardKeys, IdentityHasNoSigns) {
  const Parsed file(FileWith(HadamardKeys(64, {"w", "w", "odd"})));
  const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
  ASSERT_TRUE(folding.ok()) << folding.error().message;
  EXPECT_EQ(folding->num_folded(), 2u);
  EXPECT_TRUE(folding->signs(192)->empty());
  EXPECT_EQ(folding->signs(100).error().code, ErrorCode::kShapeMismatch);
}

TEST(HadamardKeys, SignsOfAnyIntegerTypeWillDo) {
  HadamardKeys keys = RightKeys();
  keys.SetNumbers("sign_values", GgufType::kInt8, std::vector<int8_t>(768, -1));
  keys.SetNumbers("sign_widths", GgufType::kUint64, std::vector<uint64_t>{256, 512});
  const Parsed file(FileWith(keys));
  const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
  ASSERT_TRUE(folding.ok()) << folding.error().message;
  EXPECT_EQ((*folding->signs(512))[511], -1);
}

TEST(HadamardKeys, FilesWithoutThemAreNotFolded) {
  GgufFileBytes bytes;
  bytes.Key("prism.other", GgufType::kUint8).Put(uint8_t{1});
  const Parsed file(bytes.Tensor("w", {256, 2}, Format::kF16).Build());
  const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
  ASSERT_TRUE(folding.ok());
  EXPECT_TRUE(folding->empty());
  EXPECT_TRUE(folding->plain_ternary().empty());
  EXPECT_FALSE(folding->FoldsInputOf("w"));
  EXPECT_TRUE(folding->signs(100)->empty());
}

TEST(HadamardKeys, GroupedValueHeadsAreForCallersThatKnowThem) {
  const Parsed file(FileWith(RightKeys().SetBool("gdn_v_grouped", true)));
  EXPECT_EQ(HadamardFolding::Read(*file).error().code, ErrorCode::kUnsupportedFormat);
  const auto folding = HadamardFolding::Read(*file, {.groups_value_heads = true});
  ASSERT_TRUE(folding.ok()) << folding.error().message;
  EXPECT_TRUE(folding->value_heads_are_grouped());
  const Parsed not_grouped(FileWith(RightKeys().SetBool("gdn_v_grouped", false)));
  EXPECT_FALSE(HadamardFolding::Read(*not_grouped)->value_heads_are_grouped());
}

struct Broken {
  std::string name;  // of the key or tensor that the message must have
  ErrorCode code;
  std::function<void(HadamardKeys&)> change;
};

Broken Text(const std::string& key, ErrorCode code, const std::string& text) {
  return {key, code, [=](HadamardKeys& keys) { keys.SetText(key, text); }};
}

Broken Number(const std::string& key, ErrorCode code, int32_t value) {
  return {key, code,
          [=](HadamardKeys& keys) { keys.Set(key, GgufType::kInt32, GgufBytes().Put(value)); }};
}

Broken Names(const std::string& key, const std::string& name, ErrorCode code) {
  return {"'" + name + "'", code, [=](HadamardKeys& keys) { keys.SetNames(key, {name}); }};
}

Broken Values(const std::vector<int32_t>& values, ErrorCode code) {
  return {"sign_values", code, [=](HadamardKeys& keys) { keys.SetSigns({512, 256}, values); }};
}

Broken Widths(const std::vector<int32_t>& widths, ErrorCode code) {
  return {"sign_widths", code,
          [=](HadamardKeys& keys) { keys.SetNumbers("sign_widths", GgufType::kInt32, widths); }};
}

std::vector<Broken> UnsupportedAndMissing() {
  constexpr auto kUnsupported = ErrorCode::kUnsupportedFormat;
  std::vector<Broken> all = {
      Number("version", kUnsupported, 0),
      Number("version", kUnsupported, 2),
      Number("version", kUnsupported, 99),
      Number("version", ErrorCode::kWrongType, -1),
      Number("block_size", kUnsupported, 0),
      Number("block_size", kUnsupported, 3),
      Number("block_size", kUnsupported, 96),
      Number("block_size", kUnsupported, -1),
      Number("block_size", kUnsupported, std::numeric_limits<int32_t>::min()),
      Number("block_size", kUnsupported, 8192),
      {"block_size", kUnsupported,
       [](HadamardKeys& keys) {
         keys.Set("block_size", GgufType::kUint32, GgufBytes().Put(uint32_t{1} << 31));
       }},
      Text("transform", kUnsupported, "haar"),
      Text("axis", kUnsupported, "output"),
      Text("sign_mode", kUnsupported, "bogus"),
      {"gdn_v_grouped", kUnsupported,
       [](HadamardKeys& keys) { keys.SetBool("gdn_v_grouped", true); }},
      {"tied_output", kUnsupported, [](HadamardKeys& keys) { keys.SetBool("tied_output", true); }},
  };
  for (const std::string key : {"version", "block_size", "transform", "axis", "sign_mode",
                                "sign_widths", "sign_values", "weight_names"}) {
    all.push_back({key, ErrorCode::kMalformed, [=](HadamardKeys& keys) { keys.Remove(key); }});
  }
  for (const std::string key : {"version", "block_size", "sign_widths", "sign_values",
                                "weight_names", "inverse_weight_names", "gdn_v_grouped"}) {
    all.push_back(Text(key, ErrorCode::kWrongType, "1"));
  }
  for (const std::string key : {"transform", "axis", "sign_mode"}) {
    all.push_back(Number(key, ErrorCode::kWrongType, 1));
  }
  return all;
}

std::vector<Broken> WrongNamesAndSigns() {
  constexpr auto kMalformed = ErrorCode::kMalformed;
  constexpr auto kMismatch = ErrorCode::kShapeMismatch;
  std::vector<int32_t> zero = Signs(768), two = Signs(768);
  zero[0] = 0;  // among those of width 512
  two[767] = 2;
  return {
      Names("weight_names", "absent", kMalformed),
      Names("inverse_weight_names", "absent", kMalformed),
      Names("weight_names", "odd", kMismatch),  // 192 is not whole blocks of 128
      {"'large'", kMismatch,                    // nor 3584 of 1024
       [](HadamardKeys& keys) { keys = HadamardKeys(1024, {"large"}); }},
      {"'wide'", kMismatch, [](HadamardKeys& keys) { keys.SetSigns({256}, Signs(256)); }},
      {"'table'", kMismatch,
       [](HadamardKeys& keys) {
         keys.SetSigns({512}, Signs(512)).SetNames("weight_names", {"wide"});
       }},
      {"weight_names", kMalformed,
       [](HadamardKeys& keys) {
         keys.SetNames("weight_names", {}).Remove("inverse_weight_names");
       }},
      {"weight_names", ErrorCode::kWrongType,
       [](HadamardKeys& keys) {
         keys.SetNumbers("weight_names", GgufType::kInt32, std::vector<int32_t>{1});
       }},
      Values(Signs(767), kMismatch),
      Values(Signs(769), kMismatch),
      Values(zero, kMalformed),
      Values(two, kMalformed),
      Widths({256, 512, 256}, kMalformed),
      Widths({512, 256, 0}, kMalformed),
      {"sign_values", ErrorCode::kWrongType,
       [](HadamardKeys& keys) {
         std::vector<float> values(768, 1.0f);
         values[5] = std::numeric_limits<float>::quiet_NaN();
         keys.SetNumbers("sign_values", GgufType::kFloat32, values);
       }},
      {"sign_values", ErrorCode::kWrongType,
       [](HadamardKeys& keys) {
         keys.SetNumbers("sign_values", GgufType::kBool, std::vector<uint8_t>(768, 1));
       }},
      {"sign_widths", kMalformed,
       [](HadamardKeys& keys) { keys.SetText("sign_mode", "identity"); }},
  };
}

TEST(HadamardKeys, EveryBreachIsRefusedWithAMessageOfItsOwn) {
  std::vector<Broken> all = UnsupportedAndMissing();
  for (Broken& broken : WrongNamesAndSigns()) all.push_back(std::move(broken));
  std::set<std::string> messages;
  for (const Broken& broken : all) {
    HadamardKeys keys = RightKeys();
    broken.change(keys);
    const Parsed file(FileWith(keys));
    ASSERT_TRUE(file.Opened());
    const Result<HadamardFolding> folding = HadamardFolding::Read(*file);
    ASSERT_FALSE(folding.ok()) << broken.name;
    const std::string& message = folding.error().message;
    EXPECT_EQ(ErrorName(folding.error().code), ErrorName(broken.code)) << message;
    EXPECT_NE(message.find(broken.name), std::string::npos) << message;
    EXPECT_TRUE(messages.insert(message).second) << message;
  }
}

TEST(HadamardKeys, AnySingleKeyAsksForTheOthers) {
  for (const std::string key : {"version", "block_size", "transform", "axis", "sign_mode",
                                "weight_names", "gdn_v_grouped", "sign_values"}) {
    GgufFileBytes bytes;
    bytes.Key("prism.hadamard." + key, GgufType::kUint8).Put(uint8_t{1});
    const Parsed file(bytes.Tensor("w", {256, 2}, Format::kF16).Build());
    EXPECT_FALSE(HadamardFolding::Read(*file).ok()) << key;
  }
}

}  // namespace
}  // namespace packdot::testing
