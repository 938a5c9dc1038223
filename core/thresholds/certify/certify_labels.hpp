// Certified thresholds of several labels, each a problem of its own: each label's limits hold with probability 1 -
// delta/L, and so those of all L labels together with 1 - delta.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// labels: [L], a sample of one classifier each. A label for which nothing can be certified gets +inf, and the answer is
// not feasible then. Throws as choose_certified does; Error(unsupported) with the average micro, since the labels of a
// row are not independent.
LabelThresholds certified_label_thresholds(const std::vector<Sample> &labels, const Objective &objective,
                                           const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
