// The ones of rows of 0/1 cells, eight cells at a time.
#pragma once

#include <cstdint>

namespace wald::core {

// How many of n contiguous cells are 1; -1 if a cell is neither 0 nor 1.
int64_t count_ones(const uint8_t *cells, int64_t n);

// Their positions, ascending; up to seven numbers beyond the last are overwritten. Returns the end. Cells are 0 or 1.
int32_t *positions_of_ones(const uint8_t *cells, int64_t n, int32_t *out);

// Hashes of label vectors, given by where each begins in `labels` (count + 1 offsets). They order saved estimators, so
// they never change.
void hash_vectors(const int32_t *labels, const int64_t *offsets, int64_t count, uint64_t *hashes);

}  // namespace wald::core
