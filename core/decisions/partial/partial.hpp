// Labels left undecided one by one (option abstain_label), after [NH20] and [NH21]: the utility is that of the decided
// labels less abstain_label for each undecided one of n labels, divided by n. Proofs: docs/developers/algorithms.md.
//
// A metric that is a mean over the labels is taken over all n, where an undecided label counts as a right one: so that
// it costs abstain_label / n, and nothing else. Any other metric is that of the decided labels alone.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// Throws Error(unsupported) if no theorem serves the metric given labels of that kind, or the algorithm that is
// asked for is another one.
void check_partial(const Metric &metric, Kind kind, const DecisionOptions &options);

// work.ranked holds the marginals, checked before as above: fills answer (all but the warning) and work.items, first
// the positives, then the undecided ones. p_zero: of labels that are not independent.
void decide_partial(const Problem &problem, double p_zero, Answer &answer);

// Which of k positives and a undecided of n labels is best, from values over both.
class PartialChoice {
 public:
  PartialChoice(KRange k, int64_t count);
  // What is set next is of k positives; k ascends. What is left out is neither best nor second.
  void start(int64_t k);
  // The value where `left` are undecided, of which `of_decided` is what the decided labels give.
  void set(int64_t left, double value, double error, double of_decided);
  // Two k will have values of at least that.
  void expect(double reach) { reach_ = reach; }
  // Whether values of two k are so great that others which are at most that are neither best nor second.
  bool excludes(double at_most) const { return at_most < std::max(second_, reach_); }
  // Of values within rounding of the greatest those with the fewest undecided, of these the fewest positives. Fills k,
  // undecided, expected, bound, not_excluded and next_best.
  void choose(double least_scale, Answer &answer) const;

 private:
  struct Cell {
    double value, error;
    int64_t left;
  };
  KRange range_;
  int64_t count_;
  double scale_ = 0;
  double best_ = -std::numeric_limits<double>::infinity(), second_ = best_, reach_ = best_;  // of two k
  int64_t best_k_ = -1;
  std::vector<int64_t> k_;
  std::vector<std::size_t> first_;  // of each k, among the cells
  std::vector<Cell> cells_;
};

}  // namespace wald::core::decisions
