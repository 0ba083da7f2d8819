// Reading GGUF files (versions 2 and 3) where they are mapped. docs/gguf.md has the rules.
#ifndef PACKDOT_GGUF_H_
#define PACKDOT_GGUF_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packdot/format.h"
#include "packdot/matrix.h"
#include "packdot/result.h"

namespace packdot {

enum class GgufType : uint32_t {
  kUint8 = 0,
  kInt8 = 1,
  kUint16 = 2,
  kInt16 = 3,
  kUint32 = 4,
  kInt32 = 5,
  kFloat32 = 6,
  kBool = 7,
  kString = 8,
  kArray = 9,
  kUint64 = 10,
  kInt64 = 11,
  kFloat64 = 12,
};

// "u32", "string", "array"; "unknown" for a value outside the enum.
std::string_view GgufTypeName(GgufType type);

class GgufArray;

// A metadata value where it lies in the file; valid as long as the file it came from. Getters fail
// with kWrongType and never convert with loss.
class GgufValue {
 public:
  GgufType type() const { return type_; }

  Result<uint64_t> AsUint() const;            // any integer type, if the value is not negative
  Result<int64_t> AsInt() const;              // any integer type, if the value fits
  Result<double> AsFloat() const;             // f32 and f64
  Result<bool> AsBool() const;                // any byte but 0 is true
  Result<std::string_view> AsString() const;  // bytes as they are: may hold NUL or invalid UTF-8
  Result<GgufArray> AsArray() const;

 private:
  friend class GgufCursor;  // src/gguf_cursor.h: the only maker of values
  GgufValue(GgufType type, std::span<const uint8_t> bytes) : type_(type), bytes_(bytes) {}

  GgufType type_;
  std::span<const uint8_t> bytes_;  // as stored, but a string without its length
};

// An array where it lies in the file, checked to its last byte when the file was opened. Iterate
// over it; an iterator must not be moved past the end.
class GgufArray {
 public:
  class Iterator {
   public:
    using value_type = GgufValue;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    GgufValue operator*() const;
    Iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.left_ == b.left_; }

   private:
    friend class GgufArray;
    Iterator(GgufType type, std::span<const uint8_t> rest, uint64_t left)
        : type_(type), rest_(rest), left_(left) {}
    GgufType type_;
    std::span<const uint8_t> rest_;
    uint64_t left_;
  };

  GgufType element_type() const { return type_; }
  uint64_t size() const { return size_; }
  Iterator begin() const { return {type_, elements_, size_}; }
  Iterator end() const { return {type_, {}, 0}; }

 private:
  friend class GgufValue;
  GgufArray(GgufType type, uint64_t size, std::span<const uint8_t> elements)
      : type_(type), size_(size), elements_(elements) {}
  GgufType type_;
  uint64_t size_;
  std::span<const uint8_t> elements_;
};

struct GgufKeyValue {
  std::string_view key;
  GgufValue value;
};

struct GgufTensor {
  std::string_view name;
  uint32_t type_id = 0;  // as the file says
  const FormatInfo* format =
      nullptr;  // null: unknown, or not settled; then the size is unknown too
  std::array<uint64_t, 4> dims = {1, 1, 1, 1};  // dims[0] is the number of columns
  uint32_t num_dims = 0;                        // as the file says: 0 is a scalar
  uint64_t offset = 0;                          // of the data, from the start of the file
  uint64_t span = 0;               // bytes from there to the next tensor or the end of the file
  std::span<const uint8_t> bytes;  // the data; empty if the format is null

  // Of a tensor X.weight: the tensor X.scale, null if there is none, and what it holds: one factor
  // for all weights or one for each matrix; nothing if it is not fit for that.
  const GgufTensor* scale = nullptr;
  std::span<const float> scales;

  uint64_t NumWeights() const { return dims[0] * dims[1] * dims[2] * dims[3]; }  // at most 2^60

  // A tensor of more than two dimensions is a stack of matrices of dims[1] x dims[0]: one for each
  // expert, say. 1 for a matrix or a vector.
  uint64_t NumMatrices() const { return dims[2] * dims[3]; }

  // All rows of all further dimensions, one after another. kUnsupportedFormat if packdot does not
  // know the type; kAmbiguousFormat, naming the candidates, if the type id has several meanings in
  // the world and this file's sizes do not tell which. The view has the tensor's scales; if those
  // are not fit, the error names them.
  Result<MatrixView> Matrix() const;

  // One matrix of the stack; of four dimensions the third counts fastest. Fails like Matrix(), or
  // with kOutOfRange if `index` is not below NumMatrices().
  Result<MatrixView> Matrix(uint64_t index) const;
};

// Says that a type id means this format in a file, where the sizes of its tensors do not.
struct TypeOverride {
  uint32_t type_id;
  Format format;
};

struct GgufOptions {
  // For ids on which files disagree, or that nobody here knows. The sizes of all tensors of the id
  // must be those of the format; ids that the file does not use are ignored.
  std::vector<TypeOverride> type_overrides;
};

class GgufFile {
 public:
  // Maps the file; the mapping lives as long as the GgufFile, and the file must not be shortened
  // meanwhile. Every count, length and offset is checked before it is used; on failure the message
  // starts with the path, and the error carries the byte offset of what is wrong. kInvalidArgument
  // for overrides that contradict each other or all files, kShapeMismatch for those that this file
  // contradicts.
  static Result<GgufFile> Open(const std::string& path, const GgufOptions& options = {});

  // The same over bytes that the caller keeps alive and unchanged.
  static Result<GgufFile> Parse(std::span<const uint8_t> bytes, const GgufOptions& options = {});

  GgufFile(GgufFile&&) noexcept;
  GgufFile& operator=(GgufFile&&) noexcept;
  ~GgufFile();

  // A GgufFile that was moved from can only be destroyed or assigned to.
  uint32_t version() const;
  uint64_t alignment() const;  // of tensor data, in bytes
  uint64_t file_bytes() const;
  std::span<const GgufKeyValue> metadata() const;  // in file order
  std::span<const GgufTensor> tensors() const;     // in file order

  // Null if there is none.
  const GgufValue* FindValue(std::string_view key) const;
  // kNotFound, or kWrongType naming the key.
  Result<uint64_t> GetUint(std::string_view key) const;
  Result<int64_t> GetInt(std::string_view key) const;
  Result<double> GetFloat(std::string_view key) const;
  Result<bool> GetBool(std::string_view key) const;
  Result<std::string_view> GetString(std::string_view key) const;
  Result<GgufArray> GetArray(std::string_view key) const;

  // kNotFound names the tensor.
  Result<const GgufTensor*> FindTensor(std::string_view name) const;

 private:
  friend class GgufParser;
  struct State;
  explicit GgufFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace packdot

#endif  // PACKDOT_GGUF_H_
