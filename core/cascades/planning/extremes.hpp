// The innermost loops of fitting, over the sums g and one model's scores f of many rows.
#pragma once

#include <cstdint>

namespace wald::core::cascades {

constexpr int64_t rows_of_extreme = 64;

int32_t least_sum(const int32_t *g, const int32_t *f, int64_t n);
int64_t count_below(const int32_t *g, const int32_t *f, int64_t n, int32_t bound);
int64_t count_above(const int32_t *g, const int32_t *f, int64_t n, int32_t bound);
int64_t weight_below(const int32_t *g, const int32_t *f, const int64_t *w, int64_t n, int32_t bound);
int64_t weight_above(const int32_t *g, const int32_t *f, const int64_t *w, int64_t n, int32_t bound);

// The number of sums below `bound`, and the largest sum.
struct Tail {
  int64_t below;
  int32_t largest;
};
Tail count_below_and_largest(const int32_t *g, const int32_t *f, int64_t n, int32_t bound);

// The least (largest) sum of each run of 64 rows, the last of which may be shorter.
void least_of_runs(const int32_t *g, const int32_t *f, int64_t n, int32_t *out);
void largest_of_runs(const int32_t *g, const int32_t *f, int64_t n, int32_t *out);

}  // namespace wald::core::cascades
