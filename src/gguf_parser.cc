// Reading and checking the structure of a GGUF file, piece by piece in file order.
#include "src/gguf_parser.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "src/gguf_layouts.h"
#include "src/gguf_scales.h"

namespace packdot {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kMaxAlignment = uint64_t{1} << 30;
constexpr uint32_t kMaxDims = 4;

// Far beyond any file, and low enough that no size in bytes can wrap.
constexpr uint64_t kMaxWeights = uint64_t{1} << 60;

// The shortest there can be: an empty name with a one-byte value, and with a scalar tensor.
constexpr uint64_t kMinKeyValueBytes = 8 + 4 + 1;
constexpr uint64_t kMinTensorBytes = 8 + 4 + 4 + 8;

std::string Number(uint64_t number) { return std::to_string(number); }

// The specification allows multiples of 8, the most used reader powers of two: files of either kind
// exist, and nothing here depends on more than that it is not zero.
bool IsLegalAlignment(uint64_t alignment) {
  if (alignment == 0 || alignment > kMaxAlignment) return false;
  return alignment % 8 == 0 || std::has_single_bit(alignment);
}

std::string ShapeText(const GgufTensor& tensor) {
  std::string text;
  for (uint32_t d = 0; d < tensor.num_dims; ++d) {
    text += (d == 0 ? "" : " x ") + Number(tensor.dims[d]);
  }
  return text;
}

// Dimensions of zero are left out, so that the product of any few of them cannot wrap either.
bool HasTooManyWeights(const GgufTensor& tensor) {
  uint64_t room = kMaxWeights;
  for (const uint64_t dim : tensor.dims) {
    if (dim != 0) room /= dim;
  }
  return room == 0;
}

}  // namespace

Status GgufParser::Parse(GgufFile::State& state, const GgufOptions& options) {
  GgufParser parser(state, options);
  GgufCursor& cursor = parser.cursor_;
  parser.ReadHeader();
  if (cursor.ok()) parser.ReadMetadata();
  if (cursor.ok()) parser.RefuseShards();
  if (cursor.ok()) parser.ReadAlignment();
  if (cursor.ok()) parser.ReadTensors();
  if (cursor.ok()) parser.FindData();
  if (cursor.ok()) return {};
  cursor.AddContext("byte " + Number(*cursor.error().offset));
  return cursor.error();
}

void GgufParser::ReadHeader() {
  const auto file = state_.bytes;
  if (file.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), file.begin())) {
    cursor_.Fail(ErrorCode::kNotGguf,
                 file.empty() ? "the file is empty" : "the file does not start with \"GGUF\"", 0);
    return;
  }
  cursor_.Read<uint32_t>("the magic");
  state_.version = cursor_.Read<uint32_t>("the version");
  if (!cursor_.ok()) return;
  if (state_.version != 0 && (state_.version & 0xFFFF) == 0) {
    cursor_.Fail(ErrorCode::kOppositeByteOrder, "the file is big-endian; convert it first",
                 kMagic.size());
  } else if (state_.version != 2 && state_.version != 3) {
    cursor_.Fail(ErrorCode::kUnsupportedVersion,
                 "GGUF version " + Number(state_.version) + ", expected 2 or 3", kMagic.size());
  }
  num_tensors_ = cursor_.Read<uint64_t>("the number of tensors");
  num_keys_ = cursor_.Read<uint64_t>("the number of metadata keys");
  cursor_.CheckCount(num_tensors_, kMinTensorBytes, "tensors");
  cursor_.CheckCount(num_keys_, kMinKeyValueBytes, "metadata keys");
}

void GgufParser::ReadMetadata() {
  while (cursor_.ok() && state_.metadata.size() < num_keys_) ReadKeyValue();
  if (!cursor_.ok()) return;
  for (const GgufKeyValue& entry : state_.metadata) state_.keys.Add(entry.key);
  const auto same = state_.keys.SortAndFindDuplicate();
  if (!same.has_value()) return;
  const std::string_view first = state_.metadata[same->first].key;
  const std::string_view second = state_.metadata[same->second].key;
  cursor_.Fail(
      ErrorCode::kDuplicateName,
      "metadata key " + Quoted(second) + " was at byte " + Number(OffsetOf(first)) + " already",
      OffsetOf(second));
}

void GgufParser::ReadKeyValue() {
  const std::string_view key = cursor_.ReadString("the key");
  if (!cursor_.ok()) {
    cursor_.AddContext("metadata key number " + Number(state_.metadata.size() + 1) + " of " +
                       Number(num_keys_));
    return;
  }
  const GgufType type = cursor_.ReadType("the value's type");
  const GgufValue value = cursor_.ReadValue(type);
  if (cursor_.ok()) {
    state_.metadata.push_back({key, value});
  } else {
    cursor_.AddContext("metadata key " + Quoted(key));
  }
}

void GgufParser::RefuseShards() {
  const GgufKeyValue* const entry = Find("split.count");
  if (entry == nullptr) return;
  const Result<uint64_t> count = entry->value.AsUint();
  if (!count.ok()) {
    cursor_.Fail(ErrorCode::kMalformed, "metadata key 'split.count': " + count.error().message,
                 OffsetOf(entry->key));
    return;
  }
  if (*count <= 1) return;
  // split.no counts from 0, but the names of the files, which people see, from 1.
  std::string which = "one part";
  if (const GgufKeyValue* const number = Find("split.no"); number != nullptr) {
    const Result<uint64_t> no = number->value.AsUint();
    if (no.ok() && *no < *count) which = "part " + Number(*no + 1);
  }
  cursor_.Fail(ErrorCode::kSharded,
               "this is " + which + " of a model in " + Number(*count) +
                   " files; join all of them into one file first",
               OffsetOf(entry->key));
}

void GgufParser::ReadAlignment() {
  state_.alignment = kDefaultAlignment;
  const GgufKeyValue* const entry = Find("general.alignment");
  if (entry == nullptr) return;
  if (entry->value.type() != GgufType::kUint32) {
    cursor_.Fail(ErrorCode::kMalformed,
                 "general.alignment is of type " + std::string(GgufTypeName(entry->value.type())) +
                     ", expected u32",
                 OffsetOf(entry->key));
    return;
  }
  state_.alignment = *entry->value.AsUint();
  if (IsLegalAlignment(state_.alignment)) return;
  cursor_.Fail(ErrorCode::kMalformed,
               "general.alignment is " + Number(state_.alignment) +
                   ", expected a power of two or a multiple of 8, up to " + Number(kMaxAlignment),
               OffsetOf(entry->key));
}

void GgufParser::ReadTensors() {
  // Again, now that the metadata have taken their part of the file.
  cursor_.CheckCount(num_tensors_, kMinTensorBytes, "tensors");
  while (cursor_.ok() && state_.tensors.size() < num_tensors_) {
    const GgufTensor tensor = ReadTensor();
    if (cursor_.ok()) state_.tensors.push_back(tensor);
  }
  if (!cursor_.ok()) return;
  for (const GgufTensor& tensor : state_.tensors) state_.tensor_names.Add(tensor.name);
  const auto same = state_.tensor_names.SortAndFindDuplicate();
  if (!same.has_value()) return;
  const std::string_view first = state_.tensors[same->first].name;
  const std::string_view second = state_.tensors[same->second].name;
  cursor_.Fail(ErrorCode::kDuplicateName,
               "tensor " + Quoted(second) + " was at byte " + Number(OffsetOf(first)) + " already",
               OffsetOf(second));
}

GgufTensor GgufParser::ReadTensor() {
  GgufTensor tensor;
  tensor.name = cursor_.ReadString("the name");
  if (!cursor_.ok()) {
    cursor_.AddContext("tensor number " + Number(state_.tensors.size() + 1) + " of " +
                       Number(num_tensors_));
    return tensor;
  }
  const uint64_t dims_offset = cursor_.offset() + sizeof(tensor.num_dims);
  ReadShape(tensor);
  tensor.type_id = cursor_.Read<uint32_t>("the type");
  tensor.format = AgreedFormat(tensor.type_id);
  CheckWholeBlocks(tensor, dims_offset);
  ReadOffset(tensor);
  cursor_.AddContext("tensor " + Quoted(tensor.name));
  return tensor;
}

void GgufParser::ReadShape(GgufTensor& tensor) {
  const uint64_t start = cursor_.offset();
  tensor.num_dims = cursor_.Read<uint32_t>("the number of dimensions");
  if (tensor.num_dims > kMaxDims) {
    cursor_.Fail(ErrorCode::kMalformed,
                 Number(tensor.num_dims) + " dimensions, expected 0 to " + Number(kMaxDims), start);
    return;
  }
  for (uint32_t d = 0; d < tensor.num_dims; ++d) {
    tensor.dims[d] = cursor_.Read<uint64_t>("a dimension");
  }
  if (!HasTooManyWeights(tensor)) return;
  cursor_.Fail(ErrorCode::kMalformed,
               "dimensions " + ShapeText(tensor) + " are more than 2^60 weights",
               start + sizeof(tensor.num_dims));
}

void GgufParser::CheckWholeBlocks(const GgufTensor& tensor, uint64_t dims_offset) {
  if (tensor.format == nullptr || tensor.dims[0] % tensor.format->block_weights == 0) return;
  cursor_.Fail(ErrorCode::kShapeMismatch,
               "rows of " + Number(tensor.dims[0]) + " weights are not whole blocks of " +
                   Number(tensor.format->block_weights) + ", as " +
                   std::string(tensor.format->name) + " requires",
               dims_offset);
}

// In the file, offsets count from the start of the data.
void GgufParser::ReadOffset(GgufTensor& tensor) {
  const uint64_t at = cursor_.offset();
  tensor.offset = cursor_.Read<uint64_t>("the data offset");
  if (tensor.offset % state_.alignment != 0) {
    cursor_.Fail(ErrorCode::kMalformed,
                 "data offset " + Number(tensor.offset) + " is not a multiple of the alignment, " +
                     Number(state_.alignment),
                 at);
  }
  if (tensor.offset > state_.bytes.size()) {
    cursor_.Fail(ErrorCode::kTruncated,
                 "data offset " + Number(tensor.offset) +
                     " is beyond the end of the file, which has " + Number(state_.bytes.size()) +
                     " bytes",
                 at);
  }
}

void GgufParser::FindData() {
  const uint64_t data = cursor_.offset() + Padding(cursor_.offset(), state_.alignment);
  // Neither sum can wrap: offsets are at most the file's size, the padding less than 2^30.
  for (GgufTensor& tensor : state_.tensors) tensor.offset += data;
  const Status status =
      PlaceTensors(state_.bytes, state_.alignment, options_.type_overrides, state_.tensors);
  if (!status.ok()) {
    cursor_.Fail(status.error().code, status.error().message, *status.error().offset);
    return;
  }
  state_.scales = AttachScales(state_.tensor_names, state_.tensors);
}

uint64_t GgufParser::OffsetOf(std::string_view name) const {
  return static_cast<uint64_t>(reinterpret_cast<const uint8_t*>(name.data()) - state_.bytes.data());
}

const GgufKeyValue* GgufParser::Find(std::string_view key) const {
  const auto found = state_.keys.Find(key);
  return found.has_value() ? &state_.metadata[*found] : nullptr;
}

}  // namespace packdot
