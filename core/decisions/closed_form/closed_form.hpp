// Decisions in closed form: metrics that are a sum over the items, the likeliest vector, exclusive labels.
#pragma once

#include "core/decisions/independent/ranked_labels.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// Each fills the answer (all but p_zero and warning) and work.items.

// U is a sum over the items (hamming, cost): thresholded marginals, under any joint distribution. labels: the marginals
// ranked. marginal_modes.cpp
void decide_marginal_modes(const Additive &additive, const Ranked &labels, KRange range, Workspace &work,
                           Answer &answer);
Curve marginal_modes_curve(const Additive &additive, const Ranked &labels, KRange range);

// [y = h] under independence. mode.cpp
void decide_independent_mode(const Ranked &labels, KRange range, Workspace &work, Answer &answer);

// Exclusive labels, any metric ([dC09], [N16] Theorem 2): labels ranked, sum of their probabilities. categorical.cpp
void categorical_curve(const Metric &metric, const Ranked &labels, double sum, KRange range, Curve &curve);
void decide_categorical(const Metric &metric, const Ranked &labels, double sum, KRange range, Workspace &work,
                        Answer &answer);

}  // namespace wald::core::decisions
