// The instruction sets of this library, by name.
#include "packdot/targets.h"

#include <string>

#include "ops/dispatch.h"

namespace packdot {

std::vector<TargetInfo> Targets() {
  const std::string_view chosen = ChosenTarget();
  std::vector<TargetInfo> targets;
  for (const CompiledTarget& t : CompiledTargets()) {
    targets.push_back({t.name, t.supported, chosen == t.name});
  }
  return targets;
}

std::string_view ChosenTarget() { return RunningTarget(); }

Status ForceTarget(std::string_view name) {
  const std::vector<CompiledTarget> targets = CompiledTargets();
  if (name.empty()) {
    RestrictDispatch(0);
    return {};
  }
  std::string names;
  for (const CompiledTarget& t : targets) {
    if (!t.supported) continue;
    if (name == t.name) {
      RestrictDispatch(t.id);
      return {};
    }
    names += names.empty() ? "" : ", ";
    names += t.name;
  }
  return Error{ErrorCode::kInvalidArgument,
               "no target " + std::string(name) + " on this CPU; it has " + names,
               {}};
}

}  // namespace packdot
