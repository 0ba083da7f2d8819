// The only file that knows oneTBB.
#include "src/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace packdot {

// Ranges are few and large: in a prototype, chunks of 64 rows handed out on demand cost 25 to 30 %
// at two threads against one range a thread.
void ParallelRanges(size_t size, int threads, const std::function<void(size_t, size_t)>& fn) {
  if (threads <= 1 || size <= 1) {
    fn(0, size);
    return;
  }
  const size_t count = static_cast<size_t>(threads);
  const size_t step = ((size + count - 1) / count + 3) / 4 * 4;
  const size_t ranges = (size + step - 1) / step;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, ranges, 1),
        [&](const tbb::blocked_range<size_t>& range) {
          for (size_t r = range.begin(); r != range.end(); ++r) {
            fn(r * step, std::min(size, (r + 1) * step));
          }
        },
        tbb::simple_partitioner());
  });
}

}  // namespace packdot
