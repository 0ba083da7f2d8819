// ANSI sequences, where a terminal reads them.
#include "tools/packdot/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

constexpr std::string_view kWipeLine = "\r\x1b[K";

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool WantsColours() {
  static const bool wants = isatty(STDOUT_FILENO) == 1 && Environment("NO_COLOR").empty() &&
                            Environment("TERM") != "dumb";
  return wants;
}

std::string_view Sequence(Style style) {
  switch (style) {
    case Style::kBold:
      return "\x1b[1m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kRed:
      return "\x1b[31m";
    case Style::kPlain:
      break;
  }
  return "";
}

}  // namespace

std::string Styled(std::string_view text, Style style) {
  if (style == Style::kPlain || !WantsColours()) return std::string(text);
  return std::string(Sequence(style)).append(text).append("\x1b[0m");
}

Progress::Progress(std::string_view verb, uint64_t total)
    : verb_(verb), total_(total), active_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (active_) std::cerr << kWipeLine << std::flush;
}

void Progress::Advance(uint64_t steps, std::string_view what) {
  done_ += steps;
  const auto now = std::chrono::steady_clock::now();
  if (!active_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const double percent = 100 * static_cast<double>(done_) / static_cast<double>(total_);
  std::cerr << kWipeLine << verb_ << " " << Fixed(percent, 0) << " % " << EscapeShort(what, 50)
            << std::flush;
}

}  // namespace packdot::cli
