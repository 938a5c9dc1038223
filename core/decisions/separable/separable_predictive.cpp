// At k the value is f(k) = a A/k + b (n - k - (mu - A))/(n - k) + shift. Along a run of equal items A is a line in k, and f
// a constant, plus c/k, plus e/(n-k), with c and e at least 0, since the items before are greater and those behind
// smaller: convex, so that it is greatest at an end of the run.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/separable/separable_predictive.hpp"

#include <cmath>
#include <limits>

#include "core/decisions/separable/run_curve.hpp"

namespace wald::core::decisions {

std::optional<PredictiveMetric> PredictiveMetric::of(const Metric &metric) {
  const auto form = metric.separable();
  if (!form || form->kind != SeparableForm::ratios) return std::nullopt;
  PredictiveMetric out{0, 0, form->shift, static_cast<double>(metric.zero_division())};
  for (const SeparableForm::Term &term : form->terms) {
    const auto is = [&](const std::array<double, 4> &top, const std::array<double, 4> &bottom) {
      return term.weight > 0 && term.ratio.top == top && term.ratio.bottom == bottom;
    };
    if (is({1, 0, 0, 0}, {1, 1, 0, 0}))
      out.precision += term.weight;
    else if (is({0, 0, 0, 1}, {0, 0, 1, 1}))
      out.npv += term.weight;
    else
      return std::nullopt;
  }
  return out;
}

void decide_predictive_window(const WindowProblem &problem, const PredictiveMetric &form, const Window &window,
                              const PredictiveSums &sums_of, Answer &answer) {
  const KRange range = problem.range;
  const int64_t n = problem.n;
  const double all = static_cast<double>(n), a = form.precision, b = form.npv;
  const DoubleDouble mu = sums_of.all;
  // An addition of two doubles' digits errs by at most four roundings of them.
  const double additions = sums_of.additions + 2 * static_cast<double>(window.items.size()) + 16;
  const double sums = sums_of.blur + 4 * additions * unit_roundoff * unit_roundoff * all;
  const double rounded = 8 * unit_roundoff * (a + b + std::fabs(form.shift));
  const auto error = [&](double k) { return rounded + sums * (a / k + b / (all - k)); };
  const auto value = [&](DoubleDouble chosen, int64_t k) {
    DoubleDouble right{static_cast<double>(n - k), 0};
    right.add(chosen);
    right.add({-mu.high, -mu.low});
    const double precision = chosen.value() / static_cast<double>(k), npv = right.value() / static_cast<double>(n - k);
    return a * precision + b * npv + form.shift;
  };
  const KRange inner{std::max<int64_t>(1, range.low), std::min(range.high, n - 1)};
  Curve &curve = problem.work.curve;
  const auto fill = [&](const CurveLevels &levels) {
    curve.start();
    if (range.low == 0) curve.append(0, form.at_none(all, mu.value()), rounded + sums / all);
    DoubleDouble sum = sums_of.above;
    int64_t k = window.above_count;
    if (inner.holds(k)) curve.append(k, value(sum, k), error(static_cast<double>(k)));
    for (const Run &run : window.items) {
      if (k >= inner.high) break;
      const double p = run.p, before = static_cast<double>(k);
      // f' = 0 if a c/k^2 = b e/(n-k)^2.
      const double c = std::sqrt(std::max(0.0, a * (sum.value() - p * before))),
                   e = std::sqrt(std::max(0.0, b * (p * (all - before) - (mu.value() - sum.value()))));
      const double turn = c + e > 0 ? all * (c / (c + e)) - before : 0;
      const double count = static_cast<double>(run.count);
      const double most = std::max(error(std::max(1.0, before)), error(std::min(before + count, all - 1)));
      append_run(
          k, run.count, inner, static_cast<int64_t>(std::clamp(turn, 0.0, count)), levels,
          [&](int64_t j) {
            DoubleDouble chosen = sum;
            chosen.add(times(p, j));
            return Estimate{value(chosen, k + j), most};
          },
          curve);
      sum.add(times(p, run.count));
      k += run.count;
    }
    if (range.high == n) curve.append(n, form.at_all(all, mu.value()), rounded + sums / all);
  };
  constexpr double none = std::numeric_limits<double>::infinity();
  fill({none, none});
  if (curve.value.empty()) fail(Status::internal, "no k lies in the window");
  const double tie = predictive_tie(problem.metric, window.positive, n);
  if (has_long_run(window)) fill(levels_of(curve, tie, {-none, 0}));
  choose_k(curve, tie, answer);
  answer.algorithm = Algorithm::separable;
}

}  // namespace wald::core::decisions
