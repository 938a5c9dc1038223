// A threshold averaged over bootstrap samples of the rows: L. Breiman, "Bagging predictors", Machine Learning 24 (1996).
//
// The best threshold of a sample jumps from one score to another as single rows come and go, and a mean of many moves
// little. It is a mean of the weights that the thresholds flag, and not of the thresholds: any increasing map of the
// scores then leaves the flagged rows as they are, and no far score outweighs the others.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// How many times each of n rows is drawn into a bootstrap sample. groups: the rows of each group, which are drawn together;
// empty: each row alone.
std::vector<double> bootstrap_counts(std::size_t n, const std::vector<std::vector<int64_t>> &groups, uint64_t seed,
                                     uint64_t draw);

// Rows of one score from the greatest down, in an order that all samples of them share.
struct ScoreColumn {
  std::vector<int64_t> order;  // of the rows as they were given
  std::vector<double> scores;
  std::vector<uint8_t> truth;  // 0 or 1
  std::size_t size() const { return order.size(); }
  // Whether a threshold may lie below this many rows: not between equal scores.
  bool ends(std::size_t place) const {
    return place == 0 || place == size() || scores[place] != scores[place - 1];
  }
};
// scores and truth: `count` of each, `stride` apart.
ScoreColumn score_column(const double *scores, const uint8_t *truth, int64_t count, int64_t stride);

// How many rows from the greatest score down have the greatest value(tp, alerts) of those that are allowed(tp, alerts); of
// equal values the fewest rows, with all true positives that cost no false one. None if nothing is allowed. weights: of the
// rows as they were given.
template <class Value, class Allowed>
std::optional<std::size_t> best_place(const ScoreColumn &column, const std::vector<double> &weights,
                                      const Value &value, const Allowed &allowed) {
  std::optional<std::size_t> out;
  double best = -std::numeric_limits<double>::infinity(), tp = 0, alerts = 0, best_tp = 0, best_fp = 0;
  for (std::size_t place = 0; place <= column.size(); ++place) {
    if (place > 0) {
      const double weight = weights[static_cast<std::size_t>(column.order[place - 1])];
      alerts += weight;
      tp += column.truth[place - 1] ? weight : 0;
    }
    if (!column.ends(place)) continue;
    const double own = value(tp, alerts), fp = alerts - tp;
    const bool better = own > best || (own == best && tp > best_tp && fp == best_fp);
    if (!better || !allowed(tp, alerts)) continue;
    best = own;
    best_tp = tp;
    best_fp = fp;
    out = place;
  }
  return out;
}

// Of a sample of one classifier, with exact sums (Sample::exact), by the options' smoothing_rounds, seed and threads: the
// threshold that flags the mean of what the best thresholds of bootstrap samples flag, or the nearest to it that keeps every
// limit. None if no threshold keeps them. A sample without positives, or in which nothing is allowed, counts in no mean.
std::optional<double> bagged_threshold(const Sample &sample, const Criterion &criterion,
                                       const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
