// (estimator, metric) -> decision. Which algorithm runs is decided in decide.cpp and nowhere else.
#pragma once

#include "core/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/ranked.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core {

// One problem: one answer.
void decide(const Metric &metric, const Estimator &estimator, const Options &options, Workspace &work,
            Decision &decision);

// E U of the best prediction at each k = 0 ... n; NaN outside the options' range.
std::vector<double> expected_curve(const Metric &metric, const Estimator &estimator, const Options &options);

// work.ranked holds marginals of independent labels, or of exclusive ones of the given sum: fills answer (all but the
// warning) and work.items.
void decide_ranked(Kind kind, double sum, const Metric &metric, const Options &options, KRange range, Workspace &work,
                   Monitor &monitor, Answer &answer);

// The warning that goes with an answer, "" where there is none.
const char *warning_of(const Metric &metric, const Answer &answer, KRange range, int64_t n);

}  // namespace wald::core
