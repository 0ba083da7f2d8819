// What the rest of the library knows about a format on one instruction set. Plain data, no SIMD.
#ifndef PACKDOT_OPS_KERNELS_H_
#define PACKDOT_OPS_KERNELS_H_

#include <cstddef>
#include <cstdint>

namespace packdot {

// A *tile* is a whole number of blocks. Unpacked it is `planes` planes of kPositions codes; a
// vector holds as many neighbouring positions as it has bytes, so a tile is one or more *chunks* of
// planes. Consecutive planes form a *chain*: one integer accumulator. `merge` chains are folded
// into one vector before scaling: a *group*.
inline constexpr int kPositions = 64;

// What is added to scale * code: nothing, or a min per lane times the sum of x there.
enum class Mins { kNone, kSubtracted, kAdded };

struct Layout {
  int block_weights;
  int block_bytes;
  int tile_blocks;
  int planes;
  int planes_per_chain;
  int offset;    // weight = scale * (code - offset), then the min; 0 if the codes are signed
  int max_code;  // largest code: 0..max_code, or -max_code..max_code if signed
  bool is_signed = false;
  Mins mins = Mins::kNone;
  int merge = 1;       // 1, 2 or 4; needs a scale that is constant over each 16 positions
  int shift_step = 0;  // codes of chain c are delivered shifted left by c * shift_step

  constexpr bool HasMins() const { return mins != Mins::kNone; }
  constexpr int TileWeights() const { return tile_blocks * block_weights; }
  constexpr int TileBytes() const { return tile_blocks * block_bytes; }
  constexpr int Chains() const { return (planes + planes_per_chain - 1) / planes_per_chain; }
  constexpr int Groups() const { return (Chains() + merge - 1) / merge; }
  constexpr int Chain(int plane) const { return plane / planes_per_chain; }
  constexpr int Shift(int plane) const { return Chain(plane) * shift_step; }

  // Vectors of a chunk of arranged activation. q8: the planes' x as int8; then per group int32
  // -offset * sum(x), the f32 scale of x and, for formats with mins, f32 scale * sum(x), signed as
  // the min is. f32: per plane x for byte 0, 1, 2, 3 of every dword lane; then, for formats with
  // mins, per group sum(x), signed as the min is.
  constexpr int Q8GroupVectors() const { return HasMins() ? 3 : 2; }
  constexpr int Q8Vectors() const { return planes + Groups() * Q8GroupVectors(); }
  constexpr int F32Vectors() const { return 4 * planes + (HasMins() ? Groups() : 0); }

  // The dword lane (of the 16 that a tile's 64 positions have) that receives `position` of `chain`
  // once `merge` accumulators have been added pairwise inside their 16-byte groups.
  constexpr int FoldedLane(int chain, int position) const {
    const int dword = position / 4 % 4;
    const int within = merge == 1 ? dword : merge == 2 ? dword % 2 * 2 + chain % 2 : chain % 4;
    return position / 16 * 4 + within;
  }
};

inline constexpr int16_t kHole = -1;  // a (plane, position) that carries no weight

// A format on one instruction set. Constant; its address identifies the pair.
struct Kernels {
  const char* target;  // what was compiled: a test compares it with what it asked for
  const char* form;    // how codes are unpacked, in a few words: a format may have two ways
  const char* quad;    // how they are multiplied by int8
  int rows_at_once;
  Layout layout;           // planes == 0: a plain type, whose activation is x itself, in order
  const int16_t* columns;  // [planes * kPositions]: the tile's column of each code, or kHole
  const bool* keeps_run;   // [planes * kPositions / 16]: whether 16 codes are neighbouring columns
  const uint8_t* lane_blocks;  // [groups * 16]: the activation's block of each folded lane
  int vector_bytes;            // a chunk's positions: 16, 32 or 64
  int quad_offset;             // subtracted from codes by the q8 path: the layout's, or that of the
                               // quad dot for signed codes

  // y[r] for num_rows rows that are `stride` bytes apart; `act` is what ops/arrange.h makes.
  using Rows = void (*)(const uint8_t* rows, size_t stride, size_t num_rows, size_t cols,
                        const uint8_t* act, float* y);
  Rows rows_q8;
  Rows rows_f32;
  // The same for four activations, `act_stride` bytes apart, whose results are y_stride floats
  // apart; bit for bit what Rows gives. Null on targets where sharing the unpacking gains nothing.
  using TimesFour = void (*)(const uint8_t* rows, size_t stride, size_t num_rows, size_t cols,
                             const uint8_t* acts, size_t act_stride, float* y, size_t y_stride);
  TimesFour four_q8;
  TimesFour four_f32;
  using Weights = void (*)(const uint8_t* row, size_t cols, float* out);
  Weights dequantize;
  Weights magnitudes;  // |scale * code| + |min|; null where that is just |weight|
};

// For the best target among the enabled ones.
using KernelsFunction = const Kernels* (*)();

}  // namespace packdot

#endif  // PACKDOT_OPS_KERNELS_H_
