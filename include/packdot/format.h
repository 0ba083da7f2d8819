// The weight formats that GGUF files hold.
#ifndef PACKDOT_FORMAT_H_
#define PACKDOT_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace packdot {

// Values are the type ids of GGUF; STQ1_0, PQ2_0 and PTQ1_0 are those of the forks that made them.
enum class Format : uint32_t {
  kF32 = 0,
  kF16 = 1,
  kQ4_0 = 2,
  kQ4_1 = 3,
  kQ5_0 = 6,
  kQ5_1 = 7,
  kQ8_0 = 8,
  kQ2_K = 10,
  kQ3_K = 11,
  kQ4_K = 12,
  kQ5_K = 13,
  kQ6_K = 14,
  kIQ2_XXS = 16,
  kIQ2_XS = 17,
  kIQ3_XXS = 18,
  kIQ1_S = 19,
  kIQ4_NL = 20,
  kIQ3_S = 21,
  kIQ2_S = 22,
  kIQ4_XS = 23,
  kIQ1_M = 29,
  kBF16 = 30,
  kTQ1_0 = 34,
  kTQ2_0 = 35,
  kMXFP4 = 39,
  kNVFP4 = 40,
  kQ1_0 = 41,
  kQ2_0 = 42,
  kSTQ1_0 = 43,
  kPQ2_0 = 142,
  kPTQ1_0 = 143,
};

// A row of a matrix is a whole number of blocks, stored one after another without padding.
struct FormatInfo {
  Format format;
  std::string_view name;  // as GGUF tools spell it: "Q4_K"
  size_t block_weights;
  size_t block_bytes;

  constexpr double BitsPerWeight() const {
    return 8.0 * static_cast<double>(block_bytes) / static_cast<double>(block_weights);
  }
};

// All formats, in the order of their ids.
std::span<const FormatInfo> Formats();

const FormatInfo& InfoOf(Format format);

// Null if there is none of that name (exact spelling) or id.
const FormatInfo* FindFormat(std::string_view name);
const FormatInfo* FindFormat(uint32_t id);

}  // namespace packdot

#endif  // PACKDOT_FORMAT_H_
