// A threshold for each label, multipliers for classes, and zones: against brute force.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cell_metric.hpp"
#include "core/thresholds/abstention.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/class_multipliers.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;
using check::expect_error;

TEST_CASE("label thresholds: macro and micro against all combinations", "[levels]") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(300); ++c) {
    std::vector<Data> data;
    std::vector<Sample> labels;
    const auto weights = static_cast<Weights>(c % 2);
    for (int l = 0; l < 3; ++l) {
      data.push_back(some_data(rng, 1, Rule::any, rng.between(1, 9), rng.below(6), weights));
      labels.push_back(data.back().sample());
    }
    double s = 0, n = 0;
    for (const Sample &label : labels) {
      s += label.positives().total();
      n += label.positives().total() + label.negatives().total();
    }
    Objective q;
    const int kind = c / 2 % 4;
    if (kind == 0) q = metric_objective("f1");
    if (kind == 1) q.max_fp = rng.below(5);
    if (kind == 2) q.min_recall = 0.1 * rng.between(0, 10);
    if (kind == 3) q = metric_objective("mcc");
    const auto value = [&](double tp, double fp, double positives, double rows) {
      if (kind == 1) return fp <= q.max_fp ? tp : -infinity;
      if (kind == 2) return tp / positives >= q.min_recall ? -fp : -infinity;
      return q.metric->weighted_utility(tp, tp + fp, positives, rows);
    };
    std::vector<std::vector<Flagged>> all(3);
    for (std::size_t l = 0; l < 3; ++l)
      every_threshold(data[l], [&](const std::vector<double> &, const Flagged &f) { all[l].push_back(f); });
    double best = -infinity;
    for (const Flagged &a : all[0])
      for (const Flagged &b : all[1])
        for (const Flagged &d : all[2]) best = std::max(best, value(a.tp + b.tp + d.tp, a.fp + b.fp + d.fp, s, n));
    NoMonitor monitor;
    const LabelThresholds micro = choose_label_thresholds(labels, q, label_search(LabelAverage::micro, 1), monitor);
    Flagged sum;
    for (std::size_t l = 0; l < 3; ++l) {
      const Flagged f = counted(data[l], {micro.thresholds[l]});
      CHECK(f.tp == micro.outcomes[l].counts.tp);
      CHECK(f.fp == micro.outcomes[l].counts.fp);
      sum.tp += f.tp;
      sum.fp += f.fp;
    }
    CAPTURE(c, kind);
    CHECK(micro.exact);
    CHECK(sum.tp == micro.pooled.counts.tp);
    CHECK(sum.fp == micro.pooled.counts.fp);
    CHECK(value(sum.tp, sum.fp, s, n) == Approx(best).margin(1e-12));
    // Hulls: never better, and said.
    const LabelThresholds hulls = choose_label_thresholds(labels, q, label_search(LabelAverage::micro, 1), monitor, 3);
    if (hulls.feasible) CHECK(value(hulls.pooled.counts.tp, hulls.pooled.counts.fp, s, n) <= best + 1e-12);

    const LabelThresholds macro = choose_label_thresholds(labels, q, label_search(LabelAverage::macro, 2), monitor);
    for (std::size_t l = 0; l < 3; ++l) {
      const double own_s = labels[l].positives().total(), own_n = own_s + labels[l].negatives().total();
      double own = -infinity;
      for (const Flagged &f : all[l]) own = std::max(own, value(f.tp, f.fp, own_s, own_n));
      const Flagged f = counted(data[l], {macro.thresholds[l]});
      CHECK(value(f.tp, f.fp, own_s, own_n) == Approx(own).margin(1e-12));
    }
  }
  NoMonitor monitor;
  expect_error(Status::argument, "n_labels is 0: must be at least 1",
               [&] { choose_label_thresholds({}, {}, label_search(LabelAverage::macro, 1), monitor); });
  expect_error(Status::argument, "n_scores is 2: must be one per label",
               [&] { choose_label_thresholds({Sample(2, Rule::any, {})}, {}, label_search(LabelAverage::macro, 1), monitor); });
}

TEST_CASE("label thresholds: of many rows each label has its own best threshold; what is wrong is named by its row") {
  cases::Rng rng(3);
  const int64_t n = 5000, m = 19;
  std::vector<double> scores(static_cast<std::size_t>(n * m)), weights(static_cast<std::size_t>(n), 1.0);
  std::vector<uint8_t> truth(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    truth[i] = i % m != 3 && rng.below(4) == 0;  // no positive of one label
    scores[i] = rng.uniform() + 0.3 * truth[i];
  }
  const RealTable table{scores.data(), false, n, m, m, 1};
  const Grid<const uint8_t> labels{truth.data(), n, m, m, 1};
  const Reals weighted{weights.data(), false, n, 1};
  NoMonitor monitor;
  const LabelThresholds found = choose_label_thresholds(samples_of_labels(table, labels, {}), metric_objective("f1"),
                                                        label_search(LabelAverage::macro, 2), monitor);
  CHECK(found.thresholds[3] == infinity);
  for (int64_t l = 0; l < m; ++l) {
    if (l == 3) continue;
    const ChosenThresholds alone =
        choose_threshold(table.col(l), labels.col(l), {}, metric_objective("f1"), {}, monitor);
    CHECK(found.thresholds[static_cast<std::size_t>(l)] == alone.thresholds[0]);
    CHECK(found.outcomes[static_cast<std::size_t>(l)].value == alone.outcome.value);
  }
  // Each label has the rows of its column, however the table lies in memory.
  const std::vector<float> narrow(scores.begin(), scores.end());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 3 + 1);
  for (const RealTable &layout :
       {table, RealTable{narrow.data(), true, n, m, m, 1}, RealTable{scores.data(), false, n, m, 1, n}}) {
    const std::vector<Sample> fed = samples_of_labels(layout, labels, weighted);
    for (int64_t l = 0; l < m; ++l) {
      Sample own(1, Rule::any, {});
      const Reals column = layout.col(l);
      own.feed({column.data, column.is_float, n, 1, column.stride, 1}, labels.col(l), weighted);
      CHECK(fed[static_cast<std::size_t>(l)].positives().scores == own.positives().scores);
      CHECK(fed[static_cast<std::size_t>(l)].negatives().scores == own.negatives().scores);
      CHECK(fed[static_cast<std::size_t>(l)].negatives().weights == own.negatives().weights);
    }
  }
  const auto refused = [&](const char *message) {
    expect_error(Status::argument, message, [&] { samples_of_labels(table, labels, weighted); });
  };
  weights[4000] = -1;
  refused("weights[4000] is -1: must be finite and at least 0");
  truth[3000 * m + 2] = 7;
  refused("truth[3000][2] is 7: must be 0, 1 or 2 (not rated)");
  scores[2500 * m + 1] = std::nan("");
  refused("scores[2500][1] is nan: must be a number");
}

namespace {

// Scores of many shapes: smooth, tied, infinite, extreme, crowded at one place, all the same.
double shaped(cases::Rng &rng, double s, int shape) {
  switch (shape) {
    case 1: return std::floor(5 * s) / 5;
    case 2: return rng.below(200) == 0 ? (rng.below(2) ? infinity : -infinity) : s;
    case 3: return std::exp(80 * (s - 1));
    case 4: return 0.5 + 1e-6 * s;
    case 5: return (s - 0.5) * 3e38;
    case 6: return rng.below(10) ? (rng.below(2) ? 0.0 : -0.0) : 1e-40 * s;
    case 7: return s < 1.25 ? 0.001 * s : s;
    default: return s;
  }
}

template <class Real>
void check_columns_against_samples(cases::Rng &rng, int c) {
  const int64_t sizes[] = {rng.between(1, 130), rng.between(128, 700), rng.between(128, 700), 4096 + rng.below(50)};
  const int64_t n = sizes[c % 23 == 0 ? 3 : rng.below(3)], m = rng.between(1, 20);
  std::vector<Real> scores(static_cast<std::size_t>(n * m));
  std::vector<uint8_t> truth(scores.size());
  const bool by_columns = rng.below(2), unrated = rng.below(6) == 0;
  for (int64_t l = 0; l < m; ++l) {
    const int shape = rng.below(8);
    const double share = 0.5 * rng.uniform() * rng.uniform();
    for (int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(by_columns ? l * n + i : i * m + l);
      truth[at] = rng.uniform() < share;
      scores[at] = static_cast<Real>(shaped(rng, rng.uniform() + 0.4 * truth[at], shape));
      if (unrated && rng.below(300) == 0) truth[at] = not_rated;
    }
  }
  const int64_t step = by_columns ? 1 : m, across = by_columns ? n : 1;
  const RealTable table{scores.data(), sizeof(Real) == sizeof(float), n, m, step, across};
  const Grid<const uint8_t> labels{truth.data(), n, m, step, across};
  Objective q;
  const char *const metrics[] = {"f1", "fbeta:2", "jaccard", "mcc", "gmean", "accuracy"};
  switch (rng.below(6)) {
    case 0: q.cost_ratio = std::exp(4 * (rng.uniform() - 0.5)); break;
    case 1: q.min_precision = rng.uniform(); break;
    case 2: q.max_fp = rng.below(30); break;
    case 3: q.min_recall = rng.uniform(); break;
    case 4: q.max_alerts = rng.below(60); break;
    default: q.metric = cases::metric(metrics[rng.below(6)]); break;
  }
  if (unrated && (q.metric || !std::isnan(q.min_recall))) q = metric_objective("precision");
  if (unrated && q.metric) q.max_fp = 3, q.metric = nullptr;
  NoMonitor monitor;
  const LabelThresholds expected =
      choose_label_thresholds(samples_of_labels(table, labels, {}), q, label_search(LabelAverage::macro, 1), monitor);
  const LabelThresholds found =
      choose_label_thresholds(table, labels, {}, q, label_search(LabelAverage::macro, 1 + rng.below(3)), monitor);
  CAPTURE(c, n, m);
  REQUIRE(found.thresholds == expected.thresholds);
  CHECK(found.feasible == expected.feasible);
  const auto same = [](const Outcome &a, const Outcome &b) {
    const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    CHECK(equal(a.counts.tp, b.counts.tp));
    CHECK(equal(a.counts.fp, b.counts.fp));
    CHECK(equal(a.positives, b.positives));
    CHECK(equal(a.value, b.value));
    CHECK(equal(a.precision, b.precision));
    CHECK(equal(a.recall, b.recall));
  };
  for (std::size_t l = 0; l < found.outcomes.size(); ++l) same(found.outcomes[l], expected.outcomes[l]);
  same(found.pooled, expected.pooled);
}

}  // namespace

TEST_CASE("label thresholds: of a table the same as of its columns' samples") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(400); ++c)
    c % 2 ? check_columns_against_samples<float>(rng, c) : check_columns_against_samples<double>(rng, c);
  // More rows than a column's counters hold.
  const int64_t n = 70000, m = 2;
  std::vector<float> scores(static_cast<std::size_t>(n * m));
  std::vector<uint8_t> truth(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    truth[i] = rng.below(5) == 0;
    scores[i] = static_cast<float>(rng.uniform() + 0.3 * truth[i]);
  }
  const RealTable table{scores.data(), true, n, m, m, 1};
  const Grid<const uint8_t> labels{truth.data(), n, m, m, 1};
  NoMonitor monitor;
  const auto of_table = [&](const Objective &q) {
    return choose_label_thresholds(table, labels, {}, q, label_search(LabelAverage::macro, 1), monitor);
  };
  CHECK(of_table({}).thresholds ==
        choose_label_thresholds(samples_of_labels(table, labels, {}), {}, label_search(LabelAverage::macro, 1), monitor).thresholds);
  Objective q;
  q.positives = 7;
  expect_error(Status::argument, "positives is 7: is one number: macro requires one per label", [&] { of_table(q); });
  truth[60001] = 3;
  expect_error(Status::argument, "truth[30000][1] is 3: must be 0, 1 or 2 (not rated)", [&] { of_table(q); });
  scores[40001] = std::nanf("");
  expect_error(Status::argument, "scores[20000][1] is nan: must be a number", [&] { of_table({}); });
}

namespace {

// Labels of n rows whose scores say little: label l has the positives of its rank, and the first label many of them.
struct RareLabels {
  std::vector<Sample> samples;
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  int64_t rows;

  RareLabels(cases::Rng &rng, const std::vector<int> &positives, int64_t n, bool weights) : rows(n) {
    const std::size_t count = positives.size();
    scores.resize(static_cast<std::size_t>(n) * count);
    labels.resize(scores.size());
    for (std::size_t l = 0; l < count; ++l)
      for (int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i) * count + l;
        labels[at] = i < positives[l];
        scores[at] = 0.001 * rng.below(1000) + (labels[at] && rng.below(2) == 0 ? 0.9 : 0);
      }
    for (std::size_t l = 0; l < count; ++l) {
      Sample sample(1, Rule::any, {});
      std::vector<double> column, own;
      std::vector<uint8_t> truth;
      for (int64_t i = 0; i < n; ++i) {
        column.push_back(scores[static_cast<std::size_t>(i) * count + l]);
        truth.push_back(labels[static_cast<std::size_t>(i) * count + l]);
        own.push_back(0.5 + 0.25 * static_cast<double>(i % 3));
      }
      sample.feed({column.data(), false, n, 1, 1, 1}, {truth.data(), n, 1},
                  weights ? wald::core::Reals{own.data(), false, n, 1} : wald::core::Reals{});
      samples.push_back(std::move(sample));
    }
  }
};

double f1_at(const Sample &sample, double threshold) {
  const Flagged f = sample.count({threshold});
  return 2 * f.tp / (f.alerts() + sample.positives().total());
}

}  // namespace

TEST_CASE("label thresholds: labels of few positives that flag many rows share the best threshold of their rows") {
  cases::Rng rng(5);
  NoMonitor monitor;
  int shared_in_all = 0;
  for (int c = 0; c < cases::scaled(60); ++c) {
    const bool weights = c % 2 == 1;
    const std::vector<int> positives =
        c % 4 < 2 ? std::vector<int>{120, 1, 2, 9, 10, 0, 1} : std::vector<int>{1, 40, 60};
    const RareLabels rare(rng, positives, 400, weights);
    const Objective f1 = metric_objective("f1");
    const LabelThresholds own = choose_label_thresholds(rare.samples, f1, label_search(LabelAverage::macro, 2), monitor);
    const LabelThresholds found =
        choose_label_thresholds(rare.samples, f1, label_search(LabelAverage::macro, 2, 10), monitor);
    // The pool: labels with fewer than ten positives, and the next ones up to ten in all.
    Sample pool(1, Rule::any, {});
    std::vector<std::size_t> order;
    for (std::size_t l = 0; l < positives.size(); ++l)
      if (positives[l] > 0) order.push_back(l);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return positives[a] < positives[b]; });
    int in_all = 0;
    std::vector<double> cuts;
    for (const std::size_t l : order) {
      if (positives[l] >= 10 && in_all >= 10) break;
      pool.merge(rare.samples[l]);
      in_all += positives[l];
      for (int64_t i = 0; i < rare.rows; ++i)
        cuts.push_back(rare.scores[static_cast<std::size_t>(i) * positives.size() + l]);
    }
    double best = 0;
    for (const double cut : cuts) best = std::max(best, f1_at(pool, cut));
    for (std::size_t l = 0; l < positives.size(); ++l) {
      CAPTURE(c, l);
      const Flagged before = own.outcomes[l].counts;
      const bool floods = positives[l] > 0 && positives[l] < 10 && before.alerts() > 10 * own.outcomes[l].positives;
      CHECK(((found.flags[l] & shared_threshold) != 0) == floods);
      CHECK((own.flags[l] & shared_threshold) == 0);
      const bool every = before.alerts() == rare.samples[l].count({-1e300}).alerts();
      CHECK(own.label(l).flags_all == (every && before.alerts() > 10 * own.outcomes[l].positives));
      CHECK_FALSE(own.label(l).missed);
      CHECK(((found.flags[l] & few_positives) != 0) == (positives[l] < 50));
      CHECK(((found.flags[l] & nothing_flagged) != 0) == (found.outcomes[l].counts.alerts() == 0));
      if (!floods) {
        CHECK(found.thresholds[l] == own.thresholds[l]);
        continue;
      }
      ++shared_in_all;
      CHECK(f1_at(pool, found.thresholds[l]) == Approx(best).epsilon(1e-12));
      const Flagged counts = rare.samples[l].count({found.thresholds[l]});
      CHECK(found.outcomes[l].counts.tp == counts.tp);
      CHECK(found.outcomes[l].counts.fp == counts.fp);
      CHECK(found.outcomes[l].value == Approx(f1_at(rare.samples[l], found.thresholds[l])).margin(1e-12));
    }
    double sum = 0;
    for (const Outcome &o : found.outcomes) sum += o.value;
    CHECK(found.pooled.value == Approx(sum / static_cast<double>(positives.size())));
    if (!weights) {  // of a table the same
      const auto columns = static_cast<int64_t>(positives.size());
      const LabelThresholds of_table = choose_label_thresholds(
          {rare.scores.data(), false, rare.rows, columns, columns, 1},
          {rare.labels.data(), rare.rows, columns, columns, 1}, {}, f1, label_search(LabelAverage::macro, 2, 10), monitor);
      CHECK(of_table.thresholds == found.thresholds);
      CHECK(of_table.flags == found.flags);
    }
    // What asks for a limit is done as it was asked.
    Objective recall;
    recall.min_recall = 1;
    const LabelThresholds asked =
        choose_label_thresholds(rare.samples, recall, label_search(LabelAverage::macro, 2, 10), monitor);
    for (const uint32_t flags : asked.flags) CHECK((flags & shared_threshold) == 0);
  }
  CHECK(3 * shared_in_all > cases::scaled(60));
}

TEST_CASE("label thresholds: labels of few positives for which every row is flagged are known") {
  // The only positive of the second label has the least score of all rows; a tenth of the third's are positives.
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  for (int i = 0; i < 100; ++i)
    for (int l = 0; l < 3; ++l) {
      scores.push_back(1 - i / 100.0);
      labels.push_back(l == 0 ? i < 20 : l == 1 ? i == 99 : i >= 90);
    }
  NoMonitor monitor;
  const LabelThresholds found =
      choose_label_thresholds({scores.data(), false, 100, 3, 3, 1}, {labels.data(), 100, 3, 3, 1}, {},
                              metric_objective("f1"), label_search(LabelAverage::macro, 1), monitor);
  CHECK_FALSE(found.label(0).flags_all);
  CHECK(found.label(1).flags_all);
  // Every row is flagged for it as well, but these are no more than ten for each positive.
  CHECK((found.flags[2] & everything_flagged) != 0);
  CHECK_FALSE(found.label(2).flags_all);
}

TEST_CASE("label thresholds: labels that miss a limit are known") {
  cases::Rng rng(6);
  NoMonitor monitor;
  const RareLabels rare(rng, {200, 1, 0}, 400, false);
  Objective q = metric_objective("f1");
  q.min_precision = 0.4;
  q.precision_level = 0;
  const LabelThresholds found = choose_label_thresholds(rare.samples, q, label_search(LabelAverage::macro, 1), monitor);
  CHECK(found.attained.size() == 3);
  for (std::size_t l = 0; l < 3; ++l) {
    const Flagged counts = found.outcomes[l].counts;
    if (counts.alerts() > 0) CHECK((counts.tp >= 0.4 * counts.alerts()) == (found.attained[l] != 0));
    CHECK(((found.flags[l] & (recall_out_of_reach | target_not_attained)) != 0) == (found.attained[l] == 0));
    CHECK(found.label(l).missed == !found.label(l).attained);
  }
  CHECK(found.label(1).missed);
  // Of all labels together no label misses a limit.
  q.min_recall = 1;
  q.min_precision = 1;
  const LabelThresholds pooled = choose_label_thresholds(rare.samples, q, label_search(LabelAverage::micro, 1), monitor);
  CHECK_FALSE(pooled.feasible);
  for (std::size_t l = 0; l < 3; ++l) {
    CHECK_FALSE(pooled.label(l).attained);
    CHECK_FALSE(pooled.label(l).missed);
  }
  CHECK(found.feasible == (found.attained[0] && found.attained[1] && found.attained[2]));
}

TEST_CASE("label thresholds: progress goes from 0 to 1, whatever is averaged", "[threads]") {
  class Watch final : public Monitor {
   public:
    void at(double fraction) override {
      CHECK(fraction >= last);
      CHECK(fraction <= 1);
      last = fraction;
      ++calls;
    }
    double last = 0;
    int calls = 0;
  };
  cases::Rng rng(7);
  std::vector<Sample> labels;
  for (int l = 0; l < 5; ++l) labels.push_back(some_data(rng, 1, Rule::any, 50, 0, Weights::none).sample());
  for (const LabelAverage average : {LabelAverage::macro, LabelAverage::micro})
    for (int threads : {1, 3}) {
      Watch watch;
      choose_label_thresholds(labels, {}, label_search(average, threads), watch);
      CHECK(watch.last == 1);
      CHECK(watch.calls > 1);
    }
}

TEST_CASE("label thresholds: labels that are chosen together keep a promise as several classifiers do") {
  cases::Rng rng(4);
  std::vector<Sample> labels;
  for (int l = 0; l < 3; ++l) labels.push_back(some_data(rng, 1, Rule::any, 200, 0, Weights::none).sample());
  NoMonitor monitor;
  const auto pooled = [&](const std::vector<Sample> &of, double confidence) {
    Objective q;
    q.min_precision = 0.6;
    q.precision_level = confidence;
    return choose_label_thresholds(of, q, label_search(LabelAverage::micro, 1), monitor).pooled.counts;
  };
  const double no_confidence = Objective::unset;
  CHECK(pooled(labels, no_confidence).alerts() == pooled(labels, 0.975).alerts());
  CHECK(pooled(labels, no_confidence).alerts() != pooled(labels, 0.9).alerts());
  CHECK(pooled({labels[0]}, no_confidence).alerts() == pooled({labels[0]}, 0.9).alerts());
}

TEST_CASE("class multipliers: two classes against every threshold, and never below argmax") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const int64_t classes = c % 2 ? 2 : 4;
    const int64_t n = rng.between(2, 40);
    std::vector<double> scores, weights;
    std::vector<int64_t> truth;
    for (int64_t i = 0; i < n; ++i) {
      truth.push_back(rng.below(static_cast<int>(classes)));
      double total = 0;
      for (int64_t j = 0; j < classes; ++j) {
        scores.push_back((c % 3 ? rng.uniform() : 0.25 * rng.below(4)) + (j == truth.back() ? 0.3 : 0.01));
        total += scores.back();
      }
      for (int64_t j = 0; j < classes; ++j) scores[static_cast<std::size_t>(i * classes + j)] /= total;
      weights.push_back(rng.below(3) + (i == 0 ? 1 : 0));
    }
    ClassObjective goal;
    if (c % 4 < 2) {
      goal.metric = cases::metric(c % 8 < 4 ? "f1" : "mcc");
      goal.average = LabelAverage::macro;
    } else {
      for (int64_t i = 0; i < classes * classes; ++i)
        goal.costs.push_back(i % (classes + 1) == 0 ? 0 : 1 + rng.below(9));
    }
    const RealTable table{scores.data(), false, n, classes, classes, 1};
    const Integers integers{truth.data(), false};
    const Reals w{weights.data(), false, n, 1};
    NoMonitor monitor;
    const ClassMultipliers found = choose_class_multipliers(table, integers, w, goal, monitor);
    // What these multipliers do, counted anew.
    const auto worth = [&](const std::vector<double> &m, std::vector<double> *cells) {
      std::vector<int64_t> decided(static_cast<std::size_t>(n));
      apply_multipliers(table, m, decided.data());
      std::vector<double> confusion(static_cast<std::size_t>(classes * classes));
      double total = 0, cost = 0;
      for (int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(truth[static_cast<std::size_t>(i)] * classes +
                                                 decided[static_cast<std::size_t>(i)]);
        confusion[at] += weights[static_cast<std::size_t>(i)];
        total += weights[static_cast<std::size_t>(i)];
        if (!goal.costs.empty()) cost += weights[static_cast<std::size_t>(i)] * goal.costs[at];
      }
      if (cells) *cells = confusion;
      if (!goal.costs.empty()) return cost / total;
      double sum = 0;
      for (int64_t k = 0; k < classes; ++k) {
        double row = 0, column = 0;
        for (int64_t j = 0; j < classes; ++j) {
          row += confusion[static_cast<std::size_t>(k * classes + j)];
          column += confusion[static_cast<std::size_t>(j * classes + k)];
        }
        sum += goal.metric->weighted_utility(confusion[static_cast<std::size_t>(k * classes + k)], column, row, total);
      }
      return sum / static_cast<double>(classes);
    };
    const bool minimise = !goal.costs.empty();
    const auto at_least = [&](double a, double b) { return minimise ? a <= b + 1e-9 : a >= b - 1e-9; };
    std::vector<double> cells;
    CAPTURE(c, classes, minimise);
    CHECK(worth(found.multipliers, &cells) == Approx(found.value).epsilon(1e-9).margin(1e-12));
    CHECK(cells == found.confusion);
    CHECK(worth(std::vector<double>(static_cast<std::size_t>(classes), 1), nullptr) ==
          Approx(found.start).epsilon(1e-9).margin(1e-12));
    CHECK(at_least(found.value, found.start));
    if (classes == 2) {
      // Every ratio that tells rows apart.
      double best = found.start;
      std::vector<double> bounds;
      for (int64_t i = 0; i < n; ++i)
        bounds.push_back(scores[static_cast<std::size_t>(2 * i)] / scores[static_cast<std::size_t>(2 * i + 1)]);
      for (double b : bounds)
        for (double m : {b * (1 - 1e-9), b * (1 + 1e-9)}) {
          const double v = worth({1, m}, nullptr);
          best = minimise ? std::min(best, v) : std::max(best, v);
        }
      CHECK(at_least(found.value, best));
    }
  }
  const std::vector<double> p = {0.6, 0.4, 0.9, 0.1};
  std::vector<int64_t> out(2);
  least_cost_classes({p.data(), false, 2, 2, 2, 1}, {0, 1, 5, 0}, out.data());
  CHECK(out == std::vector<int64_t>{1, 0});
  expect_error(Status::argument, "costs has 3 numbers: must have 2 by 2", [&] {
    least_cost_classes({p.data(), false, 2, 2, 2, 1}, {0, 1, 5}, out.data());
  });
  ClassObjective custom;
  custom.metric = check::cell_metric([](int64_t tp, int64_t, int64_t, int64_t, void *) { return static_cast<double>(tp); },
                                  nullptr, "mine", 0);
  const int32_t truth[] = {0, 1};
  NoMonitor monitor;
  expect_error(Status::unsupported, "metric \"mine\": classes take a metric of the catalogue", [&] {
    choose_class_multipliers({p.data(), false, 2, 2, 2, 1}, {truth, true}, {}, custom, monitor);
  });
}

TEST_CASE("class multipliers: costs of any size lead to what they would in another unit") {
  cases::Rng rng(3);
  int better = 0;
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int64_t n = 20;
    std::vector<double> scores;
    std::vector<int64_t> truth;
    for (int64_t i = 0; i < n; ++i) {
      truth.push_back(rng.below(3));
      for (int64_t j = 0; j < 3; ++j) scores.push_back(rng.uniform());
    }
    ClassObjective goal;
    for (int64_t i = 0; i < 9; ++i) goal.costs.push_back(i % 4 == 0 ? 0 : 1 + rng.below(9));
    const auto choose = [&] {
      NoMonitor monitor;
      return choose_class_multipliers({scores.data(), false, n, 3, 3, 1}, {truth.data(), false}, {nullptr, false, n, 1},
                                      goal, monitor);
    };
    const ClassMultipliers wanted = choose();
    better += wanted.value < wanted.start;
    for (double &cost : goal.costs) cost = std::ldexp(cost, -1000);
    const ClassMultipliers found = choose();
    CHECK(found.multipliers == wanted.multipliers);
    CHECK(found.value == std::ldexp(wanted.value, -1000));
  }
  CHECK(better > cases::scaled(60) / 2);
}

TEST_CASE("zone: against all pairs of thresholds") {
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(1000); ++c) {
    const Data data = some_data(rng, 1, Rule::any, rng.between(1, 25), rng.below(6), static_cast<Weights>(c % 2));
    const AbstentionCosts costs{0.5 * rng.below(6), 0.5 * rng.below(10), 0.25 * rng.below(6)};
    std::vector<double> values = {infinity, -infinity};
    for (int64_t i = 0; i < data.n(); ++i)
      values.push_back(std::min(data.score(i, 0), std::numeric_limits<double>::max()));
    const auto cost = [&](double low, double high, double *between) {
      double sum = 0;
      for (int64_t i = 0; i < data.n(); ++i) {
        const double s = std::min(data.score(i, 0), std::numeric_limits<double>::max()), w = data.weight(i);
        const bool positive = data.labels[static_cast<std::size_t>(i)] == 1;
        if (s >= high)
          sum += positive ? 0 : w * costs.false_positive;
        else if (s < low)
          sum += positive ? w * costs.false_negative : 0;
        else {
          sum += w * costs.abstained;
          if (between) *between += w;
        }
      }
      return sum;
    };
    double best = infinity;
    for (double low : values)
      for (double high : values)
        if (low <= high) best = std::min(best, cost(low, high, nullptr));
    const AbstentionZone zone = choose_abstention_zone(data.sample(), costs);
    double between = 0;
    CAPTURE(c);
    CHECK(zone.low <= zone.high);
    CHECK(zone.cost == best);
    CHECK(cost(zone.low, zone.high, &between) == best);
    CHECK(between == zone.abstained);
  }
  expect_error(Status::argument, "abstention_cost is -1: must be finite and at least 0", [] {
    choose_abstention_zone(Sample(1, Rule::any, {}), {1, 1, -1});
  });
  expect_error(Status::argument, "n_scores is 2: must be 1 for a zone",
               [] { choose_abstention_zone(Sample(2, Rule::any, {}), {}); });
}
