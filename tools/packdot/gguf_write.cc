// The GGUF header, field by field, little-endian.
#include "tools/packdot/gguf_write.h"

#include <concepts>
#include <string_view>

namespace packdot::cli {
namespace {

constexpr size_t kAlignment = 32;  // what GGUF means when a file does not say

class Bytes {
 public:
  void Append(std::unsigned_integral auto value) {
    for (size_t i = 0; i < sizeof(value); ++i) {
      bytes_.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
  }

  void Append(std::string_view text) {
    Append(uint64_t{text.size()});
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }

  std::vector<uint8_t> PadAndTake() && {
    bytes_.resize(bytes_.size() + GgufPadding(bytes_.size()));
    return std::move(bytes_);
  }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace

size_t GgufMatrix::Bytes() const {
  const FormatInfo& info = InfoOf(format);
  return rows * (cols / info.block_weights) * info.block_bytes;
}

size_t GgufPadding(size_t size) { return (kAlignment - size % kAlignment) % kAlignment; }

std::vector<uint8_t> GgufHeader(std::span<const std::pair<std::string, std::string>> metadata,
                                std::span<const GgufMatrix> matrices) {
  constexpr uint32_t kMagic = 0x46554747;  // "GGUF"
  constexpr uint32_t kVersion = 3;
  constexpr uint32_t kString = 8;  // the type of a metadata value
  Bytes bytes;
  bytes.Append(kMagic);
  bytes.Append(kVersion);
  bytes.Append(uint64_t{matrices.size()});
  bytes.Append(uint64_t{metadata.size()});
  for (const auto& [key, value] : metadata) {
    bytes.Append(key);
    bytes.Append(kString);
    bytes.Append(value);
  }
  uint64_t offset = 0;  // from the first tensor's data
  for (const GgufMatrix& matrix : matrices) {
    bytes.Append(matrix.name);
    bytes.Append(uint32_t{2});  // dimensions
    bytes.Append(uint64_t{matrix.cols});
    bytes.Append(uint64_t{matrix.rows});
    bytes.Append(static_cast<uint32_t>(matrix.format));
    bytes.Append(offset);
    offset += matrix.Bytes() + GgufPadding(matrix.Bytes());
  }
  return std::move(bytes).PadAndTake();
}

}  // namespace packdot::cli
