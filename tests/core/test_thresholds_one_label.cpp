// Samples without positives, or without negatives: most or fewest alerts within limits, against recounts of the path row by
// row, and certificates on samples drawn from populations that are known.
#include "threshold_cases.hpp"

#include "core/thresholds/certify/certify_labels.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/pass/counted_rows.hpp"
#include "core/thresholds/segments/segment_thresholds.hpp"
#include "expect_error.hpp"

namespace {

using namespace threshold_cases;

Data one_label(cases::Rng &rng, int64_t dims, Rule rule, int n, int kind, Weights weights, int label) {
  Data out = some_data(rng, dims, rule, n, kind, weights);
  for (uint8_t &y : out.labels) y = static_cast<uint8_t>(label);
  return out;
}

double flagged_by(const Data &data, const std::vector<double> &t) { return counted(data, t).alerts(); }

double weight_of_all(const Data &data) {
  double out = 0;
  for (int64_t i = 0; i < data.n(); ++i) out += data.weight(i);
  return out;
}

// Thresholds lowered in turn to the next score, each time that at or above which the rows weigh least.
std::vector<std::vector<double>> lowered_in_turn(const Data &data) {
  const auto dims = static_cast<std::size_t>(data.dims);
  const auto score = [&](int64_t i, std::size_t d) {
    return std::min(data.score(i, static_cast<int64_t>(d)), std::numeric_limits<double>::max());
  };
  std::vector<std::vector<double>> out{std::vector<double>(dims, infinity)};
  for (;;) {
    const std::vector<double> now = out.back();
    std::size_t least = dims;
    double weight = infinity, next = infinity;
    for (std::size_t d = 0; d < dims; ++d) {
      double above = 0, below = -infinity;
      bool more = false;
      for (int64_t i = 0; i < data.n(); ++i) {
        if (data.weight(i) == 0) continue;
        if (score(i, d) >= now[d]) above += data.weight(i);
        else more = true, below = std::max(below, score(i, d));
      }
      if (!more || above >= weight) continue;
      least = d, weight = above, next = below;
    }
    if (least == dims) return out;
    out.push_back(now);
    out.back()[least] = next;
  }
}

Objective within(double max_fpr) {
  Objective out;
  out.max_fpr = max_fpr;
  return out;
}

// How many of n rows labelled 0 the thresholds may flag: the most whose upper limit is below the rate.
int most_certified(int n, double rate, double delta) {
  int k = -1;
  while (k + 1 <= n && cases::upper_tail(n - (k + 1), n, 1 - rate) <= delta) ++k;
  return k;
}

}  // namespace

TEST_CASE("one label: most alerts within limits, from rows labelled 0 alone") {
  cases::Rng rng(4701);
  int full = 0, ran = 0;
  for (int c = 0; c < cases::scaled(4000); ++c) {
    const int64_t dims = 1 + c % 3;
    const Weights weights = c % 5 == 0 ? Weights::whole : c % 5 == 1 ? Weights::real : Weights::none;
    const Data data = one_label(rng, dims, c % 2 ? Rule::any : Rule::all, 20, c % 4, weights, 0);
    const double all = weight_of_all(data);
    Objective q;
    const int limit = c % 4;
    const double share = 0.05 * rng.between(0, 20);
    if (limit == 0) q.max_fpr = share;
    if (limit == 1) q.max_alert_rate = share;
    if (limit == 2) q.max_fp = share * all;
    if (limit == 3) q.max_alerts = share * all;
    const ChosenThresholds found = choose(data.sample(), q);
    double most = 0;
    for (const auto &t : lowered_in_turn(data))
      if (flagged_by(data, t) <= share * all * (1 + 1e-9) + 1e-12) most = std::max(most, flagged_by(data, t));
    CAPTURE(c, dims, share, all);
    CHECK(found.feasible);
    CHECK(found.outcome.counts.fp == Approx(most).margin(1e-9));
    CHECK(found.outcome.counts.fp == Approx(flagged_by(data, found.thresholds)).margin(1e-9));
    CHECK(found.outcome.value == found.outcome.counts.fp);
    CHECK(found.outcome.counts.tp == 0);
    CHECK((std::isnan(found.outcome.precision) && std::isnan(found.outcome.recall)));
    CHECK((std::isnan(found.marginal_precision) && std::isnan(found.next_marginal_precision)));
    CHECK((found.flags & only_negatives) != 0);
    CHECK(found.objective.rfind("most alerts with ", 0) == 0);
    for (const NamedInterval &i : found.intervals) CHECK((std::string(i.name) == "fp" || std::string(i.name) == "value"));
    // Without ties the limit is used up to the last row.
    if (weights != Weights::none || c % 4 != 0) continue;
    ++ran;
    full += most == std::floor(share * all + 1e-9);
    if (dims == 1) {
      double best = 0;
      every_threshold(data, [&](const std::vector<double> &, const Flagged &f) {
        if (f.fp <= share * all + 1e-9) best = std::max(best, f.fp);
      });
      CHECK(found.outcome.counts.fp == best);
    }
  }
  CHECK(ran > cases::scaled(400));
  CHECK(full == ran);
}

TEST_CASE("one label: many rows, arrays and merged parts have the same answer") {
  cases::Rng rng(4702);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int label = c % 2, n = 4096 + static_cast<int>(rng.below(3000));
    const Data data = one_label(rng, 1, Rule::any, n, c % 3, Weights::none, label);
    Objective q;
    if (label == 0) q.max_fpr = 0.001 * rng.between(0, 300);
    if (label == 1) q.min_recall = 0.001 * rng.between(700, 1000);
    const ChosenThresholds whole = choose(data.sample(), q);
    Sample parts(1, Rule::any, {}), second(1, Rule::any, {});
    data.feed(second, 100, n - 100);
    data.feed(parts, 0, 100);
    parts.merge(second);
    check_same(choose(parts, q), whole);
    check_same(choose_threshold({data.scores.data(), false, n, 1}, {data.labels.data(), n, 1}, {}, q, plain(), monitor),
               whole);
    const std::vector<double> once(static_cast<std::size_t>(n), 1.0);
    const CountedRows counted_once{
        {data.scores.data(), false, n, 1, 1, 1}, Rule::any, {data.labels.data(), n, 1}, {}, {once.data(), false, n, 1}};
    check_same(choose_counted(counted_once, q, plain(), monitor), whole);
  }
}

TEST_CASE("one label: fewest alerts that recall enough, from rows labelled 1 alone") {
  cases::Rng rng(4703);
  for (int c = 0; c < cases::scaled(3000); ++c) {
    const int64_t dims = 1 + c % 3;
    const Data data =
        one_label(rng, dims, c % 2 ? Rule::any : Rule::all, 20, c % 4, c % 3 ? Weights::none : Weights::whole, 1);
    const double all = weight_of_all(data), recall = rng.between(0, 20) / 20.0;
    Objective q;
    q.min_recall = recall;
    const ChosenThresholds found = choose(data.sample(), q);
    double fewest = infinity;
    for (const auto &t : lowered_in_turn(data))
      if (flagged_by(data, t) / all >= recall) fewest = std::min(fewest, flagged_by(data, t));
    CAPTURE(c, dims, recall, all);
    CHECK(found.feasible);
    CHECK(found.outcome.counts.tp == fewest);
    CHECK(found.outcome.value == fewest);
    CHECK(found.outcome.recall == Approx(fewest / all));
    CHECK(std::isnan(found.outcome.precision));
    CHECK((found.flags & only_positives) != 0);
    CHECK(found.objective.rfind("fewest alerts with ", 0) == 0);
  }
}

TEST_CASE("one label: certified limits are those of order statistics") {
  cases::Rng rng(4704);
  for (int c = 0; c < cases::scaled(300); ++c) {
    const int n = 30 + static_cast<int>(rng.below(300)), label = c % 2;
    const double rate = 0.02 * rng.between(1, 10), delta = c % 3 ? 0.1 : 0.05;
    const Data data = one_label(rng, 1, Rule::any, n, 0, Weights::none, label);
    Objective q;
    q.certify = 1 - delta;
    if (label == 1) q.min_recall = 1 - rate;
    if (label == 0 && c % 4 < 2) q.max_fpr = rate;
    if (label == 0 && c % 4 >= 2) q.max_alert_rate = rate;
    const ChosenThresholds found = choose(data.sample(), q);
    const int k = most_certified(n, rate, delta);
    CAPTURE(c, n, rate, delta, label);
    CHECK(found.certificate.certified == (k >= 0));
    CHECK(found.certificate.theorem == certify::Theorem::order_statistics);
    if (k < 0) {
      CHECK(found.thresholds[0] == infinity);
      CHECK(found.certificate.rows_needed > 0);
      continue;
    }
    const double flagged = found.outcome.counts.alerts();
    CHECK(flagged == (label == 0 ? k : n - k));
  }
}

TEST_CASE("one label: certified false positive rates of several scores hold in the population") {
  cases::Rng rng(4705);
  const int draws = cases::scaled(600);
  for (const Rule rule : {Rule::any, Rule::all}) {
    int broken = 0, certified = 0;
    for (int c = 0; c < draws; ++c) {
      const Data data = [&] {
        Data out;
        out.dims = 2;
        out.rule = rule;
        for (int i = 0; i < 400; ++i) {
          out.labels.push_back(0);
          for (int d = 0; d < 2; ++d) out.scores.push_back(rng.uniform());
        }
        return out;
      }();
      Objective q = within(0.1);
      q.certify = 0.9;
      const ChosenThresholds found = choose(data.sample(), q);
      if (!found.certificate.certified) continue;
      ++certified;
      CHECK(found.certificate.theorem == certify::Theorem::tested_path);
      const double a = 1 - std::min(found.thresholds[0], 1.0), b = 1 - std::min(found.thresholds[1], 1.0);
      broken += (rule == Rule::any ? a + b - a * b : a * b) > 0.1;
    }
    CHECK(certified > 0.9 * draws);
    CHECK(broken <= 0.1 * draws + 3 * std::sqrt(0.09 * draws));
  }
}

TEST_CASE("one label: labels of which some have no positives") {
  cases::Rng rng(4706);
  NoMonitor monitor;
  const int64_t n = 500, columns = 4;
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  for (int64_t i = 0; i < n * columns; ++i) {
    labels.push_back(i % columns == 1 && rng.below(3) == 0);
    scores.push_back(rng.uniform() + labels.back());
  }
  const RealTable table{scores.data(), false, n, columns, columns, 1};
  const Grid<const uint8_t> truth{labels.data(), n, columns, columns, 1};
  for (const int certify : {0, 1}) {
    Objective q = within(0.1);
    if (certify) q.certify = 0.9;
    const auto samples = samples_of_labels(table, truth, {});
    const LabelThresholds found =
        certify ? certified_label_thresholds(samples, q, label_search(LabelAverage::macro, 1), monitor)
                : choose_label_thresholds(table, truth, {}, q, label_search(LabelAverage::macro, 1), monitor);
    if (certify) q.certify = 1 - 0.1 / columns;
    for (std::size_t l = 0; l < columns; ++l) {
      const ChosenThresholds own = choose(samples[l], q);
      CHECK(found.thresholds[l] == own.thresholds[0]);
      CHECK(found.outcomes[l].counts.fp == own.outcome.counts.fp);
      CHECK(((found.flags[l] & only_negatives) != 0) == (l != 1));
      if (l != 1 && !certify) CHECK(found.outcomes[l].counts.fp == 50);
    }
    CHECK(found.feasible);
  }
  // A metric has nothing to choose by where there are no positives.
  const LabelThresholds by_f1 =
      choose_label_thresholds(table, truth, {}, Objective(), label_search(LabelAverage::macro, 1), monitor);
  CHECK(by_f1.thresholds[0] == infinity);
  CHECK(by_f1.thresholds[1] < infinity);
}

TEST_CASE("one label: certified segments") {
  cases::Rng rng(4707);
  NoMonitor monitor;
  const int64_t n = 600;
  std::vector<double> scores;
  std::vector<uint8_t> labels(static_cast<std::size_t>(n));
  std::vector<int64_t> segments;
  for (int64_t i = 0; i < n; ++i) {
    scores.push_back(rng.uniform());
    segments.push_back(i % 2);
  }
  SegmentRows rows;
  rows.scores = {scores.data(), false, n, 1};
  rows.labels = {labels.data(), n, 1};
  rows.segments = {segments.data(), n, 1};
  rows.n_segments = 2;
  Objective q = within(0.1);
  check::expect_error(Status::argument, "without them certify gives each segment", [&] {
    choose_segment_thresholds(rows, {}, q, plain(), monitor);
  });
  q.certify = 0.9;
  const SegmentThresholds found = choose_segment_thresholds(rows, {}, q, plain(), monitor)[0];
  CHECK(found.certified);
  for (const SegmentOutcome &s : found.segments) CHECK(s.fp == most_certified(300, 0.1, 0.05));
  CHECK(found.value == found.segments[0].fp + found.segments[1].fp);
}

TEST_CASE("one label: what needs the other label is refused") {
  cases::Rng rng(4708);
  const Sample normals = one_label(rng, 1, Rule::any, 30, 0, Weights::none, 0).sample();
  const auto refused = [&](const Objective &q, const std::string &why, ThresholdSearch options = plain()) {
    check::expect_error(Status::argument, why, [&] { choose(normals, q, options); });
  };
  refused(Objective(), "positives is 0: no row is labelled 1");
  refused(Objective(), "without them max_fp, max_alerts, max_fpr and max_alert_rate can be set");
  refused(metric_objective("f1"), "can be set");
  for (double Objective::*limit : {&Objective::min_precision, &Objective::min_recall, &Objective::cost_ratio}) {
    Objective q = within(0.1);
    q.*limit = 0.5;
    refused(q, "can be set");
  }
  ThresholdSearch options = plain();
  options.bootstrap = 10;
  refused(within(0.1), "bootstrap is 10: must be 0 if all rows have one label", options);
  options = plain();
  options.folds = 5;
  refused(within(0.1), "folds is 5: must be 0", options);
  options = plain();
  options.method = Method::path;
  refused(within(0.1), "method is path: must be direct", options);
  options = plain();
  options.smoothing = Smoothing::bagged;
  refused(within(0.1), "smoothing is bagged: must be none", options);
}
