// Q5_K: 256 weights in 176 bytes: f16 d and dmin, 6-bit scales and mins of eight sub-blocks, 32
// bytes of fifth bits, then 128 bytes of nibbles. Weight d * scale * q - dmin * min.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/q5_k.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/six_bit_scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct Q5_K : SixBitScales {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 176,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 2,
                                     .offset = 0,
                                     .max_code = 31,
                                     .mins = Mins::kSubtracted,
                                     .merge = 2};

  // Bit s of byte l belongs to weight l of sub-block s: 16 where it is set, for half kHalf of the
  // sub-blocks 2 * run + kHigh.
  template <int kFirst, int kHalf, int kHigh, class Tile>
  static PACKDOT_INLINE auto FifthBits(Tile tile) {
    alignas(64) static constexpr auto kSubBlock =
        TableOf<uint8_t, 64>([](int i) { return 1 << (2 * kRun[i / 16] + kHigh); });
    const auto bits = PerRow([](const uint8_t* p) PACKDOT_STEP { return hn::LoadDup128(D8(), p); },
                             tile + 16 + 16 * kHalf);
    return ByteIfBit(bits, hn::Load(D8(), kSubBlock.data() + kFirst), 16);
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto first = LoadRuns<kFirst, 0>(tile + 48), second = LoadRuns<kFirst, 1>(tile + 48);
    emit(Plane<0>(), Or(AndByte(first, 15), FifthBits<kFirst, 0, 0>(tile)));
    emit(Plane<1>(), Or(AndByte(second, 15), FifthBits<kFirst, 1, 0>(tile)));
    emit(Plane<2>(), Or(AndByte(ShiftRight16<4>(first), 15), FifthBits<kFirst, 0, 1>(tile)));
    emit(Plane<3>(), Or(AndByte(ShiftRight16<4>(second), 15), FifthBits<kFirst, 1, 1>(tile)));
  }
};

const Kernels* MakeQ5_K() { return KernelsOf<Q5_K>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeQ5_K);
const Kernels* KernelsQ5_K() { return HWY_DYNAMIC_DISPATCH(MakeQ5_K)(); }
}  // namespace packdot
#endif
