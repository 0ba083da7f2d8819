// The two dot products, once for all formats: what happens to the planes of one chunk of a tile.
//
// A format F describes itself by
//   kLayout                      the shape of its tile (kernels.h)
//   Column(plane, position)      where in the tile's row that code belongs, or kHole
//   Planes<kFirst>(tile, emit)   calls emit(Plane<p>(), codes) for p = 0, 1, ...: the codes at
//                                positions kFirst .. kFirst + kN - 1
//   Scale<kFirst>(tile)          a float per dword lane; constant over 16 positions if chains fold
//   SubScale<kFirst, kGroup>     optional: a second factor, per lane of a group of folded chains
//   Min<kFirst>, SubMin<...>     the same for the min, if the layout has one
//   kStaged                      optional: four rows are unpacked in step (vectors-inl.h)
#if defined(PACKDOT_OPS_CONSUME_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PACKDOT_OPS_CONSUME_INL_H_
#undef PACKDOT_OPS_CONSUME_INL_H_
#else
#define PACKDOT_OPS_CONSUME_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/kernels.h"
#include "ops/quad-inl.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

template <class F>
concept HasSubScale = requires(const uint8_t* tile) {
  F::template SubScale<0, 0>(tile);
};
template <class F>
concept HasSubMin = requires(const uint8_t* tile) {
  F::template SubMin<0, 0>(tile);
};

// Sum of neighbours: [a0+a2, b0+b2, a1+a3, b1+b3] in every 16-byte group.
template <class D, class V = hn::Vec<D>>
PACKDOT_INLINE V AddInterleaved(D d, V a, V b) {
  return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}

// Folds accumulators into one; of four, lane j of a 16-byte group is the sum of that group of
// chain j; Layout::FoldedLane says it for two.
template <class D, class V = hn::Vec<D>>
PACKDOT_INLINE V Fold(D d, V a, V b, V c, V e) {
  const hn::RepartitionToWide<D> wide;
  const auto ab = hn::BitCast(wide, AddInterleaved(d, a, b));
  const auto ce = hn::BitCast(wide, AddInterleaved(d, c, e));
  return hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, ab, ce)),
                 hn::BitCast(d, hn::InterleaveUpper(wide, ab, ce)));
}
template <int kMerge, class D, class Acc>
PACKDOT_INLINE auto FoldChains(D d, Acc a, Acc b, Acc c, Acc e) {
  if constexpr (kMerge == 1) {
    return a;
  } else if constexpr (kMerge == 2) {
    return PerRow([d](auto v, auto w) PACKDOT_STEP { return AddInterleaved(d, v, w); }, a, b);
  } else {
    return PerRow([d](auto v, auto w, auto x, auto y) PACKDOT_STEP { return Fold(d, v, w, x, y); },
                  a, b, c, e);
  }
}

template <int kIndex, class V>
PACKDOT_INLINE V& Pick(V& a, V& b, V& c, V& e) {
  if constexpr (kIndex == 0) {
    return a;
  } else if constexpr (kIndex == 1) {
    return b;
  } else if constexpr (kIndex == 2) {
    return c;
  } else {
    return e;
  }
}

// Where a plane stands among the chains and groups of its layout.
template <class F, int kPlane>
struct PlaneOf {
  static constexpr Layout kL = F::kLayout;
  static constexpr int kChain = kL.Chain(kPlane);
  static constexpr int kGroup = kChain / kL.merge;
  static constexpr int kAcc = kChain % kL.merge;
  static constexpr bool kStartsChain = kPlane % kL.planes_per_chain == 0;
  static constexpr bool kEndsChain =
      kPlane + 1 == kL.planes || (kPlane + 1) % kL.planes_per_chain == 0;
  static constexpr bool kEndsGroup =
      kEndsChain && (kChain + 1 == kL.Chains() || (kChain + 1) % kL.merge == 0);
};

// Byte kByte of every dword lane, as a signed weight before scaling.
template <class F, int kPlane, int kByte>
PACKDOT_INLINE VF WeightsAt(V8 codes) {
  constexpr int kShift = F::kLayout.Shift(kPlane);
  if constexpr (!F::kLayout.is_signed) {
    codes = hn::Sub(codes, SetByte(F::kLayout.offset << kShift));
  } else {
    codes = FlipSign(codes);
  }
  VI32 dwords = hn::BitCast(DI32(), codes);
  if constexpr (kByte < 3) dwords = hn::ShiftLeft<24 - 8 * kByte>(dwords);
  return hn::ConvertTo(DF(), hn::ShiftRight<24 + kShift>(dwords));
}

// sum + factor * dot of one group of folded chains.
template <class F, int kFirst, int kGroup, class Tile, class Factor, class Sum>
PACKDOT_INLINE Sum AddGroup(Tile tile, Factor factor, Sum dot, Sum sum) {
  return PerRow(
      [](const uint8_t* t, VF f, VF d, VF s) PACKDOT_STEP {
        if constexpr (HasSubScale<F>) f = hn::Mul(f, F::template SubScale<kFirst, kGroup>(t));
        return kGroup == 0 ? hn::Mul(d, f) : hn::MulAdd(d, f, s);
      },
      tile, factor, dot, sum);
}

// mins + the group's min times the sum of x.
template <class F, int kFirst, int kGroup, class Tile, class X, class Sum>
PACKDOT_INLINE Sum AddMins(Tile tile, X sums_of_x, Sum mins) {
  return PerRow(
      [](const uint8_t* t, VF x, VF m) PACKDOT_STEP {
        if constexpr (HasSubMin<F>) {
          const VF min = F::template SubMin<kFirst, kGroup>(t);
          return kGroup == 0 ? hn::Mul(min, x) : hn::MulAdd(min, x, m);
        } else {
          return kGroup == 0 ? x : hn::Add(m, x);
        }
      },
      tile, sums_of_x, mins);
}

// total + the tile's scale times its sum, and its min times the mins' sum.
template <class F, int kFirst, class Tile, class Sum>
PACKDOT_INLINE Sum AddTile(Tile tile, Sum sum, Sum mins, Sum total) {
  return PerRow(
      [](const uint8_t* t, VF s, VF m, VF all) PACKDOT_STEP {
        all = hn::MulAdd(s, F::template Scale<kFirst>(t), all);
        if constexpr (F::kLayout.HasMins()) all = hn::MulAdd(m, F::template Min<kFirst>(t), all);
        return all;
      },
      tile, sum, mins, total);
}

// A vector of the arranged activation, or of each of four.
template <class D, class Act>
PACKDOT_INLINE auto LoadArranged(D d, Act at) {
  return PerRow([d](const uint8_t* p)
                    PACKDOT_STEP { return hn::Load(d, reinterpret_cast<const hn::TFromD<D>*>(p)); },
                at);
}

template <class Tile, class Act, class D>
PACKDOT_INLINE PerProduct<Tile, Act, hn::Vec<D>> Zeros(D d) {
  const hn::Vec<D> zero = hn::Zero(d);
  if constexpr (kIsFour<Tile> || kIsFour<Act>) {
    return {zero, zero, zero, zero};
  } else {
    return zero;
  }
}

// int8 activation.
struct ConsumeQ8 {
  static constexpr int ChunkBytes(const Layout& l) { return kN * l.Q8Vectors(); }

  template <class F, int kFirst, class Tile, class Act, class Total>
  static PACKDOT_CHUNK Total Chunk(Tile tile, Act act, Total total) {
    constexpr Layout kL = F::kLayout;
    using Q = Quad<F>;
    auto sum = Zeros<Tile, Act>(DF()), mins = sum;
    auto a = Zeros<Tile, Act>(typename Q::DAcc()), b = a, c = a, e = a;
    F::template Planes<kFirst>(tile, [&](auto plane, auto codes) PACKDOT_CONSUMER {
      using P = PlaneOf<F, decltype(plane)::value>;
      const auto group = act + kN * (kL.planes + P::kGroup * kL.Q8GroupVectors());
      const auto x = LoadArranged(DI8(), act + plane.value * kN);
      auto& acc = Pick<P::kAcc>(a, b, c, e);
      if constexpr (P::kStartsChain) {
        acc = Q::Start(codes, x, group);
      } else {
        acc = Q::Next(codes, x, acc);
      }
      if constexpr (P::kEndsGroup) {
        const auto dots =
            FoldChains<kL.merge>(DI32(), Q::Finish(a), Q::Finish(b), Q::Finish(c), Q::Finish(e));
        const auto scales = group + kN;
        sum = AddGroup<F, kFirst, P::kGroup>(tile, LoadArranged(DF(), scales),
                                             Q::ToFloat(dots, group), sum);
        if constexpr (kL.HasMins()) {
          mins = AddMins<F, kFirst, P::kGroup>(tile, LoadArranged(DF(), scales + kN), mins);
        }
      }
    });
    return AddTile<F, kFirst>(tile, sum, mins, total);
  }
};

// f32 activation, exact but for rounding.
struct ConsumeF32 {
  static constexpr int ChunkBytes(const Layout& l) { return kN * l.F32Vectors(); }

  // acc + the weights at byte kByte of each dword lane times their x; without acc if kStarts.
  template <class F, int kPlane, int kByte, bool kStarts, class Act, class Acc>
  static PACKDOT_INLINE Acc AddByte(V8 codes, Act act, Acc acc) {
    return PerRow([](VF w, VF x, VF a)
                      PACKDOT_STEP { return kStarts ? hn::Mul(w, x) : hn::MulAdd(w, x, a); },
                  WeightsAt<F, kPlane, kByte>(codes),
                  LoadArranged(DF(), act + kN * (4 * kPlane + kByte)), acc);
  }

  // With one activation a call: inlined, it would be half of the code to compile.
  template <class F, int kFirst>
  static HWY_NOINLINE VF Chunk(const uint8_t* HWY_RESTRICT tile, const uint8_t* act, VF total) {
    return Compute<F, kFirst>(tile, act, total);
  }
  template <class F, int kFirst, class Total>
  static PACKDOT_CHUNK Total Chunk(const uint8_t* HWY_RESTRICT tile, FourRows acts, Total total) {
    return Compute<F, kFirst>(tile, acts, total);
  }

 private:
  template <class F, int kFirst, class Act, class Total>
  static PACKDOT_INLINE Total Compute(const uint8_t* HWY_RESTRICT tile, Act act, Total total) {
    constexpr Layout kL = F::kLayout;
    Total sum = Zeros<const uint8_t*, Act>(DF()), mins = sum;
    Total a = sum, b = sum, c = sum, e = sum;
    F::template Planes<kFirst>(tile, [&](auto plane, V8 codes) PACKDOT_CONSUMER {
      constexpr int kPlane = decltype(plane)::value;
      using P = PlaneOf<F, kPlane>;
      auto& acc = Pick<P::kAcc>(a, b, c, e);
      acc = AddByte<F, kPlane, 0, P::kStartsChain>(codes, act, acc);
      acc = AddByte<F, kPlane, 1, false>(codes, act, acc);
      acc = AddByte<F, kPlane, 2, false>(codes, act, acc);
      acc = AddByte<F, kPlane, 3, false>(codes, act, acc);
      if constexpr (P::kEndsGroup) {
        const Total dot = FoldChains<kL.merge>(DF(), a, b, c, e);
        sum = AddGroup<F, kFirst, P::kGroup>(tile, hn::Set(DF(), 1.0f), dot, sum);
        if constexpr (kL.HasMins()) {
          const auto sums_of_x = act + kN * (4 * kL.planes + P::kGroup);
          mins = AddMins<F, kFirst, P::kGroup>(tile, LoadArranged(DF(), sums_of_x), mins);
        }
      }
    });
    return AddTile<F, kFirst>(tile, sum, mins, total);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#endif  // PACKDOT_OPS_CONSUME_INL_H_
