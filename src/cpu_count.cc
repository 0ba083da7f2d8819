// Reads the affinity mask and the cgroup's quota.
#include "src/cpu_count.h"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "packdot/gemv.h"

namespace packdot {
namespace {

// Quota and period in microseconds; a quota that is not positive is no limit.
std::optional<int> WholeCpus(int64_t quota, int64_t period) {
  if (quota <= 0 || period <= 0) return std::nullopt;
  return static_cast<int>(std::clamp<int64_t>(quota / period, 1, 1 << 20));
}

// "max 100000" or "150000 100000".
std::optional<int> QuotaV2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  std::string quota;
  int64_t period = 0;
  if (!(file >> quota >> period) || quota == "max") return std::nullopt;
  return WholeCpus(std::strtoll(quota.c_str(), nullptr, 10), period);
}

std::optional<int> QuotaV1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  int64_t quota = 0, period = 0;
  if (!(quota_file >> quota) || !(period_file >> period)) return std::nullopt;
  return WholeCpus(quota, period);
}

void Tighten(std::optional<int>& limit, std::optional<int> other) {
  if (other && (!limit || *other < *limit)) limit = other;
}

// The limits of `path` below `mount` and of all its parents up to the mount itself.
template <class Quota>
void TightenAlong(std::optional<int>& limit, const std::string& mount, std::string path,
                  Quota quota) {
  while (!path.empty() && path != "/") {
    Tighten(limit, quota(mount + path));
    path.resize(path.find_last_of('/'));
  }
  Tighten(limit, quota(mount));
}

bool NamesCpuController(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

int CpusInMask() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  // Fails on machines of more than 1024 CPUs, where the mask is left empty.
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return 1;
  return std::max(1, CPU_COUNT(&mask));
}

std::optional<int> CgroupCpus(const std::string& root, const std::string& self_cgroup) {
  std::optional<int> limit;
  std::ifstream file(self_cgroup);
  // Lines of "id:controllers:path"; version 2's has no controllers.
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (path.empty() || path.front() != '/') continue;
    if (controllers.empty()) {
      TightenAlong(limit, root, path, QuotaV2);
    } else if (NamesCpuController(controllers)) {
      TightenAlong(limit, root + "/cpu", path, QuotaV1);
    }
  }
  return limit;
}

int DefaultThreads() {
  // The quota takes a dozen files to read and hardly ever changes; the mask is one system call.
  static const std::optional<int> quota = CgroupCpus("/sys/fs/cgroup", "/proc/self/cgroup");
  const int cpus = CpusInMask();
  return std::min(cpus, quota.value_or(cpus));
}

}  // namespace packdot
