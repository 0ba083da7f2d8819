// The library holds kernels for every target that it is meant to: a compiler that Highway distrusts
// drops some without a word.
#include <gtest/gtest.h>

#include <string>

#include "packdot/targets.h"

namespace packdot {
namespace {

TEST(CompiledTargets, AreThoseOfThePolicy) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "the list is that of x86-64";
#endif
  std::string compiled;
  for (const TargetInfo& target : Targets()) {
    if (!compiled.empty()) compiled += ' ';
    compiled += target.name;
  }
  EXPECT_EQ(compiled, PACKDOT_EXPECTED_TARGETS);
}

}  // namespace
}  // namespace packdot
