// The nearest of a set of rows, exactly: by (distance, row), so that of equally near ones the first come first.
// Products of blocks of rows give all distances with a proved error; those that may be among the nearest are measured
// again one by one, always in the same order of columns. So the same neighbours come out on every machine, for dense
// and for sparse rows, and duplicates are exactly as near as each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/learners/dataset.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

struct Neighbour {
  double distance;  // Euclidean, or 1 - cosine
  int64_t row;
};

class NeighbourSearch {
 public:
  // Rows are scaled already. Cosine: a row of zeros has the cosine 0 with every row.
  NeighbourSearch(Features rows, NeighbourMetric metric);

  int64_t n_rows() const { return rows_.rows; }

  // out[i]: the `count` nearest of row i of the queries, which are scaled alike, in ascending order. Where groups are
  // not null, rows of its own group are not its neighbours. There must be this many others.
  void nearest(Features queries, int64_t count, const int64_t *groups_of_queries, const int64_t *groups_of_rows,
               std::vector<Neighbour> *out) const;

 private:
  void products(const Features &queries, int64_t first, int64_t n, double *out) const;
  // Whether two rows of these squared lengths have no cosine, which then counts as 0.
  bool no_angle(double a, double b) const { return metric_ == NeighbourMetric::cosine && (a == 0 || b == 0); }
  double exact_square(const Features &queries, int64_t query, int64_t row) const;

  Features rows_;
  NeighbourMetric metric_;
  std::vector<double> squares_;  // of rows' lengths
  double largest_square_ = 0;
  // Sparse: the rows' numbers column by column. Of few among many columns those that occur alone are kept, so that rows
  // take what they hold, however many columns they are said to have.
  std::size_t place_of_column(int32_t j) const;
  bool few_columns_ = false;
  std::vector<int32_t> columns_;  // ascending, where they are few
  std::vector<int64_t> column_begin_;
  std::vector<int32_t> column_rows_;
  std::vector<double> column_values_;
};

// What the nearest of a row count for: one alike, or falling to 0 at the last one (S. Dudani, "The distance-weighted
// k-nearest-neighbor rule", IEEE SMC 6, 1976): (d_l - d) / (d_l - d_1). Never all 0.
void neighbour_weights(NeighbourWeights weights, const Neighbour *nearest, int64_t count, double *out);

}  // namespace wald::core::learners
