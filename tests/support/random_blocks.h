// Seeded blocks of any format: all bits random, or one thing about them extreme.
#ifndef PACKDOT_TESTS_SUPPORT_RANDOM_BLOCKS_H_
#define PACKDOT_TESTS_SUPPORT_RANDOM_BLOCKS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "packdot/format.h"

namespace packdot::testing {

// Unless a mode says otherwise, codes and sub-scales are random bits, and scales (d, dmin, m; of a
// plain type the weight itself) have either sign and a magnitude from 2^-8 to 2^3.
enum class Mode {
  kRandom,
  // Every byte but those of scales has this value, so that sums grow as fast as they can: one of
  // the four gives the format's code of the largest magnitude. Blocks take turns in whether
  // sub-scales are of that byte too, or distinct.
  kBytes00,
  kBytesFF,
  kBytes80,
  kBytes7F,
  kDistinctSubScales,  // no two sub-scales, no two mins of a block are equal, where bits suffice
  kLargeScales,        // 65504 or -65504; the largest below 2^16 that the type has
  kZeroScales,         // 0 or -0; MXFP4 has no zero and gets its smallest scale
  kSubnormalScales,    // of F32, BF16 and MXFP4 they are subnormal floats: sums may underflow
  kNanScale,           // one scale of one block, both told by the seed; MXFP4 and NVFP4 have none
  kInfScale,           // likewise
};

inline constexpr Mode kModes[] = {
    Mode::kRandom,          Mode::kBytes00,           Mode::kBytesFF,     Mode::kBytes80,
    Mode::kBytes7F,         Mode::kDistinctSubScales, Mode::kLargeScales, Mode::kZeroScales,
    Mode::kSubnormalScales, Mode::kNanScale,          Mode::kInfScale,
};

// "Random", for test names and messages.
std::string_view ModeName(Mode mode);

// The bytes must be a whole number of blocks. The same arguments give the same bytes everywhere.
// In modes kNanScale and kInfScale it is block seed % blocks whose scale is not finite.
void FillRandomBlocks(Format format, Mode mode, uint64_t seed, std::span<uint8_t> blocks);

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_RANDOM_BLOCKS_H_
