// packdot q8-error: how far a q8 activation takes each format's products from an f32 one's.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "packdot/packdot.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/demo_blocks.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/options.h"
#include "tools/packdot/random.h"
#include "tools/packdot/table.h"
#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

constexpr size_t kRows = 256;
constexpr size_t kCols = 4096;
constexpr size_t kSuperBlock = 256;

struct Errors {
  double ours;
  double reference;  // of an activation quantized as ggml does for this format
};

struct Row {
  FormatInfo format;
  Errors gaussian;
  Errors outliers;
};

std::vector<float> Product(const MatrixView& w, std::span<const float> x, ActivationType type) {
  std::vector<float> y(w.rows());
  Check(Gemv(w, Unwrap(Activation::Make(x, type)), y));
  return y;
}

// |y - exact| / |exact|, both as vectors.
double RelativeError(std::span<const float> y, std::span<const float> exact) {
  double error = 0, size = 0;
  for (size_t i = 0; i < y.size(); ++i) {
    error += std::pow(double{y[i]} - double{exact[i]}, 2);
    size += std::pow(double{exact[i]}, 2);
  }
  return std::sqrt(error / size);
}

// To int8 and back with one scale per `group` values.
std::vector<float> RoundTrip(std::span<const float> x, size_t group) {
  std::vector<float> rounded(x.begin(), x.end());
  for (size_t at = 0; at < x.size(); at += group) {
    const std::span<float> values = std::span(rounded).subspan(at, group);
    float largest = 0.0f;
    for (const float value : values) largest = std::max(largest, std::fabs(value));
    const float scale = largest / 127.0f;
    for (float& value : values) value = scale == 0 ? 0 : std::nearbyint(value / scale) * scale;
  }
  return rounded;
}

Errors MeasureErrors(const MatrixView& w, std::span<const float> x) {
  const std::vector<float> exact = Product(w, x, ActivationType::kF32);
  const size_t group = InfoOf(w.format()).block_weights == kSuperBlock ? kSuperBlock : 32;
  return {RelativeError(Product(w, x, ActivationType::kQ8), exact),
          RelativeError(Product(w, RoundTrip(x, group), ActivationType::kF32), exact)};
}

std::vector<Row> MeasureAll(uint64_t seed) {
  const std::vector<float> gaussian = GaussianVector(kCols, seed);
  const std::vector<float> outliers = StudentVector(kCols, seed);
  std::vector<Row> rows;
  for (const FormatInfo& info : Formats()) {
    const std::vector<uint8_t> bytes =
        RandomBlocks(info.format, kRows * kCols / info.block_weights, seed);
    const MatrixView w = Unwrap(MatrixView::Make(info.format, kRows, kCols, bytes));
    rows.push_back({info, MeasureErrors(w, gaussian), MeasureErrors(w, outliers)});
  }
  return rows;
}

void PrintAsJson(const std::vector<Row>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    json.push_back({{"format", row.format.name},
                    {"gaussian", row.gaussian.ours},
                    {"gaussian_reference", row.gaussian.reference},
                    {"outliers", row.outliers.ours},
                    {"outliers_reference", row.outliers.reference}});
  }
  PrintJson(json);
}

std::vector<std::string> Cells(const Row& row) {
  return {std::string(row.format.name), Scientific(row.gaussian.ours),
          Scientific(row.gaussian.reference), Scientific(row.outliers.ours),
          Scientific(row.outliers.reference)};
}

const std::vector<std::string> kHeaders = {"format", "Gaussian", "reference", "outliers",
                                           "reference"};

void PrintAsText(const std::vector<Row>& rows) {
  std::vector<Table::Column> columns;
  for (const std::string& header : kHeaders) columns.push_back({header, Align::kRight});
  columns.front().align = Align::kLeft;
  Table table(std::move(columns));
  for (const Row& row : rows) table.AddRow(Cells(row));
  table.Print(std::cout);
}

void PrintLine(const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) std::cout << "| " << cell << ' ';
  std::cout << "|\n";
}

void PrintAsMarkdown(const std::vector<Row>& rows) {
  PrintLine(kHeaders);
  PrintLine(std::vector<std::string>(kHeaders.size(), "---"));
  for (const Row& row : rows) PrintLine(Cells(row));
}

struct Options {
  uint64_t seed = 1;
  bool json = false;
  bool markdown = false;
};

}  // namespace

void AddQ8ErrorCommand(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "q8-error", "Measure what quantizing the activation to 8 bits costs in each format");
  auto options = std::make_shared<Options>();
  command->add_option("--seed", options->seed, "of weights and activations")->capture_default_str();
  command->add_flag("--markdown", options->markdown, "Print the table of docs/q8-error.md");
  AddJson(*command, options->json);
  command->callback([options] {
    const std::vector<Row> rows = MeasureAll(options->seed);
    if (options->json) return PrintAsJson(rows);
    options->markdown ? PrintAsMarkdown(rows) : PrintAsText(rows);
  });
}

}  // namespace packdot::cli
