// Numbers of 16 bits (IEEE 754 binary16) as floats, exactly.
#pragma once

#include <cstdint>

namespace wald::core {

// to[i] = the half with the bits from[i * stride], i < n.
void widen_halves(const uint16_t *from, int64_t stride, int64_t n, float *to);

}  // namespace wald::core
