// UTF-8 decoding and escaping; number formatting.
#include "tools/packdot/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdio>

namespace packdot::cli {
namespace {

struct CodePoint {
  uint32_t value;
  size_t bytes;  // 0: the text does not start with valid UTF-8
};

// Refuses what UTF-8 forbids: overlong forms, surrogates, values above 0x10ffff.
CodePoint DecodeFirst(std::string_view text) {
  const auto byte = [&](size_t i) { return uint32_t{static_cast<uint8_t>(text[i])}; };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || bytes > text.size()) return {lead, 0};
  uint32_t value = lead & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 0};
    value = value << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (overlong || surrogate || value > 0x10ffff) return {lead, 0};
  return {value, bytes};
}

// C0 and C1 controls, line separators, and the marks that reorder the text around them.
bool Steers(uint32_t value) {
  return value < 0x20 || (value >= 0x7f && value < 0xa0) || value == 0x61c ||
         (value >= 0x200b && value <= 0x200f) || (value >= 0x2028 && value <= 0x202e) ||
         (value >= 0x2066 && value <= 0x2069) || value == 0xfeff;
}

std::string Hex(const char* format, uint32_t value) {
  std::array<char, 16> buffer;
  const int size = std::snprintf(buffer.data(), buffer.size(), format, value);
  return {buffer.data(), static_cast<size_t>(size)};
}

std::string EscapeOne(std::string_view text, CodePoint point) {
  if (point.bytes == 0) return Hex("\\x%02x", point.value);
  if (point.value == '\n') return "\\n";
  if (point.value == '\t') return "\\t";
  if (!Steers(point.value)) return std::string(text.substr(0, point.bytes));
  return point.value < 0x80 ? Hex("\\x%02x", point.value) : Hex("\\u%04x", point.value);
}

std::string ShortestText(std::floating_point auto value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace

std::string Escape(std::string_view text) { return EscapeShort(text, std::string_view::npos); }

std::string EscapeShort(std::string_view text, size_t limit) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = DecodeFirst(rest);
    const std::string piece = EscapeOne(rest, point);
    if (piece.size() > limit - out.size()) {
      return out + "... (" + std::to_string(text.size()) + " bytes)";
    }
    out += piece;
    rest.remove_prefix(std::max<size_t>(point.bytes, 1));
  }
  return out;
}

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<uint8_t>(c) & 0xc0) != 0x80; }));
}

std::string Fixed(double value, int digits) {
  std::array<char, 400> buffer;  // the longest double has 309 digits before its point
  const int size = std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return {buffer.data(), static_cast<size_t>(size)};
}

std::string Scientific(double value) {
  std::array<char, 32> buffer;
  const int size = std::snprintf(buffer.data(), buffer.size(), "%.1e", value);
  return {buffer.data(), static_cast<size_t>(size)};
}

std::string Shortest(float value) { return ShortestText(value); }
std::string Shortest(double value) { return ShortestText(value); }

std::string Percent(double share) { return Fixed(100 * share, 2) + " %"; }

std::string ByteSize(uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " B";
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024; ++unit) value /= 1024;
  return Fixed(value, 2) + " " + kUnits[unit];
}

}  // namespace packdot::cli
