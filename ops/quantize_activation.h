// From f32 to the q8 activation: int8 with an f32 scale per 32 values.
#ifndef PACKDOT_OPS_QUANTIZE_ACTIVATION_H_
#define PACKDOT_OPS_QUANTIZE_ACTIVATION_H_

#include <cstddef>
#include <cstdint>

namespace packdot {

// Whole blocks only: `size` is a multiple of 32. A block whose largest magnitude is m has the scale
// m / 127 and values round(127 x / m), ties to even: within [-127, 127], the same on every target.
// One with a NaN or an infinity has the scale NaN and zeros.
void QuantizeActivation(const float* x, size_t size, int8_t* values, float* scales);

}  // namespace packdot

#endif  // PACKDOT_OPS_QUANTIZE_ACTIVATION_H_
