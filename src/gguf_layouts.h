// Type ids and the layouts that they mean, and the place of every tensor's data in the file.
#ifndef PACKDOT_SRC_GGUF_LAYOUTS_H_
#define PACKDOT_SRC_GGUF_LAYOUTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "packdot/format.h"
#include "packdot/gguf.h"
#include "packdot/result.h"

namespace packdot {

// One meaning that files in the world give to a type id on which they do not agree.
struct Meaning {
  uint32_t type_id;
  Format format;
};

// Empty if all files agree on the id, or nobody here knows it.
std::span<const Meaning> MeaningsOf(uint32_t type_id);

// Null if the id has no single meaning known here.
const FormatInfo* AgreedFormat(uint32_t type_id);

// The rest of `value` up to a multiple of `alignment`, which need not be a power of two.
uint64_t Padding(uint64_t value, uint64_t alignment);

// kInvalidArgument for an override of an id that has one meaning in all files, for a second one of
// the same id, and for a format that there is not.
Status CheckOverrides(std::span<const TypeOverride> overrides);

// Given the type, shape and offset of every tensor: finds each one's span, settles the formats that
// the type ids leave open, and hands out the bytes. Fails if data overlap or pass the file's end,
// and if an override, checked before, does not fit the spans.
Status PlaceTensors(std::span<const uint8_t> file, uint64_t alignment,
                    std::span<const TypeOverride> overrides, std::vector<GgufTensor>& tensors);

// kUnsupportedFormat or kAmbiguousFormat: why `tensor` has no format.
Error NoFormat(const GgufTensor& tensor);

}  // namespace packdot

#endif  // PACKDOT_SRC_GGUF_LAYOUTS_H_
