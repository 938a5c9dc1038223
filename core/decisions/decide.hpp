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

// Independent items, given by rows and so numbered, decided without sorting them all where that pays and they allow it;
// else false, and nothing is decided. Fills p_zero too.
bool decide_unsorted(const RealTable &items, const Metric &metric, const Options &options, KRange range,
                     Workspace &work, Monitor &monitor, Answer &answer);

// What is the same for every answer once its algorithm has run: the value kept within the metric's range, which
// rounding may leave; the warning; whether the instance is left undecided (which empties items).
void finish(Kind kind, const Metric &metric, const Options &options, KRange range, int64_t n, Answer &answer,
            std::vector<int64_t> &items);

// Brings a value back that only rounding took out of the metric's range.
double within_range(const Metric &metric, double value, int64_t n);

}  // namespace wald::core
