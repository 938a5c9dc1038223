// Sums of weights that are reported: those of the weights as they were fed, rounded once, whatever the search rounds.
#include <catch2/catch.hpp>

#include "core/thresholds/abstention.hpp"
#include "core/thresholds/class_multipliers.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/sample/weights.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;

namespace {

// The exact sum, rounded once: partial sums that do not overlap (Shewchuk 1997), and, where the last two leave a tie,
// the sign of what lies below it.
double exact_sum(const std::vector<double> &numbers) {
  std::vector<double> partials;
  for (double x : numbers) {
    std::vector<double> next;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0) next.push_back(low);
      x = high;
    }
    next.push_back(x);
    partials = next;
  }
  double high = 0, low = 0;
  std::size_t n = partials.size();
  while (n > 0) {
    const double x = high, y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0) break;
  }
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    const double twice = 2 * low, moved = high + twice;
    if (twice == moved - high) high = moved;
  }
  return high;
}

// Weights of some kind that users have: tenths, thirds, shares, and many sizes.
double some_weight(cases::Rng &rng, int kind) {
  switch (kind % 5) {
    case 0: return 0.1;
    case 1: return rng.between(1, 9) / 3.0;
    case 2: return 1 / (0.01 * rng.between(1, 100));
    case 3: return std::ldexp(0.5 + rng.uniform(), rng.between(-12, 3));
    default: return rng.below(2) ? 1 : 231.7;
  }
}

Data weighted(cases::Rng &rng, int64_t dims, int n, int kind) {
  Data data = some_data(rng, dims, rng.below(2) ? Rule::all : Rule::any, n, rng.below(5), Weights::none);
  for (int i = 0; i < n; ++i) data.weights.push_back(some_weight(rng, kind));
  return data;
}

Flagged exact_counts(const Data &data, const std::vector<double> &t) {
  std::vector<double> tp, fp;
  for (int64_t i = 0; i < data.n(); ++i)
    if (is_flagged(data, i, t)) (data.labels[static_cast<std::size_t>(i)] ? tp : fp).push_back(data.weight(i));
  return {exact_sum(tp), exact_sum(fp)};
}

}  // namespace

TEST_CASE("weights: sums are rounded once, in any order") {
  cases::Rng rng(41);
  for (int c = 0; c < cases::scaled(3000); ++c) {
    std::vector<double> numbers;
    for (int i = rng.between(1, 200); i > 0; --i) numbers.push_back(some_weight(rng, c));
    const double largest = *std::max_element(numbers.begin(), numbers.end());
    for (int turn = 0; turn < 2; ++turn) {
      RoundedOnce sum(largest, static_cast<int64_t>(numbers.size()));
      for (double x : numbers) sum.add(x);
      CHECK(sum.total() == exact_sum(numbers));
      std::reverse(numbers.begin(), numbers.end());
    }
  }
  RoundedOnce huge(1e308, 3);
  for (int i = 0; i < 3; ++i) huge.add(1e308);
  CHECK(huge.total() == infinity);
}

TEST_CASE("weights: what is reported is what the weights as fed add up to") {
  cases::Rng rng(42);
  NoMonitor monitor;
  int some_cleared = 0;
  for (int c = 0; c < cases::scaled(300); ++c) {
    const int64_t dims = 1 + c % 3;
    const Data data = weighted(rng, dims, rng.between(12, 60), c / 3);
    const Sample sample = data.sample();
    if (sample.negatives().size() == 0) continue;
    const std::vector<double> everything(static_cast<std::size_t>(dims), -infinity);
    const Flagged all = exact_counts(data, everything);
    CAPTURE(c, data.n());
    CHECK(sample.positives().total() == all.tp);
    CHECK(sample.negatives().total() == all.fp);
    Objective q = c % 2 ? metric_objective("f1") : Objective();
    if (c % 2 == 0) q.min_recall = 0.05 * rng.between(1, 20);
    ThresholdSearch options = plain();
    options.folds = c % 4 == 0 && sample.positives().size() > 2 ? 2 : 0;
    const ChosenThresholds answer = choose(sample, q, options);
    const Flagged got = exact_counts(data, answer.thresholds);
    CHECK(answer.outcome.counts.tp == got.tp);
    CHECK(answer.outcome.counts.fp == got.fp);
    CHECK(answer.outcome.positives == all.tp);
    CHECK(answer.outcome.recall == got.tp / all.tp);
    if (c % 2)
      CHECK(answer.outcome.value == q.metric->weighted_utility(got.tp, got.tp + got.fp, all.tp, all.tp + all.fp));
    for (const NamedInterval &i : answer.intervals) {
      CHECK(i.interval.low <= i.estimate);
      CHECK(i.estimate <= i.interval.high);
      if (std::string(i.name) == "tp") CHECK(i.estimate == got.tp);
    }
    const FrontierCurve curve = frontier_curve(sample, {}, plain(), monitor);
    CHECK(curve.positives == all.tp);
    CHECK(curve.rated_negatives == all.fp);
    for (std::size_t i = 0; i < curve.frontier.points.size(); ++i) {
      const Flagged here = exact_counts(data, curve.frontier.thresholds[i]);
      CHECK(curve.frontier.points[i].tp == here.tp);
      CHECK(curve.frontier.points[i].fp == here.fp);
    }
    if (dims > 1) continue;
    const AbstentionZone zone = choose_abstention_zone(sample, {1, c % 2 ? 0.5 : 2.0, 0.25});
    const Flagged flagged = exact_counts(data, {zone.high});
    CHECK(zone.flagged.tp == flagged.tp);
    CHECK(zone.flagged.fp == flagged.fp);
    std::vector<double> cleared, between;  // positives below the zone; rows within it, of each label
    double abstained = 0;
    for (const int label : {1, 0}) {
      between.clear();
      for (int64_t i = 0; i < data.n(); ++i) {
        if (data.labels[static_cast<std::size_t>(i)] != label || is_flagged(data, i, {zone.high})) continue;
        if (is_flagged(data, i, {zone.low}))
          between.push_back(data.weight(i));
        else if (label == 1)
          cleared.push_back(data.weight(i));
      }
      abstained += exact_sum(between);
    }
    CHECK(zone.false_negatives == exact_sum(cleared));
    CHECK(zone.abstained == abstained);
    some_cleared += zone.false_negatives > 0;
    for (const LabelAverage average : {LabelAverage::macro, LabelAverage::micro}) {
      const LabelThresholds labels =
          choose_label_thresholds({sample, sample}, metric_objective("f1"), label_search(average, 1), monitor);
      const Flagged own = exact_counts(data, {labels.thresholds[1]});
      CHECK(labels.outcomes[1].counts.tp == own.tp);
      CHECK(labels.outcomes[1].positives == all.tp);
      CHECK(labels.pooled.counts.fp == labels.outcomes[0].counts.fp + labels.outcomes[1].counts.fp);
      CHECK(labels.pooled.positives == 2 * all.tp);
    }
  }
  CHECK(30 * some_cleared > cases::scaled(300));  // else sums of what is cleared were not tried
}

TEST_CASE("weights: 240 rows that weigh a tenth are 24, in every answer") {
  Data data;
  for (int i = 0; i < 600; ++i) {
    data.scores.push_back(i % 97);
    data.labels.push_back(i % 5 < 2);
    data.weights.push_back(0.1);
  }
  const ChosenThresholds answer = choose(data.sample(), metric_objective("recall"));
  CHECK(answer.outcome.positives == 24);
  CHECK(answer.outcome.counts.tp == 24);
  const std::vector<double> scores = [&] {
    std::vector<double> out;
    for (double s : data.scores) out.insert(out.end(), {s, 50.0});
    return out;
  }();
  const std::vector<int64_t> truth(data.labels.begin(), data.labels.end());
  ClassObjective goal;
  goal.metric = cases::metric("f1");
  NoMonitor monitor;
  const ClassMultipliers classes = choose_class_multipliers({scores.data(), false, 600, 2, 2, 1}, {truth.data(), false},
                                                            {data.weights.data(), false, 600, 1}, goal, monitor);
  CHECK(classes.confusion[2] + classes.confusion[3] == 24);
  CHECK(classes.confusion[0] + classes.confusion[1] == 36);
}

TEST_CASE("weights: metrics of small ones are those of the same in another unit") {
  threshold_cases::Data data;
  data.scores = {0.59375, 0.9375, 0.15625, 0.390625, 0.296875};
  data.labels = {1, 1, 1, 1, 0};
  for (const char *name : {"f1", "mcc", "kappa", "gmean", "balanced_accuracy", "fowlkes_mallows", "hmean", "markedness"}) {
    const Objective q = metric_objective(name);
    data.weights = {1, 1, 1, 1, 3};
    const ChosenThresholds wanted = choose(data.sample(), q);
    for (const int exponent : {-500, -996, -1040, -1074}) {
      for (std::size_t i = 0; i < 5; ++i) data.weights[i] = std::ldexp(i < 4 ? 1.0 : 3.0, exponent);
      CAPTURE(name, exponent);
      const ChosenThresholds found = choose(data.sample(), q);
      CHECK(found.thresholds == wanted.thresholds);
      CHECK(found.outcome.value == wanted.outcome.value);
      CHECK(found.feasible);
    }
  }
}
