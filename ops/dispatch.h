// Which instruction sets were compiled, which this CPU has, and which one calls run.
#ifndef PACKDOT_OPS_DISPATCH_H_
#define PACKDOT_OPS_DISPATCH_H_

#include <cstdint>
#include <vector>

namespace packdot {

struct CompiledTarget {
  int64_t id;  // Highway's bit
  const char* name;
  bool supported;
};

std::vector<CompiledTarget> CompiledTargets();  // best first

// The name that code compiled for the target finds in itself.
const char* RunningTarget();
int64_t RunningTargetId();

// Makes every later dispatch choose the target with this id; 0 returns to the best. Of one that is
// not supported only constants may be read.
void RestrictDispatch(int64_t id);

}  // namespace packdot

#endif  // PACKDOT_OPS_DISPATCH_H_
