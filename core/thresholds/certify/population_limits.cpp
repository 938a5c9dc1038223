// Tests limits on the population by exact binomial tests.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/population_limits.hpp"

#include <cmath>

#include "core/numeric/infinity.hpp"
#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::thresholds {

namespace {

// Whether "the share is below p" is refused at level delta by this many of `trials`.
bool tail_at_least(double p, int64_t successes, int64_t trials, double delta) {
  return proportion_at_least(p, static_cast<double>(successes), static_cast<double>(trials), 1 - delta);
}
}  // namespace

PopulationLimits limits_of(const Objective &objective) {
  return {objective.min_precision, objective.min_recall, objective.max_fpr, objective.max_alert_rate};
}

CountTests::CountTests(const PopulationLimits &limits, const RowCounts &of, double positive_weight,
                       double negative_weight, double delta, double prevalence)
    : limits_(limits), of_(of), delta_(delta), prevalence_(prevalence) {
  const double p = limits.precision;
  share_ = p * negative_weight / (p * negative_weight + (1 - p) * positive_weight);
}

bool CountTests::precise(int64_t tp, int64_t fp) const { return tail_at_least(share_, tp, tp + fp, delta_); }

bool CountTests::pass_at_prevalence(const RowCounts &flagged) const {
  const auto limits = [&](int64_t some, int64_t of) {
    return binomial_interval(static_cast<double>(some), static_cast<double>(of), 1 - delta_);
  };
  const double p = prevalence_, q = limits_.precision;
  const Interval tpr = limits(flagged.positives, of_.positives), fpr = limits(flagged.negatives, of_.negatives);
  if (given(q) && !(p * tpr.low * (1 - q) >= q * ((1 - p) * fpr.high))) return false;
  return !given(limits_.alert_rate) || p * tpr.high + (1 - p) * fpr.high <= limits_.alert_rate;
}

bool CountTests::pass(const RowCounts &flagged) const {
  PopulationLimits q = limits_;
  if (given(prevalence_)) {
    if ((given(q.precision) || given(q.alert_rate)) && !pass_at_prevalence(flagged)) return false;
    q.precision = q.alert_rate = Objective::unset;
  }
  if (given(q.precision) && !precise(flagged.positives, flagged.negatives)) return false;
  if (given(q.recall) && !tail_at_least(q.recall, flagged.positives, of_.positives, delta_)) return false;
  if (given(q.fpr) && !tail_at_least(1 - q.fpr, of_.negatives - flagged.negatives, of_.negatives, delta_)) return false;
  return !given(q.alert_rate) || tail_at_least(1 - q.alert_rate, of_.all() - flagged.all(), of_.all(), delta_);
}

double flagged_rows_needed(double found, double share, double delta) {
  constexpr double most = 1e12;
  constexpr double power = 0.8416212335729143;  // the normal distribution's quantile of 0.8
  if (!(found > share)) return infinity;
  const auto passes = [&](double rows) {
    const double right = std::floor(rows * found - power * std::sqrt(rows * found * (1 - found)));
    return proportion_at_least(share, right, rows, 1 - delta);
  };
  double high = 1;
  while (high < most && !passes(high)) high = std::ceil(high * 1.5);
  if (high >= most) return infinity;
  double low = std::floor(high / 1.5);
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (passes(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace wald::core::thresholds
