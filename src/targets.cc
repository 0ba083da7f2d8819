// The instruction sets of this library, by name.
#include "packdot/targets.h"

#include <string>

#include "ops/dispatch.h"
#include "src/registry.h"

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

Result<KernelInfo> DescribeKernel(Format format, std::string_view target) {
  const int64_t chosen = RunningTargetId();
  for (const CompiledTarget& t : CompiledTargets()) {
    if (target != t.name) continue;
    RestrictDispatch(t.id);
    const Kernels& kernels = *KernelsFor(format);
    RestrictDispatch(chosen);
    return KernelInfo{kernels.form, kernels.quad, kernels.vector_bytes, kernels.rows_at_once};
  }
  return Error{
      ErrorCode::kInvalidArgument, "no target " + std::string(target) + " in this build", {}};
}

}  // namespace packdot
