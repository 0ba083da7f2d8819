// Uses everything that an open GGUF file offers, as a program would that trusts what was checked.
#ifndef PACKDOT_TESTS_SUPPORT_GGUF_WALK_H_
#define PACKDOT_TESTS_SUPPORT_GGUF_WALK_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "packdot/gguf.h"

namespace packdot {

// Uses a value in every way there is. Returns how many values that were, so that no call can be
// left out as having no effect.
inline uint64_t Walk(const GgufValue& value) {
  uint64_t used = 0;
  used += value.AsUint().ok();
  used += value.AsInt().ok();
  used += value.AsFloat().ok();
  used += value.AsBool().ok();
  if (const Result<std::string_view> string = value.AsString(); string.ok()) {
    for (const char c : *string) used += c != 0;
  }
  if (const Result<GgufArray> array = value.AsArray(); array.ok()) {
    for (const GgufValue element : *array) used += Walk(element);
  }
  return used;
}

// The first and the last matrix of a stack, and the one after it, which there is not.
inline uint64_t WalkMatrices(const GgufTensor& tensor) {
  const uint64_t count = tensor.NumMatrices();
  EXPECT_EQ(tensor.Matrix(count).error().code, ErrorCode::kOutOfRange);
  if (count == 0) return 0;
  const Result<MatrixView> first = tensor.Matrix(0);
  const Result<MatrixView> last = tensor.Matrix(count - 1);
  EXPECT_TRUE(first.ok() && last.ok());
  EXPECT_EQ(last->bytes().data() + last->bytes().size(), tensor.bytes.data() + tensor.bytes.size());
  return first->rows() + last->rows();
}

inline uint64_t Walk(const GgufFile& file) {
  uint64_t used = 0;
  for (const GgufKeyValue& entry : file.metadata()) {
    used += Walk(entry.value);
    EXPECT_EQ(file.FindValue(entry.key), &entry.value);
  }
  for (const GgufTensor& tensor : file.tensors()) {
    EXPECT_EQ(*file.FindTensor(tensor.name), &tensor);
    EXPECT_LE(tensor.bytes.size(), file.file_bytes());
    if (!tensor.bytes.empty()) used += tensor.bytes.front() + tensor.bytes.back() + 1u;
    const Result<MatrixView> matrix = tensor.Matrix();
    if (!matrix.ok()) {
      EXPECT_FALSE(matrix.error().message.empty());
      continue;
    }
    EXPECT_EQ(matrix->rows() * matrix->row_bytes(), tensor.bytes.size());
    EXPECT_EQ(matrix->bytes().data(), tensor.bytes.data());
    used += 1 + WalkMatrices(tensor);
  }
  return used;
}

}  // namespace packdot

#endif  // PACKDOT_TESTS_SUPPORT_GGUF_WALK_H_
