// Probabilities where labels are as frequent as in training, moved to where they are not.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core {

// What probabilities are multiplied by. Throws Error(argument) that names the value and its bound.
class PriorShift {
 public:
  // Kinds are independent and categorical; the priors have a number per column. name: of `prior` in messages.
  PriorShift(Kind kind, const Reals &training_prior, const Reals &prior, const char *name);

  // Moves n probabilities of a row in place. column_of(c): the column of the c-th; those of other columns are 0.
  template <class ColumnOf>
  void move_row(int64_t row, int64_t n, const ColumnOf &column_of, double *p) const {
    if (kind_ == Kind::independent) {
      for (int64_t c = 0; c < n; ++c) p[c] = moved_label(row, column_of(c), p[c]);
      return;
    }
    double left = 1, sum = 0;
    for (int64_t c = 0; c < n; ++c) {
      left -= p[c];
      sum += p[c] *= one_[static_cast<std::size_t>(column_of(c))];
    }
    sum = checked_sum(row, left, sum);
    for (int64_t c = 0; c < n; ++c) p[c] /= sum;
  }

 private:
  double moved_label(int64_t row, int64_t column, double p) const;
  double checked_sum(int64_t row, double left, double sum) const;

  Kind kind_;
  std::vector<double> one_, zero_;  // the ratio of the priors, and of their complements, per column
  double none_ = 0;                 // of no class
};

// A probability of a table, at most 1. Throws Error(argument) where it is none.
double probability_at(const RealTable &table, int64_t i, int64_t j);

// Writes the table row by row.
void move_prior(const RealTable &probabilities, const PriorShift &shift, double *out);

}  // namespace wald::core
