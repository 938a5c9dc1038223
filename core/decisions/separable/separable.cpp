// Which of the forms of separable sums decides, of ranked items and of items in any order.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/separable/separable.hpp"

#include "core/decisions/separable/separable_rates.hpp"
#include "core/decisions/separable/separable_ratio.hpp"

namespace wald::core::decisions {

void decide_separable(const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  const Ranked &labels = problem.labels();
  Workspace &work = problem.work;
  Problem searched = problem;
  searched.range = problem.searched();
  if (const auto ratio = RatioMetric::of(metric)) return decide_ratio(*ratio, searched, answer);
  separable_curve(searched);
  choose_k(work.curve, tie_tolerance(labels.size(), rounding_scale(metric, labels.n, work.curve.value)), answer);
  answer.algorithm = Algorithm::separable;
  labels.top(answer.k, work.items);
}

bool decide_separable_unsorted(const RealTable &items, const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  if (const auto ratio = RatioMetric::of(metric)) return decide_ratio_unsorted(*ratio, items, problem, answer);
  if (const auto rates = rates_of(metric); rates && rates->alike())
    return decide_rates_unsorted(*rates, items, problem, answer);
  const auto form = metric.separable();
  return form && form->kind == SeparableForm::root && decide_root_unsorted(items, problem, answer);
}

}  // namespace wald::core::decisions
