// Metadata values of GGUF files as text and as JSON.
#ifndef PACKDOT_TOOLS_PACKDOT_METADATA_H_
#define PACKDOT_TOOLS_PACKDOT_METADATA_H_

#include <nlohmann/json.hpp>
#include <string>

#include "packdot/gguf.h"

namespace packdot::cli {

// Escaped and cut to about a line: 32, "gemma3", [string x 262144] "<pad>", "<eos>", ...
std::string MetadataText(const GgufValue& value);

// {"type": "u32", "value": 32}; of an array its element type, its size and its first elements.
nlohmann::ordered_json MetadataJson(const GgufValue& value);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_METADATA_H_
