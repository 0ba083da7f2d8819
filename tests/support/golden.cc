// Reading the golden files and walking through random bytes.
#include "tests/support/golden.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace packdot::testing {
namespace {

std::vector<uint8_t> ReadBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::filesystem::path GoldenFolder() {
  return std::filesystem::path(PACKDOT_SOURCE_DIR) / "tests" / "golden";
}

std::filesystem::path SharedGoldenFolder() {
  const auto folder = std::filesystem::path(PACKDOT_SOURCE_DIR) / ".." / "shared" / "golden";
  return std::filesystem::exists(folder / "MANIFEST.tsv") ? folder : std::filesystem::path();
}

GoldenRow ReadGolden(const std::filesystem::path& folder, const std::string& name) {
  GoldenRow row;
  row.blocks = ReadBytes(folder / (name + ".blocks.bin"));
  const std::vector<uint8_t> bytes = ReadBytes(folder / (name + ".f32.bin"));
  row.values.resize(bytes.size() / sizeof(float));
  if (!row.values.empty()) {
    std::memcpy(row.values.data(), bytes.data(), row.values.size() * sizeof(float));
  }
  return row;
}

std::map<std::string, uint64_t> ReadWalkChecksums() {
  std::map<std::string, uint64_t> checksums;
  std::ifstream file(GoldenFolder() / "MANIFEST.tsv");
  std::string line;
  std::getline(file, line);  // the head
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string name, id, weights, bytes, blocks_hash, values_hash, walk;
    fields >> name >> id >> weights >> bytes >> blocks_hash >> values_hash >> walk;
    checksums[name] = std::stoull(walk, nullptr, 16);
  }
  return checksums;
}

std::vector<uint8_t> WalkBlocks(uint32_t type_id, size_t block_bytes) {
  constexpr size_t kWalkBlocks = 1024;
  std::vector<uint8_t> bytes(kWalkBlocks * block_bytes);
  uint64_t state = type_id;
  uint64_t z = 0;
  for (size_t i = 0; i < bytes.size(); ++i, z >>= 8) {
    if (i % 8 == 0) {
      z = state += 0x9e3779b97f4a7c15;
      z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
      z = (z ^ z >> 27) * 0x94d049bb133111eb;
      z = z ^ z >> 31;
    }
    bytes[i] = static_cast<uint8_t>(z);
  }
  return bytes;
}

uint64_t WalkChecksum(const std::vector<float>& values) {
  uint64_t sum = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t bits = std::isnan(values[i]) ? 0x7fc00000 : std::bit_cast<uint32_t>(values[i]);
    sum += bits * (2 * i + 1);
  }
  return sum;
}

bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace packdot::testing
