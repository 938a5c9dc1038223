// Fits a cascade to a sample of scores, and estimates what it does on other rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/fit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/planning/fan.hpp"
#include "core/cascades/planning/orders.hpp"
#include "core/cascades/planning/votes.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::cascades {

namespace {

void check_order(const std::vector<int64_t> &order, int64_t models) {
  if (order.empty()) return;
  if (static_cast<int64_t>(order.size()) != models)
    fail(Status::argument, "fixed_order has ", order.size(), " models: must have each once, ", models);
  std::vector<uint8_t> seen(order.size(), 0);
  for (std::size_t r = 0; r < order.size(); ++r) {
    if (order[r] < 0 || order[r] >= models)
      fail(Status::argument, "fixed_order[", r, "] is ", order[r], ": must lie in [0, ", models - 1, "]");
    if (seen[static_cast<std::size_t>(order[r])]++)
      fail(Status::argument, "fixed_order[", r, "] is ", order[r], ": occurs twice");
  }
}

void check(const ScoreSample &sample, const CascadeOptions &options) {
  const int64_t models = sample.models();
  check_ranges(options);
  check_order(options.fixed_order, models);
  if (!options.costs.empty() && static_cast<int64_t>(options.costs.size()) != models)
    fail(Status::argument, "costs has ", options.costs.size(), " numbers: must have one per model, ", models);
  if (!options.names.empty() && static_cast<int64_t>(options.names.size()) != models)
    fail(Status::argument, "names has ", options.names.size(), " texts: must have one per model, ", models);
  std::set<std::string_view> seen;
  for (std::size_t t = 0; t < options.names.size(); ++t)
    if (!options.names[t].empty() && !seen.insert(options.names[t]).second)
      fail(Status::argument, "names[", t, "] is ", in_quotes(options.names[t]), ": occurs twice");
  double total = 0;
  for (int64_t i = 0; i < sample.rows(); ++i) total += sample.weight(i);
  if (std::isinf(total)) fail(Status::argument, "the weights add up to ", total, ": their sum must be finite");
  if (options.folds > 0 && options.calibration)
    fail(Status::argument, "folds is ", options.folds, ": must be 0 when calibration rows are given");
  if (options.algorithm == CascadeAlgorithm::votes) {
    if (options.bins) fail(Status::unsupported, "bins is 1: must be 0 with votes");
    if (options.halves) fail(Status::unsupported, "halves is 1: must be 0 with votes");
    if (options.fixed_order.empty() &&
        (options.order == Ordering::individual_error || options.order == Ordering::greedy_error))
      fail(Status::unsupported, "order is ", order_words[static_cast<int32_t>(options.order)].name,
           ": must be random or natural with votes, unless fixed_order is set");
  }
  if (options.algorithm == CascadeAlgorithm::cheaper && !options.calibration)
    fail(Status::argument, "algorithm is cheaper: requires calibration rows");
  if (options.algorithm != CascadeAlgorithm::sums)
    for (std::size_t t = 1; t < options.costs.size(); ++t)
      if (options.costs[t] != options.costs[0])
        fail(Status::argument, "costs[", t, "] is ", options.costs[t], ": must be costs[0] = ", options.costs[0],
             ", with votes");
  if (sample.classes() == 1) return;
  if (options.algorithm != CascadeAlgorithm::sums)
    fail(Status::unsupported, "algorithm is ", cascade_algorithm_name(options.algorithm),
         ": must be sums for more than two classes, the scores have ", sample.classes());
  if (options.negatives_only) fail(Status::unsupported, "negatives_only is 1: must be 0 with more than two classes");
  if (options.bins) fail(Status::unsupported, "bins is 1: must be 0 with more than two classes");
}

std::vector<double> costs_of(const CascadeOptions &options, int64_t models) {
  return options.costs.empty() ? std::vector<double>(static_cast<std::size_t>(models), 1.0) : options.costs;
}

PlanOptions plan_options(const CascadeOptions &options, int64_t models) {
  PlanOptions out;
  out.alpha = options.alpha;
  out.spending = !options.spend.empty() ? spending_by_name(options.spend)
                 : options.calibration  ? Spending{Spending::Kind::power, 0}
                                        : Spending{};
  out.negatives_only = options.negatives_only;
  out.fallback = options.closest ? Fallback::closest : Fallback::first;
  out.costs = costs_of(options, models);
  out.threads = options.threads;
  return out;
}

// Squares of targets that are this many units large still add up in doubles.
constexpr double largest_target = 0x1p500;

void check_targets(const ScoreSample &sample, const FixedScores &scores) {
  if (!sample.has_targets() || scores.classes > 1) return;
  for (int64_t i = 0; i < sample.rows(); ++i)
    if (!(std::fabs(sample.target(i)) * scores.fixed.scale() <= largest_target))
      fail(Status::argument, "a target is ", sample.target(i), ": must lie within ",
           largest_target * scores.fixed.unit(), " of 0, beside scores like these");
}

// The order that is not chosen with the thresholds; empty for the joint one.
std::vector<int32_t> order_of(const FixedScores &scores, const CascadeOptions &options, Monitor &monitor) {
  if (!options.fixed_order.empty()) return std::vector<int32_t>(options.fixed_order.begin(), options.fixed_order.end());
  switch (options.order) {
    case Ordering::joint: break;
    case Ordering::given: return natural_order(scores.models);
    case Ordering::random: return random_order<int32_t>(scores.models, options.seed);
    case Ordering::individual_error: return individual_error_order(scores, options.threads, monitor);
    case Ordering::greedy_error: return greedy_error_order(scores, options.threads, monitor);
  }
  return {};
}

std::vector<int32_t> models_of(const std::vector<Position> &positions) {
  std::vector<int32_t> out;
  for (const Position &p : positions) out.push_back(p.model);
  return out;
}

// Sets bins, by the gamma that is asked for or the smallest that keeps within alpha.
double set_bins(const ScoreSample &sample, const FixedScores &scores, const CascadeOptions &options, Policy &policy,
                const std::vector<int32_t> &decisions, Monitor &monitor) {
  const double scale = policy.fixed.scale();
  policy.bin_width =
      std::isnan(options.bin_width)
          ? usual_bin_width(scores)
          : std::max<int64_t>(1, static_cast<int64_t>(std::nearbyint(std::min(options.bin_width * scale, 0x1p40))));
  const auto moments = bin_moments(scores, models_of(policy.positions), policy.bin_width);
  const double threshold = std::min(std::max(policy.threshold * scale, -0x1p60), 0x1p60);
  const auto with = [&](double gamma) {
    policy.bins = bin_thresholds(moments, threshold, gamma, options.negatives_only);
  };
  if (!std::isnan(options.gamma)) {
    with(options.gamma);
    return options.gamma;
  }
  NoMonitor quiet;
  const auto fits = [&](double gamma) {
    monitor.at(0);
    with(gamma);
    const Replay found = replay(policy, sample, decisions, options.threads, quiet);
    return found.errors <= options.alpha * found.weight * (1 + 1e-12);
  };
  double low = 0, high = 1;
  if (fits(0)) return 0;
  while (high < 4096 && !fits(high)) {
    low = high;
    high *= 2;
  }
  if (high >= 4096) {
    with(infinity);
    return infinity;
  }
  // Disagreement need not fall with gamma everywhere; `high` is always one that was found to fit.
  for (int step = 0; step < 10; ++step) {
    const double middle = (low + high) / 2;
    (fits(middle) ? high : low) = middle;
  }
  with(high);
  return high;
}

// What rules of votes are found by.
struct VotePlan {
  VotesCast votes;
  VoteLaw law;
  std::vector<int32_t> order;
  bool negatives_only;

  void set(double price, Policy &policy) const {
    const VoteRule rule = law.best(price, negatives_only);
    std::vector<Position> positions = vote_positions(rule, votes, order);
    positions.back() = policy.positions.back();
    for (std::size_t r = 0; r < positions.size(); ++r) positions[r].spread = policy.positions[r].spread;
    policy.positions = std::move(positions);
    policy.findings.price = price;
    policy.findings.expected_disagreement = rule.disagreement;
    policy.findings.expected_mean_models = rule.models;
  }
};

VotePlan vote_plan(const FixedScores &scores, const CascadeOptions &options, Monitor &monitor) {
  CascadeOptions own = options;
  if (own.order == Ordering::joint) own.order = Ordering::random;
  VotesCast votes = votes_of(scores);
  VoteLaw law(law_of_new_rows(votes.counts), votes.needed);
  return {std::move(votes), std::move(law), order_of(scores, own, monitor), options.negatives_only};
}

// plan: set for votes.
Policy fit_rows(const ScoreSample &sample, const CascadeOptions &options, Monitor &monitor,
                std::optional<VotePlan> *plan = nullptr) {
  PartMonitor preparing(monitor, 0, 0.1), ordering(monitor, 0.1, 0.4), planning(monitor, 0.4, 0.9),
      counting(monitor, 0.9, 1);
  const FixedScores scores = make_fixed(sample, options.threshold, options.threads, preparing);
  Policy policy;
  policy.classes = scores.classes;
  policy.fixed = scores.fixed;
  policy.threshold = scores.classes > 1 ? 0 : options.threshold;
  policy.negatives_only = options.negatives_only;
  policy.costs = costs_of(options, scores.models);
  policy.names = options.names;
  policy.feature_names = options.feature_names;
  policy.categories = options.categories;
  check_features(policy);
  if (options.fixed_order.empty() &&
      (options.order == Ordering::individual_error || options.order == Ordering::greedy_error))
    check_targets(sample, scores);
  policy.algorithm = options.algorithm;
  const bool votes = options.algorithm == CascadeAlgorithm::votes;
  std::optional<VotePlan> own;
  if (votes) own = vote_plan(scores, options, ordering);
  const std::vector<int32_t> order = votes ? own->order : order_of(scores, options, ordering);
  int64_t errors = -1;
  if (votes || (options.bins && !order.empty())) {
    for (const int32_t model : order) {
      Position p;
      p.model = model;
      policy.positions.push_back(p);
    }
  } else {
    Plan made = make_plan(scores, order, plan_options(options, scores.models), planning);
    policy.positions = std::move(made.positions);
    errors = made.errors;
  }
  Position &last = policy.positions.back();
  if (scores.classes == 1)
    last.low = last.high = policy.cut();
  else
    last.high = 0;
  const std::vector<int32_t> decisions = full_decisions(policy, sample, options.threads, counting);
  if (options.bins) {
    for (std::size_t r = 0; r + 1 < policy.positions.size(); ++r) {
      policy.positions[r].low = never_below;
      policy.positions[r].high = never_above;
    }
    errors = -1;
    policy.findings.gamma = set_bins(sample, scores, options, policy, decisions, counting);
  }
  set_spreads(scores, policy.positions);
  if (votes) {
    own->set(own->law.price_of(options.alpha, options.negatives_only, planning), policy);
    if (plan) *plan = std::move(own);
  }
  check_policy(policy);
  // The plan is replayed on the scores as they were fed, by the code that serves it.
  const Replay found = replay(policy, sample, decisions, options.threads, counting);
  if (errors >= 0 && scores.weights.empty() && found.error_rows != errors)
    fail(Status::internal, "a cascade was planned with ", errors, " errors and replayed with ", found.error_rows);
  if (errors >= 0 && errors > allowed_errors(options.alpha, scores.total_weight))
    fail(Status::internal, "a cascade makes errors of the weight ", errors, " where ",
         allowed_errors(options.alpha, scores.total_weight), " are allowed");
  policy.findings.alpha = options.alpha;
  policy.findings.in_sample = evaluation_of(found, policy);
  policy.findings.rounded_rows = static_cast<double>(scores.rounded_decisions);
  return policy;
}

// The order from one half of the rows, thresholds from the other.
Policy fit_halves(const ScoreSample &sample, const CascadeOptions &options, Monitor &monitor) {
  if (sample.rows() < 2) fail(Status::argument, "rows is ", sample.rows(), ": must be at least 2 for halves");
  const std::vector<int32_t> parts = sample.deal(2, options.seed);
  PartMonitor first(monitor, 0, 0.5), second(monitor, 0.5, 1);
  CascadeOptions own = options;
  if (options.order != Ordering::given && options.fixed_order.empty()) {
    own.bins = false;
    const std::vector<int32_t> found = models_of(fit_rows(sample.part(parts, 0, true), own, first).positions);
    own.fixed_order.assign(found.begin(), found.end());
    own.bins = options.bins;
  }
  return fit_rows(sample.part(parts, 1, true), own, second);
}

Policy fit_once(const ScoreSample &sample, const CascadeOptions &options, Monitor &monitor,
                std::optional<VotePlan> *plan = nullptr) {
  return options.halves ? fit_halves(sample, options, monitor) : fit_rows(sample, options, monitor, plan);
}

// Rules of ever lower prices, down to that of alpha, until one is not certified. They follow from the rows fitted to.
Policy calibrate_votes(const Policy &policy, const VotePlan &plan, const CascadeOptions &options, Monitor &monitor) {
  constexpr int64_t prices = 256;
  constexpr double step = 1.0625;
  std::vector<double> price{policy.findings.price};
  for (double next = std::max(price[0], 1.0); static_cast<int64_t>(price.size()) < prices;) {
    next *= step;
    price.push_back(next);
  }
  Policy none = policy.widened(infinity);
  none.findings.price = infinity;
  none.findings.expected_disagreement = 0;
  none.findings.expected_mean_models = static_cast<double>(policy.models());
  CertifiedPolicy found = last_certified(
      none, prices,
      [&](int64_t i) {
        Policy out = policy;
        plan.set(price[static_cast<std::size_t>(prices - 1 - i)], out);
        return out;
      },
      *options.calibration, {options.max_disagreement, options.certify}, options.threads, monitor);
  found.policy.findings.spreads = found.passed > 0 ? 0 : infinity;
  return std::move(found.policy);
}

// Each fold by a cascade that was fitted without it.
CascadeEvaluation cross_fitted(const ScoreSample &sample, const CascadeOptions &options, const Policy &policy,
                               Monitor &monitor) {
  if (sample.rows() < options.folds)
    fail(Status::argument, "folds is ", options.folds, ": must be at most the number of rows, ", sample.rows());
  const auto folds = static_cast<int32_t>(options.folds);
  const std::vector<int32_t> parts = sample.deal(folds, options.seed + 1);
  Replay sum;
  double cost = 0;
  for (int32_t fold = 0; fold < folds; ++fold) {
    PartMonitor each(monitor, static_cast<double>(fold) / folds, static_cast<double>(fold + 1) / folds);
    const Policy without = fit_once(sample.part(parts, fold, false), options, each);
    const ScoreSample only = sample.part(parts, fold, true);
    NoMonitor quiet;
    const Replay found =
        replay(without, only, full_decisions(without, only, options.threads, quiet), options.threads, quiet);
    if (found.weight > 0) cost += found.weight * found.mean_cost(without);
    sum.add(found);
  }
  CascadeEvaluation out = evaluation_of(sum, policy);
  out.mean_cost = cost / sum.weight;  // each fold has an order of its own
  return out;
}

}  // namespace

CascadeEvaluation evaluation_of(const Replay &replay, const Policy &policy) {
  CascadeEvaluation out;
  out.rows = 0;
  for (const int64_t rows : replay.stop_rows) out.rows += static_cast<double>(rows);
  out.weight = replay.weight;
  out.disagreement = replay.disagreement();
  out.mean_models = replay.mean_models();
  out.mean_cost = replay.mean_cost(policy);
  for (const double w : replay.stops) out.stops.push_back(w / replay.weight);
  return out;
}

CascadeEvaluation evaluate_cascade(const Policy &policy, const ScoreSample &sample, int threads, Monitor &monitor) {
  PartMonitor counting(monitor, 0, 0.5), playing(monitor, 0.5, 1);
  const Replay found = replay(policy, sample, full_decisions(policy, sample, threads, counting), threads, playing);
  if (!(found.weight > 0)) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  return evaluation_of(found, policy);
}

double speedup(const Policy &policy) {
  const double cost = policy.findings.in_sample.mean_cost, full = full_cost(policy);
  if (cost == 0) return infinity;
  return cost == full ? 1 : full / cost;  // both may be infinite
}

namespace {

// By sums or by votes.
Policy fit_algorithm(const ScoreSample &sample, const CascadeOptions &options, Monitor &monitor) {
  const double own_share = options.folds > 0 ? 1.0 / static_cast<double>(options.folds + 1) : 0.9;
  PartMonitor own(monitor, 0, own_share), rest(monitor, own_share, 1);
  std::optional<VotePlan> plan;
  Policy out = fit_once(sample, options, own, &plan);
  if (options.folds > 0) out.findings.cross = cross_fitted(sample, options, out, rest);
  if (options.calibration) {
    PartMonitor calibrating(rest, 0, 0.9), counting(rest, 0.9, 1);
    CascadeEvaluation in_sample = out.findings.in_sample;
    out = plan ? calibrate_votes(out, *plan, options, calibrating)
               : calibrate(out, *options.calibration, options.max_disagreement, options.certify, options.threads, calibrating);
    // What the widened cascade does on the rows that it was fitted to: with halves, on all of them.
    if (plan || out.findings.spreads > 0) in_sample = evaluate_cascade(out, sample, options.threads, counting);
    out.findings.in_sample = std::move(in_sample);
  }
  return out;
}

// Which one is taken is up to the calibration rows: each certificate may fail with half the probability.
Policy fit_cheaper(const ScoreSample &sample, const CascadeOptions &options, Monitor &monitor) {
  PartMonitor first(monitor, 0, 0.5), second(monitor, 0.5, 1);
  CascadeOptions own = options;
  own.certify = 1 - (1 - options.certify) / 2;
  own.algorithm = CascadeAlgorithm::votes;
  Policy votes = fit_algorithm(sample, own, first);
  own.algorithm = CascadeAlgorithm::sums;
  Policy sums = fit_algorithm(sample, own, second);
  const bool by_votes = votes.findings.held_out.mean_cost <= sums.findings.held_out.mean_cost;
  Policy &out = by_votes ? votes : sums;
  out.findings.other_mean_cost = (by_votes ? sums : votes).findings.held_out.mean_cost;
  out.findings.confidence = options.certify;
  return std::move(out);
}

}  // namespace

Policy fit_cascade(const ScoreSample &fed, const CascadeOptions &options, Monitor &monitor) {
  check(fed, options);
  // What counts for nothing is dealt to no fold and no half.
  const std::optional<ScoreSample> weighted = fed.of_weight();
  const ScoreSample &sample = weighted ? *weighted : fed;
  Policy out = options.algorithm == CascadeAlgorithm::cheaper ? fit_cheaper(sample, options, monitor)
                                                              : fit_algorithm(sample, options, monitor);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::cascades
