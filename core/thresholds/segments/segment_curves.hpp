// What each threshold of each segment reaches: the rows of one score, sorted within their segments and summed up.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// The caller's arrays, one entry per row. Empty data: weights of 1; no amounts.
struct SegmentRows {
  Reals scores;
  Strided<const uint8_t> labels;    // 0 or 1
  Strided<const int64_t> segments;  // in [0, n_segments); empty data: one segment
  int64_t n_segments = 1;
  Reals weights;
  Reals benefits, costs;  // what a flagged positive gains, and what a flagged negative loses

  bool has_amounts() const { return benefits.data || costs.data; }
  int64_t segment(int64_t row) const { return segments.data ? segments[row] : 0; }
  double weight(int64_t row) const { return weights.data ? weights[row] : 1; }
  // Of a flagged row, of weight 1.
  double amount(int64_t row) const {
    if (labels[row] == 1) return benefits.data ? benefits[row] : 0;
    return costs.data ? -costs[row] : 0;
  }
};

// Throws Error(argument) if an entry is out of range.
void check_rows(const SegmentRows &rows);

// What is reached at one threshold of one segment.
struct SegmentPoint {
  double tp = 0, fp = 0;
  double gain = 0;      // the sum of amounts
  double rate = unset;  // the one that is compared between segments; NaN: none is, or it is 0/0
  double threshold = infinite;
};

struct SegmentCurve {
  std::vector<SegmentPoint> points;  // from nothing flagged down
  double positives = 0, negatives = 0;
};

// The same rows with weights by which a share of each segment's is positive: of each segment that has rows its prevalence.
// weights: where they are kept.
SegmentRows at_prevalence(const SegmentRows &rows, const std::vector<double> &prevalence, std::vector<double> &weights);

// The rows of each segment.
std::vector<Sample> segment_samples(const SegmentRows &rows);

// rated: the sample of these rows, of exact sums; its weights are summed up. With every_score there is a point at every
// score, else at those of the positives, which serve where a false positive is never of use.
std::vector<SegmentCurve> segment_curves(const SegmentRows &rows, const Sample &fed, bool every_score);

// Sets the rates that are compared.
void compare_rates(Parity parity, std::vector<SegmentCurve> &curves);

}  // namespace wald::core::thresholds
