// Dynamic scheduling by Fan, Chu, Wang and Yu (2002), [F02]: sums after each model fall into bins; in each bin the
// difference to the full sum is taken to be normal, and an example leaves where the decision is gamma deviations away.
#pragma once

#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/policy.hpp"

namespace wald::core::cascades {

// Means and deviations of the sums in one bin, in units of the fixed point.
struct BinMoments {
  int64_t bin;
  double mean, deviation;  // of sum - full sum
};

// For each position but the last those of its bins, ascending.
std::vector<std::vector<BinMoments>> bin_moments(const FixedScores &scores, const std::vector<int32_t> &order,
                                                 int64_t width);

// The thresholds that follow for each position. With an infinite gamma no row leaves early.
std::vector<std::vector<Bin>> bin_thresholds(const std::vector<std::vector<BinMoments>> &moments, double threshold,
                                             double gamma, bool negatives_only);

// A twentieth of the standard deviation of the full sum: about what [F02] and [Q] found best. At least one unit.
int64_t usual_bin_width(const FixedScores &scores);

}  // namespace wald::core::cascades
