// Builds GGUF files number by number, so that every rule of the format can be kept or broken.
#ifndef PACKDOT_TESTS_SUPPORT_GGUF_BYTES_H_
#define PACKDOT_TESTS_SUPPORT_GGUF_BYTES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "packdot/format.h"
#include "packdot/gguf.h"

namespace packdot {

enum class ByteOrder { kLittle, kBig };

class GgufBytes {
 public:
  // A number of the file's structure: what a mutator likes to overwrite.
  struct Field {
    size_t offset;
    size_t width;
  };

  explicit GgufBytes(ByteOrder order = ByteOrder::kLittle) : order_(order) {}

  template <class T>
  requires std::is_arithmetic_v<T> GgufBytes& Put(T value) {
    std::array<uint8_t, sizeof(T)> bytes = std::bit_cast<std::array<uint8_t, sizeof(T)>>(value);
    const bool is_native =
        (order_ == ByteOrder::kLittle) == (std::endian::native == std::endian::little);
    if (!is_native) std::reverse(bytes.begin(), bytes.end());
    fields_.push_back({bytes_.size(), sizeof(T)});
    return Raw(bytes);
  }

  GgufBytes& Raw(std::span<const uint8_t> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  GgufBytes& Text(std::string_view text) {
    for (const char c : text) bytes_.push_back(static_cast<uint8_t>(c));
    return *this;
  }
  GgufBytes& Zeros(size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  GgufBytes& PadTo(size_t alignment) {
    return Zeros((alignment - bytes_.size() % alignment) % alignment);
  }
  GgufBytes& Append(const GgufBytes& other) {
    for (const Field& field : other.fields_) {
      fields_.push_back({bytes_.size() + field.offset, field.width});
    }
    return Raw(other.bytes_);
  }

  GgufBytes& String(std::string_view text) { return Put(uint64_t{text.size()}).Text(text); }
  GgufBytes& Type(GgufType type) { return Put(static_cast<uint32_t>(type)); }

  GgufBytes& Header(uint32_t version, uint64_t tensors, uint64_t keys) {
    return Text("GGUF").Put(version).Put(tensors).Put(keys);
  }
  // To be followed by the value.
  GgufBytes& Key(std::string_view key, GgufType type) { return String(key).Type(type); }
  // To be followed by the elements.
  GgufBytes& Array(GgufType element_type, uint64_t size) { return Type(element_type).Put(size); }

  GgufBytes& Tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type_id,
                    uint64_t offset) {
    String(name).Put(static_cast<uint32_t>(dims.size()));
    for (const uint64_t dim : dims) Put(dim);
    return Put(type_id).Put(offset);
  }

  size_t size() const { return bytes_.size(); }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const std::vector<Field>& fields() const { return fields_; }

 private:
  ByteOrder order_;
  std::vector<uint8_t> bytes_;
  std::vector<Field> fields_;
};

// A well-formed file, laid out like most writers do it: tensors in order, each padded.
class GgufFileBytes {
 public:
  explicit GgufFileBytes(uint32_t version = 3, uint64_t alignment = 32)
      : version_(version), alignment_(alignment) {}

  // The key and type are written here; the caller puts the value after them.
  GgufBytes& Key(std::string_view key, GgufType type) {
    ++num_keys_;
    return metadata_.Key(key, type);
  }

  GgufFileBytes& Tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type_id,
                        std::span<const uint8_t> data) {
    data_.PadTo(alignment_);
    tensors_.Tensor(name, dims, type_id, data_.size());
    ++num_tensors_;
    data_.Raw(data);
    return *this;
  }

  // `size` bytes of data that differ from tensor to tensor.
  GgufFileBytes& Tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type_id,
                        size_t size) {
    std::vector<uint8_t> bytes(size);
    for (size_t i = 0; i < size; ++i) {
      bytes[i] = static_cast<uint8_t>((num_tensors_ + 1) * 37 + i * 11 + i / 256);
    }
    return Tensor(name, dims, type_id, bytes);
  }

  // A tensor of the size that its format and dimensions ask for.
  GgufFileBytes& Tensor(std::string_view name, const std::vector<uint64_t>& dims, Format format) {
    const FormatInfo& info = InfoOf(format);
    size_t weights = 1;
    for (const uint64_t dim : dims) weights *= dim;
    return Tensor(name, dims, static_cast<uint32_t>(format),
                  weights / info.block_weights * info.block_bytes);
  }

  // Ends with the last tensor's last byte.
  GgufBytes Build() const {
    GgufBytes file;
    file.Header(version_, num_tensors_, num_keys_).Append(metadata_).Append(tensors_);
    return file.PadTo(num_tensors_ > 0 ? alignment_ : 1).Append(data_);
  }

 private:
  uint32_t version_;
  uint64_t alignment_;
  uint64_t num_keys_ = 0;
  uint64_t num_tensors_ = 0;
  GgufBytes metadata_;
  GgufBytes tensors_;
  GgufBytes data_;
};

}  // namespace packdot

#endif  // PACKDOT_TESTS_SUPPORT_GGUF_BYTES_H_
