// packdot info: what a GGUF file holds.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/packdot/commands.h"
#include "tools/packdot/folding.h"
#include "tools/packdot/metadata.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/table.h"
#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Totals {
  std::string name;
  const FormatInfo* format = nullptr;
  uint64_t tensors = 0;
  uint64_t weights = 0;
  uint64_t bytes = 0;
};

// By type id.
std::map<uint32_t, Totals> TotalsByFormat(const GgufFile& file) {
  std::map<uint32_t, Totals> all;
  for (const GgufTensor& tensor : file.tensors()) {
    Totals& totals = all[tensor.type_id];
    totals.name = TypeName(tensor);
    totals.format = tensor.format;
    totals.tensors += 1;
    totals.weights += tensor.NumWeights();
    totals.bytes += tensor.bytes.size();
  }
  return all;
}

std::string Shape(const GgufTensor& tensor) {
  std::string shape = std::to_string(tensor.dims[0]);
  for (uint32_t d = 1; d < tensor.num_dims; ++d) shape += " x " + std::to_string(tensor.dims[d]);
  return shape;
}

void PrintMetadata(const GgufFile& file) {
  Table table({{"key"}, {"type"}, {"value"}});
  for (const GgufKeyValue& entry : file.metadata()) {
    table.AddRow({Escape(entry.key), std::string(GgufTypeName(entry.value.type())),
                  MetadataText(entry.value)});
  }
  table.Print(std::cout);
}

// "0.5", "8 values", or nothing for a tensor without a scale.
std::string ScaleText(const GgufTensor& tensor) {
  if (tensor.scale == nullptr) return "";
  if (tensor.scales.empty()) return "malformed";
  if (tensor.scales.size() > 1) return std::to_string(tensor.scales.size()) + " values";
  return Shortest(tensor.scales[0]);
}

void PrintTensors(const GgufFile& file) {
  std::vector<Table::Column> columns = {{"tensor"},
                                        {"format"},
                                        {"shape, columns first"},
                                        {"bpw", Align::kRight},
                                        {"bytes", Align::kRight},
                                        {"at byte", Align::kRight}};
  const auto has_scale = [](const GgufTensor& tensor) { return tensor.scale != nullptr; };
  const bool with_scales = std::ranges::any_of(file.tensors(), has_scale);
  if (with_scales) columns.push_back({"scale", Align::kRight});
  Table table(std::move(columns));
  for (const GgufTensor& tensor : file.tensors()) {
    const bool known = tensor.format != nullptr;
    std::vector<std::string> cells = {Escape(tensor.name),
                                      TypeName(tensor),
                                      Shape(tensor),
                                      known ? Fixed(tensor.format->BitsPerWeight(), 4) : "?",
                                      known ? std::to_string(tensor.bytes.size()) : "?",
                                      std::to_string(tensor.offset)};
    if (with_scales) cells.push_back(ScaleText(tensor));
    table.AddRow(std::move(cells));
  }
  table.Print(std::cout);
}

void PrintTotals(const GgufFile& file) {
  Table table({{"format"},
               {"bpw", Align::kRight},
               {"tensors", Align::kRight},
               {"weights", Align::kRight},
               {"bytes", Align::kRight}});
  Totals all;
  for (const auto& [id, totals] : TotalsByFormat(file)) {
    const bool known = totals.format != nullptr;
    table.AddRow({totals.name, known ? Fixed(totals.format->BitsPerWeight(), 4) : "?",
                  std::to_string(totals.tensors), std::to_string(totals.weights),
                  known ? std::to_string(totals.bytes) : "?"});
    if (!known) continue;
    all.tensors += totals.tensors;
    all.weights += totals.weights;
    all.bytes += totals.bytes;
  }
  const double bits = 8 * static_cast<double>(all.bytes);
  table.AddRow(
      {"all known", all.weights > 0 ? Fixed(bits / static_cast<double>(all.weights), 4) : "-",
       std::to_string(all.tensors), std::to_string(all.weights), std::to_string(all.bytes)},
      Style::kBold);
  table.Print(std::cout);
}

void PrintInfo(const GgufFile& file, const std::string& path) {
  std::cout << Escape(path) << ": GGUF version " << file.version() << ", "
            << ByteSize(file.file_bytes()) << ", alignment " << file.alignment() << ", "
            << file.metadata().size() << " metadata keys, " << file.tensors().size()
            << " tensors\n";
  if (const std::string folding = FoldingText(file); !folding.empty()) std::cout << folding << '\n';
  std::cout << '\n';
  PrintMetadata(file);
  std::cout << '\n';
  PrintTensors(file);
  std::cout << '\n';
  PrintTotals(file);
}

Json ScaleJson(const GgufTensor& tensor) {
  if (tensor.scale == nullptr) return {};
  constexpr size_t kMostValues = 8;  // as of arrays in metadata
  const auto shown = tensor.scales.first(std::min(tensor.scales.size(), kMostValues));
  Json json = {{"tensor", tensor.scale->name},
               {"size", tensor.scales.size()},
               {"values", std::vector(shown.begin(), shown.end())}};
  if (tensor.scales.empty()) json["error"] = tensor.Matrix().error().message;
  return json;
}

Json TensorJson(const GgufTensor& tensor) {
  const bool known = tensor.format != nullptr;
  const std::span dims(tensor.dims.data(), tensor.num_dims);
  return {{"name", tensor.name},
          {"format", known ? Json(tensor.format->name) : Json()},
          {"type_id", tensor.type_id},
          {"dims", std::vector(dims.begin(), dims.end())},
          {"weights", tensor.NumWeights()},
          {"bits_per_weight", known ? Json(tensor.format->BitsPerWeight()) : Json()},
          {"bytes", known ? Json(tensor.bytes.size()) : Json()},
          {"offset", tensor.offset},
          {"scale", ScaleJson(tensor)}};
}

void PrintInfoAsJson(const GgufFile& file, const std::string& path) {
  Json metadata = Json::array();
  for (const GgufKeyValue& entry : file.metadata()) {
    Json item = {{"key", entry.key}};
    item.update(MetadataJson(entry.value));
    metadata.push_back(std::move(item));
  }
  Json tensors = Json::array();
  for (const GgufTensor& tensor : file.tensors()) tensors.push_back(TensorJson(tensor));
  Json formats = Json::array();
  for (const auto& [id, totals] : TotalsByFormat(file)) {
    const bool known = totals.format != nullptr;
    formats.push_back({{"format", known ? Json(totals.format->name) : Json()},
                       {"type_id", id},
                       {"tensors", totals.tensors},
                       {"weights", totals.weights},
                       {"bytes", known ? Json(totals.bytes) : Json()}});
  }
  PrintJson({{"file", path},
             {"version", file.version()},
             {"alignment", file.alignment()},
             {"bytes", file.file_bytes()},
             {"hadamard", FoldingJson(file)},
             {"metadata", std::move(metadata)},
             {"tensors", std::move(tensors)},
             {"formats", std::move(formats)}});
}

struct Options {
  ModelFile model;
  bool json = false;
};

}  // namespace

void AddInfoCommand(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("info", "Show the metadata, the tensors and the sizes of a GGUF file");
  auto options = std::make_shared<Options>();
  AddModel(*command, options->model);
  AddJson(*command, options->json);
  command->callback([options] {
    const GgufFile file = OpenModel(options->model);
    options->json ? PrintInfoAsJson(file, options->model.path)
                  : PrintInfo(file, options->model.path);
  });
}

}  // namespace packdot::cli
