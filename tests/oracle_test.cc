#include "tests/oracle/oracle.h"
#include <gtest/gtest.h>
#include "tests/support/golden.h"
namespace packdot {
TEST(Golden, All) {
  const auto walks = testing::ReadWalkChecksums();
  for (auto folder : {testing::GoldenFolder(), testing::SharedGoldenFolder()})
  for (const auto& f : oracle::Formats()) {
    const auto row = testing::ReadGolden(folder, std::string(f.name));
    auto v = oracle::Values(f.format, row.blocks);
    EXPECT_EQ(v.size(), row.values.size());
    int bad = 0;
    for (size_t j = 0; j < v.size() && j < row.values.size(); ++j) if (!testing::SameBits(v[j], row.values[j])) { if (!bad++) ADD_FAILURE() << folder << f.name << " " << j << " " << v[j] << " " << row.values[j]; }
    EXPECT_EQ(bad, 0) << f.name;
    EXPECT_EQ(testing::WalkChecksum(oracle::Values(f.format, testing::WalkBlocks((uint32_t)f.format, (size_t)f.block_bytes))), walks.at(std::string(f.name))) << f.name;
    printf("%s %zu\n", f.name.data(), v.size());
  }
}
}
