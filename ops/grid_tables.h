// The codebooks' bytes as the loads want them: expanded from ops/codebooks.h at compile time.
#ifndef PACKDOT_OPS_GRID_TABLES_H_
#define PACKDOT_OPS_GRID_TABLES_H_

#include <cstdint>

#include "ops/codebooks.h"
#include "ops/signs.h"
#include "ops/table.h"

namespace packdot {

// A byte of ones for every bit that is set.
constexpr uint64_t BytesOfBits(int bits) {
  uint64_t bytes = 0;
  for (int j = 0; j < 8; ++j) {
    if (bits >> j & 1) bytes |= uint64_t{0xFF} << 8 * j;
  }
  return bytes;
}

// For eight sign bits, and for a sign index of seven: where weights are negative.
alignas(64) inline constexpr auto kNegativeBytes = TableOf<uint64_t, 256>([](int signs) {
  return BytesOfBits(signs);
});
alignas(64) inline constexpr auto kNegativeBytes7 = TableOf<uint64_t, 128>([](int index) {
  return BytesOfBits(SignByte(static_cast<uint32_t>(index)));
});

// IQ1_S: 8 * (g + 1) for the eight weights g of an entry.
alignas(64) inline constexpr auto kEightTritsIQ1_S = TableOf<uint64_t, 2048>([](int index) {
  uint64_t bytes = 0;
  for (int j = 0; j < 8; ++j) bytes |= uint64_t{kGridIQ1_S[index] >> 2 * j & 3u} << (8 * j + 3);
  return bytes;
});

}  // namespace packdot

#endif  // PACKDOT_OPS_GRID_TABLES_H_
