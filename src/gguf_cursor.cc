// The bounds checks behind every read of a GGUF file.
#include "src/gguf_cursor.h"

#include <array>
#include <utility>

namespace packdot {
namespace {

// By GgufType; 0 for strings and arrays.
constexpr std::array<uint8_t, 13> kFixedWidths = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

// The fewest bytes that a value of `type` can have.
uint64_t MinWidth(GgufType type) {
  if (type == GgufType::kString) return sizeof(uint64_t);
  if (type == GgufType::kArray) return kArrayHeaderBytes;
  return FixedWidth(type);
}

std::string Needs(std::string_view what, uint64_t needed, uint64_t left) {
  return std::string(what) + " needs " + std::to_string(needed) +
         " bytes, but the file ends after " + std::to_string(left);
}

}  // namespace

size_t FixedWidth(GgufType type) { return kFixedWidths[static_cast<size_t>(type)]; }

std::string Quoted(std::string_view name) {
  constexpr size_t kShown = 128;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : name.substr(0, kShown)) {
    if (c >= ' ' && c <= '~') {
      quoted += c;
    } else {
      const auto byte = static_cast<uint8_t>(c);
      quoted += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  quoted += name.size() > kShown ? "...'" : "'";
  return quoted;
}

void GgufCursor::Fail(ErrorCode code, std::string message, uint64_t offset) {
  if (ok()) error_ = Error{code, std::move(message), offset};
}

void GgufCursor::AddContext(const std::string& context) {
  if (!ok()) error_->message = context + ": " + error_->message;
}

std::span<const uint8_t> GgufCursor::Take(uint64_t size, std::string_view what) {
  if (!ok()) return {};
  if (size > left()) {
    Fail(ErrorCode::kTruncated, Needs(what, size, left()), offset_);
    return {};
  }
  const auto taken = bytes_.subspan(offset_, static_cast<size_t>(size));
  offset_ += taken.size();
  return taken;
}

std::string_view GgufCursor::ReadString(std::string_view what) {
  const auto size = Read<uint64_t>(what);
  const std::span<const uint8_t> bytes = Take(size, what);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

GgufType GgufCursor::ReadType(std::string_view what) {
  const uint64_t at = offset_;
  const auto type = Read<uint32_t>(what);
  if (type < kFixedWidths.size()) return static_cast<GgufType>(type);
  Fail(ErrorCode::kMalformed,
       std::string(what) + " is " + std::to_string(type) + ", expected 0 to 12", at);
  return GgufType::kUint8;
}

bool GgufCursor::CheckCount(uint64_t count, uint64_t min_bytes, std::string_view what) {
  if (!ok()) return false;
  if (count <= left() / min_bytes) return true;  // a product could wrap
  Fail(ErrorCode::kTruncated,
       std::to_string(count) + " " + std::string(what) + " need at least " +
           std::to_string(min_bytes) + " bytes each, but the file ends after " +
           std::to_string(left()) + " bytes",
       offset_);
  return false;
}

GgufCursor::ArrayHeader GgufCursor::ReadArrayHeader() {
  const GgufType type = ReadType("the array's element type");
  const auto size = Read<uint64_t>("the array's size");
  if (!CheckCount(size, MinWidth(type), "array elements")) return {type, 0};
  return {type, size};
}

// With a stack of its own, since a hostile file could exhaust the thread's.
void GgufCursor::SkipArray() {
  std::array<ArrayHeader, kMaxArrayDepth> open{};  // size: of the elements yet to come
  open[0] = ReadArrayHeader();
  for (size_t depth = 1; depth > 0 && ok();) {
    ArrayHeader& array = open[depth - 1];
    if (array.size == 0) {
      --depth;
    } else if (const size_t width = FixedWidth(array.element_type); width != 0) {
      Take(array.size * width, "the array");
      array.size = 0;
    } else if (array.element_type == GgufType::kString) {
      ReadString("a string in the array");
      --array.size;
    } else if (depth == kMaxArrayDepth) {
      Fail(ErrorCode::kMalformed,
           "arrays lie inside each other more than " + std::to_string(kMaxArrayDepth) + " deep",
           offset_);
    } else {
      --array.size;
      open[depth++] = ReadArrayHeader();
    }
  }
}

GgufValue GgufCursor::ReadValue(GgufType type) {
  if (type == GgufType::kString) {
    const std::string_view string = ReadString("the string");
    return {type, {reinterpret_cast<const uint8_t*>(string.data()), string.size()}};
  }
  const size_t start = offset_;
  if (type == GgufType::kArray) {
    SkipArray();
  } else {
    Take(FixedWidth(type), "the value");
  }
  return {type, bytes_.subspan(start, offset_ - start)};
}

}  // namespace packdot
