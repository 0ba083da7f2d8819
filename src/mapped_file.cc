// Opening, checking and mapping files on POSIX systems.
#include "src/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace packdot {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Error CannotOpen(std::string why) { return {ErrorCode::kCannotOpen, std::move(why), std::nullopt}; }

// strerror is not safe among threads; this is.
Error CannotOpenErrno(int number) { return CannotOpen(std::generic_category().message(number)); }

ssize_t ReadRetrying(int fd, void* to, size_t size) {
  ssize_t got;
  do {
    got = read(fd, to, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

// The size of a regular file that can be read to its end.
Result<size_t> CheckedSize(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) return CannotOpenErrno(errno);
  if (S_ISDIR(status.st_mode)) return CannotOpenErrno(EISDIR);
  if (!S_ISREG(status.st_mode)) return CannotOpen("not a regular file");
  if (!std::in_range<size_t>(status.st_size)) return CannotOpenErrno(EFBIG);
  if (status.st_size == 0) {
    // Files that the kernel makes up while they are read (under /proc) claim to be empty as well.
    char first;
    const ssize_t got = ReadRetrying(fd, &first, 1);
    if (got < 0) return CannotOpenErrno(errno);
    if (got > 0) return CannotOpen("a file whose size is not known in advance");
  }
  return static_cast<size_t>(status.st_size);
}

}  // namespace

void MappedFile::Release::operator()(const uint8_t* data) const {
  if (mapped_bytes == 0) {
    delete[] data;
  } else {
    munmap(const_cast<uint8_t*>(data), mapped_bytes);
  }
}

// Null if this file cannot be mapped.
MappedFile::Data MappedFile::Map(int fd, size_t size) {
  void* const data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return Data(nullptr, Release{0});
  return Data(static_cast<const uint8_t*>(data), Release{size});
}

Result<MappedFile::Data> MappedFile::Read(int fd, size_t size) {
  std::unique_ptr<uint8_t[]> data(new (std::nothrow) uint8_t[size]);
  if (data == nullptr) {
    return Error{ErrorCode::kOutOfMemory, "no memory to read " + std::to_string(size) + " bytes",
                 std::nullopt};
  }
  for (size_t have = 0; have < size;) {
    const ssize_t got = ReadRetrying(fd, data.get() + have, size - have);
    if (got < 0) return CannotOpenErrno(errno);
    if (got == 0) {
      return CannotOpen("only " + std::to_string(have) + " of " + std::to_string(size) +
                        " bytes could be read");
    }
    have += static_cast<size_t>(got);
  }
  return Data(data.release(), Release{0});
}

Result<MappedFile> MappedFile::Open(const std::string& path, Access access) {
  const auto fail = [&path](Error error) {
    error.message = path + ": " + error.message;
    return error;
  };
  // The system would open the part before the NUL: another file.
  if (path.find('\0') != std::string::npos) return fail(CannotOpenErrno(EINVAL));
  // O_NONBLOCK: opening a pipe without a writer would wait for one.
  const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (fd.get() < 0) return fail(CannotOpenErrno(errno));
  const Result<size_t> size = CheckedSize(fd.get());
  if (!size.ok()) return fail(size.error());
  if (*size == 0) return MappedFile(Data(nullptr, Release{0}), 0);

  if (access == Access::kMapOrRead) {
    Data mapped = Map(fd.get(), *size);
    if (mapped != nullptr) return MappedFile(std::move(mapped), *size);
  }
  Result<Data> read = Read(fd.get(), *size);
  if (!read.ok()) return fail(read.error());
  return MappedFile(*std::move(read), *size);
}

}  // namespace packdot
