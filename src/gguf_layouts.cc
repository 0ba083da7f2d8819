// Which layout a type id means in this file, and which bytes are whose.
#include "src/gguf_layouts.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <tuple>

#include "src/gguf_cursor.h"

namespace packdot {
namespace {

// In the order of ids. 40 and 41 also were other layouts' ids in forks; 42 is Q2_0 upstream, but
// was PQ2_0 in early PrismML files and STQ1_0 in Tencent's, which became 43 in rebased forks, where
// others put types of their own; 142 and 143 once were deprecated types of ik_llama.cpp.
constexpr Meaning kMeanings[] = {
    {40, Format::kNVFP4},  {41, Format::kQ1_0},   {42, Format::kQ2_0},   {42, Format::kPQ2_0},
    {42, Format::kSTQ1_0}, {43, Format::kSTQ1_0}, {142, Format::kPQ2_0}, {143, Format::kPTQ1_0},
};

// None if rows are not whole blocks. Cannot wrap: at most 2^60 weights of at most 4 bytes.
std::optional<uint64_t> SizeAs(const FormatInfo& format, const GgufTensor& tensor) {
  if (tensor.dims[0] % format.block_weights != 0) return std::nullopt;
  return tensor.NumWeights() / format.block_weights * format.block_bytes;
}

bool IsOverridden(uint32_t type_id, std::span<const TypeOverride> overrides) {
  return std::ranges::find(overrides, type_id, &TypeOverride::type_id) != overrides.end();
}

// The fewest bytes that the tensor's data can have.
uint64_t MinimumSize(const GgufTensor& tensor, std::span<const TypeOverride> overrides) {
  if (tensor.format != nullptr) return *SizeAs(*tensor.format, tensor);
  if (IsOverridden(tensor.type_id, overrides)) return 1;  // the override is checked by itself
  uint64_t least = std::numeric_limits<uint64_t>::max();
  for (const Meaning& meaning : MeaningsOf(tensor.type_id)) {
    least = std::min(least, SizeAs(InfoOf(meaning.format), tensor).value_or(1));
  }
  return MeaningsOf(tensor.type_id).empty() ? 1 : least;
}

// Tensors that have data, in the order of the data. Among equal offsets those of unknown size come
// first: only they can be of no size.
std::vector<size_t> OrderByOffset(const std::vector<GgufTensor>& tensors) {
  std::vector<size_t> order;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].NumWeights() != 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&tensors](size_t a, size_t b) {
    return std::tuple(tensors[a].offset, tensors[a].format != nullptr, a) <
           std::tuple(tensors[b].offset, tensors[b].format != nullptr, b);
  });
  return order;
}

std::string TensorNeeds(const GgufTensor& tensor, uint64_t size) {
  return "tensor " + Quoted(tensor.name) + " needs " + std::to_string(size) + " bytes of data";
}

// Sets each tensor's span, and checks that its data can lie there.
Status CheckSpans(uint64_t file_size, std::span<const TypeOverride> overrides,
                  std::vector<GgufTensor>& tensors) {
  const std::vector<size_t> order = OrderByOffset(tensors);
  for (size_t i = 0; i < order.size(); ++i) {
    GgufTensor& tensor = tensors[order[i]];
    const GgufTensor* const next = i + 1 < order.size() ? &tensors[order[i + 1]] : nullptr;
    const bool is_last = next == nullptr || next->offset >= file_size;
    const uint64_t end = is_last ? file_size : next->offset;
    tensor.span = end > tensor.offset ? end - tensor.offset : 0;
    const uint64_t needed = MinimumSize(tensor, overrides);
    if (needed <= tensor.span) continue;
    if (is_last) {
      return Error{
          ErrorCode::kTruncated,
          TensorNeeds(tensor, needed) + ", but the file ends after " + std::to_string(tensor.span),
          tensor.offset};
    }
    if (tensor.format != nullptr) {
      return Error{ErrorCode::kMalformed,
                   TensorNeeds(tensor, needed) + ", but tensor " + Quoted(next->name) +
                       " begins after " + std::to_string(tensor.span),
                   tensor.offset};
    }
  }
  return {};
}

bool EndsFile(const GgufTensor& tensor, uint64_t file_size) {
  return tensor.offset + tensor.span == file_size;
}

// "Q2_0 (type 42, 72 bytes), PQ2_0 (type 142, 68 bytes)": what the tensor could be.
std::string Candidates(const GgufTensor& tensor) {
  std::string text;
  for (const Meaning& meaning : MeaningsOf(tensor.type_id)) {
    const FormatInfo& format = InfoOf(meaning.format);
    const std::optional<uint64_t> size = SizeAs(format, tensor);
    text += text.empty() ? "" : ", ";
    text += std::string(format.name) + " (type " +
            std::to_string(static_cast<uint32_t>(format.format)) + ", ";
    text += size.has_value() ? std::to_string(*size) + " bytes)" : "not whole blocks)";
  }
  return text;
}

// All tensors of one type id that the file alone may give a meaning.
struct Contested {
  uint32_t type_id;
  uint64_t alignment;
  uint64_t file_size;
  std::vector<GgufTensor*> tensors;

  Contested(uint32_t id, uint64_t file_alignment, uint64_t size, std::vector<GgufTensor>& all)
      : type_id(id), alignment(file_alignment), file_size(size) {
    for (GgufTensor& tensor : all) {
      if (tensor.type_id == id) tensors.push_back(&tensor);
    }
  }

  // Every tensor's padded size must be its span. Only what ends the file may be followed by more
  // bytes, which are legal there, unless `tight`.
  bool Fits(const GgufTensor& tensor, const FormatInfo& format, bool tight) const {
    const std::optional<uint64_t> size = SizeAs(format, tensor);
    if (!size.has_value()) return false;
    if (*size == 0) return true;
    const bool fills = *size + Padding(*size, alignment) == tensor.span;
    if (!EndsFile(tensor, file_size)) return fills;
    return tight ? fills || *size == tensor.span : *size <= tensor.span;
  }

  // Null if the format fits all tensors.
  const GgufTensor* FirstMisfit(const FormatInfo& format, bool tight) const {
    const auto found = std::ranges::find_if(
        tensors, [&](const GgufTensor* tensor) { return !Fits(*tensor, format, tight); });
    return found == tensors.end() ? nullptr : *found;
  }

  // Null unless exactly one of the meanings fits.
  const FormatInfo* TheOneThatFits(bool tight) const {
    const FormatInfo* found = nullptr;
    for (const Meaning& meaning : MeaningsOf(type_id)) {
      const FormatInfo& format = InfoOf(meaning.format);
      if (FirstMisfit(format, tight) != nullptr) continue;
      if (found != nullptr) return nullptr;
      found = &format;
    }
    return found;
  }

  bool AnyMeaningFillsAll() const {
    return std::ranges::any_of(MeaningsOf(type_id), [this](const Meaning& meaning) {
      return FirstMisfit(InfoOf(meaning.format), true) == nullptr;
    });
  }

  void SetFormat(const FormatInfo* format) const {
    for (GgufTensor* tensor : tensors) tensor->format = format;
  }
};

// Bytes that follow the last tensor do not speak against an override, unless another layout leaves
// none over.
Status ApplyOverride(const Contested& contested, const FormatInfo& format) {
  const bool tight = contested.AnyMeaningFillsAll();
  const GgufTensor* const misfit = contested.FirstMisfit(format, tight);
  if (misfit == nullptr) {
    contested.SetFormat(&format);
    return {};
  }
  const std::optional<uint64_t> size = SizeAs(format, *misfit);
  std::string message = "tensor " + Quoted(misfit->name) + " does not fit the override of type " +
                        std::to_string(contested.type_id) + ": as " + std::string(format.name) +
                        (size.has_value() ? " it would have " + std::to_string(*size) + " bytes"
                                          : " its rows are not whole blocks") +
                        ", and it has " + std::to_string(misfit->span) + " bytes of room";
  const std::string candidates = Candidates(*misfit);
  if (!candidates.empty()) message += " and could be " + candidates;
  return Error{ErrorCode::kShapeMismatch, message, misfit->offset};
}

void Settle(const Contested& contested) {
  const FormatInfo* format = contested.TheOneThatFits(false);
  if (format == nullptr) format = contested.TheOneThatFits(true);
  contested.SetFormat(format);
}

}  // namespace

std::span<const Meaning> MeaningsOf(uint32_t type_id) {
  const auto found = std::ranges::equal_range(kMeanings, type_id, {}, &Meaning::type_id);
  return {found.begin(), found.end()};
}

const FormatInfo* AgreedFormat(uint32_t type_id) {
  return MeaningsOf(type_id).empty() ? FindFormat(type_id) : nullptr;
}

uint64_t Padding(uint64_t value, uint64_t alignment) {
  return (alignment - value % alignment) % alignment;
}

Status CheckOverrides(std::span<const TypeOverride> overrides) {
  const auto refuse = [](const TypeOverride& bad, const std::string& why) {
    return Error{ErrorCode::kInvalidArgument,
                 "the override of type " + std::to_string(bad.type_id) + " is refused: " + why,
                 std::nullopt};
  };
  for (size_t i = 0; i < overrides.size(); ++i) {
    const TypeOverride& asked = overrides[i];
    if (const FormatInfo* const agreed = AgreedFormat(asked.type_id); agreed != nullptr) {
      return refuse(asked, "it is " + std::string(agreed->name) + " in all files");
    }
    const auto format = static_cast<uint32_t>(asked.format);
    if (FindFormat(format) == nullptr) {
      return refuse(asked, "no format has the id " + std::to_string(format));
    }
    if (IsOverridden(asked.type_id, overrides.first(i))) {
      return refuse(asked, "there is another one of that type");
    }
  }
  return {};
}

Status PlaceTensors(std::span<const uint8_t> file, uint64_t alignment,
                    std::span<const TypeOverride> overrides, std::vector<GgufTensor>& tensors) {
  if (Status status = CheckSpans(file.size(), overrides, tensors); !status.ok()) return status;
  for (const TypeOverride& asked : overrides) {
    const Contested contested(asked.type_id, alignment, file.size(), tensors);
    const Status status = ApplyOverride(contested, InfoOf(asked.format));
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < std::size(kMeanings); ++i) {
    const uint32_t type_id = kMeanings[i].type_id;
    if (i > 0 && type_id == kMeanings[i - 1].type_id) continue;
    if (IsOverridden(type_id, overrides)) continue;
    Settle(Contested(type_id, alignment, file.size(), tensors));
  }
  for (GgufTensor& tensor : tensors) {
    if (tensor.format == nullptr || tensor.NumWeights() == 0) continue;
    tensor.bytes = file.subspan(static_cast<size_t>(tensor.offset),
                                static_cast<size_t>(*SizeAs(*tensor.format, tensor)));
  }
  return {};
}

Error NoFormat(const GgufTensor& tensor) {
  const std::string which = "tensor " + Quoted(tensor.name) + ": ";
  const std::string id = std::to_string(tensor.type_id);
  if (MeaningsOf(tensor.type_id).empty()) {
    return {ErrorCode::kUnsupportedFormat, which + "unsupported type " + id, tensor.offset};
  }
  return {ErrorCode::kAmbiguousFormat,
          which + "the sizes of the tensors of type " + id +
              " do not tell which layout it is; this one has " + std::to_string(tensor.span) +
              " bytes of room and could be " + Candidates(tensor) +
              "; an override of the type can say which",
          tensor.offset};
}

}  // namespace packdot
