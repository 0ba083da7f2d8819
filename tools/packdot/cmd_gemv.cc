// packdot gemv: y = W x with a tensor of a file.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "packdot/gemv.h"
#include "packdot/hadamard.h"
#include "packdot/targets.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/folding.h"
#include "tools/packdot/input_file.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/output_file.h"
#include "tools/packdot/random.h"

namespace packdot::cli {
namespace {

struct Options {
  ModelFile model;
  std::string tensor;
  std::string x;
  std::string out;
  std::string activation = "q8";
  std::string target;
  int threads = 0;
  uint64_t seed = 1;
};

void RunGemv(const Options& options) {
  Check(ForceTarget(options.target), "--target");
  const GgufFile file = OpenModel(options.model);
  const GgufTensor& tensor = FindTensor(file, options.model.path, options.tensor);
  const MatrixView w = MatrixOf(tensor, options.model.path);
  const HadamardFolding folding = FoldingOf(file, options.model.path);
  const std::string columns = Describe(tensor) + " has " + std::to_string(w.cols()) + " columns";
  const std::vector<float> x = options.x.empty() ? GaussianVector(w.cols(), options.seed)
                                                 : ReadFloats(options.x, w.cols(), columns);
  const FoldedInput input =
      Unwrap(FoldedInput::Make(folding, x, ActivationOf(options.activation)), "activation");
  const Activation* activation = Unwrap(input.For(tensor.name), "activation");
  std::vector<float> y(w.rows());
  Check(Gemv(w, *activation, y, {.threads = options.threads}), Describe(tensor));
  NoteProduct(folding, tensor);
  OutputFile out(options.out);
  out.Write(std::span<const float>(y));
  out.Commit();
}

}  // namespace

void AddGemvCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gemv", "Multiply a tensor by a vector: y = W x");
  auto options = std::make_shared<Options>();
  AddModel(*command, options->model);
  command->add_option("TENSOR", options->tensor, "the tensor's name")->required();
  CLI::Option* x = command->add_option(
      "--x", options->x, "x as raw little-endian f32, - is standard input; without it, Gaussian");
  AddOutput(*command, options->out, "y as raw little-endian f32");
  command->add_option("--activation", options->activation, "x as it is, or in 8 bits")
      ->check(CLI::IsMember({"f32", "q8"}))
      ->capture_default_str();
  AddThreads(*command, options->threads);
  command->add_option("--target", options->target, "run this one of packdot targets, not the best");
  command->add_option("--seed", options->seed, "of the Gaussian x")
      ->excludes(x)
      ->capture_default_str();
  command->callback([options] { RunGemv(*options); });
}

}  // namespace packdot::cli
