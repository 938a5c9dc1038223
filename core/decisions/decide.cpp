// Decides one estimator: looks up the algorithm in the table and runs it.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/decide.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/at_prevalence.hpp"
#include "core/decisions/expectation.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/partial/partial.hpp"
#include "core/decisions/separable/separable.hpp"
#include "core/decisions/short_rows/short_rows.hpp"
#include "core/decisions/table/algorithm_table.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core::decisions {
namespace {

bool is_automatic(const Problem &problem) { return problem.options.algorithm == Algorithm::automatic; }

// ---- Running a row of the table ----------------------------------------------------------------------

// The best k of the curve that the algorithm fills.
void decide_from_curve(const AlgorithmRow &row, const Service &service, const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  Workspace &work = problem.work;
  Problem searched = problem;
  searched.range = problem.searched();
  service.fill(searched);
  const double scale = rounding_scale(metric, work.ranked.n, work.curve.value);
  answer.algorithm = row.algorithm;
  choose_k(work.curve, tie_tolerance(work.ranked.size(), scale), answer);
  work.ranked.top(answer.k, work.items);
  if (row.values == Values::approximate) {
    const double at_most = answer.expected + answer.bound;  // choose_k's: covers the errors of every value
    const Expectation exact = expected_top_k(metric, work.ranked, answer.k, work);
    answer.expected = exact.value;
    answer.bound = std::max(0.0, at_most - exact.value) + exact.error;
    answer.next_best = std::numeric_limits<double>::quiet_NaN();
  }
  if (row.values == Values::to_first_rise) {
    // The k beyond the first rise were not looked at: only the metric's range bounds what they may give.
    if (work.curve.high() < searched.range.high)
      answer.bound =
          std::max(answer.bound, metric.range(work.ranked.n).high - answer.expected + work.curve.error.front());
    answer.not_excluded = {-1, -1};
    answer.next_best = std::numeric_limits<double>::quiet_NaN();
  }
}

void run_row(Algorithm algorithm, const Problem &problem, Answer &answer) {
  const AlgorithmRow &row = row_of(algorithm);
  const Service &service = row.serves(problem.belief.kind);
  if (!service) {
    const bool exclusive = problem.belief.kind == Kind::categorical;  // whatever the purpose is, one algorithm serves
    refuse_algorithm(algorithm, problem, exclusive ? for_another_kind : row.purpose);
  }
  if (const char *why = service.refuses ? service.refuses(problem) : nullptr) refuse_algorithm(algorithm, problem, why);
  if (service.decide) return service.decide(problem, answer);
  decide_from_curve(row, service, problem, answer);
}

// ---- By kind: what is held, and the algorithm for it -------------------------------------------------

Layout layout_of(const Ranked &labels) {
  const bool alike = labels.size() == labels.n && labels.n > 0 && labels.p.front() == labels.p.back();
  return alike ? Layout::alike : Layout::ranked;
}

// The algorithm that was named, or the one for labels that are held so.
Algorithm algorithm_for(const Problem &problem, Layout layout, std::size_t vectors = 0) {
  if (!is_automatic(problem)) return problem.options.algorithm;
  const Kind kind = problem.belief.kind;
  const Algorithm chosen = choose(kind, problem.facts, problem.n_labels(), layout, vectors);
  if (chosen == Algorithm::automatic) refuse_choice(problem.metric, kind, problem.n_labels());
  return chosen;
}

bool lanes_decide(const Problem &problem, int64_t n) {
  return is_automatic(problem) && choose(Kind::independent, problem.facts, n, Layout::lanes) != Algorithm::automatic;
}

void decide_joint(const Problem &problem, Answer &answer) {
  // Counts are enough for some: the distinct vectors need not be listed.
  const Algorithm by_counts =
      is_automatic(problem) ? choose(Kind::joint, problem.facts, problem.n_labels(), Layout::ranked)
                            : problem.options.algorithm;
  if (row_of(by_counts).joint.by_counts) return run_row(by_counts, problem, answer);
  const std::vector<Joint::Vector> vectors = problem.belief.joint().distinct();
  for (const Joint::Vector &v : vectors)
    if (v.size() == 0) answer.p_zero = v.probability;
  Problem listed = problem;
  listed.belief.vectors = &vectors;
  run_row(algorithm_for(listed, Layout::listed, vectors.size()), listed, answer);
}

void decide_counts(const Problem &problem, Answer &answer) {
  run_row(algorithm_for(problem, Layout::ranked), problem, answer);
  answer.p_zero = problem.belief.estimator->p_zero();
}

// What every question on one estimator asks first.
KRange checked_range(const Metric &metric, const Estimator &estimator, const DecisionOptions &options) {
  estimator.require_fed();
  if (options.average != Average::instance)
    fail(Status::argument, "average is ", average_name(options.average),
         ": one estimator is one instance; tables take macro and micro");
  if (!options.per_row.empty())
    fail(Status::argument, "per_row is set: one estimator is one instance; tables take it, with average macro");
  options.check_abstain_label();
  options.check_ties(metric, estimator.kind() == Kind::categorical);
  const KRange range = options.k_range(estimator.n_labels());
  metric.verify(estimator.n_labels());
  return range;
}

// Independent labels decided without sorting them all, where that pays and the labels allow it.
bool decide_estimator_unsorted(const Problem &problem, Answer &answer) {
  if (problem.belief.kind != Kind::independent) return false;
  const std::vector<double> &p = static_cast<const Independent &>(*problem.belief.estimator).p();
  const int64_t n = problem.n_labels();
  if (lanes_decide(problem, n) && decide_unranked_row(problem.metric, p, problem.range, problem.work, answer))
    return true;
  return decide_unsorted(RealTable{p.data(), false, 1, n, n, 1}, problem, answer);
}

// Ranks an estimator that is a list of marginals, and sums them where they are exclusive.
void rank_estimator(Problem &problem) {
  const Estimator &estimator = *problem.belief.estimator;
  if (problem.belief.kind == Kind::independent) {
    problem.work.ranked.rank(static_cast<const Independent &>(estimator).p());
    return;
  }
  problem.work.ranked.rank(estimator.marginals());
  problem.belief.sum = 1 - estimator.p_zero();
}

void decide_every_label(Problem &problem, Answer &answer) {
  if (problem.belief.kind == Kind::joint) return decide_joint(problem, answer);
  if (problem.belief.kind == Kind::counts) return decide_counts(problem, answer);
  if (decide_estimator_unsorted(problem, answer)) return;
  rank_estimator(problem);
  decide_ranked(problem, answer);
}

// ---- Curves ------------------------------------------------------------------------------------------

// The algorithm that was named for a curve, or automatic where the choice is left.
Algorithm named_for_curve(const Problem &problem) {
  const Kind kind = problem.belief.kind;
  const AlgorithmRow &named = row_of(problem.options.algorithm);
  if (named.algorithm == Algorithm::automatic) return named.algorithm;
  const Service &service = named.serves(kind);
  if (service.curve_by != Algorithm::automatic) return service.curve_by;
  if (!service.fill)
    refuse_algorithm(named.algorithm, problem,
                     kind == Kind::independent ? "it gives no curve over k" : "it gives no curve over k there");
  // Of a joint distribution another one may give the curve.
  const bool other = kind == Kind::joint && service.refuses_curve && service.refuses_curve(problem);
  return other ? Algorithm::automatic : named.algorithm;
}

void fill_by(Algorithm algorithm, const Problem &problem) {
  const Service &service = row_of(algorithm).serves(problem.belief.kind);
  if (service.curve_by != Algorithm::automatic) return fill_by(service.curve_by, problem);
  if (const char *why = service.refuses_curve ? service.refuses_curve(problem) : nullptr)
    refuse_algorithm(algorithm, problem, why);
  service.fill(problem);
}

void fill_curve(Problem &problem) {
  const Metric &metric = problem.metric;
  const Kind kind = problem.belief.kind;
  const int64_t n = problem.n_labels();
  Algorithm algorithm = named_for_curve(problem);
  if (kind == Kind::independent || kind == Kind::categorical) rank_estimator(problem);
  const Layout layout = kind == Kind::independent ? layout_of(problem.labels()) : Layout::ranked;
  if (algorithm == Algorithm::automatic) algorithm = choose_for_curve(kind, problem.facts, n, layout);
  if (kind != Kind::joint) {
    if (algorithm == Algorithm::automatic) refuse_choice(metric, kind, n);
    return fill_by(algorithm, problem);
  }
  if (row_of(algorithm).joint.by_counts) return fill_by(algorithm, problem);
  const std::vector<Joint::Vector> vectors = problem.belief.joint().distinct();
  problem.belief.vectors = &vectors;
  if (algorithm == Algorithm::automatic)
    algorithm = choose_for_curve(kind, problem.facts, n, Layout::listed, vectors.size());
  if (algorithm == Algorithm::automatic)
    fail(Status::unsupported, "metric \"", metric.name(), "\" given ", given(kind),
         ": no exact method gives the best prediction at each k, and there are too many labels for enumeration");
  fill_by(algorithm, problem);
}

}  // namespace

void decide_ranked(const Problem &problem, Answer &answer) {
  Workspace &work = problem.work;
  if (problem.belief.kind == Kind::independent) {
    answer.p_zero = work.ranked.p_zero();
    if (lanes_decide(problem, work.ranked.n) && decide_short_row(problem.metric, problem.range, work, answer)) return;
  }
  run_row(algorithm_for(problem, layout_of(work.ranked)), problem, answer);
}

bool decide_unsorted(const RealTable &items, const Problem &problem, Answer &answer) {
  const int64_t n = items.rows * items.cols;
  const bool pays = is_automatic(problem)
                        ? choose(Kind::independent, problem.facts, n, Layout::unsorted) == Algorithm::separable
                        : problem.options.algorithm == Algorithm::separable && n >= fewest_unsorted &&
                              problem.facts.separates != Separates::no;
  return pays && decide_separable_unsorted(items, problem, answer);
}

void decide(const Metric &metric, const Estimator &estimator, const DecisionOptions &options, Workspace &work,
            Decision &decision) {
  if (!options.prevalence.empty())
    return decide(metric, *at_prevalence(estimator, options), without_prevalence(options), work, decision);
  const int64_t n = estimator.n_labels();
  const KRange range = checked_range(metric, estimator, options);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  Answer answer;
  const MetricFacts facts = facts_of(metric);
  Problem problem{metric, facts, options, range, work, monitor, {estimator.kind(), 0, &estimator}};
  if (options.leaves_labels()) {
    check_partial(metric, estimator.kind(), options);
    rank_estimator(problem);
    decide_partial(problem, estimator.p_zero(), answer);
  } else {
    decide_every_label(problem, answer);
  }
  finish(estimator.kind(), metric, options, range, n, answer, work.items);
  if (estimator.kind() == Kind::independent && !options.leaves_labels()) {
    answer.threshold = smallest_of(answer, work.items, static_cast<const Independent &>(estimator).p().data());
  }
  decision.set_only(n, answer, work.items);
  decision.set_losses(metric);
  monitor.at(1);
}

std::vector<double> expected_curve(const Metric &metric, const Estimator &estimator, const DecisionOptions &options) {
  const KRange range = checked_range(metric, estimator, options);
  options.refuse_abstain_label("a curve over k");
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  Workspace work;
  const MetricFacts facts = facts_of(metric);
  Problem problem{metric, facts, options, range, work, monitor, {estimator.kind(), 0, &estimator}};
  fill_curve(problem);
  std::vector<double> out(static_cast<std::size_t>(estimator.n_labels()) + 1,
                          std::numeric_limits<double>::quiet_NaN());
  std::copy(work.curve.value.begin(), work.curve.value.end(), out.begin() + work.curve.low);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::decisions
