// Quantizes an activation, 32 values at a time.
#include "ops/quantize_activation.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/quantize_activation.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/map.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// The bits of the largest magnitude. As integers magnitudes keep their order, and infinities and
// NaNs come last, where a float maximum would lose a NaN.
PACKDOT_INLINE uint32_t LargestMagnitudeBits(const float* HWY_RESTRICT x) {
  V32 largest = hn::Zero(D32());
  for (int i = 0; i < kActivationBlock; i += kLanes) {
    largest = hn::Max(largest, hn::BitCast(D32(), hn::Abs(hn::LoadU(DF(), x + i))));
  }
  return hn::ReduceMax(D32(), largest);
}

// `boost` keeps 127 / largest finite where the values are tiny; a power of two, so it is exact.
PACKDOT_INLINE void QuantizeBlock(const float* HWY_RESTRICT x, float largest,
                                  int8_t* HWY_RESTRICT values) {
  const float boost = largest < 0x1p-100f ? 0x1p100f : 1.0f;
  const VF vboost = hn::Set(DF(), boost);
  const VF inverse = hn::Set(DF(), 127.0f / (largest * boost));
  for (int i = 0; i < kActivationBlock; i += kLanes) {
    const VF scaled = hn::Mul(hn::Mul(hn::LoadU(DF(), x + i), vboost), inverse);
    hn::StoreU(hn::DemoteTo(hn::Rebind<int8_t, DF>(), hn::NearestInt(scaled)),
               hn::Rebind<int8_t, DF>(), values + i);
  }
}

void Quantize(const float* x, size_t size, int8_t* values, float* scales) {
  constexpr uint32_t kInfinity = 0x7F800000;
  for (; size != 0; size -= kActivationBlock) {
    const uint32_t bits = LargestMagnitudeBits(x);
    float largest;
    memcpy(&largest, &bits, sizeof(largest));
    if (bits == 0 || bits >= kInfinity) {
      memset(values, 0, kActivationBlock);
      *scales = bits == 0 ? 0.0f : std::numeric_limits<float>::quiet_NaN();
    } else {
      QuantizeBlock(x, largest, values);
      *scales = largest / 127.0f;
    }
    x += kActivationBlock;
    values += kActivationBlock;
    ++scales;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(Quantize);
void QuantizeActivation(const float* x, size_t size, int8_t* values, float* scales) {
  HWY_DYNAMIC_DISPATCH(Quantize)(x, size, values, scales);
}
}  // namespace packdot
#endif
