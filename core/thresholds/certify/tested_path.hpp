// Certified thresholds of one or several scores, for limits of every kind: a path of thresholds is found on one part of
// the rows, and tested on the others one after the other (Angelopoulos et al. 2022, fixed sequence testing; Laufer-
// Goldshtein et al. 2023). Given the first part the sequence is fixed, so no thresholds behind the first ones that
// break a limit are reached but with probability delta. Thresholds pass where every limit's test does, with no
// correction for their number (intersection-union).
#pragma once

#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/certify/population_limits.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// A search whose frontier need not be exact.
ThresholdSearch quick_search(const ThresholdSearch &options);

// Of the thresholds that passed the best for the criterion, which has no limits, by the pilot; empty if none did.
// max_weight: of any row; NaN if those of one label weigh the same by design. Every row of the sample is a draw of its own:
// the parts are drawn row by row, whatever their labels and scores.
std::vector<double> best_that_passes(const Sample &sample, const PopulationLimits &limits, const Criterion &criterion,
                                     const ThresholdSearch &options, double max_weight, double delta,
                                     Monitor &monitor);

}  // namespace wald::core::thresholds
