// A test set at fixed thresholds: areas against DeLong's formulas row by row and against published numbers, limits of every
// metric against their definitions, coverage of both, paired differences, and what is unknown.
#include <catch2/catch.hpp>

#include <cmath>

#include "cases.hpp"
#include "core/evaluation/comparison/compare.hpp"
#include "core/evaluation/fixed/fixed_thresholds.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "core/numeric/special/normal_tail.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::evaluation;
using check::expect_error;
using thresholds::ThresholdSearch;

namespace {

// Ranks among 113 patients with aneurysmal subarachnoid haemorrhage: N. Turck et al., Intensive Care Medicine 36 (2010). The
// expected numbers are those of the R package pROC 1.18.0.
const std::vector<uint8_t> poor = {
    0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1,
    1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1,
    1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0,
    0, 1, 0, 0, 0};
const std::vector<double> s100b = {
    11, 12, 8, 2, 11, 8, 36, 14, 16, 8, 10, 8, 33, 44, 2, 6, 38, 2, 5, 27, 7, 7, 5, 9, 5, 15, 5, 9, 11, 17, 3,
    14, 31, 12, 28, 29, 37, 7, 49, 21, 39, 35, 14, 5, 32, 34, 9, 6, 7, 48, 40, 6, 4, 11, 50, 8, 12, 13, 5, 4,
    46, 3, 7, 25, 1, 7, 2, 19, 43, 7, 23, 44, 6, 22, 6, 14, 7, 11, 8, 6, 9, 27, 9, 24, 5, 8, 26, 18, 5, 3, 20,
    30, 8, 13, 6, 12, 8, 5, 2, 17, 41, 12, 42, 26, 47, 45, 13, 36, 15, 33, 13, 39, 37};
const std::vector<double> ndka = {
    1, 27, 23, 42, 82, 61, 8, 66, 76, 9, 78, 83, 5, 28, 67, 86, 49, 79, 97, 105, 98, 104, 100, 31, 10, 56, 13,
    11, 108, 62, 35, 36, 38, 84, 4, 72, 90, 22, 17, 25, 14, 33, 65, 21, 74, 101, 18, 16, 58, 69, 2, 30, 19, 64,
    109, 95, 91, 39, 87, 53, 41, 106, 12, 48, 55, 70, 80, 93, 63, 34, 89, 24, 107, 76, 43, 45, 75, 6, 33, 3, 88,
    81, 60, 30, 47, 85, 46, 7, 54, 20, 37, 44, 96, 26, 57, 63, 102, 51, 59, 29, 32, 99, 52, 73, 103, 50, 94, 40,
    71, 77, 92, 15, 68};

// Rows of several models, for a call.
struct TestSet {
  std::vector<uint8_t> truth;
  std::vector<std::vector<double>> scores;  // by model
  std::vector<double> thresholds, weights;
  std::vector<int64_t> groups;
  std::vector<float> single;  // instead of the first model, where not empty

  ThresholdEvaluation evaluate(const ThresholdSearch &options = {}) const {
    std::vector<double> cells;
    for (std::size_t i = 0; i < truth.size(); ++i)
      for (const auto &model : scores) cells.push_back(model[i]);
    const auto n = static_cast<int64_t>(truth.size()), models = static_cast<int64_t>(scores.size());
    RealTable table{cells.data(), false, n, models, models, 1};
    if (!single.empty()) table = {single.data(), true, n, 1, 1, 1};
    return evaluate_thresholds({{truth.data(), n, 1},
                                table,
                                {thresholds.empty() ? nullptr : thresholds.data(), false, static_cast<int64_t>(thresholds.size()), 1},
                                {weights.empty() ? nullptr : weights.data(), false, n, 1},
                                {groups.empty() ? nullptr : groups.data(), n, 1}},
                               options);
  }
};

ThresholdSearch asking(std::vector<std::string> metrics) {
  ThresholdSearch out;
  out.metrics = std::move(metrics);
  return out;
}

// DeLong's formulas as they stand, in O(positives * negatives): the area of each model, and their covariances.
struct RowByRow {
  std::vector<double> area;
  std::vector<std::vector<double>> covariance;

  explicit RowByRow(const TestSet &set) {
    std::vector<std::vector<double>> v10, v01;
    for (const auto &score : set.scores) {
      std::vector<double> positives, negatives;
      for (std::size_t i = 0; i < set.truth.size(); ++i) (set.truth[i] ? positives : negatives).push_back(score[i]);
      const auto psi = [](double x, double y) { return x > y ? 1.0 : x == y ? 0.5 : 0.0; };
      std::vector<double> of_positives(positives.size()), of_negatives(negatives.size());
      double sum = 0;
      for (std::size_t i = 0; i < positives.size(); ++i)
        for (std::size_t j = 0; j < negatives.size(); ++j) {
          const double one = psi(positives[i], negatives[j]);
          sum += one;
          of_positives[i] += one / static_cast<double>(negatives.size());
          of_negatives[j] += one / static_cast<double>(positives.size());
        }
      area.push_back(sum / static_cast<double>(positives.size() * negatives.size()));
      v10.push_back(of_positives);
      v01.push_back(of_negatives);
    }
    const auto s = [&](const std::vector<std::vector<double>> &v, std::size_t a, std::size_t b) {
      double sum = 0;
      for (std::size_t i = 0; i < v[a].size(); ++i) sum += (v[a][i] - area[a]) * (v[b][i] - area[b]);
      const auto n = static_cast<double>(v[a].size());
      return sum / (n - 1) / n;
    };
    covariance.assign(area.size(), std::vector<double>(area.size()));
    for (std::size_t a = 0; a < area.size(); ++a)
      for (std::size_t b = 0; b < area.size(); ++b) covariance[a][b] = s(v10, a, b) + s(v01, a, b);
  }
};

double normal(cases::Rng &rng) { return normal_quantile(std::max(rng.uniform(), 1e-300)); }

// Positives around `gap`, negatives around 0, two models that share half of their variance; ties by rounding.
TestSet drawn(cases::Rng &rng, int n, double share, double gap, double rounding = 0) {
  TestSet out{{}, {{}, {}}, {gap / 2, gap / 2}, {}, {}, {}};
  for (int i = 0; i < n; ++i) {
    const bool positive = i < 2 ? i == 0 : rng.uniform() < share;
    const double both = normal(rng);
    out.truth.push_back(positive);
    for (auto &model : out.scores) {
      const double score = (positive ? gap : 0) + std::sqrt(0.5) * (both + normal(rng));
      model.push_back(rounding > 0 ? std::round(score / rounding) * rounding : score);
    }
  }
  return out;
}

const FixedEstimate &estimate(const ThresholdEvaluation &e, const std::string &metric, int64_t model = 0) {
  for (const FixedEstimate &one : e.estimates)
    if (e.metrics[static_cast<std::size_t>(one.metric)] == metric && one.model == model) return one;
  throw std::logic_error(metric);
}

}  // namespace

TEST_CASE("fixed thresholds: areas of published data have pROC's numbers") {
  const TestSet set{poor, {s100b, ndka}, {}, {}, {}, {}};
  const ThresholdEvaluation found = set.evaluate();
  CHECK(found.metrics == std::vector<std::string>{"auc"});
  const FixedEstimate &a = found.estimates[0], &b = found.estimates[1];
  CHECK(a.value == Approx(0.731368563685637).epsilon(1e-13));
  CHECK(a.limits.low == Approx(0.630118211761623).epsilon(1e-13));
  CHECK(a.limits.high == Approx(0.832618915609651).epsilon(1e-13));
  CHECK(a.standard_error * a.standard_error == Approx(0.00266868245717244).epsilon(1e-12));
  CHECK(b.value == Approx(0.611957994579946).epsilon(1e-13));
  CHECK(b.limits.low == Approx(0.501244999271703).epsilon(1e-13));
  CHECK(b.limits.high == Approx(0.722670989888189).epsilon(1e-13));
  REQUIRE(found.pairs.size() == 1);
  // pROC's difference is the first less the second.
  CHECK(found.pairs[0].limits.low == Approx(-0.2876917446341914).epsilon(1e-12));
  CHECK(found.pairs[0].limits.high == Approx(0.0488706064228094).epsilon(1e-12));
  CHECK(found.pairs[0].p_value == Approx(0.164295175223054).epsilon(1e-12));
}

TEST_CASE("fixed thresholds: areas and their variances are DeLong's, ties included") {
  cases::Rng rng(411);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const TestSet set = drawn(rng, rng.between(6, 60), 0.4, 0.2 * rng.below(10), i % 3 ? 0.5 * (i % 3) : 0);
    const RowByRow wanted(set);
    const ThresholdEvaluation found = set.evaluate(asking({"auc"}));
    for (std::size_t m = 0; m < 2; ++m) {
      const FixedEstimate &one = found.estimates[m];
      CHECK(one.value == Approx(wanted.area[m]).margin(1e-14));
      const double variance = wanted.covariance[m][m];
      if (std::isnan(variance) || !(variance > 1e-12)) continue;
      CHECK(one.standard_error == Approx(std::sqrt(variance)).epsilon(1e-11));
      const double width = 1.959963984540054 * std::sqrt(variance);
      CHECK(one.limits.low == Approx(std::max(0.0, one.value - width)).margin(1e-12));
      CHECK(one.limits.high == Approx(std::min(1.0, one.value + width)).margin(1e-12));
    }
    const double variance = wanted.covariance[0][0] + wanted.covariance[1][1] - 2 * wanted.covariance[0][1];
    if (std::isnan(variance) || !(variance > 1e-10)) continue;
    const FixedPair &pair = found.pairs[0];
    CHECK(pair.standard_error == Approx(std::sqrt(variance)).epsilon(1e-9));
    CHECK(pair.p_value == Approx(std::erfc(std::fabs(pair.difference) / std::sqrt(2 * variance))).epsilon(1e-8).margin(1e-13));
  }
}

TEST_CASE("fixed thresholds: the normal tail") {
  for (int i = 0; i <= 3000; ++i) {
    const double z = 0.01 * i;
    CHECK(two_sided_tail(z) == Approx(std::erfc(z / std::sqrt(2.0))).epsilon(2e-12));
  }
  CHECK(two_sided_tail(50) == 0);
}

TEST_CASE("fixed thresholds: limits of shares are mid-P or Clopper and Pearson's, those of others the jackknife's") {
  cases::Rng rng(412);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const TestSet set = drawn(rng, rng.between(20, 80), 0.4, 1);
    ThresholdSearch options = asking({"recall", "specificity", "precision", "npv", "accuracy", "jaccard", "f1", "mcc",
                                      "balanced_accuracy", "informedness"});
    const bool exact = i % 2 == 1;
    if (exact) options.proportion_limits = thresholds::ProportionLimits::exact;
    const ThresholdEvaluation found = set.evaluate(options);
    const ModelCounts &c = found.counts[0];
    const auto is = [&](const char *metric, double part, double whole) {
      const FixedEstimate &one = estimate(found, metric);
      if (whole == 0) {
        CHECK(std::isnan(one.value));
        return;
      }
      const Interval wanted = exact ? binomial_interval(part, whole, 0.95) : mid_p_interval(part, whole, 0.95);
      CHECK(one.value == Approx(part / whole));
      CHECK(one.limits.low == wanted.low);
      CHECK(one.limits.high == wanted.high);
      CHECK(one.exact == exact);
    };
    is("recall", c.tp, c.tp + c.fn);
    is("specificity", c.tn, c.tn + c.fp);
    is("precision", c.tp, c.tp + c.fp);
    is("npv", c.tn, c.tn + c.fn);
    is("accuracy", c.tp + c.tn, c.tp + c.fp + c.fn + c.tn);
    is("jaccard", c.tp, c.tp + c.fp + c.fn);
    const FixedEstimate &f1 = estimate(found, "f1"), &jaccard = estimate(found, "jaccard");
    CHECK(f1.limits.low == 2 * jaccard.limits.low / (1 + jaccard.limits.low));
    CHECK(f1.limits.high == 2 * jaccard.limits.high / (1 + jaccard.limits.high));
    // Recall and specificity are independent: squared distances to limits add up.
    const FixedEstimate &recall = estimate(found, "recall"), &specificity = estimate(found, "specificity");
    for (const auto &[metric, factor] : {std::pair{"balanced_accuracy", 0.5}, std::pair{"informedness", 1.0}}) {
      const FixedEstimate &one = estimate(found, metric);
      CHECK_FALSE(one.exact);
      if (std::isnan(one.value)) continue;
      const double low = std::hypot(recall.value - recall.limits.low, specificity.value - specificity.limits.low);
      const double high = std::hypot(recall.limits.high - recall.value, specificity.limits.high - specificity.value);
      CHECK(one.limits.low == Approx(one.value - factor * low).margin(1e-14));
      CHECK(one.limits.high == Approx(one.value + factor * high).margin(1e-14));
      CHECK(one.standard_error == Approx(factor * std::hypot(recall.standard_error, specificity.standard_error)));
    }
    // The jackknife's squared error, from its definition.
    const FixedEstimate &mcc = estimate(found, "mcc");
    CHECK_FALSE(mcc.exact);
    const auto metric = parse_metric("mcc", 1);
    const double cells[4] = {c.tp, c.fp, c.fn, c.tn};
    double n = 0, sum = 0, squares = 0;
    bool defined = true;
    for (int cell = 0; cell < 4; ++cell) {
      double x[4] = {c.tp, c.fp, c.fn, c.tn};
      if (cells[cell] == 0) continue;
      x[cell] -= 1;
      defined = defined && x[0] + x[1] > 0 && x[0] + x[2] > 0 && x[2] + x[3] > 0 && x[1] + x[3] > 0;
      const double value = metric->weighted_utility(x[0], x[0] + x[1], x[0] + x[2], x[0] + x[1] + x[2] + x[3]);
      n += cells[cell];
      sum += cells[cell] * value;
      squares += cells[cell] * value * value;
    }
    if (defined && mcc.value < 1)
      CHECK(mcc.standard_error == Approx(std::sqrt((n - 1) / n * (squares - sum * sum / n))).epsilon(1e-6));
  }
}

TEST_CASE("fixed thresholds: differences are those of the comparison, corrected by Holm") {
  CHECK(holm({0.01, 0.04, 0.03, 0.005}) == std::vector<double>{0.03, 0.06, 0.06, 0.02});
  CHECK(holm({0.9, 0.8}) == std::vector<double>{1.0, 1.0});
  const std::vector<double> some = holm({0.04, std::nan(""), 0.03});
  CHECK((some[0] == 0.06 && std::isnan(some[1]) && some[2] == 0.06));

  cases::Rng rng(413);
  TestSet set = drawn(rng, 200, 0.4, 1);
  set.scores.push_back(set.scores[0]);
  set.thresholds = {0.5, 0.3, 0.9};
  ThresholdEvaluation found = set.evaluate(asking({"f1", "auc", "mcc"}));
  REQUIRE(found.pairs.size() == 9);
  const auto mask = [&](std::size_t m) {
    std::vector<uint8_t> out;
    for (double x : set.scores[m]) out.push_back(x >= set.thresholds[m]);
    return out;
  };
  decisions::DecisionOptions options;
  options.average = decisions::Average::micro;
  std::vector<double> p;
  for (const FixedPair &pair : found.pairs) {
    p.push_back(pair.p_value);
    if (pair.metric == 1) continue;
    const auto metric = parse_metric(pair.metric == 0 ? "f1" : "mcc", 1);
    const std::vector<uint8_t> a = mask(static_cast<std::size_t>(pair.first)), b = mask(static_cast<std::size_t>(pair.second));
    const auto grid = [](const std::vector<uint8_t> &x) {
      return Grid<const uint8_t>{x.data(), static_cast<int64_t>(x.size()), 1, 1, 1};
    };
    const Comparison wanted = compare(*metric, options, grid(set.truth), grid(a), grid(b), {nullptr, false, 200, 1}, {nullptr, 200, 1});
    CHECK(pair.difference == Approx(wanted.difference).margin(1e-15));
    CHECK(pair.limits.low == wanted.low);
    CHECK(pair.limits.high == wanted.high);
    CHECK(pair.p_value == wanted.p_value);
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) CHECK(found.pairs[i].p_adjusted == adjusted[i]);
  // The same scores: the area does not differ at all.
  CHECK((found.pairs[4].metric == 1 && found.pairs[4].first == 0 && found.pairs[4].second == 2));
  CHECK((found.pairs[4].difference == 0 && found.pairs[4].p_value == 1 && found.pairs[4].limits.high == 0));

  // Two rows of each label cannot differ by more than 1.
  const TestSet few{{1, 0, 1, 0}, {{1, 2, 3, 4}, {4, 1, 3, 2}}, {2.5, 2.5}, {}, {}, {}};
  for (const FixedPair &pair : few.evaluate(asking({"recall", "auc"})).pairs)
    CHECK((pair.limits.low >= -1 && pair.limits.high <= 1 && pair.limits.low < pair.limits.high));

  ThresholdSearch to_one = asking({"f1"});
  to_one.reference = 1;
  found = set.evaluate(to_one);
  REQUIRE(found.pairs.size() == 2);
  CHECK((found.pairs[0].first == 1 && found.pairs[0].second == 0 && found.pairs[1].second == 2));
}

TEST_CASE("fixed thresholds: weights count as rows, in any unit, and groups as what they hold") {
  cases::Rng rng(414);
  TestSet set = drawn(rng, 60, 0.5, 1, 0.5);
  const ThresholdEvaluation plain = set.evaluate();
  set.weights.assign(60, 3e-7);
  const ThresholdEvaluation scaled = set.evaluate();
  CHECK(scaled.positives == Approx(3e-7 * plain.positives));
  CHECK(scaled.counts[0].tp == Approx(3e-7 * plain.counts[0].tp));
  for (std::size_t i = 0; i < plain.estimates.size(); ++i) {
    CHECK(plain.estimates[i].value == scaled.estimates[i].value);
    CHECK(plain.estimates[i].limits.low == scaled.estimates[i].limits.low);
    CHECK(plain.estimates[i].exact == scaled.estimates[i].exact);
  }
  // A weight of 2 has the value of a row that is there twice; groups of one row have DeLong's variance.
  TestSet twice = drawn(rng, 40, 0.5, 1, 0.5), weighted = twice;
  weighted.weights.assign(40, 1);
  for (std::size_t i = 0; i < 10; ++i) {
    weighted.weights[i] = 2;
    twice.truth.push_back(twice.truth[i]);
    for (auto &model : twice.scores) model.push_back(model[i]);
  }
  const ThresholdEvaluation a = twice.evaluate(), b = weighted.evaluate();
  for (std::size_t i = 0; i < a.estimates.size(); ++i) {
    CHECK(a.estimates[i].value == Approx(b.estimates[i].value).margin(1e-12));
    CHECK_FALSE(b.estimates[i].exact);
  }
  set.weights.clear();
  for (int64_t i = 0; i < 60; ++i) set.groups.push_back(7 * i - 100);
  const ThresholdEvaluation alone = set.evaluate();
  CHECK(alone.units == 60);
  CHECK(estimate(alone, "auc").standard_error == Approx(estimate(plain, "auc").standard_error));
  CHECK_FALSE(estimate(alone, "recall").exact);
  // Each row twice in a group of its own says no more than each once.
  TestSet doubled = set;
  doubled.truth.insert(doubled.truth.end(), set.truth.begin(), set.truth.end());
  for (std::size_t m = 0; m < 2; ++m)
    doubled.scores[m].insert(doubled.scores[m].end(), set.scores[m].begin(), set.scores[m].end());
  doubled.groups.insert(doubled.groups.end(), set.groups.begin(), set.groups.end());
  const ThresholdEvaluation same = doubled.evaluate();
  CHECK(same.units == 60);
  CHECK(same.rows == 120);
  for (const char *metric : {"auc", "recall", "mcc"})
    CHECK(estimate(same, metric).standard_error == Approx(estimate(alone, metric).standard_error).epsilon(1e-6));
}

TEST_CASE("fixed thresholds: what is unknown is NaN, and the warning says why") {
  TestSet one_class{{1, 1, 1}, {{0.1, 0.6, 0.7}}, {0.5}, {}, {}, {}};
  ThresholdEvaluation found = one_class.evaluate();
  CHECK(std::isnan(estimate(found, "auc").value));
  CHECK(std::isnan(estimate(found, "auc").limits.low));
  CHECK(std::isnan(estimate(found, "specificity").value));
  CHECK(estimate(found, "recall").value == Approx(2 / 3.0));
  CHECK_THAT(found.warning, Catch::StartsWith("no row is negative; 0/0 for model 0: auc, specificity"));

  TestSet tied{{1, 0, 1, 0, 1, 0}, {{2, 2, 2, 2, 2, 2}}, {2}, {}, {}, {}};
  found = tied.evaluate(asking({"auc"}));
  CHECK(found.estimates[0].value == 0.5);
  CHECK(found.estimates[0].standard_error == 0);
  const Interval half = binomial_interval(1.5, 3, 0.95);
  CHECK((found.estimates[0].limits.low == half.low && found.estimates[0].limits.high == half.high));

  // Three positives and three negatives make three pairs that share no row.
  TestSet perfect{{1, 0, 1, 0, 1, 0}, {{2, 1, 2, 1, 2, 1}}, {2}, {}, {}, {}};
  found = perfect.evaluate(asking({"auc", "mcc", "precision"}));
  CHECK(found.estimates[0].value == 1);
  CHECK(found.estimates[0].limits.low == binomial_interval(3, 3, 0.95).low);
  CHECK(found.estimates[0].limits.high == 1);
  CHECK(found.estimates[1].value == 1);
  CHECK(std::isnan(found.estimates[1].limits.low));
  CHECK(found.warning ==
        "the variance of auc of model 0 is estimated as 0, so its limits are those of independent pairs; "
        "too few rows for limits of model 0: mcc");

  TestSet nothing_flagged{{1, 0, 1, 0}, {{1, 2, 3, 4}}, {std::numeric_limits<double>::infinity()}, {}, {}, {}};
  found = nothing_flagged.evaluate(asking({"precision", "recall"}));
  CHECK(std::isnan(found.estimates[0].value));
  CHECK(found.estimates[1].value == 0);
  CHECK(found.counts[0].fn == 2);
  nothing_flagged.scores[0][2] = std::numeric_limits<double>::infinity();
  CHECK(nothing_flagged.evaluate().counts[0].tp == 0);

  TestSet single{{1, 0, 1, 0}, {{0, 0, 0, 0}}, {0.1f}, {}, {}, {0.1f, 0.05f, 0.2f, 0.3f}};
  found = single.evaluate();
  CHECK((found.counts[0].tp == 2 && found.counts[0].fp == 1));
}

TEST_CASE("fixed thresholds: what is wrong is refused") {
  const auto refused = [](const TestSet &set, const ThresholdSearch &options, const char *message, Status status = Status::argument) {
    expect_error(status, message, [&] { set.evaluate(options); });
  };
  const TestSet good{{1, 0, 1, 0}, {{1, 2, 3, 4}}, {2.5}, {}, {}, {}};
  TestSet bad = good;
  bad.scores[0][2] = std::nan("");
  refused(bad, {}, "scores[2][0] is NaN: must be a number");
  bad = good;
  bad.thresholds = {std::nan("")};
  refused(bad, {}, "thresholds[0] is NaN: must be a number");
  bad.thresholds = {1, 2};
  refused(bad, {}, "thresholds has 2 rows: must have 1, one per column of scores");
  bad = good;
  bad.truth[1] = 2;
  refused(bad, {}, "truth[1] is 2 (not rated)");
  bad = good;
  bad.weights = {1, 1, -1, 1};
  refused(bad, {}, "weights[2] is -1: must be finite and at least 0");
  bad.weights = {0, 0, 0, 0};
  refused(bad, {}, "truth has 0 rows of a weight above 0");
  refused({{}, {{}}, {1}, {}, {}, {}}, {}, "truth has 0 rows of a weight above 0");
  bad = good;
  bad.thresholds.clear();
  refused(bad, asking({"auc", "f1"}), "thresholds is NULL: metric \"f1\" needs one per column of scores");
  refused(good, asking({"f_one"}), "metric \"f_one\" is unknown", Status::format);
  ThresholdSearch options;
  options.reference = 1;
  refused(good, options, "reference is 1: must lie in [0, 0]");
  options = {};
  options.names = {"a", "b"};
  refused(good, options, "names has 2 elements: must have 1");
  options = {};
  options.proportion_limits = thresholds::ProportionLimits::exact;
  bad = good;
  bad.groups = {1, 1, 2, 2};
  refused(bad, options, "proportion_limits is exact: must be mid_p with groups, which gives other limits");
  options.bootstrap = 10;
  refused(good, options, "proportion_limits is exact: must be mid_p with bootstrap");
  options.jackknife = true;
  refused(good, options, "proportion_limits is exact: must be mid_p with jackknife");
}

TEST_CASE("fixed thresholds: limits cover what they should, by each method", "[frequencies]") {
  const int rounds = cases::scaled(1000);
  // The truth of the binormal model: P(score >= gap/2) of either label, and the area.
  const double gap = 1.2, share = 0.4, root = std::sqrt(2.0);
  const auto above = [&](double x) { return 0.5 * std::erfc(x / root); };
  const double recall = above(-gap / 2), specificity = recall, area = above(-gap / root);
  const double tp = share * recall, fn = share * (1 - recall), fp = (1 - share) * (1 - specificity), tn = (1 - share) * specificity;
  const double mcc = (tp * tn - fp * fn) / std::sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  for (const int64_t bootstrap : {0, 400}) {
    if (bootstrap > 0 && cases::sanitized) continue;
    cases::Rng rng(415);
    int held[4] = {0, 0, 0, 0};
    const int runs = bootstrap > 0 ? rounds / 4 : rounds;
    for (int i = 0; i < runs; ++i) {
      TestSet set = drawn(rng, 300, share, gap);
      set.scores.pop_back();
      set.thresholds.pop_back();
      ThresholdSearch options = asking({"auc", "recall", "f1", "mcc"});
      options.bootstrap = bootstrap;
      options.seed = static_cast<uint64_t>(i);
      const ThresholdEvaluation found = set.evaluate(options);
      const double truths[] = {area, recall, 2 * tp / (2 * tp + fp + fn), mcc};
      for (std::size_t k = 0; k < 4; ++k)
        held[k] += found.estimates[k].limits.low <= truths[k] && truths[k] <= found.estimates[k].limits.high;
    }
    // Three and a half standard errors of 95 %, and what counts, which are whole, hold beyond it.
    const double margin = 3.5 * std::sqrt(0.95 * 0.05 / runs);
    for (std::size_t k = 0; k < 4; ++k) {
      CAPTURE(bootstrap, k);
      CHECK(static_cast<double>(held[k]) / runs >= 0.95 - margin - (bootstrap > 0 ? 0.01 : 0));
      CHECK(static_cast<double>(held[k]) / runs <= 0.955 + margin);
    }
  }
}

TEST_CASE("fixed thresholds: the bootstrap draws the same for any number of threads, and whole groups", "[threads]") {
  cases::Rng rng(416);
  TestSet set = drawn(rng, 100, 0.4, 1);
  for (int64_t i = 0; i < 100; ++i) set.groups.push_back(i % 7);
  ThresholdSearch options;
  options.bootstrap = 50;
  const ThresholdEvaluation one = set.evaluate(options);
  options.threads = 4;
  const ThresholdEvaluation four = set.evaluate(options);
  for (std::size_t i = 0; i < one.estimates.size(); ++i) {
    CHECK(one.estimates[i].limits.low == four.estimates[i].limits.low);
    CHECK(one.estimates[i].limits.high == four.estimates[i].limits.high);
    CHECK(one.estimates[i].limits.low <= one.estimates[i].value);
    CHECK(one.estimates[i].limits.high >= one.estimates[i].value);
  }
  set.groups.assign(100, 5);  // one group: every sample is the sample
  const ThresholdEvaluation all = set.evaluate(options);
  for (const FixedEstimate &estimate : all.estimates) CHECK(estimate.limits.low == Approx(estimate.limits.high));
}

TEST_CASE("fixed thresholds: tables for papers") {
  TestSet set{{1, 0, 1, 0}, {{1, 2, 3, 4}, {4, 1, 3, 2}}, {2.5, 2.5}, {}, {}, {}};
  ThresholdSearch options = asking({"recall", "balanced_accuracy"});
  options.names = {"a|b", "c_d & 5%"};
  options.level = 0.9;
  const ThresholdEvaluation found = set.evaluate(options);
  CHECK_THAT(found.markdown, Catch::StartsWith("| metric (90% limits) | a\\|b | c_d & 5% |\n|---|---:|---:|\n"
                                               "| recall | 0.500 (0.050 to 0.950) | 1.000 (0.316 to 1.000) |\n"));
  CHECK_THAT(found.markdown, Catch::Contains("\n\n| comparison | metric | difference (90% limits) | p | p (Holm) |\n"));
  CHECK_THAT(found.latex, Catch::StartsWith("\\begin{tabular}{lrr}\n\\toprule\nmetric (90\\% limits) & a|b & c\\_d \\& 5\\% \\\\\n\\midrule\n"));
  CHECK_THAT(found.latex, Catch::Contains("balanced\\_accuracy & "));
}
