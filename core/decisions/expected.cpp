#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/expected.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/ascent.hpp"
#include "core/decisions/gfm.hpp"
#include "core/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core {
namespace {

double probability_of(const Ranked &labels, const std::vector<int64_t> &items) {
  double sum = 0;
  for (int64_t j = 0; j < labels.size(); ++j)
    if (std::binary_search(items.begin(), items.end(), labels.item[static_cast<std::size_t>(j)]))
      sum += labels.p[static_cast<std::size_t>(j)];
  return sum;
}

Expectation expected_additive(const Additive &u, const std::vector<double> &marginals,
                              const std::vector<int64_t> &items) {
  double sum = 0;
  auto next = items.begin();
  for (std::size_t i = 0; i < marginals.size(); ++i) {
    const double p = marginals[i];
    const bool positive = next != items.end() && *next == static_cast<int64_t>(i);
    if (positive) ++next;
    sum +=
        positive ? p * u.true_positive + (1 - p) * u.false_positive : p * u.false_negative + (1 - p) * u.true_negative;
  }
  const double n = static_cast<double>(marginals.size());
  const double magnitude = std::fabs(u.true_positive) + std::fabs(u.false_positive) + std::fabs(u.false_negative) +
                           std::fabs(u.true_negative);
  return {sum / n, (n + 8) * unit_roundoff * magnitude};
}

void rank(const std::vector<double> &marginals, Workspace &work) {
  work.ranked.rank(static_cast<int64_t>(marginals.size()),
                   [&](int64_t i) { return marginals[static_cast<std::size_t>(i)]; });
}

}  // namespace

Expectation expected_independent(const Metric &metric, const Ranked &labels, const std::vector<int64_t> &items,
                                 Workspace &work) {
  const MassExpectation expectation(metric, labels);
  Masses tp, fn;
  for (int64_t j = 0; j < labels.size(); ++j) {
    const std::size_t at = static_cast<std::size_t>(j);
    const bool positive = std::binary_search(items.begin(), items.end(), labels.item[at]);
    add_item(positive ? tp : fn, labels.p[at], expectation.cut());
  }
  return expectation(tp, fn, static_cast<int64_t>(items.size()), work);
}

Expectation expected_top_k(const Metric &metric, const Ranked &labels, int64_t k, Workspace &work) {
  const MassExpectation expectation(metric, labels);
  Masses tp, fn;
  for (int64_t j = 0; j < labels.size(); ++j)
    add_item(j < k ? tp : fn, labels.p[static_cast<std::size_t>(j)], expectation.cut());
  return expectation(tp, fn, k, work);
}

Expectation expected_categorical(const Metric &metric, const Ranked &labels, double sum,
                                 const std::vector<int64_t> &items) {
  const int64_t k = static_cast<int64_t>(items.size()), n = labels.n;
  const double all = std::min(sum, 1.0), inside = std::min(probability_of(labels, items), all);
  const double right = k > 0 ? metric.utility(1, k, 1, n) : 0, wrong = k < n ? metric.utility(0, k, 1, n) : 0;
  const double none = metric.utility(0, k, 0, n);
  const double size = std::fabs(right) + std::fabs(wrong) + std::fabs(none);
  return {inside * right + (all - inside) * wrong + std::max(0.0, 1 - sum) * none,
          size * unit_roundoff * (static_cast<double>(labels.size()) + 8 + metric.rounding_ulps())};
}

namespace {

Expectation expected_by_kind(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                             Workspace &work) {
  const int64_t n = estimator.n_labels();
  metric.verify(n);
  if (const auto additive = metric.additive()) return expected_additive(*additive, estimator.marginals(), items);
  switch (estimator.kind()) {
    case Kind::independent:
      rank(static_cast<const Independent &>(estimator).p(), work);
      return expected_independent(metric, work.ranked, items, work);
    case Kind::categorical:
      rank(estimator.marginals(), work);
      return expected_categorical(metric, work.ranked, 1 - estimator.p_zero(), items);
    case Kind::joint: {
      const JointValue v = value_on_vectors(metric, static_cast<const Joint &>(estimator).distinct(), n, items);
      return {v.value, v.error};
    }
    case Kind::counts: {
      if (!metric.has(linear_in_tp)) refuse_counts(metric);
      const GfmValue v = gfm_value(metric, CountTable::of(static_cast<const Counts &>(estimator), false), items);
      return {v.value, v.error};
    }
  }
  fail(Status::internal, "an estimator of unknown kind");
}

}  // namespace

Expectation expected_utility(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                             Workspace &work) {
  estimator.require_fed();
  Expectation e = expected_by_kind(metric, estimator, items, work);
  if (estimator.kind() != Kind::counts) e.value = within_range(metric, e.value, estimator.n_labels());
  return e;
}

double given_away(double best, double given, int64_t n) {
  const double lost = best - given;
  return lost > tie_tolerance(n, std::max(std::fabs(best), std::fabs(given))) ? lost : 0;
}

Regret regret_of(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                 const Options &options) {
  Workspace work;
  const Expectation given = expected_utility(metric, estimator, items, work);
  Decision decision;
  Options unconditional = options;
  unconditional.abstain = std::numeric_limits<double>::quiet_NaN();
  decide(metric, estimator, unconditional, work, decision);
  const Answer &best = decision.answer(0);
  const double lost = given_away(best.expected, given.value, decision.n());
  return {lost, std::max(0.0, best.expected - given.value - lost) + best.bound + given.error};
}

std::vector<int64_t> items_of_mask(Strided<const uint8_t> mask, const char *name) {
  std::vector<int64_t> items;
  for (int64_t i = 0; i < mask.n; ++i) {
    if (mask[i] > 1) fail(Status::argument, name, "[", i, "] is ", int{mask[i]}, ": must be 0 or 1");
    if (mask[i]) items.push_back(i);
  }
  return items;
}

}  // namespace wald::core
