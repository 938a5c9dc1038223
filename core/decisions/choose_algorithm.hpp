// The one place where an algorithm is chosen: from the estimator's kind, facts of the metric, the number of labels and
// how they are stored. docs/developers/algorithms.md has the theorems and the times behind it.
//
//   independent   F_beta and Jaccard of few labels -> lanes; expectation separates, many labels -> unsorted. Ranked:
//                 sum over items -> marginal-modes; [y = h] -> mode; expectation separates -> separable where it is the
//                 fastest; F_beta, beta^2 = q/r -> ye; rises in tp, falls in k, rises when both grow -> bisection;
//                 rises in tp -> window; linear in tp, n <= 1024 -> gfm on the counts; else enumeration up to 16 labels
//   categorical   categorical, any metric
//   joint         [y = h] -> mode; sum over items -> marginal-modes; linear in tp -> gfm; else enumeration where it is
//                 cheap; rises in tp -> ascent with an upper bound
//   counts        sum over items -> marginal-modes; linear in tp -> gfm
//
// What is left has no theorem, and is refused with the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/decisions/algorithm.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// How an expectation separates: 1/D is a sum of exponentials of counts.
enum class Separates : uint8_t {
  no,
  jaccard,
  f_beta,
  narrow,  // ratios whose denominators are nowhere 0: few nodes
  rates,   // a mean of TPR and TNR
  root,    // the Fowlkes-Mallows index
  wide
};

// What the choice asks of a metric.
struct MetricFacts {
  uint32_t properties = 0;
  bool custom = false;
  bool additive = false;      // a sum over the labels
  bool exact_match = false;   // [y = h]
  double f_beta_squared = 0;  // 0: no F-measure
  Separates separates = Separates::no;

  bool has(uint32_t property) const { return (properties & property) == property; }
};
MetricFacts facts_of(const Metric &metric);

// How labels are held, from the cheapest to the one that serves most: where an algorithm declines, the next is asked.
enum class Layout : uint8_t {
  lanes,     // independent, in vectors: one row a lane
  unsorted,  // independent, as they were given
  ranked,    // by their probabilities
  alike,     // ranked, and all of one probability
  listed     // the distinct vectors of a joint distribution
};

// The algorithm for labels that are held so; automatic where there is none. vectors: with Layout::listed, how many.
// Of joint distributions only their counts are asked for with Layout::ranked.
Algorithm choose(Kind kind, const MetricFacts &facts, int64_t n, Layout layout, std::size_t vectors = 0);

// The same where the whole curve over k is asked for.
Algorithm choose_for_curve(Kind kind, const MetricFacts &facts, int64_t n, Layout layout, std::size_t vectors = 0);

// Why there is none.
[[noreturn]] void refuse_choice(const Metric &metric, Kind kind, int64_t n);

}  // namespace wald::core::decisions
