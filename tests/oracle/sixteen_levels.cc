// Formats whose nibbles pick one of sixteen uneven levels: IQ4_NL, IQ4_XS, MXFP4, NVFP4.
#include <cmath>

#include "tests/oracle/decode.h"

namespace packdot::oracle {
namespace {

constexpr int kIQ4[] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

// FP4 (E2M1) doubled, so that all are integers; scales are halved in return.
constexpr int kFP4[] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

// 2^(e - 127) / 2; subnormal for e = 0 and 1.
float HalfE8M0(int e) { return std::ldexp(1.0f, e - 128); }

// Half of an E4M3 without sign. Bit 7 is ignored, but 0x7f alone means 0, and 0xff does not.
float HalfUE4M3(int x) {
  if (x == 0 || x == 0x7f) return 0.0f;
  const int exponent = x >> 3 & 15;
  const int mantissa = x & 7;
  if (exponent == 0) return std::ldexp(static_cast<float>(mantissa), -10);
  return std::ldexp(static_cast<float>(8 + mantissa), exponent - 11);
}

}  // namespace

void Decode(const BlockIQ4_NL& b, Weight* w) {
  const float d = Half(b.d);
  for (int j = 0; j < 16; ++j) {
    w[j] = {d, kIQ4[Low(b.qs[j])]};
    w[j + 16] = {d, kIQ4[High(b.qs[j])]};
  }
}

void Decode(const BlockIQ4_XS& b, Weight* w) {
  const float d = Half(b.d);
  for (int group = 0; group < 8; ++group) {
    const int low4 = b.scales_l[group / 2] >> 4 * (group % 2) & 15;
    const int high2 = U16(b.scales_h) >> 2 * group & 3;
    const float scale = d * static_cast<float>((low4 | high2 << 4) - 32);
    for (int j = 0; j < 16; ++j) {
      w[32 * group + j] = {scale, kIQ4[Low(b.qs[16 * group + j])]};
      w[32 * group + 16 + j] = {scale, kIQ4[High(b.qs[16 * group + j])]};
    }
  }
}

void Decode(const BlockMXFP4& b, Weight* w) {
  const float d = HalfE8M0(b.e);
  for (int j = 0; j < 16; ++j) {
    w[j] = {d, kFP4[Low(b.qs[j])]};
    w[j + 16] = {d, kFP4[High(b.qs[j])]};
  }
}

void Decode(const BlockNVFP4& b, Weight* w) {
  for (int sub = 0; sub < 4; ++sub) {
    const float d = HalfUE4M3(b.d[sub]);
    for (int j = 0; j < 8; ++j) {
      w[16 * sub + j] = {d, kFP4[Low(b.qs[8 * sub + j])]};
      w[16 * sub + 8 + j] = {d, kFP4[High(b.qs[8 * sub + j])]};
    }
  }
}

}  // namespace packdot::oracle
