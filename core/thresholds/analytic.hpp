// The analytic method of [R20], for comparison: the thresholds of all classifiers follow one parameter, the first
// linearly and each other by a power of it; the powers are those with the greatest area, found by Nelder and Mead.
#pragma once

#include "core/thresholds/curve.hpp"
#include "core/thresholds/question.hpp"

namespace wald::core {

// grid: equally spaced levels of each classifier, between which counts are interpolated; at least 2.
ThresholdCurve analytic_curve(const Sample &sample, int64_t grid, int64_t lattice_cells, Against against);

}  // namespace wald::core
