// The claim of a promise: a metric, a bound and a direction, and the metric as a ratio of sums over the rows.
#pragma once

#include <string>
#include <string_view>

#include "core/metrics/separable_form.hpp"

namespace wald::core::promises {

struct Claim {
  std::string text;    // "precision>=0.95", with the metric's name in full
  std::string metric;  // that name
  double bound = 0;
  bool at_least = true;            // else at most
  CountRatio ratio;                // each row adds to both sums by its cell: tp, fp, fn, tn
  double lowest = 0, highest = 1;  // the range of the metric

  // Whether the term of a row depends on its label. The label of other rows need not be known.
  bool needs_label(bool flagged) const;
  bool needs_labels() const { return needs_label(true) || needs_label(false); }
  // Whether rows in a cell count: others add to neither sum.
  bool counts(int cell) const;
};

// "precision>=0.95", "cost:1:5<=0.3", "alert_rate <= 0.002". Throws if it cannot be read, or the metric is no ratio
// of which limits follow from evidence.
Claim parse_claim(std::string_view text);

}  // namespace wald::core::promises
