// The analytic method of [R20], for comparison: the thresholds of all classifiers follow one parameter, the first
// linearly and each other by a power of it; the powers are those with the greatest area, found by Nelder and Mead.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/frontier/threshold_frontier.hpp"

namespace wald::core::thresholds {

// grid: equally spaced levels of each classifier, between which counts are interpolated; at least 2.
ThresholdFrontier analytic_frontier(const Sample &sample, int64_t grid, int64_t lattice_cells, CostAxis cost_axis,
                                    Monitor &monitor);

}  // namespace wald::core::thresholds
