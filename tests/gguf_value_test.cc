// GGUF metadata: all thirteen value types, arrays in arrays, odd keys, typed getters.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packdot/gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_expect.h"

namespace packdot {
namespace {

using namespace std::string_literals;

constexpr std::array kAllTypes = {
    GgufType::kUint8,  GgufType::kInt8,    GgufType::kUint16, GgufType::kInt16,  GgufType::kUint32,
    GgufType::kInt32,  GgufType::kFloat32, GgufType::kBool,   GgufType::kString, GgufType::kArray,
    GgufType::kUint64, GgufType::kInt64,   GgufType::kFloat64};

std::string KeyOf(GgufType type) { return "a." + std::string(GgufTypeName(type)); }

// One value of the type, as stored; integers are the type's lowest.
void PutLowest(GgufBytes& bytes, GgufType type) {
  switch (type) {
    case GgufType::kUint8:
      bytes.Put(uint8_t{0});
      break;
    case GgufType::kInt8:
      bytes.Put(std::numeric_limits<int8_t>::min());
      break;
    case GgufType::kUint16:
      bytes.Put(uint16_t{0});
      break;
    case GgufType::kInt16:
      bytes.Put(std::numeric_limits<int16_t>::min());
      break;
    case GgufType::kUint32:
      bytes.Put(uint32_t{0});
      break;
    case GgufType::kInt32:
      bytes.Put(std::numeric_limits<int32_t>::min());
      break;
    case GgufType::kFloat32:
      bytes.Put(-1.5f);
      break;
    case GgufType::kBool:
      bytes.Put(uint8_t{1});
      break;
    case GgufType::kString:
      bytes.String("text");
      break;
    case GgufType::kArray:
      bytes.Array(GgufType::kUint16, 2).Put(uint16_t{5}).Put(uint16_t{6});
      break;
    case GgufType::kUint64:
      bytes.Put(uint64_t{0});
      break;
    case GgufType::kInt64:
      bytes.Put(std::numeric_limits<int64_t>::min());
      break;
    case GgufType::kFloat64:
      bytes.Put(0.1);
      break;
  }
}

// A key of each type, and of an array of three of each.
GgufFileBytes FileOfAllTypes() {
  GgufFileBytes file;
  for (const GgufType type : kAllTypes) {
    PutLowest(file.Key(KeyOf(type), type), type);
    GgufBytes& array = file.Key(KeyOf(type) + ".array", GgufType::kArray).Array(type, 3);
    for (int i = 0; i < 3; ++i) PutLowest(array, type);
  }
  return file;
}

TEST(GgufValues, AllTypesAreReadAndLeaveTheCursorRight) {
  GgufFileBytes bytes = FileOfAllTypes();
  bytes.Key("sentinel", GgufType::kUint32).Put(0xDEADBEEFu);
  bytes.Key("general.architecture", GgufType::kString).String("last");
  bytes.Tensor("sentinel.weight", {3, 2}, Format::kF16);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());

  EXPECT_EQ(*file->GetUint("a.u8"), 0u);
  EXPECT_EQ(*file->GetInt("a.i8"), std::numeric_limits<int8_t>::min());
  EXPECT_EQ(*file->GetUint("a.u16"), 0u);
  EXPECT_EQ(*file->GetInt("a.i16"), std::numeric_limits<int16_t>::min());
  EXPECT_EQ(*file->GetUint("a.u32"), 0u);
  EXPECT_EQ(*file->GetInt("a.i32"), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(*file->GetUint("a.u64"), 0u);
  EXPECT_EQ(*file->GetInt("a.i64"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(*file->GetFloat("a.f32"), -1.5);
  EXPECT_EQ(*file->GetFloat("a.f64"), 0.1);
  EXPECT_EQ(*file->GetBool("a.bool"), true);
  EXPECT_EQ(*file->GetString("a.string"), "text");
  for (const GgufType type : kAllTypes) {
    const Result<GgufArray> array = file->GetArray(KeyOf(type) + ".array");
    ASSERT_TRUE(array.ok());
    EXPECT_EQ(array->element_type(), type);
    EXPECT_EQ(array->size(), 3u);
    int seen = 0;
    for (const GgufValue value : *array) {
      EXPECT_EQ(value.type(), type);
      ++seen;
    }
    EXPECT_EQ(seen, 3);
  }

  EXPECT_EQ(*file->GetUint("sentinel"), 0xDEADBEEFu);
  EXPECT_EQ(*file->GetString("general.architecture"), "last");
  EXPECT_EQ((*file->FindTensor("sentinel.weight"))->bytes.size(), 12u);
}

TEST(GgufValues, KeysKeepTheirOrder) {
  const Parsed file(FileOfAllTypes().Build());
  ASSERT_TRUE(file.Opened());
  ASSERT_EQ(file->metadata().size(), 2 * kAllTypes.size());
  for (size_t i = 0; i < kAllTypes.size(); ++i) {
    EXPECT_EQ(file->metadata()[2 * i].key, KeyOf(kAllTypes[i]));
    EXPECT_EQ(file->metadata()[2 * i].value.type(), kAllTypes[i]);
  }
}

// Every getter on every type: a value for the types that it names, else kWrongType with the key.
TEST(GgufValues, EveryGetterOnEveryType) {
  const Parsed file(FileOfAllTypes().Build());
  ASSERT_TRUE(file.Opened());
  const auto check = [](const auto& result, bool expected, const std::string& key) {
    EXPECT_EQ(result.ok(), expected) << key;
    if (result.ok()) return;
    EXPECT_EQ(result.error().code, ErrorCode::kWrongType) << key;
    EXPECT_NE(result.error().message.find("'" + key + "'"), std::string::npos)
        << result.error().message;
  };
  for (const GgufType type : kAllTypes) {
    const std::string key = KeyOf(type);
    const bool is_unsigned = type == GgufType::kUint8 || type == GgufType::kUint16 ||
                             type == GgufType::kUint32 || type == GgufType::kUint64;
    const bool is_signed = type == GgufType::kInt8 || type == GgufType::kInt16 ||
                           type == GgufType::kInt32 || type == GgufType::kInt64;
    check(file->GetUint(key), is_unsigned, key);  // the signed ones hold negative values here
    check(file->GetInt(key), is_unsigned || is_signed, key);
    check(file->GetFloat(key), type == GgufType::kFloat32 || type == GgufType::kFloat64, key);
    check(file->GetBool(key), type == GgufType::kBool, key);
    check(file->GetString(key), type == GgufType::kString, key);
    check(file->GetArray(key), type == GgufType::kArray, key);
  }
}

TEST(GgufValues, MissingKeysAreNotFound) {
  const Parsed file(FileOfAllTypes().Build());
  ASSERT_TRUE(file.Opened());
  const auto check = [](const auto& result) {
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
    EXPECT_NE(result.error().message.find("'a.u'"), std::string::npos);
  };
  check(file->GetUint("a.u"));
  check(file->GetInt("a.u"));
  check(file->GetFloat("a.u"));
  check(file->GetBool("a.u"));
  check(file->GetString("a.u"));
  check(file->GetArray("a.u"));
  EXPECT_EQ(file->FindValue("a.u"), nullptr);
}

TEST(GgufValues, IntegersAreNeverCut) {
  GgufFileBytes bytes;
  bytes.Key("top.u64", GgufType::kUint64).Put(std::numeric_limits<uint64_t>::max());
  bytes.Key("edge.u64", GgufType::kUint64).Put(uint64_t{1} << 63);
  bytes.Key("fits.u64", GgufType::kUint64).Put((uint64_t{1} << 63) - 1);
  bytes.Key("minus.i8", GgufType::kInt8).Put(int8_t{-1});
  bytes.Key("plus.i16", GgufType::kInt16).Put(int16_t{300});
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(*file->GetUint("top.u64"), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(file->GetInt("top.u64").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(file->GetInt("edge.u64").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(*file->GetInt("fits.u64"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(file->GetUint("minus.i8").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(*file->GetInt("minus.i8"), -1);
  EXPECT_EQ(*file->GetUint("plus.i16"), 300u);
}

TEST(GgufValues, FloatsKeepTheirBits) {
  GgufFileBytes bytes;
  bytes.Key("nan", GgufType::kFloat32).Put(uint32_t{0x7FC00000});
  bytes.Key("inf", GgufType::kFloat64).Put(-std::numeric_limits<double>::infinity());
  bytes.Key("subnormal", GgufType::kFloat32).Put(uint32_t{1});
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_TRUE(std::isnan(*file->GetFloat("nan")));
  EXPECT_EQ(*file->GetFloat("inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(*file->GetFloat("subnormal"), std::ldexp(1.0, -149));
}

TEST(GgufValues, EveryBoolByteButZeroIsTrue) {
  constexpr std::array<uint8_t, 4> kBytes = {0, 1, 2, 255};
  GgufFileBytes bytes;
  for (const uint8_t byte : kBytes)
    bytes.Key("b" + std::to_string(byte), GgufType::kBool).Put(byte);
  bytes.Key("all", GgufType::kArray).Array(GgufType::kBool, kBytes.size()).Raw(kBytes);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  for (const uint8_t byte : kBytes) {
    EXPECT_EQ(*file->GetBool("b" + std::to_string(byte)), byte != 0);
  }
  std::vector<bool> all;
  const GgufArray array = *file->GetArray("all");
  for (const GgufValue value : array) all.push_back(*value.AsBool());
  EXPECT_EQ(all, (std::vector<bool>{false, true, true, true}));
}

TEST(GgufArrays, InsideArrays) {
  GgufFileBytes bytes;
  GgufBytes& value =
      bytes.Key("nested", GgufType::kArray).Array(GgufType::kArray, 3);  // [[1,2],[],[3]]
  value.Array(GgufType::kInt32, 2).Put(int32_t{1}).Put(int32_t{2});
  value.Array(GgufType::kString, 0);
  value.Array(GgufType::kInt32, 1).Put(int32_t{3});
  bytes.Key("after", GgufType::kUint8).Put(uint8_t{9});
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  std::vector<std::vector<int64_t>> nested;
  const GgufArray outer = *file->GetArray("nested");
  for (const GgufValue element : outer) {
    nested.emplace_back();
    const GgufArray inner = *element.AsArray();
    for (const GgufValue number : inner) nested.back().push_back(*number.AsInt());
  }
  EXPECT_EQ(nested, (std::vector<std::vector<int64_t>>{{1, 2}, {}, {3}}));
  EXPECT_EQ(*file->GetUint("after"), 9u);
}

TEST(GgufArrays, OfStrings) {
  GgufFileBytes bytes;
  bytes.Key("tokens", GgufType::kArray)
      .Array(GgufType::kString, 3)
      .String("a")
      .String("")
      .String("\0\n"s);
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  std::vector<std::string> tokens;
  const GgufArray array = *file->GetArray("tokens");
  for (const GgufValue token : array) tokens.emplace_back(*token.AsString());
  EXPECT_EQ(tokens, (std::vector<std::string>{"a", "", "\0\n"s}));
}

TEST(GgufArrays, EmptyOnesOfEveryType) {
  GgufFileBytes bytes;
  for (const GgufType type : kAllTypes) bytes.Key(KeyOf(type), GgufType::kArray).Array(type, 0);
  bytes.Key("after", GgufType::kUint8).Put(uint8_t{9});
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  for (const GgufType type : kAllTypes) {
    const Result<GgufArray> array = file->GetArray(KeyOf(type));
    ASSERT_TRUE(array.ok());
    EXPECT_EQ(array->element_type(), type);
    EXPECT_TRUE(array->begin() == array->end());
  }
  EXPECT_EQ(*file->GetUint("after"), 9u);
}

// `depth` arrays of one element, around a u8.
GgufBytes Nested(size_t depth) {
  GgufFileBytes file;
  GgufBytes& value = file.Key("deep", GgufType::kArray);
  for (size_t i = 1; i < depth; ++i) value.Array(GgufType::kArray, 1);
  value.Array(GgufType::kUint8, 1).Put(uint8_t{42});
  return file.Build();
}

TEST(GgufArrays, EightDeepAndNoDeeper) {
  const Parsed file(Nested(8));
  ASSERT_TRUE(file.Opened());
  GgufValue value = *file->FindValue("deep");
  for (int i = 0; i < 8; ++i) value = *value.AsArray()->begin();
  EXPECT_EQ(*value.AsUint(), 42u);

  for (const size_t depth : {9u, 3000u}) {
    EXPECT_TRUE(Parsed(Nested(depth)).FailedWith(ErrorCode::kMalformed, std::nullopt, "'deep'"));
  }
}

TEST(GgufTypes, UnknownOnesAreRefusedByNumber) {
  for (const uint32_t type : {13u, 0xFFFFFFFFu}) {
    const std::string says = "is " + std::to_string(type);
    GgufBytes scalar;
    scalar.Header(3, 0, 1).Key("a", static_cast<GgufType>(type)).Zeros(64);
    EXPECT_TRUE(Parsed(scalar).FailedWith(ErrorCode::kMalformed, 33, says));
    for (const uint64_t size : {0u, 2u}) {
      GgufBytes array;
      array.Header(3, 0, 1).Key("a", GgufType::kArray);
      array.Array(static_cast<GgufType>(type), size).Zeros(64);
      EXPECT_TRUE(Parsed(array).FailedWith(ErrorCode::kMalformed, 37, says));
    }
  }
}

TEST(GgufTypes, HaveNames) {
  EXPECT_EQ(GgufTypeName(GgufType::kFloat64), "f64");
  EXPECT_EQ(GgufTypeName(GgufType::kArray), "array");
  EXPECT_EQ(GgufTypeName(static_cast<GgufType>(13)), "unknown");
}

TEST(GgufKeys, OddOnesAreKeptWhole) {
  const std::string keys[] = {"",         std::string(65535, 'k'), "nul\0a"s, "nul\0b"s, "nul",
                              "\xFF\xFE"s};
  GgufFileBytes bytes;
  for (const std::string& key : keys) bytes.Key(key, GgufType::kString).String("value of " + key);
  bytes.Key("general.file_type", GgufType::kString).String("a string");
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  for (const std::string& key : keys) EXPECT_EQ(*file->GetString(key), "value of " + key);
  EXPECT_EQ(file->GetUint("general.file_type").error().code, ErrorCode::kWrongType);
}

TEST(GgufKeys, MessagesStayOnOneLineOfPlainText) {
  const Parsed file(FileOfAllTypes().Build());
  ASSERT_TRUE(file.Opened());
  const std::string message =
      file->GetUint("a\n\x1b[31m\xFF"s + std::string(1000, 'x')).error().message;
  EXPECT_NE(message.find("'a\\x0a\\x1b[31m\\xffxxx"), std::string::npos) << message;
  EXPECT_LT(message.size(), 300u);
}

TEST(GgufKeys, StringsAreBytesAsTheyAre) {
  const std::string invalid = "\xC3\x28\xF0\x90"s;
  const std::string with_nul = "before\0after"s;
  GgufFileBytes bytes;
  bytes.Key("invalid", GgufType::kString).String(invalid);
  bytes.Key("nul", GgufType::kString).String(with_nul);
  bytes.Key("empty", GgufType::kString).String("");
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(*file->GetString("invalid"), invalid);
  EXPECT_EQ(*file->GetString("nul"), with_nul);
  EXPECT_EQ(*file->GetString("empty"), "");
}

TEST(GgufKeys, DuplicatesAreRefusedByName) {
  for (const GgufType second : {GgufType::kUint8, GgufType::kBool}) {
    GgufFileBytes bytes;
    bytes.Key("other", GgufType::kUint8).Put(uint8_t{1});      // bytes 24 to 41
    bytes.Key("twice", GgufType::kUint8).Put(uint8_t{1});      // 42 to 59
    bytes.Key("twice.not", GgufType::kUint8).Put(uint8_t{1});  // 60 to 81
    bytes.Key("twice", second).Put(uint8_t{2});
    EXPECT_TRUE(
        Parsed(bytes.Build()).FailedWith(ErrorCode::kDuplicateName, 90, "'twice' was at byte 50"));
  }
}

TEST(GgufKeys, AHundredThousandOfThem) {
  GgufFileBytes bytes;
  for (uint32_t i = 0; i < 100000; ++i) {
    bytes.Key("key." + std::to_string(i), GgufType::kUint32).Put(i);
  }
  const Parsed file(bytes.Build());
  ASSERT_TRUE(file.Opened());
  EXPECT_EQ(*file->GetUint("key.0"), 0u);
  EXPECT_EQ(*file->GetUint("key.99999"), 99999u);
}

}  // namespace
}  // namespace packdot
