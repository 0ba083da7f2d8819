// Reading the factors that lie beside a tensor.
#include "src/gguf_scales.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/gguf_cursor.h"

namespace packdot {
namespace {

constexpr std::string_view kWeight = ".weight";
constexpr std::string_view kScale = ".scale";

float ValueAt(const GgufTensor& scale, size_t index) {
  return LoadLittleEndian<float>(scale.bytes.data() + index * sizeof(float));
}

bool IsF32(const GgufTensor& scale) {
  return scale.format != nullptr && scale.format->format == Format::kF32;
}

// One value for all weights, or one for each matrix of a stack.
bool HasFittingCount(const GgufTensor& tensor) {
  const uint64_t count = tensor.scale->NumWeights();
  return count == 1 || (count != 0 && count == tensor.NumMatrices());
}

std::optional<size_t> FirstNotFinite(const GgufTensor& scale) {
  for (size_t i = 0; i < scale.bytes.size() / sizeof(float); ++i) {
    if (!std::isfinite(ValueAt(scale, i))) return i;
  }
  return std::nullopt;
}

bool IsUsable(const GgufTensor& tensor) {
  return IsF32(*tensor.scale) && HasFittingCount(tensor) &&
         !FirstNotFinite(*tensor.scale).has_value();
}

// Null if the tensor is not a weight with a scale.
const GgufTensor* FindScale(std::string_view name, const NameIndex& names,
                            const std::vector<GgufTensor>& tensors) {
  if (!name.ends_with(kWeight)) return nullptr;
  name.remove_suffix(kWeight.size());
  const auto found = names.Find(std::string(name).append(kScale));
  return found.has_value() ? &tensors[*found] : nullptr;
}

}  // namespace

std::vector<float> AttachScales(const NameIndex& names, std::vector<GgufTensor>& tensors) {
  std::vector<GgufTensor*> scaled;
  size_t total = 0;
  for (GgufTensor& tensor : tensors) {
    tensor.scale = FindScale(tensor.name, names, tensors);
    if (tensor.scale == nullptr || !IsUsable(tensor)) continue;
    scaled.push_back(&tensor);
    total += tensor.scale->bytes.size() / sizeof(float);
  }
  std::vector<float> values;
  values.reserve(total);  // so that they stay where they are
  for (GgufTensor* const tensor : scaled) {
    const size_t count = tensor->scale->bytes.size() / sizeof(float);
    for (size_t i = 0; i < count; ++i) values.push_back(ValueAt(*tensor->scale, i));
    tensor->scales = {values.data() + values.size() - count, count};
  }
  return values;
}

Error ScaleFault(const GgufTensor& tensor) {
  const GgufTensor& scale = *tensor.scale;
  const std::string which =
      "tensor " + Quoted(tensor.name) + ": its scale, tensor " + Quoted(scale.name) + ", ";
  if (!IsF32(scale)) {
    const std::string type = scale.format != nullptr ? std::string(scale.format->name)
                                                     : "type " + std::to_string(scale.type_id);
    return {ErrorCode::kMalformed, which + "is of " + type + ", expected F32", scale.offset};
  }
  if (!HasFittingCount(tensor)) {
    const uint64_t matrices = tensor.NumMatrices();
    return {ErrorCode::kMalformed,
            which + "has " + std::to_string(scale.NumWeights()) + " values, expected 1" +
                (matrices > 1 ? " or " + std::to_string(matrices) : ""),
            scale.offset};
  }
  return {ErrorCode::kMalformed,
          which + "has a value that is not finite, number " +
              std::to_string(FirstNotFinite(scale).value_or(0)),
          scale.offset};
}

}  // namespace packdot
