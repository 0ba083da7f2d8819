// The K family. The halves used: 0x3c00 = 1, 0x3800 = 0.5.
#include "tests/support/by_hand_blocks.h"

namespace packdot::testing {
namespace {

void AddQ2_K(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kQ2_K,
       Bytes(84)
           .Put(0, {0x21})   // sub-block 0 (w[0..15]): scale 1, min 2
           .Put(1, {0x43})   // sub-block 1 (w[16..31]): scale 3, min 4
           .Put(2, {0x72})   // sub-block 2 (w[32..47]): scale 2, min 7
           .Put(8, {0x05})   // sub-block 8 (w[128..143]): scale 5, min 0
           .Put(15, {0x1f})  // sub-block 15 (w[240..255]): scale 15, min 1
           .Put(16, {0x63})  // qs[0] = 01 10 00 11: w[0] has 3, w[32] 0, w[64] 2, w[96] 1
           .Put(32, {0x02})  // qs[16]: w[16] has 2
           .Put(48, {0x01})  // qs[32]: w[128] has 1
           .Put(79, {0xc0})  // qs[63]: w[255] has 3
           .Put(80, {0x00, 0x3c, 0x00, 0x38}),  // d = 1, dmin = 0.5
       {{0, 1 * 3 - 0.5f * 2},
        {15, 1 * 0 - 0.5f * 2},
        {16, 3 * 2 - 0.5f * 4},
        {32, 2 * 0 - 0.5f * 7},
        {64, 0},  // sub-block 4: scale 0, min 0
        {96, 0},
        {127, 0},
        {128, 5 * 1 - 0.5f * 0},
        {240, 15 * 0 - 0.5f * 1},
        {255, 15 * 3 - 0.5f * 1}}});
}

void AddQ3_K(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kQ3_K,
       Bytes(110)
           .Put(0, {0x01})   // hmask[0]: w[0] loses no 4, w[128] does
           .Put(31, {0x80})  // hmask[31]: w[255] loses no 4, w[127] does
           .Put(32, {0x03})  // qs[0]: w[0] has 3, w[32] has 0
           .Put(48, {0x01})  // qs[16]: w[16] has 1
           .Put(63, {0x80})  // qs[31]: w[127] has 2
           .Put(64, {0x01})  // qs[32]: w[128] has 1
           .Put(95, {0xc0})  // qs[63]: w[255] has 3
           // Low nibbles of scales: 0 has 1, 1 has 2, 8 has 5, 15 has 15. Upper two bits: 0, 1
           // and 8 have 2, 7 has 1, 15 has 3. With the bias of 32: 1, 2, 5, -16, 31; others -32.
           .Put(96, {0x51, 0x02})
           .Put(103, {0xf0})
           .Put(104, {0x22, 0x02})
           .Put(107, {0xc4})
           .Put(108, {0x00, 0x3c}),  // d = 1
       {{0, 1 * 3},
        {1, 1 * (0 - 4)},
        {15, 1 * (0 - 4)},
        {16, 2 * (1 - 4)},
        {32, -32 * (0 - 4)},
        {127, -16 * (2 - 4)},
        {128, 5 * (1 - 4)},
        {129, 5 * (0 - 4)},
        {254, 31 * (0 - 4)},
        {255, 31 * 3}}});
}

// The twelve bytes of scales that Q4_K and Q5_K have in common. Sub-blocks 0 to 3 take the low six
// bits of bytes j (scale) and j + 4 (min). Sub-blocks 4 to 7 take the nibbles of byte j + 4 (low:
// scale, high: min) and above them the upper two bits of bytes j - 4 (scale) and j (min).
constexpr std::initializer_list<uint8_t> kScales = {
    0x41,  // sub-block 0: scale 1; sub-block 4: upper bits of scale 1
    0x03,  // sub-block 1: scale 3
    0x00,
    0xc0,  // sub-block 3: scale 0; sub-block 7: upper bits of scale 3
    0x82,  // sub-block 0: min 2; sub-block 4: upper bits of min 2
    0x04,  // sub-block 1: min 4
    0x00,
    0x09,  // sub-block 3: min 9; sub-block 7: upper bits of min 0
    0x65,  // sub-block 4: scale 16 * 1 + 5 = 21, min 16 * 2 + 6 = 38
    0x00, 0x00,
    0x0f,  // sub-block 7: scale 16 * 3 + 15 = 63, min 0
};

void AddQ4_K(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kQ4_K,
                     Bytes(144)
                         .Put(0, {0x00, 0x3c, 0x00, 0x38})  // d = 1, dmin = 0.5
                         .Put(4, kScales)
                         .Put(16, {0x2f})    // qs[0]: w[0] has 15, w[32] has 2
                         .Put(47, {0x50})    // qs[31]: w[31] has 0, w[63] has 5
                         .Put(80, {0x03})    // qs[64]: w[128] has 3
                         .Put(143, {0xf0}),  // qs[127]: w[223] has 0, w[255] has 15
                     {{0, 1 * 15 - 0.5f * 2},
                      {31, 1 * 0 - 0.5f * 2},
                      {32, 3 * 2 - 0.5f * 4},
                      {63, 3 * 5 - 0.5f * 4},
                      {64, 0},  // sub-block 2: scale 0, min 0
                      {96, 0 * 0 - 0.5f * 9},
                      {128, 21 * 3 - 0.5f * 38},
                      {159, 21 * 0 - 0.5f * 38},
                      {223, 0},  // sub-block 6: scale 0, min 0
                      {224, 0},
                      {255, 63 * 15 - 0.5f * 0}}});
}

void AddQ5_K(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kQ5_K,
                     Bytes(176)
                         .Put(0, {0x00, 0x3c, 0x00, 0x38})  // d = 1, dmin = 0.5
                         .Put(4, kScales)
                         .Put(16, {0x11})    // qh[0]: w[0] and w[128] have 16
                         .Put(47, {0x82})    // qh[31]: w[63] and w[255] have 16
                         .Put(48, {0x2f})    // qs[0]: w[0] has 15, w[32] has 2
                         .Put(79, {0x50})    // qs[31]: w[31] has 0, w[63] has 5
                         .Put(112, {0x03})   // qs[64]: w[128] has 3
                         .Put(175, {0xf0}),  // qs[127]: w[223] has 0, w[255] has 15
                     {{0, 1 * (16 + 15) - 0.5f * 2},
                      {31, 1 * 0 - 0.5f * 2},
                      {32, 3 * 2 - 0.5f * 4},
                      {63, 3 * (16 + 5) - 0.5f * 4},
                      {96, 0 * 0 - 0.5f * 9},
                      {128, 21 * (16 + 3) - 0.5f * 38},
                      {159, 21 * 0 - 0.5f * 38},
                      {223, 0},  // sub-block 6: scale 0, min 0
                      {224, 0},
                      {255, 63 * (16 + 15) - 0.5f * 0}}});
}

void AddQ6_K(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kQ6_K,
       Bytes(210)
           .Put(0, {0x2f})    // ql[0]: w[0] has 15, w[64] has 2
           .Put(32, {0x41})   // ql[32]: w[32] has 1, w[96] has 4
           .Put(64, {0x05})   // ql[64]: w[128] has 5
           .Put(127, {0xf0})  // ql[127]: w[191] has 0, w[255] has 15
           .Put(128, {0x93})  // qh[0] = 10 01 00 11: w[0] has 48 more, w[32] 0, w[64] 16, w[96] 32
           .Put(160, {0x02})  // qh[32]: w[128] has 32 more
           .Put(191, {0xc0})  // qh[63]: w[255] has 48 more
           .Put(192, {1, 2, 3, 0, 0x80, 0, 5, 0, 7})  // scales of sixteens 0 to 8; 0x80 is -128
           .Put(207, {0x7f})                          // scale of sixteen 15
           .Put(208, {0x00, 0x38}),                   // d = 0.5
       {{0, 0.5f * 1 * (48 + 15 - 32)},
        {15, 0.5f * 1 * (0 - 32)},
        {16, 0.5f * 2 * (0 - 32)},
        {32, 0.5f * 3 * (1 - 32)},
        {64, 0.5f * -128 * (16 + 2 - 32)},
        {96, 0.5f * 5 * (32 + 4 - 32)},
        {128, 0.5f * 7 * (32 + 5 - 32)},
        {191, 0},
        {240, 0.5f * 127 * (0 - 32)},
        {255, 0.5f * 127 * (48 + 15 - 32)}}});
}

}  // namespace

void AddKBlocks(std::vector<ByHand>* blocks) {
  AddQ2_K(blocks);
  AddQ3_K(blocks);
  AddQ4_K(blocks);
  AddQ5_K(blocks);
  AddQ6_K(blocks);
}

}  // namespace packdot::testing
