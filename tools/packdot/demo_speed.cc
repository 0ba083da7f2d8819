// Timing: a warm-up that sizes the samples, then samples in turns, then medians.
#include "tools/packdot/demo_speed.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "packdot/gemv.h"
#include "tools/packdot/dequantize_then_dot.h"
#include "tools/packdot/failure.h"
#include "tools/packdot/random.h"

namespace packdot::cli {
namespace {

class Contender {
 public:
  explicit Contender(std::function<Status()> run) : run_(std::move(run)) {}

  // Leaves caches and branches warm.
  void Prepare(double sample_seconds) {
    Seconds(1);
    repetitions_ = static_cast<int>(std::clamp(sample_seconds / Seconds(1), 1.0, 1e6));
  }

  void TakeSample() { samples_.push_back(Seconds(repetitions_) / repetitions_); }

  Speed SpeedFor(double weights) {
    std::ranges::sort(samples_);
    const auto at = [this](double share) {
      return samples_[static_cast<size_t>(share * static_cast<double>(samples_.size() - 1))];
    };
    const double median = at(0.5);
    return {weights / median * 1e-9, (at(0.75) - at(0.25)) / 2 / median};
  }

 private:
  double Seconds(int repetitions) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) Check(run_(), "demo");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::function<Status()> run_;
  int repetitions_ = 1;
  std::vector<double> samples_;
};

}  // namespace

Speeds MeasureSpeeds(const MatrixView& w, const SpeedOptions& options) {
  const std::vector<float> x = GaussianVector(w.cols(), 1);
  const Activation f32 = Unwrap(Activation::Make(x, ActivationType::kF32), "demo");
  const Activation q8 = Unwrap(Activation::Make(x, ActivationType::kQ8), "demo");
  std::vector<float> y(w.rows());
  const ThreadOptions threads{options.threads};
  std::array contenders = {
      Contender([&] { return Gemv(w, f32, y, threads); }),
      Contender([&] { return Gemv(w, q8, y, threads); }),
      Contender([&] { return DequantizeThenDot(w, x, y, options.threads); }),
  };
  for (Contender& contender : contenders) contender.Prepare(options.sample_seconds);
  for (int sample = 0; sample < options.samples; ++sample) {
    for (Contender& contender : contenders) contender.TakeSample();
  }
  const double weights = static_cast<double>(w.rows()) * static_cast<double>(w.cols());
  return {contenders[0].SpeedFor(weights), contenders[1].SpeedFor(weights),
          contenders[2].SpeedFor(weights)};
}

}  // namespace packdot::cli
