// The golden files: blocks of every format, and the values that an independent decoder gave.
#ifndef PACKDOT_TESTS_SUPPORT_GOLDEN_H_
#define PACKDOT_TESTS_SUPPORT_GOLDEN_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace packdot::testing {

// The folder in the source tree that tools/make_golden.py writes.
std::filesystem::path GoldenFolder();

// The larger set that may lie beside the source tree, ../shared/golden; empty if it does not.
std::filesystem::path SharedGoldenFolder();

struct GoldenRow {
  std::vector<uint8_t> blocks;
  std::vector<float> values;
};

// Reads <name>.blocks.bin and <name>.f32.bin; empty vectors if a file is missing.
GoldenRow ReadGolden(const std::filesystem::path& folder, const std::string& name);

// The column `walk` of MANIFEST.tsv by format name; tools/make_golden.py says what it sums up.
std::map<std::string, uint64_t> ReadWalkChecksums();

// The blocks that the walk consists of, and the checksum of their values.
std::vector<uint8_t> WalkBlocks(uint32_t type_id, size_t block_bytes);
uint64_t WalkChecksum(const std::vector<float>& values);

// Whether the bits are equal, or both are some NaN.
bool SameBits(float a, float b);

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_GOLDEN_H_
