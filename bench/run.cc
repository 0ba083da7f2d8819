// How a case is measured.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <random>

#include "bench/case.h"
#include "bench/machine.h"

namespace packdot::bench {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsOf(const std::function<void()>& fn) {
  const auto start = Clock::now();
  fn();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct AlignedDelete {
  void operator()(uint8_t* p) const { ::operator delete[](p, std::align_val_t{4096}); }
};
using Bytes = std::unique_ptr<uint8_t[], AlignedDelete>;

// Bits that are valid in every format, with scales of moderate size: no byte has a high exponent.
Bytes SeededBytes(size_t size) {
  Bytes bytes(static_cast<uint8_t*>(::operator new[](size, std::align_val_t{4096})));
  const size_t seeded = std::min(size, size_t{1} << 20);
  std::mt19937 generator(1);
  for (size_t i = 0; i < seeded; ++i) bytes[i] = static_cast<uint8_t>(generator() & 0x3B);
  for (size_t at = seeded; at < size; at += seeded) {
    memcpy(bytes.get() + at, bytes.get(), std::min(seeded, size - at));
  }
  return bytes;
}

std::vector<float> SeededValues(size_t size) {
  std::mt19937 generator(2);
  std::normal_distribution<float> gaussian;
  std::vector<float> x(size);
  for (float& value : x) value = gaussian(generator);
  return x;
}

void SetRate(benchmark::State& state, const char* name, double count) {
  state.counters[name] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
}

// Times `ours` and, if there is one, `peers` in turns. Returns the mean seconds of one of ours.
double Measure(benchmark::State& state, const std::function<void()>& ours,
               const std::function<void()>& peers) {
  double our_seconds = 0, peer_seconds = 0;
  ours();
  for (auto _ : state) {
    const double seconds = SecondsOf(ours);
    state.SetIterationTime(seconds);
    our_seconds += seconds;
    if (peers) peer_seconds += SecondsOf(peers);
  }
  if (peers) state.counters["ratio_to_peer"] = peer_seconds / our_seconds;
  return our_seconds / static_cast<double>(state.iterations());
}

// Products of all kinds.
class Multiplication {
 public:
  explicit Multiplication(const Case& c)
      : case_(c),
        row_bytes_(c.cols / InfoOf(c.format).block_weights * InfoOf(c.format).block_bytes),
        bytes_(SeededBytes(c.rows * row_bytes_)),
        x_(SeededValues(c.vectors * c.cols)),
        y_(c.vectors * c.rows),
        w_(*MatrixView::Make(c.format, c.rows, c.cols, all())),
        activation_(*Activation::Make(x_, c.activation, c.vectors)) {}

  std::span<const uint8_t> all() const { return {bytes_.get(), case_.rows * row_bytes_}; }

  void Ours() {
    if (case_.kind == Kind::kCall) Check(activation_.Assign(x_));
    Check(Gemm(w_, activation_, y_, {.threads = case_.threads}));
  }

  // Null if the peer has no such product.
  std::function<void()> Peers(const Peer* peer) {
    if (peer == nullptr || case_.kind != Kind::kGemv || case_.threads != 1) return nullptr;
    if (case_.activation != ActivationType::kQ8 || !peer->Multiplies(case_.format)) return nullptr;
    peer_x_ = peer->Quantize(case_.format, x_);
    return [this, peer] {
      peer->Gemv(case_.format, bytes_.get(), row_bytes_, case_.cols, peer_x_.data(), y_);
    };
  }

  double Products() const { return static_cast<double>(case_.rows * case_.cols * case_.vectors); }

 private:
  static void Check(const Status& status) {
    if (!status.ok()) throw std::runtime_error(status.error().message);
  }

  const Case& case_;
  const size_t row_bytes_;
  const Bytes bytes_;
  const std::vector<float> x_;
  std::vector<float> y_;
  const MatrixView w_;
  Activation activation_;
  std::vector<uint8_t> peer_x_;
};

void RunProduct(benchmark::State& state, const Case& c, const Peer* peer) {
  Multiplication product(c);
  const double peak = c.activation == ActivationType::kQ8 ? Int8Peak() : FmaPeak();
  const bool from_memory = c.residence != "L2";
  const double bandwidth = from_memory ? ReadBandwidth(product.all(), c.threads) : 0;
  const double seconds = Measure(
      state, [&] { product.Ours(); }, product.Peers(peer));
  SetRate(state, "weights/s", product.Products());
  SetRate(state, "bytes/s", static_cast<double>(product.all().size() * c.vectors));
  state.counters["share_of_peak"] = product.Products() / seconds / (peak * c.threads);
  if (from_memory && c.vectors == 1) {
    state.counters["share_of_bandwidth"] =
        static_cast<double>(product.all().size()) / seconds / bandwidth;
  }
}

void RunActivation(benchmark::State& state, const Case& c) {
  const std::vector<float> x = SeededValues(c.cols);
  const std::vector<uint8_t> row(c.cols / InfoOf(c.format).block_weights *
                                 InfoOf(c.format).block_bytes);
  const MatrixView w = *MatrixView::Make(c.format, 1, c.cols, row);
  const MatrixView none = *w.RowRange(0, 0);
  Activation activation = *Activation::Make(x, c.activation);
  // A product of no rows arranges its activation and does nothing else.
  for (auto _ : state) {
    const double seconds = SecondsOf([&] {
      benchmark::DoNotOptimize(activation.Assign(x).ok());
      benchmark::DoNotOptimize(Gemv(none, activation, {}, {.threads = 1}).ok());
    });
    state.SetIterationTime(seconds);
  }
  SetRate(state, "weights/s", static_cast<double>(c.cols));
}

void RunHadamard(benchmark::State& state, const Case& c) {
  std::vector<float> x = SeededValues(c.cols);
  for (auto _ : state) {
    state.SetIterationTime(
        SecondsOf([&] { benchmark::DoNotOptimize(HadamardTransform(x, 1024).ok()); }));
  }
  SetRate(state, "weights/s", static_cast<double>(c.cols));
}

void RunDequantize(benchmark::State& state, const Case& c) {
  const size_t row_bytes = c.cols / InfoOf(c.format).block_weights * InfoOf(c.format).block_bytes;
  const Bytes bytes = SeededBytes(c.rows * row_bytes);
  const MatrixView w =
      *MatrixView::Make(c.format, c.rows, c.cols, {bytes.get(), c.rows * row_bytes});
  std::vector<float> out(c.cols);
  size_t row = 0;
  for (auto _ : state) {
    state.SetIterationTime(SecondsOf([&] {
      const MatrixView one = *w.RowRange(row, 1);
      benchmark::DoNotOptimize(Dequantize(one, out, {.threads = 1}).ok());
    }));
    row = (row + 1) % c.rows;
  }
  SetRate(state, "weights/s", static_cast<double>(c.cols));
}

}  // namespace

void Run(benchmark::State& state, const Case& c, const Peer* peer) {
  if (!ForceTarget(c.target).ok()) return state.SkipWithError("target not supported");
  switch (c.kind) {
    case Kind::kActivation:
      return RunActivation(state, c);
    case Kind::kHadamard:
      return RunHadamard(state, c);
    case Kind::kDequantize:
      return RunDequantize(state, c);
    default:
      return RunProduct(state, c, peer);
  }
}

}  // namespace packdot::bench
