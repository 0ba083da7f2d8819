// The keys of a Hadamard-folded file, each checked against the contract of docs/hadamard.md.
#include <algorithm>
#include <new>
#include <utility>

#include "packdot/hadamard.h"
#include "src/gguf_cursor.h"
#include "src/hadamard_checks.h"
#include "src/hadamard_keys.h"

namespace packdot {
namespace {

bool IsTernary(const GgufTensor& tensor) {
  return tensor.format != nullptr &&
         (tensor.format->format == Format::kPQ2_0 || tensor.format->format == Format::kPTQ1_0);
}

}  // namespace

class HadamardReader {
 public:
  HadamardReader(const GgufFile& file, const HadamardOptions& options)
      : file_(file), options_(options) {}

  Result<HadamardFolding> Read() {
    if (std::ranges::any_of(file_.metadata(), IsHadamardKey)) {
      using Step = Status (HadamardReader::*)();
      for (const Step step : {&HadamardReader::CheckKeys, &HadamardReader::CheckKind,
                              &HadamardReader::ReadBlock, &HadamardReader::ReadSigns,
                              &HadamardReader::ReadTensors, &HadamardReader::ReadValueHeads}) {
        if (const Status status = (this->*step)(); !status.ok()) return status.error();
      }
    }
    FindPlainTernary();
    return std::move(folding_);
  }

 private:
  using Tensor = HadamardFolding::Tensor;

  static bool IsHadamardKey(const GgufKeyValue& entry) { return entry.key.starts_with(kPrefix); }

  // What an unknown key asks for would be left out silently.
  Status CheckKeys() {
    for (const GgufKeyValue& entry : file_.metadata()) {
      if (!IsHadamardKey(entry) || std::ranges::count(kAllKeys, entry.key) != 0) continue;
      return KeyError(ErrorCode::kUnsupportedFormat, entry.key, "is not known in version 1");
    }
    return {};
  }

  Status CheckKind() {
    const Result<uint64_t> version = Require(kVersion, file_.GetUint(kVersion));
    if (!version.ok()) return version.error();
    if (*version != 1) {
      return KeyError(ErrorCode::kUnsupportedFormat, kVersion,
                      "is " + std::to_string(*version) + ", expected 1");
    }
    if (Status s = CheckText(kTransform, "normalized-sylvester-walsh-hadamard"); !s.ok()) return s;
    return CheckText(kAxis, "input-last-dimension");
  }

  Status CheckText(std::string_view key, std::string_view expected) {
    const Result<std::string_view> text = Require(key, file_.GetString(key));
    if (!text.ok()) return text.error();
    if (*text == expected) return {};
    return KeyError(ErrorCode::kUnsupportedFormat, key,
                    "is " + Quoted(*text) + ", expected " + Quoted(expected));
  }

  Status ReadBlock() {
    const Result<int64_t> block = Require(kBlockSize, file_.GetInt(kBlockSize));
    if (!block.ok()) return block.error();
    if (*block > 0 && IsHadamardBlock(static_cast<uint64_t>(*block))) {
      folding_.block_ = static_cast<size_t>(*block);
      return {};
    }
    return KeyError(ErrorCode::kUnsupportedFormat, kBlockSize,
                    "is " + std::to_string(*block) + ", expected " + kHadamardBlocks);
  }

  Status ReadSigns() {
    const Result<std::string_view> mode = Require(kSignMode, file_.GetString(kSignMode));
    if (!mode.ok()) return mode.error();
    if (*mode == "identity") return CheckNoSigns();
    if (*mode != "explicit") {
      return KeyError(ErrorCode::kUnsupportedFormat, kSignMode,
                      "is " + Quoted(*mode) + ", expected 'identity' or 'explicit'");
    }
    folding_.has_signs_ = true;
    if (Status s = ReadSignWidths(); !s.ok()) return s;
    return ReadSignValues();
  }

  // The two would contradict each other.
  Status CheckNoSigns() {
    for (const std::string_view key : {kSignWidths, kSignValues}) {
      if (file_.FindValue(key) == nullptr) continue;
      const Result<GgufArray> array = file_.GetArray(key);
      if (!array.ok()) return array.error();
      if (array->size() == 0) continue;
      return KeyError(ErrorCode::kMalformed, key, "has values, but the sign mode is 'identity'");
    }
    return {};
  }

  Status ReadSignWidths() {
    const Result<GgufArray> widths = RequireIntegers(file_, kSignWidths);
    if (!widths.ok()) return widths.error();
    std::vector<int64_t> sorted;
    for (const GgufValue element : *widths) {
      const int64_t width = element.AsInt().ok() ? *element.AsInt() : 0;
      if (width <= 0 || !std::in_range<size_t>(width)) {
        return KeyError(ErrorCode::kMalformed, kSignWidths, "has a width that is no size");
      }
      sorted.push_back(width);
      folding_.signs_.push_back({static_cast<size_t>(width), {}});
    }
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice == sorted.end()) return {};
    return KeyError(ErrorCode::kMalformed, kSignWidths,
                    "has the width " + std::to_string(*twice) + " twice");
  }

  Status ReadSignValues() {
    const Result<GgufArray> values = RequireIntegers(file_, kSignValues);
    if (!values.ok()) return values.error();
    if (Status s = CheckSum(values->size()); !s.ok()) return s;
    auto value = values->begin();
    for (HadamardFolding::Signs& signs : folding_.signs_) {
      signs.values.reserve(signs.width);
      for (; signs.values.size() < signs.width; ++value) {
        const Result<int64_t> sign = (*value).AsInt();
        if (!sign.ok() || (*sign != 1 && *sign != -1)) {
          return KeyError(
              ErrorCode::kMalformed, kSignValues,
              "has a sign that is neither 1 nor -1, for the width " + std::to_string(signs.width));
        }
        signs.values.push_back(static_cast<int8_t>(*sign));
      }
    }
    std::ranges::sort(folding_.signs_, {}, &HadamardFolding::Signs::width);
    return {};
  }

  // Of the widths, before memory is asked for.
  Status CheckSum(uint64_t num_values) {
    uint64_t left = num_values;
    bool fits = true;
    for (const HadamardFolding::Signs& signs : folding_.signs_) {
      fits = fits && signs.width <= left;
      left -= fits ? signs.width : 0;
    }
    if (fits && left == 0) return {};
    return KeyError(ErrorCode::kShapeMismatch, kSignValues,
                    "has " + std::to_string(num_values) + " values, " + (fits ? "more" : "fewer") +
                        " than the sign widths add up to");
  }

  Status ReadTensors() {
    if (Status s = ReadNames(kWeightNames, folding_.folded_); !s.ok()) return s;
    if (file_.FindValue(kInverseNames) != nullptr) {
      if (Status s = ReadNames(kInverseNames, folding_.inverse_); !s.ok()) return s;
    }
    if (!folding_.folded_.empty() || !folding_.inverse_.empty()) return {};
    return KeyError(ErrorCode::kMalformed, kWeightNames, "names no tensor");
  }

  Status ReadNames(std::string_view key, std::vector<Tensor>& tensors) {
    const Result<GgufArray> names = RequireStrings(file_, key);
    if (!names.ok()) return names.error();
    for (const GgufValue element : *names) {
      const std::string_view name = *element.AsString();
      const Result<const GgufTensor*> tensor = file_.FindTensor(name);
      if (!tensor.ok()) {
        return KeyError(ErrorCode::kMalformed, key,
                        "names " + Quoted(name) + ", a tensor that the file does not have");
      }
      if (Status s = CheckWidth(key, **tensor); !s.ok()) return s;
      tensors.push_back({std::string(name), static_cast<size_t>((*tensor)->dims[0])});
    }
    std::ranges::sort(tensors, {}, &Tensor::name);
    const auto same = [](const Tensor& a, const Tensor& b) { return a.name == b.name; };
    tensors.erase(std::unique(tensors.begin(), tensors.end(), same), tensors.end());
    return {};
  }

  Status CheckWidth(std::string_view key, const GgufTensor& tensor) {
    const std::string names = "names " + Quoted(tensor.name) + ", whose rows of " +
                              std::to_string(tensor.dims[0]) + " weights ";
    if (!std::in_range<size_t>(tensor.dims[0]) || tensor.dims[0] % folding_.block_ != 0) {
      return KeyError(ErrorCode::kShapeMismatch, key,
                      names + "are not whole blocks of " + std::to_string(folding_.block_));
    }
    if (folding_.signs(static_cast<size_t>(tensor.dims[0])).ok()) return {};
    return KeyError(ErrorCode::kShapeMismatch, key, names + "have no signs in the file");
  }

  Status ReadValueHeads() {
    if (file_.FindValue(kValueHeads) == nullptr) return {};
    const Result<bool> grouped = file_.GetBool(kValueHeads);
    if (!grouped.ok()) return grouped.error();
    folding_.value_heads_are_grouped_ = *grouped;
    if (!*grouped || options_.groups_value_heads) return {};
    return KeyError(ErrorCode::kUnsupportedFormat, kValueHeads,
                    "is true: inputs of linear-attention outputs must be put into grouped order, "
                    "which the caller has not said that it does");
  }

  void FindPlainTernary() {
    for (const GgufTensor& tensor : file_.tensors()) {
      if (!IsTernary(tensor) || folding_.FoldsInputOf(tensor.name) ||
          folding_.InvertsRowsOf(tensor.name)) {
        continue;
      }
      folding_.plain_ternary_.emplace_back(tensor.name);
    }
  }

  const GgufFile& file_;
  const HadamardOptions& options_;
  HadamardFolding folding_;
};

Result<HadamardFolding> HadamardFolding::Read(const GgufFile& file,
                                              const HadamardOptions& options) {
  try {
    return HadamardReader(file, options).Read();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, "out of memory", {}};
  }
}

}  // namespace packdot
