// What candidates are worth out of fold, how far apart they are beyond chance, and which one to take.
#pragma once

#include <vector>

#include "core/learners/rules/cuts.hpp"

namespace wald::core::learners {

// Of one candidate, against the first choice.
struct CandidateValue {
  double value = 0;       // mean over bootstrap samples of the rows
  double gain = 0;        // over the first choice
  double error = 0;       // standard error of the gain, paired, with that of fitting
};

struct RuleChoice {
  std::vector<CandidateValue> values;  // of each candidate
  std::size_t chosen = 0;
  double needed = 0;  // how many standard errors a gain must exceed, for so many candidates
};

// masks: out of fold, one per candidate, rows by labels. first: the candidate that stays unless another is better.
//
// Rows, or groups of rows, are drawn with replacement, the same for all candidates, so that differences are paired. A
// label with few positive rows has none in some samples, as it will have none in some tables to come: there a metric
// takes its value of 0/0, which favours a rule that leaves it out. The available truth, where each label has some, does not
// show this. A gain counts if it exceeds `needed` of its standard errors: what the greatest of all candidates' errors,
// each in its own standard error, exceeds in 16 % of the samples. For one candidate that is 1.
//
// Samples of rows do not show how much candidates differ by the rows that they were fitted to. For K folds the variance is
// therefore multiplied by 1 + K / (K - 1) (Nadeau, Bengio, Machine Learning 52, 2003).
RuleChoice choose_candidate(const RuleProblem &problem, const RuleRows &rows,
                            const std::vector<std::vector<uint8_t>> &masks, std::size_t first, int64_t folds,
                            uint64_t seed, Monitor &monitor);

}  // namespace wald::core::learners
