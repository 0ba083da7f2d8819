// The peer's binary interface, as far as it is used here.
#include "bench/peer.h"

#include <dlfcn.h>

#include <stdexcept>

namespace packdot::bench {

struct Peer::Traits {
  void (*from_float)(const float* x, void* y, int64_t size);
  void (*dot)(int size, float* sum, size_t sum_stride, const void* w, size_t w_stride,
              const void* x, size_t x_stride, int rows);
  int activation_type;
  int64_t rows_at_once;
};

Peer::Peer(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  if (library == nullptr) throw std::runtime_error(dlerror());
  const auto init = reinterpret_cast<void (*)()>(dlsym(library, "ggml_cpu_init"));
  traits_of_ = reinterpret_cast<void* (*)(int)>(dlsym(library, "ggml_get_type_traits_cpu"));
  if (init == nullptr || traits_of_ == nullptr) {
    throw std::runtime_error(path + " does not export ggml's kernels");
  }
  init();
}

const Peer::Traits* Peer::TraitsOf(uint32_t type) const {
  return static_cast<const Traits*>(traits_of_(static_cast<int>(type)));
}

bool Peer::Multiplies(Format format) const {
  const auto id = static_cast<uint32_t>(format);
  // Ids after Q2_0's are those of forks.
  if (id > static_cast<uint32_t>(Format::kQ2_0) || InfoOf(format).block_weights == 1) return false;
  return TraitsOf(id)->dot != nullptr;
}

std::vector<uint8_t> Peer::Quantize(Format format, std::span<const float> x) const {
  const auto type = static_cast<uint32_t>(TraitsOf(static_cast<uint32_t>(format))->activation_type);
  std::vector<uint8_t> y(x.size() * 2 + 64);  // of no type has a value more than 2 bytes
  TraitsOf(type)->from_float(x.data(), y.data(), static_cast<int64_t>(x.size()));
  return y;
}

void Peer::Gemv(Format format, const uint8_t* rows, size_t row_bytes, size_t cols, const uint8_t* x,
                std::span<float> y) const {
  const Traits& traits = *TraitsOf(static_cast<uint32_t>(format));
  for (size_t r = 0; r < y.size(); ++r) {
    traits.dot(static_cast<int>(cols), &y[r], 0, rows + r * row_bytes, 0, x, 0, 1);
  }
}

}  // namespace packdot::bench
