// Reads the pieces of a GGUF file one after another and never past its end.
#ifndef PACKDOT_SRC_GGUF_CURSOR_H_
#define PACKDOT_SRC_GGUF_CURSOR_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "packdot/gguf.h"
#include "packdot/result.h"

namespace packdot {

// How deep arrays may lie inside arrays. Nothing in the world goes beyond two.
inline constexpr size_t kMaxArrayDepth = 8;

// An array value starts with its element type (u32) and its size (u64).
inline constexpr size_t kArrayHeaderBytes = 12;

// The bytes of a value of `type` where they are always the same, else 0.
size_t FixedWidth(GgufType type);

// GGUF is little-endian whatever the machine is.
template <class T>
T LoadLittleEndian(const uint8_t* bytes) {
  using Bits = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof(T); ++i) bits |= uint64_t{bytes[i]} << (8 * i);
  return std::bit_cast<T>(static_cast<Bits>(bits));
}

// 'name' for a message: one line of ASCII, of a bounded length, whatever bytes a file has there.
std::string Quoted(std::string_view name);

// The first error sticks: from then on every read returns zero or nothing and changes nothing, so
// that a caller need look at ok() only before it acts on what it has read.
class GgufCursor {
 public:
  explicit GgufCursor(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool ok() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }
  uint64_t offset() const { return offset_; }
  uint64_t left() const { return bytes_.size() - offset_; }

  void Fail(ErrorCode code, std::string message, uint64_t offset);
  // Puts `context` before the message of an error that happened below it.
  void AddContext(const std::string& context);

  // In all of these `what` names the piece for the message.
  template <class T>
  T Read(std::string_view what) {
    const std::span<const uint8_t> bytes = Take(sizeof(T), what);
    return bytes.empty() ? T{} : LoadLittleEndian<T>(bytes.data());
  }
  std::string_view ReadString(std::string_view what);
  GgufType ReadType(std::string_view what);

  // A value of a known type, checked to its last byte.
  GgufValue ReadValue(GgufType type);

  // Whether `count` things of at least `min_bytes` each can still follow; if not, the cursor fails.
  bool CheckCount(uint64_t count, uint64_t min_bytes, std::string_view what);

 private:
  struct ArrayHeader {
    GgufType element_type;
    uint64_t size;
  };

  std::span<const uint8_t> Take(uint64_t size, std::string_view what);
  ArrayHeader ReadArrayHeader();
  void SkipArray();

  std::span<const uint8_t> bytes_;
  size_t offset_ = 0;
  std::optional<Error> error_;
};

}  // namespace packdot

#endif  // PACKDOT_SRC_GGUF_CURSOR_H_
