#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/separable.hpp"

#include <algorithm>

#include "core/decisions/bisection.hpp"
#include "core/decisions/separable_rates.hpp"
#include "core/decisions/separable_ratio.hpp"

namespace wald::core {

bool separable_pays(const Metric &metric, int64_t n) {
  if (!separable_serves(metric) || metric.additive()) return false;
  // Measured, ranking left out. Beside it: ye, whose time grows with n^2; window, n^2 log n; bisection, n^1.5 or so.
  if (const auto ratio = RatioMetric::of(metric)) return n >= (ratio->jaccard ? 50 : 200);
  const SeparableForm form = *metric.separable();
  const bool narrow = form.kind == SeparableForm::ratios &&
                      std::all_of(form.terms.begin(), form.terms.end(), [](const SeparableForm::Term &term) {
                        return *std::min_element(term.ratio.bottom.begin(), term.ratio.bottom.end()) > 0;
                      });
  if (narrow) return n >= 64;  // few nodes
  if (!metric.has(bisection_needs)) return n >= 256;
  return n >= (form.kind == SeparableForm::root || rates_of(metric) ? fewest_unsorted : 16384);
}

void decide_separable(const Metric &metric, const Ranked &labels, KRange range, Workspace &work, Monitor &monitor,
                      Answer &answer) {
  if (const auto ratio = RatioMetric::of(metric)) return decide_ratio(*ratio, labels, range, work, monitor, answer);
  separable_curve(metric, labels, range, work, monitor);
  choose_k(work.curve, tie_tolerance(labels.size(), rounding_scale(metric, labels.n, work.curve.value)), answer);
  answer.algorithm = Algorithm::separable;
  labels.top(answer.k, work.items);
}

bool decide_separable_unsorted(const Metric &metric, const RealTable &items, KRange range, Workspace &work,
                               Monitor &monitor, Answer &answer) {
  if (const auto ratio = RatioMetric::of(metric))
    return decide_ratio_unsorted(*ratio, items, range, work, monitor, answer);
  if (const auto rates = rates_of(metric))
    return decide_rates_unsorted(metric, *rates, items, range, work, monitor, answer);
  const auto form = metric.separable();
  return form && form->kind == SeparableForm::root && decide_root_unsorted(metric, items, range, work, monitor, answer);
}

}  // namespace wald::core
