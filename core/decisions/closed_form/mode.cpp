// The likeliest vector. Of independent labels: every label at its own mode; where k is constrained, the nearest k.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/decisions/closed_form/closed_form.hpp"

namespace wald::core::decisions {

void decide_independent_mode(const Problem &problem, Answer &answer) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const bool most = problem.options.ties == Ties::most;
  const auto above_half =
      std::partition_point(labels.p.begin(), labels.p.end(), [&](double p) { return most ? p >= 0.5 : p > 0.5; });
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
  labels.top(k, problem.work.items);
}

void decide_joint_mode(const Problem &problem, Answer &answer) {
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  const KRange range = problem.range;
  Workspace &work = problem.work;
  const Joint::Vector *best = nullptr;
  const bool most = problem.options.ties == Ties::most;
  const auto better = [&](const Joint::Vector &x, const Joint::Vector &y) {
    if (x.probability != y.probability) return x.probability > y.probability;
    if (x.size() != y.size()) return (x.size() < y.size()) != most;
    return std::lexicographical_compare(x.begin, x.end, y.begin, y.end);
  };
  for (const Joint::Vector &v : vectors)
    if (range.holds(v.size()) && (!best || better(v, *best))) best = &v;
  answer.algorithm = Algorithm::mode;
  if (best) {
    answer.expected = best->probability;
    work.items.assign(best->begin, best->end);
  } else {  // nothing that can be true is allowed: any prediction is worth 0
    work.ranked.rank(problem.belief.joint().marginals());
    work.ranked.top(range.low, work.items);
  }
  answer.k = static_cast<int64_t>(work.items.size());
  answer.bound = answer.expected * unit_roundoff * static_cast<double>(2 * vectors.size() + 4);
}

}  // namespace wald::core::decisions
