// How a sub-command fails: an exit status and one line for stderr.
#ifndef PACKDOT_TOOLS_PACKDOT_FAILURE_H_
#define PACKDOT_TOOLS_PACKDOT_FAILURE_H_

#include <stdexcept>
#include <string>
#include <utility>

#include "packdot/result.h"

namespace packdot::cli {

// docs/command.md tells users what each one means.
enum class ExitStatus : int {
  kOk = 0,
  kVerificationFailed = 1,
  kUsage = 2,
  kBadFile = 3,
  kCannotWrite = 4,
  kNotFound = 5,
  kUnsupported = 6,
  kNoResources = 7,
};

// Thrown anywhere below main, which escapes and prints the message and exits with the status. CLI11
// reports by exceptions as well, so there is one way out for both.
class Failure : public std::runtime_error {
 public:
  Failure(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}

  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

// The library's error as a Failure. `context`, if not empty, comes before its message, which names
// files, tensors and offsets itself where the library knows them.
Failure FailureOf(const Error& error, const std::string& context = "");

inline void Check(const Status& status, const std::string& context = "") {
  if (!status) throw FailureOf(status.error(), context);
}

template <class T>
T Unwrap(Result<T> result, const std::string& context = "") {
  if (!result) throw FailureOf(result.error(), context);
  return *std::move(result);
}

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_FAILURE_H_
