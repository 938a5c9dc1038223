// Thresholds against brute force over all of them: every goal and constraint, ties, infinities, weights, both rules.
#include <catch2/catch.hpp>

#include "core/thresholds/class_multipliers.hpp"
#include "core/thresholds/search/path.hpp"
#include "core/thresholds/search/single.hpp"
#include "core/thresholds/search/sweep.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;
using check::expect_error;

namespace {

// What an objective means, told apart from how the library says it.
struct Oracle {
  const char *name;
  Objective objective;
  std::function<double(double tp, double fp, double s, double n)> value;
  std::function<bool(double tp, double fp)> allowed = [](double, double) { return true; };
  std::function<bool(double tp, double s)> recalled = [](double, double) { return true; };
};

std::vector<Oracle> oracles(cases::Rng &rng, double total, Weights weights, bool both) {
  std::vector<Oracle> out;
  for (const char *name :
       {"f1", "fbeta:2", "fbeta:0.5", "jaccard", "mcc", "balanced_accuracy", "kappa", "gmean", "cost:1:5"}) {
    Objective q = metric_objective(name);
    const auto metric = q.metric;
    out.push_back({name, q, [metric](double tp, double fp, double s, double n) {
                     return metric->weighted_utility(tp, tp + fp, s, n);
                   }});
  }
  const auto tp_value = [](double tp, double, double, double) { return tp; };
  for (double d : {0.5, 1.0, 4.0}) {
    Objective q;
    q.cost_ratio = d;
    out.push_back({"net", q, [d](double tp, double fp, double, double) { return tp - fp / d; }});
  }
  const double precision = 0.05 * rng.between(4, 18);
  {
    Objective q;
    q.min_precision = precision;
    q.precision_level = 0;
    out.push_back({"precision, point", q, tp_value,
                   [precision](double tp, double fp) { return tp + fp == 0 || tp / (tp + fp) >= precision; }});
  }
  if (weights == Weights::none || weights == Weights::by_label) {
    Objective q;
    q.min_precision = precision;
    q.precision_level = 0.8;
    const double wn = weights == Weights::none || !both ? 1 : 3.5;
    // With one weight for each label, precision >= p says that the share of positives among rows is high enough.
    const double share = precision * wn / (precision * wn + 1 - precision);
    out.push_back({"precision, lower limit", q, tp_value, [=](double tp, double fp) {
                     if (tp + fp == 0) return true;
                     if (tp / (tp + fp) < precision) return false;
                     const int a = static_cast<int>(tp), b = static_cast<int>(std::lround(fp / wn));
                     return cases::upper_tail(a, a + b, share) <= 1 - 0.8;
                   }});
  }
  const double budget = std::floor(rng.uniform() * total / 2);
  {
    Objective q;
    q.max_fp = budget;
    out.push_back({"fp", q, tp_value, [budget](double, double fp) { return fp <= budget; }});
    q.min_precision = precision;
    q.precision_level = 0;
    out.push_back({"fp and precision", q, tp_value, [=](double tp, double fp) {
                     return fp <= budget && (tp + fp == 0 || tp / (tp + fp) >= precision);
                   }});
    q.goal = Goal::metric;
    q.metric = cases::metric("f1");
    out.push_back(
        {"f1 with fp and precision", q, [](double tp, double fp, double s, double) { return 2 * tp / (tp + fp + s); },
         [=](double tp, double fp) { return fp <= budget && (tp + fp == 0 || tp / (tp + fp) >= precision); }});
  }
  {
    Objective q;
    q.max_alerts = budget;
    out.push_back({"alerts", q, tp_value, [budget](double tp, double fp) { return tp + fp <= budget; }});
  }
  const double recall = 0.1 * rng.between(0, 10);
  const auto recalled = [recall](double tp, double s) { return tp / s >= recall; };
  {
    Objective q;
    q.min_recall = recall;
    const auto minus_fp = [](double, double fp, double, double) { return -fp; };
    out.push_back({"recall", q, minus_fp, [](double, double) { return true; }, recalled});
    q.max_alerts = budget;
    out.push_back(
        {"recall and alerts", q, minus_fp, [budget](double tp, double fp) { return tp + fp <= budget; }, recalled});
  }
  return out;
}

void check_against_all(const Data &data, cases::Rng &rng, Weights weights, const ThresholdSearch &options = plain()) {
  // Rounding of real weights is out of the way on both sides.
  const Sample sample = data.sample().exact();
  Data exact = data;
  if (weights == Weights::real) {
    const double unit = std::exp2(std::ceil(std::log2(*std::max_element(data.weights.begin(), data.weights.end()))) +
                                  std::ceil(std::log2(static_cast<double>(sample.n_fed()))) - 52);
    for (double &w : exact.weights) w = std::nearbyint(w / unit) * unit;
  }
  const double s = sample.positives().total(), n = s + sample.negatives().total();
  std::vector<Flagged> all;
  every_threshold(exact, [&](const std::vector<double> &, const Flagged &c) { all.push_back(c); });
  std::sort(all.begin(), all.end(),
            [](const Flagged &a, const Flagged &b) { return a.tp != b.tp ? a.tp < b.tp : a.fp < b.fp; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Flagged &a, const Flagged &b) { return a.tp == b.tp && a.fp == b.fp; }),
            all.end());
  for (const Oracle &o : oracles(rng, n, weights, sample.negatives().size() > 0)) {
    CAPTURE(o.name, data.n(), static_cast<int>(data.rule), data.dims);
    const auto beaten = [&](const Flagged &c, const Oracle &by) {
      return std::any_of(all.begin(), all.end(), [&](const Flagged &b) {
        return by.allowed(b.tp, b.fp) && b.tp >= c.tp && b.fp <= c.fp && (b.tp > c.tp || b.fp < c.fp);
      });
    };
    bool feasible = false;
    double best = -infinity;
    for (const Flagged &c : all)
      if (o.allowed(c.tp, c.fp) && o.recalled(c.tp, s)) {
        feasible = true;
        best = std::max(best, o.value(c.tp, c.fp, s, n));
      }
    const ChosenThresholds answer = choose(sample, o.objective, options);
    const Flagged got = counted(exact, answer.thresholds);
    CHECK(got.tp == answer.outcome.counts.tp);
    CHECK(got.fp == answer.outcome.counts.fp);
    // Flagging nothing is not what a limit on precision asks for.
    const bool attained = feasible && (got.alerts() > 0 || !(o.objective.min_precision > 0));
    CHECK(answer.feasible == attained);
    CHECK(answer.warning.empty() == (attained && (answer.flags & target_not_attained) == 0));
    CHECK(o.allowed(got.tp, got.fp));
    if (feasible) {
      CHECK(o.recalled(got.tp, s));
      CHECK(o.value(got.tp, got.fp, s, n) == Approx(best).epsilon(1e-12).margin(1e-12));
      // Of all that are as good and that nothing beats, the fewest alerts. Rows of one label have tests of their own.
      if (answer.objective.rfind("fewest alerts", 0) == 0) continue;
      double fewest = infinity;
      for (const Flagged &c : all)
        if (o.allowed(c.tp, c.fp) && o.recalled(c.tp, s) &&
            o.value(c.tp, c.fp, s, n) >= best - 1e-13 * (1 + std::fabs(best)) && !beaten(c, o))
          fewest = std::min(fewest, c.alerts());
      CHECK(got.alerts() == Approx(fewest).epsilon(1e-12).margin(1e-12));
    } else {
      double most = 0, least = infinity;
      for (const Flagged &c : all)
        if (o.allowed(c.tp, c.fp)) most = std::max(most, c.tp);
      for (const Flagged &c : all)
        if (o.allowed(c.tp, c.fp) && c.tp == most) least = std::min(least, c.fp);
      CHECK(got.tp == most);
      CHECK(got.fp == least);
      CHECK((answer.flags & recall_out_of_reach) != 0);
    }
    CHECK(((answer.flags & nothing_flagged) != 0) == (got.alerts() == 0));
    // The open gap below each threshold: the same rows are flagged from anywhere in it.
    std::vector<double> middle = answer.thresholds;
    for (std::size_t d = 0; d < middle.size(); ++d)
      if (std::isfinite(middle[d]) && std::isfinite(answer.next_lower[d]))
        middle[d] = answer.next_lower[d] / 2 + middle[d] / 2 > answer.next_lower[d]
                        ? answer.next_lower[d] / 2 + middle[d] / 2
                        : middle[d];
    const Flagged between = counted(exact, middle);
    CHECK(between.tp == got.tp);
    CHECK(between.fp == got.fp);
  }
}

}  // namespace

TEST_CASE("thresholds: ranks and buckets against a scan of the levels", "[levels]") {
  constexpr double largest = std::numeric_limits<double>::max();
  cases::Rng rng(10);
  for (int c = 0; c < cases::scaled(3000); ++c) {
    const auto draw = [&]() -> double {
      switch (c % 7) {
        case 0: return rng.uniform() - 0.5;
        case 1: return rng.uniform();
        case 2: return std::ldexp(rng.uniform(), rng.between(-300, 300));
        case 3: return rng.between(-2, 2);
        case 4: return rng.below(4) ? rng.uniform() : rng.below(2) ? largest : -infinity;
        case 5: return rng.below(4) ? 1e308 * (rng.uniform() - 0.5) : 5e-324 * rng.below(3);
        default: return -std::ldexp(rng.uniform(), rng.between(-30, 30));
      }
    };
    Levels levels;
    for (int i = rng.below(40); i > 0; --i) levels.at.push_back(draw() + 0.0);
    std::sort(levels.at.begin(), levels.at.end(), std::greater<>());
    levels.at.erase(std::unique(levels.at.begin(), levels.at.end()), levels.at.end());
    std::vector<double> scores = {largest, -infinity, 0.0, -0.0};
    for (int i = 0; i < 60; ++i)
      scores.push_back(i % 3 || levels.at.empty() ? draw() : levels.at[static_cast<std::size_t>(i) % levels.at.size()]);
    levels.at.insert(levels.at.begin(), infinity);
    const Ranker rank(levels);
    for (double s : scores) {
      int32_t expected = 0;
      while (expected < levels.count() && levels.at[static_cast<std::size_t>(expected)] > s) ++expected;
      CAPTURE(c, s);
      CHECK(rank(s) == expected);
    }
    if (levels.count() < 2) continue;
    // Buckets ascend with the scores, whatever the stride; those below the lowest level have the bucket behind all.
    std::sort(scores.begin(), scores.end());
    const BucketMap map = bucket_map(levels.at, 64);
    const auto n = static_cast<int64_t>(scores.size());
    std::vector<uint32_t> buckets(scores.size()), strided(scores.size() / 2);
    find_buckets(map, scores.data(), n, 1, buckets.data());
    find_buckets(map, scores.data(), n / 2, 2, strided.data());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      CAPTURE(c, scores[i]);
      CHECK((buckets[i] == map.below) == (scores[i] < levels.at.back()));
      REQUIRE(buckets[i] <= map.below);
      if (i > 0 && buckets[i - 1] != map.below) CHECK(buckets[i - 1] <= buckets[i]);
      if (i % 2 == 0 && i / 2 < strided.size()) CHECK(strided[i / 2] == buckets[i]);
    }
  }
}

TEST_CASE("thresholds: counts between the levels of one classifier against a scan") {
  cases::Rng rng(11);
  for (int c = 0; c < cases::scaled(4000); ++c) {
    const int n = c % 50 ? rng.between(1, 60) : rng.between(300, 900), shape = c % 5;
    const bool weighted = c / 5 % 2, keep_off = c / 10 % 2, cut = c / 20 % 2;
    const double from = cut ? 0.3 : -infinity;
    Sample sample(1, keep_off ? Rule::all : Rule::any, {from});
    std::vector<std::pair<double, double>> positives, negatives;  // score, weight
    for (int i = 0; i < n; ++i) {
      const bool positive = rng.below(3) == 0;
      double s = rng.uniform();
      if (shape == 1) s = std::floor(8 * s) / 8;
      if (shape == 2 && rng.below(3) == 0) s = rng.below(2) ? std::numeric_limits<double>::max() : -infinity;
      if (shape == 3) s = std::ldexp(s, rng.between(-300, 300));
      if (shape == 4) s = 0.5;
      if (s < from) continue;
      const double weight = weighted ? rng.between(1, 5) : 1;
      const auto label = static_cast<uint8_t>(positive);
      sample.feed({&s, false, 1, 1, 1, 1}, {&label, 1, 1}, {&weight, false, 1, 1});
      (positive ? positives : negatives).emplace_back(s + 0.0, weight);
    }
    if (positives.empty()) continue;
    const SingleCounts found = count_single(sample, 0, from, keep_off);
    std::vector<double> at{infinity};
    std::sort(positives.begin(), positives.end(), std::greater<>());
    for (const auto &p : positives)
      if (p.first < at.back()) at.push_back(p.first);
    if (keep_off && at.back() > from) at.push_back(from);
    CAPTURE(c);
    REQUIRE(found.levels.at == at);
    const auto between = [&](const std::vector<std::pair<double, double>> &rows, std::size_t k) {
      double sum = 0;
      for (const auto &[s, w] : rows)
        if ((k == 0 || s < at[k - 1]) && (k == at.size() || s >= at[k])) sum += w;
      return sum;
    };
    REQUIRE(found.positives.size() == at.size() + 1);
    REQUIRE(found.negatives.size() == at.size() + 1);
    for (std::size_t k = 0; k <= at.size(); ++k) {
      CHECK(found.positives[k] == between(positives, k));
      CHECK(found.negatives[k] == between(negatives, k));
      double tied = 0;
      for (const auto &[s, w] : negatives)
        if (k < at.size() && s == at[k] && between(positives, k) > 0) tied += w;
      CHECK(found.tied[k] == tied);
    }
  }
}

TEST_CASE("thresholds: one and two classifiers against all thresholds") {
  cases::Rng rng(1);
  const int runs = cases::scaled(1500);
  for (int c = 0; c < runs; ++c) {
    const int64_t dims = 1 + c % 2;
    const Rule rule = c / 2 % 2 ? Rule::all : Rule::any;
    const auto weights = static_cast<Weights>(c / 4 % 4);
    const int n = rng.below(4) ? rng.between(1, 15) : rng.between(16, 60);
    ThresholdSearch options = plain();
    if (c / 16 % 2) options.limits.tried_pairs = 0;
    CAPTURE(c);
    check_against_all(some_data(rng, dims, rule, n, rng.below(6), weights), rng, weights, options);
  }
}

TEST_CASE("thresholds: three and four classifiers against all thresholds") {
  cases::Rng rng(2);
  const int runs = cases::scaled(120);
  for (int c = 0; c < runs; ++c) {
    const int64_t dims = 3 + c % 2;
    const auto weights = static_cast<Weights>(c / 4 % 4);
    CAPTURE(c);
    check_against_all(some_data(rng, dims, c / 2 % 2 ? Rule::all : Rule::any, rng.between(1, dims == 3 ? 11 : 7),
                                rng.below(6), weights),
                      rng, weights);
  }
}

TEST_CASE("thresholds: the frontier is every point that nothing beats") {
  cases::Rng rng(3);
  const int runs = cases::scaled(300);
  for (int c = 0; c < runs; ++c) {
    const Data data = some_data(rng, 1 + c % 3, c / 3 % 2 ? Rule::all : Rule::any, rng.between(1, c % 3 == 2 ? 10 : 25),
                                rng.below(6), c % 2 ? Weights::whole : Weights::none);
    CAPTURE(c);
    std::vector<Flagged> all;
    every_threshold(data, [&](const std::vector<double> &, const Flagged &f) { all.push_back(f); });
    NoMonitor monitor;
    const FrontierCurve curve = frontier_curve(data.sample(), {}, plain(), monitor);
    CHECK(curve.frontier.exact);
    const ParetoFrontier &points = curve.frontier.points;
    REQUIRE(!points.empty());
    CHECK(points[0].tp == 0);
    CHECK(points[0].fp == 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Flagged f = counted(data, curve.frontier.thresholds[i]);
      CHECK(f.tp == points[i].tp);
      CHECK(f.fp == points[i].fp);
      if (i > 0) CHECK((points[i].tp > points[i - 1].tp && points[i].fp >= points[i - 1].fp));
    }
    for (const Flagged &f : all) {
      bool reached = false;
      for (const FrontierPoint &p : points) reached = reached || (p.tp >= f.tp && p.fp <= f.fp);
      CHECK(reached);
    }
    // The hull lies above every point.
    for (std::size_t v = 0; v + 1 < curve.hull.size(); ++v) {
      const FrontierPoint &a = points[static_cast<std::size_t>(curve.hull[v])];
      const FrontierPoint &b = points[static_cast<std::size_t>(curve.hull[v + 1])];
      for (const FrontierPoint &p : points)
        if (p.fp >= a.fp && p.fp <= b.fp) CHECK((b.fp - a.fp) * (p.tp - a.tp) <= (b.tp - a.tp) * (p.fp - a.fp) + 1e-9);
    }
    if (curve.rated_negatives > 0) CHECK(curve.pn_hull_area >= curve.pn_area - 1e-12);
    // Areas: the best within every budget, one by one.
    const double p = curve.rated_positives, n = curve.rated_negatives;
    const auto below = [&](double end) {
      double area = 0;
      for (int budget = 0; budget < end; ++budget) {
        double best = 0;
        for (const Flagged &f : all)
          if (f.fp <= budget) best = std::max(best, f.tp);
        area += best;
      }
      return area / (p * end);
    };
    if (n > 0) {
      CHECK(curve.pn_area == Approx(below(n)));
      CHECK(curve.roc_area == Approx(below(n)));
      const double end = 1 + rng.below(static_cast<int>(n));
      const PartialAreas part = partial_areas(curve, end);
      CHECK(part.pn == Approx(below(end)));
      CHECK(part.pn_hull >= part.pn - 1e-12);
      CHECK(part.pn_hull <= 1 + 1e-12);
    }
    if (data.dims == 1) {
      // Average precision: the thresholds that none beats, one by one from the highest.
      double average = 0, recalled = 0;
      for (const FrontierPoint &q : points) {
        double least = infinity;
        for (const Flagged &f : all)
          if (f.tp >= q.tp) least = std::min(least, f.fp);
        if (q.tp > recalled) average += (q.tp - recalled) / p * (q.tp / (q.tp + least));
        recalled = q.tp;
      }
      CHECK(curve.pr_area == Approx(average));
    }
  }
}

TEST_CASE("thresholds: a path has the greatest area of all paths") {
  cases::Rng rng(4);
  const int runs = cases::scaled(200);
  for (int c = 0; c < runs; ++c) {
    const Data data = some_data(rng, 2, c % 2 ? Rule::all : Rule::any, rng.between(2, 12), rng.below(6),
                                c % 3 ? Weights::none : Weights::real);
    const Sample sample = data.sample().exact();
    const RankedSample rows = rank_rows(sample, lattice_levels(sample, 1000));
    const int32_t a = rows.levels[0].count(), b = rows.levels[1].count();
    if (a > 7 || b > 7) continue;
    // All monotone paths, one by one.
    double greatest = 0;
    const std::function<void(int32_t, int32_t, double)> walk = [&](int32_t i, int32_t j, double area) {
      if (i == a - 1 && j == b - 1) greatest = std::max(greatest, area);
      const Flagged here = count(rows, {i, j});
      for (int step = 0; step < 2; ++step) {
        const int32_t x = i + (step == 0), y = j + (step == 1);
        if (x == a || y == b) continue;
        const Flagged next = count(rows, {x, y});
        walk(x, y, area + 0.5 * (next.fp - here.fp) * (next.tp + here.tp));
      }
    };
    walk(0, 0, 0);
    NoMonitor monitor;
    const Path path = longest_path(LatticeCounts(rows), {}, monitor);
    CHECK(path.area == Approx(greatest).epsilon(1e-12));
    CHECK(path.cells.front() == 0);
    CHECK(static_cast<int32_t>(path.cells.size()) == a + b - 1);
    // What dropout leaves is still a path, and no larger.
    const Path dropped = longest_path(LatticeCounts(rows), {0.3, 7, static_cast<uint64_t>(c)}, monitor);
    CHECK(dropped.cells.size() == path.cells.size());
    CHECK(dropped.area <= path.area * (1 + 1e-12));
  }
}

TEST_CASE("thresholds: direct is at least the path and the best single classifier at every budget") {
  cases::Rng rng(5);
  const int runs = cases::scaled(60);
  for (int c = 0; c < runs; ++c) {
    const int64_t dims = 2 + c % 3;
    const Data data =
        some_data(rng, dims, c % 2 ? Rule::all : Rule::any, rng.between(10, 40), rng.below(6), Weights::none);
    const Sample sample = data.sample();
    NoMonitor monitor;
    ThresholdSearch options = plain();
    options.grid = 20;
    const auto curve = [&](Method method) {
      options.method = method;
      const FrontierCurve found = frontier_curve(sample, {}, options, monitor);
      // The path goes down, through every one of its points that flags something.
      CHECK(found.path.empty() == (method != Method::path && method != Method::path_equal));
      for (std::size_t i = 1; i < found.path.size(); ++i) {
        int moved = 0;
        for (std::size_t d = 0; d < found.path[i].size(); ++d) {
          CHECK(found.path[i][d] <= found.path[i - 1][d]);
          moved += found.path[i][d] < found.path[i - 1][d];
        }
        CHECK(moved >= 1);
      }
      for (std::size_t i = 0; i < found.frontier.points.size() && !found.path.empty(); ++i)
        if (found.frontier.points[i].tp + found.frontier.points[i].fp > 0)
          CHECK(std::find(found.path.begin(), found.path.end(), found.frontier.thresholds[i]) != found.path.end());
      return found.frontier;
    };
    const ThresholdFrontier direct = curve(Method::direct);
    const auto most_tp = [](const ThresholdFrontier &of, double budget) {
      double most = 0;
      for (const FrontierPoint &p : of.points)
        if (p.fp <= budget) most = std::max(most, p.tp);
      return most;
    };
    for (Method method : {Method::path, Method::path_equal, Method::analytic, Method::best_single}) {
      const ThresholdFrontier other = curve(method);
      CAPTURE(c, method_name(method), dims);
      for (std::size_t i = 0; i < other.points.size(); ++i) {
        const Flagged f = counted(data, other.thresholds[i]);
        CHECK(f.tp == other.points[i].tp);
        CHECK(f.fp == other.points[i].fp);
        CHECK(most_tp(direct, f.fp) >= f.tp);
      }
    }
    // Each single curve is a path through the same lattice.
    const RankedSample rows = rank_rows(sample, lattice_levels(sample, 1 << 23));
    const double fp = static_cast<double>(sample.negatives().size());
    const auto extended = [&](double area, const Flagged &end) { return area + (fp - end.fp) * end.tp; };
    std::vector<int32_t> end;
    for (const Levels &l : rows.levels) end.push_back(l.count() - 1);
    const double of_path = extended(longest_path(LatticeCounts(rows), {}, monitor).area, count(rows, end));
    for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) {
      std::vector<int32_t> at = end;
      if (data.rule == Rule::any) std::fill(at.begin(), at.end(), 0);
      double area = 0;
      Flagged before;
      for (int32_t k = 0; k < rows.levels[d].count(); ++k) {
        at[d] = k;
        const Flagged now = count(rows, at);
        area += 0.5 * (now.fp - before.fp) * (now.tp + before.tp);
        before = now;
      }
      CHECK(of_path >= extended(area, before) * (1 - 1e-12));
    }
  }
}

TEST_CASE("thresholds: quantile levels and pairwise ascent") {
  cases::Rng rng(6);
  for (int c = 0; c < cases::scaled(20); ++c) {
    const int64_t dims = 3 + c % 5;
    const Data data = some_data(rng, dims, c % 2 ? Rule::all : Rule::any, 120, c % 3, Weights::none);
    const Sample sample = data.sample();
    ThresholdSearch small = plain();
    small.limits.lattice_cells = dims <= 5 ? 256 : 1 << 23;
    const Objective f1 = metric_objective("f1");
    const ChosenThresholds answer = choose(sample, f1, small);
    CAPTURE(c, dims);
    const bool fits = (answer.flags & local_optimum) == 0;
    if (dims > 5) CHECK(!fits);
    const Flagged got = counted(data, answer.thresholds);
    CHECK(got.tp == answer.outcome.counts.tp);
    CHECK(got.fp == answer.outcome.counts.fp);
    if (!fits) {
      // No change of two thresholds improves it.
      const RankedSample rows = rank_rows(sample, levels_of(sample, 1 << 20));
      std::vector<int32_t> at;
      for (std::size_t d = 0; d < answer.thresholds.size(); ++d) {
        int32_t k = 0;
        while (rows.levels[d].at[static_cast<std::size_t>(k)] > answer.thresholds[d]) ++k;
        at.push_back(k);
      }
      NoMonitor monitor;
      const Criterion criterion(f1, sample);
      for (std::size_t a = 0; a < at.size(); ++a)
        for (std::size_t b = a + 1; b < at.size(); ++b) {
          const ParetoFrontier points = sweep_two(rows, a, b, at, monitor);
          const FrontierPoint &p = points[static_cast<std::size_t>(criterion.choose(points).index)];
          CHECK(criterion.value(p.tp, p.fp) <= answer.outcome.value * (1 + 1e-12));
        }
    }
    // At least as good as the best classifier alone.
    ThresholdSearch single = plain();
    single.method = Method::best_single;
    CHECK(answer.outcome.value >= choose(sample, f1, single).outcome.value * (1 - 1e-12));
  }
}

TEST_CASE("thresholds: methods say the truth about their counts", "[threads]") {
  cases::Rng rng(7);
  for (int c = 0; c < cases::scaled(40); ++c) {
    const int64_t dims = 1 + c % 3;
    const Data data =
        some_data(rng, dims, c % 2 ? Rule::all : Rule::any, 60, rng.below(6), static_cast<Weights>(c % 3));
    const Sample sample = data.sample();
    if (sample.negatives().size() == 0) continue;
    for (Method method : {Method::direct, Method::path, Method::path_equal, Method::analytic, Method::best_single})
      for (Smoothing smoothing : {Smoothing::none, Smoothing::bagged, Smoothing::dropout}) {
        if (smoothing == Smoothing::bagged && method != Method::direct) continue;
        if (smoothing == Smoothing::dropout && method != Method::path && method != Method::path_equal) continue;
        ThresholdSearch options = plain();
        options.method = method;
        options.smoothing = smoothing;
        options.limits.lattice_cells = 20000;
        const ChosenThresholds answer = choose(sample, metric_objective("f1"), options);
        CAPTURE(c, method_name(method), static_cast<int>(smoothing));
        const Flagged got = counted(data, answer.thresholds);
        CHECK(got.tp == answer.outcome.counts.tp);
        CHECK(got.fp == answer.outcome.counts.fp);
        // The same from any number of threads.
        options.threads = 3;
        CHECK(choose(sample, metric_objective("f1"), options).thresholds == answer.thresholds);
      }
    ThresholdSearch options = plain();
    options.method = Method::stacked;
    const ChosenThresholds stacked = choose(sample, metric_objective("f1"), options);
    Flagged got;
    for (int64_t i = 0; i < data.n(); ++i)
      if (combined_score(&data.scores[static_cast<std::size_t>(i * dims)], stacked.coefficients, stacked.intercept) >=
          stacked.stacked_threshold)
        (data.labels[static_cast<std::size_t>(i)] ? got.tp : got.fp) += data.weight(i);
    CHECK(got.tp == stacked.outcome.counts.tp);
    CHECK(got.fp == stacked.outcome.counts.fp);
  }
}

TEST_CASE("thresholds: cost ratio and marginal precision at the F-optimum") {
  // F_1 is greatest where a further alert is worth F/2: d = (2-F)/F gives the same point.
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(100); ++c) {
    const Data data = some_data(rng, 2, Rule::any, 60, 0, Weights::none);
    const ChosenThresholds f = choose(data.sample(), metric_objective("f1"));
    Objective net;
    net.cost_ratio = (2 - f.outcome.value) / f.outcome.value;
    const ChosenThresholds same = choose(data.sample(), net);
    const double f_of_same = 2 * same.outcome.counts.tp / (same.outcome.counts.alerts() + f.outcome.positives);
    CHECK(f_of_same == Approx(f.outcome.value).epsilon(1e-9));
    CHECK(f.marginal_precision >= f.outcome.value / 2 - 1e-9);
    if (!std::isnan(f.next_marginal_precision)) CHECK(f.next_marginal_precision <= f.outcome.value / 2 + 1e-9);
  }
  Objective quarter;
  quarter.marginal_precision = 0.25;
  CHECK(quarter.cost() == 3);
}

TEST_CASE("thresholds: limits that are met exactly are met, however weights are rounded") {
  cases::Rng rng(21);
  for (int c = 0; c < cases::scaled(400); ++c) {
    Data data;
    const int n = rng.between(2, c % 4 ? 40 : 2000);
    double positives = 0, negatives = 0, all = 0;
    for (int i = 0; i < n; ++i) {
      const bool positive = i == 0 || (i > 1 && rng.below(3) == 0);
      const double w = rng.between(1, 400) / 100.0;
      data.labels.push_back(positive);
      data.scores.push_back(positive ? rng.uniform() - 1 : 1 + rng.uniform());  // every positive below all negatives
      data.weights.push_back(w);
      (positive ? positives : negatives) += w;
      all += w;
    }
    const Sample sample = data.sample();
    CAPTURE(c, n, positives, negatives);
    const auto all_flagged = [&](Objective q) {
      q.positives = positives;
      const ChosenThresholds answer = choose(sample, q);
      CHECK(answer.feasible);
      CHECK(answer.outcome.counts.tp == Approx(positives).epsilon(1e-12));
      CHECK(answer.outcome.recall == 1);
    };
    Objective q;
    q.max_fp = negatives;
    all_flagged(q);
    q = {};
    q.max_alerts = all;
    all_flagged(q);
    q = {};
    q.min_recall = 1;
    all_flagged(q);
    q = {};
    q.min_precision = positives / all;
    q.precision_level = 0;
    all_flagged(q);
    // A limit that is missed by one unit of the last decimal is missed.
    q = {};
    q.max_fp = negatives - 0.01;
    CHECK(choose(sample, q).outcome.counts.tp == 0);
    q = {};
    q.positives = positives + 0.01;
    q.min_recall = 1;
    CHECK(!choose(sample, q).feasible);
    q.positives = positives - 0.01;
    expect_error(Status::argument, "must be at least the", [&] { choose(sample, q); });
  }
  // Rows far lighter than what rounding moves are not flagged past a budget of nothing.
  Data light;
  light.scores = {4, 3, 2, 1};
  light.labels = {0, 1, 0, 1};
  light.weights = {1e-15, 0.3, 0.1, 0.7};
  Objective none;
  none.max_fp = 0;
  CHECK(choose(light.sample(), none).outcome.counts.tp == 0);
}

TEST_CASE("thresholds: weights that vanish beside others, or that no sum can hold") {
  Data data;
  data.scores = {3, 2, 1};
  data.labels = {1, 0, 1};
  data.weights = {1e-300, 1, 1e-300};
  expect_error(Status::argument, "too small beside the largest weight, 1", [&] { choose(data.sample(), {}); });
  data.weights = {1e308, 1e308, 1e308};
  expect_error(Status::argument, "weights: the largest is 1e308: must be below", [&] { choose(data.sample(), {}); });
  // A row that vanishes is as one that was not fed.
  data.weights = {1e-300, 1, 1};
  const ChosenThresholds answer = choose(data.sample(), {});
  CHECK(answer.thresholds[0] == 1);
  CHECK(answer.outcome.counts.tp == 1);
  data.weights = {5e-324, 5e-324, 5e-324};
  CHECK(choose(data.sample(), {}).outcome.value == Approx(0.8));
}

TEST_CASE("thresholds: metrics that need the number of negatives are refused if it is not known") {
  cases::Rng rng(22);
  Data all = some_data(rng, 1, Rule::any, 60, 0, Weights::none);
  all.rated_from = {0.6};
  Data rated;
  rated.rated_from = all.rated_from;
  for (std::size_t i = 0; i < all.scores.size(); ++i)
    if (all.scores[i] >= 0.6) {
      rated.scores.push_back(all.scores[i]);
      rated.labels.push_back(all.labels[i]);
    }
  const Sample part = rated.sample(), whole = all.sample();
  NoMonitor monitor;
  for (const char *name :
       {"mcc", "kappa", "hamming", "balanced_accuracy", "gmean", "hmean", "informedness", "cost:1:5"}) {
    CAPTURE(name);
    Objective q = metric_objective(name);
    q.positives = 45;
    expect_error(
        Status::unsupported,
        "rows below rated_from were not fed, so the number of all negatives is unknown; feed them as not rated",
        [&] { choose(part, q); });
    CHECK(choose(whole, q).outcome.positives == 45);
  }
  for (const char *name : {"f1", "fbeta:2", "jaccard", "precision", "recall", "fowlkes_mallows"}) {
    CAPTURE(name);
    Objective q = metric_objective(name);
    q.positives = 45;
    q.min_recall = 0.1;
    const ChosenThresholds a = choose(part, q), b = choose(whole, q);
    CHECK(a.thresholds == b.thresholds);
    CHECK(a.outcome.value == b.outcome.value);
  }
  Objective f1 = metric_objective("f1");
  f1.positives = 45;
  CHECK(std::isnan(frontier_curve(part, f1, plain(), monitor).negatives));
  CHECK(frontier_curve(whole, f1, plain(), monitor).negatives == 60 - 45);
}

TEST_CASE("thresholds: positives that lie below the cut are spoken of") {
  Data data;
  data.scores = {3, 2, 1};
  data.labels = {0, 1, 1};
  data.rated_from = {2.5};
  expect_error(Status::argument, "positives is 0: 2 rows labelled 1 lie below rated_from",
               [&] { choose(data.sample(), {}); });
  Sample one = data.sample();
  one.clear();
  data.feed(one, 0, 2);
  expect_error(Status::argument, "1 row labelled 1 lies below rated_from", [&] { one.require_positives(); });
}

TEST_CASE("thresholds: a curve of partial knowledge tells its end") {
  class Last final : public Monitor {
   public:
    void at(double fraction) override { last = fraction; }
    double last = -1;
  } monitor;
  Data data;
  data.scores = {3, 2, 1};
  data.labels = {1, 0, 1};
  data.rated_from = {0};
  const FrontierCurve curve = frontier_curve(data.sample(), {}, plain(), monitor);
  CHECK(std::isnan(curve.positives));
  CHECK(monitor.last == 1);
}

TEST_CASE("class multipliers: the same bits for every order of weighted rows") {
  cases::Rng rng(23);
  NoMonitor monitor;
  const int64_t n = 80, classes = 4;
  for (int c = 0; c < cases::scaled(40); ++c) {
    std::vector<double> scores, weights;
    std::vector<int64_t> truth, order;
    for (int64_t i = 0; i < n; ++i) {
      truth.push_back(rng.below(static_cast<int>(classes)));
      for (int64_t j = 0; j < classes; ++j) scores.push_back(rng.uniform() + (j == truth.back() ? 0.3 : 0));
      weights.push_back(rng.uniform());
      order.push_back(i);
    }
    ClassObjective goal;
    if (c % 2)
      for (int64_t i = 0; i < classes * classes; ++i) goal.costs.push_back(i % (classes + 1) ? rng.uniform() : 0);
    else
      goal.metric = cases::metric("f1");
    const auto chosen = [&](const std::vector<int64_t> &rows) {
      std::vector<double> s, w;
      std::vector<int64_t> t;
      for (int64_t i : rows) {
        s.insert(s.end(), scores.begin() + i * classes, scores.begin() + (i + 1) * classes);
        w.push_back(weights[static_cast<std::size_t>(i)]);
        t.push_back(truth[static_cast<std::size_t>(i)]);
      }
      return choose_class_multipliers({s.data(), false, n, classes, classes, 1}, {t.data(), false},
                                      {w.data(), false, n, 1}, goal, monitor);
    };
    const ClassMultipliers first = chosen(order);
    for (int shuffle = 0; shuffle < 3; ++shuffle) {
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(rng.below(static_cast<int>(i)))]);
      const ClassMultipliers again = chosen(order);
      CHECK(again.multipliers == first.multipliers);
      CHECK(again.value == first.value);
      CHECK(again.start == first.start);
      CHECK(again.confusion == first.confusion);
    }
  }
}
