// Opening GGUF files, and looking things up in them.
#include "packdot/gguf.h"

#include <new>
#include <utility>

#include "src/gguf_cursor.h"
#include "src/gguf_layouts.h"
#include "src/gguf_parser.h"
#include "src/gguf_scales.h"
#include "src/gguf_state.h"
#include "src/mapped_file.h"

namespace packdot {
namespace {

// Short enough for a string to hold without allocating.
Error OutOfMemory() { return {ErrorCode::kOutOfMemory, "out of memory", std::nullopt}; }

// Calls `get`, a getter of GgufValue, on the value of `key`.
template <class T>
Result<T> Get(const GgufFile& file, std::string_view key, Result<T> (GgufValue::*get)() const) {
  const GgufValue* const value = file.FindValue(key);
  if (value == nullptr) {
    return Error{ErrorCode::kNotFound, "no metadata key " + Quoted(key), std::nullopt};
  }
  Result<T> result = (value->*get)();
  if (result.ok()) return result;
  Error error = result.error();
  error.message = "metadata key " + Quoted(key) + ": " + error.message;
  return error;
}

}  // namespace

GgufFile::GgufFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
GgufFile::GgufFile(GgufFile&&) noexcept = default;
GgufFile& GgufFile::operator=(GgufFile&&) noexcept = default;
GgufFile::~GgufFile() = default;

Result<GgufFile> GgufFile::Parse(std::span<const uint8_t> bytes, const GgufOptions& options) {
  try {
    if (Status status = CheckOverrides(options.type_overrides); !status.ok()) return status.error();
    auto state = std::make_unique<State>();
    state->bytes = bytes;
    if (const Status parsed = GgufParser::Parse(*state, options); !parsed.ok()) {
      return parsed.error();
    }
    return GgufFile(std::move(state));
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

Result<GgufFile> GgufFile::Open(const std::string& path, const GgufOptions& options) {
  try {
    if (Status status = CheckOverrides(options.type_overrides); !status.ok()) return status.error();
    Result<MappedFile> mapped = MappedFile::Open(path);
    if (!mapped.ok()) return mapped.error();
    Result<GgufFile> file = Parse(mapped->bytes(), options);
    if (file.ok()) {
      file->state_->file = *std::move(mapped);
      return file;
    }
    Error error = file.error();
    error.message = path + ": " + error.message;
    return error;
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

uint32_t GgufFile::version() const { return state_->version; }
uint64_t GgufFile::alignment() const { return state_->alignment; }
uint64_t GgufFile::file_bytes() const { return state_->bytes.size(); }
std::span<const GgufKeyValue> GgufFile::metadata() const { return state_->metadata; }
std::span<const GgufTensor> GgufFile::tensors() const { return state_->tensors; }

const GgufValue* GgufFile::FindValue(std::string_view key) const {
  const auto found = state_->keys.Find(key);
  return found.has_value() ? &state_->metadata[*found].value : nullptr;
}

Result<uint64_t> GgufFile::GetUint(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsUint);
}
Result<int64_t> GgufFile::GetInt(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsInt);
}
Result<double> GgufFile::GetFloat(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsFloat);
}
Result<bool> GgufFile::GetBool(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsBool);
}
Result<std::string_view> GgufFile::GetString(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsString);
}
Result<GgufArray> GgufFile::GetArray(std::string_view key) const {
  return Get(*this, key, &GgufValue::AsArray);
}

Result<const GgufTensor*> GgufFile::FindTensor(std::string_view name) const {
  if (const auto found = state_->tensor_names.Find(name); found.has_value()) {
    return &state_->tensors[*found];
  }
  return Error{ErrorCode::kNotFound, "no tensor " + Quoted(name), std::nullopt};
}

Result<MatrixView> GgufTensor::Matrix() const {
  if (format == nullptr) return NoFormat(*this);
  const uint64_t rows = dims[1] * dims[2] * dims[3];
  if (!std::in_range<size_t>(rows) || !std::in_range<size_t>(dims[0])) {
    return Error{ErrorCode::kShapeMismatch,
                 "tensor " + Quoted(name) + " is too large for this machine's pointers", offset};
  }
  Result<MatrixView> matrix = MatrixView::Make(format->format, static_cast<size_t>(rows),
                                               static_cast<size_t>(dims[0]), bytes);
  if (matrix.ok() && scale == nullptr) return matrix;
  if (matrix.ok() && scales.empty()) return ScaleFault(*this);
  if (matrix.ok()) matrix = matrix->WithScales(scales);
  if (matrix.ok()) return matrix;
  Error error = matrix.error();
  error.message = "tensor " + Quoted(name) + ": " + error.message;
  return error;
}

Result<MatrixView> GgufTensor::Matrix(uint64_t index) const {
  Result<MatrixView> all = Matrix();
  if (!all.ok()) return all;
  if (index >= NumMatrices()) {
    return Error{ErrorCode::kOutOfRange,
                 "tensor " + Quoted(name) + " has " + std::to_string(NumMatrices()) +
                     " matrices, but none with the index " + std::to_string(index),
                 offset};
  }
  const auto rows = static_cast<size_t>(dims[1]);  // as there are at least as many in all
  return all->RowRange(static_cast<size_t>(index) * rows, rows);
}

}  // namespace packdot
