// Typed access to metadata values.
#include <array>
#include <concepts>
#include <string>
#include <utility>

#include "packdot/gguf.h"
#include "src/gguf_cursor.h"

namespace packdot {
namespace {

constexpr std::array<std::string_view, 13> kTypeNames = {
    "u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "array", "u64", "i64", "f64"};

Error WrongType(GgufType type, std::string_view expected) {
  return {
      ErrorCode::kWrongType,
      "the value is of type " + std::string(GgufTypeName(type)) + ", not " + std::string(expected),
      std::nullopt};
}

// An integer of any of the eight types, if To can hold it.
template <std::integral To, std::integral From>
Result<To> Narrow(From value, std::string_view expected) {
  if (std::in_range<To>(value)) return static_cast<To>(value);
  return Error{ErrorCode::kWrongType,
               "the value " + std::to_string(value) + " does not fit " + std::string(expected),
               std::nullopt};
}

template <std::integral To>
Result<To> Integer(GgufType type, const uint8_t* bytes, std::string_view expected) {
  switch (type) {
    case GgufType::kUint8:
      return Narrow<To>(LoadLittleEndian<uint8_t>(bytes), expected);
    case GgufType::kInt8:
      return Narrow<To>(LoadLittleEndian<int8_t>(bytes), expected);
    case GgufType::kUint16:
      return Narrow<To>(LoadLittleEndian<uint16_t>(bytes), expected);
    case GgufType::kInt16:
      return Narrow<To>(LoadLittleEndian<int16_t>(bytes), expected);
    case GgufType::kUint32:
      return Narrow<To>(LoadLittleEndian<uint32_t>(bytes), expected);
    case GgufType::kInt32:
      return Narrow<To>(LoadLittleEndian<int32_t>(bytes), expected);
    case GgufType::kUint64:
      return Narrow<To>(LoadLittleEndian<uint64_t>(bytes), expected);
    case GgufType::kInt64:
      return Narrow<To>(LoadLittleEndian<int64_t>(bytes), expected);
    default:
      return WrongType(type, expected);
  }
}

}  // namespace

std::string_view GgufTypeName(GgufType type) {
  const auto index = static_cast<size_t>(type);
  return index < kTypeNames.size() ? kTypeNames[index] : "unknown";
}

Result<uint64_t> GgufValue::AsUint() const {
  return Integer<uint64_t>(type_, bytes_.data(), "an unsigned integer");
}

Result<int64_t> GgufValue::AsInt() const {
  return Integer<int64_t>(type_, bytes_.data(), "a signed integer");
}

Result<double> GgufValue::AsFloat() const {
  if (type_ == GgufType::kFloat32) return double{LoadLittleEndian<float>(bytes_.data())};
  if (type_ == GgufType::kFloat64) return LoadLittleEndian<double>(bytes_.data());
  return WrongType(type_, "a float");
}

Result<bool> GgufValue::AsBool() const {
  if (type_ != GgufType::kBool) return WrongType(type_, "a bool");
  return bytes_[0] != 0;
}

Result<std::string_view> GgufValue::AsString() const {
  if (type_ != GgufType::kString) return WrongType(type_, "a string");
  return std::string_view(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
}

Result<GgufArray> GgufValue::AsArray() const {
  if (type_ != GgufType::kArray) return WrongType(type_, "an array");
  return GgufArray(static_cast<GgufType>(LoadLittleEndian<uint32_t>(bytes_.data())),
                   LoadLittleEndian<uint64_t>(bytes_.data() + sizeof(uint32_t)),
                   bytes_.subspan(kArrayHeaderBytes));
}

GgufValue GgufArray::Iterator::operator*() const { return GgufCursor(rest_).ReadValue(type_); }

GgufArray::Iterator& GgufArray::Iterator::operator++() {
  GgufCursor cursor(rest_);
  cursor.ReadValue(type_);
  rest_ = rest_.subspan(cursor.offset());
  --left_;
  return *this;
}

}  // namespace packdot
