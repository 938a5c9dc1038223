// Decision curves: the net benefit of flagging by a model, at every threshold probability. Source: A. J. Vickers and
// E. B. Elkin, "Decision curve analysis: a novel method for evaluating prediction models", Medical Decision Making 26
// (2006). A threshold probability t says that a false alarm costs t/(1-t) of what a found positive is worth.
//
// Idea: a row's probability is looked up once among the sorted thresholds; all counts at all thresholds are running
// sums of what falls between two of them. Cost: rows log(thresholds) for each model, and for intervals by bootstrap a
// draw for each group of rows that no threshold tells apart.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/numeric/monitor.hpp"
#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::evaluation {

// A model, or flagging every row, at one threshold probability. Rates are shares of all rows.
struct DecisionCurvePoint {
  double net_benefit;
  Interval net_benefit_interval;
  double tp_rate, fp_rate;
  double difference;  // to the reference
  Interval difference_interval;
  double interventions_avoided;  // against flagging every row
};

// Point t of model m at [m * thresholds + t], the last model being the one that flags every row. Throws Error(argument)
// if labels are not rated, thresholds lie outside of (0, 1), or the options do not fit the data.
std::vector<DecisionCurvePoint> decision_curve(const RealTable &probabilities, Strided<const uint8_t> labels,
                                               const Reals &weights, const Reals &thresholds,
                                               const thresholds::ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::evaluation
