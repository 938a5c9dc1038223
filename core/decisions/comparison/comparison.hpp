// What a comparison of two systems comes to.
#pragma once

#include <cstdint>
#include <limits>

#include "core/described/word.hpp"

namespace wald::core {

#define WALD_INTERVAL_WORDS(WORD)                                                                                 \
  WORD(student_t, 0, "t", "", "Student's t on the differences of rows or groups: instance averages.")             \
  WORD(bca, 1, "bca", "",                                                                                         \
       "The bootstrap of rows or groups, corrected for bias and acceleration (BCa) and widened for few of them: " \
       "macro and micro averages.")
enum class IntervalMethod : int32_t { WALD_INTERVAL_WORDS(WALD_ENUMERATOR) };
constexpr Word interval_words[] = {WALD_INTERVAL_WORDS(WALD_WORD)};

struct Comparison {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double value_a = unknown, value_b = unknown, difference = unknown;
  double low = unknown, high = unknown, p_value = unknown, standard_error = unknown, degrees = unknown;
  IntervalMethod interval = IntervalMethod::student_t;
  int64_t units = 0, differing = 0, undecided = 0, samples = 0, swaps = 0;
};

}  // namespace wald::core
