// TQ2_0: 256 weights in 66 bytes: two-bit codes [64], f16 d. Weight d * (q - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/tq2_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"
#include "ops/two_bit_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

struct TQ2_0 : TwoBitPlanes {
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 66,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 1,
                                     .offset = 1,
                                     .max_code = 3,
                                     .merge = 4};

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    EmitTwoBits(LoadBytes(tile + kFirst), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 64);
  }
};

const Kernels* MakeTQ2_0() { return KernelsOf<TQ2_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeTQ2_0);
const Kernels* KernelsTQ2_0() { return HWY_DYNAMIC_DISPATCH(MakeTQ2_0)(); }
}  // namespace packdot
#endif
