// Opening a GGUF file and finding tensors in it, with failures that a user can act on.
#ifndef PACKDOT_TOOLS_PACKDOT_MODEL_H_
#define PACKDOT_TOOLS_PACKDOT_MODEL_H_

#include <string>

#include "packdot/gguf.h"
#include "packdot/matrix.h"

namespace packdot::cli {

GgufFile OpenModel(const std::string& path);

// kNotFound, with the names that come closest.
const GgufTensor& FindTensor(const GgufFile& file, const std::string& path,
                             const std::string& name);

MatrixView MatrixOf(const GgufTensor& tensor, const std::string& path);

// "Q4_K", or "type 36" for one that packdot does not know.
std::string TypeName(const GgufTensor& tensor);

// "tensor 'blk.0.attn_q.weight'", for messages.
std::string Describe(const GgufTensor& tensor);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_MODEL_H_
