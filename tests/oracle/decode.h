// One decoder per block type, and how bytes, nibbles and halves are read. The decoders are written
// from the byte rules alone and share nothing with the kernels.
#ifndef PACKDOT_TESTS_ORACLE_DECODE_H_
#define PACKDOT_TESTS_ORACLE_DECODE_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/oracle/blocks.h"
#include "tests/oracle/oracle.h"

namespace packdot::oracle {

inline int Low(uint8_t byte) { return byte & 15; }
inline int High(uint8_t byte) { return byte >> 4; }
inline int Bit(int value, int k) { return value >> k & 1; }

inline int U16(const uint8_t* p) { return p[0] | p[1] << 8; }
inline uint32_t U32(const uint8_t* p) {
  return static_cast<uint32_t>(U16(p)) | static_cast<uint32_t>(U16(p + 2)) << 16;
}

// IEEE binary16: 1 bit sign, 5 bits exponent, 10 bits mantissa.
inline float Half(int bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  float magnitude = std::ldexp(static_cast<float>(1024 + mantissa), exponent - 25);
  if (exponent == 0) magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  if (exponent == 31) {
    magnitude = mantissa == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
  }
  return bits >> 15 ? -magnitude : magnitude;
}
inline float Half(const F16& bytes) { return Half(U16(bytes)); }

// w has as many elements as the block has weights.
void Decode(const BlockF32& b, Weight* w);
void Decode(const BlockF16& b, Weight* w);
void Decode(const BlockBF16& b, Weight* w);
void Decode(const BlockQ4_0& b, Weight* w);
void Decode(const BlockQ4_1& b, Weight* w);
void Decode(const BlockQ5_0& b, Weight* w);
void Decode(const BlockQ5_1& b, Weight* w);
void Decode(const BlockQ8_0& b, Weight* w);
void Decode(const BlockIQ4_NL& b, Weight* w);
void Decode(const BlockIQ4_XS& b, Weight* w);
void Decode(const BlockMXFP4& b, Weight* w);
void Decode(const BlockNVFP4& b, Weight* w);
void Decode(const BlockQ1_0& b, Weight* w);
void Decode(const BlockQ2_0& b, Weight* w);
void Decode(const BlockPQ2_0& b, Weight* w);
void Decode(const BlockTQ1_0& b, Weight* w);
void Decode(const BlockTQ2_0& b, Weight* w);
void Decode(const BlockPTQ1_0& b, Weight* w);
void Decode(const BlockSTQ1_0& b, Weight* w);
void Decode(const BlockQ2_K& b, Weight* w);
void Decode(const BlockQ3_K& b, Weight* w);
void Decode(const BlockQ4_K& b, Weight* w);
void Decode(const BlockQ5_K& b, Weight* w);
void Decode(const BlockQ6_K& b, Weight* w);
void Decode(const BlockIQ2_XXS& b, Weight* w);
void Decode(const BlockIQ2_XS& b, Weight* w);
void Decode(const BlockIQ2_S& b, Weight* w);
void Decode(const BlockIQ3_XXS& b, Weight* w);
void Decode(const BlockIQ3_S& b, Weight* w);
void Decode(const BlockIQ1_S& b, Weight* w);
void Decode(const BlockIQ1_M& b, Weight* w);

}  // namespace packdot::oracle

#endif  // PACKDOT_TESTS_ORACLE_DECODE_H_
