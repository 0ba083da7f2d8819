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
  std::string path;
  std::string tensor;
  std::string out;
};

void Extract(const Options& options) {
  const GgufFile file = OpenModel(options.path);
  const GgufTensor& tensor = FindTensor(file, options.path, options.tensor);
  // Without a format there is no size; the library's error about the matrix says why.
  if (tensor.format == nullptr) MatrixOf(tensor, options.path);
  OutputFile out(options.out);
  out.Write(tensor.bytes);
  out.Commit();
}

}  // namespace

void AddExtractCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand("extract", "Write a tensor's raw packed bytes to a file");
  auto options = std::make_shared<Options>();
  AddFile(*command, options->path);
  command->add_option("TENSOR", options->tensor, "the tensor's name")->required();
  AddOutput(*command, options->out, "the bytes");
  command->callback([options] { Extract(*options); });
}

}  // namespace packdot::cli
