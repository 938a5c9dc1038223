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

// y[j] += factor * x[j] for j = 0 ... count-1 (x and y do not overlap).
void add_multiple(const double *x, double factor, int64_t count, double *y);

// sum_j x[j] * (first + j) * y[j * stride], in eight interleaved partial sums; a term of first + j = 0 is left out.
double sum_of_products(const double *x, int64_t first, const double *y, int64_t stride, int64_t count);

// rank[i] = how many of the count numbers come before x[i] in descending order; of equal ones the first comes first.
// O(count^2) without a branch, which beats sorting up to some hundred.
void descending_ranks(const double *x, int32_t count, int32_t *rank);

// out[j] = min(out[j], x[j] * top / (bottom + first + j)) for j = 0 ... count-1.
void lower_to_ratios(const double *x, double top, double bottom, int64_t first, int64_t count, double *out);

// out[j] = min(out[j], what the chord from (left, x[j]) to (right, y[j]) is at first + j) for j = 0 ... count-1.
void lower_to_chords(const double *x, const double *y, int64_t left, int64_t right, int64_t first, int64_t count,
                     double *out);

}  // namespace wald::core
