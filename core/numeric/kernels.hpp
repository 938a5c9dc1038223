// The innermost loops over doubles, dispatched at run time to the instruction set of the machine. Each computes the
// same operations in the same order whatever the vector width, so every instruction set gives the same bits.
#pragma once

#include <cstdint>

namespace wald::core {

// out[j] = q * x[j + 1] + p * x[j] for j = 0 ... count-1 (out and x do not overlap).
void mix(const double *x, double q, double p, int64_t count, double *out);

// x[j] = q * x[j] + p * x[j + offset] for j = 0 ... count-1, in ascending order; offset > 0.
void mix_ahead(double *x, double q, double p, int64_t offset, int64_t count);

// sum_j x[j] * y[j], in eight interleaved partial sums.
double dot(const double *x, const double *y, int64_t count);

// y[j] += a * x[j]
void add_scaled(double a, const double *x, int64_t count, double *y);

}  // namespace wald::core
