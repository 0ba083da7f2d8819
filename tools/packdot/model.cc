// Tensor look-up with suggestions.
#include "tools/packdot/model.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tools/packdot/failure.h"

namespace packdot::cli {
namespace {

// Levenshtein's: insertions, deletions and replacements that turn `a` into `b`.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// At most three names that contain `name`, or else differ from it in a few characters.
std::string Suggestions(const GgufFile& file, std::string_view name) {
  constexpr size_t kLongest = 200;  // the distance takes the product of the lengths
  constexpr size_t kTypos = 3;
  std::vector<std::pair<size_t, std::string_view>> near;
  for (const GgufTensor& tensor : file.tensors()) {
    if (name.empty() || name.size() > kLongest || tensor.name.size() > kLongest) continue;
    const bool contains = tensor.name.find(name) != std::string_view::npos;
    const size_t distance = contains ? 0 : EditDistance(name, tensor.name);
    if (distance <= kTypos) near.emplace_back(distance, tensor.name);
  }
  std::ranges::sort(near);
  near.resize(std::min<size_t>(near.size(), 3));
  std::string text;
  for (const auto& [distance, candidate] : near) {
    text += (text.empty() ? "; did you mean '" : "', '") + std::string(candidate);
  }
  return text.empty() ? text : text + "'?";
}

TypeOverride ParseTypeId(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string name = equals == std::string::npos ? "" : text.substr(equals + 1);
  TypeOverride parsed{};
  const char* const end = text.data() + std::min(equals, text.size());
  const auto [stop, error] = std::from_chars(text.data(), end, parsed.type_id);
  if (error != std::errc() || stop != end || name.empty()) {
    throw Failure(ExitStatus::kUsage,
                  "--type-id: '" + text + "' is not like 42=Q2_0: a type id and a format");
  }
  const FormatInfo* const format = FindFormat(name);
  if (format == nullptr) {
    throw Failure(ExitStatus::kUsage,
                  "--type-id: no format '" + name + "' (packdot formats lists them)");
  }
  parsed.format = format->format;
  return parsed;
}

}  // namespace

GgufFile OpenModel(const ModelFile& model) {
  GgufOptions options;
  for (const std::string& text : model.type_ids) {
    options.type_overrides.push_back(ParseTypeId(text));
  }
  return Unwrap(GgufFile::Open(model.path, options));
}

const GgufTensor& FindTensor(const GgufFile& file, const std::string& path,
                             const std::string& name) {
  const Result<const GgufTensor*> tensor = file.FindTensor(name);
  if (tensor) return **tensor;
  throw Failure(ExitStatus::kNotFound,
                path + ": no tensor '" + name + "'" + Suggestions(file, name));
}

Result<MatrixView> TryMatrixOf(const GgufTensor& tensor) {
  Result<MatrixView> matrix = tensor.Matrix();
  if (matrix || matrix.error().code != ErrorCode::kAmbiguousFormat) return matrix;
  Error error = matrix.error();
  error.message += ": --type-id " + std::to_string(tensor.type_id) + "=FORMAT";
  return error;
}

MatrixView MatrixOf(const GgufTensor& tensor, const std::string& path) {
  return Unwrap(TryMatrixOf(tensor), path);
}

std::string TypeName(const GgufTensor& tensor) {
  if (tensor.format != nullptr) return std::string(tensor.format->name);
  return "type " + std::to_string(tensor.type_id);
}

std::string Describe(const GgufTensor& tensor) {
  return "tensor '" + std::string(tensor.name) + "'";
}

}  // namespace packdot::cli
