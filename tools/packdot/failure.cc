// The exit status that belongs to each error of the library.
#include "tools/packdot/failure.h"

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
      return ExitStatus::kNoResources;
    default:  // everything else is about what a file holds
      return ExitStatus::kBadFile;
  }
}

}  // namespace

Failure FailureOf(const Error& error, const std::string& context) {
  return {StatusOf(error.code), context.empty() ? error.message : context + ": " + error.message};
}

}  // namespace packdot::cli
