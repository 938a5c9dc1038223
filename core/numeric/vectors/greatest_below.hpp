// A search through many numbers for one.
#pragma once

#include <cstdint>

namespace wald::core {

// The greatest of n numbers x[i*stride] that is less than t; -inf if there is none. None of them is a NaN.
double greatest_below(const double *x, int64_t n, int64_t stride, double t);

// The same of each column of n rows of two numbers.
void greatest_below_of_pairs(const double *x, int64_t n, const double t[2], double out[2]);

}  // namespace wald::core
