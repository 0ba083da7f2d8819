// Many callers at once, and how many threads a process may use.
#include <gtest/gtest.h>
#include <sched.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "packdot/packdot.h"
#include "src/cpu_count.h"
#include "src/parallel.h"
#include "tests/support/kernel_case.h"
#include "tests/support/random_blocks.h"

namespace packdot::testing {
namespace {

// A matrix, shared by all, and what one thread makes of it.
struct Job {
  std::vector<uint8_t> bytes;
  MatrixView w;
  std::vector<float> x;
  std::vector<float> expected;

  Job(Format format, size_t rows, size_t cols, uint32_t seed)
      : bytes(rows * cols / InfoOf(format).block_weights * InfoOf(format).block_bytes),
        w(ViewOf(format, rows, cols, bytes)),
        x(GaussianValues(cols, seed)) {
    FillRandomBlocks(format, Mode::kRandom, seed, bytes);
    expected = Product(w, ActivationOf(x, ActivationType::kQ8));
  }
};

TEST(Threads, CallersAtOnceDoNotDisturbEachOther) {
  // Large enough for several threads in a call.
  const Job jobs[] = {{Format::kQ4_K, 300, 512, 1},
                      {Format::kQ8_0, 257, 1024, 2},
                      {Format::kIQ2_XXS, 100, 2048, 3},
                      {Format::kPTQ1_0, 33, 4096, 4},
                      {Format::kF16, 129, 600, 5}};
  const Activation shared = ActivationOf(jobs[0].x, ActivationType::kQ8);
  std::vector<std::thread> callers;
  std::vector<int> wrong(16);
  for (size_t t = 0; t < wrong.size(); ++t) {
    callers.emplace_back([&, t] {
      for (size_t i = 0; i < 40; ++i) {
        const Job& job = jobs[(t + i) % std::size(jobs)];
        const int threads = static_cast<int>(i % 3);
        const Activation own = ActivationOf(job.x, ActivationType::kQ8);
        wrong[t] += Product(job.w, own, threads) != job.expected;
        wrong[t] += Product(jobs[0].w, shared, threads) != jobs[0].expected;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, std::vector<int>(wrong.size(), 0));
}

TEST(Threads, CallsInsideCallsWork) {
  const Job job(Format::kQ4_K, 300, 512, 6);
  const Activation x = ActivationOf(job.x, ActivationType::kQ8);
  std::vector<char> right(8);
  ParallelRanges(right.size() * 4, 8, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; i += 4) right[i / 4] = Product(job.w, x, 2) == job.expected;
  });
  EXPECT_EQ(right, std::vector<char>(right.size(), 1));
}

TEST(Threads, RangesCoverEveryRowOnce) {
  for (const size_t size : {0, 1, 3, 4, 5, 17, 1000}) {
    for (const int threads : {1, 2, 3, 8, 100}) {
      std::vector<int> calls(size);
      ParallelRanges(size, threads, [&](size_t begin, size_t end) {
        EXPECT_LE(begin, end);
        for (size_t r = begin; r < end; ++r) ++calls[r];
      });
      EXPECT_EQ(calls, std::vector<int>(size, 1)) << size << " rows, " << threads << " threads";
    }
  }
}

TEST(Threads, OneThreadIsTheCallersOwn) {
  const std::thread::id caller = std::this_thread::get_id();
  ParallelRanges(1000, 1, [&](size_t begin, size_t end) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(end - begin, 1000u);
  });
}

TEST(Threads, TheMaskLimitsTheDefaultAndStaysAsItWas) {
  cpu_set_t before, one, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(CpusInMask(), 1);
  EXPECT_EQ(DefaultThreads(), 1);
  const Job job(Format::kQ4_K, 3, 512, 7);
  const Activation x = ActivationOf(job.x, ActivationType::kQ8);
  for (const int threads : {0, 1, 2, 64, 1000}) EXPECT_EQ(Product(job.w, x, threads), job.expected);
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&one, &after));
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(CpusInMask(), CPU_COUNT(&before));
}

class CgroupTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(std::filesystem::create_directories(root_)); }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  std::optional<int> Cpus(const std::string& self) const {
    Write("self", self);
    return CgroupCpus(root_.string(), (root_ / "self").string());
  }

  const std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("packdot_cgroup_" + std::to_string(getpid()));
};

TEST_F(CgroupTest, Version2) {
  const std::string self = "0::/job";
  EXPECT_EQ(Cpus(self), std::nullopt);
  Write("job/cpu.max", "max 100000");
  EXPECT_EQ(Cpus(self), std::nullopt);
  Write("job/cpu.max", "150000 100000");
  EXPECT_EQ(Cpus(self), 1);
  Write("job/cpu.max", "50000 100000");
  EXPECT_EQ(Cpus(self), 1);
  Write("job/cpu.max", "400000 100000");
  EXPECT_EQ(Cpus(self), 4);
  Write("job/cpu.max", "rubbish");
  EXPECT_EQ(Cpus(self), std::nullopt);
}

TEST_F(CgroupTest, TheTightestParentCounts) {
  Write("a/b/c/cpu.max", "max 100000");
  Write("a/b/cpu.max", "300000 100000");
  Write("a/cpu.max", "800000 100000");
  EXPECT_EQ(Cpus("0::/a/b/c"), 3);
  Write("cpu.max", "200000 100000");
  EXPECT_EQ(Cpus("0::/a/b/c"), 2);
  EXPECT_EQ(Cpus("0::/"), 2);
}

TEST_F(CgroupTest, Version1) {
  const std::string self = "11:memory:/x\n4:cpu,cpuacct:/job\n1:name=systemd:/y";
  Write("cpu/job/cpu.cfs_quota_us", "-1");
  Write("cpu/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(Cpus(self), std::nullopt);
  Write("cpu/job/cpu.cfs_quota_us", "250000");
  EXPECT_EQ(Cpus(self), 2);
}

TEST_F(CgroupTest, NoCgroupAtAll) {
  EXPECT_EQ(CgroupCpus(root_.string(), (root_ / "missing").string()), std::nullopt);
  EXPECT_EQ(Cpus(""), std::nullopt);
  EXPECT_EQ(Cpus("rubbish"), std::nullopt);
}

}  // namespace
}  // namespace packdot::testing
