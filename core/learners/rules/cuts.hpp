// Thresholds of rules, on log-odds: one for all labels, and one for each.
#pragma once

#include <vector>

#include "core/learners/dataset.hpp"
#include "core/learners/rules/rule.hpp"

namespace wald::core::learners {

// What a rule is fitted to.
struct RuleRows {
  const std::vector<double> &log_odds;  // rows by labels
  const std::vector<uint8_t> &truth;    // rows by labels
  const std::vector<double> &weights;   // of the rows
  const std::vector<int64_t> &groups;   // of the rows; empty: each row alone
  bool weighted;                        // whether weights are other than 1
  int64_t rows() const { return static_cast<int64_t>(weights.size()); }
  // The rows of each group; none if each row is alone.
  std::vector<std::vector<int64_t>> grouped() const {
    return groups.empty() ? std::vector<std::vector<int64_t>>() : rows_by_group(groups);
  }
};

RuleRows rows_of(const std::vector<double> &log_odds, const Dataset &data);

// The metric at weighted counts.
double value_of_counts(const Metric &metric, double tp, double k, double s, double n, bool weighted);

// The cut that is best for all labels together on these rows, by the problem's average, the bounds of rows kept.
double common_cut(const RuleProblem &problem, const RuleRows &rows);

struct LabelCuts {
  std::vector<double> plain;   // the best of each label for its own metric
  std::vector<double> bagged;  // the means of the best cuts of bootstrap samples
  std::vector<double> shrunk;  // these, each shrunk towards the mean of all labels by its own variance
};
// A label of no positive row, or a sample of none, is cut at never_cut and counts in no mean.
LabelCuts label_cuts(const RuleProblem &problem, const RuleRows &rows, uint64_t seed);

}  // namespace wald::core::learners
