// packdot dequantize: packed weights as raw f32, a few thousand at a time.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "packdot/gemv.h"
#include "packdot/hadamard.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/folding.h"
#include "tools/packdot/input_file.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/output_file.h"

namespace packdot::cli {
namespace {

struct Options {
  ModelFile model;
  std::string tensor;
  std::string format;
  std::string in;
  std::string out;
  bool unfold = false;
};

constexpr size_t kChunkWeights = 65536;

size_t ChunkBytes(const FormatInfo& format) {
  return kChunkWeights / format.block_weights * format.block_bytes;
}

// Takes whole blocks and appends their weights, times a scale, to `out`.
class Decoder {
 public:
  Decoder(const FormatInfo& format, OutputFile& out) : format_(format), out_(out) {}

  // From now on takes whole rows of `cols` weights, and transforms them back.
  void UnfoldRows(const HadamardFolding& folding, size_t cols) {
    folding_ = &folding;
    cols_ = cols;
  }

  void Append(std::span<const uint8_t> blocks, float scale, const std::string& context) {
    const size_t weights = blocks.size() / format_.block_bytes * format_.block_weights;
    const MatrixView row = Unwrap(MatrixView::Make(format_.format, 1, weights, blocks), context);
    const MatrixView scaled = Unwrap(row.WithScales(std::span(&scale, 1)), context);
    values_.resize(weights);
    Check(Dequantize(scaled, values_, {.threads = 1}), context);
    if (folding_ != nullptr) Check(Unfold(), context);
    out_.Write(std::span<const float>(values_));
  }

 private:
  Status Unfold() {
    const auto signs = folding_->signs(cols_);
    if (!signs) return signs.error();
    return InverseHadamardTransform(values_, folding_->block(), *signs);
  }

  const FormatInfo& format_;
  OutputFile& out_;
  const HadamardFolding* folding_ = nullptr;
  size_t cols_ = 0;
  std::vector<float> values_;
};

void DequantizeTensor(const Options& options) {
  const GgufFile file = OpenModel(options.model);
  const GgufTensor& tensor = FindTensor(file, options.model.path, options.tensor);
  const MatrixView all = MatrixOf(tensor, options.model.path);
  const FormatInfo& format = InfoOf(all.format());
  const HadamardFolding folding = FoldingOf(file, options.model.path);
  OutputFile out(options.out);
  Decoder decoder(format, out);
  size_t chunk = ChunkBytes(format);
  if (!options.unfold) {
    NoteStoredWeights(folding, tensor);
  } else if (folding.FoldsInputOf(tensor.name) || folding.InvertsRowsOf(tensor.name)) {
    decoder.UnfoldRows(folding, all.cols());
    chunk = all.row_bytes();
  }
  const auto rows = static_cast<size_t>(tensor.dims[1]);  // those that have one scale
  const size_t num_rows = all.bytes().empty() ? 0 : all.rows();
  for (size_t first = 0; first < num_rows; first += rows) {
    const MatrixView matrix = Unwrap(all.RowRange(first, rows), Describe(tensor));
    for (std::span rest = matrix.bytes(); !rest.empty();) {
      const size_t size = std::min(rest.size(), chunk);
      decoder.Append(rest.first(size), matrix.scale(0), Describe(tensor));
      rest = rest.subspan(size);
    }
  }
  out.Commit();
}

const FormatInfo& FormatNamed(const std::string& name) {
  const FormatInfo* format = FindFormat(name);
  if (format != nullptr) return *format;
  throw Failure(ExitStatus::kUsage,
                "--format: no format '" + name + "' (packdot formats lists them)");
}

void DequantizeBlocks(const Options& options) {
  const FormatInfo& format = FormatNamed(options.format);
  InputFile in(options.in);
  OutputFile out(options.out);
  Decoder decoder(format, out);
  std::vector<uint8_t> buffer(ChunkBytes(format));
  size_t total = 0;
  for (size_t size = buffer.size(); size == buffer.size();) {
    size = in.Read(buffer);
    total += size;
    const size_t whole = size / format.block_bytes * format.block_bytes;
    decoder.Append(std::span(buffer).first(whole), 1, in.name());
  }
  if (total % format.block_bytes != 0) {
    throw Failure(ExitStatus::kBadFile, in.name() + ": " + std::to_string(total) +
                                            " bytes are no whole number of " + options.format +
                                            " blocks, which take " +
                                            std::to_string(format.block_bytes) + " bytes each");
  }
  out.Commit();
}

}  // namespace

void AddDequantizeCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "dequantize", "Write weights as raw little-endian f32: a tensor's, or those of bare blocks");
  auto options = std::make_shared<Options>();
  CLI::Option* file = command->add_option("FILE", options->model.path, "a GGUF file");
  CLI::Option* tensor = command->add_option("TENSOR", options->tensor, "the tensor's name");
  CLI::Option* format =
      command->add_option("--format", options->format, "the format of the blocks in --in");
  CLI::Option* in =
      command->add_option("--in", options->in, "a file of bare blocks; - is standard input");
  command->add_flag("--unfold", options->unfold, "transform Hadamard-folded weights back")
      ->needs(tensor);
  file->needs(tensor)->excludes(format)->excludes(in);
  AddTypeIds(*command, options->model)->needs(file);
  format->needs(in);
  in->needs(format);
  AddOutput(*command, options->out, "the weights");
  command->callback([options] {
    if (!options->in.empty()) return DequantizeBlocks(*options);
    if (!options->model.path.empty()) return DequantizeTensor(*options);
    throw Failure(ExitStatus::kUsage, "dequantize: give FILE and TENSOR, or --format and --in");
  });
}

}  // namespace packdot::cli
