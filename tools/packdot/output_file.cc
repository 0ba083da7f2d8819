// Temporary file, write, rename.
#include "tools/packdot/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/packdot/failure.h"

namespace packdot::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "floats are written as they are");

mode_t NewFileMode() {
  const mode_t mask = umask(0);  // there is no call that only reads it
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path == "-" || path == "/dev/stdout") {
    path_ = "standard output";
    fd_ = dup(STDOUT_FILENO);
    if (fd_ < 0) Fail(errno);
    return;
  }
  struct stat status = {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) Fail(errno);
    return;
  }
  std::error_code error;  // a symbolic link keeps pointing to the file that it names
  final_ = exists ? std::filesystem::canonical(path, error).string() : path;
  if (error) Fail(error.value());
  if (exists && access(final_.c_str(), W_OK) != 0) Fail(errno);  // a rename would not ask
  CreateTemporary();
  fchmod(fd_, exists ? status.st_mode & 0777 : NewFileMode());
}

void OutputFile::CreateTemporary() {
  std::string name = final_ + ".XXXXXX";
  fd_ = mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) Fail(errno);
  temporary_ = name;
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::Write(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail(errno);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
}

void OutputFile::Write(std::span<const float> values) {
  Write(std::span(reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes()));
}

void OutputFile::Write(std::string_view text) {
  Write(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

void OutputFile::Commit() {
  const int fd = std::exchange(fd_, -1);
  if (close(fd) != 0) Fail(errno);  // some file systems report a full disk only here
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), final_.c_str()) != 0) Fail(errno);
  temporary_.clear();
}

void OutputFile::Fail(int error) const {
  throw Failure(ExitStatus::kCannotWrite,
                "cannot write " + path_ + ": " + std::generic_category().message(error));
}

}  // namespace packdot::cli
