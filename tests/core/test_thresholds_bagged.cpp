// Bagged thresholds of one score and of labels: against the mean of what the best thresholds of the same samples flag, each
// found by the search, and all thresholds of the rows tried one by one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cases.hpp"
#include "core/thresholds/estimates/bagged.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;
using check::expect_error;

namespace {

ThresholdSearch bagged(uint64_t seed, int64_t rounds = 9) {
  ThresholdSearch out = plain();
  out.smoothing = Smoothing::bagged;
  out.smoothing_rounds = rounds;
  out.seed = seed;
  return out;
}

Objective objective_of(cases::Rng &rng) {
  Objective out;
  switch (rng.below(7)) {
    case 0: out.metric = parse_metric("mcc", 1); break;
    case 1: out.min_recall = 0.7; break;
    case 2: out.max_fpr = 0.25; break;
    case 3: out.max_alert_rate = 0.4; break;
    case 4: out.cost_ratio = 2; break;
    case 5:
      out.min_precision = 0.6;
      out.precision_level = 0;
      break;
    default: break;  // F1
  }
  return out;
}

// The rows of a sample as bagged_threshold draws them: positives first, each label's in the sample's own order.
Data rows_of(const Sample &sample) {
  Data out;
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i) {
      out.scores.push_back(set->scores[static_cast<std::size_t>(i)]);
      out.labels.push_back(set == &sample.positives());
      out.weights.push_back(set->weight(i));
    }
  return out;
}

// What the samples' best thresholds flag of all rows, on average; NaN if no sample counts.
double mean_flagged(const Data &rows, const Objective &q, const ThresholdSearch &options) {
  double sum = 0, samples = 0;
  for (int64_t b = 0; b < options.smoothing_rounds; ++b) {
    Data drawn = rows;
    const std::vector<double> counts = bootstrap_counts(rows.labels.size(), {}, options.seed, static_cast<uint64_t>(b));
    bool any = false;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      drawn.weights[i] *= counts[i];
      any = any || (drawn.labels[i] && drawn.weights[i] > 0);
    }
    if (!any) continue;
    // Of drawn rows of one label the search takes the most, as there is nothing else to choose by.
    Objective asked = q;
    if (Criterion(q, drawn.sample()).by_one_label()) {
      asked.goal = Goal::most_tp;
      if (!q.limits_fp() && !q.limits_alerts()) asked.max_fp = infinity;
    }
    const ChosenThresholds best = choose(drawn.sample(), asked);
    if (!best.feasible && !given(q.min_precision)) continue;
    sum += counted(rows, best.thresholds).alerts();
    ++samples;
  }
  return sum / samples;
}

}  // namespace

TEST_CASE("bagged thresholds: they flag the mean of the samples, or the nearest within the limits", "[levels]") {
  int limited = 0, apart = 0;
  const int rounds = cases::scaled(1500);
  for (int seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Data data = some_data(rng, 1, Rule::any, rng.between(2, 25), rng.below(6), static_cast<Weights>(rng.below(3)));
    const Sample sample = data.sample();
    const Objective q = objective_of(rng);
    if (Criterion(q, sample).by_one_label()) continue;  // refused
    const ThresholdSearch options = bagged(static_cast<uint64_t>(seed));
    const ChosenThresholds own = choose(sample, q), found = choose(sample, q, options);
    const Criterion criterion(q, sample.exact());
    const double mean = mean_flagged(rows_of(sample.exact().sorted()), q, options);
    double nearest = infinity, anyhow = infinity;
    every_threshold(data, [&](const std::vector<double> &, const Flagged &counts) {
      const double off = std::fabs(counts.alerts() - mean);
      anyhow = std::min(anyhow, off);
      if (criterion.attained({0, criterion.allowed(counts.tp, counts.fp)}, counts)) nearest = std::min(nearest, off);
    });
    if (std::isnan(mean) || nearest == infinity) {
      CHECK(found.thresholds == own.thresholds);
      continue;
    }
    CHECK(found.feasible);
    CHECK((found.flags & constraint_missed) == 0);
    CHECK(std::fabs(found.outcome.counts.alerts() - mean) == Approx(nearest).margin(1e-9));
    const Flagged counts = counted(data, found.thresholds);
    CHECK((counts.tp == Approx(found.outcome.counts.tp) && counts.fp == Approx(found.outcome.counts.fp)));
    limited += nearest > anyhow + 1e-9;
    apart += found.thresholds != own.thresholds;
  }
  CHECK((limited > 0 || rounds < 300));
  CHECK(apart * 30 >= rounds);
}

TEST_CASE("bagged thresholds: of a sample that is all rows they are the search's") {
  for (int seed = 0; seed < cases::scaled(500); ++seed) {
    CAPTURE(seed);
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Data data = some_data(rng, 1, Rule::any, rng.between(1, 30), rng.below(2), Weights::none);
    const std::size_t n = data.labels.size();
    // One group of all rows is drawn as it is.
    std::vector<int64_t> all(n);
    std::iota(all.begin(), all.end(), 0);
    const std::vector<double> counts = bootstrap_counts(n, {all}, 3, static_cast<uint64_t>(seed));
    CHECK(counts == std::vector<double>(n, 1.0));
    const Objective q = objective_of(rng);
    const Sample sample = data.sample();
    const Criterion criterion(q, sample);
    const ScoreColumn column = score_column(data.scores.data(), data.labels.data(), data.n(), 1);
    const auto place = best_place(
        column, counts, [&](double tp, double k) { return criterion.value(tp, k - tp); },
        [&](double tp, double k) { return criterion.allowed(tp, k - tp); });
    const ChosenThresholds own = choose(sample, q);
    if (!place) {
      CHECK_FALSE(own.feasible);
      continue;
    }
    CHECK(static_cast<double>(*place) == own.outcome.counts.alerts());
    if (*place > 0) CHECK(column.scores[*place - 1] == own.thresholds[0]);
  }
}

TEST_CASE("bagged thresholds: groups are drawn whole, each once on average") {
  const std::vector<std::vector<int64_t>> groups = {{0, 3}, {1}, {2, 4, 5}};
  std::vector<double> sums(6, 0.0);
  const int draws = 4000;
  for (int d = 0; d < draws; ++d) {
    const std::vector<double> counts = bootstrap_counts(6, groups, 1, static_cast<uint64_t>(d));
    CHECK((counts[0] == counts[3] && counts[2] == counts[4] && counts[2] == counts[5]));
    CHECK(counts[0] + counts[1] + counts[2] == 3);
    for (std::size_t i = 0; i < 6; ++i) sums[i] += counts[i] / draws;
  }
  for (const double mean : sums) CHECK(mean == Approx(1).margin(0.06));
}

TEST_CASE("bagged thresholds: maps of the scores, orders of feeding and threads change nothing, seeds do", "[threads]") {
  int differ = 0;
  for (int seed = 0; seed < cases::scaled(100); ++seed) {
    CAPTURE(seed);
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Data data = some_data(rng, 1, Rule::any, rng.between(20, 60), 0, Weights::whole);
    const Objective q = objective_of(rng);
    ThresholdSearch options = bagged(static_cast<uint64_t>(seed));
    const ChosenThresholds found = choose(data.sample(), q, options);
    Data mapped = data;
    for (double &s : mapped.scores) s = std::exp(9 * s);
    const ChosenThresholds same = choose(mapped.sample(), q, options);
    CHECK(same.outcome.counts.tp == found.outcome.counts.tp);
    CHECK(same.outcome.counts.fp == found.outcome.counts.fp);
    Sample backwards(1, Rule::any, {});
    for (int64_t i = data.n(); i-- > 0;) data.feed(backwards, i, 1);
    CHECK(choose(backwards, q, options).thresholds == found.thresholds);
    options.threads = 3;
    CHECK(choose(data.sample(), q, options).thresholds == found.thresholds);
    differ += choose(data.sample(), q, bagged(static_cast<uint64_t>(seed) + 1000)).thresholds != found.thresholds;
  }
  CHECK(differ > 0);
}

TEST_CASE("bagged thresholds: of labels each is that of its label alone", "[threads]") {
  NoMonitor quiet;
  for (int seed = 0; seed < cases::scaled(60); ++seed) {
    CAPTURE(seed);
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int64_t n = rng.between(20, 60), labels = 3;
    std::vector<double> scores, weights;
    std::vector<uint8_t> truth;
    for (int64_t c = 0; c < n * labels; ++c) {
      truth.push_back(c % labels != 2 && rng.below(3) == 0);  // no positive of one label
      scores.push_back(rng.uniform() + 0.4 * truth.back());
    }
    for (int64_t i = 0; i < n; ++i) weights.push_back(rng.between(1, 3));
    truth[0] = truth[1] = 1;
    const Objective q = objective_of(rng);
    ThresholdSearch options = bagged(static_cast<uint64_t>(seed));
    options.average = LabelAverage::macro;
    options.min_positives = 0;
    const RealTable table{scores.data(), false, n, labels, labels, 1};
    const Grid<const uint8_t> known{truth.data(), n, labels, labels, 1};
    const Reals weighted{weights.data(), false, n, 1};
    const bool with_weights = rng.below(2) == 1;
    const LabelThresholds found =
        choose_label_thresholds(table, known, with_weights ? weighted : Reals{}, q, options, quiet);
    options.threads = 3;
    CHECK(choose_label_thresholds(table, known, with_weights ? weighted : Reals{}, q, options, quiet).thresholds ==
          found.thresholds);
    const std::vector<Sample> samples = samples_of_labels(table, known, with_weights ? weighted : Reals{});
    const double without = served_by_negatives(q) ? choose(samples[2], q).thresholds[0] : infinity;
    CHECK(found.thresholds[2] == without);
    for (std::size_t l = 0; l < 2; ++l) {
      ThresholdSearch own = options;
      own.seed += l;
      const ChosenThresholds alone = choose(samples[l], q, own);
      CHECK(found.thresholds[l] == alone.thresholds[0]);
      CHECK(found.outcomes[l].value == alone.outcome.value);
      CHECK((found.attained[l] != 0) == alone.feasible);
    }
  }
}

TEST_CASE("bagged thresholds: on new rows they are better than the best of the training rows") {
  // Of logistic scores: P(y = 1 | z) = sigmoid(z - 2), z uniform on [-3, 3]; the F1 of a threshold is an integral.
  const auto f1_at = [](double t) {
    double tp = 0, k = 0, s = 0;
    for (int i = 0; i < 600; ++i) {
      const double z = -3 + 6 * (i + 0.5) / 600, p = 1 / (1 + std::exp(2 - z));
      s += p;
      tp += z >= t ? p : 0;
      k += z >= t;
    }
    return 2 * tp / (k + s);
  };
  double sum = 0, squares = 0;
  const int draws = 300;
  for (int seed = 0; seed < draws; ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    Data data;
    for (int i = 0; i < 80; ++i) {
      data.scores.push_back(-3 + 6 * rng.uniform());
      data.labels.push_back(i == 0 || rng.uniform() < 1 / (1 + std::exp(2 - data.scores.back())));
    }
    const double gain = f1_at(choose(data.sample(), {}, bagged(static_cast<uint64_t>(seed), 25)).thresholds[0]) -
                        f1_at(choose(data.sample(), {}).thresholds[0]);
    sum += gain / draws;
    squares += gain * gain / draws;
  }
  CHECK(sum > 3 * std::sqrt((squares - sum * sum) / draws));
}

TEST_CASE("bagged thresholds: what labels refuse") {
  NoMonitor quiet;
  cases::Rng rng(1);
  const std::vector<Sample> labels = {some_data(rng, 1, Rule::any, 9, 0, Weights::none).sample()};
  ThresholdSearch options = bagged(1);
  options.average = LabelAverage::micro;
  expect_error(Status::unsupported,
               "smoothing is bagged: the average must be macro, as micro chooses the thresholds of all labels together",
               [&] { choose_label_thresholds(labels, {}, options, quiet); });
  options.smoothing = Smoothing::dropout;
  expect_error(Status::argument, "smoothing is dropout: thresholds of labels take none or bagged",
               [&] { choose_label_thresholds(labels, {}, options, quiet); });
}
