// Lookup tables computed at compile time.
#ifndef PACKDOT_OPS_TABLE_H_
#define PACKDOT_OPS_TABLE_H_

#include <array>
#include <cstddef>

namespace packdot {

// The kSize values fn(0), fn(1), ...
template <class T, int kSize, class Fn>
constexpr std::array<T, kSize> TableOf(Fn fn) {
  std::array<T, kSize> table{};
  for (int i = 0; i < kSize; ++i) table[static_cast<size_t>(i)] = static_cast<T>(fn(i));
  return table;
}

}  // namespace packdot

#endif  // PACKDOT_OPS_TABLE_H_
