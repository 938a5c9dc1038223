// How far the realised value of a prediction strays by chance if the probabilities are right: what lies beyond that is
// miscalibration.
//
// Idea: labels are drawn from the probabilities, and the prediction is evaluated on each draw. Cost: 20 to 100 draws of
// the table, fewer the more cells it has.
#pragma once

#include "core/report/input.hpp"

namespace wald::core::report {

// The standard deviation; NaN for tables of more than 20 million cells, whose draws would take too long.
double realised_spread(const ReportInput &input, const RealTable &table, const Grid<const uint8_t> &prediction);

}  // namespace wald::core::report
