// Chooses thresholds whose limits are certified for all future rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/certify_thresholds.hpp"

#include <algorithm>
#include <cmath>

#include "core/certify/weight_claims.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/thresholds/certify/ranked_sequence.hpp"
#include "core/thresholds/certify/tested_path.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/search/search.hpp"

namespace wald::core::thresholds {

namespace {

// ---- What can be certified -----------------------------------------------------------------------

void check_certifiable(const Sample &sample, const Objective &q, const ThresholdSearch &options) {
  const auto refuse = [](const char *name, const auto &value, const char *why) {
    fail(Status::argument, name, " is ", value, ": ", why);
  };
  const PopulationLimits limits = limits_of(q);
  if (!limits.limits_precision() && !limits.limits_recall() && !limits.limits_alerts())
    refuse("certify", q.certify, "needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies");
  if (given(q.max_fp)) refuse("max_fp", q.max_fp, "must not be set with certify, which takes max_fpr, a share");
  if (given(q.max_alerts))
    refuse("max_alerts", q.max_alerts, "must not be set with certify, which takes max_alert_rate, a share");
  if (given(q.precision_level))
    refuse("precision_level", q.precision_level, "must not be set with certify");
  if (options.method != Method::direct) refuse("method", method_name(options.method), "must be direct with certify");
  if (options.smoothing != Smoothing::none)
    refuse("smoothing", smoothing_words[static_cast<int32_t>(options.smoothing)].name, "must be none with certify");
  if (options.bootstrap != 0) refuse("bootstrap", options.bootstrap, "must be 0 with certify");
  if (options.folds != 0) refuse("folds", options.folds, "must be 0 with certify");
  if (limits.limits_recall() && given(q.positives))
    refuse("positives", q.positives, "must not be set with certify and min_recall, which count all positives");
  if (given(q.max_fpr) && sample.partial())
    fail(Status::unsupported, "max_fpr is ", q.max_fpr,
         ": some rows have no label, so the negatives are not all counted and no share of them can be certified");
}

void check_one_weight(const Sample &sample) {
  double weight = Objective::unset;
  for (const RowSet *rows : {&sample.positives(), &sample.negatives(), &sample.unrated()}) {
    if (rows->size() == 0) continue;
    if (!given(weight)) weight = rows->largest_weight();
    for (const double other : {rows->smallest_weight(), rows->largest_weight()})
      if (other != weight)
        fail(Status::argument,
             "equal_weights is set: with max_alert_rate all rows must weigh the same, and these weigh ", weight,
             " and ", other);
  }
}

// The greatest weight that the options allow; unset if they leave counts of rows binomial, as they are if the rows of
// each label weigh the same (with a limit on the alert rate: all rows). What the sample's own weights happen to be
// decides nothing: a test that is picked by them holds for no population.
double weight_to_bet_by(const Sample &sample, const PopulationLimits &limits, const ThresholdSearch &options) {
  if (equal_weights_by_design(sample, options)) {
    if (given(limits.alert_rate) && sample.weighted() && !given(options.weighted_to)) check_one_weight(sample);
    if (!given(options.max_weight)) return Objective::unset;
  }
  double largest = 0;
  for (const RowSet *rows : {&sample.positives(), &sample.negatives(), &sample.unrated()})
    largest = std::max(largest, rows->largest_weight());
  if (given(options.weighted_to))
    fail(Status::argument, "prevalence is ", options.weighted_to,
         ": requires rows without weights with certify, or rows of equal weight per label and equal_weights");
  if (!given(options.max_weight)) certify::fail_without_max_weight();
  if (options.max_weight < largest)
    fail(Status::argument, "max_weight is ", options.max_weight,
         ": must be at least the greatest weight that was fed, ", largest);
  return options.max_weight == 1 && !sample.weighted() ? Objective::unset : options.max_weight;
}

// ---- What is best among certified thresholds -------------------------------------------------------

// The goal alone: its limits are certified, not counted.
Criterion goal_of(const Objective &objective, const Criterion &criterion, const Sample &sample) {
  Objective out = objective;
  out.goal = criterion.goal();
  out.min_precision = out.min_recall = out.max_fpr = out.max_alert_rate = out.certify = Objective::unset;
  if (out.goal == Goal::most_tp) out.max_fp = infinity;
  if (out.goal == Goal::fewest_fp || out.goal == Goal::metric) out.min_recall = 0;
  return Criterion(out, sample);
}

struct Best {
  std::vector<double> thresholds;  // empty if there are none
  Flagged counts;
};

void offer(Best &best, const Criterion &goal, const std::vector<double> &thresholds, const Flagged &counts) {
  // Of equally few false positives more true ones are worth having.
  const bool for_nothing =
      goal.goal() == Goal::fewest_fp && !goal.fewest_alerts() && counts.fp == best.counts.fp && counts.tp > best.counts.tp;
  if (!best.thresholds.empty() && !for_nothing && !goal.better(counts, best.counts)) return;
  best = {thresholds, counts};
}

Best best_in(const std::vector<ThresholdRange> &ranges, const Sample &sample, const SearchResult &found,
             const Criterion &goal) {
  Best best;
  // The end of each range that flags most, but not everything, first: of equally good thresholds it stays.
  for (const ThresholdRange &r : ranges) {
    const double end = std::isfinite(r.low) ? r.low : r.high;
    offer(best, goal, {end}, sample.count({end}));
  }
  const ParetoFrontier &points = found.frontier.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double t = found.frontier.thresholds.row(i)[0];
    const bool inside =
        std::any_of(ranges.begin(), ranges.end(), [t](const ThresholdRange &r) { return t >= r.low && t <= r.high; });
    if (inside) offer(best, goal, {t}, {points[i].tp, points[i].fp});
  }
  return best;
}

// ---- How many rows more -------------------------------------------------------------------------

// The least number of rows of the kind that a limit is about with which any can be certified: p^n <= delta.
double fewest_rows(double p, double delta) { return p > 0 ? std::ceil(logarithm(delta) / logarithm(p)) : 1; }

double rows_needed(const Sample &sample, const Criterion &criterion, const PopulationLimits &limits,
                   const SearchResult &found, double delta, double tested_share) {
  const auto n = static_cast<double>(sample.n_fed());
  const auto positives = static_cast<double>(sample.positives().size());
  const auto negatives = static_cast<double>(sample.negatives().size());
  double most = 0;  // rows, for the limits on shares of known rows
  const auto at_least = [&](double bound, double rows_of_kind) {
    if (given(bound)) most = std::max(most, fewest_rows(bound, delta) / std::max(rows_of_kind, 1.0) * n);
  };
  at_least(limits.recall, positives);
  at_least(1 - limits.fpr, negatives);
  at_least(1 - limits.alert_rate, n);
  // Of all points of the frontier, the one that takes fewest rows.
  const CountTests tests(limits, {}, criterion.positive_weight(), criterion.negative_weight(), delta);
  const ParetoFrontier &points = found.frontier.points;
  double fewest = infinity;
  constexpr std::size_t looks = 200;
  const std::size_t count = points.size(), step = std::max<std::size_t>(1, count / looks);
  // Flagging nothing is a success only if no row is known to be positive.
  for (std::size_t i = criterion.most_alerts() ? 0 : 1; i < count; i += step) {
    const double tp = criterion.positive_rows(points[i].tp), fp = criterion.negative_rows(points[i].fp);
    double needed = 0;
    const auto need = [&](double bound, double share, double of) {
      if (given(bound)) needed = std::max(needed, flagged_rows_needed(share, bound, delta) / std::max(of, 1.0) * n);
    };
    if (limits.limits_precision()) need(tests.share(), tp / (tp + fp), tp + fp);
    need(limits.recall, tp / positives, positives);
    need(1 - limits.fpr, (negatives - fp) / negatives, negatives);
    need(1 - limits.alert_rate, (n - tp - fp) / n, n);
    fewest = std::min(fewest, needed);
  }
  return std::ceil(std::max(most, fewest) / tested_share - n);
}

std::string none_certified(const ChosenThresholds &answer, bool unknown_weight) {
  const double more = answer.certificate.rows_needed;
  const std::string said = text("no thresholds can be certified to attain \"", answer.objective, "\": ");
  if (unknown_weight) return text(said, "no row is labelled 0, so the weight of negatives is unknown");
  if (!std::isfinite(more)) return text(said, "with this sample's frontier no number of rows would suffice");
  if (more > 1) return text(said, "with this sample's frontier about ", more, " more rows would suffice");
  return text(said, "this many rows suffice in most samples with this frontier, but not here");
}

}  // namespace

void check_prevalence(const Objective &objective, const ThresholdSearch &options) {
  if (given(objective.positives))
    fail(Status::argument, "positives is ", objective.positives, ": must not be set with prevalence");
  if (given(objective.certify) && given(options.max_weight))
    fail(Status::argument, "max_weight is ", options.max_weight, ": must not be set with certify and prevalence, which take "
         "rows that weigh the same, at least those of the same label");
}

ThresholdSearch weighted_options(const Sample &fed, const ThresholdSearch &options, double share) {
  ThresholdSearch out = options;
  out.weighted_to = share;
  out.prevalence.clear();
  out.equal_weights = options.equal_weights || !fed.weighted();
  return out;
}

bool negatives_weigh_unknown(const Sample &sample, const ThresholdSearch &options) {
  return options.equal_weights && sample.weighted() && sample.negatives().size() == 0;
}

bool equal_weights_by_design(const Sample &sample, const ThresholdSearch &options) {
  certify::check_one_claim({options.equal_weights, options.max_weight});
  if (!options.equal_weights) return !sample.weighted();
  for (const RowSet *rows : {&sample.positives(), &sample.negatives()})
    if (rows->size() > 0 && rows->smallest_weight() != rows->largest_weight())
      fail(Status::argument, "equal_weights is set: rows of the same label weigh ", rows->smallest_weight(), " and ",
           rows->largest_weight());
  return true;
}

ChosenThresholds choose_certified(const Sample &fed, const Objective &objective, const ThresholdSearch &options,
                                  Monitor &monitor) {
  check_certifiable(fed, objective, options);
  monitor.at(0);
  const Sample rounded = fed.whole() ? Sample(fed.dims(), fed.rule(), fed.rated_from()) : fed.exact();
  const Sample &sample = fed.whole() ? fed : rounded;
  const Criterion criterion(objective, sample);
  if (criterion.by_one_label() && fed.rated_by_any())
    fail(Status::argument, "rated_rule is or: must be the sample's own if all rows have one label");
  const Criterion goal = goal_of(objective, criterion, sample);
  const PopulationLimits limits = limits_of(objective);
  const double delta = 1 - objective.certify;
  const double max_weight = weight_to_bet_by(fed, limits, options);
  const bool equal = !given(max_weight);

  ChosenThresholds answer;
  answer.objective = criterion.text();
  answer.claim = criterion.claim();
  certify::Certificate &certificate = answer.certificate;
  PartMonitor searching(monitor, 0, 0.5), testing(monitor, 0.5, 1);
  const SearchResult found = search({sample, goal, quick_search(options), true, searching});
  Best best;
  double tested_share = 1;
  // With a limit on the alert rate all rows weigh the same.
  const bool unknown_weight = negatives_weigh_unknown(fed, options) && limits.limits_precision() &&
                              limits.precision > 0 && !given(limits.alert_rate);
  // One limit, or two that are monotone in the same direction, take no pilot.
  const int kinds = int{limits.limits_precision()} + int{limits.limits_recall()} + int{limits.limits_alerts()};
  // A precision at another prevalence has no test by ranks: the share of positives among flagged rows is another.
  const bool by_ranks = !(limits.limits_precision() && given(options.weighted_to));
  if (sample.dims() == 1 && equal && kinds == 1 && by_ranks) {
    const ScoredLabels rows = sorted_rows(sample, !limits.limits_precision());
    const double from = sample.rated_from().empty() ? -infinity : sample.rated_from()[0];
    certificate.theorem =
        limits.limits_precision() ? certify::Theorem::ranked_sequence : certify::Theorem::order_statistics;
    if (!unknown_weight)
      best = best_in(limits.limits_precision() ? precise_ranges(rows, limits, criterion.positive_weight(),
                                                                criterion.negative_weight(), delta, from)
                                               : monotone_ranges(rows, limits, delta, options.weighted_to),
                     sample, found, goal);
  } else {
    certificate.theorem = equal ? certify::Theorem::tested_path : certify::Theorem::bets;
    tested_share = 1 - options.pilot;
    if (!unknown_weight) best.thresholds = best_that_passes(sample, limits, goal, options, max_weight, delta, testing);
  }
  const bool certified = !best.thresholds.empty();
  certificate.certified = answer.feasible = certified;
  answer.thresholds =
      certified ? best.thresholds : std::vector<double>(static_cast<std::size_t>(sample.dims()), infinity);
  answer.outcome = criterion.as_fed(fed).outcome(fed.count(answer.thresholds));
  answer.unrated = fed.count_unrated(answer.thresholds);
  // Lower thresholds that flag the same rows of this sample are not certified.
  for (double t : answer.thresholds) answer.next_lower.push_back(std::nextafter(t, -infinity));
  const ParetoFrontier &points = found.frontier.points;
  HullSegments segments;
  if (!criterion.by_one_label())
    segments = hull_segments(points, certified ? nearest_in_fp(points, answer.outcome.counts.fp) : 0);
  answer.marginal_precision = segments.last.precision();
  answer.next_marginal_precision = segments.next.precision();
  answer.intervals = intervals_at(sample, answer.thresholds, criterion, answer.outcome, segments, options);
  certificate.rows_needed = certified ? 0
                            : unknown_weight
                                ? infinity
                                : std::max(1.0, rows_needed(sample, criterion, limits, found, delta, tested_share));
  if (!certified) answer.warning = none_certified(answer, unknown_weight);
  const double rated = sample.positives().total() + sample.negatives().total();
  answer.flags = count_flags(answer.outcome.counts, rated, answer.unrated) | data_flags(sample, found.ranking_areas);
  monitor.at(1);
  return answer;
}

}  // namespace wald::core::thresholds
