// Signs of the IQ formats that store seven of eight: the eighth makes their number even.
#ifndef PACKDOT_OPS_SIGNS_H_
#define PACKDOT_OPS_SIGNS_H_

#include <bit>
#include <cstdint>

namespace packdot {

// Bit j is set if weight j of the eight is negative.
constexpr uint8_t SignByte(uint32_t index7) {
  const uint32_t parity = static_cast<uint32_t>(std::popcount(index7)) & 1;
  return static_cast<uint8_t>(index7 | parity << 7);
}

}  // namespace packdot

#endif  // PACKDOT_OPS_SIGNS_H_
