// Every prediction, one after the other: the oracle, and the only method where no theorem narrows the search.
#pragma once

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

constexpr int64_t enumeration_limit = 16;

// Fill the answer and work.items: of predictions whose values differ by less than rounding the one with fewest
// positives, then with the smallest indices. Of a joint distribution the vectors are listed.
void decide_independent_by_enumeration(const Problem &problem, Answer &answer);
void decide_joint_by_enumeration(const Problem &problem, Answer &answer);

// The best value at each k.
void independent_enumeration_curve(const Problem &problem);
void joint_enumeration_curve(const Problem &problem);

}  // namespace wald::core::decisions
