// The README's example: one product of a tensor with a vector.
#include <packdot/packdot.h>

#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "usage: readme_example FILE TENSOR\n", 2;
  const auto file = packdot::GgufFile::Open(argv[1]);
  if (!file.ok()) return std::cerr << file.error().message << '\n', 1;
  const auto tensor = file->FindTensor(argv[2]);
  if (!tensor.ok()) return std::cerr << tensor.error().message << '\n', 1;
  const auto w = (*tensor)->Matrix();
  if (!w.ok()) return std::cerr << w.error().message << '\n', 1;
  const auto x = packdot::Activation::Make(std::vector<float>(w->cols(), 1.0f));
  std::vector<float> y(w->rows());
  if (!x.ok() || !packdot::Gemv(*w, *x, y).ok()) return 1;
  std::cout << "y[0] = " << y[0] << '\n';
}
