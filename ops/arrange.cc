// The arrangers: driven by layouts and maps alone, so one function for all formats.
#include "ops/arrange.h"

#include <algorithm>
#include <cstring>

#include "ops/map.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/arrange.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/consume-inl.h"
#include "ops/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// The x that belong to the codes of a plane at positions first .. first + kN - 1; 0 for holes.
template <class T>
PACKDOT_INLINE void GatherPlane(const Kernels& kernels, int plane, int first,
                                const T* HWY_RESTRICT tile, T* HWY_RESTRICT out) {
  for (int i = 0; i < kN; i += 16, out += 16) {
    const int at = plane * kPositions + first + i;
    const int16_t* columns = kernels.columns + at;
    if (kernels.keeps_run[at / 16]) {
      memcpy(out, tile + columns[0], 16 * sizeof(T));
    } else {
      for (int j = 0; j < 16; ++j) out[j] = columns[j] == kHole ? T{0} : tile[columns[j]];
    }
  }
}

// Sums of chains 0 .. merge - 1 of a group, from sum_of(chain), folded as the kernels fold theirs.
template <class D, class SumOf>
PACKDOT_INLINE hn::Vec<D> FoldedSum(D d, int merge, SumOf sum_of) {
  if (merge == 1) return sum_of(0);
  if (merge == 2) return AddInterleaved(d, sum_of(0), sum_of(1));
  return Fold(d, sum_of(0), sum_of(1), sum_of(2), sum_of(3));
}

// The planes of one chunk, as they were gathered.
struct Chain {
  int first_plane;
  int end_plane;

  Chain(const Layout& l, int chain)
      : first_plane(chain * l.planes_per_chain),
        end_plane(std::min(l.planes, first_plane + l.planes_per_chain)) {}
};

PACKDOT_INLINE VI32 SumOfInts(const Layout& l, int chain, const uint8_t* planes) {
  const Chain c(l, chain);
  VI32 sum = hn::Zero(DI32());
  for (int plane = c.first_plane; plane < c.end_plane; ++plane) {
    const VI8 x = hn::Load(DI8(), reinterpret_cast<const int8_t*>(planes) + plane * kN);
    sum = hn::SumOfMulQuadAccumulate(DI32(), SetByte(1), x, sum);
  }
  return sum;
}

PACKDOT_INLINE VF SumOfFloats(const Layout& l, int chain, const float* planes) {
  const Chain c(l, chain);
  VF sum = hn::Zero(DF());
  for (const float* x = planes + c.first_plane * kN; x != planes + c.end_plane * kN; x += kLanes) {
    sum = hn::Add(sum, hn::Load(DF(), x));
  }
  return sum;
}

// int32 -offset * sum(x), f32 scale, and for mins f32 scale * sum(x): the integers are exact.
PACKDOT_INLINE void ArrangeGroup(const Kernels& kernels, int group, int first,
                                 const uint8_t* planes, const float* scales, uint8_t* out) {
  const Layout& l = kernels.layout;
  const int shift = group * l.merge * l.shift_step;  // formats that fold do not shift
  const VI32 sum = FoldedSum(DI32(), l.merge, [&](int chain) HWY_ATTR {
    return SumOfInts(l, group * l.merge + chain, planes);
  });
  const VI32 offset = hn::Set(DI32(), -(kernels.quad_offset * (1 << shift)));
  hn::Store(hn::Mul(sum, offset), DI32(), reinterpret_cast<int32_t*>(out));

  float* scale = reinterpret_cast<float*>(out + kN);
  const uint8_t* blocks = kernels.lane_blocks + group * 16 + first / 4;
  for (int lane = 0; lane < kLanes; ++lane) {
    // Codes left in place are undone by a power of two, which is exact.
    scale[lane] = scales[blocks[lane]] / static_cast<float>(1 << shift);
  }
  if (!l.HasMins()) return;
  const VF sign = hn::Set(DF(), l.mins == Mins::kAdded ? 1.0f : -1.0f);
  const VF scaled = hn::Mul(hn::ConvertTo(DF(), sum), hn::Load(DF(), scale));
  hn::Store(hn::Mul(scaled, sign), DF(), scale + kLanes);
}

void Q8(const Kernels& kernels, const int8_t* HWY_RESTRICT values, const float* HWY_RESTRICT scales,
        size_t num_tiles, uint8_t* HWY_RESTRICT out) {
  const Layout& l = kernels.layout;
  for (; num_tiles != 0; --num_tiles) {
    for (int first = 0; first < kPositions; first += kN) {
      uint8_t* planes = out;
      for (int plane = 0; plane < l.planes; ++plane, out += kN) {
        GatherPlane(kernels, plane, first, values, reinterpret_cast<int8_t*>(out));
      }
      for (int group = 0; group < l.Groups(); ++group, out += kN * l.Q8GroupVectors()) {
        ArrangeGroup(kernels, group, first, planes, scales, out);
      }
    }
    values += l.TileWeights();
    scales += l.TileWeights() / kActivationBlock;
  }
}

void F32(const Kernels& kernels, const float* HWY_RESTRICT x, size_t num_tiles,
         float* HWY_RESTRICT out) {
  const Layout& l = kernels.layout;
  const VF sign = hn::Set(DF(), l.mins == Mins::kAdded ? 1.0f : -1.0f);
  alignas(64) float in_order[kN];
  for (; num_tiles != 0; --num_tiles, x += l.TileWeights()) {
    for (int first = 0; first < kPositions; first += kN) {
      const float* planes = out;
      for (int plane = 0; plane < l.planes; ++plane, out += kN) {
        GatherPlane(kernels, plane, first, x, in_order);
        VF byte0, byte1, byte2, byte3;
        hn::LoadInterleaved4(DF(), in_order, byte0, byte1, byte2, byte3);
        hn::Store(byte0, DF(), out);
        hn::Store(byte1, DF(), out + kLanes);
        hn::Store(byte2, DF(), out + 2 * kLanes);
        hn::Store(byte3, DF(), out + 3 * kLanes);
      }
      if (!l.HasMins()) continue;
      for (int group = 0; group < l.Groups(); ++group, out += kLanes) {
        const VF sum = FoldedSum(DF(), l.merge, [&](int chain) HWY_ATTR {
          return SumOfFloats(l, group * l.merge + chain, planes);
        });
        hn::Store(hn::Mul(sum, sign), DF(), out);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(Q8);
HWY_EXPORT(F32);

void ArrangeQ8(const Kernels& kernels, const int8_t* values, const float* scales, size_t num_tiles,
               uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(Q8)(kernels, values, scales, num_tiles, out);
}

void ArrangeF32(const Kernels& kernels, const float* x, size_t num_tiles, uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(F32)(kernels, x, num_tiles, reinterpret_cast<float*>(out));
}
}  // namespace packdot
#endif
