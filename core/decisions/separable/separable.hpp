// Independent labels, metrics whose expectation separates: 1/D as a sum of exponentials of counts turns E U_k into
// products over the items. No method assumes that the curve over k has one peak. Proofs: docs/developers/algorithms.md.
#pragma once

#include "core/base/arrays.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// True if separable_curve serves the metric.
bool separable_serves(const Metric &metric);

// From here on items are better not sorted at all.
constexpr int64_t fewest_unsorted = 4096;

// Every value of the curve, in O(n) for each node of the sums. separable_curve.cpp
void separable_curve(const Problem &problem);

// The optimum alone, of ranked labels: limits exclude all but a few k, which are evaluated. Fills work.items and the
// answer except for p_zero. separable.cpp
void decide_separable(const Problem &problem, Answer &answer);

// The same of items in any order, without sorting but those that may be the last of the optimum. False if that
// needs ranked labels after all: then nothing has been decided. Fills p_zero too. separable.cpp
bool decide_separable_unsorted(const RealTable &items, const Problem &problem, Answer &answer);

}  // namespace wald::core::decisions
