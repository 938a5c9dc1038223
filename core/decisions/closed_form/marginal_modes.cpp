// Metrics that are a sum over the items: an item is positive where that gains, whatever the others do. For hamming
// that is p > 1/2, for cost:A:B p > A/(A+B).
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>

#include "core/decisions/closed_form/closed_form.hpp"
#include "core/estimators/counts.hpp"

namespace wald::core::decisions {
namespace {

struct Gains {
  double n, base, magnitude;
  const Additive &u;
  // What the i-th ranked item gains by being positive.
  double gain(const Ranked &labels, int64_t i) const {
    const double p = i < labels.size() ? labels.p[static_cast<std::size_t>(i)] : 0;
    return (p * (u.true_positive - u.false_negative) - (1 - p) * (u.true_negative - u.false_positive)) / n;
  }
  double tie() const { return 4 * unit_roundoff * magnitude / n; }
  double error(int64_t items) const { return static_cast<double>(2 * items + 8) * unit_roundoff * magnitude; }
};

Gains gains_of(const Additive &u, const Ranked &labels) {
  Gains gains{static_cast<double>(labels.n), 0, 0, u};
  for (double p : labels.p) gains.base += p * u.false_negative + (1 - p) * u.true_negative;
  gains.base = (gains.base + static_cast<double>(labels.n - labels.size()) * u.true_negative) / gains.n;
  gains.magnitude = std::fabs(u.true_positive) + std::fabs(u.false_positive) + std::fabs(u.false_negative) +
                    std::fabs(u.true_negative);
  return gains;
}

}  // namespace

void marginal_modes_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const Additive additive = *problem.metric.additive();
  const Gains gains = gains_of(additive, labels);
  Curve &curve = problem.work.curve;
  curve.start(range);
  double value = gains.base;
  for (int64_t k = 0; k <= range.high; ++k) {
    if (k > 0) value += gains.gain(labels, k - 1);
    if (k >= range.low) curve.set(k, value, gains.error(labels.n));
  }
}

void decide_marginal_modes(const Problem &problem, Answer &answer) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const Additive additive = *problem.metric.additive();
  const Gains gains = gains_of(additive, labels);
  int64_t k = 0;
  const bool most = problem.options.ties == Ties::most;
  while (k < labels.size() && gains.gain(labels, k) > (most ? -gains.tie() : gains.tie())) ++k;
  k = std::clamp(k, range.low, range.high);
  double gained = 0;
  for (int64_t i = 0; i < k; ++i) gained += gains.gain(labels, i);
  answer.algorithm = Algorithm::marginal_modes;
  answer.k = k;
  answer.expected = gains.base + gained;
  answer.bound = 2 * gains.error(labels.n);
  double change = -std::numeric_limits<double>::infinity();
  if (k < range.high) change = std::max(change, gains.gain(labels, k));
  if (k > range.low) change = std::max(change, -gains.gain(labels, k - 1));
  if (std::isfinite(change)) answer.next_best = answer.expected + change;
  const auto ties = [&](int64_t i) { return i < labels.size() && std::fabs(gains.gain(labels, i)) <= gains.tie(); };
  answer.not_excluded = {k, k};
  while (answer.not_excluded.high < range.high && ties(answer.not_excluded.high)) ++answer.not_excluded.high;
  while (most && answer.not_excluded.low > range.low && ties(answer.not_excluded.low - 1)) --answer.not_excluded.low;
  labels.top(k, problem.work.items);
}

void decide_joint_marginal_modes(const Problem &problem, Answer &answer) {
  problem.work.ranked.rank(problem.belief.joint().marginals());
  decide_marginal_modes(problem, answer);
  answer.bound += static_cast<double>(4 * problem.belief.vectors->size()) * unit_roundoff *
                  problem.metric.range(problem.n_labels()).magnitude();
}

void decide_counts_marginal_modes(const Problem &problem, Answer &answer) {
  const Counts &counts = static_cast<const Counts &>(*problem.belief.estimator);
  problem.work.ranked.rank(counts.marginals());
  decide_marginal_modes(problem, answer);
  answer.bound += static_cast<double>(4 * (counts.max_s() + 2)) * unit_roundoff *
                  problem.metric.range(counts.n_labels()).magnitude();
}

}  // namespace wald::core::decisions
