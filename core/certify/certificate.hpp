// What a certificate contains.
#pragma once

#include "core/base/word.hpp"
#include "core/described/option_rows.hpp"

namespace wald::core::certify {

#define WALD_THEOREM_WORDS(WORD)                                                                                   \
  WORD(none, 0, "none", "", "No certificate was requested.")                                                       \
  WORD(order_statistics, 1, "order-statistics", "",                                                                \
       "The limits are monotone in one threshold, which is an order statistic of the scores; all rows test it.")   \
  WORD(ranked_sequence, 2, "ranked-sequence", "",                                                                  \
       "Binomial tests of the precision run down one score from a rank that was fixed in advance; all rows test.") \
  WORD(tested_path, 3, "tested-path", "",                                                                          \
       "A path of thresholds found on a pilot part of the rows is tested on the others, by binomial tests.")       \
  WORD(bets, 4, "bets", "", "The same for rows of several weights, by betting.")
enum class Theorem : int32_t { WALD_THEOREM_WORDS(WALD_ENUMERATOR) };
constexpr Word theorem_words[] = {WALD_THEOREM_WORDS(WALD_WORD)};
inline const char *theorem_name(Theorem theorem) {
  return word_of(vocabulary("theorem", theorem_words), static_cast<int32_t>(theorem));
}

// Plain data.
struct Certificate {
  bool certified = false;
  Theorem theorem = Theorem::none;
  // This many more rows would certify the limits in about four of five samples, the frontier being as it is: 0 if they
  // are certified, infinity if no number would.
  double rows_needed = unset;
};

}  // namespace wald::core::certify
