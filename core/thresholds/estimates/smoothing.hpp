// Against overfitting: of one classifier a threshold averaged over bootstrap samples, and otherwise for each classifier the
// median of the thresholds that are chosen in many rounds.
#pragma once

#include "core/thresholds/search/search.hpp"

namespace wald::core::thresholds {

// By options.smoothing, which is not none. found: what the search found, which stays if no average can keep the limits.
std::vector<double> smoothed_thresholds(const Sample &sample, const Criterion &criterion,
                                        const ThresholdSearch &options, const std::vector<double> &found,
                                        Monitor &monitor);

// For each classifier the median: infinities, for which there is no mean, are in order too.
std::vector<double> median_thresholds(const std::vector<std::vector<double>> &replicates);

}  // namespace wald::core::thresholds
