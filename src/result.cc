// The names of the error codes.
#include "packdot/result.h"

namespace packdot {

std::string_view ErrorName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "InvalidArgument";
    case ErrorCode::kShapeMismatch:
      return "ShapeMismatch";
    case ErrorCode::kUnsupportedFormat:
      return "UnsupportedFormat";
    case ErrorCode::kAmbiguousFormat:
      return "AmbiguousFormat";
    case ErrorCode::kNotFound:
      return "NotFound";
    case ErrorCode::kOutOfRange:
      return "OutOfRange";
    case ErrorCode::kWrongType:
      return "WrongType";
    case ErrorCode::kCannotOpen:
      return "CannotOpen";
    case ErrorCode::kNotGguf:
      return "NotGguf";
    case ErrorCode::kOppositeByteOrder:
      return "OppositeByteOrder";
    case ErrorCode::kUnsupportedVersion:
      return "UnsupportedVersion";
    case ErrorCode::kTruncated:
      return "Truncated";
    case ErrorCode::kMalformed:
      return "Malformed";
    case ErrorCode::kDuplicateName:
      return "DuplicateName";
    case ErrorCode::kSharded:
      return "Sharded";
    case ErrorCode::kOutOfMemory:
      return "OutOfMemory";
  }
  return "Unknown";
}

}  // namespace packdot
