// STQ1_0: 256 weights in 42 bytes: 64 nibbles [32] and 64 sign bits [8] index a codebook of four
// ternary weights with one zero among them; f16 d at the end. Weight d * (v - 1).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/stq1_0.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

// Lane p of an entry is bits 2p: 0, 1, 2 for -1, 0, +1.
alignas(16) inline constexpr uint8_t kEntries[16] = {
    0xA9, 0x89, 0x29, 0x09, 0xA6, 0x86, 0x26, 0x06, 0x9A, 0x92, 0x1A, 0x12, 0x6A, 0x62, 0x4A, 0x42};
// With the sign bit set the entry is negated: 2 - v in every lane.
constexpr int Entry(int index) {
  return index & 16 ? 0xAA - kEntries[index & 15] : kEntries[index & 15];
}

struct STQ1_0 {
  // Codes of planes 2 and 3 stay where they are, at bits 2 and 3.
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 42,
                                     .tile_blocks = 1,
                                     .planes = 4,
                                     .planes_per_chain = 2,
                                     .offset = 1,
                                     .max_code = 2,
                                     .shift_step = 2};

  // A position is a group of four weights, 16 columns apart; the plane is the lane.
  static constexpr int Column(int plane, int group) {
    return 64 * (group / 16) + group % 16 + 16 * plane;
  }

#if HWY_TARGET <= HWY_AVX3_DL
  static constexpr const char* kForm = "codebook in a register";

  // All 32 entries fit one lookup, made twice to put lanes 0 and 2, and 1 and 3, side by side.
  template <int kFirst>
  static PACKDOT_INLINE V8 Index(const uint8_t* tile) {
    alignas(64) static constexpr auto kNibble =
        TableOf<uint8_t, 64>([](int i) { return i % 8 * 4; });
    const auto packed = hn::BitCast(hn::Rebind<uint32_t, D64>(), hn::LoadU(hn::Half<D8>(), tile));
    const V8 nibbles = hn::BitCast(
        D8(), hn::MultiRotateRight(hn::PromoteTo(D64(), packed), hn::Load(D8(), kNibble.data())));
    const V8 code = hn::And(nibbles, SetByte(15));
    return hn::MaskedAddOr(code, hn::LoadMaskBits(D8(), tile + 32), code, SetByte(16));
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    alignas(64) static constexpr auto kEven =
        TableOf<uint8_t, 64>([](int i) { return (Entry(i) & 3) | (Entry(i) >> 4 & 3) << 2; });
    alignas(64) static constexpr auto kOdd =
        TableOf<uint8_t, 64>([](int i) { return (Entry(i) >> 2 & 3) | (Entry(i) >> 6 & 3) << 2; });
    const auto index = PerRow([](const uint8_t* t) PACKDOT_STEP { return Index<kFirst>(t); }, tile);
    EmitLanes(Lookup64(kEven.data(), index), Lookup64(kOdd.data(), index), emit);
  }
#else
  static constexpr const char* kForm = "half a codebook, negated";

  template <int kFirst>
  static PACKDOT_INLINE V8 Entries(const uint8_t* tile) {
    const auto half = hn::LoadU(hn::Rebind<uint8_t, D16>(), tile + kFirst / 2);
    const V16 packed = hn::PromoteTo(D16(), half);
    const V8 nibbles = hn::BitCast(D8(), hn::Or(packed, hn::ShiftLeft<4>(packed)));
    const V8 entry = Lookup16(kEntries, AndByte(nibbles, 15));

    alignas(64) static constexpr auto kSignByte = TableOf<uint8_t, 64>([](int i) { return i / 8; });
    const V8 signs = hn::BitCast(D8(), hn::Set(D64(), LoadScalar<uint64_t>(tile + 32)));
    const V8 spread = hn::TableLookupBytes(signs, hn::Load(D8(), kSignByte.data() + kFirst));
    return hn::IfThenElse(hn::TestBit(spread, EachBit()), hn::Sub(SetByte(0xAA), entry), entry);
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    const auto entries =
        PerRow([](const uint8_t* t) PACKDOT_STEP { return Entries<kFirst>(t); }, tile);
    const auto shifted = ShiftRight16<2>(entries);
    EmitLanes(Merge(3, entries, shifted), Merge(3, shifted, ShiftRight16<2>(shifted)), emit);
  }
#endif

  // Lanes 0 and 2 at bits 0 and 2 of `even`, lanes 1 and 3 of `odd`.
  template <class V, class Emit>
  static PACKDOT_INLINE void EmitLanes(V even, V odd, Emit emit) {
    emit(Plane<0>(), AndByte(even, 3));
    emit(Plane<1>(), AndByte(odd, 3));
    emit(Plane<2>(), AndByte(even, 12));
    emit(Plane<3>(), AndByte(odd, 12));
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return BroadcastF16(tile + 40);
  }
};

const Kernels* MakeSTQ1_0() { return KernelsOf<STQ1_0>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeSTQ1_0);
const Kernels* KernelsSTQ1_0() { return HWY_DYNAMIC_DISPATCH(MakeSTQ1_0)(); }
}  // namespace packdot
#endif
