// How many CPUs this process may use.
#ifndef PACKDOT_SRC_CPU_COUNT_H_
#define PACKDOT_SRC_CPU_COUNT_H_

#include <optional>
#include <string>

namespace packdot {

// CPUs in the calling thread's affinity mask; at least 1.
int CpusInMask();

// The tightest CPU quota, in whole CPUs rounded down but at least 1, of the cgroup that
// `self_cgroup` (normally /proc/self/cgroup) names and of its parents, with the hierarchy mounted
// at `root` (normally /sys/fs/cgroup): version 2's cpu.max, version 1's cpu.cfs_quota_us. Nothing
// if there is no limit or no cgroup.
std::optional<int> CgroupCpus(const std::string& root, const std::string& self_cgroup);

}  // namespace packdot

#endif  // PACKDOT_SRC_CPU_COUNT_H_
