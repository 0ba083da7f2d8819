// Plain types and the formats of 32 weights a block.
#include <bit>
#include <cstdint>

#include "tests/oracle/decode.h"

namespace packdot::oracle {

void Decode(const BlockF32& b, Weight* w) { w[0] = {std::bit_cast<float>(U32(b.bits)), 1}; }

void Decode(const BlockF16& b, Weight* w) { w[0] = {Half(b.value), 1}; }

void Decode(const BlockBF16& b, Weight* w) {
  w[0] = {std::bit_cast<float>(static_cast<uint32_t>(U16(b.high)) << 16), 1};
}

void Decode(const BlockQ4_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int j = 0; j < 16; ++j) {
    w[j] = {d, Low(b.qs[j]) - 8};
    w[j + 16] = {d, High(b.qs[j]) - 8};
  }
}

void Decode(const BlockQ4_1& b, Weight* w) {
  const float d = Half(b.d);
  const float m = Half(b.m);
  for (int j = 0; j < 16; ++j) {
    w[j] = {d, Low(b.qs[j]), m};
    w[j + 16] = {d, High(b.qs[j]), m};
  }
}

void Decode(const BlockQ5_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int j = 0; j < 32; ++j) {
    const int low4 = j < 16 ? Low(b.qs[j]) : High(b.qs[j - 16]);
    const int fifth = Bit(b.qh[j / 8], j % 8);
    w[j] = {d, low4 + 16 * fifth - 16};
  }
}

void Decode(const BlockQ5_1& b, Weight* w) {
  const float d = Half(b.d);
  const float m = Half(b.m);
  for (int j = 0; j < 32; ++j) {
    const int low4 = j < 16 ? Low(b.qs[j]) : High(b.qs[j - 16]);
    const int fifth = Bit(b.qh[j / 8], j % 8);
    w[j] = {d, low4 + 16 * fifth, m};
  }
}

void Decode(const BlockQ8_0& b, Weight* w) {
  const float d = Half(b.d);
  for (int j = 0; j < 32; ++j) w[j] = {d, b.qs[j]};
}

}  // namespace packdot::oracle
