// The matrix of a linear model as its fitting sees it: each row's features, extra columns (the labels that a chain has
// seen), and a 1 for the intercept.
//
// Dense features are centred and turned into the directions of their principal components. That leaves a penalty on
// the sum of the squared coefficients as it is, and makes second derivatives nearly diagonal, for every label, fold and
// penalty at once, which is what lets few iterations do. Directions in which the rows do not differ are left out: their
// coefficients are 0.
#pragma once

#include <cstdint>
#include <vector>

#include "core/learners/dataset.hpp"
#include "core/learners/matrix/sparse_product.hpp"

namespace wald::core::learners {

class Design {
 public:
  // Row r of the design is row order[r] of the features and of `extra` (rows by extras, row by row; may be empty).
  Design(const Features &features, const std::vector<double> &extra, int64_t extras, const std::vector<double> &weights,
         const std::vector<int64_t> &order);

  int64_t rows() const { return rows_; }
  // Directions of the features, extra columns, and the intercept, which is the last.
  int64_t size() const { return directions_ + extras_ + 1; }
  int64_t directions() const { return directions_; }
  int64_t extras() const { return extras_; }
  // Weighted mean of each column's squares.
  const std::vector<double> &mean_squares() const { return mean_squares_; }
  // Of the rows, in the design's order.
  const std::vector<double> &weights() const { return weights_; }
  double total_weight() const { return total_weight_; }

  // out (rows by cols) = design times w (size by cols); out (size by cols) = design' times r (rows by cols). Column by
  // column; `scratch` is kept from call to call.
  void multiply(const double *w, int64_t cols, double *out, std::vector<double> &scratch) const;
  void multiply_transposed(const double *r, int64_t cols, double *out, std::vector<double> &scratch) const;

  // A vector of coefficients in terms of the features and extras as they were given.
  struct Coefficients {
    double intercept;
    std::vector<double> features, extras;
  };
  Coefficients original(const double *w) const;

 private:
  void fill_dense(const Features &features, const std::vector<int64_t> &order);
  void fill_sparse(const Features &features, const std::vector<int64_t> &order);
  void fill_tail(const std::vector<double> &extra, const std::vector<int64_t> &order);

  int64_t rows_, features_, directions_ = 0, extras_;
  bool is_sparse_;
  double total_weight_ = 0;
  std::vector<double> weights_, mean_squares_;
  std::vector<double> dense_;               // rows by size, or, of sparse features, rows by (extras + 1)
  CompressedRows sparse_, sparse_columns_;  // sparse features by rows, and by columns
  std::vector<double> feature_means_, extra_means_;
  std::vector<double> rotation_;  // features by directions; empty: none
};

}  // namespace wald::core::learners
