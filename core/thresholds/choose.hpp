// Choosing thresholds: the one call behind every interface, and all that its answer says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/numeric/binomial_interval.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/direct.hpp"

namespace wald::core {

enum class Method : int32_t { direct = 0, path = 1, path_equal = 2, analytic = 3, stacked = 4, best_single = 5 };
const char *method_name(Method method);
Method method_by_name(std::string_view name);

// Against overfitting: the median of thresholds chosen in many rounds.
enum class Smoothing : int32_t {
  none = 0,
  bagged = 1,  // on samples drawn anew
  dropout = 2  // on paths through lattices that lost edges; with the methods path and path-equal
};

struct ThresholdOptions {
  Method method = Method::direct;
  Smoothing smoothing = Smoothing::none;
  int64_t smoothing_rounds = 25;
  double dropout = 0.2;   // share of the edges
  int64_t grid = 100;     // levels of path-equal and analytic
  int64_t bootstrap = 0;  // replicates for intervals; 0: exact intervals alone
  int64_t bootstrap_cells = 10000;
  int64_t folds = 0;  // of the cross-fitted estimate; 0: none
  uint64_t seed = 0;
  double level = 0.95;    // of the intervals
  double ridge = 1e-6;    // of stacked
  bool baselines = true;  // best-single and stacked beside
  int threads = 1;
  SearchLimits limits;
};

// What a user should know of an answer.
enum ThresholdFlag : uint32_t {
  nothing_flagged = 1,
  everything_flagged = 2,   // every rated row
  target_not_attained = 4,  // no alert is worth its cost, or a constraint leaves none
  recall_out_of_reach = 8,  // infeasible: the nearest point is reported
  few_positives = 16,       // fewer than 50 rows
  saturated_scores = 32,    // a classifier tells the positives apart by few values
  in_sample_scores = 64,    // a classifier separates the labels without error: was it trained on these rows?
  inverted_scores = 128,    // a classifier ranks negatives above positives
  thinned_levels = 256,     // quantiles stood for all scores of positives
  local_optimum = 512,
  unrated_flagged = 1024,   // rows that nobody looked at are flagged, and count for nothing
  only_positives = 2048,    // no rated row is negative
  constraint_missed = 4096  // smoothed thresholds break a constraint that the sample's own best meets
};
// "nothing_flagged", ... for one bit; empty for an unknown one.
const char *flag_name(uint32_t bit);

struct NamedInterval {
  const char *name;
  double estimate;
  Interval interval;
  bool exact;  // binomial; else by bootstrap
};

// Counts of chosen thresholds, and what follows from them.
struct Outcome {
  Flagged counts;
  double positives = Question::unset;  // NaN: unknown
  double precision = Question::unset;  // NaN where nothing is flagged
  double recall = Question::unset;     // NaN where the number of positives is unknown, or 0
  double value = Question::unset;      // of the goal: the metric, TP - FP/d, TP, or FP
};

struct ThresholdAnswer {
  Method method = Method::direct;
  std::string question;  // "f1", "most true positives with fp <= 20"
  bool feasible = true;
  std::vector<double> thresholds;
  // Any threshold above this and up to thresholds[d] flags the same rows; the mid-point overfits least.
  std::vector<double> next_lower;
  // stacked: flagged where intercept + sum_d coefficients[d] s_d >= stacked_threshold; thresholds are NaN then.
  std::vector<double> coefficients;
  double intercept = 0, stacked_threshold = Question::unset;
  Outcome outcome;
  double unrated = 0;  // weight of flagged rows that nobody looked at
  // Share of true positives among the alerts gained last, and among those to be gained next, on the concave hull.
  double marginal_precision = Question::unset, next_marginal_precision = Question::unset;
  std::vector<NamedInterval> intervals;
  std::vector<Interval> threshold_intervals;  // by bootstrap, with the method direct; else empty
  bool cross_fitted = false;
  Outcome cross;  // thresholds chosen without the rows that they are counted on
  uint32_t flags = 0;
  std::vector<ThresholdAnswer> baselines;
};

// Throws Error(argument) where nothing was fed or no positive was.
ThresholdAnswer choose_thresholds(const Sample &sample, const Question &question, const ThresholdOptions &options,
                                  Monitor &monitor);

// The frontier itself, by the method of the options, and what is known of it.
struct FrontierCurve {
  ThresholdCurve curve;
  std::vector<int64_t> hull;  // indices of the concave hull's vertices
  bool thinned = false, local_optimum = false;
  double positives = Question::unset, negatives = Question::unset;  // NaN: unknown
  // TP against FP over the FP that some rated row can cause; shares of what a perfect rule reaches.
  double pn_area = 0, pn_hull_area = 0;
  double roc_area = Question::unset, roc_hull_area = Question::unset;  // NaN where positives are unknown
  double pr_area = Question::unset;                                    // average precision over the frontier
};
FrontierCurve frontier_curve(const Sample &sample, const Question &question, const ThresholdOptions &options,
                             Monitor &monitor);

// Mann and Whitney's: the share of (positive, negative) pairs that classifier d ranks rightly, ties by half. NaN
// without both labels.
double ranking_area(const Sample &sample, int64_t d);

}  // namespace wald::core
