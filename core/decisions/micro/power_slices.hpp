// Exact sums of powers of probabilities: the same bits for any order and any parting of the items, since what is summed
// are whole numbers. A power is parted into a multiple of one power of two and a multiple of a finer one (J. Demmel and
// H. D. Nguyen, "Fast reproducible floating-point summation", 2013), both chosen once for all states of a pass; what is
// left over is at most 2^-92 of the greatest power.
#pragma once

#include <cstdint>

#include "core/numeric/bins/wide.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/sums/power_sums.hpp"

namespace wald::core::decisions {

// The powers of two for items of at most `largest`.
struct PowerGrid {
  int32_t powers = 0;
  double largest = 0;
  int coarse[most_powers], fine[most_powers];  // exponents

  static PowerGrid make(double largest, int32_t powers);
};

struct PowerSlices {
  uint64_t count = 0;             // of items
  Wide coarse[most_powers] = {};  // in units of the grid, negative ones as complements of two
  Wide fine[most_powers] = {};

  // At most sum_block items, none above the grid's largest; room for eight more behind them, which is written.
  void add(double *items, int32_t count, const PowerGrid &grid);
  void add(const PowerSlices &other);
  void sums(const PowerGrid &grid, DoubleDouble *out) const;
  // The sum of p^j errs by at most this times largest^(j-1): a grid's unit is at most 2^-91 of the greatest power.
  double blur(const PowerGrid &grid) const { return static_cast<double>(count) * grid.largest * 0x1p-91; }
};

}  // namespace wald::core::decisions
