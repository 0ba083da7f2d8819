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

// All codes that a dword lane adds up belong to one block of the activation, so that a lane has one
// activation scale.
template <class F>
constexpr bool LanesShareScale() {
  constexpr Layout kL = F::kLayout;
  std::array<int, static_cast<size_t>(kL.Groups() * 16)> block{};
  for (int& b : block) b = -1;
  for (int plane = 0; plane < kL.planes; ++plane) {
    for (int position = 0; position < kPositions; ++position) {
      const int column = F::Column(plane, position);
      if (column == kHole) continue;
      const int chain = kL.Chain(plane);
      int& b = block[static_cast<size_t>(chain / kL.merge * 16 + kL.FoldedLane(chain, position))];
      if (b != -1 && b != column / kActivationBlock) return false;
      b = column / kActivationBlock;
    }
  }
  return true;
}

// Every 16 positions of the plane are 16 neighbouring columns of one block.
template <class F>
constexpr bool KeepsRuns(int plane) {
  for (int position = 0; position < kPositions; ++position) {
    const int first = F::Column(plane, position / 16 * 16);
    if (first == kHole || first % 16 != 0) return false;
    if (F::Column(plane, position) != first + position % 16) return false;
  }
  return true;
}

// All that the loops and the arrangers take for granted.
template <class F>
constexpr bool IsSound() {
  constexpr Layout kL = F::kLayout;
  static_assert(kL.block_weights % kActivationBlock == 0 && kL.TileWeights() <= INT16_MAX);
  static_assert(kL.merge == 1 || kL.merge == 2 || kL.merge == 4);
  static_assert(kL.merge == 1 ||
                (kL.planes % kL.planes_per_chain == 0 && kL.Chains() % kL.merge == 0));
  static_assert(!kL.HasMins() || kL.shift_step == 0);
  static_assert(!kL.is_signed || (kL.offset == 0 && kL.shift_step == 0));
  static_assert(CoversTile<F>(), "every column of a tile needs exactly one code");
  static_assert(LanesShareScale<F>(), "a lane must not mix blocks of the activation");
  return true;
}

}  // namespace packdot

#endif  // PACKDOT_OPS_MAP_H_
