// Activations: quantized once, arranged once per format, used by every matrix.
#include "packdot/activation.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "ops/map.h"
#include "ops/quantize_activation.h"
#include "src/arranged.h"
#include "src/parallel.h"

namespace packdot {
namespace {

// Bytes aligned for any vector; keeps its memory when it shrinks.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  AlignedBytes(const AlignedBytes&) = delete;
  AlignedBytes& operator=(const AlignedBytes&) = delete;
  ~AlignedBytes() { Free(); }

  // Not null even for no bytes.
  uint8_t* Resize(size_t size) {
    size = std::max<size_t>(size, 1);
    if (size > capacity_) {
      Free();
      capacity_ = 0;
      data_ = static_cast<uint8_t*>(::operator new(size, kAlignment));
      capacity_ = size;
    }
    return data_;
  }
  const uint8_t* data() const { return data_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  void Free() {
    ::operator delete(data_, kAlignment);
    data_ = nullptr;
  }

  uint8_t* data_ = nullptr;
  size_t capacity_ = 0;
};

struct ArrangedForm {
  const Kernels* kernels;
  bool current = false;  // false: memory that an earlier x left behind
  AlignedBytes bytes;
};

Error OutOfMemory(size_t size) {
  return {ErrorCode::kOutOfMemory,
          "no memory for an activation of " + std::to_string(size) + " values",
          {}};
}

}  // namespace

struct Activation::State {
  ActivationType type;
  size_t size = 0;
  size_t num_vectors = 1;
  // Of every vector, padded with zeros, at least one, to `padded`, a multiple of kPaddedColumns. x
  // is there for kF32 alone, values and scales for kQ8.
  size_t padded = 0;
  std::vector<float> x;
  std::vector<int8_t> values;
  std::vector<float> scales;

  std::mutex mutex;  // of `forms`
  std::vector<std::unique_ptr<ArrangedForm>> forms;

  // All memory is there before anything changes, so that a failure changes nothing.
  void Set(std::span<const float> from, size_t vectors) {
    const size_t width = from.size() / vectors;
    const size_t new_padded = (width / kPaddedColumns + 1) * kPaddedColumns;
    if (type == ActivationType::kQ8) {
      values.resize(std::max(values.size(), vectors * new_padded));
      scales.resize(std::max(scales.size(), vectors * new_padded / kActivationBlock));
    } else {
      x.resize(std::max(x.size(), vectors * new_padded));
    }
    size = width;
    num_vectors = vectors;
    padded = new_padded;
    for (size_t v = 0; v < vectors; ++v) SetVector(v, from.subspan(v * width, width));
    for (const auto& form : forms) form->current = false;
  }

  void SetVector(size_t v, std::span<const float> from) {
    if (type == ActivationType::kF32) {
      float* to = std::ranges::copy(from, x.data() + v * padded).out;
      std::fill(to, x.data() + (v + 1) * padded, 0.0f);
      return;
    }
    int8_t* to = values.data() + v * padded;
    float* scale = ScalesOf(v);
    const size_t whole = from.size() / kActivationBlock * kActivationBlock;
    QuantizeActivation(from.data(), whole, to, scale);
    float rest[kActivationBlock] = {};
    std::ranges::copy(from.subspan(whole), rest);
    QuantizeActivation(rest, kActivationBlock, to + whole, scale + whole / kActivationBlock);
    const size_t end = whole + kActivationBlock;
    std::fill(to + end, to + padded, int8_t{0});
    std::fill(scale + end / kActivationBlock, scale + padded / kActivationBlock, 0.0f);
  }

  float* ScalesOf(size_t v) { return scales.data() + v * (padded / kActivationBlock); }

  ArrangedForm& FormFor(const Kernels& kernels) {
    for (const auto& form : forms) {
      if (form->kernels == &kernels) return *form;
    }
    forms.push_back(std::make_unique<ArrangedForm>());
    forms.back()->kernels = &kernels;
    return *forms.back();
  }

  size_t BytesOfVector(const Kernels& kernels) const {
    return type == ActivationType::kQ8 ? ArrangedQ8Bytes(kernels, size)
                                       : ArrangedF32Bytes(kernels, size);
  }

  void Arrange(const Kernels& kernels, int threads, ArrangedForm& form) {
    const size_t stride = BytesOfVector(kernels);
    uint8_t* out = form.bytes.Resize(num_vectors * stride);
    ParallelRanges(num_vectors, threads, [&](size_t begin, size_t end) {
      for (size_t v = begin; v < end; ++v) {
        if (type == ActivationType::kQ8) {
          ArrangeVectorQ8(kernels, values.data() + v * padded, ScalesOf(v), size, out + v * stride);
        } else {
          ArrangeVectorF32(kernels, x.data() + v * padded, size, out + v * stride);
        }
      }
    });
    form.current = true;
  }
};

Activation::Activation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Activation::Activation(Activation&&) noexcept = default;
Activation& Activation::operator=(Activation&&) noexcept = default;
Activation::~Activation() = default;

Result<Activation> Activation::Make(std::span<const float> x, ActivationType type,
                                    size_t num_vectors) {
  try {
    auto state = std::make_unique<State>();
    state->type = type;
    Activation activation(std::move(state));
    if (Status s = activation.Assign(x, num_vectors); !s.ok()) return s.error();
    return activation;
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  }
}

Status Activation::Assign(std::span<const float> x, size_t num_vectors) {
  if (num_vectors == 0 || x.size() % num_vectors != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(x.size()) + " values are not " + std::to_string(num_vectors) +
                     " whole vectors",
                 {}};
  }
  // More than an object can have; a sanitizer's allocator would abort instead of throwing.
  if (x.size() >= PTRDIFF_MAX / sizeof(float)) return OutOfMemory(x.size());
  try {
    state_->Set(x, num_vectors);
    return {};
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  } catch (const std::length_error&) {
    return OutOfMemory(x.size());
  }
}

ActivationType Activation::type() const { return state_->type; }
size_t Activation::size() const { return state_->size; }
size_t Activation::num_vectors() const { return state_->num_vectors; }

std::span<const int8_t> Activation::q8_values(size_t v) const {
  if (state_->type != ActivationType::kQ8) return {};
  return {state_->values.data() + v * state_->padded, state_->size};
}

std::span<const float> Activation::q8_scales(size_t v) const {
  if (state_->type != ActivationType::kQ8) return {};
  return {state_->ScalesOf(v), (state_->size + kActivationBlock - 1) / kActivationBlock};
}

Result<ArrangedVectors> ActivationAccess::Arranged(const Activation& x, const Kernels& kernels,
                                                   int threads) {
  Activation::State& state = *x.state_;
  try {
    const std::lock_guard lock(state.mutex);
    ArrangedForm& form = state.FormFor(kernels);
    if (!form.current) state.Arrange(kernels, threads, form);
    return ArrangedVectors{form.bytes.data(), state.BytesOfVector(kernels)};
  } catch (const std::bad_alloc&) {
    return OutOfMemory(state.size);
  }
}

}  // namespace packdot
