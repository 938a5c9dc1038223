// The innermost loops over columns of floats.
#pragma once

#include <cstdint>

namespace wald::core::decisions {

// Where slope * p - cost exceeds `best`, it replaces it, and `label` replaces `of`.
void take_better(const float *p, float slope, float cost, int32_t label, int64_t n, float *best, int32_t *of);
// Puts slope * p - cost into `own` where `of` is the label, else into `other` if it is greater.
void part_own(const float *p, float slope, float cost, int32_t label, int64_t n, const int32_t *of, float *own,
              float *other);
// The sum of p where `of` is the label.
double sum_of_label(const float *p, const int32_t *of, int32_t label, int64_t n);
int64_t count_of_label(const int32_t *of, int32_t label, int64_t n);
// The sum of max(0, slope * p - cost - price), of at most 1024 rows.
double sum_of_worths(const float *p, float slope, float cost, const float *price, int64_t n);

// How many of these are above 0.
int64_t count_of_worths(const float *p, float slope, float cost, const float *price, int64_t n);

}  // namespace wald::core::decisions
