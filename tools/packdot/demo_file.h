// The demo's GGUF file: a matrix of seeded random weights per format that has kernels.
#ifndef PACKDOT_TOOLS_PACKDOT_DEMO_FILE_H_
#define PACKDOT_TOOLS_PACKDOT_DEMO_FILE_H_

#include <cstddef>
#include <string>

#include "packdot/gguf.h"

namespace packdot::cli {

// Writes the file to `path`, or to a temporary one if that is empty, and opens it. The temporary
// one is gone when this returns: its mapping does not need a name, and nothing is left behind
// however the program ends.
GgufFile MakeDemoFile(const std::string& path, size_t rows, size_t cols);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_DEMO_FILE_H_
