// IQ2_XXS: 256 weights in 66 bytes: f16 d, then per 32 weights four indices into a grid of eight
// magnitudes and a u32 of four 7-bit sign indices and a 4-bit scale s. Weight d * (0.5 + s) / 4 *
// magnitude.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/iq2_xxs.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/codebooks.h"
#include "ops/grid_loads-inl.h"
#include "ops/rows-inl.h"
#include "ops/signs.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3_DL
// Two blocks at a time: the whole grid is eight registers of 2-bit levels, plane p holds weight p
// of every eight. Three times the speed of loads from memory in a prototype (132 Gweights/s against
// 41, AVX3_ZEN4).
struct IQ2_XXS {
  // Magnitudes are 8, 25, 43; the offset makes signed weights small unsigned codes.
  static constexpr int kOffset = 43;
  static constexpr const char* kForm = "codebook in registers";
  static constexpr bool kStaged = true;
  static constexpr Layout kLayout = {.block_weights = 256,
                                     .block_bytes = 66,
                                     .tile_blocks = 2,
                                     .planes = 8,
                                     .planes_per_chain = 8,
                                     .offset = kOffset,
                                     .max_code = 2 * kOffset};

  static constexpr int Column(int plane, int position) { return 8 * position + plane; }

  static constexpr int Level(int entry, int weight) {
    const int magnitude = static_cast<int>(kGridIQ2_XXS[entry] >> 8 * weight & 255);
    return magnitude == 8 ? 0 : magnitude == 25 ? 1 : 2;
  }
  static constexpr int FourLevels(int entry, int first) {
    return Level(entry, first) | Level(entry, first + 1) << 2 | Level(entry, first + 2) << 4 |
           Level(entry, first + 3) << 6;
  }
  // Code for a level and a sign.
  static constexpr int Code(int level, int negative) {
    constexpr int kMagnitude[4] = {8, 25, 43, 0};
    return negative ? kOffset - kMagnitude[level] : kOffset + kMagnitude[level];
  }

  // 32-bit words of two blocks: even ones hold indices, odd ones signs and scale.
  template <int kOdd>
  static PACKDOT_INLINE V32 Words(const uint8_t* tile) {
    alignas(64) static constexpr auto kIndex =
        TableOf<uint32_t, 16>([](int i) { return 2 * i + kOdd; });
    return hn::TwoTablesLookupLanes(hn::BitCast(D32(), hn::LoadU(D8(), tile + 2)),
                                    hn::BitCast(D32(), hn::LoadU(D8(), tile + 68)),
                                    hn::SetTableIndices(D32(), kIndex.data()));
  }

  // The four 7-bit fields of every odd word, each in a byte whose top bit is arbitrary.
  static PACKDOT_INLINE V8 SignIndices(const uint8_t* tile) {
    alignas(64) static constexpr auto kField =
        TableOf<uint8_t, 64>([](int i) { return i / 4 % 2 * 32 + i % 4 * 7; });
    return hn::BitCast(D8(), hn::MultiRotateRight(hn::BitCast(D64(), Words<1>(tile)),
                                                  hn::Load(D8(), kField.data())));
  }

  // Emits planes kPlane and kPlane + 1; bits 0..3 of `levels` and 4, 5 of `signs` belong to them.
  template <int kPlane, class V, class Emit>
  static PACKDOT_INLINE void EmitPair(V levels, V signs, Emit emit) {
    alignas(64) static constexpr auto kFirst =
        TableOf<uint8_t, 64>([](int i) { return Code(i & 3, i & 16); });
    alignas(64) static constexpr auto kSecond =
        TableOf<uint8_t, 64>([](int i) { return Code(i >> 2 & 3, i & 32); });
    const V index = Merge(15, levels, signs);
    emit(Plane<kPlane>(), Lookup64(kFirst.data(), index));
    emit(Plane<kPlane + 1>(), Lookup64(kSecond.data(), index));
  }

  template <int kFirst, class Tile, class Emit>
  static PACKDOT_INLINE void Planes(Tile tile, Emit emit) {
    alignas(64) static constexpr auto kLow =
        TableOf<uint8_t, 256>([](int i) { return FourLevels(i, 0); });
    alignas(64) static constexpr auto kHigh =
        TableOf<uint8_t, 256>([](int i) { return FourLevels(i, 4); });
    alignas(64) static constexpr auto kSigns =
        TableOf<uint8_t, 128>([](int i) { return SignByte(static_cast<uint32_t>(i)); });

    const auto index =
        PerRow([](const uint8_t* t) PACKDOT_STEP { return hn::BitCast(D8(), Words<0>(t)); }, tile);
    const auto low = Lookup256(kLow.data(), index), high = Lookup256(kHigh.data(), index);
    const auto fields = PerRow([](const uint8_t* t) PACKDOT_STEP { return SignIndices(t); }, tile);
    const auto signs = Lookup128(kSigns.data(), fields);
    EmitPair<0>(low, ShiftLeft16<4>(signs), emit);
    EmitPair<2>(ShiftRight16<4>(low), ShiftLeft16<2>(signs), emit);
    EmitPair<4>(high, signs, emit);
    EmitPair<6>(ShiftRight16<4>(high), ShiftRight16<2>(signs), emit);
  }

  template <int kFirst>
  static PACKDOT_INLINE VF Scale(const uint8_t* tile) {
    return TwoF16(tile, tile + 66);
  }

  template <int kFirst, int kGroup>
  static PACKDOT_INLINE VF SubScale(const uint8_t* tile) {
    const VF s = hn::ConvertTo(DF(), hn::BitCast(DI32(), hn::ShiftRight<28>(Words<1>(tile))));
    return hn::MulAdd(s, hn::Set(DF(), 0.25f), hn::Set(DF(), 0.125f));
  }
};
#else
struct IQ2_XXS : SignedGroupsInOrder<IQ2_XXS> {
  static constexpr int kOffset = 43;  // as above
  static constexpr float kScaleStep = 0.25f;
  static constexpr Layout kLayout = LayoutOfGroups(66, kOffset);

  static PACKDOT_INLINE uint32_t SignsAndScale(const uint8_t* tile, int group) {
    return LoadScalar<uint32_t>(tile + 6 + 8 * group);
  }

  static PACKDOT_INLINE VBlock Magnitudes(const uint8_t* tile, int group, int half) {
    const uint8_t* index = tile + 2 + 8 * group + 2 * half;
    return TwoWords(kGridIQ2_XXS[index[0]], kGridIQ2_XXS[index[1]]);
  }
  static PACKDOT_INLINE VBlock Negative(const uint8_t* tile, int group, int half) {
    const uint32_t signs = SignsAndScale(tile, group) >> 14 * half;
    return NegativeOf7(signs, signs >> 7);
  }

  // The top nibbles of the eight pairs of words: two pairs a vector, four bytes of each apart.
  static PACKDOT_INLINE VBlock ScaleCodes(const uint8_t* tile) {
    const auto upper = [](const uint8_t* pairs) PACKDOT_STEP {
      const hn::Repartition<uint64_t, DBlock> d;
      return hn::ShiftRight<60>(hn::BitCast(d, hn::LoadU(DBlock(), pairs)));
    };
    const auto first = hn::Or(upper(tile + 2), hn::ShiftLeft<8>(upper(tile + 18)));
    const auto second = hn::Or(upper(tile + 34), hn::ShiftLeft<8>(upper(tile + 50)));
    return hn::BitCast(DBlock(), hn::Or(first, hn::ShiftLeft<16>(second)));
  }
  static constexpr int ScaleIndex(int group, int) { return group % 2 * 8 + group / 2; }
};
#endif

const Kernels* MakeIQ2_XXS() { return KernelsOf<IQ2_XXS>(); }

}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {
HWY_EXPORT(MakeIQ2_XXS);
const Kernels* KernelsIQ2_XXS() { return HWY_DYNAMIC_DISPATCH(MakeIQ2_XXS)(); }
}  // namespace packdot
#endif
