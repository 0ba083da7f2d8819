// Memory that ends right before, or begins right after, a page that must not be touched.
#ifndef PACKDOT_TESTS_SUPPORT_GUARDED_H_
#define PACKDOT_TESTS_SUPPORT_GUARDED_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace packdot::testing {

enum class Guard { kAfter, kBefore };

// `size` writable bytes, zero at first, with a guard page right after or right before them. With
// kAfter they begin at whatever address that asks for.
class GuardedBytes {
 public:
  explicit GuardedBytes(size_t size, Guard guard = Guard::kAfter) : size_(size) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t data_bytes = (size + page - 1) / page * page;
    mapped_bytes_ = data_bytes + page;
    void* mapped =
        mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = static_cast<uint8_t*>(mapped);
    const bool after = guard == Guard::kAfter;
    data_ = after ? mapped_ + data_bytes - size : mapped_ + page;
    if (mprotect(after ? mapped_ + data_bytes : mapped_, page, PROT_NONE) != 0) {
      munmap(mapped_, mapped_bytes_);
      throw std::bad_alloc();
    }
  }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { munmap(mapped_, mapped_bytes_); }

  uint8_t* data() { return data_; }
  size_t size() const { return size_; }
  std::span<uint8_t> bytes() { return {data_, size_}; }

 private:
  size_t size_;
  size_t mapped_bytes_;
  uint8_t* mapped_;
  uint8_t* data_;
};

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_GUARDED_H_
