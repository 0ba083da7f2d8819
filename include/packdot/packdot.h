// All of packdot: y = W x straight from the packed bits of quantized weights.
#ifndef PACKDOT_PACKDOT_H_
#define PACKDOT_PACKDOT_H_

#include "packdot/activation.h"  // IWYU pragma: export
#include "packdot/format.h"      // IWYU pragma: export
#include "packdot/gemv.h"        // IWYU pragma: export
#include "packdot/gguf.h"        // IWYU pragma: export
#include "packdot/hadamard.h"    // IWYU pragma: export
#include "packdot/matrix.h"      // IWYU pragma: export
#include "packdot/result.h"      // IWYU pragma: export
#include "packdot/targets.h"     // IWYU pragma: export

#endif  // PACKDOT_PACKDOT_H_
