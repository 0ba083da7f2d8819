// Base-3 digits as PTQ1_0 stores them: five in a byte that holds their number times 256/243,
// rounded up.
#ifndef PACKDOT_OPS_TRITS_H_
#define PACKDOT_OPS_TRITS_H_

namespace packdot {

// Digit n of a stored byte, most significant first: 0, 1 or 2.
constexpr int Trit(int byte, int n) {
  for (; n > 0; --n) byte = byte * 3 & 255;
  return byte * 3 >> 8;
}

}  // namespace packdot

#endif  // PACKDOT_OPS_TRITS_H_
