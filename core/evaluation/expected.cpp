// Computes the expected utility and the regret of a prediction under any estimator.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/expected.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/joint/ascent.hpp"
#include "core/decisions/joint/gfm.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core::evaluation {
namespace {

decisions::Expectation expected_additive(const Additive &u, const std::vector<double> &marginals,
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
  return {sum / n, (n + 8) * decisions::unit_roundoff * magnitude};
}

decisions::Expectation expected_by_kind(const Metric &metric, const Estimator &estimator,
                                        const std::vector<int64_t> &items, decisions::Workspace &work) {
  const int64_t n = estimator.n_labels();
  metric.verify(n);
  if (const auto additive = metric.additive()) return expected_additive(*additive, estimator.marginals(), items);
  switch (estimator.kind()) {
    case Kind::independent:
      return decisions::expected_independent(metric, static_cast<const Independent &>(estimator).p(), items, work);
    case Kind::categorical:
      work.ranked.rank(estimator.marginals());
      return decisions::expected_categorical(metric, work.ranked, 1 - estimator.p_zero(), items);
    case Kind::joint: {
      const decisions::JointValue v =
          decisions::value_on_vectors(metric, static_cast<const Joint &>(estimator).distinct(), n, items);
      return {v.value, v.error};
    }
    case Kind::counts: {
      if (!metric.has(linear_in_tp)) decisions::refuse_choice(metric, Kind::counts, n);
      const decisions::GfmValue v =
          decisions::gfm_value(metric, decisions::CountTable::of(static_cast<const Counts &>(estimator), false), items);
      return {v.value, v.error};
    }
  }
  fail(Status::internal, "an estimator of unknown kind");
}

}  // namespace

decisions::Expectation expected_utility(const Metric &metric, const Estimator &estimator,
                                        const std::vector<int64_t> &items, decisions::Workspace &work) {
  estimator.require_fed();
  decisions::Expectation e = expected_by_kind(metric, estimator, items, work);
  e.value = decisions::within_range(metric, e.value, estimator.n_labels());
  return e;
}

Expected expected_of(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                     const decisions::DecisionOptions &options, bool with_regret) {
  options.refuse_abstain_label("a prediction that is given");
  decisions::Workspace work;
  const decisions::Expectation given = expected_utility(metric, estimator, items, work);
  Expected out;
  out.expected = {given.value};
  out.error = given.error;
  if (!with_regret) return out;
  decisions::Decision decision;
  decisions::DecisionOptions unconditional = options;
  unconditional.abstain = std::numeric_limits<double>::quiet_NaN();
  decisions::decide(metric, estimator, unconditional, work, decision);
  const decisions::Answer &best = decision.answer(0);
  const double lost = decisions::given_away(best.expected, given.value, decision.n());
  out.regret = {lost};
  out.regret_bound = std::max(0.0, best.expected - given.value - lost) + best.bound + given.error;
  return out;
}

std::vector<int64_t> items_of_mask(Strided<const uint8_t> mask, const char *name) {
  std::vector<int64_t> items;
  items.reserve(static_cast<std::size_t>(mask.n));
  for (int64_t i = 0; i < mask.n; ++i) {
    if (mask[i] > 1) fail(Status::argument, name, "[", i, "] is ", int{mask[i]}, ": must be 0 or 1");
    if (mask[i]) items.push_back(i);
  }
  return items;
}

}  // namespace wald::core::evaluation
