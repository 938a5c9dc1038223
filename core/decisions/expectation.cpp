// Computes the expected utility of a prediction of ranked labels.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/expectation.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/separable/separable.hpp"
#include "core/decisions/separable/separable_ratio.hpp"

namespace wald::core::decisions {
namespace {

double probability_of(const Ranked &labels, const std::vector<int64_t> &items) {
  double sum = 0;
  for (int64_t j = 0; j < labels.size(); ++j)
    if (std::binary_search(items.begin(), items.end(), labels.item[static_cast<std::size_t>(j)]))
      sum += labels.p[static_cast<std::size_t>(j)];
  return sum;
}

}  // namespace

bool needs_no_ranking(const Metric &metric, std::size_t labels) {
  return static_cast<int64_t>(labels) >= fewest_unsorted && RatioMetric::of(metric);
}

Expectation expected_unranked(const Metric &metric, const std::vector<double> &chosen, const std::vector<double> &others,
                              int64_t k, Workspace &work) {
  const Estimate e = expected_ratio(*RatioMetric::of(metric), chosen, others, k, work);
  return {e.value, e.error};
}

Expectation expected_independent(const Metric &metric, const Ranked &labels, const std::vector<int64_t> &items,
                                 Workspace &work) {
  if (needs_no_ranking(metric, labels.p.size())) {
    std::vector<char> positive(static_cast<std::size_t>(labels.n));
    for (int64_t i : items) positive[static_cast<std::size_t>(i)] = 1;
    std::vector<double> parts[2];
    for (std::size_t j = 0; j < labels.p.size(); ++j)
      parts[static_cast<int>(positive[static_cast<std::size_t>(labels.item[j])])].push_back(labels.p[j]);
    return expected_unranked(metric, parts[1], parts[0], static_cast<int64_t>(items.size()), work);
  }
  const MassExpectation expectation(metric, labels);
  Masses tp, fn;
  for (int64_t j = 0; j < labels.size(); ++j) {
    const std::size_t at = static_cast<std::size_t>(j);
    const bool positive = std::binary_search(items.begin(), items.end(), labels.item[at]);
    add_item(positive ? tp : fn, labels.p[at], expectation.cut());
  }
  return expectation(tp, fn, static_cast<int64_t>(items.size()), work);
}

Expectation expected_independent(const Metric &metric, const std::vector<double> &probabilities,
                                 const std::vector<int64_t> &items, Workspace &work) {
  if (needs_no_ranking(metric, probabilities.size())) {
    std::vector<double> chosen, others(probabilities);
    chosen.reserve(items.size());
    for (int64_t i : items) {
      chosen.push_back(probabilities[static_cast<std::size_t>(i)]);
      others[static_cast<std::size_t>(i)] = 0;
    }
    return expected_unranked(metric, chosen, others, static_cast<int64_t>(items.size()), work);
  }
  work.ranked.rank(probabilities);
  return expected_independent(metric, work.ranked, items, work);
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

double given_away(double best, double given, int64_t n) {
  const double lost = best - given;
  return lost > tie_tolerance(n, std::max(std::fabs(best), std::fabs(given))) ? lost : 0;
}

}  // namespace wald::core::decisions
