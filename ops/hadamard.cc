// The fast Walsh-Hadamard transform: log2(block) steps of sums and differences at distances 1, 2, 4
// ... The steps may be taken in any order, so that as many as possible share a load and a store:
// the first pass does those within a vector and three more, each later pass up to three.
#include "ops/hadamard.h"

#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hadamard.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/table.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Lanes whose partner lies kDistance below are negated: v + (-v of the partner).
template <int kDistance>
PACKDOT_INLINE VF UpperNegated() {
  alignas(64) static constexpr auto kFactors =
      TableOf<float, 16>([](int i) { return (i & kDistance) == 0 ? 1.0f : -1.0f; });
  return hn::Load(DF(), kFactors.data());
}

template <int kDistance>
PACKDOT_INLINE VF SwapLanes(VF v) {
  if constexpr (kDistance == 1) {
    return hn::Shuffle2301(v);
  } else if constexpr (kDistance == 2) {
    return hn::Shuffle1032(v);
  } else if constexpr (kDistance == 4) {
    return hn::SwapAdjacentBlocks(v);
  } else {
    static_assert(kDistance == 8);
    return hn::ConcatLowerUpper(DF(), v, v);
  }
}

// A product with 1 or -1 is exact, so that it does not matter whether it is fused with the
// addition.
template <int kDistance, int kBlock>
PACKDOT_INLINE VF StepsInVector(VF v) {
  if constexpr (kDistance < kBlock) {
    v = hn::MulAdd(v, UpperNegated<kDistance>(), SwapLanes<kDistance>(v));
    return StepsInVector<2 * kDistance, kBlock>(v);
  } else {
    return v;
  }
}

PACKDOT_INLINE void Step(VF& a, VF& b) {
  const VF sum = hn::Add(a, b);
  b = hn::Sub(a, b);
  a = sum;
}

PACKDOT_INLINE void TwoSteps(VF& a, VF& b, VF& c, VF& d) {
  Step(a, b);
  Step(c, d);
  Step(a, c);
  Step(b, d);
}

// Vectors as the first pass takes them in: scaled, with their signs, the steps within them done.
template <int kBlock, bool kSigned>
struct FirstLoad {
  const int8_t* signs;
  float scale;

  PACKDOT_INLINE VF operator()(const float* x, size_t at) const {
    VF factor = hn::Set(DF(), scale);
    if constexpr (kSigned) {
      const auto bytes = hn::LoadU(hn::Rebind<int8_t, DF>(), signs + at);
      factor = hn::Mul(factor, hn::ConvertTo(DF(), hn::PromoteTo(DI32(), bytes)));
    }
    return StepsInVector<1, kBlock>(hn::Mul(hn::LoadU(DF(), x + at), factor));
  }
};

struct LaterLoad {
  PACKDOT_INLINE VF operator()(const float* x, size_t at) const { return hn::LoadU(DF(), x + at); }
};

template <class Load>
PACKDOT_INLINE void OneVector(Load load, float* x, size_t at) {
  hn::StoreU(load(x, at), DF(), x + at);
}

template <class Load>
PACKDOT_INLINE void TwoVectors(Load load, float* x, size_t at, size_t stride) {
  VF a = load(x, at), b = load(x, at + stride);
  Step(a, b);
  hn::StoreU(a, DF(), x + at);
  hn::StoreU(b, DF(), x + at + stride);
}

template <class Load>
PACKDOT_INLINE void FourVectors(Load load, float* x, size_t at, size_t stride) {
  VF a = load(x, at), b = load(x, at + stride);
  VF c = load(x, at + 2 * stride), d = load(x, at + 3 * stride);
  TwoSteps(a, b, c, d);
  hn::StoreU(a, DF(), x + at);
  hn::StoreU(b, DF(), x + at + stride);
  hn::StoreU(c, DF(), x + at + 2 * stride);
  hn::StoreU(d, DF(), x + at + 3 * stride);
}

template <class Load>
PACKDOT_INLINE void EightVectors(Load load, float* x, size_t at, size_t stride) {
  const size_t middle = at + 4 * stride;
  VF a = load(x, at), b = load(x, at + stride);
  VF c = load(x, at + 2 * stride), d = load(x, at + 3 * stride);
  TwoSteps(a, b, c, d);
  VF e = load(x, middle), f = load(x, middle + stride);
  VF g = load(x, middle + 2 * stride), h = load(x, middle + 3 * stride);
  TwoSteps(e, f, g, h);
  Step(a, e);
  Step(b, f);
  Step(c, g);
  Step(d, h);
  hn::StoreU(a, DF(), x + at);
  hn::StoreU(b, DF(), x + at + stride);
  hn::StoreU(c, DF(), x + at + 2 * stride);
  hn::StoreU(d, DF(), x + at + 3 * stride);
  hn::StoreU(e, DF(), x + middle);
  hn::StoreU(f, DF(), x + middle + stride);
  hn::StoreU(g, DF(), x + middle + 2 * stride);
  hn::StoreU(h, DF(), x + middle + 3 * stride);
}

// The steps within groups of kVectors vectors that are `stride` apart.
template <int kVectors, class Load>
PACKDOT_INLINE void Pass(float* x, size_t size, size_t stride, Load load) {
  for (size_t group = 0; group < size; group += kVectors * stride) {
    for (size_t at = group; at < group + stride; at += kLanes) {
      if constexpr (kVectors == 8) {
        EightVectors(load, x, at, stride);
      } else if constexpr (kVectors == 4) {
        FourVectors(load, x, at, stride);
      } else if constexpr (kVectors == 2) {
        TwoVectors(load, x, at, stride);
      } else {
        OneVector(load, x, at);
      }
    }
  }
}

// The steps at distances of `stride` and more. Not always eight vectors a pass: a last pass of two
// would load and store as much for a third of the steps.
PACKDOT_INLINE void LaterPasses(float* x, size_t block, size_t stride) {
  while (stride < block) {
    const size_t left = block / stride;
    if (left == 2) {
      Pass<2>(x, block, stride, LaterLoad());
      stride *= 2;
    } else if (left == 4 || left == 16) {
      Pass<4>(x, block, stride, LaterLoad());
      stride *= 4;
    } else {
      Pass<8>(x, block, stride, LaterLoad());
      stride *= 8;
    }
  }
}

// Blocks of a vector or more.
template <bool kSigned>
PACKDOT_INLINE void LargeBlocks(float* x, size_t size, size_t block, const int8_t* signs,
                                float scale) {
  for (; size != 0; size -= block) {
    const FirstLoad<kLanes, kSigned> load{signs, scale};
    switch (block / kLanes) {
      case 1:
        Pass<1>(x, block, kLanes, load);
        break;
      case 2:
        Pass<2>(x, block, kLanes, load);
        break;
      case 4:
        Pass<4>(x, block, kLanes, load);
        break;
      default:
        Pass<8>(x, block, kLanes, load);
        LaterPasses(x, block, 8 * kLanes);
    }
    x += block;
    if constexpr (kSigned) signs += block;
  }
}

// Blocks that a vector has several of.
template <int kBlock, bool kSigned>
PACKDOT_INLINE void SmallBlocks(float* x, size_t size, const int8_t* signs, float scale) {
  const size_t whole = size - size % kLanes;
  Pass<1>(x, whole, kLanes, FirstLoad<kBlock, kSigned>{signs, scale});
  if (whole == size) return;
  float rest[kLanes] = {};
  int8_t rest_signs[kLanes] = {};
  memcpy(rest, x + whole, (size - whole) * sizeof(float));
  if constexpr (kSigned) memcpy(rest_signs, signs + whole, size - whole);
  Pass<1>(rest, kLanes, kLanes, FirstLoad<kBlock, kSigned>{rest_signs, scale});
  memcpy(x + whole, rest, (size - whole) * sizeof(float));
}

template <bool kSigned>
void Blocks(float* x, size_t size, size_t block, const int8_t* signs) {
  const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(block)));
  if (block >= kLanes) {
    LargeBlocks<kSigned>(x, size, block, signs, scale);
  } else if (block == 1) {
    SmallBlocks<1, kSigned>(x, size, signs, scale);
  } else if (block == 2) {
    SmallBlocks<2, kSigned>(x, size, signs, scale);
  } else if constexpr (kLanes > 4) {
    if (block == 4) {
      SmallBlocks<4, kSigned>(x, size, signs, scale);
    } else {
      SmallBlocks<kLanes / 2, kSigned>(x, size, signs, scale);
    }
  }
}

void Transform(float* x, size_t size, size_t block, const int8_t* signs) {
  if (signs == nullptr) {
    Blocks<false>(x, size, block, signs);
  } else {
    Blocks<true>(x, size, block, signs);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(Transform);
void TransformBlocks(float* x, size_t size, size_t block, const int8_t* signs) {
  HWY_DYNAMIC_DISPATCH(Transform)(x, size, block, signs);
}
}  // namespace packdot
#endif
