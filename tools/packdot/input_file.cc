// Reading, with every short read and every error seen.
#include "tools/packdot/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "tools/packdot/failure.h"

namespace packdot::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "floats are read as they are");

// Of a file of which `read` bytes were read, and perhaps not all. A pipe may have no end.
std::string SizeText(const std::string& path, size_t read, bool longer) {
  if (!longer) return std::to_string(read);
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  return error ? "more than " + std::to_string(read) : std::to_string(size);
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      fd_(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (fd_ < 0) Fail(errno);
}

InputFile::~InputFile() { close(fd_); }

size_t InputFile::Read(std::span<uint8_t> buffer) {
  size_t filled = 0;
  while (filled < buffer.size()) {
    const ssize_t got = read(fd_, buffer.data() + filled, buffer.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(errno);
    if (got == 0) break;
    filled += static_cast<size_t>(got);
  }
  return filled;
}

void InputFile::Fail(int error) const {
  throw Failure(ExitStatus::kBadFile,
                "cannot read " + name_ + ": " + std::generic_category().message(error));
}

std::vector<float> ReadFloats(const std::string& path, size_t count, const std::string& reason) {
  InputFile input(path);
  std::vector<float> values(count);
  const std::span bytes(reinterpret_cast<uint8_t*>(values.data()), count * sizeof(float));
  const size_t size = input.Read(bytes);
  std::array<uint8_t, 1> beyond;
  const bool longer = input.Read(beyond) > 0;
  if (size == bytes.size() && !longer) return values;
  throw Failure(ExitStatus::kBadFile,
                input.name() + ": holds " + SizeText(path, size, longer) + " bytes, but " + reason +
                    ", so " + std::to_string(bytes.size()) + " bytes of f32 are expected");
}

}  // namespace packdot::cli
