// The kinds of damage, and how they are chosen.
#include "tests/support/gguf_mutator.h"

#include <algorithm>
#include <array>

namespace packdot {
namespace {

auto At(std::vector<uint8_t>& bytes, size_t offset) {
  return bytes.begin() + static_cast<ptrdiff_t>(offset);
}

}  // namespace

// Where checks go wrong: around zero, around powers of two, around the file's size, and type ids.
uint64_t GgufMutator::InterestingNumber(size_t file_size) {
  switch (Below(6)) {
    case 0:
      return Below(16);
    case 1:
      return (uint64_t{1} << Below(64)) + Below(3) - 1;
    case 2:
      return ~uint64_t{0} - Below(64);
    case 3:
      return file_size + Below(65) - 32;
    case 4:
      return std::array<uint64_t, 8>{24, 32, 40, 42, 43, 142, 143, 256}[Below(8)];
    default:
      return random_();
  }
}

void GgufMutator::FlipBit(Bytes& bytes) {
  if (!bytes.empty()) bytes[Below(bytes.size())] ^= static_cast<uint8_t>(1 << Below(8));
}

// An earlier damage may have moved the field: then this hits something else, which is as good.
void GgufMutator::OverwriteField(const GgufBytes& file, Bytes& bytes) {
  const GgufBytes::Field field = file.fields()[Below(file.fields().size())];
  const uint64_t number = InterestingNumber(bytes.size());
  for (size_t i = 0; i < field.width && field.offset + i < bytes.size(); ++i) {
    bytes[field.offset + i] = static_cast<uint8_t>(number >> (8 * i));
  }
}

void GgufMutator::Truncate(Bytes& bytes) { bytes.resize(Below(bytes.size() + 1)); }

// The start of this file, then the other one from some place on.
void GgufMutator::Splice(const GgufBytes& other, Bytes& bytes) {
  Truncate(bytes);
  const size_t start = Below(other.size());
  bytes.insert(bytes.end(), other.bytes().begin() + static_cast<ptrdiff_t>(start),
               other.bytes().end());
}

void GgufMutator::DuplicateRange(Bytes& bytes) {
  const size_t start = Below(bytes.size());
  const size_t size = Below(std::min<size_t>(bytes.size() - start, 256));
  const Bytes range(At(bytes, start), At(bytes, start + size));
  bytes.insert(At(bytes, Below(bytes.size() + 1)), range.begin(), range.end());
}

void GgufMutator::RemoveRange(Bytes& bytes) {
  const size_t start = Below(bytes.size());
  const size_t size = Below(std::min<size_t>(bytes.size() - start, 64));
  bytes.erase(At(bytes, start), At(bytes, start + size));
}

std::vector<uint8_t> GgufMutator::Mutate(const std::vector<GgufBytes>& files) {
  const GgufBytes& file = files[Below(files.size())];
  Bytes bytes = file.bytes();
  const size_t damages = 1 + Below(4);
  for (size_t i = 0; i < damages; ++i) {
    // Half of them where the structure is: elsewhere most change nothing that a reader looks at.
    switch (Below(10)) {
      case 0:
        FlipBit(bytes);
        break;
      case 1:
        Truncate(bytes);
        break;
      case 2:
        Splice(files[Below(files.size())], bytes);
        break;
      case 3:
        DuplicateRange(bytes);
        break;
      case 4:
        RemoveRange(bytes);
        break;
      default:
        OverwriteField(file, bytes);
        break;
    }
  }
  return bytes;
}

}  // namespace packdot
