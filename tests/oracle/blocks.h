// Every format's block as it lies in a file: byte arrays in disk order, no padding anywhere.
#ifndef PACKDOT_TESTS_ORACLE_BLOCKS_H_
#define PACKDOT_TESTS_ORACLE_BLOCKS_H_

#include <cstddef>
#include <cstdint>

namespace packdot::oracle {

using F16 = uint8_t[2];

// Plain types: a block is one weight.
struct BlockF32 {
  uint8_t bits[4];
};
struct BlockF16 {
  F16 value;
};
struct BlockBF16 {
  uint8_t high[2];  // the upper half of an f32
};

// 32 weights.
struct BlockQ4_0 {
  F16 d;
  uint8_t qs[16];
};
struct BlockQ4_1 {
  F16 d;
  F16 m;
  uint8_t qs[16];
};
struct BlockQ5_0 {
  F16 d;
  uint8_t qh[4];
  uint8_t qs[16];
};
struct BlockQ5_1 {
  F16 d;
  F16 m;
  uint8_t qh[4];
  uint8_t qs[16];
};
struct BlockQ8_0 {
  F16 d;
  int8_t qs[32];
};
struct BlockIQ4_NL {
  F16 d;
  uint8_t qs[16];
};
struct BlockMXFP4 {
  uint8_t e;
  uint8_t qs[16];
};

// 64 and 128 weights.
struct BlockNVFP4 {
  uint8_t d[4];
  uint8_t qs[32];
};
struct BlockQ1_0 {
  F16 d;
  uint8_t qs[16];
};
struct BlockQ2_0 {
  F16 d;
  uint8_t qs[16];
};
struct BlockPQ2_0 {
  F16 d;
  uint8_t qs[32];
};
struct BlockPTQ1_0 {
  uint8_t qs[24];
  uint8_t qh[2];
  F16 d;
};

// Super-blocks: 256 weights.
struct BlockQ2_K {
  uint8_t scales[16];
  uint8_t qs[64];
  F16 d;
  F16 dmin;
};
struct BlockQ3_K {
  uint8_t hmask[32];
  uint8_t qs[64];
  uint8_t scales[12];
  F16 d;
};
struct BlockQ4_K {
  F16 d;
  F16 dmin;
  uint8_t scales[12];
  uint8_t qs[128];
};
struct BlockQ5_K {
  F16 d;
  F16 dmin;
  uint8_t scales[12];
  uint8_t qh[32];
  uint8_t qs[128];
};
struct BlockQ6_K {
  uint8_t ql[128];
  uint8_t qh[64];
  int8_t scales[16];
  F16 d;
};
struct BlockIQ2_XXS {
  F16 d;
  uint8_t qs[64];  // per 32 weights: four indices, then a u32 of signs and scale
};
struct BlockIQ2_XS {
  F16 d;
  uint8_t qs[64];  // 32 u16: index and signs
  uint8_t scales[8];
};
struct BlockIQ2_S {
  F16 d;
  uint8_t qs[32];
  uint8_t signs[32];
  uint8_t qh[8];
  uint8_t scales[8];
};
struct BlockIQ3_XXS {
  F16 d;
  uint8_t qs[64];
  uint8_t scales_and_signs[32];  // 8 u32
};
struct BlockIQ3_S {
  F16 d;
  uint8_t qs[64];
  uint8_t qh[8];
  uint8_t signs[32];
  uint8_t scales[4];
};
struct BlockIQ1_S {
  F16 d;
  uint8_t qs[32];
  uint8_t qh[16];  // 8 u16
};
struct BlockIQ1_M {
  uint8_t qs[32];
  uint8_t qh[16];
  uint8_t scales[8];  // 4 u16; their top nibbles are the f16 d
};
struct BlockIQ4_XS {
  F16 d;
  uint8_t scales_h[2];
  uint8_t scales_l[4];
  uint8_t qs[128];
};
struct BlockTQ1_0 {
  uint8_t qs[48];
  uint8_t qh[4];
  F16 d;
};
struct BlockTQ2_0 {
  uint8_t qs[64];
  F16 d;
};
struct BlockSTQ1_0 {
  uint8_t qs[32];
  uint8_t sign[8];
  F16 d;
};

// The numbers of the byte rules, and where the last field begins.
static_assert(sizeof(BlockF32) == 4);
static_assert(sizeof(BlockF16) == 2);
static_assert(sizeof(BlockBF16) == 2);
static_assert(sizeof(BlockQ4_0) == 18 && offsetof(BlockQ4_0, qs) == 2);
static_assert(sizeof(BlockQ4_1) == 20 && offsetof(BlockQ4_1, qs) == 4);
static_assert(sizeof(BlockQ5_0) == 22 && offsetof(BlockQ5_0, qs) == 6);
static_assert(sizeof(BlockQ5_1) == 24 && offsetof(BlockQ5_1, qs) == 8);
static_assert(sizeof(BlockQ8_0) == 34 && offsetof(BlockQ8_0, qs) == 2);
static_assert(sizeof(BlockIQ4_NL) == 18 && offsetof(BlockIQ4_NL, qs) == 2);
static_assert(sizeof(BlockMXFP4) == 17 && offsetof(BlockMXFP4, qs) == 1);
static_assert(sizeof(BlockNVFP4) == 36 && offsetof(BlockNVFP4, qs) == 4);
static_assert(sizeof(BlockQ1_0) == 18 && offsetof(BlockQ1_0, qs) == 2);
static_assert(sizeof(BlockQ2_0) == 18 && offsetof(BlockQ2_0, qs) == 2);
static_assert(sizeof(BlockPQ2_0) == 34 && offsetof(BlockPQ2_0, qs) == 2);
static_assert(sizeof(BlockPTQ1_0) == 28 && offsetof(BlockPTQ1_0, d) == 26);
static_assert(sizeof(BlockQ2_K) == 84 && offsetof(BlockQ2_K, dmin) == 82);
static_assert(sizeof(BlockQ3_K) == 110 && offsetof(BlockQ3_K, d) == 108);
static_assert(sizeof(BlockQ4_K) == 144 && offsetof(BlockQ4_K, qs) == 16);
static_assert(sizeof(BlockQ5_K) == 176 && offsetof(BlockQ5_K, qs) == 48);
static_assert(sizeof(BlockQ6_K) == 210 && offsetof(BlockQ6_K, d) == 208);
static_assert(sizeof(BlockIQ2_XXS) == 66 && offsetof(BlockIQ2_XXS, qs) == 2);
static_assert(sizeof(BlockIQ2_XS) == 74 && offsetof(BlockIQ2_XS, scales) == 66);
static_assert(sizeof(BlockIQ2_S) == 82 && offsetof(BlockIQ2_S, scales) == 74);
static_assert(sizeof(BlockIQ3_XXS) == 98 && offsetof(BlockIQ3_XXS, scales_and_signs) == 66);
static_assert(sizeof(BlockIQ3_S) == 110 && offsetof(BlockIQ3_S, scales) == 106);
static_assert(sizeof(BlockIQ1_S) == 50 && offsetof(BlockIQ1_S, qh) == 34);
static_assert(sizeof(BlockIQ1_M) == 56 && offsetof(BlockIQ1_M, scales) == 48);
static_assert(sizeof(BlockIQ4_XS) == 136 && offsetof(BlockIQ4_XS, qs) == 8);
static_assert(sizeof(BlockTQ1_0) == 54 && offsetof(BlockTQ1_0, d) == 52);
static_assert(sizeof(BlockTQ2_0) == 66 && offsetof(BlockTQ2_0, d) == 64);
static_assert(sizeof(BlockSTQ1_0) == 42 && offsetof(BlockSTQ1_0, d) == 40);

}  // namespace packdot::oracle

#endif  // PACKDOT_TESTS_ORACLE_BLOCKS_H_
