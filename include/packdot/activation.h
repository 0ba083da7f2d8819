// The vectors that a matrix is multiplied by, prepared once and used with every matrix of their
// width.
#ifndef PACKDOT_ACTIVATION_H_
#define PACKDOT_ACTIVATION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "packdot/result.h"

namespace packdot {

enum class ActivationType {
  kF32,  // x as it is
  kQ8,   // int8 in [-127, 127] with an f32 scale per 32 columns: about 4e-3 relative error
};

// One vector, or several of the same size: the positions of a prompt, say. Thread-safe as long as
// nobody calls Assign: one activation may be used by many calls at once.
class Activation {
 public:
  // Copies (kF32) or quantizes (kQ8) x, which is num_vectors vectors one after another. A block of
  // 32 with a NaN or an infinity in it gets a NaN scale, so that every result that depends on it is
  // NaN. Fails with kShapeMismatch if x is not num_vectors (at least 1) whole vectors; with
  // kOutOfMemory.
  static Result<Activation> Make(std::span<const float> x,
                                 ActivationType type = ActivationType::kQ8, size_t num_vectors = 1);

  Activation(Activation&&) noexcept;
  Activation& operator=(Activation&&) noexcept;
  ~Activation();

  // Replaces x by another one of any size; keeps the memory, so that a loop allocates only once.
  // After a failure the activation is as before.
  Status Assign(std::span<const float> x, size_t num_vectors = 1);

  ActivationType type() const;
  size_t size() const;  // of each vector
  size_t num_vectors() const;

  // Of vector v < num_vectors(). kQ8 only, else empty: x[j] is about values[j] * scales[j / 32].
  std::span<const int8_t> q8_values(size_t v = 0) const;
  std::span<const float> q8_scales(size_t v = 0) const;

 private:
  friend struct ActivationAccess;  // src/arranged.h: the forms that kernels read
  struct State;
  explicit Activation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace packdot

#endif  // PACKDOT_ACTIVATION_H_
