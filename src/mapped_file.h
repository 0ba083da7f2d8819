// A whole regular file in memory: mapped, or read where it cannot be mapped.
#ifndef PACKDOT_SRC_MAPPED_FILE_H_
#define PACKDOT_SRC_MAPPED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "packdot/result.h"

namespace packdot {

class MappedFile {
 public:
  enum class Access {
    kMapOrRead,
    kRead,  // what kMapOrRead falls back to
  };

  // Never waits: a pipe or a device is refused, not read. Messages start with the path.
  static Result<MappedFile> Open(const std::string& path, Access access = Access::kMapOrRead);

  std::span<const uint8_t> bytes() const { return {data_.get(), size_}; }

 private:
  // Gives the bytes back the way they were got.
  struct Release {
    size_t mapped_bytes;  // 0: allocated by new[]
    void operator()(const uint8_t* data) const;
  };
  using Data = std::unique_ptr<const uint8_t[], Release>;

  MappedFile(Data data, size_t size) : data_(std::move(data)), size_(size) {}
  static Data Map(int fd, size_t size);
  static Result<Data> Read(int fd, size_t size);

  Data data_;
  size_t size_;
};

}  // namespace packdot

#endif  // PACKDOT_SRC_MAPPED_FILE_H_
