// The I family. The halves used: 0x3c00 = 1, 0x4400 = 4, 0x4800 = 8; so chosen that all weights are
// integers: the stored scale s gives 2s + 1.
#include "tests/support/by_hand_blocks.h"

namespace packdot::testing {
namespace {

// Entries of the codebooks: 0 is 8 8 8 8 8 8 8 8 and 1 is 43 8 8 8 8 8 8 8 in all three;
// IQ2_XXS: 2 is 25 25 8 8 8 8 8 8, 254 is 8 8 25 25 8 43 43 43, 255 is 8 25 8 8 25 43 43 43;
// IQ2_XS: 256 is 43 25 8 8 8 8 8 25, 511 is 43 eight times;
// IQ2_S: 255 is 43 8 25 25 25 8 25 8, 256 is 25 25 25 25 25 8 25 8, 512 is 25 25 43 8 25 8 8 25,
// 1023 is 43 eight times.
void AddIQ2(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kIQ2_XXS,
       Bytes(66)
           .Put(0, {0x00, 0x48})                // d = 8
           .Put(2, {1, 0, 0, 255})              // w[0..31]: indices
           .Put(6, {0x01, 0x00, 0x60, 0x00})    // s = 0; signs: w[0], so w[7] too; w[24], w[25]
           .Put(58, {2, 0, 0, 254})             // w[224..255]: indices
           .Put(62, {0x00, 0x00, 0x00, 0xf8}),  // s = 15; signs: w[254], so w[255] too
       {{0, -43},
        {1, 8},
        {7, -8},
        {8, 8},
        {24, -8},
        {25, -25},
        {28, 25},
        {31, 43},
        {96, 8},
        {224, 31 * 25},
        {226, 31 * 8},
        {248, 31 * 8},
        {250, 31 * 25},
        {253, 31 * 43},
        {254, 31 * -43},
        {255, 31 * -43}}});
  blocks->push_back(
      {Format::kIQ2_XS,
       Bytes(74)
           .Put(0, {0x00, 0x48})   // d = 8
           .Put(2, {0x01, 0x02})   // w[0..7]: index 1, signs 1: w[0], so w[7] too
           .Put(6, {0x00, 0x01})   // w[16..23]: index 256, no signs
           .Put(64, {0xff, 0xff})  // w[248..255]: index 511, seven signs, so the eighth too
           .Put(66, {0x20})        // w[0..15]: s = 0; w[16..31]: s = 2
           .Put(73, {0xf1}),       // w[224..239]: s = 1; w[240..255]: s = 15
       {{0, -43},
        {1, 8},
        {7, -8},
        {8, 8},
        {16, 5 * 43},
        {17, 5 * 25},
        {23, 5 * 25},
        {31, 5 * 8},
        {224, 3 * 8},
        {239, 3 * 8},
        {240, 31 * 8},
        {248, 31 * -43},
        {255, 31 * -43}}});
  blocks->push_back({Format::kIQ2_S,
                     Bytes(82)
                         .Put(0, {0x00, 0x48})  // d = 8
                         .Put(2, {0x01, 0xff})  // w[0..7]: index 1; w[8..15]: index 255
                         .Put(33, {0xff})       // w[248..255]: index 255 + 3 * 256
                         .Put(34, {0x81})       // signs: w[0], w[7]
                         .Put(37, {0x04})       // signs: w[26]
                         .Put(65, {0xff})       // signs: w[248..255]
                         .Put(66, {0x40})       // w[24..31]: index 0 + 1 * 256
                         .Put(73, {0xc2})       // w[224..231]: index 0 + 2 * 256; and those 3 * 256
                         .Put(74, {0x20})       // w[0..15]: s = 0; w[16..31]: s = 2
                         .Put(81, {0xf1}),      // w[224..239]: s = 1; w[240..255]: s = 15
                     {{0, -43},
                      {1, 8},
                      {7, -8},
                      {8, 43},
                      {15, 8},
                      {16, 5 * 8},
                      {24, 5 * 25},
                      {26, 5 * -25},
                      {29, 5 * 8},
                      {224, 3 * 25},
                      {226, 3 * 43},
                      {231, 3 * 25},
                      {240, 31 * 8},
                      {248, 31 * -43},
                      {255, 31 * -43}}});
}

// Entries: IQ3_XXS: 0 is 4 4 4 4, 1 is 20 4 4 4, 2 is 36 4 4 4, 254 is 36 20 44 62, 255 is
// 4 28 52 62; IQ3_S: 0 is 1 1 1 1, 1 is 3 1 1 1, 2 is 5 1 1 1, 256 is 7 5 9 5, 511 is 1 1 15 15.
void AddIQ3(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kIQ3_XXS,
       Bytes(98)
           .Put(0, {0x00, 0x44})                // d = 4
           .Put(2, {1, 255})                    // w[0..3] and w[4..7]: indices
           .Put(9, {2})                         // w[28..31]: index
           .Put(64, {254, 1})                   // w[248..251] and w[252..255]: indices
           .Put(66, {0x10, 0x00, 0x00, 0x00})   // w[0..31]: s = 0; signs: w[4], so w[7] too
           .Put(94, {0x00, 0x00, 0xe0, 0xff}),  // w[224..255]: s = 15; signs: w[248..255]
       {{0, 20},
        {1, 4},
        {3, 4},
        {4, -4},
        {5, 28},
        {6, 52},
        {7, -62},
        {8, 4},
        {28, 36},
        {31, 4},
        {224, 31 * 4},
        {248, 31 * -36},
        {251, 31 * -62},
        {252, 31 * -20},
        {255, 31 * -4}}});
  blocks->push_back({Format::kIQ3_S,
                     Bytes(110)
                         .Put(0, {0x00, 0x3c})  // d = 1
                         .Put(2, {1, 0})        // w[0..3]: index 1; w[4..7]: index 0 + 256
                         .Put(9, {255})         // w[28..31]: index 255 + 256
                         .Put(10, {2})          // w[32..35]: index 2
                         .Put(65, {255})        // w[252..255]: index 255 + 256
                         .Put(66, {0x82})       // the 256 of w[4..7] and w[28..31]
                         .Put(73, {0x80})       // the 256 of w[252..255]
                         .Put(74, {0x81})       // signs: w[0], w[7]
                         .Put(105, {0x80})      // signs: w[255]
                         .Put(106, {0x20})      // w[0..31]: s = 0; w[32..63]: s = 2
                         .Put(109, {0xf1}),     // w[192..223]: s = 1; w[224..255]: s = 15
                     {{0, -3},
                      {1, 1},
                      {4, 7},
                      {6, 9},
                      {7, -5},
                      {28, 1},
                      {31, 15},
                      {32, 5 * 5},
                      {33, 5 * 1},
                      {192, 3 * 1},
                      {224, 31 * 1},
                      {252, 31 * 1},
                      {254, 31 * 15},
                      {255, 31 * -15}}});
}

// Entries: 0 is - - - - - - - -, 1 is + - - - - - - -, 1023 is - + - 0 0 0 0 0, 1024 is
// 0 + - 0 0 0 0 0, 2047 is + eight times. With d = 8 and a delta of 1 / 8, + is 9 or 7, 0 is 1 or
// -1, - is -7 or -9.
void AddIQ1(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kIQ1_S,
       Bytes(50)
           .Put(0, {0x00, 0x48})    // d = 8
           .Put(2, {1})             // w[0..7]: index 1
           .Put(5, {255})           // w[24..31]: index 255 + 7 * 256
           .Put(33, {255})          // w[248..255]: index 255 + 3 * 256
           .Put(34, {0x00, 0x0e})   // w[0..31]: s = 0, positive delta; that 7 in bits 9 to 11
           .Put(36, {0x20, 0xa0})   // w[32..63]: s = 2, negative delta; w[40..47]: index 4 * 256
           .Put(48, {0x00, 0x76}),  // w[224..255]: s = 7, positive delta; that 3 in bits 9 to 11
       {{0, 9},
        {1, -7},
        {7, -7},
        {24, 9},
        {31, 9},
        {32, 5 * -9},
        {40, 5 * -1},
        {41, 5 * 7},
        {42, 5 * -9},
        {47, 5 * -1},
        {224, 15 * -7},
        {248, 15 * -7},
        {249, 15 * 9},
        {255, 15 * 1}}});
  blocks->push_back(
      {Format::kIQ1_M,
       Bytes(56)
           .Put(0, {1, 255})        // w[0..7]: index 1; w[8..15]: index 255 + 7 * 256
           .Put(31, {255})          // w[248..255]: index 255 + 3 * 256
           .Put(32, {0xf0, 0x0c})   // that 7, negative delta; w[16..23]: index 4 * 256, negative
           .Put(47, {0x30})         // that 3, positive delta
           .Put(48, {0x10, 0x01})   // w[0..15]: s = 0; w[16..31]: s = 2; w[32..47]: s = 4; d: 0
           .Put(52, {0x00, 0x80})   // d: 8
           .Put(54, {0x01, 0x4e}),  // w[192..207]: s = 1; w[240..255]: s = 7; d: 4; 0x4800 = 8
       {{0, 9},
        {1, -7},
        {7, -7},
        {8, 7},
        {15, 7},
        {16, 5 * -1},
        {17, 5 * 7},
        {18, 5 * -9},
        {23, 5 * -1},
        {24, 5 * -7},
        {32, 9 * -7},
        {192, 3 * -7},
        {240, 15 * -7},
        {248, 15 * -7},
        {249, 15 * 9},
        {255, 15 * 1}}});
}

// Levels -127 -104 -83 -65 -49 -35 -22 -10 1 13 25 38 53 69 89 113.
void AddIQ4_XS(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kIQ4_XS,
                     Bytes(136)
                         .Put(0, {0x00, 0x3c})  // d = 1
                         // Upper two bits of scales: groups 0 and 1 have 2, group 4 has 1, group 7
                         // has 3. Low nibbles: 0 has 1, 1 has 2, 4 has 3, 7 has 15. With the bias
                         // of 32: 1, 2, -13, 31; others -32.
                         .Put(2, {0x0a, 0xc1})
                         .Put(4, {0x21, 0x00, 0x03, 0xf0})
                         .Put(8, {0xf0})     // qs[0]: w[0] has level 0, w[16] has 15
                         .Put(23, {0x70})    // qs[15]: w[15] has level 0, w[31] has 7
                         .Put(24, {0x80})    // qs[16]: w[32] has level 0, w[48] has 8
                         .Put(135, {0xf8}),  // qs[127]: w[239] has level 8, w[255] has 15
                     {{0, -127},
                      {15, -127},
                      {16, 113},
                      {31, -10},
                      {32, 2 * -127},
                      {48, 2 * 1},
                      {128, -13 * -127},
                      {192, -32 * -127},
                      {239, 31 * 1},
                      {255, 31 * 113}}});
}

}  // namespace

void AddIBlocks(std::vector<ByHand>* blocks) {
  AddIQ2(blocks);
  AddIQ3(blocks);
  AddIQ1(blocks);
  AddIQ4_XS(blocks);
}

}  // namespace packdot::testing
