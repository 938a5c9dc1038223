// Thresholds at another prevalence: against every threshold with rows weighted by their label, limits against their
// definitions, and how often certificates break on samples drawn from populations that are known.
#include "threshold_cases.hpp"

#include <boost/math/special_functions/beta.hpp>

#include "core/evaluation/fixed/fixed_thresholds.hpp"
#include "expect_error.hpp"

namespace {

using namespace threshold_cases;
using check::expect_error;

struct Rates {
  double tpr = 0, fpr = 0;
  double precision(double p) const { return p * tpr / (p * tpr + (1 - p) * fpr); }
  double alerts(double p) const { return p * tpr + (1 - p) * fpr; }
};

// Scores on a grid of atoms, with masses by label that add up to 1 each.
struct TwoLabels {
  std::vector<double> masses[2];

  Rates rates(double threshold) const {
    Rates out;
    for (std::size_t a = 0; a < masses[0].size(); ++a)
      if (static_cast<double>(a) >= threshold) {
        out.fpr += masses[0][a];
        out.tpr += masses[1][a];
      }
    return out;
  }
  // positives: how many of them; below 0: as many as their share among `n` makes.
  Data draw(cases::Rng &rng, int n, double share, int positives) const {
    Data out;
    for (int i = 0; i < n; ++i) {
      const bool label = positives < 0 ? rng.uniform() < share : i < positives;
      double u = rng.uniform();
      std::size_t at = 0;
      while (at + 1 < masses[label].size() && u >= masses[label][at]) u -= masses[label][at++];
      out.labels.push_back(label);
      out.scores.push_back(static_cast<double>(at));
    }
    return out;
  }
};
TwoLabels two_labels(cases::Rng &rng, int atoms) {
  TwoLabels out;
  for (int label = 0; label < 2; ++label) {
    double sum = 0;
    for (int a = 0; a < atoms; ++a) {
      const double x = (a + 0.5) / atoms;
      sum += out.masses[label].emplace_back((0.3 + rng.uniform()) * (label ? 0.1 + x * x : 1.05 - x));
    }
    for (double &m : out.masses[label]) m /= sum;
  }
  return out;
}

ThresholdSearch at_prevalence(double share) {
  ThresholdSearch out = plain();
  out.prevalence = {share};
  return out;
}

Interval exact_limits(double some, double all, double confidence) {
  const double tail = (1 - confidence) / 2;
  return {some > 0 ? boost::math::ibeta_inv(some, all - some + 1, tail) : 0,
          some < all ? boost::math::ibetac_inv(some + 1, all - some, tail) : 1};
}

struct Counts {
  double tp = 0, fp = 0, positives = 0, negatives = 0;
};
Counts count(const Data &data, double threshold) {
  Counts out;
  for (int64_t i = 0; i < data.n(); ++i) {
    const bool label = data.labels[static_cast<std::size_t>(i)] == 1, on = data.score(i, 0) >= threshold;
    (label ? out.positives : out.negatives) += 1;
    if (on) (label ? out.tp : out.fp) += 1;
  }
  return out;
}

}  // namespace

TEST_CASE("another prevalence: the best of every threshold, by counts weighted by label") {
  cases::Rng rng(9901);
  for (int c = 0; c < cases::scaled(400); ++c) {
    Data data = some_data(rng, 1, Rule::any, rng.between(4, 40), c % 3, Weights::none);
    data.labels[0] = 1;
    data.labels[1] = 0;
    const double p = 0.02 + 0.96 * rng.uniform();
    Objective q;
    const int kind = c % 3;
    if (kind == 1) q.max_alert_rate = rng.uniform();
    if (kind == 2) q.min_recall = rng.uniform();
    const ChosenThresholds found = choose(data.sample(), q, at_prevalence(p));
    const double n = static_cast<double>(data.n());
    double best = -infinity;
    every_threshold(data, [&](const std::vector<double> &t, const Flagged &) {
      const Counts at = count(data, t[0] < infinity ? t[0] : infinity);
      const double tpr = t[0] < infinity ? at.tp / at.positives : 0, fpr = t[0] < infinity ? at.fp / at.negatives : 0;
      if (kind == 1 && p * tpr + (1 - p) * fpr > q.max_alert_rate * (1 + 1e-12)) return;
      if (kind == 2 && tpr < q.min_recall * (1 - 1e-12)) return;
      const double f1 = tpr + fpr > 0 ? 2 * p * tpr / (p * tpr + (1 - p) * fpr + p) : 0;
      best = std::max(best, kind == 0 ? f1 : kind == 1 ? p * n * tpr : -(1 - p) * n * fpr);
    });
    CAPTURE(c, p, found.thresholds[0]);
    CHECK((kind == 2 ? -1 : 1) * found.outcome.value == Approx(best).epsilon(1e-9).margin(1e-9));
    const Counts at = count(data, found.thresholds[0]);
    const Rates rates{at.tp / at.positives, at.fp / at.negatives};
    CHECK(found.outcome.positives == Approx(p * n));
    if (at.tp + at.fp > 0) CHECK(found.outcome.precision == Approx(rates.precision(p)).epsilon(1e-9));
    for (const NamedInterval &i : found.intervals) {
      if (std::string(i.name) == "precision" && at.tp + at.fp > 0) {
        const Interval tpr = exact_limits(at.tp, at.positives, 0.975), fpr = exact_limits(at.fp, at.negatives, 0.975);
        CHECK(i.interval.low == Approx(Rates{tpr.low, fpr.high}.precision(p)).epsilon(1e-6).margin(1e-9));
        CHECK(i.interval.high == Approx(Rates{tpr.high, fpr.low}.precision(p)).epsilon(1e-6).margin(1e-9));
      }
      if (std::string(i.name) == "recall") {
        const Interval tpr = exact_limits(at.tp, at.positives, 0.95);
        CHECK(i.interval.low == Approx(tpr.low).epsilon(1e-6).margin(1e-9));
        CHECK(i.interval.high == Approx(tpr.high).epsilon(1e-6).margin(1e-9));
      }
    }
  }
}

TEST_CASE("another prevalence: recall and FPR are certified as they are, alerts by both shares") {
  cases::Rng rng(9902);
  for (int c = 0; c < cases::scaled(300); ++c) {
    Data data = some_data(rng, 1, Rule::any, rng.between(20, 120), c % 2, Weights::none);
    data.labels[0] = 1;
    data.labels[1] = 0;
    const double p = 0.05 + 0.9 * rng.uniform();
    Objective q;
    q.certify = 0.8;
    if (c % 3 == 0) q.min_recall = 0.6 * rng.uniform();
    if (c % 3 == 1) q.max_fpr = 0.2 + 0.7 * rng.uniform();
    if (c % 3 == 2) q.max_alert_rate = 0.3 + 0.6 * rng.uniform();
    const ChosenThresholds found = choose(data.sample(), q, at_prevalence(p));
    CAPTURE(c, p);
    if (c % 3 < 2) {
      const ChosenThresholds as_they_are = choose(data.sample(), q, plain());
      CHECK(found.certificate.certified == as_they_are.certificate.certified);
      CHECK(found.thresholds == as_they_are.thresholds);
      continue;
    }
    // The lowest threshold that passes, as long as all above it do.
    const auto passes = [&](double t) {
      const Counts at = count(data, t);
      return p * exact_limits(at.tp, at.positives, q.certify).high + (1 - p) * exact_limits(at.fp, at.negatives, q.certify).high <=
             q.max_alert_rate;
    };
    if (!found.certificate.certified) {
      CHECK_FALSE(passes(*std::max_element(data.scores.begin(), data.scores.end()) + 1));
      continue;
    }
    CHECK(passes(found.thresholds[0]));
    double below = -infinity;
    for (const double s : data.scores)
      if (s < found.thresholds[0]) below = std::max(below, s);
    if (below > -infinity && count(data, below).tp > count(data, found.thresholds[0]).tp) CHECK_FALSE(passes(below));
  }
}

TEST_CASE("another prevalence: certificates break as rarely as they promise") {
  cases::Rng rng(9903);
  const int rounds = cases::scaled(400);
  int certified_in_all = 0;
  for (int c = 0; c < 12; ++c) {
    const TwoLabels world = two_labels(rng, 12);
    const double p = c % 2 ? 0.1 : 0.6, from = 0.3, delta = 0.1;
    const int positives = c % 4 < 2 ? -1 : 120;  // drawn as they come, or by design
    const Rates middle = world.rates(6);
    Objective q;
    q.certify = 1 - delta;
    const int kind = c % 3;
    // Limits that the middle of the scores holds by a little, so that some thresholds break them.
    if (kind == 0 || kind == 2) q.min_precision = 0.9 * middle.precision(p);
    if (kind == 1) q.max_alert_rate = std::min(1.0, 1.1 * middle.alerts(p));
    if (kind == 2) q.min_recall = 0.5 * middle.tpr;
    ThresholdSearch options = at_prevalence(p);
    int broken = 0, certified = 0;
    for (int r = 0; r < rounds; ++r) {
      const Data data = world.draw(rng, 400, from, positives);
      options.seed = rng.bits();
      const ChosenThresholds found = choose(data.sample(), q, options);
      if (!found.certificate.certified) continue;
      ++certified;
      const Rates at = world.rates(found.thresholds[0]);
      broken += (given(q.min_precision) && at.precision(p) < q.min_precision) || (given(q.min_recall) && at.tpr < q.min_recall) ||
                (given(q.max_alert_rate) && at.alerts(p) > q.max_alert_rate);
    }
    CAPTURE(c, broken, certified);
    CHECK(broken <= rounds * delta + 3 * std::sqrt(rounds * delta * (1 - delta)));
    certified_in_all += certified;
  }
  CHECK(certified_in_all > rounds);  // a promise that is never made holds anyway
}

TEST_CASE("another prevalence: the band of a frontier holds all its points") {
  cases::Rng rng(9904);
  const int rounds = cases::scaled(300);
  const TwoLabels world = two_labels(rng, 15);
  int broken = 0;
  for (int r = 0; r < rounds; ++r) {
    const Data data = world.draw(rng, 200, 0.3, r % 2 ? -1 : 60);
    Objective q;
    q.certify = 0.9;
    q.cost_ratio = 1;
    NoMonitor quiet;
    const FrontierCurve curve = frontier_curve(data.sample(), q, at_prevalence(0.05), quiet);
    REQUIRE(curve.band.size() == curve.frontier.points.size());
    bool out = false;
    for (std::size_t i = 0; i < curve.band.size(); ++i) {
      const double t = curve.frontier.thresholds.row(i)[0];
      if (!(t < infinity)) continue;
      const Rates at = world.rates(t);
      const auto outside = [](const Interval &limits, double x) { return x < limits.low - 1e-12 || x > limits.high + 1e-12; };
      out = out || outside(curve.band[i].recall, at.tpr) || outside(curve.band[i].fpr, at.fpr) ||
            outside(curve.band[i].precision, at.precision(0.05));
    }
    broken += out;
  }
  CHECK(broken <= rounds * 0.1 + 3 * std::sqrt(rounds * 0.1 * 0.9));
}

TEST_CASE("another prevalence: an evaluation's metrics are those of rows weighted by label") {
  using namespace wald::core::evaluation;
  cases::Rng rng(9905);
  for (int c = 0; c < cases::scaled(40); ++c) {
    const Data data = some_data(rng, 1, Rule::any, 60, 0, Weights::none);
    const double p = 0.05 + 0.9 * rng.uniform(), threshold = 0.6;
    const Counts at = count(data, threshold);
    if (at.negatives == 0 || at.positives == 0) continue;
    std::vector<double> weights;
    for (const uint8_t label : data.labels)
      weights.push_back(label ? p / at.positives : (1 - p) / at.negatives);
    const int64_t n = data.n();
    const auto evaluate = [&](const ThresholdSearch &options, const double *w) {
      return evaluate_thresholds({{data.labels.data(), n, 1}, {data.scores.data(), false, n, 1, 1, 1}, {&threshold, false, 1, 1},
                                  {w, false, n, 1}, {nullptr, n, 1}}, options);
    };
    const ThresholdEvaluation found = evaluate(at_prevalence(p), nullptr), weighted = evaluate({}, weights.data());
    const ThresholdEvaluation as_it_is = evaluate({}, nullptr);
    REQUIRE(found.estimates.size() == weighted.estimates.size());
    for (std::size_t i = 0; i < found.estimates.size(); ++i) {
      const std::string &metric = found.metrics[static_cast<std::size_t>(found.estimates[i].metric)];
      CAPTURE(c, p, metric);
      if (std::isnan(weighted.estimates[i].value)) continue;
      CHECK(found.estimates[i].value == Approx(weighted.estimates[i].value).epsilon(1e-9).margin(1e-12));
      // Shares of one label, and what depends on no prevalence, keep their limits.
      if (metric == "recall" || metric == "specificity" || metric == "auc") {
        CHECK(found.estimates[i].limits.low == as_it_is.estimates[i].limits.low);
        CHECK(found.estimates[i].exact == as_it_is.estimates[i].exact);
      } else {
        CHECK_FALSE(found.estimates[i].exact);
      }
    }
  }
  const double scores[] = {1, 2}, threshold = 1;
  const uint8_t labels[] = {1, 1};
  expect_error(Status::argument, "prevalence is 0.5: requires rows of both labels, and none is negative", [&] {
    evaluate_thresholds({{labels, 2, 1}, {scores, false, 2, 1, 1, 1}, {&threshold, false, 1, 1}, {nullptr, false, 2, 1},
                         {nullptr, 2, 1}}, at_prevalence(0.5));
  });
}

TEST_CASE("another prevalence: what is refused") {
  Data data;
  data.scores = {1, 2, 3, 4};
  data.labels = {0, 1, 0, 1};
  const auto refuses = [&](Status status, const std::string &message, const Objective &q, ThresholdSearch options = at_prevalence(0.2)) {
    expect_error(status, message, [&] { choose(data.sample(), q, options); });
  };
  Objective q;
  q.positives = 10;
  refuses(Status::argument, "positives is 10: must not be set with prevalence", q);
  q = {};
  q.certify = 0.9;
  q.min_precision = 0.5;
  ThresholdSearch options = at_prevalence(0.2);
  options.max_weight = 2;
  refuses(Status::argument, "max_weight is 2: must not be set with certify and prevalence", q, options);
  data.weights = {1, 2, 2, 2};
  refuses(Status::argument, "prevalence is 0.2: requires rows without weights with certify", q);
  data.weights.clear();
  data.labels[0] = not_rated;
  refuses(Status::unsupported, "prevalence is 0.2: needs rows that all have labels", {});
  data.labels = {1, 1, 1, 1};
  refuses(Status::argument, "prevalence is 0.2: requires rows of both labels, and none is negative", {});
}
