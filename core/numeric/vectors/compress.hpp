// Keeping some numbers of many: those within a range, or their positions.
#pragma once

#include <cstdint>

namespace wald::core {

// What is written may reach this many places beyond what is kept.
constexpr int32_t compress_spare = 8;

// out: those of count numbers that lie in [low, high], in their order, which is how many. out may be p.
int32_t keep_within(const double *p, int32_t count, double low, double high, double *out);

// out: first + i for each p[i] in [low, high].
int32_t positions_within(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out);

// out: the i of each x[i] in [low, high], in their order; made for few of many.
int32_t positions_within(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out);

// How many equal x.
int32_t count_equal(const double *p, int32_t count, double x);

}  // namespace wald::core
