// packdot demo: every format verified and timed on random weights, in one table.
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "packdot/gemv.h"
#include "packdot/targets.h"
#include "tools/packdot/commands.h"
#include "tools/packdot/demo_file.h"
#include "tools/packdot/demo_speed.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/model.h"
#include "tools/packdot/options.h"
#include "tools/packdot/table.h"
#include "tools/packdot/text.h"
#include "tools/packdot/verification.h"

namespace packdot::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string keep;
  int threads = 1;
  bool quick = false;
  bool json = false;
};

// A small matrix that stays in cache shows what unpacking costs, not what memory does.
struct Scale {
  size_t rows;
  size_t cols;
  int samples;
  double sample_seconds;
};

constexpr Scale kFull = {512, 4096, 21, 2e-3};
constexpr Scale kQuick = {64, 1024, 5, 2e-4};

struct Line {
  const FormatInfo* format;
  Deviation worst_f32;
  Deviation worst_q8;
  Speeds speeds;

  bool Passed() const { return worst_f32.Passed() && worst_q8.Passed(); }
  double SpeedUp(const Speed& fused) const {
    return fused.gweights_per_second / speeds.unfused.gweights_per_second;
  }
};

std::vector<Line> VerifyAndTime(const GgufFile& file, const Scale& scale, int threads) {
  const VerifyOptions verify{{ActivationType::kF32, ActivationType::kQ8}, threads};
  const SpeedOptions speed{threads, scale.samples, scale.sample_seconds};
  Progress progress("demo:", file.tensors().size());
  std::vector<Line> lines;
  for (const GgufTensor& tensor : file.tensors()) {
    const MatrixView w = MatrixOf(tensor, "demo");
    const auto worst = Verify(w, Describe(tensor), verify, [](size_t) {});
    lines.push_back({tensor.format, worst[0], worst[1], MeasureSpeeds(w, speed)});
    progress.Advance(1, tensor.format->name);
  }
  return lines;
}

void PrintTable(const std::vector<Line>& lines) {
  Table table({{"format"},
               {"bpw", Align::kRight},
               {"f32 Gw/s", Align::kRight},
               {"q8 Gw/s", Align::kRight},
               {"unfused Gw/s", Align::kRight},
               {"f32 speed-up", Align::kRight},
               {"q8 speed-up", Align::kRight},
               {"spread", Align::kRight},
               {"f32 error/bound", Align::kRight},
               {"q8 error/bound", Align::kRight}});
  for (const Line& line : lines) {
    const auto& [f32, q8, unfused] = line.speeds;
    const double spread = std::max({f32.spread, q8.spread, unfused.spread});
    table.AddRow({std::string(line.format->name), Fixed(line.format->BitsPerWeight(), 4),
                  Fixed(f32.gweights_per_second, 2), Fixed(q8.gweights_per_second, 2),
                  Fixed(unfused.gweights_per_second, 2), Fixed(line.SpeedUp(f32), 1) + "x",
                  Fixed(line.SpeedUp(q8), 1) + "x", "+-" + Fixed(100 * spread, 0) + " %",
                  Percent(line.worst_f32.of_bound), Percent(line.worst_q8.of_bound)},
                 line.Passed() ? Style::kPlain : Style::kRed);
  }
  table.Print(std::cout);
}

void PrintDemo(const GgufFile& file, const std::vector<Line>& lines, const Scale& scale,
               int threads) {
  std::cout << lines.size() << " formats, a matrix of " << scale.rows << " x " << scale.cols
            << " random weights each (" << ByteSize(file.file_bytes()) << "); target "
            << ChosenTarget() << ", " << threads << (threads == 1 ? " thread" : " threads")
            << "\n\n";
  PrintTable(lines);
  std::cout << "\nf32, q8: y = W x straight from the packed bits, in 10^9 weights a second, with x "
               "as it is and in 8 bits.\n"
               "unfused: each row dequantized to a buffer, then a plain dot product with x. "
               "Speed-ups are over this.\n"
               "Medians of "
            << scale.samples
            << " samples taken in turns; spread: the largest half quartile distance of the three.\n"
               "error/bound: the worst result's distance from the sum in double, as a share of "
               "what rounding may add up to.\n";
}

Json SpeedJson(const Speed& speed) {
  return {{"gweights_per_second", speed.gweights_per_second}, {"spread", speed.spread}};
}

Json LineJson(const Line& line) {
  return {{"format", line.format->name},
          {"bits_per_weight", line.format->BitsPerWeight()},
          {"f32", SpeedJson(line.speeds.fused_f32)},
          {"q8", SpeedJson(line.speeds.fused_q8)},
          {"unfused", SpeedJson(line.speeds.unfused)},
          {"f32_speed_up", line.SpeedUp(line.speeds.fused_f32)},
          {"q8_speed_up", line.SpeedUp(line.speeds.fused_q8)},
          {"f32_error_over_bound", line.worst_f32.of_bound},
          {"q8_error_over_bound", line.worst_q8.of_bound},
          {"passed", line.Passed()}};
}

void PrintAsJson(const std::vector<Line>& lines, const Scale& scale, int threads) {
  Json formats = Json::array();
  for (const Line& line : lines) formats.push_back(LineJson(line));
  PrintJson({{"target", ChosenTarget()},
             {"threads", threads},
             {"rows", scale.rows},
             {"columns", scale.cols},
             {"samples", scale.samples},
             {"passed", std::ranges::all_of(lines, &Line::Passed)},
             {"formats", std::move(formats)}});
}

void RunDemo(const Options& options) {
  const Scale& scale = options.quick ? kQuick : kFull;
  const int most = DefaultThreads();
  const int threads = options.threads == 0 ? most : std::min(options.threads, most);
  const GgufFile file = MakeDemoFile(options.keep, scale.rows, scale.cols);
  const std::vector<Line> lines = VerifyAndTime(file, scale, threads);
  if (options.json) {
    PrintAsJson(lines, scale, threads);
  } else {
    PrintDemo(file, lines, scale, threads);
  }
  if (std::ranges::all_of(lines, &Line::Passed)) return;
  throw Failure(ExitStatus::kVerificationFailed, "demo: there are errors above their bounds");
}

}  // namespace

void AddDemoCommand(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("demo", "Verify and time every format on random weights; takes seconds");
  auto options = std::make_shared<Options>();
  command->add_flag("--quick", options->quick, "small matrices and few samples: rough numbers");
  AddThreads(*command, options->threads);
  AddJson(*command, options->json);
  command->add_option("--keep", options->keep, "write the GGUF file here and leave it");
  command->callback([options] { RunDemo(*options); });
}

}  // namespace packdot::cli
