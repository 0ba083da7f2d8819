// Bringing the bytes and scales of neighbouring blocks into vectors without reading past them.
#if defined(PACKDOT_OPS_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_BLOCKS_INL_H_
#undef PACKDOT_OPS_BLOCKS_INL_H_
#else
#define PACKDOT_OPS_BLOCKS_INL_H_
#endif

#include <type_traits>

#include "hwy/highway.h"
#include "ops/kernels.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// A vector of kN / 16 groups of 16 bytes, group i being block(i).
template <class Block>
PACKDOT_INLINE V8 FromBlocks(Block block) {
  if constexpr (kN == 16) {
    return block(0);
  } else {
    const hn::CappedTag<uint8_t, 32> d32;
    const auto lower = hn::Combine(d32, block(1), block(0));
    if constexpr (kN == 32) {
      return lower;
    } else {
      return hn::Combine(D8(), hn::Combine(d32, block(3), block(2)), lower);
    }
  }
}

// Whether one lookup can pick a tile's pieces out of two vectors: in units of two bytes if they
// start at even ones, else of single bytes, where that is one instruction as well.
constexpr bool PicksFromTile(int stride, int from) {
  return HWY_TARGET <= HWY_AVX3_DL || (HWY_TARGET <= HWY_AVX3 && stride % 2 == 0 && from % 2 == 0);
}

// The 16 bytes at kFrom of each of the tile's four blocks: two loads that overlap, and a lookup
// that drops what lies between. With three inserts instead, a prototype of Q4_0 was almost half as
// fast.
template <class F, int kFrom>
PACKDOT_INLINE V8 PickFromTile(const uint8_t* tile) {
  constexpr int kStride = F::kLayout.block_bytes;
  constexpr int kEnd = kFrom + 3 * kStride + 16;
  constexpr int kA = HWY_MAX(0, kEnd - 128);
  constexpr int kB = HWY_MIN(kA + 64, F::kLayout.TileBytes() - 64);
  static_assert(kEnd <= kB + 64);
  using T = std::conditional_t<kStride % 2 == 0 && kFrom % 2 == 0, uint16_t, uint8_t>;
  constexpr int kUnit = sizeof(T);
  alignas(64) static constexpr auto kIndex = TableOf<T, 64 / kUnit>([](int i) {
    const int byte = kFrom + kStride * (i * kUnit / 16) + i * kUnit % 16;
    return byte < kA + 64 ? (byte - kA) / kUnit : (64 + byte - kB) / kUnit;
  });
  const hn::Repartition<T, D8> d;
  const auto a = hn::BitCast(d, hn::LoadU(D8(), tile + kA));
  const auto b = hn::BitCast(d, hn::LoadU(D8(), tile + kB));
  const auto index = hn::SetTableIndices(d, kIndex.data());
  return hn::BitCast(D8(), hn::TwoTablesLookupLanes(a, b, index));
}

// Bytes kFrom .. kFrom + 15 of every block of the tile at position kFirst / 16 and following.
template <class F, int kFirst, int kFrom>
PACKDOT_INLINE V8 GatherBlocks(const uint8_t* tile) {
  constexpr int kStride = F::kLayout.block_bytes;
  if constexpr (PicksFromTile(kStride, kFrom)) {
    return PickFromTile<F, kFrom>(tile);
  } else {
    const uint8_t* first = tile + kFirst / 16 * kStride + kFrom;
    return FromBlocks([first](int i)
                          PACKDOT_STEP { return hn::LoadU(DBlock(), first + i * kStride); });
  }
}

template <class F, int kFirst, int kFrom, class Tile>
PACKDOT_INLINE auto LoadFromBlocks(Tile tile) {
  return PerRow([](const uint8_t* t) PACKDOT_STEP { return GatherBlocks<F, kFirst, kFrom>(t); },
                tile);
}

// The 32 bytes at kLow, then the 32 at kHigh: positions kFirst and following of these.
template <int kFirst, int kLow, int kHigh, class Tile>
PACKDOT_INLINE auto LoadTwoHalves(Tile tile) {
  if constexpr (kN == 64) {
    return PerRow(
        [](const uint8_t* t) PACKDOT_STEP {
          const hn::Half<D8> half;
          return hn::Combine(D8(), hn::LoadU(half, t + kHigh), hn::LoadU(half, t + kLow));
        },
        tile);
  } else {
    return LoadBytes(tile + (kFirst < 32 ? kLow + kFirst : kHigh + kFirst - 32));
  }
}

using DHalfBits = hn::Rebind<uint16_t, DF>;
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2) || HWY_TARGET_IS_NEON || HWY_TARGET_IS_SVE
PACKDOT_INLINE VF FromF16(hn::Vec<DHalfBits> bits) {
  return hn::PromoteTo(DF(), hn::BitCast(hn::Rebind<hwy::float16_t, DF>(), bits));
}
#else
// Without an instruction for it, Highway takes infinities and NaNs for large numbers. Moved into
// place, exponent and mantissa are a float that is 2^112 too small, subnormal or not.
PACKDOT_INLINE VF FromF16(hn::Vec<DHalfBits> bits) {
  const D32 d;
  const V32 wide = hn::PromoteTo(d, bits);
  const V32 magnitude = hn::And(wide, hn::Set(d, 0x7FFF));
  const VF small = hn::BitCast(DF(), hn::ShiftLeft<13>(magnitude));
  const V32 finite = hn::BitCast(d, hn::Mul(small, hn::Set(DF(), 0x1p112f)));
  const V32 exponent =
      hn::IfThenElseZero(hn::Gt(magnitude, hn::Set(d, 0x7BFF)), hn::Set(d, 0x7F800000));
  const V32 sign = hn::ShiftLeft<16>(hn::And(wide, hn::Set(d, 0x8000)));
  return hn::BitCast(DF(), hn::Or(hn::Or(finite, exponent), sign));
}
#endif

// The f16 at p in every lane.
PACKDOT_INLINE VF BroadcastF16(const uint8_t* p) {
  return FromF16(hn::Set(DHalfBits(), LoadScalar<uint16_t>(p)));
}

// The f16 at `low` in the lower half of the lanes, that at `high` in the upper half.
PACKDOT_INLINE VF TwoF16(const uint8_t* low, const uint8_t* high) {
  const hn::Half<DHalfBits> half;
  return FromF16(hn::Combine(DHalfBits(), hn::Set(half, LoadScalar<uint16_t>(high)),
                             hn::Set(half, LoadScalar<uint16_t>(low))));
}

// The f16 at kLow in the lanes of positions 0..31, that at kHigh in those of 32..63.
template <int kFirst, int kLow, int kHigh>
PACKDOT_INLINE VF ScalePerHalf(const uint8_t* tile) {
  if constexpr (kN == 64) {
    return TwoF16(tile + kLow, tile + kHigh);
  } else {
    return BroadcastF16(tile + (kFirst < 32 ? kLow : kHigh));
  }
}

// The byte at kFrom of every block, in each of the four lanes that belong to 16 positions.
template <class F, int kFirst, int kFrom>
PACKDOT_INLINE V32 BytePerBlock(const uint8_t* tile) {
  constexpr int kStride = F::kLayout.block_bytes;
  const uint8_t* first = tile + kFirst / 16 * kStride + kFrom;
  const V8 lanes = FromBlocks([first](int i) PACKDOT_STEP {
    const hn::Repartition<uint32_t, DBlock> d;
    return hn::BitCast(DBlock(), hn::Set(d, first[i * kStride]));
  });
  return hn::BitCast(D32(), lanes);
}

// The f16 at kFrom of every block, each in the four lanes that belong to 16 positions.
template <class F, int kFirst, int kFrom>
PACKDOT_INLINE VF ScalePerBlock(const uint8_t* tile) {
  constexpr int kStride = F::kLayout.block_bytes;
#if HWY_TARGET <= HWY_AVX3
  constexpr int kB = HWY_MIN(64, F::kLayout.TileBytes() - 64);
  alignas(64) static constexpr auto kIndex = TableOf<uint16_t, 32>([](int i) {
    const int byte = kFrom + kStride * (i % 16 / 4);
    return byte < 64 ? byte / 2 : 32 + (byte - kB) / 2;
  });
  const auto index = hn::SetTableIndices(D16(), kIndex.data());
  const V16 a = hn::BitCast(D16(), hn::LoadU(D8(), tile));
  if constexpr (kFrom + 3 * kStride < 64) {
    return FromF16(hn::LowerHalf(DHalfBits(), hn::TableLookupLanes(a, index)));
  } else {
    const V16 b = hn::BitCast(D16(), hn::LoadU(D8(), tile + kB));
    return FromF16(hn::LowerHalf(DHalfBits(), hn::TwoTablesLookupLanes(a, b, index)));
  }
#else
  const uint8_t* first = tile + kFirst / 16 * kStride + kFrom;
  if constexpr (kN == 16) {
    return BroadcastF16(first);
  } else {
    return TwoF16(first, first + kStride);
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_BLOCKS_INL_H_
