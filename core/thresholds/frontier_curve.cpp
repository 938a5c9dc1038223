// Makes the frontier's curve with its hull, areas and band.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier_curve.hpp"

#include <cmath>

#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

// Counts at thresholds of one classifier, the first of which flags nothing, each lower than the one before.
std::vector<Flagged> count_chain(const Sample &rows, const LargeVector<double> &thresholds) {
  Levels levels;
  levels.at.assign(thresholds.begin(), thresholds.end());
  const Ranker rank(levels);
  const auto sums = [&](const RowSet &set) {
    std::vector<RoundedOnce> at(thresholds.size() + 1, RoundedOnce(set.largest_weight(), set.size()));
    for (int64_t i = 0; i < set.size(); ++i) at[static_cast<std::size_t>(rank(set.row(i)[0]))].add(set.weight(i));
    for (std::size_t k = 1; k < at.size(); ++k) at[k] += at[k - 1];
    return at;
  };
  const std::vector<RoundedOnce> tp = sums(rows.positives()), fp = sums(rows.negatives());
  std::vector<Flagged> out;
  for (std::size_t k = 0; k < thresholds.size(); ++k) out.push_back({tp[k].total(), fp[k].total()});
  return out;
}

// Replaces the counts by those of the weights as they were fed: the search adds up rounded ones (Sample::exact). For
// several classifiers each point takes a pass over the rows; where these are too many its counts stay as they are.
void state_curve_as_fed(const Sample &fed, const Criterion &criterion, const SearchResult &found, FrontierCurve &curve) {
  const bool stacked = !found.stack.coefficients.empty();
  const Sample combined =
      stacked ? fed.combined(found.stack.coefficients, found.stack.intercept) : Sample(1, Rule::any, {});
  const Sample &rows = stacked ? combined : fed;
  const Criterion stated = criterion.as_fed(fed);
  const auto &thresholds = curve.frontier.thresholds;
  std::vector<Flagged> counts;
  constexpr double most_looks = 0x1p28;
  if (rows.dims() == 1) {
    counts = count_chain(rows, thresholds.flat());
  } else if (static_cast<double>(thresholds.size()) * static_cast<double>(rows.n_fed()) <= most_looks) {
    for (std::size_t i = 0; i < thresholds.size(); ++i) counts.push_back(rows.count(thresholds[i]));
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    curve.frontier.points[i].tp = counts[i].tp;
    curve.frontier.points[i].fp = counts[i].fp;
  }
  curve.rated_positives = fed.positives().total();
  curve.rated_negatives = fed.negatives().total();
  curve.positives = stated.positives();
  if (!std::isnan(curve.negatives)) curve.negatives = stated.rows() - curve.positives;
}

}  // namespace

FrontierCurve frontier_curve(const Sample &fed, const Objective &asked, const ThresholdSearch &options,
                             Monitor &monitor) {
  check_options(options);
  check_objective(asked);
  check_rated_rule(options, fed.has_cut());
  if (options.rated_rule != RatedRule::same)
    return frontier_curve(fed.rated_by(options.rated_rule), asked, by_own_rule(options), monitor);
  if (const double share = options.one_prevalence(); !std::isnan(share)) {
    check_prevalence(asked, options);
    return frontier_curve(fed.at_prevalence(share), asked, weighted_options(fed, options, share), monitor);
  }
  // Where nothing is asked, the curve needs no number of positives, which F1 would.
  Objective objective = asked;
  const bool bounded =
      !std::isnan(asked.min_precision) || !std::isnan(asked.min_recall) || asked.limits_fp() || asked.limits_alerts();
  if (asked.goal == Goal::automatic && !asked.metric && !bounded && std::isnan(asked.cost())) objective.cost_ratio = 1;
  fed.require_positives();
  if (fed.narrow()) return frontier_curve(fed.widened(), asked, options, monitor);
  monitor.at(0);
  const bool unrounded = fed.whole();
  const Sample rounded = unrounded ? Sample(fed.dims(), fed.rule(), fed.rated_from()) : fed.exact();
  const Sample &sample = unrounded ? fed : rounded;
  const Criterion criterion(objective, sample);
  SearchResult found = search({sample, criterion, options, true, monitor});
  FrontierCurve out;
  // Whatever limit there is on the alerts, what is shown is TP against FP.
  const bool exact = found.frontier.exact;
  out.frontier = criterion.cost_axis() == CostAxis::fp ? std::move(found.frontier)
                                                       : merged(found.frontier, ThresholdFrontier(), CostAxis::fp);
  out.frontier.exact = exact;
  out.path = std::move(found.path);
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
  if (!std::isnan(asked.certify)) {
    std::vector<Flagged> counts;
    for (const FrontierPoint &p : points) counts.push_back({p.tp, p.fp});
    out.band = frontier_band(sample, asked.certify, options, counts);
  }
  if (!unrounded) state_curve_as_fed(fed, criterion, found, out);
  monitor.at(1);
  return out;
}

PartialAreas partial_areas(const FrontierCurve &curve, double max_fp) {
  if (!(max_fp > 0 && max_fp <= curve.rated_negatives))
    fail(Status::argument, "max_fp is ", max_fp, ": must be above 0 and at most the weight of the rated negatives, ",
         curve.rated_negatives);
  const Areas area = areas(curve.frontier.points, curve.hull, max_fp);
  const double rated = curve.rated_positives * max_fp, all = curve.positives * max_fp;
  return {area.steps / rated, area.hull / rated, area.steps / all, area.hull / all};
}

}  // namespace wald::core::thresholds
