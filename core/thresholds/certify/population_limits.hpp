// Limits on what thresholds do to the population, and exact tests of them on rows that had no say in the thresholds.
#pragma once

#include <cmath>

#include "core/thresholds/objective.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

// Each is a share of the population; NaN: not limited.
struct PopulationLimits {
  double precision = Objective::unset, recall = Objective::unset;  // at least
  double fpr = Objective::unset, alert_rate = Objective::unset;    // at most
  bool limits_precision() const { return !std::isnan(precision); }
  bool limits_recall() const { return !std::isnan(recall); }
  bool limits_alerts() const { return !std::isnan(fpr) || !std::isnan(alert_rate); }
};
PopulationLimits limits_of(const Objective &objective);

// Numbers of rows.
struct RowCounts {
  int64_t positives = 0, negatives = 0, unrated = 0;
  int64_t rated() const { return positives + negatives; }
  int64_t all() const { return rated() + unrated; }
};

// Binomial tests at level delta of "the limit does not hold", each exact for thresholds that are fixed. Rows of one
// label weigh the same, and their numbers are sufficient: given the number of flagged rows, the positives
// among them are binomial, as are the flagged ones among the positives, the negatives, and all rows.
//
// At another prevalence P the share of positives among the sample's rows tells nothing, and may be anything by design. Given
// the labels the flagged rows of each are binomial, and precision and alert rate follow from their shares TPR and FPR:
// P TPR/(P TPR + (1-P) FPR) and P TPR + (1-P) FPR. They are tested by the limits of Clopper and Pearson of both shares,
// each at level delta/2 on its side, so that both hold with probability 1 - delta.
class CountTests {
 public:
  // of: all rows; the weight of a positive and that of a negative; prevalence: NaN for that of the rows.
  CountTests(const PopulationLimits &limits, const RowCounts &of, double positive_weight, double negative_weight,
             double delta, double prevalence = Objective::unset);
  bool precise(int64_t tp, int64_t fp) const;
  bool pass(const RowCounts &flagged) const;

  // The share of positives among flagged rows of the sample that stands for the precision.
  double share() const { return share_; }
  double delta() const { return delta_; }

 private:
  bool pass_at_prevalence(const RowCounts &flagged) const;
  PopulationLimits limits_;
  RowCounts of_;
  double share_, delta_, prevalence_;
};

// How many flagged rows a test of the share takes to pass in four of five samples, where the share is `found`; infinity
// if it never does.
double flagged_rows_needed(double found, double share, double delta);

}  // namespace wald::core::thresholds
