#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/decide.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/closed_form/closed_form.hpp"
#include "core/decisions/expectation.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/independent/bisection.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/decisions/joint/ascent.hpp"
#include "core/decisions/joint/enumeration.hpp"
#include "core/decisions/joint/gfm.hpp"
#include "core/decisions/partial/partial.hpp"
#include "core/decisions/reference/reference.hpp"
#include "core/decisions/separable/separable.hpp"
#include "core/decisions/short_rows/short_rows.hpp"
#include "core/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core::decisions {
namespace {

[[noreturn]] void refuse_algorithm(Algorithm algorithm, const Metric &metric, const char *given, const char *why) {
  fail(Status::unsupported, "algorithm \"", algorithm_name(algorithm), "\" cannot decide metric \"", metric.name(),
       "\" given ", given, ": ", why);
}

const char *what_it_is_for(Algorithm algorithm) {
  if (algorithm == Algorithm::partial) return "it is for abstain_label";
  return algorithm == Algorithm::block_ascent ? "it is for tables with per_row" : "it is for another kind of estimator";
}

// ---- Independent labels --------------------------------------------------------------------------

Layout layout_of(const Ranked &labels) {
  const bool alike = labels.size() == labels.n && labels.n > 0 && labels.p.front() == labels.p.back();
  return alike ? Layout::alike : Layout::ranked;
}

Algorithm algorithm_for_ranked(const Metric &metric, const MetricFacts &facts, const Ranked &labels) {
  const Algorithm chosen = choose(Kind::independent, facts, labels.n, layout_of(labels));
  if (chosen == Algorithm::automatic) refuse_choice(metric, Kind::independent, labels.n);
  return chosen;
}

// Algorithms that fill work.curve with the values of the top-k predictions.
bool is_curve_algorithm(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::chai:
    case Algorithm::jansche:
    case Algorithm::jansche_approx:
    case Algorithm::ye:
    case Algorithm::lewis:
    case Algorithm::n16:
    case Algorithm::n16_first_rise:
    case Algorithm::window: return true;
    default: return false;
  }
}

void fill_curve(Algorithm algorithm, const Metric &metric, KRange range, Workspace &work, Monitor &monitor) {
  const Ranked &labels = work.ranked;
  constexpr const char *given = "independent labels";
  switch (algorithm) {
    case Algorithm::window:
    case Algorithm::n16:
    case Algorithm::n16_first_rise:
      if (!metric.has(rises_in_tp))
        refuse_algorithm(algorithm, metric, given, "the metric is not known to rise in tp at fixed k and s");
      if (algorithm == Algorithm::window) return window_curve(metric, labels, range, work, monitor);
      return n16_curve(metric, labels, range, algorithm == Algorithm::n16_first_rise, work, monitor);
    default: break;
  }
  const auto b = metric.f_beta_squared();
  if (!b) refuse_algorithm(algorithm, metric, given, "it is for F-measures");
  const int z = metric.zero_division();
  switch (algorithm) {
    case Algorithm::chai: return chai_curve(labels, *b, z, range, work, monitor);
    case Algorithm::jansche: return jansche_curve(labels, *b, z, range, work, monitor);
    case Algorithm::jansche_approx: return jansche_approx_curve(labels, *b, z, range, work, monitor);
    case Algorithm::lewis: return lewis_curve(labels, *b, z, range, work, monitor);
    default: break;
  }
  const auto ratio = small_rational(*b);
  if (!ratio)
    refuse_algorithm(algorithm, metric, given, "beta squared is not a ratio of whole numbers that sum to at most 128");
  ye_curve(labels, *ratio, z, range, work, monitor);
}

// Values of the curve that are approximations are replaced, for the chosen k, by the exact one.
bool approximates(Algorithm algorithm) {
  return algorithm == Algorithm::lewis || algorithm == Algorithm::jansche_approx;
}

void decide_from_curve(Algorithm algorithm, const Metric &metric, KRange range, Workspace &work, Monitor &monitor,
                       Answer &answer) {
  fill_curve(algorithm, metric, range, work, monitor);
  const double scale = rounding_scale(metric, work.ranked.n, work.curve.value);
  answer.algorithm = algorithm;
  choose_k(work.curve, tie_tolerance(work.ranked.size(), scale), answer);
  work.ranked.top(answer.k, work.items);
  if (approximates(algorithm)) {
    const double at_most = answer.expected + answer.bound;  // choose_k's: covers the errors of every value
    const Expectation exact = expected_top_k(metric, work.ranked, answer.k, work);
    answer.expected = exact.value;
    answer.bound = std::max(0.0, at_most - exact.value) + exact.error;
    answer.next_best = std::numeric_limits<double>::quiet_NaN();
  }
  if (algorithm == Algorithm::n16_first_rise) {
    // The k beyond the first rise were not looked at: only the metric's range bounds what they may give.
    if (work.curve.high() < range.high)
      answer.bound =
          std::max(answer.bound, metric.range(work.ranked.n).high - answer.expected + work.curve.error.front());
    answer.not_excluded = {-1, -1};
    answer.next_best = std::numeric_limits<double>::quiet_NaN();
  }
}

void require_separable(const Metric &metric) {
  if (!separable_serves(metric))
    refuse_algorithm(Algorithm::separable, metric, "independent labels",
                     "it is for ratios of sums over the labels that rise in tp");
}

CountTable counts_of_ranked(const Ranked &labels, bool all_labels) {
  std::vector<double> p(static_cast<std::size_t>(labels.n), 0.0);
  for (int64_t j = 0; j < labels.size(); ++j)
    p[static_cast<std::size_t>(labels.item[static_cast<std::size_t>(j)])] = labels.p[static_cast<std::size_t>(j)];
  Independent independent;
  independent.feed({p.data(), false, labels.n, 1});
  // Whole, since what a cut drops is worth anything to a metric of any range.
  CountTable table = CountTable::of(*independent.to_counts(std::numeric_limits<double>::min()), all_labels);
  table.roundings += 4 * labels.n;
  return table;
}

PredictionValue value_of_independent(const Metric &metric, const Ranked &labels, Workspace &work) {
  return [&metric, &labels, &work](const std::vector<int64_t> &items) {
    const Expectation e = expected_independent(metric, labels, items, work);
    return Valued{e.value, e.error};
  };
}

void decide_independent(const Metric &metric, const MetricFacts &facts, const DecisionOptions &options, KRange range,
                        Workspace &work, Monitor &monitor, Answer &answer) {
  const Ranked &labels = work.ranked;
  constexpr const char *given = "independent labels";
  const bool automatic = options.algorithm == Algorithm::automatic;
  if (automatic && choose(Kind::independent, facts, labels.n, Layout::lanes) != Algorithm::automatic &&
      decide_short_row(metric, range, work, answer))
    return;
  const Algorithm algorithm = automatic ? algorithm_for_ranked(metric, facts, labels) : options.algorithm;
  const KRange searched = metric.proves(falls_in_k, labels.n) ? worth_searching(range, labels.size()) : range;
  if (is_curve_algorithm(algorithm)) return decide_from_curve(algorithm, metric, searched, work, monitor, answer);
  switch (algorithm) {
    case Algorithm::separable:
      require_separable(metric);
      return decide_separable(metric, labels, searched, work, monitor, answer);
    case Algorithm::bisection:
      if (!metric.has(bisection_needs))
        refuse_algorithm(algorithm, metric, given,
                         "the metric is not known to rise in tp, to fall in k and to rise when tp and k grow together");
      return decide_by_bisection(metric, searched, work, monitor, answer);
    case Algorithm::marginal_modes: {
      const auto additive = metric.additive();
      if (!additive) refuse_algorithm(algorithm, metric, given, "it is for metrics that are a sum over the labels");
      return decide_marginal_modes(*additive, labels, range, work, answer);
    }
    case Algorithm::mode:
      if (!metric.is_exact_match())
        refuse_algorithm(algorithm, metric, given, "it is for the metric \"subset_accuracy\"");
      return decide_independent_mode(labels, range, work, answer);
    case Algorithm::gfm: {
      if (!metric.has(linear_in_tp)) refuse_algorithm(algorithm, metric, given, "the metric is not linear in tp");
      const CountTable table = counts_of_ranked(labels, needs_all_labels(metric, labels.n));
      return decide_gfm(metric, table, range, work, monitor, answer);
    }
    case Algorithm::enumeration:
      return decide_by_enumeration(labels.n, range, rounding_scale(metric, labels.n),
                                   value_of_independent(metric, labels, work), monitor, answer, work.items);
    default: refuse_algorithm(algorithm, metric, given, what_it_is_for(algorithm));
  }
}

// ---- Joint distributions and counts --------------------------------------------------------------

PredictionValue value_of_joint(const Metric &metric, const std::vector<Joint::Vector> &vectors, int64_t n) {
  return [&metric, &vectors, n](const std::vector<int64_t> &items) {
    const JointValue v = value_on_vectors(metric, vectors, n, items);
    return Valued{v.value, v.error};
  };
}

void rank_marginals(const std::vector<double> &marginals, Workspace &work) {
  work.ranked.rank(static_cast<int64_t>(marginals.size()),
                   [&](int64_t i) { return marginals[static_cast<std::size_t>(i)]; });
}

// The likeliest vector with an allowed number of positives.
void decide_joint_mode(const Joint &joint, const std::vector<Joint::Vector> &vectors, KRange range, Workspace &work,
                       Answer &answer) {
  const Joint::Vector *best = nullptr;
  const auto better = [](const Joint::Vector &x, const Joint::Vector &y) {
    if (x.probability != y.probability) return x.probability > y.probability;
    if (x.size() != y.size()) return x.size() < y.size();
    return std::lexicographical_compare(x.begin, x.end, y.begin, y.end);
  };
  for (const Joint::Vector &v : vectors)
    if (range.holds(v.size()) && (!best || better(v, *best))) best = &v;
  answer.algorithm = Algorithm::mode;
  if (best) {
    answer.expected = best->probability;
    work.items.assign(best->begin, best->end);
  } else {  // nothing that can be true is allowed: any prediction is worth 0
    rank_marginals(joint.marginals(), work);
    work.ranked.top(range.low, work.items);
  }
  answer.k = static_cast<int64_t>(work.items.size());
  answer.bound = answer.expected * unit_roundoff * static_cast<double>(2 * vectors.size() + 4);
}

void decide_joint(const Metric &metric, const MetricFacts &facts, const Joint &joint, const DecisionOptions &options,
                  KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  constexpr const char *given = "a joint distribution";
  const int64_t n = joint.n_labels();
  const bool automatic = options.algorithm == Algorithm::automatic;
  // Counts are enough for it: the distinct vectors need not be listed.
  const Algorithm by_counts = automatic ? choose(Kind::joint, facts, n, Layout::ranked) : options.algorithm;
  if (by_counts == Algorithm::gfm) {
    if (!metric.has(linear_in_tp)) refuse_algorithm(Algorithm::gfm, metric, given, "the metric is not linear in tp");
    const CountTable table = CountTable::of(joint, needs_all_labels(metric, n));
    answer.p_zero = table.p_zero;
    return decide_gfm(metric, table, range, work, monitor, answer);
  }
  const std::vector<Joint::Vector> vectors = joint.distinct();
  for (const Joint::Vector &v : vectors)
    if (v.size() == 0) answer.p_zero = v.probability;
  const Algorithm algorithm =
      automatic ? choose(Kind::joint, facts, n, Layout::listed, vectors.size()) : options.algorithm;
  switch (algorithm) {
    case Algorithm::mode:
      if (!metric.is_exact_match())
        refuse_algorithm(algorithm, metric, given, "it is for the metric \"subset_accuracy\"");
      return decide_joint_mode(joint, vectors, range, work, answer);
    case Algorithm::marginal_modes: {
      const auto additive = metric.additive();
      if (!additive) refuse_algorithm(algorithm, metric, given, "it is for metrics that are a sum over the labels");
      rank_marginals(joint.marginals(), work);
      decide_marginal_modes(*additive, work.ranked, range, work, answer);
      answer.bound += static_cast<double>(4 * vectors.size()) * unit_roundoff * metric.range(n).magnitude();
      return;
    }
    case Algorithm::enumeration:
      return decide_by_enumeration(n, range, rounding_scale(metric, n), value_of_joint(metric, vectors, n), monitor,
                                   answer, work.items);
    case Algorithm::ascent: return decide_by_ascent(metric, joint, vectors, range, work, monitor, answer);
    case Algorithm::automatic: refuse_choice(metric, Kind::joint, n);
    default: refuse_algorithm(algorithm, metric, given, what_it_is_for(algorithm));
  }
}

void decide_counts(const Metric &metric, const MetricFacts &facts, const Counts &counts, const DecisionOptions &options,
                   KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  constexpr const char *given = "counts";
  const auto additive = metric.additive();
  const Algorithm algorithm = options.algorithm == Algorithm::automatic
                                  ? choose(Kind::counts, facts, counts.n_labels(), Layout::ranked)
                                  : options.algorithm;
  switch (algorithm) {
    case Algorithm::automatic: refuse_choice(metric, Kind::counts, counts.n_labels());
    case Algorithm::marginal_modes:
      if (!additive) refuse_algorithm(algorithm, metric, given, "it is for metrics that are a sum over the labels");
      rank_marginals(counts.marginals(), work);
      decide_marginal_modes(*additive, work.ranked, range, work, answer);
      answer.bound +=
          static_cast<double>(4 * (counts.max_s() + 2)) * unit_roundoff * metric.range(counts.n_labels()).magnitude();
      return;
    case Algorithm::gfm:
      if (!metric.has(linear_in_tp)) refuse_choice(metric, Kind::counts, counts.n_labels());
      return decide_gfm(metric, CountTable::of(counts, needs_all_labels(metric, counts.n_labels())), range, work,
                        monitor, answer);
    default: refuse_algorithm(algorithm, metric, given, what_it_is_for(algorithm));
  }
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
  const KRange range = options.k_range(estimator.n_labels());
  metric.verify(estimator.n_labels());
  return range;
}

// Independent labels decided without sorting them all, where that pays and the labels allow it.
bool decide_estimator_unsorted(const Metric &metric, const MetricFacts &facts, const Estimator &estimator,
                               const DecisionOptions &options, KRange range, Workspace &work, Monitor &monitor,
                               Answer &answer) {
  if (estimator.kind() != Kind::independent) return false;
  const std::vector<double> &p = static_cast<const Independent &>(estimator).p();
  const int64_t n = estimator.n_labels();
  if (options.algorithm == Algorithm::automatic &&
      choose(Kind::independent, facts, n, Layout::lanes) != Algorithm::automatic &&
      decide_unranked_row(metric, p, range, work, answer))
    return true;
  return decide_unsorted(RealTable{p.data(), false, 1, n, n, 1}, metric, facts, options, range, work, monitor, answer);
}

// Rank and sum of an estimator that is a list of marginals.
double rank_estimator(const Estimator &estimator, Workspace &work) {
  if (estimator.kind() == Kind::independent) {
    const std::vector<double> &p = static_cast<const Independent &>(estimator).p();
    work.ranked.rank(static_cast<int64_t>(p.size()), [&](int64_t i) { return p[static_cast<std::size_t>(i)]; });
    return 0;
  }
  rank_marginals(estimator.marginals(), work);
  return 1 - estimator.p_zero();
}

void decide_every_label(const Metric &metric, const MetricFacts &facts, const Estimator &estimator,
                        const DecisionOptions &options, KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  switch (estimator.kind()) {
    case Kind::independent:
    case Kind::categorical: {
      if (decide_estimator_unsorted(metric, facts, estimator, options, range, work, monitor, answer)) break;
      const double sum = rank_estimator(estimator, work);
      decide_ranked(estimator.kind(), sum, metric, facts, options, range, work, monitor, answer);
      break;
    }
    case Kind::joint:
      decide_joint(metric, facts, static_cast<const Joint &>(estimator), options, range, work, monitor, answer);
      break;
    case Kind::counts:
      decide_counts(metric, facts, static_cast<const Counts &>(estimator), options, range, work, monitor, answer);
      answer.p_zero = estimator.p_zero();
      break;
  }
}

}  // namespace

void decide_ranked(Kind kind, double sum, const Metric &metric, const MetricFacts &facts, const DecisionOptions &options,
                   KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  if (kind == Kind::independent) {
    answer.p_zero = work.ranked.p_zero();
    decide_independent(metric, facts, options, range, work, monitor, answer);
    return;
  }
  if (options.algorithm != Algorithm::automatic && options.algorithm != Algorithm::categorical)
    refuse_algorithm(options.algorithm, metric, "exclusive labels", "it is for another kind of estimator");
  const KRange searched = metric.proves(falls_in_k, work.ranked.n) ? worth_searching(range, work.ranked.size()) : range;
  decide_categorical(metric, work.ranked, sum, searched, work, answer);
  answer.p_zero = std::max(0.0, 1 - sum);
}

bool decide_unsorted(const RealTable &items, const Metric &metric, const MetricFacts &facts, const DecisionOptions &options,
                     KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  const int64_t n = items.rows * items.cols;
  const bool pays =
      options.algorithm == Algorithm::automatic
          ? choose(Kind::independent, facts, n, Layout::unsorted) == Algorithm::separable
          : options.algorithm == Algorithm::separable && n >= fewest_unsorted && facts.separates != Separates::no;
  return pays && decide_separable_unsorted(metric, items, range, work, monitor, answer);
}

void decide(const Metric &metric, const Estimator &estimator, const DecisionOptions &options, Workspace &work,
            Decision &decision) {
  const int64_t n = estimator.n_labels();
  const KRange range = checked_range(metric, estimator, options);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  Answer answer;
  const MetricFacts facts = facts_of(metric);
  if (options.leaves_labels()) {
    check_partial(metric, estimator.kind(), options);
    rank_estimator(estimator, work);
    decide_partial(metric, estimator.kind(), estimator.p_zero(), options, range, work, monitor, answer);
  } else {
    decide_every_label(metric, facts, estimator, options, range, work, monitor, answer);
  }
  finish(estimator.kind(), metric, options, range, n, answer, work.items);
  decision.set_only(n, answer, work.items);
  decision.set_losses(metric);
  monitor.at(1);
}

std::vector<double> expected_curve(const Metric &metric, const Estimator &estimator, const DecisionOptions &options) {
  const int64_t n = estimator.n_labels();
  const KRange range = checked_range(metric, estimator, options);
  options.refuse_abstain_label("a curve over k");
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  Workspace work;
  const auto refuse_curve = [&](const char *given) {
    fail(Status::unsupported, "metric \"", metric.name(), "\" given ", given,
         ": no exact method gives the best prediction at each k, and there are too many labels for enumeration");
  };
  double sum = 0;
  const auto allow = [&](Algorithm algorithm, const char *given) {
    if (options.algorithm != Algorithm::automatic && options.algorithm != algorithm)
      refuse_algorithm(options.algorithm, metric, given, "it gives no curve over k there");
  };
  switch (estimator.kind()) {
    case Kind::independent: {
      rank_estimator(estimator, work);
      Algorithm algorithm = options.algorithm;
      if (algorithm == Algorithm::automatic) algorithm = algorithm_for_ranked(metric, facts_of(metric), work.ranked);
      // The mode's own value is known without its curve, and bisection looks at few k.
      if (algorithm == Algorithm::mode || (algorithm == Algorithm::bisection && options.algorithm != algorithm))
        algorithm = Algorithm::window;
      if (is_curve_algorithm(algorithm)) {
        fill_curve(algorithm, metric, range, work, monitor);
      } else if (algorithm == Algorithm::separable) {
        require_separable(metric);
        separable_curve(metric, work.ranked, range, work, monitor);
      } else if (algorithm == Algorithm::marginal_modes && metric.additive()) {
        work.curve = marginal_modes_curve(*metric.additive(), work.ranked, range);
      } else if (algorithm == Algorithm::gfm && metric.has(linear_in_tp)) {
        gfm_curve(metric, counts_of_ranked(work.ranked, needs_all_labels(metric, n)), range, work.curve, monitor);
      } else if (algorithm == Algorithm::enumeration) {
        enumeration_curve(n, range, value_of_independent(metric, work.ranked, work), monitor, work.curve);
      } else {
        refuse_algorithm(algorithm, metric, "independent labels", "it gives no curve over k");
      }
      break;
    }
    case Kind::categorical:
      allow(Algorithm::categorical, "exclusive labels");
      sum = rank_estimator(estimator, work);
      categorical_curve(metric, work.ranked, sum, range, work.curve);
      break;
    case Kind::joint: {
      const Joint &joint = static_cast<const Joint &>(estimator);
      const bool enumerate = options.algorithm == Algorithm::enumeration;
      if (!enumerate) allow(Algorithm::gfm, "a joint distribution");
      if (metric.has(linear_in_tp) && !enumerate) {
        gfm_curve(metric, CountTable::of(joint, needs_all_labels(metric, n)), range, work.curve, monitor);
        break;
      }
      const std::vector<Joint::Vector> vectors = joint.distinct();
      if (enumerate || cheap_to_enumerate(n, vectors.size()))
        enumeration_curve(n, range, value_of_joint(metric, vectors, n), monitor, work.curve);
      else
        refuse_curve("a joint distribution");
      break;
    }
    case Kind::counts:
      allow(Algorithm::gfm, "counts");
      if (!metric.has(linear_in_tp)) refuse_choice(metric, Kind::counts, n);
      gfm_curve(metric, CountTable::of(static_cast<const Counts &>(estimator), needs_all_labels(metric, n)), range,
                work.curve, monitor);
      break;
  }
  std::vector<double> out(static_cast<std::size_t>(n) + 1, std::numeric_limits<double>::quiet_NaN());
  std::copy(work.curve.value.begin(), work.curve.value.end(), out.begin() + work.curve.low);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::decisions
