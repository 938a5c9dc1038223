// The problems of a table, by average: the items of each that may be true, at a temperature.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::evaluation {

struct Item {
  int64_t item;
  double p;  // by which labels are simulated: at the temperature
  bool cut;  // whether the probability as given is at least 1/2
  bool optimum = false;  // whether the optimum predicts it; by whom gathers it
};

// A table of which all is checked. Its arrays must outlive it.
class Problems {
 public:
  Problems(Kind kind, const RealTable &table, decisions::Average average, double temperature);
  Problems(Kind kind, const decisions::SparseTable &table, decisions::Average average, double temperature);

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  int64_t items_each() const;
  // Those of problem a with p > 0.
  void gather(int64_t a, std::vector<Item> &out) const;
  // Of a problem's item.
  int64_t row_of(int64_t a, int64_t item) const;

 private:
  // Calls visit(column, probability as given, at most 1) for the probabilities above 0 of a row.
  template <class Visit>
  void visit_row(int64_t i, const Visit &visit) const;
  void prepare();
  double tempered(int64_t row, double p) const;

  const Kind kind_;
  const decisions::Average average_;
  const double temperature_;
  const RealTable *dense_ = nullptr;
  const decisions::SparseTable *sparse_ = nullptr;
  int64_t rows_, cols_;
  // Exclusive labels, of each row: what probabilities are multiplied by, and the logarithm of what tempered ones sum to.
  std::vector<double> scale_, log_sum_;
  // Columns of a sparse table: their cells, one column after the other.
  std::vector<int64_t> starts_;
  std::vector<std::pair<int64_t, double>> cells_;
};

}  // namespace wald::core::evaluation
