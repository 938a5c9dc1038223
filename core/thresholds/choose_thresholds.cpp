// Chooses thresholds: searches, then adds flags, estimates, baselines and warnings.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/choose_thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"
#include "core/thresholds/estimates/folds.hpp"
#include "core/thresholds/estimates/replicates.hpp"
#include "core/thresholds/estimates/smoothing.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/sample/ratings.hpp"
#include "core/thresholds/sample/weights.hpp"
#include "core/thresholds/search/one_score.hpp"
#include "core/thresholds/search/search.hpp"
#include "core/thresholds/select/select_rows.hpp"

namespace wald::core::thresholds {

namespace {

// An answer, and what its estimates take from the search.
struct Choosing {
  ChosenThresholds answer;
  HullSegments segments;
  // Thresholds at both ends of each segment; empty if there is none.
  struct Ends {
    std::vector<double> from, to;
  } last, next;
  std::vector<AreaBounds> ranking_areas;  // SearchResult::ranking_areas
};

// Adds what follows from the search, for counts at the chosen thresholds, or at smoothed ones near them.
void add_segments(const SearchResult &found, int64_t index, Choosing &out) {
  out.segments = hull_segments(found.frontier.points, index);
  const auto ends = [&](const HullSegment &s) {
    const auto at = [&](int64_t i) { return found.frontier.thresholds[static_cast<std::size_t>(i)]; };
    return s.to < 0 ? Choosing::Ends() : Choosing::Ends{at(s.from), at(s.to)};
  };
  out.last = ends(out.segments.last);
  out.next = ends(out.segments.next);
  out.answer.marginal_precision = out.segments.last.precision();
  out.answer.next_marginal_precision = out.segments.next.precision();
}

// The answer at a point of the frontier, except for its flags.
Choosing choosing_at(const SearchResult &found, const Criterion &criterion, const Choice &choice, Method method) {
  Choosing out;
  ChosenThresholds &answer = out.answer;
  answer.method = method;
  answer.objective = criterion.text();
  answer.claim = criterion.claim();
  out.ranking_areas = found.ranking_areas;
  const auto at = static_cast<std::size_t>(choice.index);
  const FrontierPoint &point = found.frontier.points[at];
  answer.thresholds = found.frontier.thresholds[at];
  answer.outcome = criterion.outcome({point.tp, point.fp});
  answer.feasible = criterion.attained(choice, answer.outcome.counts);
  if (!criterion.by_one_label()) add_segments(found, choice.index, out);
  return out;
}

Choosing choose_by(const Sample &sample, const Criterion &criterion, const ThresholdSearch &options, Monitor &monitor) {
  // What smoothed thresholds flag need not be on the frontier, or near the best point.
  const bool smoothed = options.smoothing != Smoothing::none;
  const SearchResult found = search({sample, criterion, options, smoothed, monitor});
  const Choice choice = criterion.choose(found.frontier.points);
  Choosing out = choosing_at(found, criterion, choice, options.method);
  ChosenThresholds &answer = out.answer;
  if (options.method == Method::stacked) {
    answer.coefficients = found.stack.coefficients;
    answer.intercept = found.stack.intercept;
    answer.stacked_threshold = answer.thresholds[0];
    answer.thresholds.assign(static_cast<std::size_t>(sample.dims()), Objective::unset);
  } else if (smoothed) {
    answer.thresholds = smoothed_thresholds(sample, criterion, options, answer.thresholds, monitor);
    const Flagged counts = sample.count(answer.thresholds);
    const bool allowed = criterion.allowed(counts.tp, counts.fp);
    answer.feasible = criterion.attained({choice.index, allowed}, counts);
    if (choice.feasible && !allowed) answer.flags |= constraint_missed;
    answer.outcome = criterion.outcome(counts);
    add_segments(found, nearest_in_fp(found.frontier.points, counts.fp), out);
  }
  add_flags(found, criterion, choice.feasible, sample.positives().total() + sample.negatives().total(), answer);
  return out;
}

// What needs another look at the rows.
void add_estimates(const Sample &sample, const Criterion &criterion, const ThresholdSearch &options,
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

// Replaces every count, and what follows from counts, by those of the weights as they were fed: the search adds up
// rounded ones (Sample::exact).
void state_as_fed(const Sample &fed, const Criterion &criterion, Choosing &choosing) {
  ChosenThresholds &answer = choosing.answer;
  const bool stacked = answer.method == Method::stacked;
  const Sample combined = stacked ? fed.combined(answer.coefficients, answer.intercept) : Sample(1, Rule::any, {});
  const Sample &rows = stacked ? combined : fed;
  const std::vector<double> at = stacked ? std::vector<double>{answer.stacked_threshold} : answer.thresholds;
  answer.outcome = criterion.as_fed(fed).outcome(rows.count(at));
  answer.unrated = rows.count_unrated(at);
  const auto precision = [&](const Choosing::Ends &ends) {
    if (ends.to.empty()) return Objective::unset;
    const Flagged from = rows.count(ends.from), to = rows.count(ends.to);
    return HullSegment{to.tp - from.tp, to.fp - from.fp}.precision();
  };
  answer.marginal_precision = precision(choosing.last);
  answer.next_marginal_precision = precision(choosing.next);
  for (NamedInterval &i : answer.intervals) {
    const std::string_view name = i.name;
    i.estimate = name == "precision"            ? answer.outcome.precision
                 : name == "recall"             ? answer.outcome.recall
                 : name == "tp"                 ? answer.outcome.counts.tp
                 : name == "fp"                 ? answer.outcome.counts.fp
                 : name == "value"              ? answer.outcome.value
                 : name == "marginal_precision" ? answer.marginal_precision
                                                : answer.next_marginal_precision;
    i.interval = {std::min(i.interval.low, i.estimate), std::max(i.interval.high, i.estimate)};
  }
}

// The best threshold of rows with one score that weigh 1 each. None if the search needs a sample.
std::optional<double> best_threshold(const ScoredRows &rows, const Criterion &criterion) {
  const auto found = best_of_one_score(rows, criterion, Beside::nothing);
  if (!found) return {};
  const Choice choice = criterion.choose(found->frontier.points);
  return *found->frontier.thresholds.row(static_cast<std::size_t>(choice.index));
}

// cross_fit of such rows.
std::optional<Flagged> cross_fit_of_scores(const Sample &sample, const Criterion &criterion,
                                           const ThresholdSearch &options, Monitor &monitor) {
  const ScoreFolds folds(sample, options.folds, options.seed);
  const double all = static_cast<double>(options.folds), share = 1 - 1 / all;
  Flagged sum;
  for (int64_t f = 0; f < options.folds; ++f) {
    monitor.at(static_cast<double>(f) / all);
    const ScoredRows rest = folds.without(f);
    if (rest.positives == 0) continue;  // nothing to choose from: nothing is flagged
    const auto threshold = best_threshold(rest, criterion.scaled(share, rest.positives, rest.negatives));
    if (!threshold) return {};
    const Flagged counts = folds.count(f, *threshold);
    sum.tp += counts.tp;
    sum.fp += counts.fp;
  }
  return sum;
}

// fed: the sample before its weights were rounded.
Outcome cross_fit(const Sample &fed, const Sample &sample, const Criterion &criterion, const ThresholdSearch &options,
                  Monitor &monitor) {
  if (&fed == &sample && ScoreFolds::serves(sample) && options.method == Method::direct &&
      options.smoothing == Smoothing::none)
    if (const auto counts = cross_fit_of_scores(sample, criterion, options, monitor))
      return criterion.as_fed(fed).outcome(*counts);
  const Folds folds(sample, options.folds, options.seed);
  // Rows whose weight vanished by rounding would shift the others to other folds.
  const Sample &counted = fed.n_fed() == sample.n_fed() ? fed : sample;
  std::optional<Folds> others;
  if (&counted != &sample) others.emplace(counted, options.folds, options.seed);
  const Folds &counted_folds = others ? *others : folds;
  const double share = 1 - 1 / static_cast<double>(options.folds);
  RoundedOnce tp(counted.positives().total(), options.folds), fp(counted.negatives().total(), options.folds);
  for (int64_t f = 0; f < options.folds; ++f) {
    const Sample rest = folds.without(f), own = counted_folds.only(f);
    if (rest.positives().size() == 0) continue;  // nothing to choose from: nothing is flagged
    const auto done = static_cast<double>(f), all = static_cast<double>(options.folds);
    PartMonitor part(monitor, done / all, (done + 1) / all);
    const ChosenThresholds answer = choose_by(rest, criterion.scaled(share, rest), options, part).answer;
    const Flagged counts = options.method == Method::stacked
                               ? own.combined(answer.coefficients, answer.intercept).count({answer.stacked_threshold})
                               : own.count(answer.thresholds);
    tp.add(counts.tp);
    fp.add(counts.fp);
  }
  return criterion.as_fed(counted).outcome({tp.total(), fp.total()});
}

// With everything that the options ask for but baselines. sample: fed.exact().
Choosing choose_with_estimates(const Sample &fed, const Sample &sample, const Criterion &criterion,
                               const ThresholdSearch &options, Monitor &monitor) {
  const bool replicates = options.bootstrap > 0 && options.method != Method::stacked, folds = options.folds > 0;
  const double parts = 1 + (replicates ? 1 : 0) + (folds ? 1 : 0);
  PartMonitor searching(monitor, 0, 1 / parts), drawing(monitor, 1 / parts, 2 / parts),
      fitting(monitor, (parts - 1) / parts, 1);
  Choosing out = choose_by(sample, criterion, options, searching);
  add_estimates(sample, criterion, options, out);
  if (&fed != &sample) state_as_fed(fed, criterion, out);
  if (replicates) out.answer.threshold_intervals = threshold_intervals(sample, criterion, options, drawing);
  if (folds) {
    out.answer.cross_fit = cross_fit(fed, sample, criterion, options, fitting);
    out.answer.has_cross_fit = true;
  }
  return out;
}

// Rows of one label have one path of thresholds, and nothing to choose among others by.
void check_one_label(const Sample &fed, const ThresholdSearch &options) {
  const auto refuse = [&](const char *name, const auto &value, const auto &bound) {
    fail(Status::argument, name, " is ", value, ": must be ", bound, " if all rows have one label");
  };
  if (options.method != Method::direct) refuse("method", method_name(options.method), "direct");
  if (options.smoothing != Smoothing::none)
    refuse("smoothing", smoothing_words[static_cast<int32_t>(options.smoothing)].name, "none");
  if (options.bootstrap != 0) refuse("bootstrap", options.bootstrap, 0);
  if (options.folds != 0) refuse("folds", options.folds, 0);
  if (fed.rated_by_any()) refuse("rated_rule", "or", "the sample's own");
}

// What is asked of scores that are kept as float, without widening them all.
bool serves_floats(const Sample &fed, const Objective &objective, const ThresholdSearch &options) {
  return fed.dims() == 1 && fed.whole() && std::isnan(objective.certify) && options.method == Method::direct &&
         options.smoothing == Smoothing::none && options.bootstrap == 0 && options.folds == 0;
}

// ---- From the caller's arrays ----------------------------------------------------------------------

// What is asked of rows as they lie there; false if a sample has to be made of them.
bool serves_arrays(const Reals &scores, const Reals &weights, const Objective &objective,
                   const ThresholdSearch &options) {
  return scores.n >= few_rows && !weights.data && options.prevalence.empty() && std::isnan(objective.certify) && options.method == Method::direct &&
         options.smoothing == Smoothing::none && options.bootstrap == 0 && options.folds == 0;
}

bool saturated(const ScoredRun &run) {
  Saturation out;
  for (int64_t i = 0; i < run.scores.n; ++i)
    if (run.labels[i] == 1 && !out.add(run.scores[i])) break;
  return out.saturated();
}

// Of rows that all weigh 1. None if the search needs them sorted.
std::optional<ChosenThresholds> choose_of_arrays(const ScoredRows &rows, const Objective &objective,
                                                 const ThresholdSearch &options) {
  SampleTotals totals;
  totals.positives = {static_cast<int64_t>(rows.positives), rows.positives, 1};
  totals.negatives = {static_cast<int64_t>(rows.negatives), rows.negatives, 1};
  const Criterion criterion(objective, totals);
  if (criterion.by_one_label()) return {};
  const auto best = best_and_next_lower(rows, criterion);
  if (!best) return {};
  const SearchResult *const found = &best->found;
  const auto flags = data_flags(totals, found->ranking_areas[0], saturated(rows.runs[0]));
  if (!flags) return {};
  const Choice choice = criterion.choose(found->frontier.points);
  Choosing choosing = choosing_at(*found, criterion, choice, Method::direct);
  ChosenThresholds &answer = choosing.answer;
  add_flags(*found, criterion, choice.feasible, totals.rated(), answer);
  answer.flags |= *flags;
  answer.next_lower = {best->next_lower};
  answer.intervals = intervals_of_equal(totals, criterion, answer.outcome, choosing.segments, options);
  return std::move(answer);
}

}  // namespace

ChosenThresholds choose_thresholds(const Sample &fed, const Objective &objective, const ThresholdSearch &options,
                                   Monitor &monitor) {
  check_options(options);
  check_objective(objective);
  check_rated_rule(options, fed.has_cut());
  if (given(options.max_fdr)) return select_rows(fed, objective, options);
  if (options.rated_rule != RatedRule::same)
    return choose_thresholds(fed.rated_by(options.rated_rule), objective, by_own_rule(options), monitor);
  if (const double share = options.one_prevalence(); !std::isnan(share)) {
    check_prevalence(objective, options);
    return choose_thresholds(fed.at_prevalence(share), objective, weighted_options(fed, options, share), monitor);
  }
  if (fed.positives().size() > 0 || fed.negatives().size() == 0 || !served_by_negatives(objective))
    fed.require_positives(what_serves_negatives);
  if (fed.narrow() && !serves_floats(fed, objective, options))
    return choose_thresholds(fed.widened(), objective, options, monitor);
  if (!std::isnan(objective.certify)) return choose_certified(fed, objective, options, monitor);
  if (options.folds > fed.positives().size() && fed.positives().size() > 0)
    fail(Status::argument, "folds is ", options.folds, ": must be at most the number of positives, ",
         fed.positives().size());
  monitor.at(0);
  const bool whole = fed.whole();
  const Sample rounded = whole ? Sample(fed.dims(), fed.rule(), fed.rated_from()) : fed.exact();
  const Sample &sample = whole ? fed : rounded;
  const Criterion criterion(objective, sample);
  if (criterion.by_one_label()) check_one_label(fed, options);
  std::vector<Method> beside;
  for (Method method : {Method::best_single, Method::stacked})
    if (options.baselines && !criterion.by_one_label() && sample.dims() > 1 && method != options.method &&
        (method != Method::stacked || (!sample.has_cut() && sample.negatives().size() > 0)))
      beside.push_back(method);
  const double parts = 1 + static_cast<double>(beside.size());
  PartMonitor own(monitor, 0, 1 / parts);
  Choosing chosen = choose_with_estimates(fed, sample, criterion, options, own);
  ChosenThresholds &answer = chosen.answer;
  answer.flags |= data_flags(sample, chosen.ranking_areas);
  for (Method method : beside) {
    ThresholdSearch plain = options;
    plain.method = method;
    plain.smoothing = Smoothing::none;
    plain.bootstrap = 0;  // their thresholds get no intervals
    const double done = 1 + static_cast<double>(answer.baselines.size());
    PartMonitor part(monitor, done / parts, (done + 1) / parts);
    answer.baselines.push_back(choose_with_estimates(fed, sample, criterion, plain, part).answer);
  }
  monitor.at(1);
  return answer;
}

ChosenThresholds choose_threshold(const Reals &scores, Strided<const uint8_t> labels, const Reals &weights,
                                  const Objective &objective, const ThresholdSearch &options, Monitor &monitor) {
  check_options(options);
  check_objective(objective);
  check_rated_rule(options, false);
  if (!given(options.max_fdr) && serves_arrays(scores, weights, objective, options)) {
    monitor.at(0);
    const std::optional<int64_t> ones = positives_among(labels);
    if (ones && *ones > 0) {
      const ScoredRows rows{{{scores, labels}}, static_cast<double>(*ones), static_cast<double>(scores.n - *ones)};
      if (const auto answer = choose_of_arrays(rows, objective, options)) {
        monitor.at(1);
        return *answer;
      }
    }
  }
  Sample sample(1, Rule::any, {});
  sample.feed({scores.data, scores.is_float, scores.n, 1, scores.stride, 1}, labels, weights, Keep::as_fed);
  return choose_thresholds(sample, objective, options, monitor);
}

ChosenThresholds chosen_of(const SearchResult &found, const Choice &choice, const Criterion &criterion,
                           const SampleTotals &sample, uint32_t data_flags, const BesideThreshold &beside,
                           const ThresholdSearch &options) {
  Choosing choosing = choosing_at(found, criterion, choice, Method::direct);
  ChosenThresholds &answer = choosing.answer;
  add_flags(found, criterion, choice.feasible, sample.rated(), answer);
  answer.flags |= data_flags;
  if (beside.unrated > 0) answer.flags |= unrated_flagged;
  answer.next_lower = beside.next_lower;
  answer.unrated = beside.unrated;
  answer.intervals = sample.equal_weights
                         ? intervals_of_equal(sample, criterion, answer.outcome, choosing.segments, options)
                         : intervals_of_parts(sample, beside.positives, beside.negatives, criterion, answer.outcome,
                                              choosing.segments, options);
  if (beside.fractions)
    for (NamedInterval &i : answer.intervals)
      i.interval = {std::min(i.interval.low, i.estimate), std::max(i.interval.high, i.estimate)};
  return std::move(answer);
}

void apply_chosen(const RealTable &scores, const ChosenThresholds &chosen, Rule rule, Strided<uint8_t> out) {
  if (chosen.coefficients.empty())
    apply_thresholds(scores, chosen.thresholds, rule, out);
  else
    apply_combined(scores, chosen.coefficients, chosen.intercept, chosen.stacked_threshold, out);
}

}  // namespace wald::core::thresholds
