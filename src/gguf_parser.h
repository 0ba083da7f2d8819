// The structure of a GGUF file: header, metadata, tensor descriptions.
#ifndef PACKDOT_SRC_GGUF_PARSER_H_
#define PACKDOT_SRC_GGUF_PARSER_H_

#include <cstdint>

#include "packdot/result.h"
#include "src/gguf_cursor.h"
#include "src/gguf_state.h"

namespace packdot {

class GgufParser {
 public:
  // Fills in everything but the bytes of `state`, which must be there already.
  static Status Parse(GgufFile::State& state, const GgufOptions& options);

 private:
  GgufParser(GgufFile::State& state, const GgufOptions& options)
      : state_(state), options_(options), cursor_(state.bytes) {}

  // Each leaves its error in the cursor.
  void ReadHeader();
  void ReadMetadata();
  void ReadKeyValue();
  void ReadAlignment();
  void RefuseShards();
  void ReadTensors();
  GgufTensor ReadTensor();
  void ReadShape(GgufTensor& tensor);
  void CheckWholeBlocks(const GgufTensor& tensor, uint64_t dims_offset);
  void ReadOffset(GgufTensor& tensor);
  void FindData();

  // Where a key or a name lies in the file.
  uint64_t OffsetOf(std::string_view name) const;
  const GgufKeyValue* Find(std::string_view key) const;

  GgufFile::State& state_;
  const GgufOptions& options_;
  GgufCursor cursor_;
  uint64_t num_tensors_ = 0;
  uint64_t num_keys_ = 0;
};

}  // namespace packdot

#endif  // PACKDOT_SRC_GGUF_PARSER_H_
