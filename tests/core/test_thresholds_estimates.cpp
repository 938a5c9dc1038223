// Intervals, bootstrap, cross-fitting, flags, partial knowledge, saved state.
#include <catch2/catch.hpp>

#include "core/numeric/quantile.hpp"
#include "core/numeric/random/gamma.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"
#include "core/thresholds/estimates/folds.hpp"
#include "core/thresholds/estimates/smoothing.hpp"
#include "core/thresholds/search/search.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;
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

const NamedInterval *interval(const ChosenThresholds &answer, const std::string &name) {
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

TEST_CASE("thresholds: parts of one score without samples are those of samples, and cross-fit the same") {
  cases::Rng rng(41);
  for (int c = 0; c < 6; ++c) {
    Data data = binormal(rng, 1, 100 + rng.below(3000), 9000, 1);
    if (c % 2)
      for (double &s : data.scores) s = std::round(s * 4) / 4;
    const Sample sample = data.sample();
    ThresholdSearch options;
    options.folds = rng.between(2, 7);
    options.seed = static_cast<uint64_t>(c);
    REQUIRE(ScoreFolds::serves(sample));
    const Folds parts(sample, options.folds, options.seed);
    const ScoreFolds scores(sample, options.folds, options.seed);
    Objective objective;
    if (c % 3 == 1) objective.min_precision = 0.3;
    if (c % 3 == 2) objective.max_fp = 200;
    const Criterion criterion(objective, sample);
    Flagged sum;
    NoMonitor monitor;
    for (int64_t f = 0; f < options.folds; ++f) {
      const Sample rest = parts.without(f), own = parts.only(f);
      const ScoredRows rows = scores.without(f);
      CHECK(rows.positives == rest.positives().total());
      CHECK(rows.negatives == rest.negatives().total());
      ThresholdSearch plain = options;
      plain.folds = 0;
      const double share = 1 - 1 / static_cast<double>(options.folds);
      const SearchResult found = search({rest, criterion.scaled(share, rest), plain, true, monitor});
      const Choice choice = criterion.scaled(share, rest).choose(found.frontier.points);
      const double at = *found.frontier.thresholds.row(static_cast<std::size_t>(choice.index));
      for (const double t : {at, 0.25, -1.0, HUGE_VAL}) {
        CHECK(scores.count(f, t).tp == own.count({t}).tp);
        CHECK(scores.count(f, t).fp == own.count({t}).fp);
      }
      sum.tp += own.count({at}).tp;
      sum.fp += own.count({at}).fp;
    }
    const ChosenThresholds answer = choose(sample, objective, options);
    CHECK(answer.cross_fit.counts.tp == sum.tp);
    CHECK(answer.cross_fit.counts.fp == sum.fp);
  }
}

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
    ThresholdSearch options;
    options.bootstrap = 20;
    options.folds = 3;
    Objective q;
    q.cost_ratio = 2;
    const ChosenThresholds a = choose(once, q, options), b = choose(merged, q, options);
    CHECK(a.thresholds == b.thresholds);
    CHECK(a.outcome.counts.tp == b.outcome.counts.tp);
    CHECK(a.outcome.counts.fp == b.outcome.counts.fp);
    CHECK(a.cross_fit.counts.tp == b.cross_fit.counts.tp);
    CHECK(a.cross_fit.counts.fp == b.cross_fit.counts.fp);
    REQUIRE(a.intervals.size() == b.intervals.size());
    for (std::size_t i = 0; i < a.intervals.size(); ++i) {
      CHECK(a.intervals[i].interval.low == b.intervals[i].interval.low);
      CHECK(a.intervals[i].interval.high == b.intervals[i].interval.high);
    }
    REQUIRE(a.baselines.size() == b.baselines.size());
    for (std::size_t i = 0; i < a.baselines.size(); ++i)
      CHECK(a.baselines[i].coefficients == b.baselines[i].coefficients);
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
  expect_error(Status::argument, "truth[1] is 3: must be 0, 1 or 2 (not rated)", [&] { feed({1, 2}, {1, 3}, {}); });
  expect_error(Status::argument, "weights[1] is -1: must be finite and at least 0", [&] {
    feed({1, 2}, {1, 0}, {2, -1});
  });
  expect_error(Status::argument, "weights[0] is inf: must be finite and at least 0", [&] {
    feed({1, 2}, {1, 0}, {infinity, 1});
  });
  expect_error(Status::argument, "n_scores is 2: must be 1", [&] { feed({1, 2}, {1}, {}); });
  CHECK(sample.save() == before);
  expect_error(Status::argument, "n_scores is 0: must lie in [1, 64]", [] { Sample(0, Rule::any, {}); });
  expect_error(Status::argument, "rated_from has 1 numbers: must have one per score, 2",
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

TEST_CASE("thresholds: objectives that make no sense") {
  const Sample sample = simple({0.1, 0.9, 0.5}, {0, 1, 1}).sample();
  const auto refused = [&](const std::string &message, const std::function<void(Objective &)> &change) {
    Objective q;
    change(q);
    expect_error(Status::argument, message, [&] { choose(sample, q); });
  };
  refused("min_precision is 1.5: must lie in [0, 1]", [](Objective &q) { q.min_precision = 1.5; });
  refused("min_recall is -1: must lie in [0, 1]", [](Objective &q) { q.min_recall = -1; });
  refused("max_fp is -1: must be at least 0", [](Objective &q) { q.max_fp = -1; });
  refused("max_alerts is -2: must be at least 0", [](Objective &q) { q.max_alerts = -2; });
  refused("precision_level is 1: must lie in [0, 1)",
          [](Objective &q) { q.min_precision = .5, q.precision_level = 1; });
  refused("precision_level is 0.9: requires min_precision", [](Objective &q) { q.precision_level = 0.9; });
  refused("cost_ratio is 0: must be finite and above 0", [](Objective &q) { q.cost_ratio = 0; });
  refused("positives is 1: must be at least the 2 that were fed", [](Objective &q) { q.positives = 1; });
  refused("cost_ratio is nan: must be given", [](Objective &q) { q.goal = Goal::net_benefit; });
  refused("goal is fewest_fp: requires min_recall", [](Objective &q) { q.goal = Goal::fewest_fp; });
  refused("goal is most_tp: the most true positives need", [](Objective &q) { q.goal = Goal::most_tp; });
  refused("goal is 9: must be one of 0 (auto), 1 (metric), 2 (net_benefit), 3 (most_tp), 4 (fewest_fp)", [](Objective &q) { q.goal = static_cast<Goal>(9); });
  refused("marginal_precision is 1: must lie in (0, 1)", [](Objective &q) { q.marginal_precision = 1; });
  refused("cost_ratio is 3: must not be set with marginal_precision", [](Objective &q) {
    q.cost_ratio = 3;
    q.marginal_precision = 0.25;
  });
  for (const char *name : {"precision", "specificity", "noisy_or", "cost:1:0"}) {
    // As good as can be where nothing is flagged, whatever is known.
    Objective q = metric_objective(name);
    const auto is_refused = [&] {
      expect_error(Status::unsupported,
                   "metric \"" + std::string(name) + "\": is greatest where nothing is flagged; give min_recall",
                   [&] { choose(sample, q); });
    };
    is_refused();
    q.min_recall = 0;
    q.max_fp = 1;
    is_refused();
    q.min_recall = 0.5;
    CHECK(choose(sample, q).outcome.counts.tp > 0);
  }
  Objective strict;
  strict.metric = parse_metric("precision", 0);  // 0/0 is 0: flagging nothing is worst
  CHECK(choose(sample, strict).outcome.counts.tp > 0);
  expect_error(Status::unsupported, "metric \"lf:0:2:0:0/0:0:1:1\": is not known to rise with true positives",
               [&] { choose(sample, metric_objective("lf:0:2:0:0/0:0:1:1")); });
  ThresholdSearch options = plain();
  options.folds = 1;
  expect_error(Status::argument, "folds is 1: must be 0 (none) or at least 2", [&] { choose(sample, {}, options); });
  options.folds = 3;
  expect_error(Status::argument, "folds is 3: must be at most the number of positives, 2",
               [&] { choose(sample, {}, options); });
  options = plain();
  options.smoothing = Smoothing::dropout;
  expect_error(Status::argument, "smoothing is dropout: leaves out edges", [&] { choose(sample, {}, options); });
  expect_error(Status::argument, "method is \"fast\": must be one of direct, path,",
               [] { value_of(vocabulary("method", method_words), "fast", "method"); });
  CHECK(value_of(vocabulary("method", method_words), "path-equal", "method") ==
        static_cast<int32_t>(Method::path_equal));
  expect_error(Status::argument, "thresholds has 2 numbers: must have one per score, 1", [&] {
    sample.count({1.0, 2.0});
  });
  expect_error(Status::argument, "thresholds[0] is nan: must be a number", [&] { sample.count({std::nan("")}); });
}

TEST_CASE("thresholds: partial knowledge") {
  // Below 0.5 no row was rated; a label there says nothing.
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
  Objective recall;
  recall.min_recall = 0.5;
  expect_error(Status::unsupported, "min_recall is 0.5: rows below rated_from have no label",
               [&] { choose(cut, recall); });
  Objective net;
  net.cost_ratio = 1.5;
  const ChosenThresholds answer = choose(cut, net);
  CHECK(answer.thresholds[0] == 0.7);  // never below the cut
  CHECK(answer.outcome.counts.tp == 2);
  CHECK(answer.outcome.counts.fp == 1);
  CHECK(std::isnan(answer.outcome.recall));
  CHECK(answer.outcome.precision == Approx(2.0 / 3));
  Objective f1;
  f1.positives = 5;
  const ChosenThresholds given = choose(cut, f1);
  CHECK(given.outcome.recall == Approx(0.4));
  CHECK(given.outcome.value == Approx(2 * 2 / (3.0 + 5)));
  recall.positives = 5;
  recall.min_recall = 0.9;
  const ChosenThresholds out_of_reach = choose(cut, recall);
  CHECK(!out_of_reach.feasible);
  CHECK(out_of_reach.outcome.counts.tp == 2);

  Data unrated = simple({0.9, 0.8, 0.7, 0.6}, {1, not_rated, 1, 0});
  expect_error(Status::unsupported, "metric \"f1\": some rows have no label", [&] { choose(unrated.sample(), {}); });
  const ChosenThresholds some = choose(unrated.sample(), net);
  CHECK(some.outcome.counts.alerts() == 2);
  CHECK(some.unrated == 1);
  CHECK((some.flags & unrated_flagged) != 0);

  // Under "and" each score must reach its cut; under "or" no threshold goes below it.
  for (Rule rule : {Rule::any, Rule::all}) {
    cases::Rng rng(9);
    for (int c = 0; c < cases::scaled(50); ++c) {
      Data two = some_data(rng, 2, rule, 25, rng.below(5), Weights::none);
      two.rated_from = {0.5, c % 2 ? 0.25 : -infinity};
      Objective q;
      q.max_fp = rng.below(5);
      if (two.sample().positives().size() == 0) continue;  // none above the cut
      const ChosenThresholds a = choose(two.sample(), q);
      double most = 0;
      every_threshold(two, [&](const std::vector<double> &, const Flagged &f) {
        if (f.fp <= q.max_fp) most = std::max(most, f.tp);
      });
      CHECK(a.outcome.counts.tp == most);
      for (std::size_t d = 0; d < 2; ++d) CHECK(a.thresholds[d] >= two.rated_from[d]);
      ThresholdSearch single = plain();
      single.method = Method::best_single;
      const ChosenThresholds s = choose(two.sample(), q, single);
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
  ThresholdSearch options = plain();
  options.method = Method::stacked;
  Objective net;
  net.cost_ratio = 1;
  expect_error(Status::unsupported, "method \"stacked\": a combined score would flag rows below rated_from",
               [&] { choose(data.sample(), net, options); });
  expect_error(Status::argument, "truth: the method stacked needs rows of both labels", [&] {
    choose(simple({1, 2}, {1, 1}).sample(), net, options);
  });
}

TEST_CASE("thresholds: degenerate samples and their flags") {
  const auto flags_of = [](const Data &data, const Objective &q = {}) { return choose(data.sample(), q).flags; };
  // One row; all positive.
  const ChosenThresholds one = choose(simple({0.3}, {1}).sample(), {});
  CHECK(one.thresholds[0] == 0.3);
  CHECK((one.flags & (everything_flagged | only_positives | few_positives)) ==
        (everything_flagged | only_positives | few_positives));
  CHECK(one.outcome.value == 1);
  // Equal scores: everything or nothing.
  const Data equal = simple({1, 1, 1, 1}, {1, 0, 0, 0});
  CHECK((flags_of(equal) & everything_flagged) != 0);
  Objective net;
  net.cost_ratio = 1;
  const ChosenThresholds none = choose(equal.sample(), net);
  CHECK((none.flags & nothing_flagged) != 0);
  CHECK((none.flags & target_not_attained) != 0);
  CHECK(none.thresholds[0] == infinity);
  CHECK(none.feasible);
  CHECK(std::isnan(none.outcome.precision));
  CHECK(none.warning ==
        "nothing is flagged: for \"most true positives - fp/1\" no alert is worth its cost, or the limits leave none");
  Objective sure;
  sure.min_precision = 0.99;
  const ChosenThresholds unsure = choose(equal.sample(), sure);
  CHECK(!unsure.feasible);
  CHECK(unsure.thresholds[0] == infinity);
  CHECK((unsure.flags & recall_out_of_reach) == 0);
  CHECK(unsure.warning.find("no thresholds attain \"") == 0);
  CHECK(unsure.warning.find("nothing is flagged") != std::string::npos);
  // Inverted scores.
  CHECK((flags_of(simple({1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 1, 1, 0, 0, 0, 0})) & inverted_scores) != 0);
  CHECK((flags_of(simple({4, 3, 2, 1}, {1, 0, 1, 0})) & inverted_scores) == 0);
  // Of scores that say nothing, every second sample has an area below 1/2.
  cases::Rng rng(16);
  int inverted = 0;
  const int runs = cases::scaled(400);
  for (int r = 0; r < runs; ++r)
    inverted += (data_flags(binormal(rng, 1, 60, 600, 0).sample(), {}) & inverted_scores) != 0;
  CHECK((inverted > 0 || runs < 200));
  CHECK(inverted < 0.06 * runs + 1);
  CHECK((data_flags(binormal(rng, 1, 60, 600, -1).sample(), {}) & inverted_scores) != 0);
  // Perfect separation is what scores of the training set look like.
  CHECK((flags_of(simple({4, 3, 2, 1}, {1, 1, 0, 0})) & in_sample_scores) != 0);
  // A tree with two leaves.
  CHECK((flags_of(simple({1, 1, 1, 1, 0, 0}, {1, 1, 1, 1, 0, 0})) & saturated_scores) != 0);
  // Weights of 0 are as if the rows were not there.
  Data weighted = simple({9, 8, 7, 1}, {0, 1, 1, 0});
  weighted.weights = {0, 1, 1, 1};
  CHECK(choose(weighted.sample(), {}).outcome.value == 1);
  // Infinite scores: +inf can be flagged, and an infinite threshold flags none of it.
  const ChosenThresholds two = choose(simple({infinity, infinity, 1, -infinity}, {1, 0, 0, 1}).sample(), {});
  CHECK(two.outcome.counts.tp > 0);
  const Data worst = simple({infinity, infinity, infinity}, {0, 0, 1});
  CHECK(choose(worst.sample(), net).outcome.counts.alerts() == 0);
  CHECK(worst.sample().count({infinity}).alerts() == 0);
  std::vector<uint8_t> mask(3);
  apply_thresholds({worst.scores.data(), false, 3, 1, 1, 1}, {infinity}, Rule::any, {mask.data(), 3, 1});
  CHECK(mask == std::vector<uint8_t>{0, 0, 0});
  const Vocabulary flags = vocabulary("threshold_flag", threshold_flag_words);
  CHECK(std::string(word_of(flags, few_positives)) == "few_positives");
  CHECK(std::string(word_of(flags, constraint_missed)) == "constraint_missed");
  CHECK(std::string(word_of(flags, 1 << 20)).empty());
  // Switched off: +inf under "or", -inf under "and".
  const Data useless = simple({3, 0, 2, 0, 1, 0}, {1, 1, 0});
  CHECK(choose(useless.sample(), {}).thresholds == std::vector<double>{2, infinity});
  const Data useless_and = simple({3, 0, 2, 0, 1, 0}, {1, 1, 0}, Rule::all);
  CHECK(choose(useless_and.sample(), {}).thresholds == std::vector<double>{2, -infinity});
}

TEST_CASE("thresholds: intervals are exact if they can be, and reported") {
  cases::Rng rng(2);
  const Data data = binormal(rng, 2, 100, 1000, 1.5);
  ThresholdSearch options;
  options.bootstrap = 400;
  options.folds = 5;
  const ChosenThresholds answer = choose(data.sample(), {}, options);
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
  CHECK(answer.has_cross_fit);
  CHECK(answer.cross_fit.value <= answer.outcome.value + 0.05);
  REQUIRE(answer.baselines.size() == 2);
  CHECK(answer.baselines[0].method == Method::best_single);
  CHECK(answer.baselines[1].method == Method::stacked);
  CHECK(answer.baselines[0].outcome.value <= answer.outcome.value + 1e-12);
  // One negative will do.
  CHECK(choose(binormal(rng, 2, 20, 1, 1.5).sample(), {}, ThresholdSearch()).baselines.size() == 2);
  // Thinned negatives: the precision of the population, from rows that weigh 10.
  Data thinned = data;
  for (uint8_t label : thinned.labels) thinned.weights.push_back(label ? 1 : 10);
  const ChosenThresholds heavy = choose(thinned.sample(), {}, options);
  const NamedInterval *weighted = interval(heavy, "precision");
  REQUIRE(weighted);
  CHECK(weighted->exact);
  const Interval rows =
      binomial_interval(heavy.outcome.counts.tp, heavy.outcome.counts.tp + heavy.outcome.counts.fp / 10, 0.95);
  CHECK(weighted->interval.low == Approx(rows.low / (rows.low + 10 * (1 - rows.low))).epsilon(1e-9));
}

TEST_CASE("thresholds: every number that is known has an interval, exact if it can be") {
  cases::Rng rng(12);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const auto weights = static_cast<Weights>(c % 4);
    Data data = some_data(rng, 1 + c % 2, Rule::any, 50, 0, weights);
    const Sample sample = data.sample();
    if (sample.negatives().size() == 0) continue;
    Objective o;
    const bool jaccard = c / 20 % 2 == 1;
    if (c % 5 == 0 && jaccard) o = metric_objective("jaccard");
    if (c % 5 == 1) o = metric_objective("mcc");
    if (c % 5 == 2) o.max_fp = 5;
    if (c % 5 == 3) o.min_recall = 0.5;
    if (c % 5 == 4) o.cost_ratio = 2;
    const ChosenThresholds answer = choose(sample, o);
    const bool equal = sample.equal_weights();
    const bool f1_of_equals = c % 5 == 0 && weights == Weights::none;
    for (const auto &[name, known] :
         {std::pair("precision", answer.outcome.precision), std::pair("recall", answer.outcome.recall),
          std::pair("tp", answer.outcome.counts.tp), std::pair("fp", answer.outcome.counts.fp),
          std::pair("value", answer.outcome.value), std::pair("marginal_precision", answer.marginal_precision),
          std::pair("next_marginal_precision", answer.next_marginal_precision)}) {
      CAPTURE(c, name);
      const NamedInterval *const i = interval(answer, name);
      CHECK((i != nullptr) == !std::isnan(known));
      if (!i) continue;
      CHECK(i->estimate == known);
      CHECK(i->interval.low <= i->interval.high);
      const bool is_value = std::string(name) == "value";
      CHECK(i->exact == (equal && (!is_value || f1_of_equals || c % 5 == 2 || c % 5 == 3)));
      CHECK((i->interval.low <= known * (1 + 1e-12) && known <= i->interval.high * (1 + 1e-12)));
      CHECK(i->interval.low < i->interval.high);
    }
    if (f1_of_equals) {
      // Of a proportion J, Jaccard's index; F1 = 2J/(1+J).
      const Flagged f = answer.outcome.counts;
      const Interval share = binomial_interval(f.tp, f.fp + answer.outcome.positives, 0.95);
      const auto of = [&](double j) { return jaccard ? j : 2 * j / (1 + j); };
      CHECK(interval(answer, "value")->interval.low == Approx(of(share.low)));
      CHECK(interval(answer, "value")->interval.high == Approx(of(share.high)));
    }
  }
}

TEST_CASE("thresholds: coverage of the intervals") {
  // At thresholds that were fixed in advance an interval of 95 % holds the truth at least about as often.
  cases::Rng rng(3);
  const int runs = cases::scaled(600);
  const double shift = 1.5, threshold = 1.2;
  const auto above = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  const int p = 80, n = 800;
  const double true_tp = p * above(threshold - shift), true_fp = n * above(threshold);
  const double true_precision = true_tp / (true_tp + true_fp), true_recall = true_tp / p;
  const double true_f = 2 * true_tp / (true_tp + true_fp + p);
  int precision = 0, recall = 0, value = 0, tp = 0, fp = 0, mcc = 0, weighted = 0, unequal = 0, used = 0;
  for (int r = 0; r < runs; ++r) {
    Data data = binormal(rng, 1, p, n, shift);
    // Rounded scores leave one threshold to choose from.
    for (double &s : data.scores) s = s >= threshold;
    // A sample of p + n rows, in which the numbers of both labels are random.
    Data redrawn = data;
    redrawn.scores.clear();
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      redrawn.labels[i] = i == 0 || rng.uniform() < static_cast<double>(p) / (p + n);
      redrawn.scores.push_back(normal(rng) + (redrawn.labels[i] ? shift : 0) >= threshold);
    }
    Data uneven = data;
    for (uint8_t label : data.labels) {
      data.weights.push_back(label ? 1 : 3);
      uneven.weights.push_back(0.5 + 1.5 * rng.uniform());
    }
    Data plain_rows = data;
    plain_rows.weights.clear();
    ThresholdSearch options = plain();
    options.bootstrap = 200;
    options.seed = static_cast<uint64_t>(r);
    Objective all;
    all.goal = Goal::metric;
    all.metric = cases::metric("f1");
    const ChosenThresholds answer = choose(plain_rows.sample(), all, options);
    if (answer.thresholds[0] != 1) continue;
    ++used;
    const auto holds = [](const NamedInterval *i, double truth) {
      return i && i->interval.low <= truth && truth <= i->interval.high;
    };
    precision += holds(interval(answer, "precision"), true_precision);
    recall += holds(interval(answer, "recall"), true_recall);
    const ChosenThresholds random = choose(redrawn.sample(), all, options);
    if (random.thresholds[0] == 1) {
      tp += holds(interval(random, "tp"), true_tp);
      fp += holds(interval(random, "fp"), true_fp);
      value += holds(interval(random, "value"), true_f);
    } else {
      ++tp, ++fp, ++value;
    }
    // MCC has no exact limits; unequal weights of rows have none either.
    const double true_tn = n - true_fp, true_fn = p - true_tp;
    const double true_mcc = (true_tp * true_tn - true_fp * true_fn) /
                            std::sqrt((true_tp + true_fp) * p * static_cast<double>(n) * (true_tn + true_fn));
    const ChosenThresholds by_mcc = choose(plain_rows.sample(), metric_objective("mcc"), options);
    mcc += by_mcc.thresholds[0] == 1 ? holds(interval(by_mcc, "value"), true_mcc) : 1;
    const ChosenThresholds rough = choose(uneven.sample(), all, options);
    unequal += rough.thresholds[0] == 1 ? holds(interval(rough, "precision"), true_precision) : 1;
    const ChosenThresholds other = choose(data.sample(), all, options);
    weighted += other.thresholds[0] == 1 ? holds(interval(other, "precision"), true_tp / (true_tp + 3 * true_fp)) : 1;
  }
  CAPTURE(used, precision, recall, value, tp, fp, mcc, weighted, unequal);
  REQUIRE(used > runs / 2);
  CHECK(precision >= 0.93 * used);
  CHECK(recall >= 0.93 * used);
  CHECK(weighted >= 0.93 * used);
  for (int exact : {value, tp, fp}) {
    CHECK(exact >= 0.93 * used);
    CHECK((exact <= 0.995 * used || used < 300));  // nor wider than they need be
  }
  for (int effective : {mcc, unequal}) {
    CHECK(effective >= 0.93 * used);
    CHECK((effective <= 0.998 * used || used < 300));
  }
}

TEST_CASE("thresholds: coverage of the intervals of few rows that weigh differently") {
  // A score of 1 is flagged; either weight is as likely. In 30 % of the samples no false alert is seen: percentiles of
  // a bootstrap would miss the precision in all of these.
  cases::Rng rng(17);
  const int runs = cases::scaled(1500);
  for (double heavy : {1.001, 2.0, 5.0}) {
    const double mean_weight = (1 + heavy) / 2;
    // Of 60 rows: flagged and positive, flagged, positive, none.
    const double share[] = {0.30, 0.02, 0.04, 0.64};
    const double tp = 60 * share[0] * mean_weight, fp = 60 * share[1] * mean_weight, fn = 60 * share[2] * mean_weight,
                 tn = 60 * share[3] * mean_weight;
    const double mcc = (tp * tn - fp * fn) / std::sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
    const std::vector<std::pair<const char *, double>> truths = {
        {"precision", tp / (tp + fp)}, {"recall", tp / (tp + fn)}, {"tp", tp}, {"fp", fp}, {"value", mcc}};
    std::vector<int> held(truths.size());
    std::vector<double> width(truths.size());
    for (int r = 0; r < runs; ++r) {
      Data data;
      for (int i = 0; i < 60; ++i) {
        const double u = rng.uniform();
        const bool flagged = u < share[0] + share[1], positive = u < share[0] || (!flagged && u < 0.36);
        data.scores.push_back(flagged);
        data.labels.push_back(positive);
        data.weights.push_back(rng.below(2) ? heavy : 1);
      }
      const Sample sample = data.sample().exact();
      const Criterion criterion(metric_objective("mcc"), sample);
      ThresholdSearch options = plain();
      options.bootstrap = 200;
      options.seed = static_cast<uint64_t>(r);
      const auto intervals = intervals_at(sample, {1}, criterion, criterion.outcome(sample.count({1})), {}, options);
      for (std::size_t t = 0; t < truths.size(); ++t)
        for (const NamedInterval &i : intervals)
          if (std::string(i.name) == truths[t].first) {
            held[t] += i.interval.low <= truths[t].second && truths[t].second <= i.interval.high;
            width[t] += i.interval.high - i.interval.low;
            CHECK(!i.exact);
          }
    }
    for (std::size_t t = 0; t < truths.size(); ++t) {
      CAPTURE(heavy, truths[t].first, held[t], runs, width[t] / runs);
      CHECK(held[t] >= (runs < 1000 ? 0.90 : 0.94) * runs);
      CHECK((held[t] <= 0.997 * runs || runs < 1000));
    }
    CHECK(width[0] / runs < 0.35);
    CHECK(width[1] / runs < 0.40);
  }
}

TEST_CASE("thresholds: unequal weights that are nearly equal have nearly the exact intervals") {
  Data data = simple({9, 8, 7, 6, 5, 4, 3}, {1, 1, 1, 0, 0, 0, 0});
  const ChosenThresholds exact = choose(data.sample(), {});
  data.weights = {1, 1, 1.001, 1, 1, 1, 1};
  const ChosenThresholds nearly = choose(data.sample(), {});
  for (const char *name : {"precision", "recall", "tp", "fp", "marginal_precision"}) {
    CAPTURE(name);
    REQUIRE(interval(nearly, name));
    CHECK(!interval(nearly, name)->exact);
    CHECK(interval(nearly, name)->interval.low == Approx(interval(exact, name)->interval.low).epsilon(0.01));
    CHECK(interval(nearly, name)->interval.high == Approx(interval(exact, name)->interval.high).epsilon(0.01));
  }
  CHECK(interval(nearly, "value")->interval.low < 0.6);
  CHECK(interval(nearly, "value")->interval.high == Approx(1));
  // Without a false alert, and with equal weights.
  Data twenty;
  for (int i = 0; i < 20; ++i) {
    twenty.scores.push_back(-i);
    twenty.labels.push_back(i < 4 || i == 5);
  }
  const ChosenThresholds markedness = choose(twenty.sample(), metric_objective("markedness"));
  REQUIRE(markedness.outcome.counts.fp == 0);
  CHECK(interval(markedness, "value")->interval.low < 0.6);
}

TEST_CASE("thresholds: intervals where most rows are not rated hold what is found") {
  cases::Rng rng(18);
  Data data;
  for (int i = 0; i < 4200; ++i) {
    const bool rated = i < 200;
    data.labels.push_back(rated ? static_cast<uint8_t>(rng.below(2)) : not_rated);
    data.scores.push_back(rated ? 0.5 * rng.uniform() + 0.3 * data.labels.back() : rng.uniform());
  }
  for (bool weighted : {false, true}) {
    if (weighted)
      for (int i = 0; i < 4200; ++i) data.weights.push_back(1 + rng.below(2));
    const Sample sample = data.sample();
    for (const char *name : {"hamming", "mcc", "kappa", "f1"})
      for (bool more : {false, true}) {
        Objective q = metric_objective(name);
        q.positives = sample.positives().total() + (more ? 50 : 0);
        ThresholdSearch options = plain();
        options.bootstrap = 100;
        const ChosenThresholds on_cells = choose(sample, q, options);
        const NamedInterval *const value = interval(on_cells, "value");
        CAPTURE(weighted, name, more, on_cells.thresholds[0], on_cells.outcome.value);
        REQUIRE(value);
        // On both sides, which is more than that it was stretched to the estimate.
        CHECK(value->interval.low < on_cells.outcome.value);
        CHECK(value->interval.high > on_cells.outcome.value);
        CHECK(value->interval.high - value->interval.low < 0.4);
        CHECK(on_cells.threshold_intervals[0].low <= on_cells.thresholds[0]);
        CHECK(on_cells.thresholds[0] <= on_cells.threshold_intervals[0].high);
        // Drawn row by row, the same except for chance and for the lattice.
        options.method = Method::path;
        options.bootstrap = 60;
        const Interval by_rows = choose(sample, q, options).threshold_intervals[0];
        CHECK(by_rows.low == Approx(on_cells.threshold_intervals[0].low).margin(0.1));
        CHECK(by_rows.high == Approx(on_cells.threshold_intervals[0].high).margin(0.1));
      }
  }
}

TEST_CASE("thresholds: smoothed answers have the marginal precision of the alerts about them") {
  cases::Rng rng(19);
  int missed = 0, moved = 0, compared = 0;
  for (int r = 0; r < 80; ++r) {
    // Of one score the average keeps the limit; medians of two need not.
    const int64_t scores = 1 + r / 40;
    const Sample sample = binormal(rng, scores, 60, 600, 1).sample();
    Objective q;
    if (r % 2) q.min_recall = 0.8;
    ThresholdSearch options = plain();
    options.smoothing = Smoothing::bagged;
    options.seed = static_cast<uint64_t>(r);
    const ChosenThresholds own = choose(sample, q), bagged = choose(sample, q, options);
    CAPTURE(r, bagged.outcome.recall);
    CHECK(bagged.feasible == (r % 2 == 0 || bagged.outcome.recall >= 0.8));
    CHECK(((bagged.flags & constraint_missed) != 0) == !bagged.feasible);
    CHECK((bagged.flags & recall_out_of_reach) == 0);
    missed += !bagged.feasible;
    CHECK((bagged.feasible || scores == 2));
    // Where the frontier has a point of this FP, the marginal precision is the one there.
    Objective same;
    same.max_fp = bagged.outcome.counts.fp;
    const ChosenThresholds there = choose(sample, same);
    if (there.outcome.counts.fp != bagged.outcome.counts.fp) continue;
    ++compared;
    const auto is = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    CHECK(is(bagged.marginal_precision, there.marginal_precision));
    CHECK(is(bagged.next_marginal_precision, there.next_marginal_precision));
    moved += !is(bagged.marginal_precision, own.marginal_precision);
  }
  CAPTURE(missed, moved, compared);
  CHECK(missed > 0);
  CHECK(moved > 0);
}

TEST_CASE("thresholds: rounding does not lift a metric above its greatest value") {
  for (int n = 2; n < cases::scaled(60); ++n)
    for (int positives = 1; positives < n; ++positives) {
      Data data;
      for (int i = 0; i < n; ++i) {
        data.scores.push_back(-i);
        data.labels.push_back(i < positives);
      }
      const ChosenThresholds answer = choose(data.sample(), metric_objective("mcc"));
      CHECK(answer.outcome.value <= 1);
      CHECK(answer.outcome.value == Approx(1));
      CHECK(interval(answer, "value")->interval.high <= 1);
    }
}

TEST_CASE("thresholds: gamma draws") {
  Random random(1);
  const int n = cases::scaled(100000);
  for (double shape : {1.0, 1.5, 4.0, 250.0, 1e6}) {
    const Gamma gamma(shape);
    double sum = 0, squares = 0, below = 0;
    for (int i = 0; i < n; ++i) {
      const double x = gamma(random);
      sum += x - shape;
      squares += (x - shape) * (x - shape);
      below += x < 1;
    }
    CAPTURE(shape);
    CHECK(std::fabs(sum / n) < 5 * std::sqrt(shape / n));
    CHECK(squares / n == Approx(shape).epsilon(5 * std::sqrt((2 + 6 / shape) / n)));
    if (shape == 1) CHECK(std::fabs(below / n - (1 - std::exp(-1.0))) < 5 * 0.5 / std::sqrt(n));
  }
  CHECK(Gamma(0)(random) == 0);
}

TEST_CASE("thresholds: a lower limit keeps the promise that a point estimate breaks", "[frequencies]") {
  cases::Rng rng(4);
  const int runs = cases::scaled(200);
  const double shift = 2;
  const auto above = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  int point_fails = 0, limit_fails = 0;
  for (int r = 0; r < runs; ++r) {
    const Sample sample = binormal(rng, 1, 100, 2000, shift).sample();
    Objective q;
    q.min_precision = 0.5;
    const auto fails = [&](double confidence) {
      q.precision_level = confidence;
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
      const auto replicate = bootstrap.draw(CostAxis::fp, 3, static_cast<uint64_t>(r), workspace);
      const DrawnTotals &totals = replicate.totals;
      sum += totals.positives;
      squares += totals.positives * totals.positives;
      rows += totals.positives + totals.negatives + totals.unrated;
      CHECK(replicate.points.back().tp <= totals.positives * (1 + 1e-9));
    }
    const double mean = sample.positives().total(), variance = mean * sample.positives().effective_weight();
    CAPTURE(weighted);
    CHECK(std::fabs(sum / runs - mean) < 5 * std::sqrt(variance / runs));
    CHECK(squares / runs - sum / runs * (sum / runs) == Approx(variance).epsilon(0.2));
    CHECK(rows / runs == Approx(mean + sample.negatives().total()).epsilon(0.01));
    NoMonitor monitor;
    const Criterion criterion({}, sample);
    CHECK(bootstrap_thresholds(bootstrap, criterion, 20, 1, 1, monitor) ==
          bootstrap_thresholds(bootstrap, criterion, 20, 1, 3, monitor));
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
    Objective q;
    q.cost_ratio = 5;
    ThresholdSearch options = plain();
    options.folds = 5;
    const ChosenThresholds answer = choose(data.sample(), q, options);
    in_sample += answer.outcome.value;
    cross += answer.cross_fit.value;
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

TEST_CASE("thresholds: the bootstrap of thresholds, for every method and any number of classifiers", "[threads]") {
  cases::Rng rng(13);
  for (int64_t dims : {1, 2, 3, 7})
    for (Method method : {Method::direct, Method::path, Method::path_equal, Method::analytic, Method::best_single}) {
      if (dims == 7 && method != Method::direct && method != Method::best_single) continue;
      const Sample sample = binormal(rng, dims, 40, 150, 2).sample();
      ThresholdSearch options = plain();
      options.method = method;
      options.bootstrap = dims == 7 ? 6 : 12;
      options.grid = 8;
      options.limits.lattice_cells = 2000;
      CAPTURE(dims, method_name(method));
      const ChosenThresholds answer = choose(sample, {}, options);
      REQUIRE(answer.threshold_intervals.size() == static_cast<std::size_t>(dims));
      for (const Interval &i : answer.threshold_intervals) CHECK(i.low <= i.high);
      options.threads = 3;
      const ChosenThresholds same = choose(sample, {}, options);
      for (std::size_t d = 0; d < same.threshold_intervals.size(); ++d) {
        CHECK(same.threshold_intervals[d].low == answer.threshold_intervals[d].low);
        CHECK(same.threshold_intervals[d].high == answer.threshold_intervals[d].high);
      }
    }
  // One score that separates well: the interval holds the best threshold, and is not all of the line.
  const Sample sample = binormal(rng, 1, 200, 2000, 3).sample();
  ThresholdSearch options = plain();
  options.bootstrap = 300;
  const ChosenThresholds answer = choose(sample, {}, options);
  CHECK(answer.threshold_intervals[0].low <= answer.thresholds[0]);
  CHECK(answer.thresholds[0] <= answer.threshold_intervals[0].high);
  CHECK(answer.threshold_intervals[0].low > 0.5);
  CHECK(answer.threshold_intervals[0].high < 4);
}

TEST_CASE("thresholds: floats, 64 classifiers, and weights of any size") {
  cases::Rng rng(14);
  // A float is taken for what it is.
  const Data data = some_data(rng, 2, Rule::any, 50, 0, Weights::none);
  std::vector<float> floats(data.scores.begin(), data.scores.end());
  Data widened = data;
  widened.scores.assign(floats.begin(), floats.end());
  Sample of_floats(2, Rule::any, {});
  of_floats.feed({floats.data(), true, data.n(), 2, 2, 1}, {data.labels.data(), data.n(), 1}, {});
  CHECK(of_floats.save() == widened.sample().save());

  for (Rule rule : {Rule::any, Rule::all}) {
    Data many = some_data(rng, 64, rule, 80, 0, Weights::none);
    const ChosenThresholds answer = choose(many.sample(), {});
    const Flagged got = counted(many, answer.thresholds);
    CHECK(got.tp == answer.outcome.counts.tp);
    CHECK(got.fp == answer.outcome.counts.fp);
    CHECK((answer.flags & local_optimum) != 0);
    ThresholdSearch single = plain();
    single.method = Method::best_single;
    CHECK(answer.outcome.value >= choose(many.sample(), {}, single).outcome.value);
    single.method = Method::stacked;
    CHECK(choose(many.sample(), {}, single).outcome.value > 0);
  }

  // Multiplied by a power of two, weights change nothing but the counts.
  for (Weights kind : {Weights::whole, Weights::by_label, Weights::real})
    for (int exponent : {-400, -60, 60, 400}) {
      const Data small = some_data(rng, 2, Rule::any, 40, 0, kind);
      Data large = small;
      for (double &w : large.weights) w = std::ldexp(w, exponent);
      const ChosenThresholds a = choose(small.sample(), {}), b = choose(large.sample(), {});
      CAPTURE(static_cast<int>(kind), exponent);
      CHECK(b.thresholds == a.thresholds);
      CHECK(b.outcome.value == a.outcome.value);
      CHECK(b.outcome.counts.tp == std::ldexp(a.outcome.counts.tp, exponent));
      REQUIRE(b.intervals.size() == a.intervals.size());
      for (const char *name : {"precision", "recall", "value", "marginal_precision"}) {
        if (!interval(a, name)) continue;
        CHECK(interval(b, name)->interval.low == Approx(interval(a, name)->interval.low).epsilon(1e-9));
        CHECK(interval(b, name)->interval.high == Approx(interval(a, name)->interval.high).epsilon(1e-9));
      }
    }
  // The smallest numbers that there are.
  Data least = some_data(rng, 1, Rule::any, 20, 0, Weights::whole);
  for (double &w : least.weights) w *= 5e-324;
  const ChosenThresholds answer = choose(least.sample(), {});
  CHECK(answer.outcome.counts.tp == counted(least, answer.thresholds).tp);
  CHECK(answer.outcome.value > 0);
}

TEST_CASE("thresholds: long work can be cancelled, and tells how far it is", "[threads]") {
  class Impatient final : public Monitor {
   public:
    explicit Impatient(int calls) : left_(calls) {}
    void at(double fraction) override {
      CHECK((fraction >= last_ && fraction <= 1));
      last_ = fraction;
      if (left_-- == 0) fail(Status::cancelled, "cancelled by the progress callback");
    }

   private:
    int left_;
    double last_ = 0;
  };
  cases::Rng rng(15);
  const Sample two = binormal(rng, 2, 60, 300, 1).sample(), seven = binormal(rng, 7, 60, 300, 1).sample();
  const auto cancelled = [&](const Sample &sample, const ThresholdSearch &options, const std::vector<int> &after) {
    for (int calls : after) {
      Impatient monitor(calls);
      try {
        choose_thresholds(sample, {}, options, monitor);
        FAIL("not cancelled");
      } catch (const Error &e) {
        CHECK(e.status() == Status::cancelled);
      }
    }
  };
  cancelled(seven, plain(), {0, 1, 3, 100});
  ThresholdSearch options = plain();
  options.bootstrap = 100;
  cancelled(two, options, {0, 1, 3, 50});
  options.threads = 3;
  cancelled(two, options, {0});
  options = plain();
  options.folds = 5;
  cancelled(two, options, {0, 1, 3});
  options = plain();
  cancelled(two, plain(), {0, 1});
  options.limits.work_in_boxes = 0;
  options.limits.tried_pairs = 0;
  cancelled(two, options, {0, 1, 3});
  options = plain();
  options.method = Method::analytic;
  cancelled(two, options, {0, 1, 3});
  options.method = Method::stacked;
  cancelled(two, options, {0, 1, 3});
  options.method = Method::path;
  options.smoothing = Smoothing::dropout;
  cancelled(two, options, {0, 1, 3});
  class Listening final : public Monitor {
   public:
    void at(double fraction) override { told.push_back(fraction); }
    std::vector<double> told;
  };
  for (int bootstrap : {0, 1, 2}) {
    options = {};
    options.bootstrap = bootstrap;
    Listening whole;
    const ChosenThresholds found = choose_thresholds(two, {}, options, whole);
    CHECK(found.baselines.size() == 2);
    CHECK(found.threshold_intervals.size() == (bootstrap > 0 ? 2 : 0));
    CHECK(whole.told.front() >= 0);
    CHECK(std::is_sorted(whole.told.begin(), whole.told.end()));
    CHECK(whole.told.back() == 1);
  }
  // Of arrays, which need no sample: told before and after.
  Listening listening;
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  for (int i = 0; i < 5000; ++i) {
    scores.push_back(rng.uniform());
    labels.push_back(rng.uniform() < scores.back());
  }
  choose_threshold({scores.data(), false, 5000, 1}, {labels.data(), 5000, 1}, {}, {}, {}, listening);
  CHECK(listening.told == std::vector<double>{0, 1});
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
    expect_error(Status::format, "saved sample: " + message, [&] { load_sample(text); });
  };
  refused("", "parse error");
  refused("[]", "an array stands where none belongs");
  refused(changed("\"sample\"", "\"estimator\""), "\"wald\" is \"estimator\": must be \"sample\"");
  refused(changed("\"version\":1", "\"version\":2"), "\"version\" is 2: this library reads versions up to 1");
  refused(changed("\"scores\":2", "\"scores\":65"), "\"scores\" is 65: must be a whole number in [1, 64]");
  refused(changed("\"scores\":2", "\"scores\":3"), "\"negatives\"[0] has 2 numbers: must have 3 scores");
  refused(changed("\"or\"", "\"xor\""), "\"rule\" must be or, or and");
  refused(changed("\"rule\"", "\"ruler\""), "\"ruler\" is not a member of a saved sample");
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
