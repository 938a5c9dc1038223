// Limits as shares of all negatives and of all rows, against every threshold counted in whole numbers.
#include "threshold_cases.hpp"

#include "core/thresholds/label_thresholds.hpp"

namespace {

using namespace threshold_cases;

struct Percent {
  int fpr = -1, alerts = -1;  // -1: not set

  Objective objective() const {
    Objective q;
    if (fpr >= 0) q.max_fpr = fpr / 100.0;
    if (alerts >= 0) q.max_alert_rate = alerts / 100.0;
    return q;
  }
  // All weights are whole.
  bool allows(double tp, double fp, double negatives, double rows) const {
    return (fpr < 0 || 100 * fp <= fpr * negatives) && (alerts < 0 || 100 * (tp + fp) <= alerts * rows);
  }
};

Percent some_limits(cases::Rng &rng) {
  Percent out;
  if (rng.below(2)) out.fpr = static_cast<int>(rng.below(101));
  if (out.fpr < 0 || rng.below(2)) out.alerts = static_cast<int>(rng.below(101));
  return out;
}

double total(const Data &data, int label) {
  double out = 0;
  for (int64_t i = 0; i < data.n(); ++i)
    if (label < 0 || data.labels[static_cast<std::size_t>(i)] == label) out += data.weight(i);
  return out;
}

ChosenThresholds of_arrays(const Data &data, const Objective &q) {
  NoMonitor monitor;
  return choose_threshold({data.scores.data(), false, data.n(), 1}, {data.labels.data(), data.n(), 1}, {}, q, plain(),
                          monitor);
}

}  // namespace

TEST_CASE("thresholds: limits as shares against every threshold") {
  cases::Rng rng(90);
  for (int c = 0; c < cases::scaled(1500); ++c) {
    const int64_t dims = 1 + c % 3;
    const Data data = some_data(rng, dims, c % 2 ? Rule::any : Rule::all, dims == 3 ? 12 : 25, c % 6,
                                c % 4 < 2 ? Weights::none : Weights::whole);
    const Percent limits = some_limits(rng);
    const double negatives = total(data, 0), rows = total(data, -1);
    double most = 0;
    every_threshold(data, [&](const std::vector<double> &, const Flagged &f) {
      if (limits.allows(f.tp, f.fp, negatives, rows)) most = std::max(most, f.tp);
    });
    const ChosenThresholds found = choose(data.sample(), limits.objective());
    CAPTURE(c, limits.fpr, limits.alerts, negatives, rows);
    CHECK(found.outcome.counts.tp == most);
    CHECK(limits.allows(found.outcome.counts.tp, found.outcome.counts.fp, negatives, rows));
    CHECK(found.feasible);
  }
}

// In floating point 29 of 100 are more than 0.29*100, and 7 of 100 less than 0.07*100.
TEST_CASE("thresholds: a share that is met exactly is met") {
  for (int n = 1; n <= 400; ++n) {
    SampleTotals totals;
    totals.positives = {1, 1, 1};
    totals.negatives = {n, static_cast<double>(n), 1};
    for (int k = 0; k <= n; k += n < 60 ? 1 : 7) {
      Objective q;
      q.max_fpr = static_cast<double>(k) / n;
      q.max_alert_rate = static_cast<double>(k) / (n + 1);
      const Criterion by_fpr(
          [&] {
            Objective o = q;
            o.max_alert_rate = unset;
            return o;
          }(),
          totals);
      const Criterion by_alerts(
          [&] {
            Objective o = q;
            o.max_fpr = unset;
            return o;
          }(),
          totals);
      CAPTURE(n, k);
      CHECK(by_fpr.within_budget(1, k));
      CHECK_FALSE(by_fpr.within_budget(1, k + 1e-9));
      CHECK(by_alerts.within_budget(0, k));
      CHECK_FALSE(by_alerts.within_budget(1, k));
    }
  }
}

TEST_CASE("thresholds: shares of weights that are not whole are met exactly") {
  cases::Rng rng(91);
  for (int c = 0; c < 200; ++c) {
    Data data = some_data(rng, 1, Rule::any, 40, 0, Weights::none);
    data.weights.assign(40, c % 2 ? 0.1 : 1.7);
    const double negatives = std::round(total(data, 0) / data.weights[0]);
    const int k = static_cast<int>(rng.below(static_cast<int>(negatives) + 1));
    Objective q;
    q.max_fpr = negatives > 0 ? k / negatives : 0;
    Data plain_rows = data;
    plain_rows.weights.clear();
    Objective counted;
    counted.max_fp = k;
    CAPTURE(c, negatives, k);
    CHECK(choose(data.sample(), q).thresholds == choose(plain_rows.sample(), counted).thresholds);
  }
}

TEST_CASE("thresholds: the tighter of a weight and a share holds, and the objective says both") {
  cases::Rng rng(92);
  const Data data = some_data(rng, 1, Rule::any, 200, 0, Weights::none);
  const double negatives = total(data, 0);
  for (double fp : {2.0, 40.0}) {
    Objective q;
    q.max_fp = fp;
    q.max_fpr = 0.1;
    Objective tighter;
    tighter.max_fp = std::min(fp, std::floor(0.1 * negatives));
    check_same(choose(data.sample(), q), choose(data.sample(), tighter));
    check_same(of_arrays(data, q), of_arrays(data, tighter));
  }
  Objective q;
  q.max_fpr = 0.05;
  q.max_alert_rate = 0.1;
  q.max_fp = 9;
  q.max_alerts = 30;
  CHECK(choose(data.sample(), q).objective ==
        "most true positives with fp <= 9 and fpr <= 0.05 and alerts <= 30 and alert rate <= 0.1");
}

// Many rows are searched where they lie.
TEST_CASE("thresholds: shares of rows in the caller's arrays") {
  cases::Rng rng(93);
  for (int c = 0; c < 40; ++c) {
    const Data data = some_data(rng, 1, Rule::any, 20000, c % 3, Weights::none);
    const Percent limits = some_limits(rng);
    Objective q = limits.objective(), counts;
    if (limits.fpr >= 0) counts.max_fp = std::floor(limits.fpr * total(data, 0) / 100);
    if (limits.alerts >= 0) counts.max_alerts = std::floor(limits.alerts * total(data, -1) / 100);
    CAPTURE(c, limits.fpr, limits.alerts);
    check_same(of_arrays(data, q), choose(data.sample(), counts));
  }
}

TEST_CASE("thresholds: shares of labels, each its own and pooled") {
  cases::Rng rng(94);
  NoMonitor monitor;
  for (int c = 0; c < 200; ++c) {
    std::vector<Data> data;
    std::vector<Sample> labels;
    double negatives = 0, rows = 0;
    for (int l = 0; l < 3; ++l) {
      data.push_back(some_data(rng, 1, Rule::any, 10 + 5 * l, c % 6, c % 2 ? Weights::whole : Weights::none));
      labels.push_back(data.back().sample());
      negatives += total(data.back(), 0);
      rows += total(data.back(), -1);
    }
    const Percent limits = some_limits(rng);
    CAPTURE(c, limits.fpr, limits.alerts);
    const LabelThresholds own = choose_label_thresholds(labels, limits.objective(), label_search(LabelAverage::macro, 1), monitor);
    for (std::size_t l = 0; l < 3; ++l)
      CHECK(own.outcomes[l].counts.tp == choose(labels[l], limits.objective()).outcome.counts.tp);
    std::vector<Flagged> sums{{}};
    for (const Data &label : data) {
      std::vector<Flagged> next;
      every_threshold(label, [&](const std::vector<double> &, const Flagged &f) {
        for (const Flagged &s : sums) next.push_back({s.tp + f.tp, s.fp + f.fp});
      });
      sums = next;
    }
    double most = 0;
    for (const Flagged &f : sums)
      if (limits.allows(f.tp, f.fp, negatives, rows)) most = std::max(most, f.tp);
    CHECK(choose_label_thresholds(labels, limits.objective(), label_search(LabelAverage::micro, 1), monitor).pooled.counts.tp ==
          most);
  }
}

TEST_CASE("thresholds: shares follow the rows that are drawn, and those of a fold") {
  cases::Rng rng(95);
  const Data data = some_data(rng, 1, Rule::any, 400, 0, Weights::none);
  Objective q;
  q.max_fpr = 0.1;
  const Criterion criterion(q, data.sample());
  const Criterion drawn = criterion.resampled(100, 500);
  CHECK(drawn.within_budget(1, 40));
  CHECK_FALSE(drawn.within_budget(1, 41));
  ThresholdSearch options = plain();
  options.folds = 5;
  options.bootstrap = 20;
  const ChosenThresholds found = choose(data.sample(), q, options);
  CHECK(found.has_cross_fit);
  CHECK(found.threshold_intervals[0].low <= found.thresholds[0]);
}

TEST_CASE("thresholds: a share of an unknown total is refused") {
  const auto refused = [](const Sample &sample, const Objective &q, const std::string &message) {
    NoMonitor monitor;
    try {
      choose_thresholds(sample, q, plain(), monitor);
      FAIL("must be refused");
    } catch (const Error &error) {
      CHECK(error.status() == Status::unsupported);
      CHECK(std::string(error.what()) == message);
    }
  };
  Objective fpr, alerts;
  fpr.max_fpr = 0.25;
  alerts.max_alert_rate = 0.5;
  Data cut;
  cut.rated_from = {0.5};
  cut.scores = {0.9, 0.8, 0.7, 0.6};
  cut.labels = {1, 0, 1, 0};
  refused(
      cut.sample(), fpr,
      "max_fpr is 0.25: rows below rated_from were not fed, so the number of all negatives is unknown; feed them as "
      "not rated");
  refused(
      cut.sample(), alerts,
      "max_alert_rate is 0.5: rows below rated_from were not fed, so the number of all rows is unknown; feed them as "
      "not rated");
  // Fed as not rated they count among all rows; the negatives are known where the positives are.
  for (double score : {0.4, 0.3, 0.2, 0.1}) {
    cut.scores.push_back(score);
    cut.labels.push_back(not_rated);
  }
  refused(cut.sample(), fpr,
          "max_fpr is 0.25: rows below rated_from have no label, so the number of all negatives is unknown; give "
          "positives");
  CHECK(choose(cut.sample(), alerts).outcome.counts.alerts() == 3);  // of 8 rows; a fourth would be wrong for nothing
  fpr.positives = 4;
  CHECK(choose(cut.sample(), fpr).outcome.counts.fp == 1);  // of 4 negatives
  Data unrated = cut;
  unrated.rated_from.clear();
  fpr.positives = unset;
  refused(unrated.sample(), fpr,
          "max_fpr is 0.25: some rows have no label, so the number of all negatives is unknown; give positives");
  for (double wrong : {-0.1, 1.5}) {
    Objective q;
    q.max_alert_rate = wrong;
    CHECK_THROWS_AS(check_objective(q), Error);
  }
}
