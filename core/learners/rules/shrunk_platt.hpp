// Platt's calibration of each label, shrunk towards one calibration of all labels.
//
// Logistic regressions P(y = 1) = sigmoid(a + b z) on log-odds z. A label's own (a, b) has a Gaussian prior about the
// pair that fits the cells of all labels best, with standard deviations 1 and 1/2. A label with a few positive rows so
// keeps nearly the common map, and a label with many its own.
#pragma once

#include "core/learners/rules/cuts.hpp"

namespace wald::core::learners {

// One per label.
LabelCalibrations shrunk_platt(const RuleProblem &problem, const RuleRows &rows);

// Log-odds divided by a temperature: one for all labels, or one for each.
LabelCalibrations temperatures(const RuleProblem &problem, const RuleRows &rows, bool each);

}  // namespace wald::core::learners
