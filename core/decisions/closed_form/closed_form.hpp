// Decisions in closed form: metrics that are a sum over the items, the likeliest vector, exclusive labels.
#pragma once

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// Each fills the answer (all but p_zero, where nothing else is said, and warning) and work.items; or work.curve.

// U is a sum over the items (hamming, cost): thresholded marginals, under any joint distribution. Marginals of a joint
// distribution and of counts are ranked here. marginal_modes.cpp
void decide_marginal_modes(const Problem &problem, Answer &answer);
void decide_joint_marginal_modes(const Problem &problem, Answer &answer);
void decide_counts_marginal_modes(const Problem &problem, Answer &answer);
void marginal_modes_curve(const Problem &problem);

// [y = h]: under independence, and the likeliest of the listed vectors with an allowed number of positives. mode.cpp
void decide_independent_mode(const Problem &problem, Answer &answer);
void decide_joint_mode(const Problem &problem, Answer &answer);

// Exclusive labels, any metric ([dC09], [N16] Theorem 2). Fills p_zero too. categorical.cpp
void categorical_curve(const Problem &problem);
void decide_categorical(const Problem &problem, Answer &answer);

}  // namespace wald::core::decisions
