// (estimator, metric) -> decision. choose_algorithm.hpp chooses the algorithm; here it runs.
#pragma once

#include "core/base/arrays.hpp"
#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// One problem: one answer.
void decide(const Metric &metric, const Estimator &estimator, const DecisionOptions &options, Workspace &work,
            Decision &decision);

// E U of the best prediction at each k = 0 ... n; NaN outside the options' range.
std::vector<double> expected_curve(const Metric &metric, const Estimator &estimator, const DecisionOptions &options);

// problem.work.ranked holds marginals of independent labels, or of exclusive ones: fills answer (all but the warning)
// and work.items.
void decide_ranked(const Problem &problem, Answer &answer);

// Independent items, given by rows and so numbered, decided without sorting them all where that pays and they allow it;
// else false, and nothing is decided. Fills p_zero too.
bool decide_unsorted(const RealTable &items, const Problem &problem, Answer &answer);

}  // namespace wald::core::decisions
