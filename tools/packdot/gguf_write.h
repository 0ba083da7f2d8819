// Writing GGUF files (version 3): the least that a file of matrices needs.
#ifndef PACKDOT_TOOLS_PACKDOT_GGUF_WRITE_H_
#define PACKDOT_TOOLS_PACKDOT_GGUF_WRITE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "packdot/format.h"

namespace packdot::cli {

struct GgufMatrix {
  std::string name;
  Format format;
  size_t rows;
  size_t cols;  // a whole number of blocks

  size_t Bytes() const;
};

// The file up to its first tensor's data. The data of each matrix in turn is to follow, each with
// GgufPadding after it.
std::vector<uint8_t> GgufHeader(std::span<const std::pair<std::string, std::string>> metadata,
                                std::span<const GgufMatrix> matrices);

// Zero bytes that fill up `size` bytes to the alignment of tensor data.
size_t GgufPadding(size_t size);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_GGUF_WRITE_H_
