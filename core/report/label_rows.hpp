// The results of decisions for each label: precision, recall and F1, with intervals.
#pragma once

#include "core/numeric/special/binomial_interval.hpp"
#include "core/report/json_text.hpp"
#include "core/report/system.hpp"

namespace wald::core::report {

// Weights of cells, and their squares, which say how many equal rows they are worth.
struct WeighedCount {
  double sum = 0, squares = 0;
  void add(double w) {
    sum += w;
    squares += w * w;
  }
  WeighedCount plus(const WeighedCount &other) const { return {sum + other.sum, squares + other.squares}; }
};

// Of a set of cells, by one mask.
struct LabelCounts {
  WeighedCount tp, fp, fn, tn;
  void add(uint8_t y, uint8_t h, double w) { (h ? y ? tp : fp : y ? fn : tn).add(w); }
};

// An estimate with an interval; NaN if there is nothing to estimate from.
struct Estimated {
  double value;
  Interval interval;
};
Estimated precision_of(const LabelCounts &counts, double level);
Estimated recall_of(const LabelCounts &counts, double level);
// F1 = 2J/(1 + J), where J = TP/(TP + FP + FN) is a proportion and has limits as such.
Estimated f1_of(const LabelCounts &counts, double level);

LabelCounts counts_of(const ReportInput &input, Grid<const uint8_t> mask, const std::vector<double> &weight,
                      int64_t label);

// Labels from the most positives to the fewest.
std::vector<int64_t> by_positives(const ReportInput &input, const std::vector<double> &weight);

// Writes the table of the given labels.
void write_label_rows(JsonText &out, const ReportInput &input, const std::vector<SystemReport> &systems,
                      const std::vector<double> &weight, const std::vector<int64_t> &labels, bool weighted);

}  // namespace wald::core::report
