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

// The fewest bytes that the tensor's data can have.
uint64_t MinimumSize(const GgufTensor& tensor) {
  if (tensor.format != nullptr) return *SizeAs(*tensor.format, tensor);
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
Status CheckSpans(uint64_t file_size, std::vector<GgufTensor>& tensors) {
  const std::vector<size_t> order = OrderByOffset(tensors);
  for (size_t i = 0; i < order.size(); ++i) {
    GgufTensor& tensor = tensors[order[i]];
    const GgufTensor* const next = i + 1 < order.size() ? &tensors[order[i + 1]] : nullptr;
    const bool is_last = next == nullptr || next->offset >= file_size;
    const uint64_t end = is_last ? file_size : next->offset;
    tensor.span = end > tensor.offset ? end - tensor.offset : 0;
    const uint64_t needed = MinimumSize(tensor);
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

// All tensors of one type id on which files do not agree.
struct Contested {
  std::vector<GgufTensor*> tensors;
  uint64_t alignment;
  uint64_t file_size;

  // Every tensor's padded size must be its span. Only what ends the file may be followed by more
  // bytes, which are legal there, unless `tight`.
  bool Fit(const FormatInfo& format, bool tight) const {
    return std::all_of(tensors.begin(), tensors.end(), [&](const GgufTensor* tensor) {
      const std::optional<uint64_t> size = SizeAs(format, *tensor);
      if (!size.has_value()) return false;
      if (*size == 0) return true;
      const bool fills = *size + Padding(*size, alignment) == tensor->span;
      if (!EndsFile(*tensor, file_size)) return fills;
      return tight ? fills || *size == tensor->span : *size <= tensor->span;
    });
  }

  // Null unless exactly one of the meanings fits.
  const FormatInfo* TheOneThatFits(std::span<const Meaning> meanings, bool tight) const {
    const FormatInfo* found = nullptr;
    for (const Meaning& meaning : meanings) {
      const FormatInfo& format = InfoOf(meaning.format);
      if (!Fit(format, tight)) continue;
      if (found != nullptr) return nullptr;
      found = &format;
    }
    return found;
  }
};

void Settle(uint32_t type_id, uint64_t alignment, uint64_t file_size,
            std::vector<GgufTensor>& tensors) {
  Contested contested{{}, alignment, file_size};
  for (GgufTensor& tensor : tensors) {
    if (tensor.type_id == type_id) contested.tensors.push_back(&tensor);
  }
  const std::span<const Meaning> meanings = MeaningsOf(type_id);
  const FormatInfo* format = contested.TheOneThatFits(meanings, false);
  if (format == nullptr) format = contested.TheOneThatFits(meanings, true);
  for (GgufTensor* tensor : contested.tensors) tensor->format = format;
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

Status PlaceTensors(std::span<const uint8_t> file, uint64_t alignment,
                    std::vector<GgufTensor>& tensors) {
  if (Status status = CheckSpans(file.size(), tensors); !status.ok()) return status;
  for (size_t i = 0; i < std::size(kMeanings); ++i) {
    const uint32_t type_id = kMeanings[i].type_id;
    if (i == 0 || type_id != kMeanings[i - 1].type_id) {
      Settle(type_id, alignment, file.size(), tensors);
    }
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
  const std::span<const Meaning> meanings = MeaningsOf(tensor.type_id);
  if (meanings.empty()) {
    return {ErrorCode::kUnsupportedFormat, which + "unsupported type " + id, tensor.offset};
  }
  std::string candidates;
  for (const Meaning& meaning : meanings) {
    const FormatInfo& format = InfoOf(meaning.format);
    const std::optional<uint64_t> size = SizeAs(format, tensor);
    candidates += candidates.empty() ? "" : ", ";
    candidates += std::string(format.name) + " (type " +
                  std::to_string(static_cast<uint32_t>(format.format)) + ", ";
    candidates += size.has_value() ? std::to_string(*size) + " bytes)" : "not whole blocks)";
  }
  return {ErrorCode::kAmbiguousFormat,
          which + "the sizes of the tensors of type " + id +
              " do not tell which layout it is; this one has " + std::to_string(tensor.span) +
              " bytes of room and could be " + candidates,
          tensor.offset};
}

}  // namespace packdot
