// F32, F16 and BF16 matrices: no blocks, no codes; the activation is x itself.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/plain.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// A type T says how many bytes a weight has, and loads kLanes weights from any address.
struct F32 {
  static constexpr int kBytes = 4;
  static PACKDOT_INLINE VF Load(const uint8_t* p) { return hn::BitCast(DF(), hn::LoadU(D8(), p)); }
};
using DHalfBytes = hn::Repartition<uint8_t, DHalfBits>;
struct F16 {
  static constexpr int kBytes = 2;
  static PACKDOT_INLINE VF Load(const uint8_t* p) {
    return FromF16(hn::BitCast(DHalfBits(), hn::LoadU(DHalfBytes(), p)));
  }
};
struct BF16 {
  static constexpr int kBytes = 2;
  static PACKDOT_INLINE VF Load(const uint8_t* p) {
    const auto bits = hn::BitCast(DHalfBits(), hn::LoadU(DHalfBytes(), p));
    return hn::BitCast(DF(), hn::ShiftLeft<16>(hn::PromoteTo(D32(), bits)));
  }
};

// Adds kPositions products to four accumulators.
template <class T>
PACKDOT_INLINE void AddTile(const uint8_t* HWY_RESTRICT w, const float* HWY_RESTRICT x, VF& a,
                            VF& b, VF& c, VF& e) {
  const DF df;
  constexpr int kStep = kLanes * T::kBytes;
  for (int i = 0; i < kPositions; i += 4 * kLanes, w += 4 * kStep, x += 4 * kLanes) {
    a = hn::MulAdd(T::Load(w), hn::Load(df, x), a);
    b = hn::MulAdd(T::Load(w + kStep), hn::Load(df, x + kLanes), b);
    c = hn::MulAdd(T::Load(w + 2 * kStep), hn::Load(df, x + 2 * kLanes), c);
    e = hn::MulAdd(T::Load(w + 3 * kStep), hn::Load(df, x + 3 * kLanes), e);
  }
}

template <class T>
void PlainRows(const uint8_t* rows, size_t stride, size_t num_rows, size_t cols, const uint8_t* act,
               float* y) {
  constexpr size_t kTileBytes = size_t{kPositions} * T::kBytes;
  for (size_t r = 0; r < num_rows; ++r) {
    const uint8_t* w = rows + r * stride;
    const float* x = reinterpret_cast<const float*>(act);
    VF a = hn::Zero(DF()), b = a, c = a, e = a;
    for (size_t t = cols / kPositions; t != 0; --t, w += kTileBytes, x += kPositions) {
      AddTile<T>(w, x, a, b, c, e);
    }
    if (const size_t rest = cols % kPositions) {
      uint8_t buffer[kTileBytes] = {};
      memcpy(buffer, w, rest * T::kBytes);
      AddTile<T>(buffer, x, a, b, c, e);
    }
    y[r] = hn::ReduceSum(DF(), hn::Add(hn::Add(a, b), hn::Add(c, e)));
  }
}

template <class T>
void PlainDequantize(const uint8_t* row, size_t cols, float* out) {
  constexpr size_t kBytes = T::kBytes;
  for (; cols >= kLanes; cols -= kLanes, row += kLanes * kBytes, out += kLanes) {
    hn::StoreU(T::Load(row), DF(), out);
  }
  if (cols != 0) {
    uint8_t buffer[kLanes * kBytes] = {};
    float weights[kLanes];
    memcpy(buffer, row, cols * kBytes);
    hn::StoreU(T::Load(buffer), DF(), weights);
    memcpy(out, weights, cols * sizeof(float));
  }
}

template <class T>
const Kernels* PlainKernels() {
  static constexpr Kernels kernels = {.target = kTargetName,
                                      .form = "floats",
                                      .quad = "floats",
                                      .rows_at_once = 1,
                                      .layout = {.block_weights = 1,
                                                 .block_bytes = T::kBytes,
                                                 .tile_blocks = kPositions,
                                                 .planes = 0,
                                                 .planes_per_chain = 1,
                                                 .offset = 0,
                                                 .max_code = 0},
                                      .columns = nullptr,
                                      .keeps_run = nullptr,
                                      .lane_blocks = nullptr,
                                      .vector_bytes = kN,
                                      .quad_offset = 0,
                                      .rows_q8 = PlainRows<T>,
                                      .rows_f32 = PlainRows<T>,
                                      .four_q8 = nullptr,
                                      .four_f32 = nullptr,
                                      .dequantize = PlainDequantize<T>,
                                      .magnitudes = nullptr};
  return &kernels;
}

const Kernels* MakeF32() { return PlainKernels<F32>(); }
const Kernels* MakeF16() { return PlainKernels<F16>(); }
const Kernels* MakeBF16() { return PlainKernels<BF16>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeF32);
HWY_EXPORT(MakeF16);
HWY_EXPORT(MakeBF16);
const Kernels* KernelsF32() { return HWY_DYNAMIC_DISPATCH(MakeF32)(); }
const Kernels* KernelsF16() { return HWY_DYNAMIC_DISPATCH(MakeF16)(); }
const Kernels* KernelsBF16() { return HWY_DYNAMIC_DISPATCH(MakeBF16)(); }
}  // namespace packdot
#endif
