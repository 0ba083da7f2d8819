// The operators new and delete of a whole test program, with a counter.
#include "tests/support/allocation_meter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace packdot {
namespace {

std::atomic<size_t> requested_bytes = 0;

}  // namespace

void AllocationMeter::Reset() { requested_bytes = 0; }
size_t AllocationMeter::RequestedBytes() { return requested_bytes; }

}  // namespace packdot

// The forms for arrays and those that return null call these two.
void* operator new(size_t size) {
  packdot::requested_bytes += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
