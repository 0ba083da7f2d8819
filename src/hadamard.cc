// The transform: checks at the boundary, then blocks to the kernel.
#include "packdot/hadamard.h"

#include <bit>
#include <string>

#include "ops/hadamard.h"
#include "src/hadamard_checks.h"

namespace packdot {
namespace {

// Without a branch in the loop: the check must not cost more than the transform.
bool AreSigns(std::span<const int8_t> signs) {
  unsigned wrong = 0;
  for (const int8_t sign : signs) wrong |= static_cast<uint8_t>(sign + 1) & 0xFDu;
  return wrong == 0;
}

Status Check(size_t size, size_t block, std::span<const int8_t> signs) {
  if (!IsHadamardBlock(block)) {
    return Error{ErrorCode::kInvalidArgument,
                 "the block is " + std::to_string(block) + ", expected " + kHadamardBlocks,
                 {}};
  }
  const size_t width = signs.empty() ? size : signs.size();
  if (width % block != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(width) + " values are not whole blocks of " + std::to_string(block),
                 {}};
  }
  if (!signs.empty() && size % width != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 "x has " + std::to_string(size) + " values, but there are signs for vectors of " +
                     std::to_string(width),
                 {}};
  }
  if (AreSigns(signs)) return {};
  return Error{ErrorCode::kInvalidArgument, "a sign is neither 1 nor -1", {}};
}

}  // namespace

bool IsHadamardBlock(uint64_t block) {
  return std::has_single_bit(block) && block <= kLargestHadamardBlock;
}

void TransformVectors(std::span<float> x, size_t block, std::span<const int8_t> signs) {
  if (signs.empty()) return TransformBlocks(x.data(), x.size(), block, nullptr);
  for (; !x.empty(); x = x.subspan(signs.size())) {
    TransformBlocks(x.data(), signs.size(), block, signs.data());
  }
}

Status HadamardTransform(std::span<float> x, size_t block, std::span<const int8_t> signs) {
  if (Status s = Check(x.size(), block, signs); !s.ok()) return s;
  TransformVectors(x, block, signs);
  return {};
}

Status InverseHadamardTransform(std::span<float> x, size_t block, std::span<const int8_t> signs) {
  if (Status s = Check(x.size(), block, signs); !s.ok()) return s;
  TransformVectors(x, block, {});
  for (; !x.empty() && !signs.empty(); x = x.subspan(signs.size())) {
    for (size_t i = 0; i < signs.size(); ++i) x[i] *= static_cast<float>(signs[i]);
  }
  return {};
}

}  // namespace packdot
