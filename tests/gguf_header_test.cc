// GGUF headers: magic, version, byte order, claimed counts, shards, and files without tensors.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "packdot/gguf.h"
#include "tests/support/allocation_meter.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_expect.h"

namespace packdot {
namespace {

constexpr uint64_t kHeaderBytes = 24;

GgufFileBytes SmallFile(uint32_t version) {
  GgufFileBytes file(version);
  file.Key("general.name", GgufType::kString).String("small");
  file.Tensor("a", {8, 2}, Format::kF32);
  return file;
}

TEST(GgufHeader, VersionsTwoAndThreeAreRead) {
  for (const uint32_t version : {2u, 3u}) {
    const Parsed file(SmallFile(version).Build());
    ASSERT_TRUE(file.Opened());
    EXPECT_EQ(file->version(), version);
    EXPECT_EQ(*file->GetString("general.name"), "small");
    EXPECT_EQ(file->tensors().size(), 1u);
  }
}

TEST(GgufHeader, OtherVersionsAreNamed) {
  for (const uint32_t version : {0u, 1u, 4u, 0xFFFFFFFFu}) {
    EXPECT_TRUE(
        Parsed(SmallFile(version).Build())
            .FailedWith(ErrorCode::kUnsupportedVersion, 4, "version " + std::to_string(version)));
  }
}

TEST(GgufHeader, OppositeByteOrderIsTold) {
  EXPECT_TRUE(Parsed(SmallFile(0x03000000).Build()).FailedWith(ErrorCode::kOppositeByteOrder, 4));

  GgufBytes big(ByteOrder::kBig);
  big.Header(3, 1, 1).Key("general.name", GgufType::kString).String("big");
  big.Tensor("a", {8, 2}, 0, 0).PadTo(32).Zeros(64);
  EXPECT_TRUE(Parsed(big).FailedWith(ErrorCode::kOppositeByteOrder, 4));
}

TEST(GgufHeader, OtherFilesAreNotGguf) {
  for (const std::string magic : {"GGML", "gguf", "FUGG", "GGU", "G", ""}) {
    GgufBytes file;
    file.Text(magic);
    if (magic.size() == 4) file.Put(uint32_t{3}).Put(uint64_t{0}).Put(uint64_t{0});
    EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kNotGguf, 0)) << magic;
  }
}

TEST(GgufHeader, EveryCutOfAHeaderIsTruncated) {
  GgufBytes whole;
  whole.Header(3, 0, 0);
  for (size_t size = 4; size < kHeaderBytes; ++size) {
    const std::vector<uint8_t> cut(whole.bytes().begin(),
                                   whole.bytes().begin() + static_cast<ptrdiff_t>(size));
    EXPECT_TRUE(Parsed(cut).FailedWith(ErrorCode::kTruncated)) << size;
  }
}

// Files of a few bytes that claim to hold more than any machine does.
TEST(GgufHeader, ClaimedCountsCostNoMemory) {
  const uint64_t huge = uint64_t{1} << 63;
  const auto with_key = [] { return GgufBytes().Header(3, 0, 1); };
  struct Case {
    const char* what;
    GgufBytes file;
    uint64_t offset;
  };
  const Case cases[] = {
      {"keys", GgufBytes().Header(3, 0, huge), kHeaderBytes},
      {"tensors", GgufBytes().Header(3, huge, 0), kHeaderBytes},
      {"tensors whose records' size wraps to 0", GgufBytes().Header(3, uint64_t{1} << 58, 0),
       kHeaderBytes},
      {"key bytes", with_key().Put(huge).Zeros(8), 32},
      {"key bytes whose end wraps", with_key().Put(~uint64_t{0}).Zeros(8), 32},
      {"string bytes", with_key().Key("a", GgufType::kString).Put(uint64_t{1} << 40), 45},
      {"array elements",
       with_key().Key("a", GgufType::kArray).Array(GgufType::kUint8, uint64_t{1} << 62), 49},
      {"array elements whose size wraps",
       with_key().Key("a", GgufType::kArray).Array(GgufType::kUint64, uint64_t{1} << 61), 49},
      {"strings in an array",
       with_key().Key("a", GgufType::kArray).Array(GgufType::kString, huge).Zeros(8), 49},
      {"arrays in an array",
       with_key().Key("a", GgufType::kArray).Array(GgufType::kArray, huge).Zeros(12), 49},
  };
  for (const Case& hostile : cases) {
    const std::vector<uint8_t> bytes = hostile.file.bytes();
    AllocationMeter::Reset();
    const Parsed file(bytes);
    EXPECT_LT(AllocationMeter::RequestedBytes(), 16384u) << hostile.what;
    EXPECT_TRUE(file.FailedWith(ErrorCode::kTruncated, hostile.offset)) << hostile.what;
  }
}

// The counts may be possible for the whole file, but not for what the metadata leave of it.
TEST(GgufHeader, TensorsThatTheMetadataLeaveNoRoomFor) {
  GgufBytes file;
  file.Header(3, 5, 1).Key("a", GgufType::kString).String(std::string(100, 'x'));
  EXPECT_TRUE(Parsed(file).FailedWith(ErrorCode::kTruncated, file.size(), "5 tensors"));
}

TEST(GgufHeader, FilesWithoutTensorsNeedNoData) {
  const Parsed bare(GgufBytes().Header(3, 0, 0));
  ASSERT_TRUE(bare.Opened());
  EXPECT_TRUE(bare->metadata().empty());
  EXPECT_TRUE(bare->tensors().empty());
  EXPECT_EQ(bare->file_bytes(), kHeaderBytes);

  GgufBytes one_key;
  one_key.Header(3, 0, 1).Key("a", GgufType::kUint8).Put(uint8_t{7});
  for (const size_t zeros : {0u, 1u, 18u, 19u, 64u}) {
    GgufBytes file = one_key;
    file.Zeros(zeros);
    const Parsed parsed(file);
    ASSERT_TRUE(parsed.Opened()) << zeros;
    EXPECT_EQ(*parsed->GetUint("a"), 7u);
  }
}

TEST(GgufHeader, TrailingBytesAreNotRead) {
  const GgufBytes whole = SmallFile(3).Build();
  for (size_t zeros = 1; zeros <= 64; ++zeros) {
    GgufBytes file = whole;
    file.Zeros(zeros);
    const Parsed parsed(file);
    ASSERT_TRUE(parsed.Opened()) << zeros;
    EXPECT_EQ(parsed->tensors()[0].bytes.size(), 64u);
  }

  GgufFileBytes other;
  other.Key("other.name", GgufType::kString).String("not to be seen");
  other.Tensor("b", {4}, Format::kF32);
  GgufBytes two = whole;
  two.Append(other.Build());
  const Parsed parsed(two);
  ASSERT_TRUE(parsed.Opened());
  EXPECT_EQ(parsed->metadata().size(), 1u);
  EXPECT_EQ(parsed->tensors().size(), 1u);
  EXPECT_EQ(parsed->FindTensor("b").error().code, ErrorCode::kNotFound);
}

GgufBytes Shard(uint64_t count, std::optional<uint16_t> number) {
  GgufFileBytes file;
  if (number.has_value()) file.Key("split.no", GgufType::kUint16).Put(*number);
  file.Key("split.count", GgufType::kUint16).Put(static_cast<uint16_t>(count));
  file.Key("split.tensors.count", GgufType::kInt32).Put(int32_t{3});
  file.Tensor("a", {4}, Format::kF32);
  return file.Build();
}

TEST(GgufShards, RefusedSayingWhichOneItIs) {
  const auto says = [](uint64_t count, std::optional<uint16_t> number, const char* text) {
    return Parsed(Shard(count, number)).FailedWith(ErrorCode::kSharded, std::nullopt, text);
  };
  EXPECT_TRUE(says(3, 0, "part 1 of a model in 3 files; join all of them"));
  EXPECT_TRUE(says(3, 1, "part 2 of a model in 3 files"));
  EXPECT_TRUE(says(4, 2, "part 3 of a model in 4 files"));
  EXPECT_TRUE(says(3, 3, "one part of a model in 3 files"));
  EXPECT_TRUE(says(3, std::nullopt, "one part of a model in 3 files"));
}

TEST(GgufShards, ASingleShardIsAWholeFile) {
  for (const uint64_t count : {0u, 1u}) {
    const Parsed file(Shard(count, 0));
    ASSERT_TRUE(file.Opened()) << count;
    EXPECT_EQ(file->tensors().size(), 1u);
  }
}

TEST(GgufShards, ACountThatIsNoIntegerIsMalformed) {
  GgufFileBytes file;
  file.Key("split.count", GgufType::kString).String("3");
  EXPECT_TRUE(Parsed(file.Build()).FailedWith(ErrorCode::kMalformed, 32, "'split.count'"));
}

}  // namespace
}  // namespace packdot
