// libFuzzer's entry into the GGUF reader: whatever is accepted must be usable.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "packdot/gguf.h"
#include "tests/support/gguf_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const packdot::Result<packdot::GgufFile> file = packdot::GgufFile::Parse({data, size});
  if (file.ok()) packdot::Walk(*file);
  if (testing::Test::HasFailure()) std::abort();
  return 0;
}
