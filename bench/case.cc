// The list of cases.
#include "bench/case.h"

#include <algorithm>
#include <map>

namespace packdot::bench {
namespace {

// Bytes of weights: well inside the cache that is meant, or well outside of all.
size_t BytesIn(const std::string& residence) {
  static const std::map<std::string, size_t> kBytes = {
      {"L2", size_t{256} << 10}, {"L3", size_t{6} << 20}, {"DRAM", size_t{256} << 20}};
  return kBytes.at(residence);
}

size_t RowsIn(const std::string& residence, const FormatInfo& info, size_t cols) {
  const size_t row_bytes = cols / info.block_weights * info.block_bytes;
  return std::max<size_t>(4, BytesIn(residence) / row_bytes / 4 * 4);
}

Case GemvCase(Kind kind, const FormatInfo& info, const std::string& target, ActivationType type,
              const std::string& residence, int threads) {
  Case c = {kind, info.format, target, type, residence, threads};
  c.rows = RowsIn(residence, info, c.cols);
  return c;
}

void AddGemvs(std::vector<Case>& cases, const FormatInfo& info, const std::string& target,
              bool only_l2) {
  for (const ActivationType type : {ActivationType::kQ8, ActivationType::kF32}) {
    cases.push_back(GemvCase(Kind::kGemv, info, target, type, "L2", 1));
    if (only_l2) continue;
    cases.push_back(GemvCase(Kind::kGemv, info, target, type, "L2", 2));
    for (const char* residence : {"L3", "DRAM"}) {
      cases.push_back(GemvCase(Kind::kGemv, info, target, type, residence, 1));
      cases.push_back(GemvCase(Kind::kCall, info, target, type, residence, 2));
    }
  }
}

void AddGemms(std::vector<Case>& cases, const FormatInfo& info, const std::string& target,
              bool only_one) {
  for (const size_t vectors : {4, 16, 64, 512}) {
    if (only_one && vectors != 16) continue;
    Case c = {Kind::kGemm, info.format, target, ActivationType::kQ8, "L3", only_one ? 1 : 2};
    c.rows = only_one ? 256 : 4096;
    c.vectors = vectors;
    cases.push_back(c);
  }
}

}  // namespace

std::string KindName(Kind kind) {
  constexpr const char* kNames[] = {"gemv", "call", "gemm", "activation", "hadamard", "dequantize"};
  return kNames[static_cast<size_t>(kind)];
}

std::string Case::Name() const {
  std::string name = KindName(kind) + '/' + std::string(InfoOf(format).name) + '/' + target;
  name += activation == ActivationType::kQ8 ? "/q8/" : "/f32/";
  name += residence + '/' + std::to_string(threads);
  return vectors == 1 ? name : name + "x" + std::to_string(vectors);
}

std::vector<Case> AllCases(bool quick) {
  std::vector<Case> cases;
  for (const TargetInfo& info : Targets()) {
    if (!info.supported || (quick && !info.chosen)) continue;
    const std::string target(info.name);
    const bool only_l2 = quick || !info.chosen;
    cases.push_back({Kind::kHadamard, Format::kF32, target});
    for (const FormatInfo& format : Formats()) {
      AddGemvs(cases, format, target, only_l2);
      if (!info.chosen) continue;
      AddGemms(cases, format, target, only_l2);
      cases.push_back({Kind::kActivation, format.format, target});
      cases.push_back(GemvCase(Kind::kDequantize, format, target, ActivationType::kF32, "L2", 1));
    }
  }
  return cases;
}

}  // namespace packdot::bench
