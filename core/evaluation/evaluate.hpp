// The realised value of predictions: a metric on known truth.
#pragma once

#include "core/decisions/decision.hpp"

namespace wald::core::evaluation {

struct Evaluation {
  double value;       // NaN if every row is undecided
  int64_t undecided;  // rows left out; with abstain_label cells, which are worth what it says
};

// Weighted counts of a set of cells.
struct CellCounts {
  double tp = 0, k = 0, s = 0, n = 0;
  void add(uint8_t y, uint8_t h, double w) {
    tp += y & h ? w : 0;
    k += h ? w : 0;
    s += y ? w : 0;
    n += w;
  }
};
// weighted: whether the counts may be other than whole numbers; custom metrics then refuse.
double utility_of(const Metric &metric, const CellCounts &counts, bool weighted);

// Counts of one label whose positives are this share of its weight, in whole multiples of a power of 2 so small that
// sums and differences of counts of `labels` such labels are exact. Both values of the label must occur.
CellCounts at_prevalence(const CellCounts &counts, double share, double labels);
// What the weight of a row of each value, 0 and 1, is multiplied by for the same. weight: of the rows of each value.
struct ValueFactors {
  double of[2];
};
ValueFactors factors_to(double share, const double (&weight)[2]);
// Throws unless the options' prevalence suits the average and the labels, of which counts has one each.
void check_prevalence(const decisions::DecisionOptions &options, const std::vector<CellCounts> &counts);

// One weight per row: 1 each where weights.data is null. Throws Error(argument) where one is no weight, or all are 0.
std::vector<double> row_weights(Reals weights, int64_t rows);
// Whether weights say more than which rows count.
bool says_more_than_which(const std::vector<double> &weights);
void check_table_size(int64_t rows, int64_t cols);

// By the options' average and label weights. weights.data may be null. Rows that hold an undecided cell are left out
// and counted; but with abstain_label its cost is taken for each.
Evaluation evaluate(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                    Grid<const uint8_t> prediction, Reals weights);

}  // namespace wald::core::evaluation
