// A format's map from codes to columns, as a table, and the proof at compile time that it is sound.
#ifndef PACKDOT_OPS_MAP_H_
#define PACKDOT_OPS_MAP_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/kernels.h"

namespace packdot {

inline constexpr int kActivationBlock = 32;  // columns that share a scale of the q8 activation

template <class F>
inline constexpr auto kColumns = [] {
  std::array<int16_t, static_cast<size_t>(F::kLayout.planes * kPositions)> columns{};
  for (int plane = 0; plane < F::kLayout.planes; ++plane) {
    for (int position = 0; position < kPositions; ++position) {
      columns[static_cast<size_t>(plane * kPositions + position)] =
          static_cast<int16_t>(F::Column(plane, position));
    }
  }
  return columns;
}();

// Four blocks of 32 weights: plane 0 is the first halves, plane 1 the second ones.
struct HalvesMap {
  static constexpr int Column(int plane, int position) {
    return 32 * (position / 16) + 16 * plane + position % 16;
  }
};

// Every column of the tile has exactly one code.
template <class F>
constexpr bool CoversTile() {
  std::array<bool, static_cast<size_t>(F::kLayout.TileWeights())> seen{};
  int count = 0;
  for (const int16_t column : kColumns<F>) {
    if (column == kHole) continue;
    if (column < 0 || column >= F::kLayout.TileWeights()) return false;
    if (seen[static_cast<size_t>(column)]) return false;
    seen[static_cast<size_t>(column)] = true;
    ++count;
  }
  return count == F::kLayout.TileWeights();
}

// For each folded dword lane of each group, the block of the activation, counted from the tile's
// first, that its codes belong to; kMixed if to several. Lanes of holes have block 0.
inline constexpr uint8_t kMixed = 255;
template <class F>
inline constexpr auto kLaneBlocks = [] {
  constexpr Layout kL = F::kLayout;
  std::array<uint8_t, static_cast<size_t>(kL.Groups() * 16)> blocks{};
  std::array<bool, static_cast<size_t>(kL.Groups() * 16)> seen{};
  for (int plane = 0; plane < kL.planes; ++plane) {
    for (int position = 0; position < kPositions; ++position) {
      const int column = F::Column(plane, position);
      if (column == kHole) continue;
      const int chain = kL.Chain(plane);
      const int lane = chain / kL.merge * 16 + kL.FoldedLane(chain, position);
      const auto i = static_cast<size_t>(lane);
      const auto block = static_cast<uint8_t>(column / kActivationBlock);
      blocks[i] = seen[i] && blocks[i] != block ? kMixed : block;
      seen[i] = true;
    }
  }
  return blocks;
}();

// All codes that a dword lane adds up belong to one block of the activation, so that a lane has one
// activation scale.
template <class F>
constexpr bool LanesShareScale() {
  for (const uint8_t block : kLaneBlocks<F>) {
    if (block == kMixed) return false;
  }
  return true;
}

// Whether `position` is where a run of `length` neighbouring columns begins, or of as many holes.
template <class F>
constexpr bool StartsRun(int plane, int position, int length) {
  const int first = F::Column(plane, position);
  for (int i = 1; i < length; ++i) {
    if (F::Column(plane, position + i) != (first == kHole ? kHole : first + i)) return false;
  }
  return true;
}

// 16 positions of a plane are runs of this many neighbouring columns, 1 to 16.
template <class F>
constexpr int RunLength(int plane, int position) {
  for (int length = 16; length > 1; length /= 2) {
    bool all = true;
    for (int i = 0; i < 16; i += length) all = all && StartsRun<F>(plane, position + i, length);
    if (all) return length;
  }
  return 1;
}

// For every 16 positions of every plane: whether they are one run.
template <class F>
inline constexpr auto kKeepsRun = [] {
  constexpr int kSixteens = kPositions / 16;
  std::array<bool, static_cast<size_t>(F::kLayout.planes * kSixteens)> keeps{};
  for (size_t i = 0; i < keeps.size(); ++i) {
    const int plane = static_cast<int>(i) / kSixteens, first = static_cast<int>(i) % kSixteens * 16;
    keeps[i] = RunLength<F>(plane, first) == 16 && F::Column(plane, first) != kHole;
  }
  return keeps;
}();

// All that the loops and the arrangers take for granted.
template <class F>
constexpr bool IsSound() {
  constexpr Layout kL = F::kLayout;
  static_assert(kL.block_weights % kActivationBlock == 0 && kL.TileWeights() <= INT16_MAX);
  static_assert(kL.merge == 1 || kL.merge == 2 || kL.merge == 4);
  static_assert(kL.merge == 1 ||
                (kL.planes % kL.planes_per_chain == 0 && kL.Chains() % kL.merge == 0));
  static_assert((!kL.HasMins() && kL.merge == 1) || kL.shift_step == 0);
  static_assert(!kL.is_signed || (kL.offset == 0 && kL.shift_step == 0));
  static_assert(CoversTile<F>(), "every column of a tile needs exactly one code");
  static_assert(LanesShareScale<F>(), "a lane must not mix blocks of the activation");
  return true;
}

}  // namespace packdot

#endif  // PACKDOT_OPS_MAP_H_
