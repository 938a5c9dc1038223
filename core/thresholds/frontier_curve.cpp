#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier_curve.hpp"

#include <cmath>

namespace wald::core {

FrontierCurve frontier_curve(const Sample &fed, const Objective &asked, const ThresholdOptions &options,
                             Monitor &monitor) {
  check_options(options);
  check_objective(asked);
  // Where nothing is asked, the curve needs no number of positives, which F1 would.
  Objective objective = asked;
  const bool bounded = !std::isnan(asked.min_precision) || !std::isnan(asked.min_recall) || !std::isnan(asked.max_fp) ||
                       !std::isnan(asked.max_alerts);
  if (asked.goal == Goal::automatic && !asked.metric && !bounded && std::isnan(asked.cost_ratio))
    objective.cost_ratio = 1;
  fed.require_positives();
  monitor.at(0);
  const Sample sample = fed.exact();
  const Criterion criterion(objective, sample);
  SearchResult found = search(sample, criterion, options, monitor);
  FrontierCurve out;
  // Whatever limit there is on the alerts, what is shown is TP against FP.
  out.frontier = merged(found.frontier, ThresholdFrontier{{}, {}, true}, CostAxis::fp);
  out.frontier.exact = found.frontier.exact;
  out.quantiles = found.quantiles;
  out.local_optimum = found.local_optimum;
  const ParetoFrontier &points = out.frontier.points;
  out.hull = concave_hull(points);
  out.rated_positives = sample.positives().total();
  out.rated_negatives = sample.negatives().total();
  out.positives = criterion.positives();
  if (out.positives > 0 && criterion.negatives_known()) out.negatives = criterion.rows() - out.positives;
  if (out.rated_negatives > 0) {
    const PartialAreas whole = partial_areas(out, out.rated_negatives);
    out.pn_area = whole.pn;
    out.pn_hull_area = whole.pn_hull;
    if (!sample.partial()) {
      out.roc_area = whole.roc;
      out.roc_hull_area = whole.roc_hull;
    }
  }
  if (out.positives > 0) {
    out.pr_area = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      out.pr_area += (points[i].tp - points[i - 1].tp) / out.positives * (points[i].tp / (points[i].tp + points[i].fp));
  }
  monitor.at(1);
  return out;
}

PartialAreas partial_areas(const FrontierCurve &curve, double max_fp) {
  if (!(max_fp > 0 && max_fp <= curve.rated_negatives))
    fail(Status::argument, "max_fp is ", max_fp, ": must be above 0 and at most the weight of the rated negatives, ",
         curve.rated_negatives);
  const Areas area = areas(curve.frontier.points, max_fp);
  const double rated = curve.rated_positives * max_fp, all = curve.positives * max_fp;
  return {area.steps / rated, area.hull / rated, area.steps / all, area.hull / all};
}

}  // namespace wald::core
