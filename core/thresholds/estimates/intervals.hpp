// How sure the counts of chosen thresholds are: binomial limits, and draws of them where a value takes several.
#pragma once

#include <vector>

#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// Plain data.
struct NamedInterval {
  const char *name;  // static text: "precision", "recall", "tp", "fp", "value", "marginal_precision", ...
  double estimate;
  Interval interval;
  bool exact;  // binomial, of rows that weigh the same
};

// Alerts that are gained from one point of a frontier to another.
struct HullSegment {
  double tp = 0, fp = 0;
  int64_t from = -1, to = -1;  // its ends among the points of the frontier
  double precision() const { return tp + fp > 0 ? tp / (tp + fp) : Objective::unset; }
};

// The hull's segment that ends at a point of the frontier, or spans it, and the one that begins there.
struct HullSegments {
  HullSegment last, next;
};
HullSegments hull_segments(const ParetoFrontier &points, int64_t index);

// Of every number of the outcome that is known: precision, recall, tp, fp, value, and the precision of both segments,
// at thresholds that are taken as given, not as the best of many. Exact where rows of one label have one weight, except
// for the value of a goal that is no proportion of rows. With unequal weights the same limits at effective numbers of
// rows; a value by options.bootstrap draws of its parts, or 1000. sample: what the thresholds are for; with the method
// stacked, the combined scores.
std::vector<NamedInterval> intervals_at(const Sample &sample, const std::vector<double> &thresholds,
                                        const Criterion &criterion, const Outcome &outcome,
                                        const HullSegments &segments, const ThresholdSearch &options);
// The same where all rows of a label weigh the same, so that counts are sufficient.
std::vector<NamedInterval> intervals_of_equal(const SampleTotals &sample, const Criterion &criterion,
                                              const Outcome &outcome, const HullSegments &segments,
                                              const ThresholdSearch &options);

// Weights of rows of one label, flagged and not, and of equal rows in their place (RowSet::effective_weight).
struct LabelParts {
  double flagged = 0, flagged_effective = 0, rest = 0, rest_effective = 0;
};
// The same where these are all that is known of the rows.
std::vector<NamedInterval> intervals_of_parts(const SampleTotals &sample, const LabelParts &positives,
                                              const LabelParts &negatives, const Criterion &criterion,
                                              const Outcome &outcome, const HullSegments &segments,
                                              const ThresholdSearch &options);

}  // namespace wald::core::thresholds
