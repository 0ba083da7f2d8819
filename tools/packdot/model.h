// Opening a GGUF file and finding tensors in it, with failures that a user can act on.
#ifndef PACKDOT_TOOLS_PACKDOT_MODEL_H_
#define PACKDOT_TOOLS_PACKDOT_MODEL_H_

#include <string>
#include <vector>

#include "packdot/gguf.h"
#include "packdot/matrix.h"
#include "packdot/result.h"

namespace packdot::cli {

// How a command line names a model.
struct ModelFile {
  std::string path;
  std::vector<std::string> type_ids;  // overrides: "42=STQ1_0"
};

GgufFile OpenModel(const ModelFile& model);

// kNotFound, with the names that come closest.
const GgufTensor& FindTensor(const GgufFile& file, const std::string& path,
                             const std::string& name);

// As GgufTensor::Matrix, with the option that helps where the type is ambiguous.
Result<MatrixView> TryMatrixOf(const GgufTensor& tensor);

MatrixView MatrixOf(const GgufTensor& tensor, const std::string& path);

// "Q4_K", or "type 36" for one that packdot does not know.
std::string TypeName(const GgufTensor& tensor);

// "tensor 'blk.0.attn_q.weight'", for messages.
std::string Describe(const GgufTensor& tensor);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_MODEL_H_
