// Multiplies one row of Q4_0 by ones: 32 weights of 1 * (9 - 8), so 32.
#include <packdot/packdot.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

int main() {
  std::array<uint8_t, 18> row;
  row.fill(0x99);
  row[0] = 0x00;  // f16 1.0
  row[1] = 0x3C;
  std::array<float, 32> ones;
  ones.fill(1.0f);
  std::array<float, 1> y{};

  const auto w = packdot::MatrixView::Make(packdot::Format::kQ4_0, 1, 32, row);
  const auto x = packdot::Activation::Make(ones, packdot::ActivationType::kF32);
  if (!w || !x) return 1;
  const packdot::Status status = packdot::Gemv(*w, *x, y, {.threads = 2});
  if (!status) {
    std::fprintf(stderr, "%s\n", status.error().message.c_str());
    return 1;
  }
  std::printf("y = %g on %s\n", static_cast<double>(y[0]),
              std::string(packdot::ChosenTarget()).c_str());
  return y[0] == 32.0f ? 0 : 1;
}
