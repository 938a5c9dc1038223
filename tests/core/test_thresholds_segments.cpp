// Thresholds of segments, against every combination of thresholds.
#include "threshold_cases.hpp"

#include <chrono>

#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/segments/precision_margin.hpp"
#include "core/thresholds/segments/segment_thresholds.hpp"

namespace {

using namespace threshold_cases;

struct Case {
  int64_t n_segments = 1;
  std::vector<double> scores, weights, benefits, costs, limits;
  std::vector<uint8_t> labels;
  std::vector<int64_t> segments;

  int64_t n() const { return static_cast<int64_t>(labels.size()); }
  static Reals reals(const std::vector<double> &x, int64_t n) {
    return x.empty() ? Reals{nullptr, false, n, 1} : Reals{x.data(), false, n, 1};
  }
  SegmentRows rows() const {
    SegmentRows out;
    out.scores = reals(scores, n());
    out.labels = {labels.data(), n(), 1};
    out.segments = {segments.data(), n(), 1};
    out.n_segments = n_segments;
    out.weights = reals(weights, n());
    out.benefits = reals(benefits, n());
    out.costs = reals(costs, n());
    return out;
  }
  RealTable own() const {
    if (limits.empty()) return {};
    return {limits.data(), false, n_segments, 6, 6, 1};
  }
  double weight(int64_t i) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)]; }
};

struct Counts {
  double tp = 0, fp = 0, gain = 0, positives = 0, negatives = 0;
};

Counts counted(const Case &data, int64_t segment, double threshold) {
  Counts out;
  for (int64_t i = 0; i < data.n(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (data.segments[at] != segment) continue;
    const double w = data.weight(i);
    const bool positive = data.labels[at] == 1;
    (positive ? out.positives : out.negatives) += w;
    if (!(data.scores[at] >= threshold) || w == 0) continue;
    (positive ? out.tp : out.fp) += w;
    if (positive && !data.benefits.empty()) out.gain += w * data.benefits[at];
    if (!positive && !data.costs.empty()) out.gain -= w * data.costs[at];
  }
  return out;
}

double rate(Parity parity, const Counts &c) {
  switch (parity) {
    case Parity::tpr: return c.tp / c.positives;
    case Parity::fpr: return c.fp / c.negatives;
    case Parity::selection_rate: return (c.tp + c.fp) / (c.positives + c.negatives);
    case Parity::precision: return c.tp / (c.tp + c.fp);
    default: return unset;
  }
}

double difference(Parity parity, const std::vector<Counts> &each) {
  double low = infinity, high = -infinity;
  for (const Counts &c : each)
    if (const double r = rate(parity, c); !std::isnan(r)) {
      low = std::min(low, r);
      high = std::max(high, r);
    }
  return high >= low ? high - low : 0;
}

// Of limits on precision the point estimate.
bool keeps(const Objective &q, const Counts &c) {
  constexpr double tiny = 1e-12;
  if (q.max_fp < c.fp || q.max_alerts < c.tp + c.fp) return false;
  if (c.fp / c.negatives > q.max_fpr + tiny) return false;
  if ((c.tp + c.fp) / (c.positives + c.negatives) > q.max_alert_rate + tiny) return false;
  if (c.tp / c.positives < q.min_recall - tiny) return false;
  return !(c.tp / (c.tp + c.fp) < q.min_precision - tiny);
}

Counts added(const std::vector<Counts> &each) {
  Counts out;
  for (const Counts &c : each) {
    out.tp += c.tp;
    out.fp += c.fp;
    out.gain += c.gain;
    out.positives += c.positives;
    out.negatives += c.negatives;
  }
  return out;
}

struct Asked {
  Objective objective;
  ThresholdSearch options;
  double value(const Case &data, const Counts &c) const {
    if (!data.benefits.empty() || !data.costs.empty()) return c.gain;
    if (!std::isnan(objective.cost_ratio)) return c.tp - c.fp / objective.cost_ratio;
    if (objective.goal == Goal::fewest_fp) return -c.fp;
    if (objective.goal == Goal::most_tp) return c.tp;
    return objective.metric->weighted_utility(c.tp, c.tp + c.fp, c.positives, c.positives + c.negatives);
  }
};

Objective own_limits(const Case &data, int64_t segment) {
  Objective out;
  if (data.limits.empty()) return out;
  const double *at = data.limits.data() + segment * 6;
  out.min_precision = at[0], out.min_recall = at[1], out.max_fp = at[2];
  out.max_alerts = at[3], out.max_fpr = at[4], out.max_alert_rate = at[5];
  return out;
}

// The greatest value of all that keeps every limit; -inf if nothing does.
double best_of_all(const Case &data, const Asked &asked, double tolerance) {
  std::vector<std::vector<Counts>> choices(static_cast<std::size_t>(data.n_segments));
  for (int64_t g = 0; g < data.n_segments; ++g) {
    std::vector<double> thresholds{infinity};
    for (int64_t i = 0; i < data.n(); ++i)
      if (data.segments[static_cast<std::size_t>(i)] == g)
        thresholds.push_back(data.scores[static_cast<std::size_t>(i)]);
    std::sort(thresholds.begin(), thresholds.end());
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    const Objective own = own_limits(data, g);
    for (double t : thresholds)
      if (const Counts c = counted(data, g, t); keeps(own, c)) choices[static_cast<std::size_t>(g)].push_back(c);
  }
  double best = -infinity;
  std::vector<Counts> each(choices.size());
  const std::function<void(std::size_t)> choose = [&](std::size_t g) {
    if (g < choices.size()) {
      for (const Counts &c : choices[g]) {
        each[g] = c;
        choose(g + 1);
      }
      return;
    }
    if (difference(asked.options.parity, each) > tolerance + 1e-12) return;
    const Counts sum = added(each);
    if (keeps(asked.objective, sum)) best = std::max(best, asked.value(data, sum));
  };
  choose(0);
  return best;
}

Case some_case(cases::Rng &rng, int64_t n_segments, int per_segment, bool whole_weights, bool amounts) {
  Case out;
  out.n_segments = n_segments;
  for (int64_t g = 0; g < n_segments; ++g)
    for (int i = 0; i < per_segment; ++i) {
      const bool positive = rng.uniform() < 0.45;
      out.labels.push_back(positive);
      out.segments.push_back(g);
      const double s = rng.uniform() + (positive ? 0.1 * static_cast<double>(g + 1) : 0);
      out.scores.push_back(rng.below(2) ? s : std::floor(4 * s) / 4);
      if (whole_weights) out.weights.push_back(static_cast<double>(rng.below(4)));
      if (amounts) {
        out.benefits.push_back(std::floor(40 * rng.uniform()) - 8);
        out.costs.push_back(std::floor(20 * rng.uniform()) - 2);
      }
    }
  out.labels[0] = 1;
  if (whole_weights) out.weights[0] = 2;
  return out;
}

std::vector<SegmentThresholds> choose(const Case &data, const Asked &asked) {
  NoMonitor monitor;
  return choose_segment_thresholds(data.rows(), data.own(), asked.objective, asked.options, monitor);
}

Objective some_objective(cases::Rng &rng, bool amounts, double rows) {
  static const char *const metrics[] = {"f1",    "jaccard",  "fbeta:2",      "accuracy",           "balanced_accuracy",
                                        "kappa", "cost:1:5", "informedness", "lf:0:3:-1:0/1:0:0:0"};
  Objective q;
  const int limits = static_cast<int>(rng.below(6));
  if (limits == 1) q.max_alerts = std::floor(rng.uniform() * rows);
  if (limits == 2) q.max_fpr = std::floor(20 * rng.uniform()) / 20;
  if (limits == 3) q.max_alert_rate = std::floor(20 * rng.uniform()) / 20;
  if (limits == 4) q.min_precision = rng.between(6, 18) / 20.0;
  if (limits == 5) q.max_fp = std::floor(rng.uniform() * rows / 3), q.min_recall = rng.between(0, 12) / 20.0;
  if (limits == 4) q.precision_level = 0;
  if (amounts) return q;
  switch (rng.below(4)) {
    case 0: q.cost_ratio = rng.below(2) ? 1 : 2.5; break;
    case 1:
      if (limits >= 1)
        q.goal = Goal::most_tp;
      else
        q.metric = cases::metric("f1");
      break;
    case 2:
      if (std::isnan(q.min_recall)) q.min_recall = rng.between(1, 20) / 20.0;
      q.goal = Goal::fewest_fp;
      break;
    default: q.metric = cases::metric(metrics[rng.below(std::size(metrics))]); break;
  }
  if (q.goal == Goal::most_tp && !q.limits_fp() && !q.limits_alerts() && std::isnan(q.min_precision)) q.max_fp = 2;
  return q;
}

}  // namespace

TEST_CASE("thresholds of segments: every combination of thresholds") {
  cases::Rng rng(110);
  int feasible = 0, limited = 0, all = 0;
  for (int c = 0; c < cases::scaled(4000); ++c) {
    const bool amounts = c % 5 == 4;
    const int64_t segments = 1 + c % 3;
    const Case plain_case = some_case(rng, segments, segments == 3 ? 6 : 9, c % 2 == 0, amounts);
    Case data = plain_case;
    Asked asked;
    asked.options = plain();
    asked.options.parity = static_cast<Parity>(rng.below(5));
    asked.objective = some_objective(rng, amounts, static_cast<double>(data.n()));
    if (rng.below(3) == 0)
      for (int64_t g = 0; g < segments; ++g) {
        for (int k = 0; k < 6; ++k) data.limits.push_back(unset);
        double *at = &data.limits[static_cast<std::size_t>(6 * g)];
        if (rng.below(3) == 0) at[1] = rng.between(0, 15) / 20.0;
        if (rng.below(3) == 0) at[2 + rng.below(2)] = rng.between(0, 6);
        if (rng.below(3) == 0) at[4 + rng.below(2)] = rng.between(0, 10) / 10.0;
      }
    if (asked.options.parity != Parity::none) asked.options.tolerance = {0.0, 0.1 * rng.below(6), 1.0};
    const auto found = choose(data, asked);
    for (std::size_t t = 0; t < found.size(); ++t) {
      const SegmentThresholds &answer = found[t];
      const double tolerance = asked.options.tolerance.empty() ? 1 : asked.options.tolerance[t];
      const double best = best_of_all(data, asked, tolerance);
      CAPTURE(c, segments, static_cast<int>(asked.options.parity), tolerance, best, answer.value,
              asked.objective.metric ? asked.objective.metric->name() : "", asked.objective.cost_ratio,
              asked.objective.max_fp, asked.objective.max_alerts, asked.objective.max_fpr,
              asked.objective.max_alert_rate, asked.objective.min_recall, asked.objective.min_precision,
              static_cast<int>(asked.objective.goal));
      std::vector<Counts> each;
      for (int64_t g = 0; g < segments; ++g) {
        const SegmentOutcome &s = answer.segments[static_cast<std::size_t>(g)];
        each.push_back(counted(data, g, s.threshold));
        CHECK(s.tp == each.back().tp);
        CHECK(s.fp == each.back().fp);
        CHECK(s.positives == each.back().positives);
        CHECK(s.negatives == each.back().negatives);
        if (amounts) CHECK(s.gain == each.back().gain);
      }
      ++all;
      CHECK(answer.exact);
      // Nothing flagged keeps a limit on the precision, and is not what it asks for.
      const Counts sum = added(each);
      const bool attained = best > -infinity && (sum.tp + sum.fp > 0 || !(asked.objective.min_precision > 0));
      CHECK(answer.feasible == attained);
      if (best == -infinity) continue;
      ++feasible;
      limited += asked.objective.limits_alerts() || asked.objective.limits_fp();
      for (int64_t g = 0; g < segments; ++g) CHECK(keeps(own_limits(data, g), each[static_cast<std::size_t>(g)]));
      CHECK(keeps(asked.objective, sum));
      CHECK(difference(asked.options.parity, each) <= tolerance + 1e-12);
      if (asked.options.parity != Parity::none) CHECK(answer.difference == difference(asked.options.parity, each));
      const double reached = asked.value(data, sum);
      CHECK(std::fabs(reached - best) <= 1e-11 * (1 + std::fabs(best)));
      const double sign = asked.objective.goal == Goal::fewest_fp && !amounts ? -1 : 1;
      CHECK(std::fabs(sign * answer.value - reached) <= 1e-12 * (1 + std::fabs(best)));
    }
  }
  CHECK(feasible > all / 2);
  CHECK(limited > all / 10);
}

TEST_CASE("thresholds of segments: weights that are not whole") {
  cases::Rng rng(111);
  for (int c = 0; c < cases::scaled(300); ++c) {
    Case data = some_case(rng, 2, 8, false, c % 2 == 1), units = data;
    const double weight = c % 3 ? 0.1 : 0.001;
    data.weights.assign(16, weight);
    Asked asked;
    asked.options = plain();
    asked.options.parity = static_cast<Parity>(rng.below(5));
    if (asked.options.parity != Parity::none) asked.options.tolerance = {0.2};
    if (c % 2 == 0) asked.objective.metric = cases::metric("f1");
    const auto small = choose(data, asked), whole = choose(units, asked);
    for (std::size_t g = 0; g < 2; ++g) {
      CAPTURE(c, g);
      CHECK(small[0].segments[g].threshold == whole[0].segments[g].threshold);
      CHECK(std::fabs(small[0].segments[g].tp / weight - whole[0].segments[g].tp) < 1e-12);
    }
    // Of which several thresholds may have the same value.
    asked.objective.metric = cases::metric("kappa");
    if (c % 2 == 0) CHECK(choose(data, asked)[0].value == Approx(choose(units, asked)[0].value).margin(1e-12));
  }
}

// Everything at once, large: the answer keeps its limits, is no worse than a simple one, and its bound is above it.
TEST_CASE("thresholds of segments: many rows") {
  cases::Rng rng(112);
  Case data;
  data.n_segments = 10;
  for (int i = 0; i < 20000; ++i) {
    const int64_t g = i % 10;
    const bool positive = rng.uniform() < 0.02 + 0.03 * static_cast<double>(g);
    data.labels.push_back(positive);
    data.segments.push_back(g);
    data.scores.push_back(rng.uniform() + (positive ? 0.5 : 0));
  }
  for (const Parity parity : {Parity::none, Parity::tpr, Parity::fpr, Parity::selection_rate, Parity::precision})
    for (int goal = 0; goal < 3; ++goal) {
      Asked asked;
      asked.options = plain();
      asked.options.parity = parity;
      if (parity != Parity::none) asked.options.tolerance = {0.0, 0.02, 0.1, 1};
      if (goal == 0) asked.objective.cost_ratio = 2;
      if (goal == 1) asked.objective.metric = cases::metric("f1");
      if (goal == 2) asked.objective.max_alert_rate = 0.05;
      const auto found = choose(data, asked);
      double before = -infinity;
      for (const SegmentThresholds &answer : found) {
        CAPTURE(static_cast<int>(parity), goal, answer.tolerance, answer.value, answer.bound);
        CHECK(answer.feasible);
        CHECK(answer.value <= answer.bound);
        CHECK(answer.bound <= answer.value + 0.02 * std::fabs(answer.value) + 1);
        if (goal < 2) CHECK(answer.exact);
        if (parity != Parity::none) CHECK(answer.difference <= answer.tolerance + 1e-12);
        if (answer.exact) CHECK(answer.value >= before - 1e-12);  // the price of parity
        before = answer.value;
        if (goal == 2) CHECK(answer.sum(&SegmentOutcome::tp) + answer.sum(&SegmentOutcome::fp) <= 1000);
      }
      if (parity != Parity::none && goal < 2) {
        Asked free = asked;
        free.options.parity = Parity::none;
        free.options.tolerance.clear();
        CHECK(std::fabs(choose(data, free)[0].value - found.back().value) <= 1e-12 * std::fabs(found.back().value));
      }
    }
}

TEST_CASE("thresholds of segments: so many rows that few of them are tried first") {
  cases::Rng rng(114);
  Case data;
  data.n_segments = 2;
  for (int i = 0; i < 50000; ++i) {
    const bool positive = rng.uniform() < (i % 2 ? 0.1 : 0.02);
    data.labels.push_back(positive);
    data.segments.push_back(i % 2);
    data.scores.push_back(rng.uniform() + (positive ? 0.4 : 0));
  }
  std::vector<Counts> reached[2];  // from nothing flagged down
  Counts all;
  for (int64_t g = 0; g < 2; ++g) {
    std::vector<std::pair<double, bool>> rows;
    for (std::size_t i = 0; i < data.scores.size(); ++i)
      if (data.segments[i] == g) rows.emplace_back(-data.scores[i], data.labels[i] == 1);
    std::sort(rows.begin(), rows.end());
    Counts at;
    for (const auto &row : rows) (row.second ? at.positives : at.negatives) += 1;
    all.positives += at.positives;
    reached[g].push_back(at);
    for (const auto &row : rows) {
      (row.second ? at.tp : at.fp) += 1;
      reached[g].push_back(at);
    }
  }
  for (const Parity parity : {Parity::tpr, Parity::fpr, Parity::selection_rate})
    for (const double tolerance : {0.0, 0.001})
      for (int goal = 0; goal < 5; ++goal) {  // two of them with a limit on the precision, at a confidence
        if (goal >= 3 && (parity != Parity::selection_rate || tolerance == 0)) continue;
        Asked asked;
        asked.options = plain();
        asked.options.parity = parity;
        asked.options.tolerance = {tolerance};
        const double most = goal < 3 ? 1500 : infinity, least = goal < 3 ? unset : goal == 3 ? 0.3 : 0.5;
        if (goal < 3) asked.objective.max_alerts = most;
        asked.objective.min_precision = least;
        if (goal == 0) asked.objective.goal = Goal::most_tp;
        if (goal == 1 || goal == 4) asked.objective.metric = cases::metric("f1");
        if (goal == 2) asked.objective.cost_ratio = 0.5;
        double best = -infinity;
        std::size_t from = 0;
        for (const Counts &a : reached[0]) {
          while (from < reached[1].size() && rate(parity, reached[1][from]) < rate(parity, a) - tolerance - 1e-13)
            ++from;
          for (std::size_t j = from; j < reached[1].size(); ++j) {
            const Counts &b = reached[1][j];
            const double tp = a.tp + b.tp, fp = a.fp + b.fp;
            if (rate(parity, b) > rate(parity, a) + tolerance + 1e-13 || tp + fp > most) break;
            const double value = goal == 0 || goal == 3   ? tp
                                 : goal == 1 || goal == 4 ? 2 * tp / (tp + fp + all.positives)
                                                          : tp - fp / 0.5;
            const bool flags = tp + fp > 0;
            if (value > best && (goal < 3 || !flags || proportion_at_least(least, tp, tp + fp, 0.975))) best = value;
          }
        }
        const SegmentThresholds found = choose(data, asked)[0];
        CAPTURE(static_cast<int>(parity), tolerance, goal, found.value, found.bound, best);
        CHECK(found.exact);
        CHECK(found.value == Approx(best).epsilon(1e-12));
      }
}

// What a test of the precision asks for more than the share itself, against the fewest successes that pass.
TEST_CASE("thresholds of segments: the margin of a test") {
  double nearest = infinity;
  for (const double p : {0.02, 0.3, 0.5, 0.9, 0.999})
    for (const double tail : {0.4, 0.1, 0.025, 1e-4}) {
      struct Passed {
        double successes, margin;
      };
      std::vector<Passed> passed;
      double successes = 0;
      for (double n = 1; n <= 3000; ++n) {
        while (successes < n && !proportion_at_least(p, successes, n, 1 - tail)) ++successes;
        if (proportion_at_least(p, successes, n, 1 - tail)) passed.push_back({successes, successes - n * p});
      }
      for (const double least : {1.0, 5.0, 40.0, 300.0, 900.0}) {
        double smallest = infinity;
        for (const Passed &one : passed)
          if (one.successes >= least) smallest = std::min(smallest, one.margin);
        const double margin = least_margin(p, tail, least);
        CAPTURE(p, tail, least, smallest, margin);
        CHECK(margin >= 0);
        CHECK(margin <= smallest);
        if (p == 0.5 && tail == 0.025 && least == 900) nearest = margin / smallest;
      }
    }
  CHECK(nearest > 0.8);
  CHECK(least_margin(0, 0.1, 100) == 0);
  CHECK(least_margin(1, 0.1, 100) == 0);
  CHECK(least_margin(0.5, 0.1, 0) == 0);
}

TEST_CASE("thresholds of segments: what is refused") {
  cases::Rng rng(113);
  const Case good = some_case(rng, 2, 5, false, false);
  const auto refused = [](const Case &data, const Asked &asked, Status status, const std::string &message) {
    try {
      choose(data, asked);
      FAIL("must be refused: " << message);
    } catch (const Error &error) {
      CHECK(std::string(error.what()) == message);
      CHECK(error.status() == status);
    }
  };
  Asked asked;
  asked.options = plain();
  Case bad = good;
  bad.scores[3] = unset;
  refused(bad, asked, Status::argument, "scores[3] is nan: must be a number");
  bad = good;
  bad.labels[2] = 2;
  refused(bad, asked, Status::argument, "truth[2] is 2: must be 0 or 1, for rows of segments");
  bad = good;
  bad.segments[4] = 2;
  refused(bad, asked, Status::argument, "segments[4] is 2: must lie in [0, 1]");
  bad = good;
  bad.benefits.assign(10, 1);
  bad.benefits[1] = infinity;
  refused(bad, asked, Status::argument, "benefits[1] is inf: must be finite");
  bad.benefits[1] = 1;
  Asked metric = asked;
  metric.objective.metric = cases::metric("f1");
  refused(bad, metric, Status::argument, "benefits: must not be set with a metric");
  Asked cost = asked;
  cost.objective.cost_ratio = 2;
  refused(bad, cost, Status::argument, "benefits: must not be set with cost_ratio");
  Asked most = asked;
  most.objective.goal = Goal::most_tp;
  most.objective.max_fp = 1;
  refused(bad, most, Status::argument, "benefits: goal is most_tp, which takes no amounts; they are for net_benefit");
  Asked mcc = asked;
  mcc.objective.metric = cases::metric("mcc");
  refused(good, mcc, Status::unsupported,
          "metric \"mcc\": is no ratio of sums over the rows, which thresholds of segments need");
  Asked tolerance = asked;
  tolerance.options.tolerance = {0.5};
  refused(good, tolerance, Status::argument, "tolerance is 0.5: requires parity");
  Asked positives = asked;
  positives.objective.positives = 100;
  refused(good, positives, Status::argument, "positives is 100: rows of segments are all rated, so they are counted");
  Asked certified = asked;
  certified.objective.certify = 0.9;
  const auto not_certified = [&](const Case &data, Status status, const std::string &message) {
    refused(data, certified, status, message);
  };
  not_certified(
      good, Status::argument,
      "certify is 0.9: segment 0 needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies");
  bad = good;
  bad.limits.assign(12, unset);
  bad.limits[4] = 0.5;
  not_certified(
      bad, Status::argument,
      "certify is 0.9: segment 1 needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies");
  bad.limits[6 + 3] = 4;
  not_certified(
      bad, Status::argument,
      "certify is 0.9: segment 1 needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies");
  bad.limits[6 + 4] = 0.5;
  not_certified(bad, Status::argument,
                "limits[1]: max_alerts is 4: must not be set with certify, which takes max_alert_rate, a share");
  certified.objective.max_fpr = 0.5;
  certified.options.parity = Parity::tpr;
  not_certified(good, Status::unsupported,
                "certify is 0.9: parity is tpr, which must be none; set limits of each segment");
  certified.options.parity = Parity::none;
  certified.objective.metric = cases::metric("f1");
  not_certified(good, Status::unsupported,
                "certify is 0.9: metric \"f1\" is of all segments together; most_tp, fewest_fp and net_benefit add up "
                "over them");
  certified.objective.metric = nullptr;
  bad = some_case(rng, 2, 5, false, true);
  not_certified(bad, Status::unsupported,
                "certify is 0.9: benefits are given, and the best certified sum of amounts is not known");
  bad = good;
  bad.limits.assign(12, unset);
  bad.limits[7] = 1.5;
  refused(bad, asked, Status::argument, "limits[1]: min_recall is 1.5: must lie in [0, 1]");
}

TEST_CASE("thresholds of segments: a metric without segments is that of one score") {
  cases::Rng rng(114);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const Case data = some_case(rng, 1, 40, false, false);
    Asked asked;
    asked.options = plain();
    if (c % 2)
      asked.objective.metric = cases::metric("f1");
    else
      asked.objective.max_alert_rate = 0.25;
    Sample sample(1, Rule::any, {});
    sample.feed({data.scores.data(), false, data.n(), 1, 1, 1}, {data.labels.data(), data.n(), 1}, {});
    NoMonitor monitor;
    const ChosenThresholds one = choose_thresholds(sample, asked.objective, asked.options, monitor);
    const SegmentThresholds same = choose(data, asked)[0];
    CHECK(same.value == one.outcome.value);
    CHECK(same.segments[0].next_lower < same.segments[0].threshold);
  }
}

// Every segment's limits hold in the population, in all segments at once, except for at most 1 of 10 samples; each
// segment has the thresholds of its rows alone, certified at a part of what may fail.
TEST_CASE("thresholds of segments: certified") {
  cases::Rng rng(115);
  const int samples = static_cast<int>(cases::scaled(300));
  int broken = 0, certified = 0, none = 0;
  for (int c = 0; c < samples; ++c) {
    // Scores are uniform; those of positives are the square root of one, so that of a threshold t the TPR is 1 - t^2
    // and the FPR 1 - t. The third segment has too few rows.
    Case data;
    data.n_segments = 3;
    for (int i = 0; i < 900; ++i) {
      const int64_t g = i % 40 == 0 ? 2 : i % 2;
      const bool positive = rng.uniform() < (g == 1 ? 0.3 : 0.5);
      const double u = rng.uniform();
      data.labels.push_back(positive);
      data.segments.push_back(g);
      data.scores.push_back(positive ? std::sqrt(std::sqrt(u)) : u);
    }
    data.labels[0] = 1;
    data.limits.assign(18, unset);
    data.limits[0] = 0.6;                              // precision of the first
    data.limits[6 + 1] = 0.7;                          // recall of the second, whose FPR is then the least
    data.limits[12 + 4] = data.limits[12 + 5] = 0.05;  // FPR and alert rate of the third
    Asked asked;
    asked.options = plain();
    asked.objective.certify = 0.9;
    const auto found = choose(data, asked);
    REQUIRE(found.size() == 1);
    const SegmentThresholds &answer = found[0];
    const double t0 = answer.segments[0].threshold, t1 = answer.segments[1].threshold;
    const double tpr0 = t0 > 1 ? 0 : 1 - std::pow(t0, 4), fpr0 = t0 > 1 ? 0 : 1 - t0;
    broken += (t0 <= 1 && tpr0 < 0.6 * (tpr0 + fpr0)) || (t1 <= 1 && t1 > 0 && 1 - std::pow(t1, 4) < 0.7);
    certified += answer.segments[0].certificate.certified && answer.segments[1].certificate.certified;
    bool all = true;
    for (std::size_t g = 0; g < 3; ++g) {
      const SegmentOutcome &s = answer.segments[g];
      const bool held = s.certificate.certified;
      all = all && held;
      CHECK(held == (s.certificate.rows_needed == 0));
      if (!held) CHECK(s.threshold == infinity);
      if (!held) CHECK(s.tp + s.fp == 0);
      const Counts counts = counted(data, static_cast<int64_t>(g), s.threshold);
      CHECK(s.tp == counts.tp);
      CHECK(s.fp == counts.fp);
    }
    CHECK(answer.segments[0].certificate.theorem == wald::core::certify::Theorem::ranked_sequence);
    CHECK(answer.segments[1].certificate.theorem == wald::core::certify::Theorem::order_statistics);
    none += !answer.segments[2].certificate.certified;
    CHECK(answer.certified == all);
    CHECK(answer.feasible == all);
    CHECK_FALSE(answer.exact);
    CHECK(std::isnan(answer.value));  // the goals of the segments differ
    if (c > 0) continue;
    // A shared limit holds in each segment, and the tighter of both does.
    Case shared = data;
    shared.limits.clear();
    asked.objective.max_fpr = 0.2;
    const auto of_all = choose(shared, asked)[0];
    CHECK(of_all.value == of_all.sum(&SegmentOutcome::tp));
    Asked benefit = asked;
    benefit.objective.goal = Goal::net_benefit;
    benefit.objective.cost_ratio = 2;
    const auto worth = choose(shared, benefit)[0];
    CHECK(worth.sum(&SegmentOutcome::fp) > 0);
    CHECK(worth.value == worth.sum(&SegmentOutcome::tp) - worth.sum(&SegmentOutcome::fp) / 2);
    shared.limits.assign(18, unset);
    shared.limits[4] = 0.1;
    shared.limits[6 + 4] = 0.9;
    const auto tighter = choose(shared, asked)[0];
    CHECK(tighter.segments[0].threshold > of_all.segments[0].threshold);
    CHECK(tighter.segments[1].threshold == of_all.segments[1].threshold);
  }
  const double spread = 3 * std::sqrt(0.09 / samples);
  CHECK(broken <= (0.1 + spread) * samples);
  CHECK(certified > samples / 2);
  CHECK(none == samples);
}

TEST_CASE("thresholds of segments: kappa of rows that are all positive is 0/0 if all are flagged") {
  Case data;
  data.n_segments = 2;
  data.scores = {0.5, 0.25, 0.75};
  data.labels = {1, 1, 1};
  data.segments = {0, 0, 1};
  Asked asked;
  asked.options = plain();
  const auto with = [&](int zero_division) {
    asked.objective.metric = cases::metric("kappa", zero_division);
    return choose(data, asked)[0];
  };
  const SegmentThresholds all = with(1);
  CHECK(all.value == 1);
  CHECK(all.bound == 1);
  CHECK(all.feasible);
  CHECK(all.exact);
  CHECK(all.segments[0].threshold == 0.25);
  CHECK(all.segments[1].threshold == 0.75);
  CHECK(with(0).value == 0);
  // Two limits that exclude it, of all and of a segment, and two that do not.
  asked.objective.max_alerts = 2;
  CHECK(with(1).value == 0);
  asked.objective.max_alerts = 3;
  CHECK(with(1).value == 1);
  asked.objective.max_alerts = unset;
  data.limits.assign(12, unset);
  data.limits[3] = 1;
  CHECK(with(1).value == 0);
  data.limits[3] = 2;
  CHECK(with(1).value == 1);
  data.limits.clear();
  asked.objective.min_precision = 1;
  asked.objective.precision_level = 0;
  CHECK(with(1).feasible);
  CHECK(with(1).value == 1);
  asked.options.parity = Parity::tpr;
  CHECK(with(1).value == 1);
  CHECK(with(1).difference == 0);
}
