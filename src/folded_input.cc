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

  Status Set(std::span<const float> x, ActivationType type, size_t num_vectors) {
    if (activation.has_value()) {
      if (Status s = activation->Assign(x, num_vectors); !s.ok()) return s;
    } else {
      Result<Activation> made = Activation::Make(x, type, num_vectors);
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
  size_t num_vectors = 1;

  std::mutex mutex;  // of all below
  std::vector<float> transformed;
  Form plain;
  Form folded;

  size_t Width() const { return x.size() / num_vectors; }

  Status SetFolded() {
    const auto signs = folding->signs(Width());
    if (!signs.ok()) return signs.error();
    transformed = x;
    TransformVectors(transformed, folding->block(), *signs);
    return folded.Set(transformed, type, num_vectors);
  }

  Result<const Activation*> Get(Form& form) {
    const std::lock_guard lock(mutex);
    if (form.is_current) return form.Get();
    const Status status = &form == &folded ? SetFolded() : plain.Set(x, type, num_vectors);
    if (!status.ok()) return status.error();
    return form.Get();
  }
};

FoldedInput::FoldedInput(std::unique_ptr<State> state) : state_(std::move(state)) {}
FoldedInput::FoldedInput(FoldedInput&&) noexcept = default;
FoldedInput& FoldedInput::operator=(FoldedInput&&) noexcept = default;
FoldedInput::~FoldedInput() = default;

Result<FoldedInput> FoldedInput::Make(const HadamardFolding& folding, std::span<const float> x,
                                      ActivationType type, size_t num_vectors) {
  try {
    auto state = std::make_unique<State>();
    state->folding = &folding;
    state->type = type;
    FoldedInput input(std::move(state));
    if (Status s = input.Assign(x, num_vectors); !s.ok()) return s.error();
    return input;
  } catch (const std::bad_alloc&) {
    return OutOfMemory(x.size());
  }
}

Status FoldedInput::Assign(std::span<const float> x, size_t num_vectors) {
  if (num_vectors == 0 || x.size() % num_vectors != 0) {
    return Error{ErrorCode::kShapeMismatch,
                 std::to_string(x.size()) + " values are not " + std::to_string(num_vectors) +
                     " whole vectors",
                 {}};
  }
  try {
    state_->x.assign(x.begin(), x.end());
    state_->num_vectors = num_vectors;
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
  if (folded != nullptr && folded->width != state.Width()) {
    return Error{ErrorCode::kShapeMismatch,
                 "x has " + std::to_string(state.Width()) + " values, but tensor " +
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
