// What each row, or group of rows, contributes to the counts of the labels. Equal contributions are held once, with
// their number, in an order of their own: what is computed from them does not depend on the order of the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/evaluation/comparison/paired_rows.hpp"

namespace wald::core::evaluation {

// Of both systems, for one label.
struct PairCounts {
  double tp_a = 0, k_a = 0, tp_b = 0, k_b = 0, s = 0;

  void add(const PairCounts &x, double times) {
    tp_a += times * x.tp_a;
    k_a += times * x.k_a;
    tp_b += times * x.tp_b;
    k_b += times * x.k_b;
    s += times * x.s;
  }
};

struct Contribution {
  struct Cell {
    int32_t label;
    PairCounts counts;
  };
  double n;                // items of each label
  std::size_t begin, end;  // in Contributions::cells; labels ascend
  int64_t count;           // units that contribute this
};

struct Contributions {
  std::vector<double> shares;    // of the labels that A and B predict differently somewhere; others cancel
  std::vector<int64_t> columns;  // of these labels
  std::vector<Contribution> kinds;
  std::vector<Contribution::Cell> cells;
  int64_t units = 0;
};

// Which columns are labels of their own: those that differ, all, or none, so that the whole table is one label.
enum class LabelsOf { differing, every, table };

// shares: of the columns in a macro average; not read of a table. Weights become whole multiples of a
// power of 2, so small that every sum of counts is exact: a count that is 0 is found to be 0.
Contributions contributions_of(const PairedRows &rows, LabelsOf which, const std::vector<double> &shares);

}  // namespace wald::core::evaluation
