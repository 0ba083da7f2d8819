// The quad dot: four neighbouring codes times four int8 activations into one int32 lane. The only
// place that knows what an instruction set is good at. Always exact.
#if defined(PACKDOT_OPS_QUAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_QUAD_INL_H_
#undef PACKDOT_OPS_QUAD_INL_H_
#else
#define PACKDOT_OPS_QUAD_INL_H_
#endif

#include <type_traits>

#include "hwy/highway.h"
#include "ops/kernels.h"
#include "ops/vectors-inl.h"

// What the target multiplies cheaply: u8 x i8 quads (VNNI), u8 x i8 pairs that saturate at int16
// (SSSE3 .. AVX3), or i8 x i8 quads (Arm; Highway's emulation elsewhere).
#undef PACKDOT_QUAD_U8
#undef PACKDOT_PAIR_U8
#if HWY_TARGET <= HWY_AVX3_DL
#define PACKDOT_QUAD_U8 1
#define PACKDOT_PAIR_U8 0
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_SSSE3
#define PACKDOT_QUAD_U8 0
#define PACKDOT_PAIR_U8 1
#else
#define PACKDOT_QUAD_U8 0
#define PACKDOT_PAIR_U8 0
#endif

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

inline constexpr const char* kQuadName = PACKDOT_QUAD_U8   ? "u8 x i8 quads"
                                         : PACKDOT_PAIR_U8 ? "u8 x i8 pairs"
                                                           : "i8 x i8 quads";

// Signed formats deliver int8 codes xor this; it becomes the offset of the accumulator's initial
// value where the target wants unsigned codes, and nothing elsewhere.
inline constexpr int kSignFlip = PACKDOT_QUAD_U8 ? 0x80 : 0;

template <class V>
PACKDOT_INLINE V FlipSign(V codes) {
  if constexpr (kSignFlip == 0) {
    return codes;
  } else {
    return PerRow([](V8 v) PACKDOT_STEP { return hn::Xor(v, SetByte(kSignFlip)); }, codes);
  }
}

// One chain of a format: Start() with its first plane, Next() with the others, Finish(). Codes may
// be those of four rows, or x and `init`, where the offset's initial value lies, four activations'.
template <class F>
struct Quad {
  static constexpr Layout kL = F::kLayout;
  static constexpr int kOffset = kL.is_signed ? kSignFlip : kL.offset;
  static constexpr int kLargest = kL.max_code << kL.Shift(kL.planes - 1);
  static_assert(kLargest <= (kL.is_signed ? 128 : 127), "codes must do as u8 and as i8");

  // No pair of products saturates, for activations are in [-127, 127] and codes at most 128 (as the
  // magnitude of -128): 2 * 128 * 127 = 32512. If the pairs of a whole chain fit int16 they are
  // summed there and widened once.
  static_assert(2 * 127 * kLargest <= 32767);
  static constexpr bool kNarrow =
      PACKDOT_PAIR_U8 && kL.planes_per_chain * 2 * 127 * kLargest <= 32767;
  // The offset goes in first where that costs nothing, last where chains are folded or narrow.
  static constexpr bool kInitFirst = PACKDOT_QUAD_U8 && kL.merge == 1;

  using DAcc = std::conditional_t<kNarrow, DI16, DI32>;
  using Acc = hn::Vec<DAcc>;

  static PACKDOT_INLINE VI16 Pairs(V8 codes, VI8 x) {
    if constexpr (!kL.is_signed) {
      return hn::SatWidenMulPairwiseAdd(DI16(), codes, x);
    } else {
      const VI8 w = hn::BitCast(DI8(), codes);
      return hn::SatWidenMulPairwiseAdd(DI16(), hn::BitCast(D8(), hn::Abs(w)),
                                        hn::IfNegativeThenNegOrUndefIfZero(w, x));
    }
  }

  static PACKDOT_INLINE VI32 Widen(VI16 pairs) {
    return hn::WidenMulPairwiseAdd(DI32(), pairs, hn::Set(DI16(), 1));
  }

  static PACKDOT_INLINE VI32 Dot(V8 codes, VI8 x, VI32 acc) {
#if PACKDOT_QUAD_U8
    return hn::SumOfMulQuadAccumulate(DI32(), codes, x, acc);
#elif PACKDOT_PAIR_U8
    return hn::Add(acc, Widen(Pairs(codes, x)));
#else
    return hn::SumOfMulQuadAccumulate(DI32(), hn::BitCast(DI8(), codes), x, acc);
#endif
  }

  static PACKDOT_INLINE VI32 LoadInit(const uint8_t* init) {
    return hn::Load(DI32(), reinterpret_cast<const int32_t*>(init));
  }

  template <class Codes, class X, class Init>
  static PACKDOT_INLINE auto Start(Codes codes, X x, Init init) {
    return PerRow(
        [](V8 c, VI8 v, const uint8_t* first) PACKDOT_STEP {
          if constexpr (kNarrow) {
            return Pairs(c, v);
          } else {
            return Dot(c, v, kInitFirst ? LoadInit(first) : hn::Zero(DI32()));
          }
        },
        codes, x, init);
  }

  template <class Codes, class X, class A>
  static PACKDOT_INLINE A Next(Codes codes, X x, A acc) {
    return PerRow(
        [](V8 c, VI8 v, Acc a) PACKDOT_STEP {
          if constexpr (kNarrow) {
            return hn::Add(a, Pairs(c, v));
          } else {
            return Dot(c, v, a);
          }
        },
        codes, x, acc);
  }

  template <class A>
  static PACKDOT_INLINE auto Finish(A acc) {
    if constexpr (kNarrow) {
      return PerRow([](VI16 a) PACKDOT_STEP { return Widen(a); }, acc);
    } else {
      return acc;
    }
  }

  // A finished and folded sum; adds the offset if it is still missing.
  template <class Dots, class Init>
  static PACKDOT_INLINE auto ToFloat(Dots dots, Init init) {
    return PerRow(
        [](VI32 dot, const uint8_t* at) PACKDOT_STEP {
          if constexpr (!kInitFirst && kOffset != 0) dot = hn::Add(dot, LoadInit(at));
          return hn::ConvertTo(DF(), dot);
        },
        dots, init);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_QUAD_INL_H_
