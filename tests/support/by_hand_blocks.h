// Blocks written byte by byte, whose weights can be worked out from the comments beside them.
#ifndef PACKDOT_TESTS_SUPPORT_BY_HAND_BLOCKS_H_
#define PACKDOT_TESTS_SUPPORT_BY_HAND_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "packdot/format.h"

namespace packdot::testing {

struct ByHand {
  Format format;
  std::vector<uint8_t> block;
  std::vector<std::pair<size_t, float>> expected;  // position in the block, weight
};

// At least one block of every format.
std::vector<ByHand> ByHandBlocks();

// The parts of it: formats of 1 to 128 weights a block; ternary ones; the K and the I family.
void AddSmallBlocks(std::vector<ByHand>* blocks);
void AddTernaryBlocks(std::vector<ByHand>* blocks);
void AddKBlocks(std::vector<ByHand>* blocks);
void AddIBlocks(std::vector<ByHand>* blocks);

// Zeros, but for the bytes that are put.
class Bytes {
 public:
  explicit Bytes(size_t size) : bytes_(size) {}
  Bytes&& Put(size_t offset, std::initializer_list<uint8_t> values) && {
    for (const uint8_t value : values) bytes_.at(offset++) = value;
    return std::move(*this);
  }
  operator std::vector<uint8_t>() && { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_BY_HAND_BLOCKS_H_
