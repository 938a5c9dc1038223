// Exactly one label positive, or none: s <= 1, so E U of a prediction depends on its probability alone. For a metric
// that rises in tp the best k labels are the likeliest ones; where U(1,k,1) < U(0,k,1) they are the unlikeliest, so no
// metric has to be refused.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <numeric>

#include "core/decisions/closed_form/closed_form.hpp"

namespace wald::core::decisions {
namespace {

// E U at each k, with the best choice of labels; true if that is the unlikeliest ones.
struct Value {
  double expected;
  bool from_below;
};

Value value_at(const Metric &metric, int64_t k, int64_t n, double of_top, double of_bottom, double sum) {
  const double none = std::max(0.0, 1 - sum);
  const double right = k > 0 ? metric.utility(1, k, 1, n) : 0, wrong = k < n ? metric.utility(0, k, 1, n) : 0;
  const bool from_below = k > 0 && k < n && right < wrong;
  const double inside = from_below ? of_bottom : of_top;
  return {inside * right + (sum - inside) * wrong + none * metric.utility(0, k, 0, n), from_below};
}

// Sums of the k largest probabilities, k = 0 ... size.
std::vector<double> prefix_sums(const Ranked &labels) {
  std::vector<double> sums{0};
  for (double p : labels.p) sums.push_back(sums.back() + p);
  return sums;
}

}  // namespace

void categorical_curve(const Problem &problem) {
  const Metric &metric = problem.metric;
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Curve &curve = problem.work.curve;
  const std::vector<double> sums = prefix_sums(labels);
  const double all = std::min(problem.belief.sum, 1.0);
  const auto top = [&](int64_t k) { return sums[static_cast<std::size_t>(std::min(k, labels.size()))]; };
  const double magnitude =
      metric.is_custom() ? std::numeric_limits<double>::quiet_NaN() : metric.range(labels.n).magnitude();
  curve.start(range);
  for (int64_t k = range.low; k <= range.high; ++k) {
    const double of_top = std::min(top(k), all);
    const double of_bottom = std::max(0.0, all - top(labels.n - k));
    const Value v = value_at(metric, k, labels.n, of_top, of_bottom, all);
    // A custom metric's own values at this k bound its magnitude.
    const double size = magnitude == magnitude ? magnitude
                                               : std::abs(k > 0 ? metric.utility(1, k, 1, labels.n) : 0) +
                                                     std::abs(k < labels.n ? metric.utility(0, k, 1, labels.n) : 0) +
                                                     std::abs(metric.utility(0, k, 0, labels.n));
    curve.set(k, v.expected,
              size * (static_cast<double>(labels.size()) + 8 + metric.rounding_ulps()) * 2 * unit_roundoff);
  }
}

void decide_categorical(const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  const Ranked &labels = problem.labels();
  Workspace &work = problem.work;
  Problem searched = problem;
  searched.range = problem.searched();
  categorical_curve(searched);
  answer.algorithm = Algorithm::categorical;
  answer.p_zero = std::max(0.0, 1 - problem.belief.sum);
  const double scale = rounding_scale(metric, labels.n, work.curve.value);
  choose_k(work.curve, tie_tolerance(labels.size(), scale), answer);
  const int64_t k = answer.k, n = labels.n;
  const bool from_below = k > 0 && k < n && metric.utility(1, k, 1, n) < metric.utility(0, k, 1, n);
  if (!from_below) return labels.top(k, work.items);
  std::vector<double> p(static_cast<std::size_t>(n), 0.0);
  for (int64_t j = 0; j < labels.size(); ++j)
    p[static_cast<std::size_t>(labels.item[static_cast<std::size_t>(j)])] = labels.p[static_cast<std::size_t>(j)];
  std::vector<int64_t> unlikeliest(p.size());
  std::iota(unlikeliest.begin(), unlikeliest.end(), int64_t{0});
  std::stable_sort(unlikeliest.begin(), unlikeliest.end(), [&](int64_t x, int64_t y) {
    return p[static_cast<std::size_t>(x)] < p[static_cast<std::size_t>(y)];
  });
  work.items.assign(unlikeliest.begin(), unlikeliest.begin() + k);
  std::sort(work.items.begin(), work.items.end());
}

}  // namespace wald::core::decisions
