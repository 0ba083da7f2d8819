// The fifth bits of Q5_0 and Q5_1: a u32 whose bit j belongs to weight j of the block.
#if defined(PACKDOT_OPS_FIFTH_BITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_FIFTH_BITS_INL_H_
#undef PACKDOT_OPS_FIFTH_BITS_INL_H_
#else
#define PACKDOT_OPS_FIFTH_BITS_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// 16 where the weight's bit is set: 16 weights from byte kByte on, of the u32 that every 16-byte
// group of `groups` starts with.
template <int kByte, class V>
PACKDOT_INLINE V FifthBits(V groups) {
  alignas(16) static constexpr auto kBytes =
      TableOf<uint8_t, 16>([](int i) { return kByte + i / 8; });
  const V spread = PerRow(
      [](V8 v)
          PACKDOT_STEP { return hn::TableLookupBytes(v, hn::LoadDup128(D8(), kBytes.data())); },
      groups);
  return ByteIfBit(spread, EachBit(), 16);
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_FIFTH_BITS_INL_H_
