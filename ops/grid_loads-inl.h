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

// 16 bytes from two words of eight.
PACKDOT_INLINE VBlock TwoWords(uint64_t low, uint64_t high) {
  return hn::BitCast(DBlock(),
                     hn::Dup128VecFromValues(hn::Repartition<uint64_t, DBlock>(), low, high));
}

// Super-blocks of eight groups of 32 weights with the f16 d in front, unpacked in column order.
// Plane p is weights 64p ..: groups 2p and 2p + 1; a plane is a chain, so that folded lane j of
// 16-position group g holds weights 64j + 16g, which belong to group 2j + g / 2. The format F has
//   Sixteen(tile, group, half)   the codes of half a group
//   ScaleCode(tile, group)       s, where the group's factor is (s + 1/2) * kScaleStep
template <class F>
struct GroupsInOrder {
  static constexpr int Column(int plane, int position) { return 64 * plane + position; }

  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    return FromBlocks([tile](int i) PACKDOT_STEP {
      const int sixteen = kFirst / 16 + i;
      return F::Sixteen(tile, 2 * kPlane + sixteen / 2, sixteen % 2);
    });
  }

  template <int kFirst, class Emit>
  static PACKDOT_INLINE void Planes(const uint8_t* tile, Emit emit) {
    emit(Plane<0>(), Codes<kFirst, 0>(tile));
    emit(Plane<1>(), Codes<kFirst, 1>(tile));
    emit(Plane<2>(), Codes<kFirst, 2>(tile));
    emit(Plane<3>(), Codes<kFirst, 3>(tile));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile);
  }

  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    alignas(64) uint32_t lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      lanes[i] = F::ScaleCode(tile, 2 * (i % 4) + (kFirst / 16 + i / 4) / 2);
    }
    const VF s = hn::ConvertTo(DF(), hn::BitCast(DI32(), hn::Load(D32(), lanes)));
    return hn::MulAdd(s, hn::Set(DF(), F::kScaleStep), hn::Set(DF(), F::kScaleStep / 2));
  }
};

// magnitudes * signs + offset: 16 weights, their signs as two 7-bit indices. -m is ~m + 1.
PACKDOT_INLINE VBlock SignedCodes(VBlock magnitudes, uint32_t signs, int offset) {
  const VBlock negative = TwoWords(kNegativeBytes[signs & 127], kNegativeBytes[signs >> 7 & 127]);
  const VBlock to_add = hn::Set(DBlock(), static_cast<uint8_t>(offset));
  return hn::Sub(hn::Xor(magnitudes, negative), hn::Sub(negative, to_add));
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_GRID_LOADS_INL_H_
