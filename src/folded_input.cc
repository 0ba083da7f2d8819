// One input in the two forms that a partly folded model needs.
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "packdot/hadamard.h"
#include "src/gguf_cursor.h"
#include "src/hadamard_checks.h"

namespace packdot {
namespace {

Error OutOfMemory(size_t size) {
  return {
      ErrorCode::kOutOfMemory, "no memory for an input of " + std::to_string(size) + " values", {}};
}

struct Form {
  std::optional<Activation> activation;
  bool is_current = false;  // false: memory that an earlier x left behind

  Result<const Activation*> Get() const { return &*activation; }

  Status Set(std::span<const float> x, ActivationType type) {
    if (activation.has_value()) {
      if (Status s = activation->Assign(x); !s.ok()) return s;
    } else {
      Result<Activation> made = Activation::Make(x, type);
      if (!made.ok()) return made.error();
      activation = *std::move(made);
    }
    is_current = true;
    return {};
  }
};

}  // namespace

struct FoldedInput::State {
  const HadamardFolding* folding;
  ActivationType type;
  std::vector<float> x;

  std::mutex mutex;  // of all below
  std::vector<float> transformed;
  Form plain;
  Form folded;

  Status SetFolded() {
    const auto signs = folding->signs(x.size());
    if (!signs.ok()) return signs.error();
    transformed = x;
    TransformVectors(transformed, folding->block(), *signs);
    return folded.Set(transformed, type);
  }

  Result<const Activation*> Get(Form& form) {
    const std::lock_guard lock(mutex);
    if (form.is_current) return form.Get();
    const Status status = &form == &folded ? SetFolded() : plain.Set(x, type);
    if (!status.ok()) return status.error();
    return form.Get();
  }
};

FoldedInput::FoldedInput(std::unique_ptr<State> state) : state_(std::move(state)) {}
FoldedInput::FoldedInput(FoldedInput&&) noexcept = default;
FoldedInput& FoldedInput::operator=(FoldedInput&&) noexcept = default;
FoldedInput::~FoldedInput() = default;

Result<FoldedInput> FoldedInput::Make(const HadamardFolding& folding, std::span<const float> x,
                                      ActivationType type) {
  try {
    auto state = std::make_unique<State>();
    state->folding = &folding;
    state->type = type;
    state->x.assign(x.begin(), x.end());
    return FoldedInput(std::move(state));
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  } catch (const std::length_error&) {
    return OutOfMemory(x.size());
  }
}

Status FoldedInput::Assign(std::span<const float> x) {
  try {
    state_->x.assign(x.begin(), x.end());
    state_->plain.is_current = false;
    state_->folded.is_current = false;
    return {};
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  } catch (const std::length_error&) {
    return OutOfMemory(x.size());
  }
}

Result<const Activation*> FoldedInput::For(std::string_view tensor) const {
  State& state = *state_;
  const HadamardFolding::Tensor* const folded =
      HadamardFolding::Find(state.folding->folded_, tensor);
  if (folded != nullptr && folded->width != state.x.size()) {
    return Error{ErrorCode::kShapeMismatch,
                 "x has " + std::to_string(state.x.size()) + " values, but tensor " +
                     Quoted(tensor) + " has " + std::to_string(folded->width) + " columns",
                 {}};
  }
  try {
    return state.Get(folded != nullptr ? state.folded : state.plain);
  } catch (const std::bad_alloc&) {
    return OutOfMemory(state.x.size());
  }
}

}  // namespace packdot
