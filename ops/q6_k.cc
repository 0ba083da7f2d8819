// Q6_K: 256 weights in 210 bytes: low nibbles [128], upper two bits [64], int8 scales of 16 weights
// [16], f16 d. Weight d * scale * (q - 32).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q6_k.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q6_K {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 210,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = 32,
                                     .max_code = 63,
                                     .merge = 4};

  // The weights come in halves of 128, a half in groups of 32. Plane 2h: low nibbles of half h
  // (groups 0, 1); plane 2h + 1: its high nibbles (groups 2, 3).
  static constexpr int Column(int plane, int position) { return 64 * plane + position; }

  // The two upper bits of group g = 2 * kHigh + position / 32 lie at bits 2g of 32 shared bytes.
  // Returns them at bits 4 and 5; other bits are arbitrary.
  template <int kFirst, int kHigh, class Tile>
  static PACKDOT_INLINE auto Upper(Tile bits) {
    if constexpr (kN == 64) {
      alignas(64) static constexpr auto kCount =
          TableOf<uint16_t, 32>([](int i) { return kHigh ? i / 16 * 2 : 4 - i / 16 * 2; });
      return PerRow(
          [](const uint8_t* p) PACKDOT_STEP {
            const auto once = hn::LoadU(hn::Half<D8>(), p);
            const V16 twice = hn::BitCast(D16(), hn::Combine(D8(), once, once));
            const V16 count = hn::Load(D16(), kCount.data());
            return hn::BitCast(D8(), kHigh ? hn::Shr(twice, count) : hn::Shl(twice, count));
          },
          bits);
    } else {
      return MoveBit<4 * kHigh + 2 * (kFirst / 32), 4>(LoadBytes(bits + kFirst % 32));
    }
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto upper = tile + 128;
    const auto half0 = LoadBytes(tile + kFirst);
    emit(Plane<0>(), AndByte(Merge(15, half0, Upper<kFirst, 0>(upper)), 63));
    emit(Plane<1>(), AndByte(Merge(15, ShiftRight16<4>(half0), Upper<kFirst, 1>(upper)), 63));
    const auto half1 = LoadBytes(tile + 64 + kFirst);
    emit(Plane<2>(), AndByte(Merge(15, half1, Upper<kFirst, 0>(upper + 32)), 63));
    emit(Plane<3>(), AndByte(Merge(15, ShiftRight16<4>(half1), Upper<kFirst, 1>(upper + 32)), 63));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 208);
  }

  // Folded lane j of 16-position group g is plane j, hence weights 64j + 16g: scale 4j + g.
  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    alignas(16) static constexpr auto kTransposed =
        TableOf<uint8_t, 16>([](int i) { return i % 4 * 4 + (kFirst / 16 + i / 4) % 4; });
    const VBlock scales = hn::TableLookupBytes(hn::LoadU(DBlock(), tile + 192),
                                               hn::Load(DBlock(), kTransposed.data()));
    return SignedToFloat(scales);
  }
};

const Kernels* MakeQ6_K() { return KernelsOf<Q6_K>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ6_K);
const Kernels* KernelsQ6_K() { return HWY_DYNAMIC_DISPATCH(MakeQ6_K)(); }
}  // namespace packdot
#endif
