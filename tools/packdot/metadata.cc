// Each GGUF value type's way to be shown.
#include "tools/packdot/metadata.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kTextLimit = 72;      // of a whole value
constexpr size_t kElementLimit = 24;   // of a string in an array
constexpr uint64_t kJsonElements = 8;  // of an array

std::string ScalarText(const GgufValue& value, size_t limit) {
  if (const auto text = value.AsString()) return '"' + EscapeShort(*text, limit) + '"';
  if (const auto boolean = value.AsBool()) return *boolean ? "true" : "false";
  if (const auto integer = value.AsUint()) return std::to_string(*integer);
  if (const auto integer = value.AsInt()) return std::to_string(*integer);
  const auto number = value.AsFloat();
  if (!number) return "?";
  return value.type() == GgufType::kFloat32 ? Shortest(static_cast<float>(*number))
                                            : Shortest(*number);
}

std::string ArrayType(const GgufArray& array) {
  std::string text = "[";
  text += GgufTypeName(array.element_type());
  text += " x " + std::to_string(array.size()) + "]";
  return text;
}

std::string ArrayText(const GgufArray& array) {
  std::string text = ArrayType(array);
  const char* separator = " ";
  for (const GgufValue element : array) {
    const auto nested = element.AsArray();
    const std::string piece = nested ? ArrayType(*nested) : ScalarText(element, kElementLimit);
    if (text.size() + piece.size() > kTextLimit) return text + separator + "...";
    text += separator + piece;
    separator = ", ";
  }
  return text;
}

Json ScalarJson(const GgufValue& value) {
  if (const auto text = value.AsString()) return *text;
  if (const auto boolean = value.AsBool()) return *boolean;
  if (const auto integer = value.AsUint()) return *integer;
  if (const auto integer = value.AsInt()) return *integer;
  if (const auto number = value.AsFloat()) return *number;
  return nullptr;
}

Json ArrayJson(const GgufArray& array) {
  Json first = Json::array();
  for (const GgufValue element : array) {
    if (first.size() == kJsonElements) break;
    const auto nested = element.AsArray();
    first.push_back(nested ? Json(ArrayType(*nested)) : ScalarJson(element));
  }
  return {{"type", "array"},
          {"element_type", GgufTypeName(array.element_type())},
          {"size", array.size()},
          {"first", std::move(first)}};
}

}  // namespace

std::string MetadataText(const GgufValue& value) {
  const auto array = value.AsArray();
  return array ? ArrayText(*array) : ScalarText(value, kTextLimit);
}

Json MetadataJson(const GgufValue& value) {
  if (const auto array = value.AsArray()) return ArrayJson(*array);
  return {{"type", GgufTypeName(value.type())}, {"value", ScalarJson(value)}};
}

}  // namespace packdot::cli
