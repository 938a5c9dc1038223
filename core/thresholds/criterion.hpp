// An objective on a sample: which thresholds are allowed, what they are worth, which point of a frontier is best.
//
// Every goal rises with TP and falls with FP, and every constraint is easier to meet with less FP and, except for a limit
// on the alerts, with more TP. So the optimum over all thresholds lies on the Pareto frontier of TP against FP, or with
// such a limit against the alerts.
//
// Rows of one label have no such frontier. Without positives the most true positives within limits are the most alerts;
// without negatives the fewest false positives that recall enough are the fewest alerts.
#pragma once

#include <string>

#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

// Counts of chosen thresholds, and what follows from them. NaN: unknown.
struct Outcome {
  Flagged counts;                       // weights of the flagged positives and negatives
  double positives = Objective::unset;  // weight of all positives; NaN if it is unknown
  double precision = Objective::unset;  // NaN if nothing is flagged
  double recall = Objective::unset;     // NaN if the number of positives is unknown, or 0
  double value = Objective::unset;      // of the goal: the metric, TP - FP/cost_ratio, TP, or FP
};

struct Choice {
  int64_t index = 0;  // of the frontier
  bool feasible = true;
};

class Criterion {
 public:
  // Throws Error(unsupported) if the objective needs a number of positives, or of negatives, that the sample does
  // not tell.
  Criterion(const Objective &objective, const SampleTotals &sample);
  Criterion(const Objective &objective, const Sample &sample) : Criterion(objective, sample.totals()) {}

  Goal goal() const { return goal_; }
  // Whether rows of one label alone decide, and most, or fewest, of them are to be flagged.
  bool most_alerts() const { return label_ == OneLabel::negatives && goal_ == Goal::most_tp; }
  bool fewest_alerts() const { return label_ == OneLabel::positives && goal_ == Goal::fewest_fp; }
  bool by_one_label() const { return most_alerts() || fewest_alerts(); }
  // The same where counts of several labels or segments are added, which needs both.
  Criterion of_both_labels() const;
  // Which frontier holds every answer.
  CostAxis cost_axis() const { return objective_.limits_alerts() ? CostAxis::alerts : CostAxis::fp; }
  double positives() const { return positives_; }  // NaN: unknown
  double rows() const { return rows_; }            // weight of all rows, where negatives_known()
  // False if rows below the cut were not fed: their number is unknown.
  bool negatives_known() const { return negatives_known_; }
  double confidence() const { return confidence_; }
  double cost_ratio() const { return objective_.cost_ratio; }
  bool allowed(double tp, double fp) const;
  // Its three parts. The first holds the longer, the fewer rows are flagged, the second the more are.
  bool within_budget(double tp, double fp) const;
  bool recalls_enough(double tp) const;
  bool precise_enough(double tp, double fp) const;
  bool limits_precision() const { return objective_.min_precision > 0; }
  // True if the best value, if it is above 0 (`only_above_0`) or whatever it is, of any points is reached at a
  // corner of the concave hull of (FP, TP).
  struct OnHull {
    bool known, only_above_0;
  };
  OnHull best_on_hull() const;
  double value(double tp, double fp) const;  // to be maximised
  // As users read it: FP itself, not its negative; 1 if rounding alone puts a metric above it.
  double reported(double tp, double fp) const;
  Outcome outcome(const Flagged &counts) const;
  // The first point, from the fewest alerts, of which the value differs from the greatest by rounding alone.
  Choice choose(const ParetoFrontier &points) const;
  // The value of no allowed point with true positives in [least_tp, most_tp] and false positives from fp on is greater;
  // -inf if none is allowed, or where it cannot reach at_least.
  double most_within(double least_tp, double most_tp, double fp, double at_least) const;
  // Flagging nothing breaks no limit on precision, and is not what it asks for.
  bool attained(const Choice &choice, const Flagged &counts) const {
    return choice.feasible && (counts.alerts() > 0 || !limits_precision());
  }
  bool better(const Flagged &a, const Flagged &b) const;
  Criterion without_recall() const;
  Criterion without_precision() const;
  // Of most true positives, within all limits but the recall: what is nearest where that is out of reach.
  Criterion nearest() const;
  // "f1", "most true positives with fp <= 20"
  std::string text() const;
  // What the limits promise of future rows: "precision>=0.95"; without one the metric alone, and without that nothing.
  std::string claim() const;

  // Rows that weigh as much as `weight` of positives, of negatives.
  double positive_rows(double weight) const { return weight / weight_positive_; }
  double negative_rows(double weight) const { return weight / weight_negative_; }

  // RowSet::effective_weight of the positives and negatives.
  double positive_weight() const { return weight_positive_; }
  double negative_weight() const { return weight_negative_; }
  // "tp", "fp", "precision" or "recall" where the value is that number; else null.
  const char *same_as_value() const;
  // True if the value is F1 or Jaccard's and all rows are rated and weigh the same.
  bool is_overlap_of_equal_rows() const;
  bool is_f1() const;

  // The same at the sums of the weights as they were fed, before Sample::exact has rounded them: to report values by.
  Criterion as_fed(const Sample &fed) const;

  // For a sample drawn anew, of which `positives` were drawn where their number is counted, and `rows` in all.
  Criterion resampled(double positives, double rows) const;

  // For a part of the sample that holds this share of it: budgets and a given number of positives shrink with it.
  Criterion scaled(double share, double positives, double negatives) const;  // the weights that the part has
  Criterion scaled(double share, const Sample &part) const {
    return scaled(share, part.positives().total(), part.negatives().total());
  }

 private:
  double all_rows(double negatives, double fed) const;  // their weight
  void check_shares(const SampleTotals &sample) const;
  void limit_shares();
  Objective objective_;         // its max_fp and max_alerts are no greater than the limits as shares allow
  double max_fp_, max_alerts_;  // as they were asked for
  Goal goal_;
  enum class OneLabel : uint8_t { none, negatives, positives };
  OneLabel label_;  // that all rated rows have; none: they have both, or there are no such rows
  std::shared_ptr<const Metric> metric_;
  double positives_, rows_, confidence_;
  bool counted_;     // the positives, not given
  bool given_more_;  // more positives than were fed
  bool negatives_known_;
  WeightRounding rounding_;                   // a limit that is met exactly is met however weights were rounded
  double weight_positive_, weight_negative_;  // RowSet::effective_weight
};

}  // namespace wald::core::thresholds
