// The I family: eight or four neighbouring weights are an entry of a codebook.
#include <bit>

#include "tests/oracle/decode.h"
#include "tests/oracle/grids.h"

namespace packdot::oracle {
namespace {

constexpr int kLevelsIQ2[] = {8, 25, 43};
constexpr int kLevelsIQ3_XXS[] = {4, 12, 20, 28, 36, 44, 52, 62};
constexpr int kLevelsIQ3_S[] = {1, 3, 5, 7, 9, 11, 13, 15};
constexpr int kLevelsIQ1[] = {-1, 0, 1};

// Weight j of an entry of `width` weights.
int Entry(const char* grid, const int* levels, int width, int index, int j) {
  return levels[grid[width * index + j] - '0'];
}

// Seven stored sign bits; the eighth makes the number of negative weights even.
int EvenSigns(int seven) {
  const int odd = std::popcount(static_cast<unsigned>(seven)) % 2;
  return seven | odd << 7;
}

int Signed(int magnitude, int signs, int j) { return Bit(signs, j) ? -magnitude : magnitude; }

// d * (0.5 + s) / divisor
float FineScale(float d, int s, float divisor) {
  return d * (0.5f + static_cast<float>(s)) / divisor;
}

// One eight of IQ2: an entry of eight weights.
void DecodeEight(const char* grid, int index, int signs, float scale, Weight* w) {
  for (int j = 0; j < 8; ++j) {
    w[j] = {scale, Signed(Entry(grid, kLevelsIQ2, 8, index, j), signs, j)};
  }
}

// One eight of IQ3: two entries of four weights.
void DecodeTwoFours(const char* grid, const int* levels, int index0, int index1, int signs,
                    float scale, Weight* w) {
  for (int j = 0; j < 4; ++j) {
    w[j] = {scale, Signed(Entry(grid, levels, 4, index0, j), signs, j)};
    w[4 + j] = {scale, Signed(Entry(grid, levels, 4, index1, j), signs, 4 + j)};
  }
}

// One eight of IQ1: d * (2s + 1) * (entry +- 1/8), with eighths in the code.
void DecodeTernaryEight(float d, int s, int index, bool negative_delta, Weight* w) {
  const float scale = d * static_cast<float>(2 * s + 1) / 8;
  for (int j = 0; j < 8; ++j) {
    w[j] = {scale, 8 * Entry(kIQ1_S, kLevelsIQ1, 8, index, j) + (negative_delta ? -1 : 1)};
  }
}

}  // namespace

// In all of these `eight` counts the eights of a block: 4 * ib + l in the byte rules.

void Decode(const BlockIQ2_XXS& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const uint8_t* group = b.qs + 8 * (eight / 4);
    const int l = eight % 4;
    const uint32_t signs_and_scale = U32(group + 4);
    const int signs = EvenSigns(static_cast<int>(signs_and_scale >> 7 * l & 127));
    const int s = static_cast<int>(signs_and_scale >> 28);
    DecodeEight(kIQ2_XXS, group[l], signs, FineScale(Half(b.d), s, 4), w + 8 * eight);
  }
}

void Decode(const BlockIQ2_XS& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const int index_and_signs = U16(b.qs + 2 * eight);
    const int s = b.scales[eight / 4] >> 4 * (eight % 4 / 2) & 15;
    DecodeEight(kIQ2_XS, index_and_signs & 511, EvenSigns(index_and_signs >> 9),
                FineScale(Half(b.d), s, 4), w + 8 * eight);
  }
}

void Decode(const BlockIQ2_S& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const int high2 = b.qh[eight / 4] >> 2 * (eight % 4) & 3;
    const int s = b.scales[eight / 4] >> 4 * (eight % 4 / 2) & 15;
    DecodeEight(kIQ2_S, b.qs[eight] | high2 << 8, b.signs[eight], FineScale(Half(b.d), s, 4),
                w + 8 * eight);
  }
}

void Decode(const BlockIQ3_XXS& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const uint32_t signs_and_scale = U32(b.scales_and_signs + 4 * (eight / 4));
    const int signs = EvenSigns(static_cast<int>(signs_and_scale >> 7 * (eight % 4) & 127));
    const int s = static_cast<int>(signs_and_scale >> 28);
    DecodeTwoFours(kIQ3_XXS, kLevelsIQ3_XXS, b.qs[2 * eight], b.qs[2 * eight + 1], signs,
                   FineScale(Half(b.d), s, 2), w + 8 * eight);
  }
}

void Decode(const BlockIQ3_S& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const int high = b.qh[eight / 4] >> 2 * (eight % 4);  // bits 0 and 1: of the two indices
    const int s = b.scales[eight / 8] >> 4 * (eight / 4 % 2) & 15;
    DecodeTwoFours(kIQ3_S, kLevelsIQ3_S, b.qs[2 * eight] | Bit(high, 0) << 8,
                   b.qs[2 * eight + 1] | Bit(high, 1) << 8, b.signs[eight],
                   Half(b.d) * static_cast<float>(1 + 2 * s), w + 8 * eight);
  }
}

void Decode(const BlockIQ1_S& b, Weight* w) {
  for (int eight = 0; eight < 32; ++eight) {
    const int qh = U16(b.qh + 2 * (eight / 4));
    const int high3 = qh >> 3 * (eight % 4) & 7;
    DecodeTernaryEight(Half(b.d), qh >> 12 & 7, b.qs[eight] | high3 << 8, Bit(qh, 15),
                       w + 8 * eight);
  }
}

void Decode(const BlockIQ1_M& b, Weight* w) {
  int d = 0;
  for (int i = 0; i < 4; ++i) d |= U16(b.scales + 2 * i) >> 12 << 4 * i;
  for (int eight = 0; eight < 32; ++eight) {
    const int sixteen = eight / 2;
    const int s = U16(b.scales + 2 * (sixteen / 4)) >> 3 * (sixteen % 4) & 7;
    const int qh = b.qh[sixteen] >> 4 * (eight % 2);  // three bits of index, one of sign
    DecodeTernaryEight(Half(d), s, b.qs[eight] | (qh & 7) << 8, Bit(qh, 3), w + 8 * eight);
  }
}

}  // namespace packdot::oracle
