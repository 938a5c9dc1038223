// The best threshold of one score without sorting, compared with the whole frontier.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "cases.hpp"
#include "core/numeric/random/random.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/search/direct.hpp"
#include "core/thresholds/search/one_score.hpp"
#include "core/thresholds/search/single.hpp"

using namespace wald::core;
using namespace wald::core::thresholds;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Case {
  std::vector<double> scores, weights;  // weights: empty for 1 each
  std::vector<uint8_t> labels;
  int64_t n() const { return static_cast<int64_t>(scores.size()); }

  Sample sample() const {
    Sample out(1, Rule::any, {});
    out.feed({scores.data(), false, n(), 1, 1, 1}, {labels.data(), n(), 1},
             {weights.empty() ? nullptr : weights.data(), false, n(), 1});
    return out;
  }
};

int64_t below(Random &random, int64_t n) { return static_cast<int64_t>(random.uniform() * static_cast<double>(n)); }

// Scores of many shapes: smooth, tied, with infinite and extreme ones, crowded at one place.
Case random_case(Random &random, int64_t n) {
  Case out;
  const double shares[] = {0.01, 0.1, 0.5, 0.9};
  const double share = shares[below(random, 4)];
  const int64_t shape = below(random, 7), values = 2 + below(random, 40);
  const bool weighted = below(random, 3) == 0, skill = below(random, 4) != 0;
  for (int64_t i = 0; i < n; ++i) {
    const bool positive = random.uniform() < share || i == 0;
    double s = random.uniform();
    if (positive && skill) s = std::max(s, random.uniform());
    switch (shape) {
      case 1: s = std::floor(s * static_cast<double>(values)) / static_cast<double>(values); break;
      case 2: s = random.uniform() < 0.1 ? (random.uniform() < 0.5 ? infinity : -infinity) : s; break;
      case 3: s = std::exp(600 * (s - 0.5)); break;
      case 4: s = 0.5 + 1e-13 * s; break;
      case 5: s = (s - 0.5) * 1e308 * 3; break;
      case 6: s = random.uniform() < 0.9 ? 0.0 : (random.uniform() < 0.5 ? -0.0 : s * 5e-324 * 100); break;
      default: break;
    }
    out.scores.push_back(s);
    out.labels.push_back(positive);
    if (weighted) out.weights.push_back(static_cast<double>(1 + below(random, 5)));
  }
  return out;
}

Objective random_objective(Random &random, const Sample &sample) {
  const double positives = sample.positives().total(), negatives = sample.negatives().total();
  const char *const metrics[] = {"f1", "fbeta:2", "jaccard", "mcc", "kappa", "accuracy", "fbeta:0.5"};
  Objective out;
  switch (below(random, 6)) {
    case 0: out.cost_ratio = std::exp(4 * (random.uniform() - 0.5)); break;
    case 1: out.min_precision = random.uniform(); break;
    case 2: out.max_fp = std::floor(random.uniform() * (negatives + 1)); break;
    case 3: out.max_alerts = std::floor(random.uniform() * (positives + negatives + 1)); break;
    case 4: out.min_recall = random.uniform(); break;
    default: out.metric = parse_metric(metrics[below(random, 7)], 1); break;
  }
  if (below(random, 4) == 0 && std::isnan(out.max_fp)) out.max_fp = std::floor(random.uniform() * (negatives + 1));
  if (below(random, 8) == 0 && std::isnan(out.max_alerts))
    out.max_alerts = std::floor(random.uniform() * (positives + negatives + 1));
  if (!std::isnan(out.min_precision) && below(random, 2)) out.precision_level = 0;
  return out;
}

void check(const Case &rows, const Objective &objective) {
  const Sample sample = rows.sample();
  const Criterion criterion(objective, sample);
  const SearchResult whole = levels_frontier(sample, criterion.cost_axis());
  const Choice choice = criterion.choose(whole.frontier.points);
  const auto best = best_of_one_score({{{{rows.scores.data(), false, rows.n(), 1},
                                         {rows.labels.data(), rows.n(), 1},
                                         0,
                                         rows.weights.empty() ? nullptr : rows.weights.data()}},
                                       sample.positives().total(),
                                       sample.negatives().total()},
                                      criterion);
  REQUIRE(best.has_value() == choice.feasible);
  if (!best) return;
  const Choice fast = criterion.choose(best->frontier.points);
  const auto at = [](const SearchResult &r, int64_t i) { return r.frontier.points[static_cast<std::size_t>(i)]; };
  const auto same = [&](int64_t i, int64_t j) {
    REQUIRE((i < 0) == (j < 0));
    if (i < 0) return;
    CHECK(at(whole, i).tp == at(*best, j).tp);
    CHECK(at(whole, i).fp == at(*best, j).fp);
    CHECK(whole.frontier.thresholds[static_cast<std::size_t>(i)] ==
          best->frontier.thresholds[static_cast<std::size_t>(j)]);
  };
  CHECK(fast.feasible);
  same(choice.index, fast.index);
  const HullSegments a = hull_segments(whole.frontier.points, choice.index),
                     b = hull_segments(best->frontier.points, fast.index);
  same(a.last.from, b.last.from);
  same(a.last.to, b.last.to);
  same(a.next.from, b.next.from);
  same(a.next.to, b.next.to);
  const double area = whole.ranking_areas[0].low;
  if (!std::isnan(area)) CHECK((best->ranking_areas[0].low <= area && area <= best->ranking_areas[0].high));
}

}  // namespace

TEST_CASE("one score: the point and the hull's segments of the whole frontier, small cases", "[levels]") {
  Random random(1);
  for (int round = 0; round < cases::scaled(30000); ++round) {
    const Case rows = random_case(random, 1 + below(random, 120));
    INFO("round " << round);
    const Sample sample = rows.sample();
    check(rows, random_objective(random, sample));
  }
}

TEST_CASE("one score: the same for thousands of rows", "[levels]") {
  Random random(2);
  for (int round = 0; round < cases::scaled(400); ++round) {
    const Case rows = random_case(random, 2000 + below(random, 12000));
    INFO("round " << round);
    const Sample sample = rows.sample();
    for (int objective = 0; objective < 3; ++objective) check(rows, random_objective(random, sample));
  }
}

namespace {

void check_same(const ChosenThresholds &a, const ChosenThresholds &b) {
  CHECK(a.objective == b.objective);
  CHECK(a.feasible == b.feasible);
  CHECK(a.warning == b.warning);
  CHECK(a.thresholds == b.thresholds);
  CHECK(a.next_lower == b.next_lower);
  CHECK(a.outcome.counts.tp == b.outcome.counts.tp);
  CHECK(a.outcome.counts.fp == b.outcome.counts.fp);
  CHECK(a.outcome.value == b.outcome.value);
  CHECK(a.unrated == b.unrated);
  CHECK(a.flags == b.flags);
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  CHECK(same(a.marginal_precision, b.marginal_precision));
  CHECK(same(a.next_marginal_precision, b.next_marginal_precision));
  REQUIRE(a.intervals.size() == b.intervals.size());
  for (std::size_t i = 0; i < a.intervals.size(); ++i) {
    CHECK(std::string(a.intervals[i].name) == b.intervals[i].name);
    CHECK(a.intervals[i].interval.low == b.intervals[i].interval.low);
    CHECK(a.intervals[i].interval.high == b.intervals[i].interval.high);
    CHECK(a.intervals[i].exact == b.intervals[i].exact);
  }
}

}  // namespace

TEST_CASE("one score: arrays and a fed sample give one answer, strides and float32 too") {
  Random random(3);
  NoMonitor monitor;
  for (int round = 0; round < 120; ++round) {
    INFO("round " << round);
    Case rows = random_case(random, 1 + below(random, 9000));
    if (round % 5 == 0)
      for (uint8_t &label : rows.labels) label = below(random, 50) == 0 ? not_rated : label;
    if (round % 3 == 0) rows.weights.clear();
    rows.labels[0] = 1;
    const int64_t n = rows.n();
    std::vector<float> narrow(rows.scores.begin(), rows.scores.end());
    std::vector<double> wide(narrow.begin(), narrow.end()), spaced;
    std::vector<uint8_t> spaced_labels;
    for (int64_t i = 0; i < n; ++i) {
      spaced.insert(spaced.end(), {std::nan(""), wide[static_cast<std::size_t>(i)]});
      spaced_labels.insert(spaced_labels.end(), {9, rows.labels[static_cast<std::size_t>(i)], 9});
    }
    const Reals weights{rows.weights.empty() ? nullptr : rows.weights.data(), false, n, 1};
    Objective objective = random_objective(random, rows.sample());
    objective.positives = static_cast<double>(5 * n);
    Sample sample(1, Rule::any, {});
    sample.feed({wide.data(), false, n, 1, 1, 1}, {rows.labels.data(), n, 1}, weights);
    const ChosenThresholds fed = choose_thresholds(sample, objective, {}, monitor);
    check_same(
        fed, choose_threshold({wide.data(), false, n, 1}, {rows.labels.data(), n, 1}, weights, objective, {}, monitor));
    check_same(fed, choose_threshold({narrow.data(), true, n, 1}, {rows.labels.data(), n, 1}, weights, objective, {},
                                     monitor));
    check_same(fed, choose_threshold({spaced.data() + 1, false, n, 2}, {spaced_labels.data() + 1, n, 3}, weights,
                                     objective, {}, monitor));
  }
}

TEST_CASE("one score: a nan is refused by its row, wherever it stands") {
  Random random(4);
  NoMonitor monitor;
  for (int64_t n : {10, 5000, 200000})
    for (int round = 0; round < 20; ++round) {
      Case rows = random_case(random, n);
      rows.weights.clear();
      const int64_t at = below(random, n);
      rows.scores[static_cast<std::size_t>(at)] = std::nan("");
      std::string message;
      try {
        choose_threshold({rows.scores.data(), false, n, 1}, {rows.labels.data(), n, 1}, {}, {}, {}, monitor);
      } catch (const Error &e) {
        message = e.what();
      }
      CHECK(message == text("scores[", at, "][0] is nan: must be a number"));
    }
}

TEST_CASE("one score: the whole curve at once is that of the counts between levels", "[levels]") {
  Random random(9);
  for (int round = 0; round < 1500; ++round) {
    const int64_t sizes[] = {1 + below(random, 60), 1 + below(random, 900), 300 + below(random, 9000)};
    const Sample sample = random_case(random, sizes[round % 40 == 0 ? 2 : round % 2]).sample();
    const SingleCounts counts = count_single(sample, 0, -infinity, false);
    for (const CostAxis axis : {CostAxis::fp, CostAxis::alerts}) {
      const ThresholdFrontier whole = single_frontier(counts, sample, axis);
      const SingleCurve curve = single_curve(sample, axis);
      REQUIRE(curve.frontier.thresholds.flat() == whole.thresholds.flat());
      REQUIRE(curve.frontier.points.size() == whole.points.size());
      bool same = true;
      for (std::size_t i = 0; i < whole.points.size(); ++i) {
        const FrontierPoint &a = curve.frontier.points[i], &b = whole.points[i];
        same = same && a.tp == b.tp && a.fp == b.fp && a.cell == b.cell && a.cell == i;
      }
      CHECK(same);
      const double area = ranking_area(counts);
      CHECK((curve.area == area || (std::isnan(curve.area) && std::isnan(area))));
    }
  }
}

namespace {

// Rows in runs of one label and some mean length, of which some have the score of the row before; in any order.
Case rows_in_runs(Random &random, int64_t n, double mean_length, double tied) {
  Case out;
  double score = 1;
  uint8_t label = random.uniform() < 0.5;
  for (int64_t i = 0; i < n; ++i) {
    if (random.uniform() * mean_length < 1) label = !label;
    if (random.uniform() >= tied) score -= (0.1 + random.uniform()) / static_cast<double>(2 * n);
    out.scores.push_back(score);
    out.labels.push_back(label);
  }
  for (std::size_t i = out.scores.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(below(random, static_cast<int64_t>(i)));
    std::swap(out.scores[i - 1], out.scores[j]);
    std::swap(out.labels[i - 1], out.labels[j]);
  }
  return out;
}

// The steps of TP against FP and the area under them, by sorting and counting.
SingleCurve counted_curve(const Case &rows) {
  std::vector<std::pair<double, int>> sorted;
  for (std::size_t i = 0; i < rows.scores.size(); ++i) sorted.emplace_back(rows.scores[i], rows.labels[i]);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  SingleCurve out{};
  out.frontier.points.push_back({0, 0, 0});
  out.frontier.thresholds.push_back(infinity);
  int64_t tp = 0, fp = 0, twice_area = 0;
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    const int64_t higher = tp, higher_fp = fp;
    for (; last < sorted.size() && sorted[last].first == sorted[first].first; ++last)
      ++(sorted[last].second ? tp : fp);
    twice_area += (fp - higher_fp) * (higher + tp);
    if (tp == higher) continue;
    ParetoFrontier &points = out.frontier.points;
    if (points.size() > 1 && points.back().fp == static_cast<double>(fp)) {
      points.back().tp = static_cast<double>(tp);
      *out.frontier.thresholds.row(points.size() - 1) = sorted[first].first;
    } else {
      points.push_back({static_cast<double>(tp), static_cast<double>(fp), points.size()});
      out.frontier.thresholds.push_back(sorted[first].first);
    }
  }
  out.area = 0.5 * static_cast<double>(twice_area) / (static_cast<double>(tp) * static_cast<double>(fp));
  return out;
}

}  // namespace

TEST_CASE("one score: the whole curve of runs of labels, with ties and without", "[levels]") {
  Random random(21);
  const int64_t sizes[] = {40, 64, 65, 700, 3000, 20000};
  for (const int64_t n : sizes)
    for (const double length : {1.5, 10.0, 64.0, 400.0})
      for (const double tied : {0.0, 0.003, 0.4})
        for (int round = 0; round < (n > 1000 ? 4 : 25); ++round) {
          Case rows = rows_in_runs(random, n, length, tied);
          rows.labels[0] = 1, rows.labels[1] = 0;
          const SingleCurve found = single_curve(rows.sample(), CostAxis::fp), counted = counted_curve(rows);
          REQUIRE(found.frontier.thresholds.flat() == counted.frontier.thresholds.flat());
          bool same = found.frontier.points.size() == counted.frontier.points.size();
          for (std::size_t i = 0; same && i < found.frontier.points.size(); ++i) {
            const FrontierPoint &a = found.frontier.points[i], &b = counted.frontier.points[i];
            same = a.tp == b.tp && a.fp == b.fp && a.cell == i;
          }
          CHECK(same);
          CHECK(found.area == counted.area);
        }
}
