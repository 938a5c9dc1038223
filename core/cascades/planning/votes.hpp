// Optimal stopping of equal votes, after Kalman and Moscovich (2026). Each of T models casts a vote, a or b; the
// ensemble is positive where at least `needed` votes are for b. In random order, a row with K votes for b in
// all has k of them among the first n with the hypergeometric probability, so that (n, k) is a sufficient statistic,
// and the law of K gives the probability of each state. The rule that asks the fewest models on average
// for a bound on the expected disagreement is a linear programme over these states; its Lagrangian, with a price of an
// error in models, is solved by backward induction in O(T^2). What it finds are two thresholds for each n.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

// Of a row with k votes for b after n: negative where k < low[n - 1], positive where k >= high[n - 1]; else it goes on.
// For n = 1, ..., T - 1; where no row leaves, low is 0 and high n + 1.
struct VoteRule {
  std::vector<int64_t> low, high;
  double disagreement = 0, models = 0;  // expected, over rows and orders
};

// The law of the number of votes for b.
class VoteLaw {
 public:
  // counts: of each number of votes 0, ..., T the weight of the rows that have this many.
  VoteLaw(std::vector<double> counts, int64_t needed);

  int64_t models() const { return static_cast<int64_t>(counts_.size()) - 1; }

  // The rule with the least (models asked) + price (disagreement), both expected. Of equal ones it stops first.
  VoteRule best(double price, bool negatives_only) const;
  // The least price, to within 2^-20 of it, of which the best rule disagrees at most so often.
  double price_of(double disagreement, bool negatives_only, Monitor &monitor) const;

 private:
  std::vector<double> counts_;
  int64_t needed_;
};

// The law of new rows by those that were seen: of a row with K of T votes another such ensemble would find k with the
// probability that a binomial has whose chance has the posterior Beta(K + 1/2, T - K + 1/2), by Jeffreys' prior. Few
// rows leave most numbers of votes without any, and a rule would take these for impossible.
std::vector<double> law_of_new_rows(const std::vector<double> &counts);

// The votes of some rows, as whole numbers of the cascade's unit.
struct VotesCast {
  int64_t against = 0, step = 1;  // a and b - a
  int64_t needed = 0;
  std::vector<double> counts;  // of each number of votes for b the weight of the rows
};

// Of scores of two classes. Refuses those that are not one of two values.
VotesCast votes_of(const FixedScores &scores);

// The thresholds of sums that follow, half way between sums. `order`: of the models.
std::vector<Position> vote_positions(const VoteRule &rule, const VotesCast &votes, const std::vector<int32_t> &order);

}  // namespace wald::core::cascades
