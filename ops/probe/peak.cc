// Loops of nothing but products, and of nothing but loads.
#include "ops/probe/peak.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/probe/peak.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/quad-inl.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Four-bit codes: what a chain of them costs is the cheapest that an integer dot can cost.
struct Nibbles {
  static constexpr Layout kLayout = {.block_weights = 32,
                                     .block_bytes = 16,
                                     .tile_blocks = 4,
                                     .planes = 2,
                                     .planes_per_chain = 2,
                                     .offset = 8,
                                     .max_code = 15};
};

// The compiler takes v for another value from here on, so that no product is one it has already.
template <class V>
PACKDOT_INLINE void Opaque(V& v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  __asm__ volatile("" : "+x"(v.raw));
#else
  __asm__ volatile("" : "+m"(v));
#endif
}

size_t Int8Peak(size_t steps) {
  using Q = Quad<Nibbles>;
  alignas(64) uint8_t zero[kN] = {};
  const VI8 x = hn::BitCast(DI8(), SetByte(1));
  V8 codes = SetByte(3);
  auto a = Q::Start(codes, x, zero), b = a, c = a, e = a, f = a, g = a, h = a, i = a;
  for (size_t step = 0; step < steps; ++step) {
    Opaque(codes);
    a = Q::Next(codes, x, a);
    Opaque(codes);
    b = Q::Next(codes, x, b);
    Opaque(codes);
    c = Q::Next(codes, x, c);
    Opaque(codes);
    e = Q::Next(codes, x, e);
    Opaque(codes);
    f = Q::Next(codes, x, f);
    Opaque(codes);
    g = Q::Next(codes, x, g);
    Opaque(codes);
    h = Q::Next(codes, x, h);
    Opaque(codes);
    i = Q::Next(codes, x, i);
  }
  const typename Q::DAcc d;
  auto sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)));
  Opaque(sum);
  return steps * 8 * kN + (hn::GetLane(sum) == 12345 ? hn::Lanes(d) : 0);
}

size_t FmaPeak(size_t steps) {
  const DF d;
  VF w = hn::Set(d, 0.5f), a = hn::Zero(d);
  VF b = a, c = a, e = a, f = a, g = a, h = a, i = a, j = a, k = a;
  for (size_t step = 0; step < steps; ++step) {
    Opaque(w);
    a = hn::MulAdd(w, w, a);
    b = hn::MulAdd(w, w, b);
    c = hn::MulAdd(w, w, c);
    e = hn::MulAdd(w, w, e);
    f = hn::MulAdd(w, w, f);
    g = hn::MulAdd(w, w, g);
    h = hn::MulAdd(w, w, h);
    i = hn::MulAdd(w, w, i);
    j = hn::MulAdd(w, w, j);
    k = hn::MulAdd(w, w, k);
  }
  VF sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)));
  sum = hn::Add(sum, hn::Add(j, k));
  Opaque(sum);
  return steps * 10 * kLanes;
}

int Sum(const void* bytes, size_t size) {
  const DI32 d;
  const int32_t* p = static_cast<const int32_t*>(bytes);
  const int32_t* end = p + size / sizeof(int32_t);
  VI32 a = hn::Zero(d), b = a, c = a, e = a;
  for (; p != end; p += 4 * kLanes) {
    a = hn::Xor(a, hn::Load(d, p));
    b = hn::Xor(b, hn::Load(d, p + kLanes));
    c = hn::Xor(c, hn::Load(d, p + 2 * kLanes));
    e = hn::Xor(e, hn::Load(d, p + 3 * kLanes));
  }
  return hn::ReduceSum(d, hn::Xor(hn::Xor(a, b), hn::Xor(c, e)));
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(Int8Peak);
HWY_EXPORT(FmaPeak);
HWY_EXPORT(Sum);
size_t RunInt8Peak(size_t steps) { return HWY_DYNAMIC_DISPATCH(Int8Peak)(steps); }
size_t RunFmaPeak(size_t steps) { return HWY_DYNAMIC_DISPATCH(FmaPeak)(steps); }
int SumBytes(const void* bytes, size_t size) { return HWY_DYNAMIC_DISPATCH(Sum)(bytes, size); }
}  // namespace packdot
#endif
