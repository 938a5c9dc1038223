// Chosen thresholds: all that an answer says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/certify/certificate.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/estimates/intervals.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// Plain data. Arrays have one entry for each of D classifiers.
struct ChosenThresholds {
  Method method = Method::direct;
  std::string objective;  // in words: "f1", "most true positives with fp <= 20"
  std::string claim;      // of a promise: Criterion::claim
  // false: no thresholds reach min_recall, and these are the nearest that meet the rest; or no alert has min_precision,
  // and nothing is flagged; or smoothed thresholds break a constraint (flag constraint_missed).
  bool feasible = true;
  std::string warning;  // empty, or what is not attained
  // [D], not below rated_from. +inf (rule "or", or nothing flagged) or -inf (rule "and", no cut): switched off.
  std::vector<double> thresholds;
  // [D] Any threshold above this and up to thresholds[d] flags the same rows; the mid-point overfits least.
  std::vector<double> next_lower;
  // [D] With the method stacked, else empty: a row is flagged where combined_score(its scores, coefficients, intercept)
  // >= stacked_threshold. thresholds and next_lower are NaN then.
  std::vector<double> coefficients;
  double intercept = 0, stacked_threshold = Objective::unset;
  Outcome outcome;
  double unrated = 0;  // weight of flagged rows without a label
  // Share of true positives among the alerts gained last, and among those to be gained next, on the concave hull of the
  // frontier, for smoothed thresholds at its point of the nearest FP. NaN if there are none.
  double marginal_precision = Objective::unset, next_marginal_precision = Objective::unset;
  std::vector<NamedInterval> intervals;
  std::vector<Interval> threshold_intervals;  // [D] by bootstrap; empty without, and with stacked
  bool has_cross_fit = false;
  Outcome cross_fit;   // each fold counted at thresholds that were chosen without it
  uint32_t flags = 0;  // bits of ThresholdFlag
  certify::Certificate certificate;
  double null_share = Objective::unset;  // with max_fdr
  std::vector<double> p_values;          // with max_fdr: of each row that is not rated
  std::vector<ChosenThresholds> baselines;  // best-single, stacked; without their own
};

}  // namespace wald::core::thresholds
