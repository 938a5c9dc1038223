// Sums of columns, and their largest entries.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core {

// out[i] = sum_j a[j] * columns[j * rows + i] in the order of j, i = 0 ... rows-1.
void combine_columns(const double *columns, int64_t rows, const double *a, int64_t count, double *out);

// In eight interleaved partial sums.
double sum(const double *x, int64_t count);

// Orders numbers, none of them negative or NaN, so that the `wanted` largest come first, descending; what follows is in
// no order. By their leading bits, so that next to no comparison is mispredicted.
void descending(std::vector<double> &x, int64_t wanted, std::vector<double> &scratch);

}  // namespace wald::core
