// Errors that name the key.
#include "src/hadamard_keys.h"

#include "src/gguf_cursor.h"

namespace packdot {
namespace {

bool IsInteger(GgufType type) {
  return type != GgufType::kFloat32 && type != GgufType::kFloat64 && type != GgufType::kBool &&
         type != GgufType::kString && type != GgufType::kArray;
}

Result<GgufArray> RequireArray(const GgufFile& file, std::string_view key,
                               bool (*is_wanted)(GgufType), const char* wanted) {
  Result<GgufArray> array = Require(key, file.GetArray(key));
  if (!array.ok() || is_wanted(array->element_type())) return array;
  const std::string type(GgufTypeName(array->element_type()));
  return KeyError(ErrorCode::kWrongType, key, "is an array of " + type + ", not of " + wanted);
}

}  // namespace

Error KeyError(ErrorCode code, std::string_view key, const std::string& what) {
  return {code, "metadata key " + Quoted(key) + " " + what, {}};
}

Error KeyIsMissing(std::string_view key) {
  return KeyError(ErrorCode::kMalformed, key,
                  "is missing, but others say that the weights are Hadamard-folded");
}

Result<GgufArray> RequireStrings(const GgufFile& file, std::string_view key) {
  const auto is_string = [](GgufType type) { return type == GgufType::kString; };
  return RequireArray(file, key, is_string, "strings");
}

Result<GgufArray> RequireIntegers(const GgufFile& file, std::string_view key) {
  return RequireArray(file, key, IsInteger, "integers");
}

}  // namespace packdot
