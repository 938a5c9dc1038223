#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/objective.hpp"

#include <iterator>

namespace wald::core {

namespace {

bool given(double x) { return !std::isnan(x); }

void check_share(const char *name, double x) {
  if (given(x) && !(x >= 0 && x <= 1)) fail(Status::argument, name, " is ", x, ": must lie in [0, 1]");
}

void check_budget(const char *name, double x) {
  if (given(x) && !(x >= 0)) fail(Status::argument, name, " is ", x, ": must be at least 0");
}

}  // namespace

const char *goal_name(Goal goal) {
  constexpr const char *names[] = {"auto", "metric", "net_benefit", "most_tp", "fewest_fp"};
  const auto i = static_cast<std::size_t>(goal);
  return i < std::size(names) ? names[i] : "unknown";
}

double cost_ratio_of(double marginal_precision) {
  if (!(marginal_precision > 0 && marginal_precision < 1))
    fail(Status::argument, "marginal_precision is ", marginal_precision, ": must lie strictly between 0 and 1");
  return (1 - marginal_precision) / marginal_precision;
}

void check_ranges(const Objective &q) {
  if (q.goal < Goal::automatic || q.goal > Goal::fewest_fp)
    fail(Status::argument, "goal is ", static_cast<int32_t>(q.goal), ": must lie in [0, 4]");
  check_share("min_precision", q.min_precision);
  check_share("min_recall", q.min_recall);
  check_budget("max_fp", q.max_fp);
  check_budget("max_alerts", q.max_alerts);
  if (given(q.confidence) && !(q.confidence >= 0 && q.confidence < 1))
    fail(Status::argument, "confidence is ", q.confidence, ": must lie in [0, 1), where 0 is the point estimate");
  if (given(q.cost_ratio) && !(q.cost_ratio > 0 && q.cost_ratio < std::numeric_limits<double>::infinity()))
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": must be finite and above 0");
  if (given(q.positives) && !(q.positives >= 0 && q.positives < std::numeric_limits<double>::infinity()))
    fail(Status::argument, "positives is ", q.positives, ": must be finite and at least 0");
}

void check_objective(const Objective &q) {
  check_ranges(q);
  if (given(q.confidence) && !given(q.min_precision))
    fail(Status::argument, "confidence is ", q.confidence, ": is of use with min_precision only");
  if (q.goal == Goal::net_benefit && !given(q.cost_ratio)) fail(Status::argument, "cost_ratio is nan: must be given");
  if (q.goal != Goal::net_benefit && q.goal != Goal::automatic && given(q.cost_ratio))
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": is of use with the goal net benefit only");
  if (given(q.cost_ratio) && q.metric)
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": a metric is given too, and one of them decides");
  if (q.goal == Goal::fewest_fp && !given(q.min_recall))
    fail(Status::argument, "goal is fewest_fp: needs min_recall, without which the fewest are 0");
  if (q.goal == Goal::most_tp && !given(q.min_precision) && !given(q.max_fp) && !given(q.max_alerts))
    fail(Status::argument, "goal is most_tp: the most true positives need min_precision, max_fp or max_alerts");
  if ((q.goal == Goal::most_tp || q.goal == Goal::fewest_fp) && q.metric)
    fail(Status::argument, "goal is ", goal_name(q.goal), ": a metric is given too, and one of them decides");
}

}  // namespace wald::core
