// Text for terminals: what files hold made harmless, numbers made readable.
#ifndef PACKDOT_TOOLS_PACKDOT_TEXT_H_
#define PACKDOT_TOOLS_PACKDOT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace packdot::cli {

// Control and formatting characters and bytes that are not UTF-8 become \n, \t, \x1b, \u202e: one
// line, and nothing that could steer the terminal.
std::string Escape(std::string_view text);

// The same, cut after `limit` bytes of output or a little less, with "..." and the size if cut.
std::string EscapeShort(std::string_view text, size_t limit);

// Columns that valid UTF-8 text takes, counted as one a code point.
size_t DisplayWidth(std::string_view text);

std::string Fixed(double value, int digits);
std::string Scientific(double value);  // two significant digits: "3.1e-08"
// The shortest decimal that reads back as the same number.
std::string Shortest(float value);
std::string Shortest(double value);
std::string Percent(double share);  // "2.14 %"

// "17 B", "4.50 MiB".
std::string ByteSize(uint64_t bytes);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_TEXT_H_
