// Stands in for src/parallel.cc in builds without threads.
#include "src/parallel.h"

namespace packdot {

void ParallelRanges(size_t size, int /*threads*/, const std::function<void(size_t, size_t)>& fn) {
  fn(0, size);
}

}  // namespace packdot
