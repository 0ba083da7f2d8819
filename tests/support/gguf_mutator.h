// Damages GGUF files in the ways that bugs, bad disks and attackers do, reproducibly.
#ifndef PACKDOT_TESTS_SUPPORT_GGUF_MUTATOR_H_
#define PACKDOT_TESTS_SUPPORT_GGUF_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/support/gguf_bytes.h"

namespace packdot {

class GgufMutator {
 public:
  // The same seed gives the same files on every machine.
  explicit GgufMutator(uint64_t seed) : random_(seed) {}

  // One of the files with one to four damages.
  std::vector<uint8_t> Mutate(const std::vector<GgufBytes>& files);

 private:
  using Bytes = std::vector<uint8_t>;

  size_t Below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  uint64_t InterestingNumber(size_t file_size);

  void FlipBit(Bytes& bytes);
  void OverwriteField(const GgufBytes& file, Bytes& bytes);
  void Truncate(Bytes& bytes);
  void Splice(const GgufBytes& other, Bytes& bytes);
  void DuplicateRange(Bytes& bytes);
  void RemoveRange(Bytes& bytes);

  std::mt19937_64 random_;
};

}  // namespace packdot

#endif  // PACKDOT_TESTS_SUPPORT_GGUF_MUTATOR_H_
