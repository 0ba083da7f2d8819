// One row a format: all that the library knows about it, and the kernels that compute with it.
#include "src/registry.h"

#include <algorithm>
#include <array>

namespace packdot {

// Each is defined in ops/, in the file of its format.
const Kernels* KernelsF32();
const Kernels* KernelsF16();
const Kernels* KernelsQ4_0();
const Kernels* KernelsQ4_1();
const Kernels* KernelsQ5_0();
const Kernels* KernelsQ5_1();
const Kernels* KernelsQ8_0();
const Kernels* KernelsQ2_K();
const Kernels* KernelsQ3_K();
const Kernels* KernelsQ4_K();
const Kernels* KernelsQ5_K();
const Kernels* KernelsQ6_K();
const Kernels* KernelsIQ2_XXS();
const Kernels* KernelsIQ2_XS();
const Kernels* KernelsIQ3_XXS();
const Kernels* KernelsIQ1_S();
const Kernels* KernelsIQ4_NL();
const Kernels* KernelsIQ3_S();
const Kernels* KernelsIQ2_S();
const Kernels* KernelsIQ4_XS();
const Kernels* KernelsIQ1_M();
const Kernels* KernelsBF16();
const Kernels* KernelsTQ1_0();
const Kernels* KernelsTQ2_0();
const Kernels* KernelsMXFP4();
const Kernels* KernelsNVFP4();
const Kernels* KernelsQ1_0();
const Kernels* KernelsQ2_0();
const Kernels* KernelsSTQ1_0();
const Kernels* KernelsPQ2_0();
const Kernels* KernelsPTQ1_0();

namespace {

struct Row {
  Format format;
  std::string_view name;
  size_t block_weights;
  size_t block_bytes;
  KernelsFunction kernels;
};

constexpr Row kRows[] = {
    {Format::kF32, "F32", 1, 4, KernelsF32},
    {Format::kF16, "F16", 1, 2, KernelsF16},
    {Format::kQ4_0, "Q4_0", 32, 18, KernelsQ4_0},
    {Format::kQ4_1, "Q4_1", 32, 20, KernelsQ4_1},
    {Format::kQ5_0, "Q5_0", 32, 22, KernelsQ5_0},
    {Format::kQ5_1, "Q5_1", 32, 24, KernelsQ5_1},
    {Format::kQ8_0, "Q8_0", 32, 34, KernelsQ8_0},
    {Format::kQ2_K, "Q2_K", 256, 84, KernelsQ2_K},
    {Format::kQ3_K, "Q3_K", 256, 110, KernelsQ3_K},
    {Format::kQ4_K, "Q4_K", 256, 144, KernelsQ4_K},
    {Format::kQ5_K, "Q5_K", 256, 176, KernelsQ5_K},
    {Format::kQ6_K, "Q6_K", 256, 210, KernelsQ6_K},
    {Format::kIQ2_XXS, "IQ2_XXS", 256, 66, KernelsIQ2_XXS},
    {Format::kIQ2_XS, "IQ2_XS", 256, 74, KernelsIQ2_XS},
    {Format::kIQ3_XXS, "IQ3_XXS", 256, 98, KernelsIQ3_XXS},
    {Format::kIQ1_S, "IQ1_S", 256, 50, KernelsIQ1_S},
    {Format::kIQ4_NL, "IQ4_NL", 32, 18, KernelsIQ4_NL},
    {Format::kIQ3_S, "IQ3_S", 256, 110, KernelsIQ3_S},
    {Format::kIQ2_S, "IQ2_S", 256, 82, KernelsIQ2_S},
    {Format::kIQ4_XS, "IQ4_XS", 256, 136, KernelsIQ4_XS},
    {Format::kIQ1_M, "IQ1_M", 256, 56, KernelsIQ1_M},
    {Format::kBF16, "BF16", 1, 2, KernelsBF16},
    {Format::kTQ1_0, "TQ1_0", 256, 54, KernelsTQ1_0},
    {Format::kTQ2_0, "TQ2_0", 256, 66, KernelsTQ2_0},
    {Format::kMXFP4, "MXFP4", 32, 17, KernelsMXFP4},
    {Format::kNVFP4, "NVFP4", 64, 36, KernelsNVFP4},
    {Format::kQ1_0, "Q1_0", 128, 18, KernelsQ1_0},
    {Format::kQ2_0, "Q2_0", 64, 18, KernelsQ2_0},
    {Format::kSTQ1_0, "STQ1_0", 256, 42, KernelsSTQ1_0},
    {Format::kPQ2_0, "PQ2_0", 128, 34, KernelsPQ2_0},
    {Format::kPTQ1_0, "PTQ1_0", 128, 28, KernelsPTQ1_0},
};

constexpr auto kInfos = [] {
  std::array<FormatInfo, std::size(kRows)> infos{};
  std::transform(std::begin(kRows), std::end(kRows), infos.begin(), [](const Row& row) {
    return FormatInfo{row.format, row.name, row.block_weights, row.block_bytes};
  });
  return infos;
}();

size_t IndexOf(Format format) {
  const auto* row = std::ranges::find(kRows, format, &Row::format);
  return static_cast<size_t>(row - std::begin(kRows));
}

}  // namespace

std::span<const FormatInfo> Formats() { return kInfos; }

const FormatInfo& InfoOf(Format format) { return kInfos[IndexOf(format)]; }

const FormatInfo* FindFormat(std::string_view name) {
  const auto* info = std::ranges::find(kInfos, name, &FormatInfo::name);
  return info == kInfos.end() ? nullptr : info;
}

const FormatInfo* FindFormat(uint32_t id) {
  const auto* info = std::ranges::find(kInfos, static_cast<Format>(id), &FormatInfo::format);
  return info == kInfos.end() ? nullptr : info;
}

const Kernels* KernelsFor(Format format) { return kRows[IndexOf(format)].kernels(); }

}  // namespace packdot
