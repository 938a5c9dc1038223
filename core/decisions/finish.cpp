// Finishes every answer: its range, its warning, and whether the instance is left undecided.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/finish.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core::decisions {

double within_range(const Metric &metric, double value, int64_t n) {
  if (metric.is_custom()) return value;
  const Range range = metric.range(n);
  return std::clamp(value, range.low, range.high);
}

void finish(Kind kind, const Metric &metric, const DecisionOptions &options, KRange range, int64_t n, Answer &answer,
            std::vector<int64_t> &items) {
  // With labels left undecided their cost may lead out of the range: decide_partial kept the rest within.
  const double inside = options.leaves_labels() ? answer.expected : within_range(metric, answer.expected, n);
  const bool trivial = answer.k == 0 || answer.k == n;
  // Counts that were predicted label by label need not belong to any distribution. No utility lies beyond the range, so
  // its end is the nearest expected value that any distribution has.
  if (kind == Kind::counts && std::fabs(answer.expected - inside) > 1e-9)
    answer.warning = "the counts belong to no distribution: the expected utility is the end of the metric's range";
  answer.expected = inside;
  if (metric.has(degenerate) && trivial && range.low < range.high)
    answer.warning = "this metric is trivially optimal at k = 0 or k = n whatever is known of the labels: constrain k";
  answer.abstained = metric.loss(answer.expected) > options.abstain;
  if (answer.abstained) {
    answer.k = 0;
    items.clear();
  }
}

}  // namespace wald::core::decisions
