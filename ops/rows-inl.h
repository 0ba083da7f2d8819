// The loops over tiles and rows, dequantization, and the table of a format's kernels.
#if defined(PACKDOT_OPS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_ROWS_INL_H_
#undef PACKDOT_OPS_ROWS_INL_H_
#else
#define PACKDOT_OPS_ROWS_INL_H_
#endif

#include <cstring>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "ops/blocks-inl.h"
#include "ops/consume-inl.h"
#include "ops/kernels.h"
#include "ops/map.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Four rows at a time share the loads of the activation and hide each other's latency; four
// activations share the unpacking of the row. Sizeless vectors cannot be members, hence not of
// FourOf either.
inline constexpr bool kGroupRows = HWY_TARGET != HWY_EMU128 && !kSizeless;

// Codebooks read from memory are bound by their loads, of which four rows share none: one row at a
// time is a third of the code.
template <class F>
inline constexpr bool kAlone = requires {
  F::kOneRow;
};

template <class F>
constexpr const char* FormOf() {
  if constexpr (requires { F::kForm; }) {
    return F::kForm;
  } else {
    return "bit fields";
  }
}

template <class F, class Consume>
inline constexpr bool kStages = false;
template <class F>
requires(F::kStaged) inline constexpr bool kStages<F, ConsumeQ8> = true;

// All chunks of a tile.
template <class F, class Consume, int kFirst = 0, class Tile, class Act, class Total>
PACKDOT_INLINE Total AddChunks(Tile tile, Act act, Total total) {
  total = Consume::template Chunk<F, kFirst>(tile, act, total);
  if constexpr (kFirst + kN < kPositions) {
    return AddChunks<F, Consume, kFirst + kN>(tile, act + Consume::ChunkBytes(F::kLayout), total);
  } else {
    return total;
  }
}

template <class F, class Consume, class Tile, class Act, class Total>
PACKDOT_INLINE Total AddTiles(Tile tile, Act act, Total total) {
  if constexpr (!kIsFour<Tile> || kStages<F, Consume>) {
    return AddChunks<F, Consume>(tile, act, total);
  } else {
    return PerRow([act](const uint8_t* t, VF sum)
                      PACKDOT_STEP { return AddChunks<F, Consume>(t, act, sum); },
                  tile, total);
  }
}

// What is left of a row after its last whole tile, padded with zero bytes; the activation is
// arranged with zeros there.
template <class F>
PACKDOT_INLINE const uint8_t* PaddedTail(const uint8_t* tail, size_t cols, uint8_t* buffer) {
  constexpr Layout kL = F::kLayout;
  const size_t bytes = cols / kL.block_weights * kL.block_bytes;
  memset(buffer + bytes, 0, kL.TileBytes() - bytes);
  memcpy(buffer, tail, bytes);
  return buffer;
}

// Adds that. A call: inlined, it would be compiled for each of four rows and again for one, to run
// once a row.
template <class F, class Consume, class Act, class Total>
HWY_NOINLINE Total AddTail(const uint8_t* tail, size_t cols, Act act, Total total) {
  uint8_t buffer[F::kLayout.TileBytes()];
  return AddChunks<F, Consume>(PaddedTail<F>(tail, cols, buffer), act, total);
}
template <class F, class Consume, class Act, class Total>
PACKDOT_INLINE Total AddTail(FourRows tails, size_t cols, Act act, Total total) {
  return PerRow([cols, act](const uint8_t* tail, VF sum)
                    PACKDOT_STEP { return AddTail<F, Consume>(tail, cols, act, sum); },
                tails, total);
}

// Several interleaved streams defeat the hardware's prefetcher: from DRAM, prototypes with four
// rows ran up to five times slower without this (AVX3_ZEN4). Asks for what the next rows hold at
// this place; may point past the matrix, where a prefetch does nothing.
template <class F>
PACKDOT_INLINE void Prefetch(const uint8_t* tile, size_t ahead) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(tile) + ahead;
  for (int line = 0; line < F::kLayout.TileBytes(); line += 64) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    hwy::Prefetch(reinterpret_cast<const uint8_t*>(address + line));
  }
}

// The products of one row or four with one activation or four. Each is computed as if it were
// alone, so that it does not depend on its group.
template <class F, class Consume, class Rows, class Act>
PACKDOT_INLINE PerProduct<Rows, Act, VF> DotRows(Rows tile, size_t stride, size_t cols, Act act) {
  constexpr Layout kL = F::kLayout;
  constexpr size_t kActBytes = size_t{Consume::ChunkBytes(kL)} * (kPositions / kN);
  auto total = Zeros<Rows, Act>(DF());
  const size_t ahead = kIsFour<Rows> ? 4 * stride : stride;
  for (size_t t = cols / kL.TileWeights(); t != 0; --t) {
    PerRow([ahead](const uint8_t* p) PACKDOT_STEP { return Prefetch<F>(p, ahead), 0; }, tile);
    total = AddTiles<F, Consume>(tile, act, total);
    tile = tile + kL.TileBytes();
    act = act + kActBytes;
  }
  if constexpr (kL.tile_blocks > 1) {
    if (const size_t rest = cols % kL.TileWeights()) {
      total = AddTail<F, Consume>(tile, rest, act, total);
    }
  }
  return total;
}

// Four results, `stride` floats apart.
template <class V>
PACKDOT_INLINE void StoreSums(FourOf<V> total, float* HWY_RESTRICT y, size_t stride) {
  y[0] = hn::ReduceSum(DF(), total.row0);
  y[stride] = hn::ReduceSum(DF(), total.row1);
  y[2 * stride] = hn::ReduceSum(DF(), total.row2);
  y[3 * stride] = hn::ReduceSum(DF(), total.row3);
}

template <class F, class Consume>
void Rows(const uint8_t* rows, size_t stride, size_t num_rows, size_t cols, const uint8_t* act,
          float* y) {
  size_t r = 0;
  if constexpr (kGroupRows && !kAlone<F>) {
    for (; r + 4 <= num_rows; r += 4) {
      const FourRows four = {rows + r * stride, stride};
      StoreSums(DotRows<F, Consume>(four, stride, cols, act), y + r, 1);
    }
  }
  for (; r < num_rows; ++r) {
    const uint8_t* row = rows + r * stride;
    y[r] = hn::ReduceSum(DF(), DotRows<F, Consume>(row, stride, cols, act));
  }
}

template <class F, class Consume>
void RowsTimesFour(const uint8_t* rows, size_t stride, size_t num_rows, size_t cols,
                   const uint8_t* acts, size_t act_stride, float* y, size_t y_stride) {
  for (size_t r = 0; r < num_rows; ++r) {
    const uint8_t* row = rows + r * stride;
    const FourRows four = {acts, act_stride};
    StoreSums(DotRows<F, Consume>(row, stride, cols, four), y + r, y_stride);
  }
}

// Stores the kN weights of a plane at the columns that the map gives them. A step a run, for a loop
// would be compiled into scatters.
template <class F, int kPlane, int kFirst, int kDone = 0>
PACKDOT_INLINE void StorePlane(const float* HWY_RESTRICT weights, float* HWY_RESTRICT out) {
  constexpr int kRun = RunLength<F>(kPlane, (kFirst + kDone) / 16 * 16);
  constexpr int kStep = kRun == 1 ? 16 : kRun;
  for (int i = kDone; i < kDone + kStep; i += kRun) {
    const int column = F::Column(kPlane, kFirst + i);
    if (column != kHole) memcpy(out + column, weights + i, kRun * sizeof(float));
  }
  if constexpr (kDone + kStep < kN) StorePlane<F, kPlane, kFirst, kDone + kStep>(weights, out);
}

// What a tile is turned into: its weights, or |scale * code| + |min| of each.
enum class Output { kWeights, kMagnitudes };

template <class F, Output kOutput>
PACKDOT_INLINE VF Combine(VF scaled, VF min) {
  if constexpr (kOutput == Output::kMagnitudes) {
    return hn::Add(hn::Abs(scaled), hn::Abs(min));
  } else if constexpr (F::kLayout.mins == Mins::kSubtracted) {
    return hn::Sub(scaled, min);
  } else if constexpr (F::kLayout.mins == Mins::kAdded) {
    return hn::Add(scaled, min);
  } else {
    return scaled;
  }
}

// The third consumer: the same planes, scaled and stored through the map.
template <class F, Output kOutput, int kFirst = 0>
PACKDOT_CHUNK void DequantizeTile(const uint8_t* HWY_RESTRICT tile, float* HWY_RESTRICT out) {
  constexpr Layout kL = F::kLayout;
  F::template Planes<kFirst>(tile, [&](auto plane, V8 codes) PACKDOT_CONSUMER {
    constexpr int kPlane = decltype(plane)::value;
    using P = PlaneOf<F, kPlane>;
    const DF df;
    VF scale = F::template Scale<kFirst>(tile), min = hn::Zero(df);
    if constexpr (HasSubScale<F>) {
      scale = hn::Mul(scale, F::template SubScale<kFirst, P::kGroup>(tile));
    }
    if constexpr (kL.HasMins()) min = F::template Min<kFirst>(tile);
    if constexpr (HasSubMin<F>) min = hn::Mul(min, F::template SubMin<kFirst, P::kGroup>(tile));
    if constexpr (kL.merge > 1) {
      scale = hn::Broadcast<P::kAcc>(scale);
      min = hn::Broadcast<P::kAcc>(min);
    }
    const auto weights = [&](VF w)
                             PACKDOT_STEP { return Combine<F, kOutput>(hn::Mul(scale, w), min); };
    alignas(64) float in_order[kN];
    hn::StoreInterleaved4(weights(WeightsAt<F, kPlane, 0>(codes)),
                          weights(WeightsAt<F, kPlane, 1>(codes)),
                          weights(WeightsAt<F, kPlane, 2>(codes)),
                          weights(WeightsAt<F, kPlane, 3>(codes)), df, in_order);
    StorePlane<F, kPlane, kFirst>(in_order, out);
  });
  if constexpr (kFirst + kN < kPositions) DequantizeTile<F, kOutput, kFirst + kN>(tile, out);
}

template <class F, Output kOutput>
void Dequantize(const uint8_t* row, size_t cols, float* out) {
  constexpr Layout kL = F::kLayout;
  constexpr size_t kTileWeights = kL.TileWeights();
  for (; cols >= kTileWeights; cols -= kTileWeights) {
    DequantizeTile<F, kOutput>(row, out);
    row += kL.TileBytes();
    out += kTileWeights;
  }
  if constexpr (kL.tile_blocks > 1) {
    if (cols != 0) {
      uint8_t buffer[kL.TileBytes()];
      float weights[kTileWeights];
      DequantizeTile<F, kOutput>(PaddedTail<F>(row, cols, buffer), weights);
      memcpy(out, weights, cols * sizeof(float));
    }
  }
}

template <class F, class Consume>
constexpr Kernels::TimesFour TimesFour() {
  if constexpr (kGroupRows) {
    return RowsTimesFour<F, Consume>;
  } else {
    return nullptr;
  }
}

template <class F>
const Kernels* KernelsOf() {
  static_assert(IsSound<F>());
  // All constant, so that it can be read on a CPU that lacks the target.
  static constexpr Kernels kernels = {
      .target = kTargetName,
      .form = FormOf<F>(),
      .quad = kQuadName,
      .rows_at_once = kGroupRows && !kAlone<F> ? 4 : 1,
      .layout = F::kLayout,
      .columns = kColumns<F>.data(),
      .keeps_run = kKeepsRun<F>.data(),
      .lane_blocks = kLaneBlocks<F>.data(),
      .vector_bytes = kN,
      .quad_offset = Quad<F>::kOffset,
      .rows_q8 = Rows<F, ConsumeQ8>,
      .rows_f32 = Rows<F, ConsumeF32>,
      .four_q8 = TimesFour<F, ConsumeQ8>(),
      .four_f32 = TimesFour<F, ConsumeF32>(),
      .dequantize = Dequantize<F, Output::kWeights>,
      .magnitudes = F::kLayout.HasMins() ? Dequantize<F, Output::kMagnitudes> : nullptr};
  return &kernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_ROWS_INL_H_
