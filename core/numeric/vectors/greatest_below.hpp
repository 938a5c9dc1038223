// A search through many numbers for one.
#pragma once

#include <cstdint>

namespace wald::core {

// The greatest of n numbers x[i*stride] that is less than t; -inf where there is none. None of them is a NaN.
double greatest_below(const double *x, int64_t n, int64_t stride, double t);

}  // namespace wald::core
