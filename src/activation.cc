// Activations: quantized once, arranged once per format, used by every matrix.
#include "packdot/activation.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "ops/map.h"
#include "ops/quantize_activation.h"
#include "src/arranged.h"

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
  // All padded with zeros, at least one, to a multiple of kPaddedColumns.
  std::vector<float> x;
  std::vector<int8_t> values;
  std::vector<float> scales;

  std::mutex mutex;  // of `forms`
  std::vector<std::unique_ptr<ArrangedForm>> forms;

  void Set(std::span<const float> from) {
    const size_t padded = (from.size() / kPaddedColumns + 1) * kPaddedColumns;
    x.assign(padded, 0.0f);
    std::ranges::copy(from, x.begin());
    if (type == ActivationType::kQ8) {
      values.resize(padded);
      scales.resize(padded / kActivationBlock);
      QuantizeActivation(x.data(), padded, values.data(), scales.data());
    }
    size = from.size();
    for (const auto& form : forms) form->current = false;
  }

  ArrangedForm& FormFor(const Kernels& kernels) {
    for (const auto& form : forms) {
      if (form->kernels == &kernels) return *form;
    }
    forms.push_back(std::make_unique<ArrangedForm>());
    forms.back()->kernels = &kernels;
    return *forms.back();
  }

  void Arrange(const Kernels& kernels, ArrangedForm& form) {
    if (type == ActivationType::kQ8) {
      uint8_t* out = form.bytes.Resize(ArrangedQ8Bytes(kernels, size));
      ArrangeQ8(kernels, values.data(), scales.data(), size, out);
    } else {
      uint8_t* out = form.bytes.Resize(ArrangedF32Bytes(kernels, size));
      ArrangeF32(kernels, x.data(), size, out);
    }
    form.current = true;
  }
};

Activation::Activation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Activation::Activation(Activation&&) noexcept = default;
Activation& Activation::operator=(Activation&&) noexcept = default;
Activation::~Activation() = default;

Result<Activation> Activation::Make(std::span<const float> x, ActivationType type) {
  try {
    auto state = std::make_unique<State>();
    state->type = type;
    state->Set(x);
    return Activation(std::move(state));
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  } catch (const std::length_error&) {
    return OutOfMemory(x.size());
  }
}

Status Activation::Assign(std::span<const float> x) {
  try {
    state_->Set(x);
    return {};
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  } catch (const std::length_error&) {
    return OutOfMemory(x.size());
  }
}

ActivationType Activation::type() const { return state_->type; }
size_t Activation::size() const { return state_->size; }

std::span<const int8_t> Activation::q8_values() const {
  if (state_->type != ActivationType::kQ8) return {};
  return std::span(state_->values).first(state_->size);
}

std::span<const float> Activation::q8_scales() const {
  if (state_->type != ActivationType::kQ8) return {};
  return std::span(state_->scales).first((state_->size + kActivationBlock - 1) / kActivationBlock);
}

Result<const uint8_t*> ActivationAccess::Arranged(const Activation& x, const Kernels& kernels) {
  Activation::State& state = *x.state_;
  try {
    const std::lock_guard lock(state.mutex);
    ArrangedForm& form = state.FormFor(kernels);
    if (!form.current) state.Arrange(kernels, form);
    return form.bytes.data();
  } catch (const std::bad_alloc&) {
    return OutOfMemory(state.size);
  }
}

}  // namespace packdot
