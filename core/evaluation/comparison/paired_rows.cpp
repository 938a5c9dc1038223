// Reads the rows of a comparison and their groups.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/paired_rows.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/evaluation/evaluate.hpp"

namespace wald::core::evaluation {
namespace {

void check_cell(const char *table, int64_t i, int64_t j, uint8_t cell, bool may_be_undecided) {
  if (cell > (may_be_undecided ? decisions::undecided : 1))
    fail(Status::argument, table, "[", i, "][", j, "] is ", int{cell},
         may_be_undecided ? ": must be 0, 1 or 2 (undecided)" : ": must be 0 or 1");
}

}  // namespace

PairedRows pair_rows(Grid<const uint8_t> truth, Grid<const uint8_t> a, Grid<const uint8_t> b, Reals weights,
                     Strided<const int64_t> groups) {
  check_table_size(truth.rows, truth.cols);
  PairedRows out{truth, a, b, row_weights(weights, truth.rows), false, {}, {0}, 0};
  for (int64_t i = 0; i < truth.rows; ++i) {
    bool left_out = false;
    for (int64_t j = 0; j < truth.cols; ++j) {
      check_cell("truth", i, j, truth(i, j), false);
      check_cell("a", i, j, a(i, j), true);
      check_cell("b", i, j, b(i, j), true);
      left_out = left_out || a(i, j) == decisions::undecided || b(i, j) == decisions::undecided;
    }
    double &w = out.weight[static_cast<std::size_t>(i)];
    if (left_out) {
      ++out.undecided;
      w = 0;
    }
    if (w > 0) out.rows.push_back(i);
  }
  out.weighted = says_more_than_which(out.weight);
  if (groups.data)
    std::stable_sort(out.rows.begin(), out.rows.end(), [&](int64_t i, int64_t j) { return groups[i] < groups[j]; });
  for (std::size_t r = 1; r <= out.rows.size(); ++r)
    if (r == out.rows.size() || !groups.data || groups[out.rows[r]] != groups[out.rows[r - 1]]) out.begin.push_back(r);
  return out;
}

}  // namespace wald::core::evaluation
