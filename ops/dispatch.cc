// Highway's run-time dispatch, as plain functions.
#include "ops/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/dispatch.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace packdot {
namespace HWY_NAMESPACE {
const char* NameOfThis() { return hwy::TargetName(HWY_TARGET); }
int64_t IdOfThis() { return HWY_TARGET; }
}  // namespace HWY_NAMESPACE
}  // namespace packdot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace packdot {

HWY_EXPORT(NameOfThis);
HWY_EXPORT(IdOfThis);

std::vector<CompiledTarget> CompiledTargets() {
  // What dispatch may be restricted to must not hide what the CPU can do.
  static const int64_t supported = hwy::SupportedTargets();
  std::vector<CompiledTarget> targets;
  // Better targets have lower bits.
  for (int64_t left = HWY_TARGETS; left != 0; left &= left - 1) {
    const int64_t id = left & -left;
    targets.push_back({id, hwy::TargetName(id), (supported & id) != 0});
  }
  return targets;
}

const char* RunningTarget() { return HWY_DYNAMIC_DISPATCH(NameOfThis)(); }

int64_t RunningTargetId() { return HWY_DYNAMIC_DISPATCH(IdOfThis)(); }

void RestrictDispatch(int64_t id) { hwy::SetSupportedTargetsForTest(id); }

}  // namespace packdot
#endif
