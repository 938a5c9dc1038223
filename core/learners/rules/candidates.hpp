// The candidates among which the learner "rule" chooses, and how each is fitted.
#pragma once

#include <vector>

#include "core/described/words.hpp"
#include "core/learners/dataset.hpp"
#include "core/learners/learner_options.hpp"
#include "core/learners/rules/rule.hpp"

namespace wald::core::learners {

// The candidates of a problem, ascending. Those that other learners stand behind take features and several labels, and
// decide row by row.
std::vector<RuleWord> candidates_of(const RuleProblem &problem, const Dataset &data, RuleWord asked);

// The candidate that stays unless another one is better beyond chance: the mixture where features decide row by row, else
// the decision by the mean of calibrations (docs/experiments/rules and modern). Of one candidate, that one.
RuleWord first_choice_of(const std::vector<RuleWord> &candidates);

// One rule for each candidate, in their order.
std::vector<Rule> fit_candidates(const std::vector<RuleWord> &candidates, const RuleProblem &problem,
                                 const Dataset &data, const LearnerOptions &options, Monitor &monitor);

}  // namespace wald::core::learners
