// The rows of a comparison that count, and which of them belong together.
#pragma once

#include <vector>

#include "core/decisions/decision.hpp"

namespace wald::core::evaluation {

struct PairedRows {
  Grid<const uint8_t> truth, a, b;
  std::vector<double> weight;      // a row of the tables; 0 if it does not count
  bool weighted = false;           // whether a weight is other than 0 or 1
  std::vector<int64_t> rows;       // those that count, group by group
  std::vector<std::size_t> begin;  // of each group in rows, and the end of the last
  int64_t undecided = 0;

  std::size_t groups() const { return begin.size() - 1; }
};

// Throws Error(argument) if a cell or a weight is none.
PairedRows pair_rows(Grid<const uint8_t> truth, Grid<const uint8_t> a, Grid<const uint8_t> b, Reals weights,
                     Strided<const int64_t> groups);

}  // namespace wald::core::evaluation
