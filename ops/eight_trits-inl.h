// What IQ1_S and IQ1_M share: a grid of eight ternary weights g, moved by a delta of 1/8 or -1/8.
#if defined(PACKDOT_OPS_EIGHT_TRITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_EIGHT_TRITS_INL_H_
#undef PACKDOT_OPS_EIGHT_TRITS_INL_H_
#else
#define PACKDOT_OPS_EIGHT_TRITS_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/grid_tables.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Codes are 8 * (g + delta) + 9, all integers: 8 * (g + 1), then 2 more for a positive delta.
inline constexpr int kEightTritsOffset = 9;

// The entry whose index has `low` as its low byte and three more bits at the bottom of `upper`.
PACKDOT_INLINE uint64_t EightTrits(uint32_t low, uint32_t upper) {
  return kEightTritsIQ1_S[low | (upper & 7) << 8];
}

// What a delta adds to eight codes; its sign is 1 for a negative one. A product, for a choice is
// compiled as a branch that random signs mispredict (IQ1_M on AVX2: 3 Gweights/s).
PACKDOT_INLINE uint64_t DeltaBytes(uint32_t sign) {
  return uint64_t{1 - sign} * 0x0202020202020202;
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_EIGHT_TRITS_INL_H_
