// Row ranges over threads.
#ifndef PACKDOT_SRC_PARALLEL_H_
#define PACKDOT_SRC_PARALLEL_H_

#include <cstddef>
#include <functional>

namespace packdot {

// Calls fn(begin, end) for ranges that cover 0 .. size, at most `threads` at a time, and returns
// when all are done. With threads == 1 it calls fn(0, size) itself and touches no pool. Ranges are
// multiples of four, but for the last.
void ParallelRanges(size_t size, int threads, const std::function<void(size_t, size_t)>& fn);

}  // namespace packdot

#endif  // PACKDOT_SRC_PARALLEL_H_
