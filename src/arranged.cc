// The arrangers.
#include "src/arranged.h"

#include <algorithm>
#include <cstring>

#include "ops/map.h"

namespace packdot {
namespace {

size_t NumTiles(const Layout& l, size_t cols) {
  const size_t tile = static_cast<size_t>(l.TileWeights());
  return (cols + tile - 1) / tile;
}

// A vector's worth of positions of one tile, in terms of its kernels.
struct Chunk {
  const Kernels& kernels;
  int first;      // position
  size_t column;  // of the tile, in the row

  // Of plane `plane` at position first + i: a column of the row, or kHole.
  ptrdiff_t Column(int plane, int i) const {
    const int16_t within = kernels.columns[plane * kPositions + first + i];
    return within == kHole ? ptrdiff_t{kHole} : static_cast<ptrdiff_t>(column) + within;
  }
};

template <class Fn>
void ForEachChunk(const Kernels& kernels, size_t cols, Fn fn) {
  const size_t tile = static_cast<size_t>(kernels.layout.TileWeights());
  for (size_t t = 0; t < NumTiles(kernels.layout, cols); ++t) {
    for (int first = 0; first < kPositions; first += kernels.vector_bytes) {
      fn(Chunk{kernels, first, t * tile});
    }
  }
}

// What the four positions of a dword lane of one chain add up to, and the scale they share.
struct LaneSum {
  int32_t sum = 0;
  float scale = 0.0f;  // 0: all holes
};

LaneSum SumLane(const Chunk& chunk, int chain, int dword, const int8_t* values,
                const float* scales) {
  const Layout& l = chunk.kernels.layout;
  LaneSum lane;
  const int end = std::min(l.planes, (chain + 1) * l.planes_per_chain);
  for (int plane = chain * l.planes_per_chain; plane < end; ++plane) {
    for (int i = 4 * dword; i < 4 * dword + 4; ++i) {
      const ptrdiff_t column = chunk.Column(plane, i);
      if (column == kHole) continue;
      lane.sum += values[column];
      lane.scale = scales[column / kActivationBlock];
    }
  }
  return lane;
}

// The vectors of a group of chains: int32 -offset * sum, f32 scale and, for mins, f32 scale * sum.
struct Group {
  int32_t* init;
  float* scale;
  float* scaled_sum;
  int lanes;

  Group(uint8_t* at, int vector_bytes)
      : init(reinterpret_cast<int32_t*>(at)),
        scale(reinterpret_cast<float*>(at + vector_bytes)),
        scaled_sum(reinterpret_cast<float*>(at + 2 * vector_bytes)),
        lanes(vector_bytes / 4) {}
};

void AddChain(const Chunk& chunk, int chain, const int8_t* values, const float* scales,
              const Group& group) {
  const Layout& l = chunk.kernels.layout;
  const int shift = chain * l.shift_step;
  for (int dword = 0; dword < group.lanes; ++dword) {
    const LaneSum lane = SumLane(chunk, chain, dword, values, scales);
    if (lane.scale == 0.0f) continue;
    const int to = l.FoldedLane(chain, 4 * dword);
    group.init[to] -= chunk.kernels.quad_offset * (1 << shift) * lane.sum;
    // Codes left in place are undone by a power of two, which is exact.
    group.scale[to] = lane.scale / static_cast<float>(1 << shift);
    if (l.HasMins()) group.scaled_sum[to] += static_cast<float>(lane.sum);
  }
}

// The sums are exact until here; they are scaled once.
void ScaleSums(const Layout& l, const Group& group) {
  const float sign = l.mins == Mins::kAdded ? 1.0f : -1.0f;
  for (int lane = 0; lane < group.lanes; ++lane) {
    group.scaled_sum[lane] *= sign * group.scale[lane];
  }
}

void ArrangeChunkQ8(const Chunk& chunk, const int8_t* values, const float* scales, uint8_t* out) {
  const Layout& l = chunk.kernels.layout;
  const int n = chunk.kernels.vector_bytes;
  for (int plane = 0; plane < l.planes; ++plane, out += n) {
    for (int i = 0; i < n; ++i) {
      const ptrdiff_t column = chunk.Column(plane, i);
      if (column != kHole) out[i] = static_cast<uint8_t>(values[column]);
    }
  }
  for (int g = 0; g < l.Groups(); ++g, out += n * l.Q8GroupVectors()) {
    const Group group(out, n);
    const int end = std::min(l.Chains(), (g + 1) * l.merge);
    for (int chain = g * l.merge; chain < end; ++chain) {
      AddChain(chunk, chain, values, scales, group);
    }
    if (l.HasMins()) ScaleSums(l, group);
  }
}

void ArrangeChunkF32(const Chunk& chunk, const float* x, float* out) {
  const Layout& l = chunk.kernels.layout;
  const int n = chunk.kernels.vector_bytes;
  const int lanes = n / 4;
  float* sums = out + l.planes * n;
  for (int plane = 0; plane < l.planes; ++plane, out += n) {
    const int chain = l.Chain(plane);
    for (int i = 0; i < n; ++i) {
      const ptrdiff_t column = chunk.Column(plane, i);
      if (column == kHole) continue;
      out[i % 4 * lanes + i / 4] = x[column];
      if (!l.HasMins()) continue;
      float& sum = sums[chain / l.merge * lanes + l.FoldedLane(chain, i)];
      sum += l.mins == Mins::kAdded ? x[column] : -x[column];
    }
  }
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

void ArrangeQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t cols,
               uint8_t* out) {
  const Layout& l = kernels.layout;
  const size_t n = static_cast<size_t>(kernels.vector_bytes);
  memset(out, 0, ArrangedQ8Bytes(kernels, cols));
  if (l.planes == 0) {
    float* x = reinterpret_cast<float*>(out);
    for (size_t j = 0; j < cols; ++j) x[j] = scales[j / kActivationBlock] * values[j];
    return;
  }
  const size_t chunk_bytes = n * static_cast<size_t>(l.Q8Vectors());
  ForEachChunk(kernels, cols, [&](const Chunk& chunk) {
    ArrangeChunkQ8(chunk, values, scales, out);
    out += chunk_bytes;
  });
}

void ArrangeF32(const Kernels& kernels, const float* x, size_t cols, uint8_t* out) {
  const Layout& l = kernels.layout;
  memset(out, 0, ArrangedF32Bytes(kernels, cols));
  if (l.planes == 0) {
    memcpy(out, x, cols * sizeof(float));
    return;
  }
  const size_t chunk_bytes = static_cast<size_t>(kernels.vector_bytes * l.F32Vectors());
  ForEachChunk(kernels, cols, [&](const Chunk& chunk) {
    ArrangeChunkF32(chunk, x, reinterpret_cast<float*>(out));
    out += chunk_bytes;
  });
}

}  // namespace packdot
