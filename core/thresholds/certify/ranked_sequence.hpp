// Certified thresholds of one score from all rows, none held back.
//
// A limit on FPR, alert rate or recall is monotone in the threshold, and the thresholds for which its test passes are
// those beyond an order statistic of the scores. The precision is not. Its test runs down all thresholds from the score
// of a rank that was fixed in advance, and stops at the first one that does not pass. docs/developers/algorithms.md
// has the proof that this holds whatever the distribution, ties included.
#pragma once

#include <vector>

#include "core/thresholds/certify/population_limits.hpp"

namespace wald::core::thresholds {

// Rows of one score, from the highest on.
struct ScoredLabels {
  struct Row {
    double score;
    uint8_t label;  // 0, 1 or not_rated
  };
  std::vector<Row> rows;
  RowCounts counts;
};
ScoredLabels sorted_rows(const Sample &sample, bool with_unrated);

// Every threshold in [low, high] is certified, all of them together.
struct ThresholdRange {
  double low, high;
};

// Of limits on FPR and alert rate, or on recall alone. prevalence: NaN for that of the rows.
std::vector<ThresholdRange> monotone_ranges(const ScoredLabels &rows, const PopulationLimits &limits, double delta,
                                            double prevalence = Objective::unset);

// Of a limit on precision alone. from: the lowest threshold that may be tested.
std::vector<ThresholdRange> precise_ranges(const ScoredLabels &rows, const PopulationLimits &limits,
                                           double positive_weight, double negative_weight, double delta, double from);

}  // namespace wald::core::thresholds
