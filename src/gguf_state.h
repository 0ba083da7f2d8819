// What an open GGUF file consists of.
#ifndef PACKDOT_SRC_GGUF_STATE_H_
#define PACKDOT_SRC_GGUF_STATE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "packdot/gguf.h"
#include "src/mapped_file.h"
#include "src/name_index.h"

namespace packdot {

struct GgufFile::State {
  std::optional<MappedFile> file;  // none if the caller owns the bytes
  std::span<const uint8_t> bytes;
  uint32_t version = 0;
  uint64_t alignment = 0;
  std::vector<GgufKeyValue> metadata;
  std::vector<GgufTensor> tensors;
  std::vector<float> scales;  // those of all tensors
  NameIndex keys;
  NameIndex tensor_names;
};

}  // namespace packdot

#endif  // PACKDOT_SRC_GGUF_STATE_H_
