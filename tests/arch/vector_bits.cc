// Prints how many bits a scalable vector of this machine has, or a vector of 128 if it has none.
#include <cstdio>

#if defined(__aarch64__)
#include <sys/prctl.h>
#endif

namespace {

unsigned long VectorBytes() {
#if defined(__aarch64__)
  const int length = prctl(PR_SVE_GET_VL);
  return length < 0 ? 16 : static_cast<unsigned long>(length & PR_SVE_VL_LEN_MASK);
#elif defined(__riscv_v)
  unsigned long bytes;
  asm("csrr %0, vlenb" : "=r"(bytes));
  return bytes;
#else
  return 16;
#endif
}

}  // namespace

int main() { std::printf("%lu\n", 8 * VectorBytes()); }
