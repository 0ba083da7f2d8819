// Writing and opening the demo's file.
#include "tools/packdot/demo_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tools/packdot/demo_blocks.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/gguf_write.h"
#include "tools/packdot/model.h"
#include "tools/packdot/output_file.h"

namespace packdot::cli {
namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "packdot-demo-XXXXXX").string();
    if (!error && mkdtemp(path_.data()) == nullptr) error.assign(errno, std::generic_category());
    if (error) {
      throw Failure(ExitStatus::kCannotWrite, "cannot make a temporary folder: " + error.message());
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void WriteDemoFile(const std::string& path, size_t rows, size_t cols) {
  const std::pair<std::string, std::string> metadata[] = {
      {"general.architecture", "packdot-demo"},
      {"general.name", "Random weights, a matrix per format"},
  };
  std::vector<GgufMatrix> matrices;
  for (const FormatInfo& info : Formats()) {
    matrices.push_back({"demo." + std::string(info.name), info.format, rows, cols});
  }
  OutputFile out(path);
  out.Write(std::span<const uint8_t>(GgufHeader(metadata, matrices)));
  for (const GgufMatrix& matrix : matrices) {
    const size_t num_blocks = rows * cols / InfoOf(matrix.format).block_weights;
    const auto seed = static_cast<uint64_t>(matrix.format);
    auto blocks = RandomBlocks(matrix.format, num_blocks, seed);
    blocks.resize(blocks.size() + GgufPadding(blocks.size()));
    out.Write(std::span<const uint8_t>(blocks));
  }
  out.Commit();
}

}  // namespace

GgufFile MakeDemoFile(const std::string& path, size_t rows, size_t cols) {
  if (path == "-") throw Failure(ExitStatus::kUsage, "--keep: needs the name of a file, not -");
  if (!path.empty()) {
    WriteDemoFile(path, rows, cols);
    return OpenModel({path, {}});
  }
  const TemporaryFolder folder;
  const std::string temporary = folder.path() + "/demo.gguf";
  WriteDemoFile(temporary, rows, cols);
  return OpenModel({temporary, {}});
}

}  // namespace packdot::cli
