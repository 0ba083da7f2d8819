// Opening GGUF files by path: what cannot be opened says so with the path, and large files work.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "packdot/gguf.h"
#include "src/mapped_file.h"
#include "tests/support/gguf_bytes.h"

namespace packdot {
namespace {

// A folder of its own for each test, with files in it.
class GgufOpen : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "packdot_gguf_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::string Write(const std::string& name, const std::vector<uint8_t>& bytes) const {
    std::ofstream file(Path(name), std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    EXPECT_TRUE(file.flush().good());
    return Path(name);
  }

  static std::vector<uint8_t> SmallFile() {
    GgufFileBytes file;
    file.Key("general.name", GgufType::kString).String("small");
    file.Tensor("a", {8, 2}, Format::kF32);
    return file.Build().bytes();
  }

  std::filesystem::path folder_;
};

// The message must hold the path and the reason.
void ExpectFailure(const std::string& path, ErrorCode code, const std::string& reason) {
  const Result<GgufFile> file = GgufFile::Open(path);
  ASSERT_FALSE(file.ok()) << path;
  EXPECT_EQ(file.error().code, code) << file.error().message;
  EXPECT_EQ(file.error().message.find(path + ": "), 0u) << file.error().message;
  EXPECT_NE(file.error().message.find(reason), std::string::npos) << file.error().message;
}

TEST_F(GgufOpen, MapsAFile) {
  const std::vector<uint8_t> bytes = SmallFile();
  Result<GgufFile> opened = GgufFile::Open(Write("small.gguf", bytes));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const GgufFile file = *std::move(opened);  // what it refers to must survive the move
  EXPECT_EQ(file.file_bytes(), bytes.size());
  EXPECT_EQ(*file.GetString("general.name"), "small");
  const GgufTensor& tensor = **file.FindTensor("a");
  EXPECT_TRUE(std::equal(tensor.bytes.begin(), tensor.bytes.end(),
                         bytes.end() - static_cast<ptrdiff_t>(tensor.bytes.size())));
}

TEST_F(GgufOpen, AFileMayBeDeletedWhileItIsOpen) {
  const std::string path = Write("small.gguf", SmallFile());
  const Result<GgufFile> file = GgufFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.error().message;
  std::filesystem::remove(path);
  EXPECT_EQ(file->tensors()[0].bytes[0], 37);
}

TEST_F(GgufOpen, ANameMayBeAnyBytes) {
  for (const std::string name : {"模型 größe.gguf", "\xFF\xFE.gguf", "a b\n.gguf"}) {
    const Result<GgufFile> file = GgufFile::Open(Write(name, SmallFile()));
    EXPECT_TRUE(file.ok()) << file.error().message;
  }
  ExpectFailure(Write("größe.gguf", {'n', 'o', '!', '!'}), ErrorCode::kNotGguf, "GGUF");
}

TEST_F(GgufOpen, ANameWithANulIsNotCut) {
  const std::string path = Write("small.gguf", SmallFile());
  ExpectFailure(path + '\0' + "more", ErrorCode::kCannotOpen, "Invalid argument");
}

TEST_F(GgufOpen, MissingPath) {
  ExpectFailure(Path("missing.gguf"), ErrorCode::kCannotOpen, "No such file or directory");
  EXPECT_EQ(GgufFile::Open("").error().code, ErrorCode::kCannotOpen);
}

TEST_F(GgufOpen, Folder) {
  ExpectFailure(folder_.string(), ErrorCode::kCannotOpen, "Is a directory");
}

TEST_F(GgufOpen, PipeIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  ExpectFailure(Path("pipe"), ErrorCode::kCannotOpen, "not a regular file");
}

TEST_F(GgufOpen, Device) {
  ExpectFailure("/dev/null", ErrorCode::kCannotOpen, "not a regular file");
}

TEST_F(GgufOpen, FileOfTheKernel) {
  if (!std::filesystem::exists("/proc/self/status")) GTEST_SKIP() << "this system has no /proc";
  ExpectFailure("/proc/self/status", ErrorCode::kCannotOpen, "size is not known");
}

TEST_F(GgufOpen, EmptyFile) {
  ExpectFailure(Write("empty.gguf", {}), ErrorCode::kNotGguf, "the file is empty");
}

TEST_F(GgufOpen, UnreadableFile) {
  const std::string path = Write("secret.gguf", SmallFile());
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  ASSERT_EQ(chmod(folder_.c_str(), 0755), 0);
  const uid_t user = geteuid();
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(seteuid(user == 0 ? kNobody : user), 0);  // root may read everything
  ExpectFailure(path, ErrorCode::kCannotOpen, "Permission denied");
  ASSERT_EQ(seteuid(user), 0);
}

TEST_F(GgufOpen, ErrorsInsideAFileHavePathAndOffset) {
  std::vector<uint8_t> bytes = SmallFile();
  bytes.resize(bytes.size() - 1);
  const std::string path = Write("cut.gguf", bytes);
  ExpectFailure(path, ErrorCode::kTruncated, "byte 128: tensor 'a' needs 64 bytes");
  EXPECT_EQ(GgufFile::Open(path).error().offset, 128u);
}

TEST_F(GgufOpen, AMissingTensorIsNotFoundRatherThanTruncated) {
  const Result<GgufFile> file = GgufFile::Open(Write("small.gguf", SmallFile()));
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->FindTensor("b").error().code, ErrorCode::kNotFound);
}

// Three GiB, of which the disk holds only the two ends.
TEST_F(GgufOpen, DataBeyondTwoGiB) {
  constexpr uint64_t kSize = uint64_t{3} << 30;
  constexpr uint64_t kLargeCols = (kSize - 4096) / sizeof(float);
  GgufBytes head;
  head.Header(3, 2, 0);
  head.Tensor("large", {kLargeCols}, 0, 0).Tensor("last", {4, 2}, 0, kSize - 4096).PadTo(32);
  const std::string path = Write("large.gguf", head.bytes());
  const uint64_t last_offset = head.size() + kSize - 4096;
  const std::vector<uint8_t> last(32, 0xA5);
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  EXPECT_EQ(pwrite(fd, last.data(), last.size(), static_cast<off_t>(last_offset)), 32);
  EXPECT_EQ(close(fd), 0);

  const Result<GgufFile> file = GgufFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->file_bytes(), last_offset + 32);
  const GgufTensor& tensor = **file->FindTensor("last");
  EXPECT_EQ(tensor.offset, last_offset);
  EXPECT_TRUE(std::equal(tensor.bytes.begin(), tensor.bytes.end(), last.begin(), last.end()));
  EXPECT_EQ((*file->FindTensor("large"))->bytes.size(), kSize - 4096);
}

// Where a file cannot be mapped it is read: the same bytes.
TEST_F(GgufOpen, ReadingGivesWhatMappingGives) {
  std::vector<uint8_t> bytes(100003);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 256);
  const std::string path = Write("bytes", bytes);
  for (const auto access : {MappedFile::Access::kMapOrRead, MappedFile::Access::kRead}) {
    const Result<MappedFile> file = MappedFile::Open(path, access);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_TRUE(std::equal(file->bytes().begin(), file->bytes().end(), bytes.begin(), bytes.end()));
  }
}

// These have a size, cannot be mapped, and end before that size.
TEST_F(GgufOpen, AFileThatCannotBeMappedOrRead) {
  const std::string path = "/sys/kernel/mm/transparent_hugepage/enabled";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "this system has no " << path;
  ExpectFailure(path, ErrorCode::kCannotOpen, " bytes could be read");
}

}  // namespace
}  // namespace packdot
