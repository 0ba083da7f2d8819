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

// Super-blocks of eight groups of 32 weights with the f16 d in front, unpacked in column order.
// Plane p is weights 64p ..: groups 2p and 2p + 1; a plane is a chain, so that folded lane j of
// 16-position group g holds weights 64j + 16g, which belong to group 2j + g / 2. The format F has
//   Codes<kFirst, kPlane>(tile)   the codes of a plane
//   ScaleCodes(tile)              16 bytes with the scales s; a factor is (s + 1/2) * kScaleStep
//   ScaleIndex(group, half)       which of these belongs to half a group
template <class F>
struct GroupsInOrder {
  static constexpr const char* kForm = "codebook in memory";
  static constexpr bool kOneRow = true;

  // Codes are 0 .. 2 * offset.
  static constexpr Layout LayoutOfGroups(int block_bytes, int offset) {
    return {.block_weights = 256,
            .block_bytes = block_bytes,
            .tile_blocks = 1,
            .planes = 4,
            .planes_per_chain = 1,
            .offset = offset,
            .max_code = 2 * offset,
            .merge = 4};
  }

  static constexpr int Column(int plane, int position) { return 64 * plane + position; }

  // Half a group after the other: 16 bytes each, from fn(group, half).
  template <int kFirst, int kPlane, class Fn>
  static PACKDOT_INLINE V8 FromHalves(Fn fn) {
    return FromBlocks([fn](int i) PACKDOT_STEP {
      const int sixteen = kFirst / 16 + i;
      return fn(2 * kPlane + sixteen / 2, sixteen % 2);
    });
  }

  template <int kFirst, class Emit>
  static PACKDOT_INLINE void Planes(const uint8_t* tile, Emit emit) {
    emit(Plane<0>(), F::template Codes<kFirst, 0>(tile));
    emit(Plane<1>(), F::template Codes<kFirst, 1>(tile));
    emit(Plane<2>(), F::template Codes<kFirst, 2>(tile));
    emit(Plane<3>(), F::template Codes<kFirst, 3>(tile));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile);
  }

  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    alignas(16) static constexpr auto kLane = TableOf<uint8_t, 16>([](int i) {
      const int sixteen = (kFirst / 16 + i / 4) % 4;
      return F::ScaleIndex(2 * (i % 4) + sixteen / 2, sixteen % 2);
    });
    const VBlock codes =
        hn::TableLookupBytes(F::ScaleCodes(tile), hn::Load(DBlock(), kLane.data()));
    const VF step = hn::Set(DF(), F::kScaleStep), half_step = hn::Set(DF(), F::kScaleStep / 2);
    return hn::MulAdd(SignedToFloat(codes), step, half_step);
  }
};

// The same for a format whose entries are magnitudes with separate signs: it has
//   Magnitudes(tile, group, half)   of 16 weights
//   Negative(tile, group, half)     bytes of ones where they are negative
template <class F>
struct SignedGroupsInOrder : GroupsInOrder<F> {
  using Base = GroupsInOrder<F>;

  // A magnitude with its sign, plus the offset. -m is ~m + 1.
  template <int kFirst, int kPlane>
  static PACKDOT_INLINE V8 Codes(const uint8_t* tile) {
    const V8 magnitudes = Base::template FromHalves<kFirst, kPlane>(
        [tile](int group, int half) PACKDOT_STEP { return F::Magnitudes(tile, group, half); });
    const V8 negative = Base::template FromHalves<kFirst, kPlane>(
        [tile](int group, int half) PACKDOT_STEP { return F::Negative(tile, group, half); });
    const V8 to_add = hn::Sub(SetByte(F::kOffset), negative);
    return hn::Add(hn::Xor(magnitudes, negative), to_add);
  }
};

// Bytes of ones where 16 weights are negative: from two bytes of signs, or two 7-bit sign indices.
PACKDOT_INLINE VBlock NegativeOf(uint32_t signs0, uint32_t signs1) {
  return TwoWords(kNegativeBytes[signs0], kNegativeBytes[signs1]);
}
PACKDOT_INLINE VBlock NegativeOf7(uint32_t index0, uint32_t index1) {
  return TwoWords(kNegativeBytes7[index0 & 127], kNegativeBytes7[index1 & 127]);
}

// Eight bytes of nibbles as 16 bytes: the low nibbles, then the high ones.
PACKDOT_INLINE VBlock LowThenHighNibbles(uint64_t bytes) {
  constexpr uint64_t kNibble = 0x0F0F0F0F0F0F0F0F;
  return TwoWords(bytes & kNibble, bytes >> 4 & kNibble);
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_GRID_LOADS_INL_H_
