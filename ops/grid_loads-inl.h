// Codebooks read from memory, eight or four weights at a time: the form of the IQ formats that any
// target can run, bound by its loads.
#if defined(PACKDOT_OPS_GRID_LOADS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_GRID_LOADS_INL_H_
#undef PACKDOT_OPS_GRID_LOADS_INL_H_
#else
#define PACKDOT_OPS_GRID_LOADS_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/blocks-inl.h"
#include "ops/grid_tables.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Super-blocks of eight groups of 32 weights, unpacked in column order. Plane p is weights 64p ..:
// groups 2p and 2p + 1; a plane is a chain, so that folded lane j of 16-position group g holds
// weights 64j + 16g, which belong to group 2j + g / 2.
struct GroupsInOrder {
  static constexpr int Column(int plane, int position) { return 64 * plane + position; }

  // 16 bytes from two words of eight.
  static PACKDOT_INLINE VBlock TwoWords(uint64_t low, uint64_t high) {
    return hn::BitCast(DBlock(),
                       hn::Dup128VecFromValues(hn::Repartition<uint64_t, DBlock>(), low, high));
  }

  // Calls half(group, h) for every 16 weights of a chunk of plane kPlane: half h of the group.
  template <int kFirst, int kPlane, class Half>
  static PACKDOT_INLINE V8 FromHalves(Half half) {
    return FromBlocks([half](int i) PACKDOT_STEP {
      const int sixteen = kFirst / 16 + i;
      return half(2 * kPlane + sixteen / 2, sixteen % 2);
    });
  }

  // magnitude * sign + offset, for a byte of ones where the sign is negative: -m is ~m + 1.
  static PACKDOT_INLINE V8 SignedCodes(V8 magnitudes, V8 negative, int offset) {
    return hn::Sub(hn::Xor(magnitudes, negative), hn::Sub(negative, SetByte(offset)));
  }

  // Bytes of ones for the set bits of two sign indices of seven bits.
  static PACKDOT_INLINE VBlock NegativeBytes(uint32_t signs) {
    return TwoWords(kNegativeBytes[signs & 127], kNegativeBytes[signs >> 7 & 127]);
  }

  // word(group) of the folded lanes' groups, as a vector of u32.
  template <int kFirst, class Word>
  static PACKDOT_INLINE V32 PerLane(Word word) {
    alignas(64) uint32_t lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) lanes[i] = word(2 * (i % 4) + (kFirst / 16 + i / 4) / 2);
    return hn::Load(D32(), lanes);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_GRID_LOADS_INL_H_
