// Vector types, rows staged together, and the byte-wise steps that descriptions of formats use.
#if defined(PACKDOT_OPS_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_VECTORS_INL_H_
#undef PACKDOT_OPS_VECTORS_INL_H_
#else
#define PACKDOT_OPS_VECTORS_INL_H_
#endif

#include <cstring>
#include <type_traits>

#include "hwy/highway.h"
#include "ops/table.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr const char* kTargetName = &HWY_STR(HWY_NAMESPACE)[2];  // after "N_"

// Scalable targets use 16 bytes, the least they have, so that every loop is unrolled and every lane
// count a constant, as elsewhere.
inline constexpr int kN = HWY_HAVE_SCALABLE ? 16 : HWY_MIN(64, HWY_MAX_BYTES);
inline constexpr int kLanes = kN / 4;

// Vectors of SVE and RVV have no size at compile time, whether Highway counts the target as
// scalable or not: they cannot be members of structs, hence not captured by value either.
inline constexpr bool kSizeless = HWY_HAVE_SCALABLE || HWY_TARGET_IS_SVE;

using D8 = hn::CappedTag<uint8_t, kN>;
using DI8 = hn::RebindToSigned<D8>;
using D16 = hn::RepartitionToWide<D8>;
using DI16 = hn::RebindToSigned<D16>;
using D32 = hn::RepartitionToWide<D16>;
using DI32 = hn::RebindToSigned<D32>;
using D64 = hn::RepartitionToWide<D32>;
using DF = hn::RebindToFloat<D32>;
using DBlock = hn::CappedTag<uint8_t, 16>;
using V8 = hn::Vec<D8>;
using VI8 = hn::Vec<DI8>;
using V16 = hn::Vec<D16>;
using VI16 = hn::Vec<DI16>;
using V32 = hn::Vec<D32>;
using VI32 = hn::Vec<DI32>;
using VF = hn::Vec<DF>;
using VBlock = hn::Vec<DBlock>;

template <int kPlane>
using Plane = std::integral_constant<int, kPlane>;

// Everything between a row and the instructions must vanish; lambdas need the target's attribute
// besides. Not in EMU128, whose every op is a loop over lanes: there inlining makes a compiler
// spend minutes on a format and gains nothing. With vectors of 16 bytes a chunk is a call: a tile
// has four, which four rows would have four times over.
#undef PACKDOT_INLINE
#undef PACKDOT_STEP
#undef PACKDOT_CONSUMER
#undef PACKDOT_CHUNK
#if HWY_TARGET == HWY_EMU128
#define PACKDOT_INLINE inline
#define PACKDOT_STEP HWY_ATTR
#define PACKDOT_CONSUMER HWY_ATTR __attribute__((noinline))
#define PACKDOT_CHUNK HWY_NOINLINE
#else
#define PACKDOT_INLINE HWY_INLINE
#define PACKDOT_STEP HWY_ATTR __attribute__((always_inline))
#define PACKDOT_CONSUMER PACKDOT_STEP
#if HWY_MAX_BYTES <= 16 || HWY_HAVE_SCALABLE
#define PACKDOT_CHUNK HWY_NOINLINE
#else
#define PACKDOT_CHUNK HWY_INLINE
#endif
#endif

// Four products can be computed in step: of four rows of weights with one activation, or of one row
// with four activations. Nothing written for one notices: where it has an address there may be
// FourRows, where it has a value FourOf them, and the steps below take either. So a row is unpacked
// once for four activations. Descriptions may unpack four rows in step as well: where the chain of
// lookups is longer than the CPU looks ahead, each step for four rows before the next hides
// latency.
struct FourRows {
  const uint8_t* first;
  size_t stride;
};
PACKDOT_INLINE FourRows operator+(FourRows rows, size_t bytes) {
  return {rows.first + bytes, rows.stride};
}

template <class T>
struct FourOf {
  T row0, row1, row2, row3;
};

template <class T>
inline constexpr bool kIsFour = false;
template <>
inline constexpr bool kIsFour<FourRows> = true;
template <class T>
inline constexpr bool kIsFour<FourOf<T>> = true;

// Row kRow of four; what is not four is shared by them.
template <int kRow, class T>
PACKDOT_INLINE auto RowOf(T value) {
  if constexpr (std::is_same_v<T, FourRows>) {
    return value.first + kRow * value.stride;
  } else if constexpr (!kIsFour<T>) {
    return value;
  } else if constexpr (kRow == 0) {
    return value.row0;
  } else if constexpr (kRow == 1) {
    return value.row1;
  } else if constexpr (kRow == 2) {
    return value.row2;
  } else {
    return value.row3;
  }
}

// fn(args...), for each row if any argument is four.
template <class Fn, class... Args>
PACKDOT_INLINE auto PerRow(Fn fn, Args... args) {
  if constexpr ((kIsFour<Args> || ...)) {
    using T = decltype(fn(RowOf<0>(args)...));
    const T row0 = fn(RowOf<0>(args)...);
    const T row1 = fn(RowOf<1>(args)...);
    const T row2 = fn(RowOf<2>(args)...);
    const T row3 = fn(RowOf<3>(args)...);
    return FourOf<T>{row0, row1, row2, row3};
  } else {
    return fn(args...);
  }
}

// T for one product, FourOf<T> if the weights or the activations are four.
template <class Tile, class Act, class T>
using PerProduct = std::conditional_t<kIsFour<Tile> || kIsFour<Act>, FourOf<T>, T>;

template <class T>
PACKDOT_INLINE T LoadScalar(const uint8_t* p) {
  T value;
  memcpy(&value, p, sizeof(value));
  return value;
}

// 16 bytes from two words of eight, or four of four.
PACKDOT_INLINE VBlock TwoWords(uint64_t low, uint64_t high) {
  return hn::BitCast(DBlock(),
                     hn::Dup128VecFromValues(hn::Repartition<uint64_t, DBlock>(), low, high));
}
PACKDOT_INLINE VBlock FourWords(uint64_t w0, uint64_t w1, uint64_t w2, uint64_t w3) {
  return TwoWords(w0 | w1 << 32, w2 | w3 << 32);
}

PACKDOT_INLINE V8 SetByte(int byte) { return hn::Set(D8(), static_cast<uint8_t>(byte)); }

template <class Tile>
PACKDOT_INLINE auto LoadBytes(Tile at) {
  return PerRow([](const uint8_t* p) PACKDOT_STEP { return hn::LoadU(D8(), p); }, at);
}

template <class V>
PACKDOT_INLINE V AndByte(V bytes, int mask) {
  return PerRow([mask](V8 v) PACKDOT_STEP { return hn::And(v, SetByte(mask)); }, bytes);
}

template <class V>
PACKDOT_INLINE V Or(V a, V b) {
  return PerRow([](V8 v, V8 w) PACKDOT_STEP { return hn::Or(v, w); }, a, b);
}

// Bits of `mask` from a, the others from b.
template <class V>
PACKDOT_INLINE V Merge(int mask, V a, V b) {
  return PerRow(
      [mask](V8 v, V8 w) PACKDOT_STEP { return hn::BitwiseIfThenElse(SetByte(mask), v, w); }, a, b);
}

// 8-bit lanes shifted as 16-bit ones: what crosses over must be masked away by the caller. Cheaper
// than ShiftRight on u8, which is a shift and an And, or GFNI on a busier port.
template <int kBits, class V>
PACKDOT_INLINE V ShiftRight16(V bytes) {
  return PerRow(
      [](V8 v)
          PACKDOT_STEP { return hn::BitCast(D8(), hn::ShiftRight<kBits>(hn::BitCast(D16(), v))); },
      bytes);
}
template <int kBits, class V>
PACKDOT_INLINE V ShiftLeft16(V bytes) {
  return PerRow(
      [](V8 v)
          PACKDOT_STEP { return hn::BitCast(D8(), hn::ShiftLeft<kBits>(hn::BitCast(D16(), v))); },
      bytes);
}

// Field kBit .. of every byte moved to bit kTo; other bits are arbitrary.
template <int kBit, int kTo, class V>
PACKDOT_INLINE V MoveBit(V bytes) {
  if constexpr (kBit > kTo) {
    return ShiftRight16<kBit - kTo>(bytes);
  } else if constexpr (kBit < kTo) {
    return ShiftLeft16<kTo - kBit>(bytes);
  } else {
    return bytes;
  }
}

// The entry of a 16-byte table for every byte of `index`, which must be below 16.
template <class V>
PACKDOT_INLINE V Lookup16(const uint8_t* table, V index) {
  return PerRow([table](V8 v)
                    PACKDOT_STEP { return hn::TableLookupBytes(hn::LoadDup128(D8(), table), v); },
                index);
}

// For every byte of `bits`: `value` if the bit that `pattern` has there is set, else 0.
template <class V>
PACKDOT_INLINE V ByteIfBit(V bits, V8 pattern, int value) {
  return PerRow(
      [value](V8 v, V8 bit)
          PACKDOT_STEP { return hn::IfThenElseZero(hn::TestBit(v, bit), SetByte(value)); },
      bits, pattern);
}

// Bit i % 8 in byte i: the pattern of packed bits, one a weight.
PACKDOT_INLINE V8 EachBit() { return hn::BitCast(D8(), hn::Set(D64(), 0x8040201008040201)); }

#if HWY_TARGET <= HWY_AVX3_DL
// Byte-wise lookups of one instruction (256: three): codebooks live in registers. Indices are taken
// modulo the table, which the CPU does by itself; Highway refuses larger ones in debug builds only.
PACKDOT_INLINE V8 LaneIndex(V8 index, int size) {
  return HWY_IS_DEBUG_BUILD ? hn::And(index, SetByte(size - 1)) : index;
}
template <class V>
PACKDOT_INLINE V Lookup64(const uint8_t* table, V index) {
  return PerRow(
      [table](V8 v) PACKDOT_STEP {
        return hn::TableLookupLanes(hn::Load(D8(), table),
                                    hn::IndicesFromVec(D8(), LaneIndex(v, 64)));
      },
      index);
}
template <class V>
PACKDOT_INLINE V Lookup128(const uint8_t* table, V index) {
  return PerRow(
      [table](V8 v) PACKDOT_STEP {
        return hn::TwoTablesLookupLanes(hn::Load(D8(), table), hn::Load(D8(), table + 64),
                                        hn::IndicesFromVec(D8(), LaneIndex(v, 128)));
      },
      index);
}
template <class V>
PACKDOT_INLINE V Lookup256(const uint8_t* table, V index) {
  return PerRow(
      [](V8 i, V8 low, V8 high) PACKDOT_STEP {
        const auto upper = hn::RebindMask(D8(), hn::MaskFromVec(hn::BitCast(DI8(), i)));
        return hn::IfThenElse(upper, high, low);
      },
      index, Lookup128(table, index), Lookup128(table + 128, index));
}
#endif

// Small unsigned integers, one in the low byte of each dword lane, as floats.
PACKDOT_INLINE VF DwordsToFloat(V8 v) { return hn::ConvertTo(DF(), hn::BitCast(DI32(), v)); }

// The first kLanes of 16 signed bytes, as floats.
PACKDOT_INLINE VF SignedToFloat(VBlock bytes) {
  const auto low = hn::ResizeBitCast(hn::Rebind<uint8_t, DF>(), bytes);
  return hn::ConvertTo(DF(), hn::PromoteTo(DI32(), hn::BitCast(hn::Rebind<int8_t, DF>(), low)));
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_VECTORS_INL_H_
