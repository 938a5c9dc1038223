// Chooses the best route for a goal, without or with a certificate, and evaluates it.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/choose_route.hpp"

#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/routes/all_routes.hpp"
#include "core/routes/answering.hpp"
#include "core/routes/certify_route.hpp"

namespace wald::core::routes {

namespace {

constexpr std::size_t most_points = 1024;

std::vector<int64_t> all_rows(const Stages &stages) {
  std::vector<int64_t> out(static_cast<std::size_t>(stages.rows()));
  std::iota(out.begin(), out.end(), int64_t{0});
  return out;
}

void check_question(const Stages &stages, const RouteOptions &options) {
  check_ranges(options);
  if (stages.rows() == 0) fail(Status::argument, "rows is 0: no row was fed");
  check_measure(stages, options);
  if (options.goal == RouteGoal::quality && std::isnan(options.budget))
    fail(Status::argument, "budget is not set: goal = quality needs it");
  if (options.goal == RouteGoal::value && options.right_value < -options.wrong_cost)
    fail(Status::argument, "right_value is ", options.right_value, ": must be at least ", -options.wrong_cost,
         ", or a wrong answer, at a wrong_cost of ", options.wrong_cost, ", would be worth more than a right one");
  if (!std::isnan(options.certify) && options.goal != RouteGoal::cost)
    fail(Status::argument, "certify is ", options.certify, ": needs goal = cost");
  if (const int64_t waiting = stages.waiting(); waiting > 0)
    fail(Status::argument, waiting, " rows were asked for and have no label yet: label them first");
  double labelled = 0, positive = 0, weight = 0;
  for (int64_t i = 0; i < stages.rows(); ++i) {
    weight += stages.weight(i);
    if (!is_judged(stages, i, options.measure)) continue;
    labelled += stages.weight(i);
    if (stages.has_answers() && stages.truth(i) == options.positive) positive += stages.weight(i);
  }
  if (!(weight > 0)) fail(Status::argument, "weights are all 0");
  if (!(labelled > 0))
    fail(Status::argument,
         "no row of a weight above 0 is labelled: quality is not known (measure agreement reads the "
         "answers of the last stage)");
  if ((options.measure == RouteMeasure::recall || options.measure == RouteMeasure::f) && !(positive > 0))
    fail(Status::argument, "positive is ", options.positive, ": no labelled row of a weight above 0 has this class, which ",
         measure_name(options.measure), " needs");
}

}  // namespace

RouteEvaluation evaluate_route(const Route &route, const Stages &stages, const RouteOptions &options) {
  check_rows(route, stages);
  RouteOptions own = options;
  own.router = false;
  own.by = RouteBy::none;
  check_measure(stages, own);
  RouteEvaluation out;
  out.shares.assign(static_cast<std::size_t>(route.stages), 0);
  const int64_t last = route.stages - 1;
  const SumScale scale(stages, all_rows(stages), options);
  LongSums long_all, long_full;
  DoubleDouble long_weight;
  std::vector<DoubleDouble> shares(out.shares.size());
  std::vector<int64_t> asked;
  for (int64_t i = 0; i < stages.rows(); ++i) {
    const double w = scale.weight(stages.weight(i));
    if (w == 0) continue;
    const int64_t stage = answering_stage(route, stages, i, &asked);
    const Sums found = sums_of(stages, i, stage, options, scale),
               by_last = stage == last ? found : sums_of(stages, i, last, options, scale);
    long_all.add(found);
    for (const int64_t before : asked)
      if (before != stage) long_all.cost.add({w * stages.cost(i, before), 0});
    long_full.add(by_last);
    long_weight.add({w, 0});
    shares[static_cast<std::size_t>(stage)].add({w, 0});
    ++out.rows;
    out.labels += is_judged(stages, i, options.measure);
  }
  const Sums all = long_all.rounded(), full = long_full.rounded();
  const double weight = long_weight.value();
  for (std::size_t s = 0; s < shares.size(); ++s) out.shares[s] = shares[s].value() / weight;
  out.cost = all.cost / weight;
  out.full_cost = full.cost / weight;
  out.quality = out.labels > 0 ? all.quality() : unset;
  out.full_quality = out.labels > 0 ? full.quality() : unset;
  return out;
}

Route choose_route(const Stages &stages, const RouteOptions &options, Monitor &monitor) {
  check_question(stages, options);
  Route out;
  if (std::isnan(options.certify)) {
    const Routes routes(stages, all_rows(stages), options, monitor);
    out = routes.route(routes.best(), true);
    out.findings.exact = routes.exact();
    out.findings.envelope = routes.envelope(most_points);
  } else {
    out = certified_route(stages, options, most_points, monitor);
  }
  const RouteEvaluation found = evaluate_route(out, stages, options);
  RouteFindings &findings = out.findings;
  findings.rows = found.rows;
  findings.labels = found.labels;
  findings.cost = found.cost;
  findings.quality = found.quality;
  findings.shares = found.shares;
  const Sums achieved{found.cost, found.quality, 1};
  findings.feasible = Aim(options, 1).holds(achieved);
  findings.full_cost = found.full_cost;
  findings.full_quality = found.full_quality;
  return out;
}

}  // namespace wald::core::routes
