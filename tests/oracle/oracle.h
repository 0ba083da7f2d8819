// The oracle: what every block means, decoded weight by weight without a thought for speed.
#ifndef PACKDOT_TESTS_ORACLE_ORACLE_H_
#define PACKDOT_TESTS_ORACLE_ORACLE_H_

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

#include "packdot/format.h"

namespace packdot::oracle {

// A weight in the parts that the format stores: scale * code + min.
struct Weight {
  float scale;        // of the sub-block; a product of stored scales, exact in float
  int code;           // bias and sign included
  float min = -0.0f;  // as it is added; -0 changes nothing, not even the sign of a zero
};

// As the reference decoders compute it. scale * code is exact in float in every format (the 11 bits
// of an f16 grow by a sub-scale's and a code's to 23 at most), so that the addition is the only
// rounding, and a fused multiply-add gives the same.
inline float Value(const Weight& w) { return w.scale * static_cast<float>(w.code) + w.min; }

struct OracleFormat {
  Format format;
  std::string_view name;
  int block_weights;
  int block_bytes;
  void (*decode)(const uint8_t* block, Weight* weights);  // one block
};

void PrintTo(const OracleFormat& row, std::ostream* out);  // its name, for GoogleTest

// All formats, in the order of their ids.
std::span<const OracleFormat> Formats();

const OracleFormat& Find(Format format);

// Whole blocks, as many as there are bytes for.
std::vector<Weight> Decode(Format format, std::span<const uint8_t> blocks);
std::vector<float> Values(Format format, std::span<const uint8_t> blocks);

// The dot product to double precision, and what its error bounds are multiples of.
struct Dot {
  double value;      // sum of (scale * code + min) * x
  double magnitude;  // sum of |scale * code * x| + |min * x|
};
Dot ExactDot(std::span<const Weight> weights, std::span<const double> x);

}  // namespace packdot::oracle

#endif  // PACKDOT_TESTS_ORACLE_ORACLE_H_
