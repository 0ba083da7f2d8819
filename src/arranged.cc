// Sizes of arranged vectors, and those of plain types.
#include "src/arranged.h"

#include <algorithm>
#include <cstring>

#include "ops/arrange.h"
#include "ops/map.h"

namespace packdot {
namespace {

size_t NumTiles(const Layout& l, size_t cols) {
  const size_t tile = static_cast<size_t>(l.TileWeights());
  return (cols + tile - 1) / tile;
}

}  // namespace

size_t ArrangedQ8Bytes(const Kernels& kernels, size_t cols) {
  const Layout& l = kernels.layout;
  const size_t tiles = NumTiles(l, cols) * kPositions;
  return l.planes == 0 ? tiles * sizeof(float) : tiles * static_cast<size_t>(l.Q8Vectors());
}

size_t ArrangedF32Bytes(const Kernels& kernels, size_t cols) {
  const Layout& l = kernels.layout;
  const size_t tiles = NumTiles(l, cols) * kPositions;
  return l.planes == 0 ? tiles * sizeof(float) : tiles * static_cast<size_t>(l.F32Vectors());
}

void ArrangeVectorQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t cols,
                     uint8_t* out) {
  if (kernels.layout.planes != 0) {
    return ArrangeQ8(kernels, values, scales, NumTiles(kernels.layout, cols), out);
  }
  float* x = reinterpret_cast<float*>(out);
  for (size_t j = 0; j < cols; ++j) x[j] = scales[j / kActivationBlock] * values[j];
  std::fill(x + cols, x + NumTiles(kernels.layout, cols) * kPositions, 0.0f);
}

void ArrangeVectorF32(const Kernels& kernels, const float* x, size_t cols, uint8_t* out) {
  const size_t num_tiles = NumTiles(kernels.layout, cols);
  if (kernels.layout.planes != 0) return ArrangeF32(kernels, x, num_tiles, out);
  memcpy(out, x, num_tiles * kPositions * sizeof(float));
}

}  // namespace packdot
