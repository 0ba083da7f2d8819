// Hadamard-folded files: reading how they are folded, and telling the user.
#ifndef PACKDOT_TOOLS_PACKDOT_FOLDING_H_
#define PACKDOT_TOOLS_PACKDOT_FOLDING_H_

#include <nlohmann/json.hpp>
#include <string>

#include "packdot/gguf.h"
#include "packdot/hadamard.h"

namespace packdot::cli {

// Fails if the file's keys break the contract. x is always in the order of a tensor's columns, so
// that grouped value heads need nothing more.
HadamardFolding FoldingOf(const GgufFile& file, const std::string& path);

// One line for a person; empty if the file is neither folded nor looks as if it had been.
std::string FoldingText(const GgufFile& file);

// Null if the file has no keys; {"error": ...} if they break the contract.
nlohmann::ordered_json FoldingJson(const GgufFile& file);

// A line on standard error, if a product with the tensor is not simply that of its weights and x.
void NoteProduct(const HadamardFolding& folding, const GgufTensor& tensor);

// Likewise if the tensor's weights are folded and will be written as they are.
void NoteStoredWeights(const HadamardFolding& folding, const GgufTensor& tensor);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_FOLDING_H_
