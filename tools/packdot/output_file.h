// Output that appears whole or not at all.
#ifndef PACKDOT_TOOLS_PACKDOT_OUTPUT_FILE_H_
#define PACKDOT_TOOLS_PACKDOT_OUTPUT_FILE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace packdot::cli {

// Writes to a temporary file beside `path`; Commit gives it that name. Without Commit, so in every
// failing run, a file that was there stays as it was. "-" and /dev/stdout are standard output;
// pipes and devices are written to directly. Every failure throws kCannotWrite.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void Write(std::span<const uint8_t> bytes);
  void Write(std::span<const float> values);  // raw little-endian f32
  void Write(std::string_view text);

  void Commit();

 private:
  void CreateTemporary();
  [[noreturn]] void Fail(int error) const;

  std::string path_;       // for messages
  std::string final_;      // the file to replace, behind symbolic links; empty if written directly
  std::string temporary_;  // empty if there is none (any more)
  int fd_ = -1;
};

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_OUTPUT_FILE_H_
