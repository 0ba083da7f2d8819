// Look-up of names in O(log n) whatever they are: a hash table could be fed colliding names.
#ifndef PACKDOT_SRC_NAME_INDEX_H_
#define PACKDOT_SRC_NAME_INDEX_H_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace packdot {

// Maps names, which it does not own, to their positions in the order of Add.
class NameIndex {
 public:
  void Add(std::string_view name) { entries_.push_back({name, entries_.size()}); }

  // To be called once all names are in. If two are equal: the positions of the first two that are.
  std::optional<std::pair<size_t, size_t>> SortAndFindDuplicate() {
    std::sort(entries_.begin(), entries_.end());
    const auto same =
        std::adjacent_find(entries_.begin(), entries_.end(),
                           [](const Entry& a, const Entry& b) { return a.name == b.name; });
    if (same == entries_.end()) return std::nullopt;
    return std::pair(same->position, (same + 1)->position);
  }

  std::optional<size_t> Find(std::string_view name) const {
    const auto found = std::lower_bound(
        entries_.begin(), entries_.end(), name,
        [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
    if (found == entries_.end() || found->name != name) return std::nullopt;
    return found->position;
  }

 private:
  struct Entry {
    std::string_view name;
    size_t position;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries_;
};

}  // namespace packdot

#endif  // PACKDOT_SRC_NAME_INDEX_H_
