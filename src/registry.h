// The one table of formats.
#ifndef PACKDOT_SRC_REGISTRY_H_
#define PACKDOT_SRC_REGISTRY_H_

#include "ops/kernels.h"
#include "packdot/format.h"

namespace packdot {

// The format's kernels on the target that dispatch chooses; null if it has none.
const Kernels* KernelsFor(Format format);

}  // namespace packdot

#endif  // PACKDOT_SRC_REGISTRY_H_
