// Intervals, bootstrap, cross-fitting, flags, partial knowledge, saved state.
#include <catch2/catch.hpp>

#include "core/thresholds/bootstrap.hpp"
#include "core/thresholds/folds.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace thresholds;
using check::expect_error;

namespace {

// Scores of a binormal model; positives are `shift` higher.
double normal(cases::Rng &rng) {
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * 3.14159265358979323846 * rng.uniform());
}
Data binormal(cases::Rng &rng, int64_t dims, int positives, int negatives, double shift) {
  Data out;
  out.dims = dims;
  for (int i = 0; i < positives + negatives; ++i) {
    out.labels.push_back(i < positives);
    for (int64_t d = 0; d < dims; ++d) out.scores.push_back(normal(rng) + (i < positives ? shift : 0));
  }
  return out;
}

const NamedInterval *interval(const ThresholdAnswer &answer, const std::string &name) {
  for (const NamedInterval &i : answer.intervals)
    if (i.name == name) return &i;
  return nullptr;
}

Data simple(std::vector<double> scores, std::vector<uint8_t> labels, Rule rule = Rule::any) {
  Data out;
  out.dims = static_cast<int64_t>(scores.size() / labels.size());
  out.rule = rule;
  out.scores = std::move(scores);
  out.labels = std::move(labels);
  return out;
}

}  // namespace

TEST_CASE("thresholds: the order of feeding and merging does not matter") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(60); ++c) {
    Data data = some_data(rng, 1 + c % 3, c % 2 ? Rule::all : Rule::any, 40, rng.below(6), static_cast<Weights>(c % 4));
    for (uint8_t &label : data.labels)
      if (c % 5 == 0 && rng.below(6) == 0 && label == 0) label = not_rated;
    const Sample once = data.sample();
    // Chunks in another order, on two machines, one of them saved in between.
    Sample first(data.dims, data.rule, {}), second(data.dims, data.rule, {});
    data.feed(second, 25, 15);
    data.feed(first, 10, 15);
    data.feed(second, 0, 10);
    Sample merged = load_sample(second.save());
    merged.merge(first);
    CHECK(merged.save() == once.save());
    CHECK(load_sample(once.save()).save() == once.save());
    if (once.negatives().size() < 4 || once.positives().size() < 4) continue;
    ThresholdOptions options;
    options.bootstrap = 20;
    options.folds = 3;
    Question q;
    q.cost_ratio = 2;
    const ThresholdAnswer a = choose(once, q, options), b = choose(merged, q, options);
    CHECK(a.thresholds == b.thresholds);
    CHECK(a.outcome.counts.tp == b.outcome.counts.tp);
    CHECK(a.outcome.counts.fp == b.outcome.counts.fp);
    CHECK(a.cross.counts.tp == b.cross.counts.tp);
    CHECK(a.cross.counts.fp == b.cross.counts.fp);
    REQUIRE(a.threshold_intervals.size() == b.threshold_intervals.size());
    for (std::size_t d = 0; d < a.threshold_intervals.size(); ++d) {
      CHECK(a.threshold_intervals[d].low == b.threshold_intervals[d].low);
      CHECK(a.threshold_intervals[d].high == b.threshold_intervals[d].high);
    }
  }
}

TEST_CASE("thresholds: a feed that fails leaves nothing, errors name what is wrong") {
  Data data = simple({0.1, 0.9, 0.5}, {0, 1, 1});
  Sample sample = data.sample();
  const std::string before = sample.save();
  const auto feed = [&](std::vector<double> scores, std::vector<uint8_t> labels, std::vector<double> weights) {
    const auto n = static_cast<int64_t>(labels.size());
    sample.feed({scores.data(), false, n, static_cast<int64_t>(scores.size()) / n, 1, 1}, {labels.data(), n, 1},
                weights.empty() ? Reals{} : Reals{weights.data(), false, n, 1});
  };
  expect_error(Status::argument, "scores[1][0] is nan: must be a number", [&] {
    feed({0.5, std::nan("")}, {1, 0}, {});
  });
  expect_error(Status::argument, "labels[1] is 3: must be 0, 1, or 2 (not rated)", [&] { feed({1, 2}, {1, 3}, {}); });
  expect_error(Status::argument, "weights[1] is -1: must be finite and at least 0", [&] {
    feed({1, 2}, {1, 0}, {2, -1});
  });
  expect_error(Status::argument, "weights[0] is inf: must be finite and at least 0", [&] {
    feed({1, 2}, {1, 0}, {infinity, 1});
  });
  expect_error(Status::argument, "n_scores is 2: must be 1", [&] { feed({1, 2}, {1}, {}); });
  CHECK(sample.save() == before);
  expect_error(Status::argument, "n_scores is 0: must lie in [1, 64]", [] { Sample(0, Rule::any, {}); });
  expect_error(Status::argument, "rated_from has 1 numbers: must have one a score, 2",
               [] { Sample(2, Rule::any, {1}); });
  expect_error(Status::argument, "rated_from[0] is inf: must be finite or -inf",
               [] { Sample(1, Rule::any, {infinity}); });
  expect_error(Status::argument, "other has 2 scores: must have 1", [&] { sample.merge(Sample(2, Rule::any, {})); });
  expect_error(Status::argument, "other has another rule: must be the same",
               [&] { sample.merge(Sample(1, Rule::all, {})); });
  expect_error(Status::argument, "other is rated from other scores: must be the same",
               [&] { sample.merge(Sample(1, Rule::any, {0.0})); });
  expect_error(Status::argument, "rows is 0: no row of a weight above 0 was fed",
               [] { choose(Sample(1, Rule::any, {}), {}); });
  expect_error(Status::argument, "positives is 0: no row is labelled 1", [] {
    choose(simple({1, 2}, {0, 0}).sample(), {});
  });
}

TEST_CASE("thresholds: questions that make no sense") {
  const Sample sample = simple({0.1, 0.9, 0.5}, {0, 1, 1}).sample();
  const auto refused = [&](const std::string &message, const std::function<void(Question &)> &change) {
    Question q;
    change(q);
    expect_error(Status::argument, message, [&] { choose(sample, q); });
  };
  refused("min_precision is 1.5: must lie in [0, 1]", [](Question &q) { q.min_precision = 1.5; });
  refused("min_recall is -1: must lie in [0, 1]", [](Question &q) { q.min_recall = -1; });
  refused("max_fp is -1: must be at least 0", [](Question &q) { q.max_fp = -1; });
  refused("max_alerts is -2: must be at least 0", [](Question &q) { q.max_alerts = -2; });
  refused("confidence is 1: must lie in [0, 1)", [](Question &q) { q.min_precision = .5, q.confidence = 1; });
  refused("confidence is 0.9: is of use with min_precision only", [](Question &q) { q.confidence = 0.9; });
  refused("cost_ratio is 0: must be finite and above 0", [](Question &q) { q.cost_ratio = 0; });
  refused("positives is 1: must be at least the 2 that were fed", [](Question &q) { q.positives = 1; });
  refused("cost_ratio is nan: must be given", [](Question &q) { q.goal = Goal::net; });
  refused("min_recall is nan: without it", [](Question &q) { q.goal = Goal::fewest_fp; });
  refused("goal is 3: the most true positives need", [](Question &q) { q.goal = Goal::most_tp; });
  refused("goal is 9: must lie in [0, 4]", [](Question &q) { q.goal = static_cast<Goal>(9); });
  expect_error(Status::argument, "marginal_precision is 1: must lie strictly between 0 and 1",
               [] { Question::cost_ratio_of(1); });
  expect_error(Status::unsupported, "metric \"lf:0:2:0:0/0:0:1:1\": is not known to rise with true positives",
               [&] { choose(sample, metric_question("lf:0:2:0:0/0:0:1:1")); });
  ThresholdOptions options = plain();
  options.folds = 1;
  expect_error(Status::argument, "folds is 1: must be 0 (none) or at least 2", [&] { choose(sample, {}, options); });
  options.folds = 3;
  expect_error(Status::argument, "folds is 3: must be at most the number of positives, 2",
               [&] { choose(sample, {}, options); });
  options = plain();
  options.smoothing = Smoothing::dropout;
  expect_error(Status::argument, "smoothing is 2: dropout leaves out edges", [&] { choose(sample, {}, options); });
  expect_error(Status::argument, "method is \"fast\": must be one of direct, path,", [] { method_by_name("fast"); });
  CHECK(method_by_name("path-equal") == Method::path_equal);
  expect_error(Status::argument, "thresholds has 2 numbers: must have one a score, 1", [&] {
    sample.count({1.0, 2.0});
  });
  expect_error(Status::argument, "thresholds[0] is nan: must be a number", [&] { sample.count({std::nan("")}); });
}

TEST_CASE("thresholds: partial knowledge") {
  // Below 0.5 nobody looked; a label there says nothing.
  Data data = simple({0.9, 0.8, 0.7, 0.6, 0.4, 0.3}, {1, 0, 1, 0, 1, 0});
  data.rated_from = {0.5};
  const Sample cut = data.sample();
  CHECK(cut.partial());
  CHECK(cut.positives().size() == 2);
  CHECK(load_sample(cut.save()).save() == cut.save());
  expect_error(Status::unsupported,
               "metric \"f1\": rows below rated_from have no label, so the number of all positives is unknown; give "
               "positives",
               [&] { choose(cut, {}); });
  Question recall;
  recall.min_recall = 0.5;
  expect_error(Status::unsupported, "min_recall is 0.5: rows below rated_from have no label",
               [&] { choose(cut, recall); });
  Question net;
  net.cost_ratio = 1.5;
  const ThresholdAnswer answer = choose(cut, net);
  CHECK(answer.thresholds[0] == 0.7);  // never below the cut
  CHECK(answer.outcome.counts.tp == 2);
  CHECK(answer.outcome.counts.fp == 1);
  CHECK(std::isnan(answer.outcome.recall));
  CHECK(answer.outcome.precision == Approx(2.0 / 3));
  Question f1;
  f1.positives = 5;
  const ThresholdAnswer given = choose(cut, f1);
  CHECK(given.outcome.recall == Approx(0.4));
  CHECK(given.outcome.value == Approx(2 * 2 / (3.0 + 5)));
  recall.positives = 5;
  recall.min_recall = 0.9;
  const ThresholdAnswer out_of_reach = choose(cut, recall);
  CHECK(!out_of_reach.feasible);
  CHECK(out_of_reach.outcome.counts.tp == 2);

  Data unrated = simple({0.9, 0.8, 0.7, 0.6}, {1, not_rated, 1, 0});
  expect_error(Status::unsupported, "metric \"f1\": some rows have no label", [&] { choose(unrated.sample(), {}); });
  const ThresholdAnswer some = choose(unrated.sample(), net);
  CHECK(some.outcome.counts.alerts() == 2);
  CHECK(some.unrated == 1);
  CHECK((some.flags & unrated_flagged) != 0);

  // Under "and" each score must reach its cut; under "or" no threshold goes below it.
  for (Rule rule : {Rule::any, Rule::all}) {
    cases::Rng rng(9);
    for (int c = 0; c < cases::scaled(50); ++c) {
      Data two = some_data(rng, 2, rule, 25, rng.below(5), Weights::none);
      two.rated_from = {0.5, c % 2 ? 0.25 : -infinity};
      Question q;
      q.max_fp = rng.below(5);
      if (two.sample().positives().size() == 0) continue;  // none above the cut
      const ThresholdAnswer a = choose(two.sample(), q);
      double most = 0;
      every_threshold(two, [&](const std::vector<double> &, const Flagged &f) {
        if (f.fp <= q.max_fp) most = std::max(most, f.tp);
      });
      CHECK(a.outcome.counts.tp == most);
      for (std::size_t d = 0; d < 2; ++d) CHECK(a.thresholds[d] >= two.rated_from[d]);
      ThresholdOptions single = plain();
      single.method = Method::best_single;
      const ThresholdAnswer s = choose(two.sample(), q, single);
      const Flagged f = counted(two, s.thresholds);
      CHECK(f.tp == s.outcome.counts.tp);
      CHECK(f.fp == s.outcome.counts.fp);
      CHECK(f.tp <= most);
      for (std::size_t d = 0; d < 2; ++d) CHECK(s.thresholds[d] >= two.rated_from[d]);
    }
  }
}

TEST_CASE("thresholds: what the method stacked cannot know") {
  Data data = simple({0.9, 0.8, 0.7, 0.6}, {1, 0, 1, 0});
  data.rated_from = {0.5};
  ThresholdOptions options = plain();
  options.method = Method::stacked;
  Question net;
  net.cost_ratio = 1;
  expect_error(Status::unsupported, "method \"stacked\": a combined score would flag rows below rated_from",
               [&] { choose(data.sample(), net, options); });
  expect_error(Status::argument, "labels: the method stacked needs rows of both labels", [&] {
    choose(simple({1, 2}, {1, 1}).sample(), net, options);
  });
}

TEST_CASE("thresholds: degenerate samples and their flags") {
  const auto flags_of = [](const Data &data, const Question &q = {}) { return choose(data.sample(), q).flags; };
  // One row; all positive.
  const ThresholdAnswer one = choose(simple({0.3}, {1}).sample(), {});
  CHECK(one.thresholds[0] == 0.3);
  CHECK((one.flags & (everything_flagged | only_positives | few_positives)) ==
        (everything_flagged | only_positives | few_positives));
  CHECK(one.outcome.value == 1);
  // Equal scores: everything or nothing.
  const Data equal = simple({1, 1, 1, 1}, {1, 0, 0, 0});
  CHECK((flags_of(equal) & everything_flagged) != 0);
  Question net;
  net.cost_ratio = 1;
  const ThresholdAnswer none = choose(equal.sample(), net);
  CHECK((none.flags & nothing_flagged) != 0);
  CHECK((none.flags & target_not_attained) != 0);
  CHECK(none.thresholds[0] == infinity);
  CHECK(none.feasible);
  CHECK(std::isnan(none.outcome.precision));
  // Inverted scores.
  CHECK((flags_of(simple({1, 2, 3, 4}, {1, 1, 0, 0})) & inverted_scores) != 0);
  CHECK((flags_of(simple({4, 3, 2, 1}, {1, 0, 1, 0})) & inverted_scores) == 0);
  // Perfect separation is what scores of the training set look like.
  CHECK((flags_of(simple({4, 3, 2, 1}, {1, 1, 0, 0})) & in_sample_scores) != 0);
  // A tree with two leaves.
  CHECK((flags_of(simple({1, 1, 1, 1, 0, 0}, {1, 1, 1, 1, 0, 0})) & saturated_scores) != 0);
  // Weights of 0 are as if the rows were not there.
  Data weighted = simple({9, 8, 7, 1}, {0, 1, 1, 0});
  weighted.weights = {0, 1, 1, 1};
  CHECK(choose(weighted.sample(), {}).outcome.value == 1);
  // Infinite scores: +inf can be flagged, and an infinite threshold flags none of it.
  const ThresholdAnswer infinite = choose(simple({infinity, infinity, 1, -infinity}, {1, 0, 0, 1}).sample(), {});
  CHECK(infinite.outcome.counts.tp > 0);
  const Data worst = simple({infinity, infinity, infinity}, {0, 0, 1});
  CHECK(choose(worst.sample(), net).outcome.counts.alerts() == 0);
  CHECK(worst.sample().count({infinity}).alerts() == 0);
  std::vector<uint8_t> mask(3);
  apply_thresholds({worst.scores.data(), false, 3, 1, 1, 1}, {infinity}, Rule::any, {mask.data(), 3, 1});
  CHECK(mask == std::vector<uint8_t>{0, 0, 0});
  CHECK(std::string(flag_name(few_positives)) == "few_positives");
  CHECK(std::string(flag_name(constraint_missed)) == "constraint_missed");
  CHECK(std::string(flag_name(1u << 20)).empty());
  // Switched off: +inf under "or", -inf under "and".
  const Data useless = simple({3, 0, 2, 0, 1, 0}, {1, 1, 0});
  CHECK(choose(useless.sample(), {}).thresholds == std::vector<double>{2, infinity});
  const Data useless_and = simple({3, 0, 2, 0, 1, 0}, {1, 1, 0}, Rule::all);
  CHECK(choose(useless_and.sample(), {}).thresholds == std::vector<double>{2, -infinity});
}

TEST_CASE("thresholds: intervals are exact where they can be, and reported") {
  cases::Rng rng(2);
  const Data data = binormal(rng, 2, 100, 1000, 1.5);
  ThresholdOptions options;
  options.bootstrap = 400;
  options.folds = 5;
  const ThresholdAnswer answer = choose(data.sample(), {}, options);
  const Flagged c = answer.outcome.counts;
  const NamedInterval *precision = interval(answer, "precision"), *recall = interval(answer, "recall");
  REQUIRE(precision);
  REQUIRE(recall);
  const Interval expected = binomial_interval(c.tp, c.alerts(), 0.95);
  CHECK(precision->exact);
  CHECK(precision->interval.low == Approx(expected.low).epsilon(1e-12));
  CHECK(precision->interval.high == Approx(expected.high).epsilon(1e-12));
  CHECK(recall->interval.low == Approx(binomial_interval(c.tp, 100, 0.95).low).epsilon(1e-12));
  for (const char *name : {"marginal_precision", "next_marginal_precision", "tp", "fp", "value"}) {
    const NamedInterval *i = interval(answer, name);
    CAPTURE(name);
    REQUIRE(i);
    CHECK(i->interval.low <= i->estimate);
    CHECK(i->estimate <= i->interval.high);
  }
  REQUIRE(answer.threshold_intervals.size() == 2);
  CHECK(answer.cross_fitted);
  CHECK(answer.cross.value <= answer.outcome.value + 0.05);
  REQUIRE(answer.baselines.size() == 2);
  CHECK(answer.baselines[0].method == Method::best_single);
  CHECK(answer.baselines[1].method == Method::stacked);
  CHECK(answer.baselines[0].outcome.value <= answer.outcome.value + 1e-12);
  // Thinned negatives: the precision of the population, from rows that weigh 10.
  Data thinned = data;
  for (uint8_t label : thinned.labels) thinned.weights.push_back(label ? 1 : 10);
  const ThresholdAnswer heavy = choose(thinned.sample(), {}, options);
  const NamedInterval *weighted = interval(heavy, "precision");
  REQUIRE(weighted);
  CHECK(weighted->exact);
  const Interval rows =
      binomial_interval(heavy.outcome.counts.tp, heavy.outcome.counts.tp + heavy.outcome.counts.fp / 10, 0.95);
  CHECK(weighted->interval.low == Approx(rows.low / (rows.low + 10 * (1 - rows.low))).epsilon(1e-9));
}

TEST_CASE("thresholds: coverage of the intervals") {
  // At thresholds that were fixed beforehand an interval of 95 % holds the truth at least about as often.
  cases::Rng rng(3);
  const int runs = cases::scaled(600);
  const double shift = 1.5, threshold = 1.2;
  const auto above = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  const int p = 80, n = 800;
  const double true_tp = p * above(threshold - shift), true_fp = n * above(threshold);
  const double true_precision = true_tp / (true_tp + true_fp), true_recall = true_tp / p;
  const double true_f = 2 * true_tp / (true_tp + true_fp + p);
  int precision = 0, recall = 0, value = 0, weighted = 0, used = 0;
  for (int r = 0; r < runs; ++r) {
    Data data = binormal(rng, 1, p, n, shift);
    // Rounded scores leave one threshold to choose from.
    for (double &s : data.scores) s = s >= threshold;
    for (uint8_t label : data.labels) data.weights.push_back(label ? 1 : 3);
    Data plain_rows = data;
    plain_rows.weights.clear();
    ThresholdOptions options = plain();
    options.bootstrap = 200;
    options.seed = static_cast<uint64_t>(r);
    Question all;
    all.goal = Goal::metric;
    all.metric = cases::metric("f1");
    const ThresholdAnswer answer = choose(plain_rows.sample(), all, options);
    if (answer.thresholds[0] != 1) continue;
    ++used;
    const auto holds = [](const NamedInterval *i, double truth) {
      return i && i->interval.low <= truth && truth <= i->interval.high;
    };
    precision += holds(interval(answer, "precision"), true_precision);
    recall += holds(interval(answer, "recall"), true_recall);
    value += holds(interval(answer, "value"), true_f);
    const ThresholdAnswer other = choose(data.sample(), all, options);
    weighted += other.thresholds[0] == 1 ? holds(interval(other, "precision"), true_tp / (true_tp + 3 * true_fp)) : 1;
  }
  CAPTURE(used, precision, recall, value, weighted);
  REQUIRE(used > runs / 2);
  CHECK(precision >= 0.93 * used);
  CHECK(recall >= 0.93 * used);
  CHECK(weighted >= 0.93 * used);
  CHECK(value >= 0.90 * used);  // percentiles of a finite bootstrap
  CHECK(value <= 0.995 * used);
}

TEST_CASE("thresholds: a lower limit keeps the promise that a point estimate breaks") {
  cases::Rng rng(4);
  const int runs = cases::scaled(200);
  const double shift = 2;
  const auto above = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  int point_fails = 0, limit_fails = 0;
  for (int r = 0; r < runs; ++r) {
    const Sample sample = binormal(rng, 1, 100, 2000, shift).sample();
    Question q;
    q.min_precision = 0.5;
    const auto fails = [&](double confidence) {
      q.confidence = confidence;
      const double t = choose(sample, q).thresholds[0];
      if (t == infinity) return 0;
      const double tp = 100 * above(t - shift), fp = 2000 * above(t);
      return tp / (tp + fp) < 0.5 ? 1 : 0;
    };
    point_fails += fails(0);
    limit_fails += fails(0.9);
  }
  CAPTURE(runs, point_fails, limit_fails);
  CHECK(point_fails > 0.35 * runs);
  CHECK(limit_fails < 0.15 * runs);
}

TEST_CASE("thresholds: bootstrap replicates on cells resemble those on rows") {
  cases::Rng rng(5);
  Data data = binormal(rng, 2, 60, 600, 1);
  for (int64_t i = 0; i < data.n(); ++i) data.weights.push_back(0.5 + rng.uniform());
  for (bool weighted : {false, true}) {
    Data used = data;
    if (!weighted) used.weights.clear();
    const Sample sample = used.sample().exact();
    const CellBootstrap bootstrap(sample, lattice_levels(sample, 400));
    const int runs = 2000;
    CellBootstrap::Workspace workspace;
    double sum = 0, squares = 0, rows = 0;
    for (int r = 0; r < runs; ++r) {
      const auto replicate = bootstrap.draw(Against::fp, 3, static_cast<uint64_t>(r), workspace);
      sum += replicate.positives;
      squares += replicate.positives * replicate.positives;
      rows += replicate.rows;
      CHECK(replicate.points.back().tp <= replicate.positives * (1 + 1e-9));
    }
    const double mean = sample.positives().total(), variance = sample.positives().squares();
    CAPTURE(weighted);
    CHECK(std::fabs(sum / runs - mean) < 5 * std::sqrt(variance / runs));
    CHECK(squares / runs - sum / runs * (sum / runs) == Approx(variance).epsilon(0.2));
    CHECK(rows / runs == Approx(mean + sample.negatives().total()).epsilon(0.01));
    NoMonitor monitor;
    const Judge judge({}, sample);
    CHECK(bootstrap_thresholds(bootstrap, judge, 20, 1, 1, monitor) ==
          bootstrap_thresholds(bootstrap, judge, 20, 1, 3, monitor));
  }
  CHECK(quantile({3, 1, 2}, 0.5) == 2);
  CHECK(quantile({1, 2}, 0.25) == 1.25);
  CHECK(quantile({1, infinity}, 0.9) == infinity);
  CHECK(median_thresholds({{1, infinity}, {3, infinity}, {2, 5}}) == std::vector<double>{2, infinity});
}

TEST_CASE("thresholds: folds part the rows, each with its share of both labels") {
  cases::Rng rng(6);
  const Data data = some_data(rng, 2, Rule::any, 57, 1, Weights::whole);
  const Sample sample = data.sample();
  const Folds folds(sample, 4, 9);
  Sample sum(2, Rule::any, {});
  for (int64_t f = 0; f < 4; ++f) {
    const Sample own = folds.only(f), rest = folds.without(f);
    CHECK(own.n_fed() + rest.n_fed() == sample.n_fed());
    CHECK(std::llabs(4 * own.positives().size() - sample.positives().size()) < 4);
    CHECK(std::llabs(4 * own.negatives().size() - sample.negatives().size()) < 4);
    Sample both = own;
    both.merge(rest);
    CHECK(both.save() == sample.save());
    sum.merge(own);
  }
  CHECK(sum.save() == sample.save());
}

TEST_CASE("thresholds: cross-fitting shows what choosing in sample hides") {
  // Scores that know nothing: in sample some precision is found, but not out of it.
  cases::Rng rng(7);
  double in_sample = 0, cross = 0;
  const int runs = cases::scaled(40);
  for (int r = 0; r < runs; ++r) {
    const Data data = binormal(rng, 2, 40, 400, 0);
    Question q;
    q.cost_ratio = 5;
    ThresholdOptions options = plain();
    options.folds = 5;
    const ThresholdAnswer answer = choose(data.sample(), q, options);
    in_sample += answer.outcome.value;
    cross += answer.cross.value;
  }
  CHECK(in_sample > 0);
  CHECK(cross < 0);
}

TEST_CASE("thresholds: Mann and Whitney's area") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const Data data = some_data(rng, 1, Rule::any, rng.between(2, 40), rng.below(6), static_cast<Weights>(c % 3));
    const Sample sample = data.sample();
    double right = 0, pairs = 0;
    for (int64_t i = 0; i < data.n(); ++i)
      for (int64_t j = 0; j < data.n(); ++j)
        if (data.labels[static_cast<std::size_t>(i)] == 1 && data.labels[static_cast<std::size_t>(j)] == 0) {
          const double w = data.weight(i) * data.weight(j), a = data.score(i, 0), b = data.score(j, 0);
          pairs += w;
          right += a > b ? w : a == b ? w / 2 : 0;
        }
    if (pairs == 0) continue;
    CHECK(ranking_area(sample, 0) == Approx(right / pairs).epsilon(1e-12));
  }
}

TEST_CASE("thresholds: saved states that were tampered with") {
  const std::string saved = simple({0.5, 0.25, -infinity, 1}, {1, 0}).sample().save();
  CHECK(load_sample(saved).save() == saved);
  const auto changed = [&](const std::string &from, const std::string &to) {
    std::string text = saved;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const auto refused = [&](const std::string &text, const std::string &message) {
    expect_error(Status::format, "saved frontier: " + message, [&] { load_sample(text); });
  };
  refused("", "parse error");
  refused("[]", "an array stands where none belongs");
  refused(changed("\"frontier\"", "\"estimator\""), "\"wald\" is not \"frontier\"");
  refused(changed("\"version\":1", "\"version\":2"), "\"version\" is 2: this library reads version 1");
  refused(changed("\"scores\":2", "\"scores\":65"), "\"scores\" is 65: must be a whole number in [1, 64]");
  refused(changed("\"scores\":2", "\"scores\":3"), "\"negatives\"[0] has 2 numbers: must have 3 scores");
  refused(changed("\"or\"", "\"xor\""), "\"rule\" must be or, or and");
  refused(changed("\"rule\"", "\"ruler\""), "\"ruler\" is not a member of a saved frontier");
  refused(changed("\"unrated\":[]", "\"positives\":[]"), "\"positives\" stands twice");
  refused(changed(",\n\"unrated\":[]", ""), "\"unrated\" is missing");
  refused(changed("[0.5,0.25]", "[0.5,0.25,-1]"), "\"positives\"[0] has the weight -1: must be finite and above 0");
  refused(changed("[0.5,0.25]", "[0.5,null]"), "null is no value of it");
  refused(changed("[0.5,0.25]", "[0.5,\"inf\"]"), "\"inf\" is not a number");
  refused(changed("[0.5,0.25]", "[0.5,[1]]"), "an array stands where none belongs");
  refused(changed("[0.5,0.25]", "{}"), "an object stands inside it");
  // Whatever is done to one byte, it is read or refused.
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(2000); ++c) {
    std::string text = saved;
    const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
    if (c % 3 == 0)
      text.erase(at, 1);
    else if (c % 3 == 1)
      text[at] = static_cast<char>(rng.below(256));
    else
      text.resize(at);
    try {
      const Sample loaded = load_sample(text);
      CHECK(load_sample(loaded.save()).save() == loaded.save());
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
    }
  }
}
