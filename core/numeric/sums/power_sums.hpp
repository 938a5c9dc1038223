// Sums over many probabilities in one pass: in blocks that a cache holds, each block in eight interleaved sums, blocks
// added to twice a double's digits. So a sum has the rounding of one block, however long the input is, and the same
// bits on every instruction set.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core {

constexpr int32_t sum_block = 512;
// Roundings of a sum of one block, relative to the sum of the terms: 64 additions a lane, three across, one at the end;
// a power of p has as many more as its exponent.
constexpr double block_roundings = 68;
constexpr int32_t most_powers = 12;

// Numbers in the caller's memory, read block by block: rows by columns, float or double, any strides.
class Blocks {
 public:
  explicit Blocks(const RealTable &table) : table_(table) {
    straight_ = !table.is_float && table.col_stride == 1 && (table.rows == 1 || table.row_stride == table.cols);
  }
  int64_t size() const { return table_.rows * table_.cols; }
  // Numbers begin ... begin+count-1, in place where they lie so, else in the buffer.
  const double *read(int64_t begin, int32_t count, double *buffer) const;
  double at(int64_t i) const;

 private:
  RealTable table_;
  bool straight_;
};

// Of one block of at most sum_block numbers.
struct ThresholdSums {
  double sum, squares;                     // of all
  double above, sum_above, squares_above;  // of those > threshold: how many, their sum, their squares
  double positive;                         // how many are > 0
  double largest;
};
// threshold at least 0.
ThresholdSums threshold_sums(const double *p, int32_t count, double threshold);

// out[j] = sum of p^(j+1) for j = 0 ... powers-1; powers is 4, 8 or 12.
void power_sums(const double *p, int32_t count, int32_t powers, double *out);

// Of one block and a range [low, high]: of the items above it and below it how many there are and their power sums, and
// of all items how many are > 0, and the largest. Power sums below only if asked for.
struct SideSums {
  double count_above, count_below, positive, largest;
  double above[most_powers], below[most_powers];
};
void side_sums(const double *p, int32_t count, double low, double high, int32_t powers, bool with_below, SideSums &out);

// Product of 1 - p.
double product_of_complements(const double *p, int32_t count);

}  // namespace wald::core
