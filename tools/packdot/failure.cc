// The exit status that belongs to each error of the library.
#include "failure.h"

namespace packdot::cli {
namespace {

ExitStatus StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return ExitStatus::kUsage;
    case ErrorCode::kNotFound:
      return ExitStatus::kNotFound;
    case ErrorCode::kUnsupportedFormat:
    case ErrorCode::kAmbiguousFormat:
      return ExitStatus::kUnsupported;
    case ErrorCode::kOutOfMemory:
      return ExitStatus::kOutOfMemory;
    default:  // everything else is about what a file holds
      return ExitStatus::kBadFile;
  }
}

}  // namespace

Failure FailureOf(const Error& error, const std::string& context) {
  std::string message = context + ": " + error.message;
  if (error.offset) message += " (at byte " + std::to_string(*error.offset) + ")";
  return {StatusOf(error.code), message};
}

}  // namespace packdot::cli
