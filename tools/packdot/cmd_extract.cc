// packdot extract: a tensor's packed bytes as they are in the file.
#include <memory>
#include <string>

#include "tools/packdot/commands.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/output_file.h"

namespace packdot::cli {
namespace {

struct Options {
  ModelFile model;
  std::string tensor;
  std::string out;
};

void Extract(const Options& options) {
  const GgufFile file = OpenModel(options.model);
  const GgufTensor& tensor = FindTensor(file, options.model.path, options.tensor);
  // Without a format there is no size; the library's error about the matrix says why.
  if (tensor.format == nullptr) MatrixOf(tensor, options.model.path);
  OutputFile out(options.out);
  out.Write(tensor.bytes);
  out.Commit();
}

}  // namespace

void AddExtractCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand("extract", "Write a tensor's raw packed bytes to a file");
  auto options = std::make_shared<Options>();
  AddModel(*command, options->model);
  command->add_option("TENSOR", options->tensor, "the tensor's name")->required();
  AddOutput(*command, options->out, "the bytes");
  command->callback([options] { Extract(*options); });
}

}  // namespace packdot::cli
