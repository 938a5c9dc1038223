#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/choose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/thresholds/bootstrap.hpp"
#include "core/thresholds/folds.hpp"
#include "core/thresholds/replicates.hpp"
#include "core/thresholds/search.hpp"
#include "core/thresholds/smoothing.hpp"

namespace wald::core {

namespace {

// Says how far a part of the work is; never less than it said before, though searches start anew.
class PartMonitor final : public Monitor {
 public:
  PartMonitor(Monitor &outer, double from, double to) : outer_(outer), from_(from), to_(to) {}
  void at(double fraction) override {
    furthest_ = std::max(furthest_, fraction);
    outer_.at(std::min(to_, from_ + (to_ - from_) * furthest_));
  }

 private:
  Monitor &outer_;
  double from_, to_, furthest_ = 0;
};

// An answer, and what its estimates take from the search.
struct Choosing {
  ChosenThresholds answer;
  HullSegments segments;
  double ranking_area = Objective::unset;  // SearchResult::ranking_area
};

// The point of a frontier with the nearest FP; of two, the one with more.
int64_t nearest_in_fp(const ParetoFrontier &points, double fp) {
  int64_t out = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = std::fabs(points[i].fp - fp);
    if (distance > nearest) continue;
    nearest = distance;
    out = static_cast<int64_t>(i);
  }
  return out;
}

Choosing choose_by(const Sample &sample, const Criterion &criterion, const ThresholdOptions &options,
                   Monitor &monitor) {
  Choosing out;
  ChosenThresholds &answer = out.answer;
  answer.method = options.method;
  answer.objective = criterion.text();
  const SearchResult found = search(sample, criterion, options, monitor);
  out.ranking_area = found.ranking_area;
  const Choice choice = criterion.choose(found.frontier.points);
  const FrontierPoint point = found.frontier.points[static_cast<std::size_t>(choice.index)];
  const std::vector<double> &chosen = found.frontier.thresholds[static_cast<std::size_t>(choice.index)];
  answer.feasible = choice.feasible;
  Flagged counts{point.tp, point.fp};
  if (options.method == Method::stacked) {
    answer.coefficients = found.stack.coefficients;
    answer.intercept = found.stack.intercept;
    answer.stacked_threshold = chosen[0];
    answer.thresholds.assign(static_cast<std::size_t>(sample.dims()), Objective::unset);
  } else {
    answer.thresholds = chosen;
    if (options.smoothing != Smoothing::none) {
      answer.thresholds = smoothed_thresholds(sample, criterion, options, monitor);
      counts = sample.count(answer.thresholds);
      answer.feasible = criterion.allowed(counts.tp, counts.fp);
      if (choice.feasible && !answer.feasible) answer.flags |= constraint_missed;
    }
  }
  answer.outcome = outcome_of(criterion, counts);
  // What smoothed thresholds flag need not be on the frontier.
  const bool smoothed = options.smoothing != Smoothing::none;
  out.segments =
      hull_segments(found.frontier.points, smoothed ? nearest_in_fp(found.frontier.points, counts.fp) : choice.index);
  answer.marginal_precision = out.segments.last.precision();
  answer.next_marginal_precision = out.segments.next.precision();

  if (counts.alerts() == 0) {
    answer.flags |= nothing_flagged;
    if (criterion.goal() != Goal::fewest_fp) answer.flags |= target_not_attained;
  }
  const double rated = sample.positives().total() + sample.negatives().total();
  if (counts.alerts() >= rated) answer.flags |= everything_flagged;
  if (!choice.feasible) answer.flags |= recall_out_of_reach;
  if (found.quantiles) answer.flags |= quantile_levels;
  if (found.local_optimum) answer.flags |= local_optimum;
  return out;
}

// What needs another look at the rows.
void add_estimates(const Sample &sample, const Criterion &criterion, const ThresholdOptions &options,
                   Choosing &choosing) {
  ChosenThresholds &answer = choosing.answer;
  const auto add = [&](const Sample &rows, const std::vector<double> &thresholds) {
    answer.unrated = rows.count_unrated(thresholds);
    answer.intervals = intervals_at(rows, thresholds, criterion, answer.outcome, choosing.segments, options);
  };
  if (options.method == Method::stacked) {
    answer.next_lower = answer.thresholds;
    add(sample.combined(answer.coefficients, answer.intercept), {answer.stacked_threshold});
  } else {
    answer.next_lower = sample.next_lower(answer.thresholds);
    add(sample, answer.thresholds);
  }
  if (answer.unrated > 0) answer.flags |= unrated_flagged;
}

Outcome cross_fit(const Sample &sample, const Criterion &criterion, const ThresholdOptions &options, Monitor &monitor) {
  const Folds folds(sample, options.folds, options.seed);
  const double share = 1 - 1 / static_cast<double>(options.folds);
  Flagged sum;
  for (int64_t f = 0; f < options.folds; ++f) {
    const Sample rest = folds.without(f), own = folds.only(f);
    if (rest.positives().size() == 0) continue;  // nothing to choose from: nothing is flagged
    const auto done = static_cast<double>(f), all = static_cast<double>(options.folds);
    PartMonitor part(monitor, done / all, (done + 1) / all);
    const ChosenThresholds answer = choose_by(rest, criterion.scaled(share, rest), options, part).answer;
    const Flagged counts = options.method == Method::stacked
                               ? own.combined(answer.coefficients, answer.intercept).count({answer.stacked_threshold})
                               : own.count(answer.thresholds);
    sum.tp += counts.tp;
    sum.fp += counts.fp;
  }
  return outcome_of(criterion, sum);
}

std::vector<Interval> threshold_intervals(const Sample &sample, const Criterion &criterion,
                                          const ThresholdOptions &options, Monitor &monitor) {
  const auto replicates = replicate_thresholds(sample, criterion, options, options.bootstrap, monitor);
  const double tail = (1 - options.level) / 2;
  std::vector<Interval> out;
  for (std::size_t d = 0; d < static_cast<std::size_t>(sample.dims()); ++d) {
    std::vector<double> values;
    for (const auto &t : replicates) values.push_back(t[d]);
    out.push_back({quantile(values, tail), quantile(values, 1 - tail)});
  }
  return out;
}

// With everything that the options ask for but baselines.
Choosing choose_with_estimates(const Sample &sample, const Criterion &criterion, const ThresholdOptions &options,
                               Monitor &monitor) {
  const bool replicates = options.bootstrap > 0 && options.method != Method::stacked, folds = options.folds > 0;
  const double parts = 1 + (replicates ? 1 : 0) + (folds ? 1 : 0);
  PartMonitor searching(monitor, 0, 1 / parts), drawing(monitor, 1 / parts, 2 / parts),
      fitting(monitor, (parts - 1) / parts, 1);
  Choosing out = choose_by(sample, criterion, options, searching);
  add_estimates(sample, criterion, options, out);
  if (replicates) out.answer.threshold_intervals = threshold_intervals(sample, criterion, options, drawing);
  if (folds) {
    out.answer.cross_fit = cross_fit(sample, criterion, options, fitting);
    out.answer.has_cross_fit = true;
  }
  return out;
}

}  // namespace

ChosenThresholds choose_thresholds(const Sample &fed, const Objective &objective, const ThresholdOptions &options,
                                   Monitor &monitor) {
  check_options(options);
  check_objective(objective);
  fed.require_positives();
  if (options.folds > fed.positives().size())
    fail(Status::argument, "folds is ", options.folds, ": must be at most the number of positives, ",
         fed.positives().size());
  monitor.at(0);
  const bool whole = fed.whole();
  const Sample rounded = whole ? Sample(fed.dims(), fed.rule(), fed.rated_from()) : fed.exact();
  const Sample &sample = whole ? fed : rounded;
  const Criterion criterion(objective, sample);
  std::vector<Method> beside;
  for (Method method : {Method::best_single, Method::stacked})
    if (options.baselines && sample.dims() > 1 && method != options.method &&
        (method != Method::stacked || (!sample.has_cut() && sample.negatives().size() > 0)))
      beside.push_back(method);
  const double parts = 1 + static_cast<double>(beside.size());
  PartMonitor own(monitor, 0, 1 / parts);
  Choosing chosen = choose_with_estimates(sample, criterion, options, own);
  ChosenThresholds &answer = chosen.answer;
  answer.flags |= data_flags(sample, chosen.ranking_area);
  for (Method method : beside) {
    ThresholdOptions plain = options;
    plain.method = method;
    plain.smoothing = Smoothing::none;
    plain.bootstrap = 0;  // their thresholds get no intervals
    const double done = 1 + static_cast<double>(answer.baselines.size());
    PartMonitor part(monitor, done / parts, (done + 1) / parts);
    answer.baselines.push_back(choose_with_estimates(sample, criterion, plain, part).answer);
  }
  monitor.at(1);
  return answer;
}

void apply_chosen(const RealTable &scores, const ChosenThresholds &chosen, Rule rule, Strided<uint8_t> out) {
  if (chosen.coefficients.empty())
    apply_thresholds(scores, chosen.thresholds, rule, out);
  else
    apply_combined(scores, chosen.coefficients, chosen.intercept, chosen.stacked_threshold, out);
}

}  // namespace wald::core
