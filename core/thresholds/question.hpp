// What is asked of thresholds: a goal and constraints, and which point of a frontier answers it.
//
// Every goal rises with TP and falls with FP, and every constraint is easier to meet with less FP and, but for a limit
// on the alerts, with more TP. So the optimum over all thresholds lies on the Pareto frontier of TP against FP, or with
// such a limit against the alerts.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/metrics/metric.hpp"
#include "core/numeric/binomial_interval.hpp"
#include "core/thresholds/rows.hpp"
#include "core/thresholds/staircase.hpp"

namespace wald::core {

enum class Goal : int32_t {
  automatic = 0,  // fewest_fp with a recall, most_tp with any other constraint, else a metric: F1
  metric = 1,
  net = 2,  // TP - FP/cost_ratio
  most_tp = 3,
  fewest_fp = 4
};

struct Question {
  static constexpr double unset = std::numeric_limits<double>::quiet_NaN();
  Goal goal = Goal::automatic;
  std::shared_ptr<const Metric> metric;
  double cost_ratio = unset;     // false positives that one more true positive is worth
  double min_precision = unset;  // with `confidence`: its lower limit; 0: the point estimate
  double confidence = unset;     // unset: 0.9 for one classifier, 0.975 for several
  double max_fp = unset, max_alerts = unset, min_recall = unset;
  double positives = unset;  // how many there are in all, known from elsewhere

  // From a marginal precision q: a further alert pays as long as it is right with probability q.
  static double cost_ratio_of(double marginal_precision);
};

// Throws where a number is outside its domain or goal and constraints do not fit.
void check_question(const Question &question);

struct Choice {
  int64_t index = 0;  // of the staircase
  bool feasible = true;
};

class Judge {
 public:
  // Throws Error(unsupported) where the question needs a number of positives that the sample does not tell.
  Judge(const Question &question, const Sample &sample);

  Goal goal() const { return goal_; }
  // Which frontier holds every answer.
  Against against() const { return std::isnan(question_.max_alerts) ? Against::fp : Against::alerts; }
  double positives() const { return positives_; }  // NaN: unknown
  double rows() const { return rows_; }            // weight of all rows
  double confidence() const { return confidence_; }
  double cost_ratio() const { return question_.cost_ratio; }
  bool allowed(double tp, double fp) const;
  double value(double tp, double fp) const;     // to be maximised
  double reported(double tp, double fp) const;  // as users read it: FP itself, not its negative
  Choice choose(const Staircase &points) const;
  bool better(const Flagged &a, const Flagged &b) const;
  Judge without_recall() const;
  // "f1", "most true positives with fp <= 20"
  std::string text() const;

  // Exact limits of the precision of alerts, where rows of one label have one weight; else by Kish's effective sizes.
  // Given their number a + b, the positives a among the rows are binomial, and the precision rises with their share.
  Interval precision_interval(double tp, double fp, double confidence) const;
  // Rows that weigh as much as `weight` of positives, of negatives.
  double positive_rows(double weight) const { return weight / weight_positive_; }
  double negative_rows(double weight) const { return weight / weight_negative_; }

  // For a sample drawn anew, of which `positives` were drawn where their number is counted, and `rows` in all.
  Judge drawn(double positives, double rows) const;

  // For a part of the sample that holds this share of it: budgets and a given number of positives shrink with it.
  Judge scaled(double share, const Sample &part) const;

 private:
  Question question_;
  Goal goal_;
  std::shared_ptr<const Metric> metric_;
  double positives_, rows_, confidence_;
  bool counted_;                              // the positives, not given
  double weight_positive_, weight_negative_;  // sum of squares over sum, of the weights
};

}  // namespace wald::core
