// What Q4_K and Q5_K share: the order of their sub-blocks, and eight 6-bit scales and mins in 12
// bytes.
#if defined(PACKDOT_OPS_SIX_BIT_SCALES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_SIX_BIT_SCALES_INL_H_
#undef PACKDOT_OPS_SIX_BIT_SCALES_INL_H_
#else
#define PACKDOT_OPS_SIX_BIT_SCALES_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/blocks-inl.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// A super-block starts with f16 d and dmin and the 12 bytes. Its nibbles come in four runs of 32
// bytes: the low nibbles of run r are sub-block 2r, its high nibbles sub-block 2r + 1.
struct SixBitScales {
  // A group of 16 positions belongs to one run, so that each chain sees one scale there. The order
  // of runs is the one that costs a 512-bit vector no shuffle, only a blend of two loads.
  static constexpr int kRun[4] = {0, 2, 1, 3};

  // Chain 0: low nibbles, first and second half of the run; chain 1: high nibbles.
  static constexpr int Column(int plane, int position) {
    return 64 * kRun[position / 16] + 32 * (plane / 2) + 16 * (plane % 2) + position % 16;
  }

  // Half kHalf of the runs of `codes`.
  template <int kFirst, int kHalf, class Tile>
  static PACKDOT_INLINE auto LoadRuns(Tile codes) {
    const auto half = codes + 16 * kHalf;
    if constexpr (kN == 64) {
      // Even groups are runs 0 and 1, at 0 and 32 bytes; odd ones, loaded 48 bytes further on, runs
      // 2 and 3, at 64 and 96.
      return PerRow([](V8 odd, V8 even) PACKDOT_STEP { return hn::OddEvenBlocks(odd, even); },
                    LoadBytes(half + 48), LoadBytes(half));
    } else {
      return PerRow(
          [](const uint8_t* p) PACKDOT_STEP {
            return FromBlocks([p](int i) PACKDOT_STEP {
              return hn::LoadU(DBlock(), p + 32 * kRun[kFirst / 16 + i]);
            });
          },
          half);
    }
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile);
  }
  template <int kFirst>
  static PACKDOT_INLINE VF Min(const uint8_t* tile) {
    return BroadcastF16(tile + 2);
  }

  // Unpacked in scalar registers, beside the vector work: sub-blocks 0..3 lie in the low six bits
  // of a byte, 4..7 as a nibble and two bits. A prototype of Q4_K with a vector over four rows was
  // not faster (AVX3_ZEN4).
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const uint32_t low = LoadScalar<uint32_t>(tile + 4), rest = LoadScalar<uint32_t>(tile + 12);
    return Spread<kFirst>(low & 0x3F3F3F3F, (rest & 0x0F0F0F0F) | (low >> 2 & 0x30303030));
  }
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubMin(const uint8_t* tile) {
    const uint32_t low = LoadScalar<uint32_t>(tile + 8), rest = LoadScalar<uint32_t>(tile + 12);
    return Spread<kFirst>(low & 0x3F3F3F3F, (rest >> 4 & 0x0F0F0F0F) | (low >> 2 & 0x30303030));
  }

 private:
  // Four bytes for sub-blocks 0..3 and four for 4..7, to the folded lanes: lane j of a group is
  // chain j % 2.
  template <int kFirst>
  static PACKDOT_INLINE VF Spread(uint32_t first_four, uint32_t last_four) {
    alignas(64) static constexpr auto kIndex = TableOf<uint8_t, 64>(
        [](int i) { return i % 4 != 0 ? 0x80 : 2 * kRun[i / 16] + i / 4 % 2; });
    const V8 all = hn::BitCast(D8(), hn::Set(D64(), uint64_t{last_four} << 32 | first_four));
    return DwordsToFloat(hn::TableLookupBytesOr0(all, hn::Load(D8(), kIndex.data() + kFirst)));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_SIX_BIT_SCALES_INL_H_
