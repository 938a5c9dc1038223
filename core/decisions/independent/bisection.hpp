// Metrics without a formula of their own, given independent labels: whole intervals of k are excluded by one bound
// each, so that of n values of k some sqrt(n) are looked at. Exact, whatever the shape of the curve over k.
#pragma once

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

constexpr uint32_t bisection_needs = rises_in_tp | falls_in_k | rises_in_tp_and_k;

// Fills answer and work.items from work.ranked.
void decide_by_bisection(const Problem &problem, Answer &answer);

}  // namespace wald::core::decisions
