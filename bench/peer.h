// The same products by another library, if the user names one: any that exports ggml's table of
// kernels.
#ifndef PACKDOT_BENCH_PEER_H_
#define PACKDOT_BENCH_PEER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "packdot/format.h"

namespace packdot::bench {

class Peer {
 public:
  // Loads the shared library; throws std::runtime_error if it cannot be used.
  explicit Peer(const std::string& path);

  // Whether it has a product of this format with an activation that it quantizes itself.
  bool Multiplies(Format format) const;

  // x as the peer wants it beside weights of the format.
  std::vector<uint8_t> Quantize(Format format, std::span<const float> x) const;

  // y = W x, row by row, on the calling thread. `x` comes from Quantize.
  void Gemv(Format format, const uint8_t* rows, size_t row_bytes, size_t cols, const uint8_t* x,
            std::span<float> y) const;

 private:
  struct Traits;  // as the peer lays it out
  const Traits* TraitsOf(uint32_t type) const;

  void* (*traits_of_)(int type) = nullptr;
};

}  // namespace packdot::bench

#endif  // PACKDOT_BENCH_PEER_H_
