// Seeded random weights in any format that has kernels.
#ifndef PACKDOT_TOOLS_PACKDOT_DEMO_BLOCKS_H_
#define PACKDOT_TOOLS_PACKDOT_DEMO_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "packdot/format.h"

namespace packdot::cli {

// Every bit of a block is random, but for the exponents of its floats, which keep weights moderate.
std::vector<uint8_t> RandomBlocks(Format format, size_t num_blocks, uint64_t seed);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_DEMO_BLOCKS_H_
