// The algorithms by name: docs/developers/algorithms.md.
#pragma once

#include <cstdint>

#include "core/described/words.hpp"

namespace wald::core::decisions {

#define WALD_ALGORITHM_WORDS(WORD)                                                                                \
  WORD(automatic, 0, "auto", "", "The best exact algorithm for the metric and the estimator.")                    \
  WORD(enumeration, 1, "enumeration", "", "Every prediction against every truth: the reference, for few labels.") \
  WORD(chai, 2, "chai", "", "F-measure in O(n^3) (Chai 2005).")                                                   \
  WORD(jansche, 3, "jansche", "", "F-measure in O(n^4) (Jansche 2007).")                                          \
  WORD(jansche_approx, 4, "jansche-approx", "", "F-measure with rounded sums (Jansche 2007).")                    \
  WORD(ye, 5, "ye", "", "F-measure in O(n^2) (Ye et al. 2012).")                                                  \
  WORD(lewis, 6, "lewis", "", "An approximation of the F-measure by ratios of expectations (Lewis 1995).")        \
  WORD(n16, 7, "n16", "", "Any metric that rises in tp, in O(n^3) (Natarajan et al. 2016, Algorithm 1).")         \
  WORD(n16_first_rise, 8, "n16-first-rise", "", "The same up to the first k whose successor is no better.")       \
  WORD(window, 9, "window", "", "Any metric that rises in tp, over the counts that carry weight.")                \
  WORD(categorical, 10, "categorical", "", "Exclusive labels, in closed form.")                                   \
  WORD(gfm, 11, "gfm", "", "Any metric linear in tp, from counts (Dembczynski et al. 2011).")                     \
  WORD(mode, 12, "mode", "", "The likeliest label vector.")                                                       \
  WORD(marginal_modes, 13, "marginal-modes", "", "Each label by its own probability.")                            \
  WORD(ascent, 14, "ascent", "", "Local search for a joint distribution, with a bound.")                          \
  WORD(bisection, 15, "bisection", "", "G-mean, H-mean, MCC and their like, by ranges of k that bounds exclude.") \
  WORD(separable, 16, "separable", "", "F-measure, Jaccard and their like by sums of separable functions.")       \
  WORD(block_coordinate, 17, "block-coordinate", "",                                                              \
       "Macro averages with a number of labels for each row, row by row.")                                        \
  WORD(partial, 18, "partial", "", "Labels left undecided one by one, over the counts that carry weight.")        \
  WORD(rule, 19, "rule", "", "A fitted rule: thresholds, or a majority of predictions.")                          \
  WORD(fixed_point, 20, "fixed-point", "", "Macro averages with at most one label for each of many rows, by passes.")
enum class Algorithm : int32_t { WALD_ALGORITHM_WORDS(WALD_ENUMERATOR) };
constexpr Word algorithm_words[] = {WALD_ALGORITHM_WORDS(WALD_WORD)};

inline const char *algorithm_name(Algorithm algorithm) { return algorithm_words[static_cast<int32_t>(algorithm)].name; }

}  // namespace wald::core::decisions
