// What is done only on a terminal: colours on stdout, progress on stderr.
#ifndef PACKDOT_TOOLS_PACKDOT_TERMINAL_H_
#define PACKDOT_TOOLS_PACKDOT_TERMINAL_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace packdot::cli {

enum class Style { kPlain, kBold, kGreen, kRed };

// `text` as it is unless stdout is a terminal that wants colours: NO_COLOR empty or unset, and TERM
// not "dumb".
std::string Styled(std::string_view text, Style style);

// A line on stderr, rewritten a few times a second and wiped in the end. Silent off a terminal.
class Progress {
 public:
  Progress(std::string_view verb, uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // `steps` more of the total are done; `what` is being worked on.
  void Advance(uint64_t steps, std::string_view what);

 private:
  const std::string verb_;
  const uint64_t total_;
  uint64_t done_ = 0;
  const bool active_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_TERMINAL_H_
