// The metadata keys that say how a file is folded, and typed access to them.
#ifndef PACKDOT_SRC_HADAMARD_KEYS_H_
#define PACKDOT_SRC_HADAMARD_KEYS_H_

#include <array>
#include <string>
#include <string_view>

#include "packdot/gguf.h"
#include "packdot/result.h"

namespace packdot {

inline constexpr std::string_view kPrefix = "prism.hadamard.";
inline constexpr std::string_view kVersion = "prism.hadamard.version";
inline constexpr std::string_view kBlockSize = "prism.hadamard.block_size";
inline constexpr std::string_view kTransform = "prism.hadamard.transform";
inline constexpr std::string_view kAxis = "prism.hadamard.axis";
inline constexpr std::string_view kSignMode = "prism.hadamard.sign_mode";
inline constexpr std::string_view kSignWidths = "prism.hadamard.sign_widths";
inline constexpr std::string_view kSignValues = "prism.hadamard.sign_values";
inline constexpr std::string_view kWeightNames = "prism.hadamard.weight_names";
inline constexpr std::string_view kInverseNames = "prism.hadamard.inverse_weight_names";
inline constexpr std::string_view kValueHeads = "prism.hadamard.gdn_v_grouped";
inline constexpr std::array kAllKeys = {kVersion,      kBlockSize,  kTransform,  kAxis,
                                        kSignMode,     kSignWidths, kSignValues, kWeightNames,
                                        kInverseNames, kValueHeads};

// "metadata key 'prism.hadamard.axis' " and what is wrong with it.
Error KeyError(ErrorCode code, std::string_view key, const std::string& what);

// A missing key is an error of the file, not of a look-up: kMalformed, not kNotFound.
Error KeyIsMissing(std::string_view key);
template <class T>
Result<T> Require(std::string_view key, Result<T> value) {
  if (value.ok() || value.error().code != ErrorCode::kNotFound) return value;
  return KeyIsMissing(key);
}

// Arrays of strings, and of any integer type. kWrongType for others.
Result<GgufArray> RequireStrings(const GgufFile& file, std::string_view key);
Result<GgufArray> RequireIntegers(const GgufFile& file, std::string_view key);

}  // namespace packdot

#endif  // PACKDOT_SRC_HADAMARD_KEYS_H_
