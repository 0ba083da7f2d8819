// The K family: super-blocks whose sub-blocks have a scale, and most a min, of few bits.
#include "tests/oracle/decode.h"

namespace packdot::oracle {
namespace {

// Q4_K and Q5_K: eight scales and eight mins of six bits in twelve bytes.
int Scale6(const uint8_t* scales, int j) {
  if (j < 4) return scales[j] & 63;
  return (scales[j + 4] & 15) | scales[j - 4] >> 6 << 4;
}
int Min6(const uint8_t* scales, int j) {
  if (j < 4) return scales[j + 4] & 63;
  return scales[j + 4] >> 4 | scales[j] >> 6 << 4;
}

// Q3_K: sixteen scales of six bits, biased by 32, in twelve bytes.
int Scale3K(const uint8_t* scales, int i) {
  const int low4 = i < 8 ? Low(scales[i]) : High(scales[i - 8]);
  const int high2 = scales[8 + i % 4] >> 2 * (i / 4) & 3;
  return (low4 | high2 << 4) - 32;
}

float Times(float d, int factor) { return d * static_cast<float>(factor); }

}  // namespace

void Decode(const BlockQ2_K& b, Weight* w) {
  for (int j = 0; j < 256; ++j) {
    const int half = j / 128;
    const int plane = j % 128 / 32;
    const int code = b.qs[32 * half + j % 32] >> 2 * plane & 3;
    const int sub = j / 16;
    w[j] = {Times(Half(b.d), Low(b.scales[sub])), code, -Times(Half(b.dmin), High(b.scales[sub]))};
  }
}

void Decode(const BlockQ3_K& b, Weight* w) {
  for (int j = 0; j < 256; ++j) {
    const int half = j / 128;
    const int plane = j % 128 / 32;
    const int low2 = b.qs[32 * half + j % 32] >> 2 * plane & 3;
    const int high = Bit(b.hmask[j % 32], 4 * half + plane);
    w[j] = {Times(Half(b.d), Scale3K(b.scales, j / 16)), low2 - (high ? 0 : 4)};
  }
}

void Decode(const BlockQ4_K& b, Weight* w) {
  for (int j = 0; j < 256; ++j) {
    const int sub = j / 32;
    const uint8_t byte = b.qs[32 * (sub / 2) + j % 32];
    const int code = sub % 2 == 0 ? Low(byte) : High(byte);
    w[j] = {Times(Half(b.d), Scale6(b.scales, sub)), code,
            -Times(Half(b.dmin), Min6(b.scales, sub))};
  }
}

void Decode(const BlockQ5_K& b, Weight* w) {
  for (int j = 0; j < 256; ++j) {
    const int sub = j / 32;
    const uint8_t byte = b.qs[32 * (sub / 2) + j % 32];
    const int low4 = sub % 2 == 0 ? Low(byte) : High(byte);
    const int fifth = Bit(b.qh[j % 32], sub);
    w[j] = {Times(Half(b.d), Scale6(b.scales, sub)), low4 + 16 * fifth,
            -Times(Half(b.dmin), Min6(b.scales, sub))};
  }
}

void Decode(const BlockQ6_K& b, Weight* w) {
  for (int half = 0; half < 2; ++half) {
    for (int l = 0; l < 32; ++l) {
      const uint8_t first = b.ql[64 * half + l];
      const uint8_t second = b.ql[64 * half + 32 + l];
      const int low4[4] = {Low(first), Low(second), High(first), High(second)};
      for (int group = 0; group < 4; ++group) {
        const int high2 = b.qh[32 * half + l] >> 2 * group & 3;
        const int scale = b.scales[8 * half + 2 * group + l / 16];
        w[128 * half + 32 * group + l] = {Times(Half(b.d), scale), (low4[group] | high2 << 4) - 32};
      }
    }
  }
}

}  // namespace packdot::oracle
