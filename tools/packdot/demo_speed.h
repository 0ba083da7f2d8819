// How fast one matrix is multiplied, fused and not.
#ifndef PACKDOT_TOOLS_PACKDOT_DEMO_SPEED_H_
#define PACKDOT_TOOLS_PACKDOT_DEMO_SPEED_H_

#include "packdot/matrix.h"

namespace packdot::cli {

struct Speed {
  double gweights_per_second;  // the median
  double spread;               // half the distance of the quartiles, as a share of the median
};

struct Speeds {
  Speed fused_f32;
  Speed fused_q8;
  Speed unfused;
};

struct SpeedOptions {
  int threads;            // at least 1
  int samples;            // of each
  double sample_seconds;  // a sample repeats the product for about this long
};

// Samples are taken in turns, so that whatever slows the machine down meets all three.
Speeds MeasureSpeeds(const MatrixView& w, const SpeedOptions& options);

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_DEMO_SPEED_H_
