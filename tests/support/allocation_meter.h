// Counts what the program takes from operator new: the bound on memory that tests of hostile files
// check, the same with and without sanitizers.
#ifndef PACKDOT_TESTS_SUPPORT_ALLOCATION_METER_H_
#define PACKDOT_TESTS_SUPPORT_ALLOCATION_METER_H_

#include <cstddef>

namespace packdot {

// The sum of all requests since Reset, those already given back included.
class AllocationMeter {
 public:
  static void Reset();
  static size_t RequestedBytes();
};

}  // namespace packdot

#endif  // PACKDOT_TESTS_SUPPORT_ALLOCATION_METER_H_
