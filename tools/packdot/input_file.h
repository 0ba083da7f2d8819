// Input read from front to back: a file, a pipe or, as "-", standard input.
#ifndef PACKDOT_TOOLS_PACKDOT_INPUT_FILE_H_
#define PACKDOT_TOOLS_PACKDOT_INPUT_FILE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace packdot::cli {

// Every failure throws kBadFile.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  // Fills `buffer`; less only at the end of the input. Returns the bytes read.
  size_t Read(std::span<uint8_t> buffer);

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void Fail(int error) const;

  std::string name_;
  int fd_;
};

// All of a file of raw little-endian f32, which must hold exactly `count`; `reason` says in the
// message why: "tensor 'a' has 640 columns".
std::vector<float> ReadFloats(const std::string& path, size_t count, const std::string& reason);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_INPUT_FILE_H_
