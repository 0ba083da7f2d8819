// Formats of one or two bits a weight, and those of trits.
#include "tests/oracle/decode.h"

namespace packdot::oracle {
namespace {

// Two-bit codes of neighbouring weights, lowest bits first; 0, 1, 2, 3 mean -1, 0, 1, 2.
void DecodePairsOfBits(float d, const uint8_t* qs, int count, Weight* w) {
  for (int j = 0; j < count; ++j) w[j] = {d, (qs[j / 4] >> 2 * (j % 4) & 3) - 1};
}

// Digit n of a byte that holds five base-3 digits as a fraction of 256, most significant first.
int Trit(uint8_t byte, int n) {
  int fraction = byte;
  for (int i = 0; i < n; ++i) fraction = fraction * 3 % 256;
  return fraction * 3 / 256;
}

// `digits` digits of `count` bytes: all first digits, then all second ones, ...
void DecodeTrits(float d, const uint8_t* bytes, int count, int digits, Weight* w) {
  for (int n = 0; n < digits; ++n) {
    for (int m = 0; m < count; ++m) w[n * count + m] = {d, Trit(bytes[m], n) - 1};
  }
}

// Four lanes of two bits, lane 0 lowest; exactly one lane of an entry is 1, that is, zero.
constexpr uint8_t kSTQ1[32] = {0xa9, 0x89, 0x29, 0x09, 0xa6, 0x86, 0x26, 0x06, 0x9a, 0x92, 0x1a,
                               0x12, 0x6a, 0x62, 0x4a, 0x42, 0x01, 0x21, 0x81, 0xa1, 0x04, 0x24,
                               0x84, 0xa4, 0x10, 0x18, 0x90, 0x98, 0x40, 0x48, 0x60, 0x68};

}  // namespace

void Decode(const BlockQ1_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int j = 0; j < 128; ++j) w[j] = {d, Bit(b.qs[j / 8], j % 8) ? 1 : -1};
}

void Decode(const BlockQ2_0& b, Weight* w) { DecodePairsOfBits(Half(b.d), b.qs, 64, w); }

void Decode(const BlockPQ2_0& b, Weight* w) { DecodePairsOfBits(Half(b.d), b.qs, 128, w); }

void Decode(const BlockTQ1_0& b, Weight* w) {
  const float d = Half(b.d);
  DecodeTrits(d, b.qs, 32, 5, w);
  DecodeTrits(d, b.qs + 32, 16, 5, w + 160);
  DecodeTrits(d, b.qh, 4, 4, w + 240);
}

void Decode(const BlockTQ2_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int half = 0; half < 2; ++half) {
    for (int l = 0; l < 4; ++l) {
      for (int m = 0; m < 32; ++m) {
        w[128 * half + 32 * l + m] = {d, (b.qs[32 * half + m] >> 2 * l & 3) - 1};
      }
    }
  }
}

void Decode(const BlockPTQ1_0& b, Weight* w) {
  const float d = Half(b.d);
  DecodeTrits(d, b.qs, 16, 5, w);
  DecodeTrits(d, b.qs + 16, 8, 5, w + 80);
  DecodeTrits(d, b.qh, 2, 4, w + 120);
}

void Decode(const BlockSTQ1_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int group = 0; group < 64; ++group) {
    const int nibble = b.qs[group / 2] >> 4 * (group % 2) & 15;
    const int entry = kSTQ1[16 * Bit(b.sign[group / 8], group % 8) + nibble];
    for (int lane = 0; lane < 4; ++lane) {
      w[64 * (group / 16) + group % 16 + 16 * lane] = {d, (entry >> 2 * lane & 3) - 1};
    }
  }
}

}  // namespace packdot::oracle
