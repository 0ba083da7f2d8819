// Formats of one or two bits a weight, and those of trits. The halves used: 0x4200 = 3,
// 0x3e00 = 1.5, 0x4000 = 2, 0x3800 = 0.5.
#include "tests/support/by_hand_blocks.h"

namespace packdot::testing {
namespace {

void AddBits(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kQ1_0,
                     Bytes(18)
                         .Put(0, {0x00, 0x42})  // d = 3
                         .Put(2, {0x81, 0x01})  // qs[0]: w[0] and w[7] are +d; qs[1]: w[8] is
                         .Put(17, {0x80}),      // qs[15]: w[127] is +d
                     {{0, 3}, {1, -3}, {7, 3}, {8, 3}, {9, -3}, {120, -3}, {127, 3}}});
  blocks->push_back(
      {Format::kQ2_0,
       Bytes(18)
           .Put(0, {0x00, 0x3e})  // d = 1.5
           .Put(2, {0xe4, 0x01})  // qs[0]: w[0..3] have 0 1 2 3; qs[1]: w[4] has 1
           .Put(17, {0x80}),      // qs[15]: w[63] has 2
       {{0, -1.5f}, {1, 0}, {2, 1.5f}, {3, 3}, {4, 0}, {5, -1.5f}, {60, -1.5f}, {63, 1.5f}}});
  blocks->push_back({Format::kPQ2_0,
                     Bytes(34)
                         .Put(0, {0x00, 0x3e})  // d = 1.5
                         .Put(2, {0xe4})        // qs[0]: w[0..3] have 0 1 2 3
                         .Put(18, {0x02})       // qs[16]: w[64] has 2
                         .Put(33, {0x1b}),      // qs[31]: w[124..127] have 3 2 1 0
                     {{0, -1.5f},
                      {1, 0},
                      {2, 1.5f},
                      {3, 3},
                      {63, -1.5f},
                      {64, 1.5f},
                      {124, 3},
                      {125, 1.5f},
                      {126, 0},
                      {127, -1.5f}}});
  blocks->push_back({Format::kTQ2_0,
                     Bytes(66)
                         .Put(0, {0xe4})          // qs[0]: w[0], [32], [64], [96] have 0 1 2 3
                         .Put(31, {0x02})         // qs[31]: w[31] has 2
                         .Put(32, {0x40})         // qs[32]: w[224] has 1
                         .Put(63, {0xc0})         // qs[63]: w[255] has 3
                         .Put(64, {0x00, 0x38}),  // d = 0.5
                     {{0, -0.5f},
                      {31, 0.5f},
                      {32, 0},
                      {63, -0.5f},
                      {64, 0.5f},
                      {96, 1},
                      {128, -0.5f},
                      {159, -0.5f},
                      {224, 0},
                      {255, 1}}});
}

// A byte is ceil(v * 256 / 243) for v = the number that five trits make in base 3:
// 0xcf: v = 196 = 2 1 0 2 1;  0x4d: v = 73 = 0 2 2 0 1;  0xff: v = 242 = 2 2 2 2 2;
// 0x95: v = 141 = 1 2 0 2 0;  0x00: 0 0 0 0 0. Trits 0 1 2 are weights -d 0 d.
void AddTrits(std::vector<ByHand>* blocks) {
  blocks->push_back(
      {Format::kPTQ1_0,
       Bytes(28)
           .Put(0, {0xcf})          // qs[0]: w[0], [16], [32], [48], [64]
           .Put(15, {0xff})         // qs[15]: w[15], ... [79]
           .Put(16, {0x4d})         // qs[16]: w[80], [88], [96], [104], [112]
           .Put(23, {0xff})         // qs[23]: w[87], ... [119]
           .Put(24, {0x95})         // qh[0]: w[120], [122], [124], [126]
           .Put(26, {0x00, 0x40}),  // d = 2
       {{0, 2},   {16, 0},  {32, -2},  {48, 2},   {64, 0},   {1, -2},  {15, 2}, {79, 2},
        {80, -2}, {88, 2},  {96, 2},   {104, -2}, {112, 0},  {81, -2}, {87, 2}, {119, 2},
        {120, 0}, {122, 2}, {124, -2}, {126, 2},  {121, -2}, {127, -2}}});
  blocks->push_back(
      {Format::kTQ1_0,
       Bytes(54)
           .Put(0, {0xcf})          // qs[0]: w[0], [32], [64], [96], [128]
           .Put(31, {0xff})         // qs[31]: w[31], ... [159]
           .Put(32, {0x4d})         // qs[32]: w[160], [176], [192], [208], [224]
           .Put(47, {0xff})         // qs[47]: w[175], ... [239]
           .Put(48, {0x95})         // qh[0]: w[240], [244], [248], [252]
           .Put(51, {0xff})         // qh[3]: w[243], ... [255]
           .Put(52, {0x00, 0x40}),  // d = 2
       {{0, 2},    {32, 0},  {64, -2},  {96, 2},   {128, 0},  {1, -2},   {31, 2},  {159, 2},
        {160, -2}, {176, 2}, {192, 2},  {208, -2}, {224, 0},  {161, -2}, {175, 2}, {239, 2},
        {240, 0},  {244, 2}, {248, -2}, {252, 2},  {241, -2}, {243, 2},  {255, 2}}});
}

// Entries of the codebook, two bits a lane from the lowest, 0 1 2 for -d 0 d:
// 0 = 0xa9: 0 + + +;  1 = 0x89: 0 + - +;  8 = 0x9a: + + 0 +;  16 + 4 = 0x04: - 0 - -;
// 16 + 15 = 0x68: - + + 0. Lanes are 16 weights apart.
void AddSparseTernary(std::vector<ByHand>* blocks) {
  blocks->push_back({Format::kSTQ1_0,
                     Bytes(42)
                         .Put(0, {0x10})          // group 0 (w[0], ...) has 0, group 1 (w[1]) has 1
                         .Put(7, {0x40})          // group 15 (w[15], ...) has 4
                         .Put(8, {0x08})          // group 16 (w[64], ...) has 8
                         .Put(31, {0xf0})         // group 63 (w[207], ...) has 15
                         .Put(33, {0x80})         // sign bit of group 15
                         .Put(39, {0x80})         // sign bit of group 63
                         .Put(40, {0x00, 0x40}),  // d = 2
                     {{0, 0},  {16, 2},  {32, 2},   {48, 2},  {1, 0},   {17, 2}, {33, -2},
                      {49, 2}, {15, -2}, {31, 0},   {47, -2}, {63, -2}, {64, 2}, {80, 2},
                      {96, 0}, {112, 2}, {207, -2}, {223, 2}, {239, 2}, {255, 0}}});
}

}  // namespace

void AddTernaryBlocks(std::vector<ByHand>* blocks) {
  AddBits(blocks);
  AddTrits(blocks);
  AddSparseTernary(blocks);
}

}  // namespace packdot::testing
