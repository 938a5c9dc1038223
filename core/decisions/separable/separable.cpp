#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/separable/separable.hpp"

#include "core/decisions/separable/separable_rates.hpp"
#include "core/decisions/separable/separable_ratio.hpp"

namespace wald::core::decisions {

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
  if (const auto rates = rates_of(metric); rates && rates->alike())
    return decide_rates_unsorted(metric, *rates, items, range, work, monitor, answer);
  const auto form = metric.separable();
  return form && form->kind == SeparableForm::root && decide_root_unsorted(metric, items, range, work, monitor, answer);
}

}  // namespace wald::core::decisions
