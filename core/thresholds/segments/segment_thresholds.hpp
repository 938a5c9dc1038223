// A threshold of one score for each segment of the rows (market, language, device), found together.
//
// The counts of all segments are added. Limits of the objective hold for the sums; each segment may have limits of its
// own; and a rate of the segments may have to be equal, except for a tolerance. What is greatest is linear in the counts,
// or a ratio of such sums (Dinkelbach 1967), or the sum of an amount for each row.
#pragma once

#include <vector>

#include "core/certify/certificate.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/segments/segment_curves.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// Limits of each segment. NaN: none.
constexpr const char *segment_limit_names[] = {"min_precision", "min_recall", "max_fp",
                                               "max_alerts",    "max_fpr",    "max_alert_rate"};

// Plain data.
struct SegmentOutcome {
  double threshold = infinite;    // +inf: nothing is flagged
  double next_lower = -infinite;  // any threshold above this and up to the chosen one flags the same rows
  double tp = 0, fp = 0, positives = 0, negatives = 0;
  double gain = unset;  // NaN without amounts
  certify::Certificate certificate;
};
struct SegmentThresholds {
  double tolerance = unset;  // NaN if no rates are compared
  double value = unset, bound = unset;
  bool feasible = true, exact = true;
  bool certified = false;     // every segment
  double difference = unset;  // the largest of the rates that are compared
  std::vector<SegmentOutcome> segments;

  double sum(double SegmentOutcome::*number) const;
};

// One answer for each tolerance, or one where no rate is compared. limits: one row per segment of the limits above; no
// rows: none. Throws Error(argument) if something is out of range or does not fit together, Error(unsupported) if
// the metric is no ratio of linear counts, or where it cannot be certified, Error(cancelled).
std::vector<SegmentThresholds> choose_segment_thresholds(const SegmentRows &rows, const RealTable &limits,
                                                         const Objective &objective, const ThresholdSearch &options,
                                                         Monitor &monitor);

}  // namespace wald::core::thresholds
