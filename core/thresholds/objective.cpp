// Describes and checks objectives.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/objective.hpp"

#include <iterator>

namespace wald::core::thresholds {

OptionTable rows_of(const Objective *) {
#define WALD_STRUCT Objective
#define WALD_ROWS "core/thresholds/objective.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

bool served_by_negatives(const Objective &q) {
  return (q.goal == Goal::automatic || q.goal == Goal::most_tp) && !q.metric && !given(q.cost()) &&
         !given(q.min_precision) && !given(q.min_recall) && (q.limits_fp() || q.limits_alerts());
}

void check_ranges(const Objective &q) {
  check_bounds(q);
  if (given(q.cost_ratio) && given(q.marginal_precision))
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": must not be set with marginal_precision");
  if (q.metric && q.metric->is_custom())
    fail(Status::unsupported, "metric ", in_quotes(q.metric->name()), ": thresholds take a metric of the catalogue");
}

void check_objective(const Objective &q) {
  check_ranges(q);
  if (given(q.precision_level) && !given(q.min_precision))
    fail(Status::argument, "precision_level is ", q.precision_level, ": requires min_precision");
  if (q.goal == Goal::net_benefit && !given(q.cost())) fail(Status::argument, "cost_ratio is nan: must be given");
  if (q.goal != Goal::net_benefit && q.goal != Goal::automatic && given(q.cost()))
    fail(Status::argument, "cost_ratio is ", q.cost(), ": requires goal = net_benefit");
  if (given(q.cost()) && q.metric)
    fail(Status::argument, "cost_ratio is ", q.cost(), ": must not be set with a metric");
  if (q.goal == Goal::fewest_fp && !given(q.min_recall))
    fail(Status::argument, "goal is fewest_fp: requires min_recall");
  if (q.goal == Goal::most_tp && !given(q.min_precision) && !q.limits_fp() && !q.limits_alerts())
    fail(Status::argument,
         "goal is most_tp: the most true positives need min_precision, max_fp, max_alerts, max_fpr or max_alert_rate");
  if ((q.goal == Goal::most_tp || q.goal == Goal::fewest_fp) && q.metric)
    fail(Status::argument, "goal is ", goal_name(q.goal), ": must not be set with a metric");
}

}  // namespace wald::core::thresholds
