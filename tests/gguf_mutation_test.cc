// Ten thousand damaged GGUF files: each is refused with an error or can be used without harm.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "packdot/format.h"
#include "packdot/gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_mutator.h"
#include "tests/support/gguf_walk.h"

// Freed memory that the address sanitizer holds back would count as ours.
extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=16"; }

namespace packdot {
namespace {

constexpr uint64_t kSeed = 20240229;
constexpr int kFiles = 10000;

GgufBytes EveryValueType() {
  GgufFileBytes file;
  file.Key("u8", GgufType::kUint8).Put(uint8_t{1});
  file.Key("i8", GgufType::kInt8).Put(int8_t{-1});
  file.Key("u16", GgufType::kUint16).Put(uint16_t{1});
  file.Key("i16", GgufType::kInt16).Put(int16_t{-1});
  file.Key("u32", GgufType::kUint32).Put(uint32_t{1});
  file.Key("i32", GgufType::kInt32).Put(int32_t{-1});
  file.Key("f32", GgufType::kFloat32).Put(1.0f);
  file.Key("bool", GgufType::kBool).Put(uint8_t{1});
  file.Key("string", GgufType::kString).String("text");
  file.Key("u64", GgufType::kUint64).Put(uint64_t{1});
  file.Key("i64", GgufType::kInt64).Put(int64_t{-1});
  file.Key("f64", GgufType::kFloat64).Put(1.0);
  file.Key("numbers", GgufType::kArray).Array(GgufType::kInt16, 3).Zeros(6);
  file.Key("general.alignment", GgufType::kUint32).Put(uint32_t{32});
  file.Key("split.count", GgufType::kUint16).Put(uint16_t{1});
  file.Tensor("a", {4, 3}, Format::kF32);
  return file.Build();
}

GgufBytes NestedArrays() {
  GgufFileBytes file(2, 64);
  file.Key("general.alignment", GgufType::kUint32).Put(uint32_t{64});
  GgufBytes& deep = file.Key("deep", GgufType::kArray);
  for (int depth = 0; depth < 6; ++depth) deep.Array(GgufType::kArray, 1);
  deep.Array(GgufType::kString, 2).String("a").String("bc");
  GgufBytes& wide = file.Key("wide", GgufType::kArray).Array(GgufType::kArray, 4);
  wide.Array(GgufType::kUint8, 3).Zeros(3).Array(GgufType::kString, 1).String("x");
  wide.Array(GgufType::kFloat64, 0).Array(GgufType::kBool, 2).Zeros(2);
  file.Tensor("scalar", {}, Format::kF32).Tensor("empty", {0, 2}, Format::kQ4_0);
  return file.Build();
}

GgufBytes EveryFormat() {
  GgufFileBytes file;
  for (const FormatInfo& format : Formats()) {
    file.Tensor(std::string(format.name), {256, 1, 2}, format.format);
  }
  return file.Build();
}

GgufBytes ContestedTypes() {
  GgufFileBytes file;
  file.Tensor("q2_0", {256}, 42, 72).Tensor("q2_0.larger", {512}, 42, 144);
  file.Tensor("stq1_0", {256}, 43, 42).Tensor("unknown", {100}, 36, 64);
  file.Tensor("last", {256, 2}, 142, 136);
  return file.Build();
}

uint64_t PeakMemoryBytes() {
  rusage usage;
  EXPECT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(GgufMutation, NoDamagedFileDoesHarm) {
  const std::vector<GgufBytes> files = {EveryValueType(), NestedArrays(), EveryFormat(),
                                        ContestedTypes()};
  for (const GgufBytes& whole : files) {
    const Result<GgufFile> file = GgufFile::Parse(whole.bytes());
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_GT(Walk(*file), 0u);
  }

  GgufMutator mutator(kSeed);
  std::map<std::string, int> outcomes;
  const uint64_t memory_before = PeakMemoryBytes();
  for (int i = 0; i < kFiles; ++i) {
    const std::vector<uint8_t> mutated = mutator.Mutate(files);
    // A copy has no spare capacity: any overrun is one.
    const std::vector<uint8_t> bytes(mutated.begin(), mutated.end());
    const Result<GgufFile> file = GgufFile::Parse(bytes);
    if (file.ok()) {
      Walk(*file);
      ++outcomes["accepted"];
    } else {
      EXPECT_TRUE(file.error().offset.has_value()) << file.error().message;
      ++outcomes[std::string(ErrorName(file.error().code))];
    }
  }
  EXPECT_LT(PeakMemoryBytes() - memory_before, uint64_t{256} << 20);

  // The damages must be of use: some harmless, and all the reasons to refuse a file among them.
  for (const char* outcome : {"accepted", "Truncated", "Malformed", "NotGguf", "OppositeByteOrder",
                              "UnsupportedVersion", "DuplicateName", "ShapeMismatch", "Sharded"}) {
    EXPECT_GT(outcomes[outcome], 0) << outcome;
  }
  for (const auto& [outcome, count] : outcomes) RecordProperty(outcome, count);
}

TEST(GgufMutation, TheSameSeedGivesTheSameFiles) {
  const std::vector<GgufBytes> files = {EveryValueType(), NestedArrays()};
  GgufMutator first(kSeed);
  GgufMutator second(kSeed);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(first.Mutate(files), second.Mutate(files));
}

}  // namespace
}  // namespace packdot
