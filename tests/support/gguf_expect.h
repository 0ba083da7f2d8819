// Parses files that a test has built, and says what is wrong if the outcome is another.
#ifndef PACKDOT_TESTS_SUPPORT_GGUF_EXPECT_H_
#define PACKDOT_TESTS_SUPPORT_GGUF_EXPECT_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "packdot/gguf.h"
#include "tests/support/gguf_bytes.h"

namespace packdot {

// A parsed file together with its bytes, in an allocation that ends where the file ends.
class Parsed {
 public:
  explicit Parsed(const std::vector<uint8_t>& bytes)
      : bytes_(bytes.begin(), bytes.end()), file_(GgufFile::Parse(bytes_)) {}
  explicit Parsed(const GgufBytes& bytes) : Parsed(bytes.bytes()) {}
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  bool ok() const { return file_.ok(); }
  const Error& error() const { return file_.error(); }
  const GgufFile& operator*() const { return *file_; }
  const GgufFile* operator->() const { return &*file_; }

  ::testing::AssertionResult Opened() const {
    if (ok()) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << ErrorName(error().code) << ": " << error().message;
  }

  // Whether opening failed with this code, at this byte (any, if none is given), and with a message
  // in which `text` occurs.
  ::testing::AssertionResult FailedWith(ErrorCode code,
                                        std::optional<uint64_t> offset = std::nullopt,
                                        std::string_view text = "") const {
    if (ok()) return ::testing::AssertionFailure() << "the file was accepted";
    if (error().code == code && error().offset.has_value() &&
        (!offset.has_value() || error().offset == offset) &&
        error().message.find(text) != std::string::npos) {
      return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure()
           << ErrorName(error().code) << ": " << error().message << "; expected " << ErrorName(code)
           << " at byte " << (offset.has_value() ? std::to_string(*offset) : "(any)") << " with \""
           << text << '"';
  }

 private:
  std::vector<uint8_t> bytes_;
  Result<GgufFile> file_;
};

}  // namespace packdot

#endif  // PACKDOT_TESTS_SUPPORT_GGUF_EXPECT_H_
