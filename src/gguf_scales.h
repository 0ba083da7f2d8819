// Tensors that hold factors for the weights of another: X.scale for X.weight.
#ifndef PACKDOT_SRC_GGUF_SCALES_H_
#define PACKDOT_SRC_GGUF_SCALES_H_

#include <vector>

#include "packdot/gguf.h"
#include "packdot/result.h"
#include "src/name_index.h"

namespace packdot {

// Finds each tensor's scale. Returns the values that the tensors' `scales` lie in.
std::vector<float> AttachScales(const NameIndex& names, std::vector<GgufTensor>& tensors);

// Why the scales of `tensor`, which has a tensor of them, cannot be used.
Error ScaleFault(const GgufTensor& tensor);

}  // namespace packdot

#endif  // PACKDOT_SRC_GGUF_SCALES_H_
