// The likeliest vector of independent labels: every label at its own mode; where k is constrained, the nearest k.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/decisions/closed_form/closed_form.hpp"

namespace wald::core::decisions {

void decide_independent_mode(const Ranked &labels, KRange range, Workspace &work, Answer &answer) {
  const auto above_half = std::partition_point(labels.p.begin(), labels.p.end(), [](double p) { return p > 0.5; });
  int64_t k = std::clamp<int64_t>(above_half - labels.p.begin(), range.low, range.high);
  double probability = 1;
  bool possible = k <= labels.size();
  for (int64_t i = 0; i < labels.size(); ++i) {
    const double p = labels.p[static_cast<std::size_t>(i)];
    const double right = i < k ? p : 1 - p;
    possible = possible && right > 0;
    probability *= right;
  }
  if (!possible) {  // nothing that can be true is allowed: any prediction is worth 0
    probability = 0;
    k = range.low;
  }
  answer.algorithm = Algorithm::mode;
  answer.k = k;
  answer.expected = probability;
  // A product, each factor and each product rounded; what underflows is below the last term.
  answer.bound =
      static_cast<double>(4 * labels.size() + 4) * unit_roundoff * probability + std::numeric_limits<double>::min();
  labels.top(k, work.items);
}

}  // namespace wald::core::decisions
