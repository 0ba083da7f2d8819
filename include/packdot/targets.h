// The instruction sets that this library holds kernels for, and which of them runs.
#ifndef PACKDOT_TARGETS_H_
#define PACKDOT_TARGETS_H_

#include <string_view>
#include <vector>

#include "packdot/format.h"
#include "packdot/result.h"

namespace packdot {

struct TargetInfo {
  std::string_view name;  // Highway's: "AVX3_ZEN4", "AVX2", "EMU128" (portable code)
  bool supported;         // this CPU can run it
  bool chosen;            // calls run it now
};

// Every target compiled into the library, best first.
std::vector<TargetInfo> Targets();

// The target that calls run now.
std::string_view ChosenTarget();

// For tests, benchmarks and bug reports: all later calls in this process run `name`; an empty name
// returns to the best. kInvalidArgument if this CPU or this build lacks it. Not to be called while
// another thread is in a call of the library.
Status ForceTarget(std::string_view name);

// How a format's kernels work on a target.
struct KernelInfo {
  std::string_view form;  // how codes are unpacked: "bit fields", "codebook in registers"
  std::string_view quad;  // how they are multiplied by int8: "u8 x i8 quads"
  int vector_bytes;
  int rows_at_once;
};

// For any compiled target, supported here or not. Changes the chosen target for a moment, so what
// ForceTarget says about other threads holds here as well.
Result<KernelInfo> DescribeKernel(Format format, std::string_view target);

}  // namespace packdot

#endif  // PACKDOT_TARGETS_H_
