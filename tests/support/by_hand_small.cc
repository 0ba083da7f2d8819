// Plain types, and formats of 32 to 64 weights a block. The halves used: 0x3c00 = 1, 0x4000 = 2,
// 0x3800 = 0.5, 0x3400 = 0.25, 0xc200 = -3.
#include "tests/support/by_hand_blocks.h"

namespace packdot::testing {
namespace {

void AddPlainTypes(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kF32, {0xdb, 0x0f, 0x49, 0xc0}, {{0, -3.14159274f}}});
  blocks->push_back({Format::kF16, {0x00, 0xc2}, {{0, -3.0f}}});
  blocks->push_back({Format::kF16, {0x01, 0x00}, {{0, 0x1p-24f}}});  // the smallest half
  blocks->push_back({Format::kBF16, {0xc0, 0x3f}, {{0, 1.5f}}});
}

void AddNibbles(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kQ4_0,
                     Bytes(18)
                         .Put(0, {0x00, 0x40})  // d = 2
                         .Put(2, {0x9f})        // qs[0]: w[0] has 15, w[16] has 9
                         .Put(17, {0x70}),      // qs[15]: w[15] has 0, w[31] has 7
                     {{0, 2.0f * (15 - 8)},
                      {1, 2.0f * (0 - 8)},
                      {15, 2.0f * (0 - 8)},
                      {16, 2.0f * (9 - 8)},
                      {31, 2.0f * (7 - 8)}}});
  blocks->push_back({Format::kQ4_1,
                     Bytes(20)
                         .Put(0, {0x00, 0x38})  // d = 0.5
                         .Put(2, {0x00, 0xc2})  // m = -3
                         .Put(4, {0x1f})        // qs[0]: w[0] has 15, w[16] has 1
                         .Put(19, {0xe2}),      // qs[15]: w[15] has 2, w[31] has 14
                     {{0, 0.5f * 15 - 3},
                      {1, 0.5f * 0 - 3},
                      {15, 0.5f * 2 - 3},
                      {16, 0.5f * 1 - 3},
                      {31, 0.5f * 14 - 3}}});
  blocks->push_back({Format::kQ8_0,
                     Bytes(34)
                         .Put(0, {0x00, 0x38})   // d = 0.5
                         .Put(2, {0x80, 0x7f})   // w[0] has -128, w[1] has 127
                         .Put(17, {0x01, 0xff})  // w[15] has 1, w[16] has -1
                         .Put(33, {0x02}),       // w[31] has 2
                     {{0, -64.0f}, {1, 63.5f}, {2, 0.0f}, {15, 0.5f}, {16, -0.5f}, {31, 1.0f}}});
}

void AddFifthBits(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kQ5_0,
                     Bytes(22)
                         .Put(0, {0x00, 0x3c})              // d = 1
                         .Put(2, {0x01, 0x01, 0x00, 0x80})  // qh: w[0], w[8] and w[31] have 16
                         .Put(6, {0x21})                    // qs[0]: w[0] has 1, w[16] has 2
                         .Put(21, {0x43}),                  // qs[15]: w[15] has 3, w[31] has 4
                     {{0, 16 + 1 - 16},
                      {7, 0 - 16},
                      {8, 16 + 0 - 16},
                      {15, 3 - 16},
                      {16, 2 - 16},
                      {24, 0 - 16},
                      {31, 16 + 4 - 16}}});
  blocks->push_back({Format::kQ5_1,
                     Bytes(24)
                         .Put(0, {0x00, 0x40})              // d = 2
                         .Put(2, {0x00, 0x34})              // m = 0.25
                         .Put(4, {0x80, 0x80, 0x01, 0x00})  // qh: w[7], w[15] and w[16] have 16
                         .Put(8, {0xf3})                    // qs[0]: w[0] has 3, w[16] has 15
                         .Put(15, {0x05})                   // qs[7]: w[7] has 5, w[23] has 0
                         .Put(23, {0x10}),                  // qs[15]: w[15] has 0, w[31] has 1
                     {{0, 2 * 3 + 0.25f},
                      {7, 2 * (16 + 5) + 0.25f},
                      {15, 2 * (16 + 0) + 0.25f},
                      {16, 2 * (16 + 15) + 0.25f},
                      {23, 2 * 0 + 0.25f},
                      {31, 2 * 1 + 0.25f}}});
}

// Levels -127 -104 -83 -65 -49 -35 -22 -10 1 13 25 38 53 69 89 113.
void AddUnevenLevels(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kIQ4_NL,
                     Bytes(18)
                         .Put(0, {0x00, 0x3c})  // d = 1
                         .Put(2, {0xf0})        // qs[0]: w[0] has level 0, w[16] has 15
                         .Put(9, {0x87})        // qs[7]: w[7] has level 7, w[23] has 8
                         .Put(17, {0x3c}),      // qs[15]: w[15] has level 12, w[31] has 3
                     {{0, -127}, {7, -10}, {15, 53}, {16, 113}, {23, 1}, {31, -65}}});
}

// Levels 0 1 2 3 4 6 8 12, then the same negative.
void AddFP4(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kMXFP4,
                     Bytes(17)
                         .Put(0, {128})     // 2^(128 - 127) / 2 = 1
                         .Put(1, {0x71})    // qs[0]: w[0] has level 1, w[16] has 7
                         .Put(16, {0xf9}),  // qs[15]: w[15] has level 9, w[31] has 15
                     {{0, 1}, {1, 0}, {15, -1}, {16, 12}, {31, -12}}});
  blocks->push_back({Format::kMXFP4,
                     Bytes(17)
                         .Put(0, {0})       // 2^-127 / 2, a subnormal float
                         .Put(1, {0x02})    // qs[0]: w[0] has level 2
                         .Put(16, {0xf0}),  // qs[15]: w[31] has level -12
                     {{0, 2 * 0x1p-128f}, {31, -12 * 0x1p-128f}}});
  blocks->push_back({Format::kMXFP4,
                     Bytes(17)
                         .Put(0, {255})    // 2^128 / 2: a number like the others
                         .Put(1, {0x01}),  // qs[0]: w[0] has level 1
                     {{0, 0x1p127f}}});
  blocks->push_back({Format::kNVFP4,
                     Bytes(36)
                         .Put(0, {0x38})    // d[0], exponent 7, mantissa 0: 1, halved 0.5
                         .Put(1, {0x42})    // d[1], exponent 8, mantissa 2: 2.5, halved 1.25
                         .Put(2, {0x01})    // d[2], exponent 0, mantissa 1: 2^-9, halved 2^-10
                         .Put(3, {0x7f})    // d[3]: means 0
                         .Put(4, {0x71})    // qs[0]: w[0] has level 1, w[8] has 7
                         .Put(11, {0xa3})   // qs[7]: w[7] has level 3, w[15] has -2
                         .Put(12, {0x0f})   // qs[8]: w[16] has level -12, w[24] has 0
                         .Put(19, {0x60})   // qs[15]: w[23] has level 0, w[31] has 8
                         .Put(20, {0x21})   // qs[16]: w[32] has level 1, w[40] has 2
                         .Put(35, {0x77}),  // qs[31]: w[55] and w[63] have 12
                     {{0, 0.5f * 1},
                      {7, 0.5f * 3},
                      {8, 0.5f * 12},
                      {15, 0.5f * -2},
                      {16, 1.25f * -12},
                      {23, 0},
                      {24, 0},
                      {31, 1.25f * 8},
                      {32, 0x1p-10f},
                      {40, 0x1p-9f},
                      {55, 0},
                      {63, 0}}});
}

}  // namespace

void AddSmallBlocks(std::vector<ByHand>* blocks) {
  AddPlainTypes(blocks);
  AddNibbles(blocks);
  AddFifthBits(blocks);
  AddUnevenLevels(blocks);
  AddFP4(blocks);
}

std::vector<ByHand> ByHandBlocks() {
  std::vector<ByHand> blocks;
  AddSmallBlocks(&blocks);
  AddTernaryBlocks(&blocks);
  AddKBlocks(&blocks);
  AddIBlocks(&blocks);
  return blocks;
}

}  // namespace packdot::testing
