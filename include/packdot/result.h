// Errors as values: what every fallible call of packdot returns.
#ifndef PACKDOT_RESULT_H_
#define PACKDOT_RESULT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace packdot {

enum class ErrorCode {
  kInvalidArgument,     // a value that no call accepts: negative threads, an unknown name
  kShapeMismatch,       // sizes that do not fit each other: cols against blocks, x against cols
  kUnsupportedFormat,   // the format is known, or not, but nothing here can compute with it
  kAmbiguousFormat,     // a type id whose layout the file does not settle
  kNotFound,            // no tensor or key of that name
  kOutOfRange,          // a row or a matrix beyond the last one
  kWrongType,           // a metadata value of another type than asked for
  kCannotOpen,          // the file cannot be opened or read
  kNotGguf,             // the file does not start with the GGUF magic
  kOppositeByteOrder,   // a big-endian GGUF file
  kUnsupportedVersion,  // a GGUF version other than 2 and 3
  kTruncated,           // the file ends before what it declares
  kMalformed,           // metadata that breaks the rules of GGUF
  kDuplicateName,       // two tensors or two keys of one name
  kSharded,             // one part of a model that is split over several files
  kOutOfMemory,
};

// The code's name without its k, for messages and logs: "Truncated".
std::string_view ErrorName(ErrorCode code);

struct Error {
  ErrorCode code;
  std::string message;             // what, where, what was expected: one line, no final stop
  std::optional<uint64_t> offset;  // in bytes from the start of the file, where there is one
};

// Either a value or an Error. The value may be taken only when ok().
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& { return *std::get_if<0>(&state_); }
  T& value() & { return *std::get_if<0>(&state_); }
  // By value, so that iterating over *Call() does not outlive what it iterates over.
  T value() && { return std::move(*std::get_if<0>(&state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace packdot

#endif  // PACKDOT_RESULT_H_
