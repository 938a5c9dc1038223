// What a user should know of chosen thresholds: bits of ChosenThresholds::flags.
#pragma once

#include <cstdint>

#include "core/thresholds/sample.hpp"

namespace wald::core {

enum ThresholdFlag : uint32_t {
  nothing_flagged = 1,
  everything_flagged = 2,   // every rated row
  target_not_attained = 4,  // no alert is worth its cost, or a constraint leaves none
  recall_out_of_reach = 8,  // infeasible: the nearest point is reported
  few_positives = 16,       // fewer than 50 rows
  saturated_scores = 32,    // a classifier tells the positives apart by few values
  in_sample_scores = 64,    // a classifier separates the labels without error: was it trained on these rows?
  inverted_scores = 128,    // a classifier ranks negatives above positives: its area is below 1/2 by more than two of
                            // Mann and Whitney's standard deviations, sqrt((m+n+1)/(12 m n)) for m, n rows
  quantile_levels = 256,    // quantiles stood for all scores of positives
  local_optimum = 512,
  unrated_flagged = 1024,   // rows that nobody looked at are flagged, and count for nothing
  only_positives = 2048,    // no rated row is negative
  constraint_missed = 4096  // smoothed thresholds break a constraint that the sample's own best meets
};
// "nothing_flagged", ... for one bit; empty for an unknown one.
const char *flag_name(uint32_t bit);

// The flags that the data deserve whatever is chosen. known_area: ranking_area of one classifier, where it is known
// already; else NaN.
uint32_t data_flags(const Sample &sample, double known_area);

}  // namespace wald::core
