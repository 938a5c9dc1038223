// The near-linear methods: against enumeration, the O(n^2) algorithms in long double, Gauss-Legendre quadrature, which
// is exact for a polynomial, and each other.
#include <map>

#include "asked.hpp"
#include "core/decisions/independent/bounds.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/decisions/separable/separable.hpp"
#include "core/decisions/separable/separable_ratio.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/exponential_sum.hpp"
#include "core/numeric/sums/factors.hpp"
#include "core/numeric/sums/tally.hpp"
#include "core/numeric/vectors/compress.hpp"
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using asked::Asked;
using cases::metric;

namespace {

const std::vector<std::string> &separable_metrics() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (const std::string &name : cases::metrics())
      if (separable_serves(*metric(name))) out.push_back(name);
    return out;
  }();
  return all;
}

}  // namespace

TEST_CASE("separable: the optimum of every metric against enumeration") {
  cases::Rng rng(501);
  for (int i = 0; i < cases::scaled(3000); ++i) {
    const int n = rng.between(1, i % 10 == 0 ? 9 : 7), kind = i % cases::kinds;
    const auto p = cases::probabilities(rng, n, kind);
    CAPTURE(cases::list(p));
    const auto law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : separable_metrics()) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Cells cells(oracle::utility(name, z), n);
      DecisionOptions options;
      options.algorithm = Algorithm::separable;
      KRange range{0, n};
      if (rng.below(2)) {
        options.at_least = rng.between(0, n);
        options.at_most = rng.between(static_cast<int>(options.at_least), n);
        range = {options.at_least, options.at_most};
      }
      CAPTURE(range.low, range.high);
      const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
      const auto d = check::decide(*m, e, options);
      CHECK(d.answer.algorithm == Algorithm::separable);
      check::Demands demands;
      const bool doubt =
          std::any_of(p.begin(), p.end(), [](double x) { return (x > 0 && x < 1e-10) || (x < 1 && x > 1 - 1e-10); });
      demands.ties = !doubt;
      demands.next_best = std::none_of(p.begin(), p.end(), [](double x) { return x == 0; });
      check::decision(d, *m, cells, law, best, range, demands);
      // Every value of the curve.
      const auto curve = expected_curve(*m, e, options);
      for (int k = 0; k <= n; ++k) {
        const double got = curve[static_cast<std::size_t>(k)];
        const oracle::Real expected = best.best_of_k[static_cast<std::size_t>(k)];
        const bool fine =
            range.holds(k) ? std::fabs(got - expected) <= 1e-14 * (1 + m->range(n).magnitude()) : std::isnan(got);
        if (!fine) {
          CAPTURE(name, z, k);
          CHECK(got == static_cast<double>(expected));
        }
      }
    }
  }
}

namespace {

// Not sorted: false if the labels ask for ranking.
bool decide_unsorted_items(const Metric &m, const std::vector<double> &p, KRange range, Workspace &work,
                           Answer &answer) {
  const int64_t n = static_cast<int64_t>(p.size());
  NoMonitor quiet;
  answer = Answer();
  return decide_separable_unsorted({p.data(), false, 1, n, n, 1}, Asked(m, range, work, quiet).problem, answer);
}

}  // namespace

TEST_CASE("separable: the same decisions as the O(n^2) algorithms") {
  cases::Rng rng(502);
  Workspace work;
  int unsorted = 0;
  for (int i = 0; i < cases::scaled(12000); ++i) {
    const int n = i % 40 == 0 ? rng.between(100, 400) : rng.between(1, 60), kind = i % cases::kinds;
    auto p = cases::probabilities(rng, n, kind);
    if (i % 7 == 0)
      for (double &x : p) x = std::min(1.0, x * 5 / n);
    const Independent e = check::independent(p);
    constexpr const char *names[] = {"f1",           "fbeta:2",        "fbeta:0.5", "jaccard", "balanced_accuracy",
                                     "informedness", "fowlkes_mallows"};
    const auto m = metric(names[rng.below(7)], rng.below(2));
    DecisionOptions options;
    if (rng.below(3) == 0) {
      options.at_least = rng.between(0, n);
      options.at_most = rng.between(static_cast<int>(options.at_least), n);
    }
    options.algorithm = m->f_beta_squared() ? Algorithm::ye : Algorithm::window;
    const auto slow = check::decide(*m, e, options);
    options.algorithm = Algorithm::separable;
    const auto fast = check::decide(*m, e, options);
    CAPTURE(cases::list(p), m->name(), options.at_least, options.at_most, slow.answer.k, fast.answer.k);
    const auto compare = [&](const Answer &answer, const std::vector<int64_t> &items) {
      // Sums over the predicted and over the other items are taken from one another.
      const bool absolute = m->range(n).low < 0 || m->name() == "balanced_accuracy";
      const double scale = absolute ? 1 : slow.answer.expected;
      const bool same =
          items == slow.items &&
          std::fabs(answer.expected - slow.answer.expected) <= 1e-14 * (1 + std::sqrt(n)) * scale &&
          answer.not_excluded.holds(answer.k) && answer.bound <= 1e-12 &&
          (std::isnan(answer.next_best) == std::isnan(slow.answer.next_best)) &&
          (std::isnan(answer.next_best) || std::fabs(answer.next_best - slow.answer.next_best) <= 1e-13 * scale);
      if (!same) {
        CAPTURE(answer.expected, slow.answer.expected, answer.bound, answer.next_best, slow.answer.next_best);
        CHECK(items == slow.items);
        CHECK(answer.expected == slow.answer.expected);
        CHECK(answer.next_best == slow.answer.next_best);
        FAIL_CHECK("the answers differ, by what is captured above");
      }
    };
    compare(fast.answer, fast.items);
    Answer answer;
    if (!decide_unsorted_items(*m, p, options.k_range(n), work, answer)) continue;
    ++unsorted;
    compare(answer, work.items);
    if (!(std::fabs(answer.p_zero - slow.answer.p_zero) <= 1e-14 * slow.answer.p_zero))
      CHECK(answer.p_zero == slow.answer.p_zero);
  }
  CHECK(unsorted > cases::scaled(2000));
}

TEST_CASE("separable: many items, sorted or not, are decided alike") {
  cases::Rng rng(503);
  Workspace work, ranked;
  NoMonitor quiet;
  for (int n : cases::sanitized ? std::vector<int>{5000} : std::vector<int>{5000, 40000})
    for (int kind = 0; kind < cases::kinds + 2; ++kind) {
      auto p = kind < cases::kinds ? cases::probabilities(rng, n, kind)
                                   : cases::probabilities(rng, n, kind == cases::kinds ? 0 : 1);
      if (kind >= cases::kinds)
        for (double &x : p) x *= 60.0 / n;
      ranked.ranked.rank(n, [&](int64_t i) { return p[static_cast<std::size_t>(i)]; });
      const Independent e = check::independent(p);
      for (const char *name : {"f1", "fbeta:2", "jaccard", "balanced_accuracy", "informedness", "fowlkes_mallows"}) {
        CAPTURE(n, kind, name);
        const auto m = metric(name);
        Answer slow, fast;
        Ranked &labels = ranked.ranked;
        decide_separable(Asked(*m, worth_searching({0, n}, labels.size()), ranked, quiet).problem, slow);
        if (!decide_unsorted_items(*m, p, {0, n}, work, fast)) {
          FAIL_CHECK("everything was ranked");
          continue;
        }
        CHECK(fast.k == slow.k);
        CHECK(work.items == ranked.items);
        const double scale = m->range(n).low < 0 ? 1 : slow.expected;
        CHECK(std::fabs(fast.expected - slow.expected) <= 1e-12 * scale);
        CHECK(std::fabs(fast.next_best - slow.next_best) <= 1e-12 * scale);
        CHECK(fast.bound <= (kind == 5 ? 1e-11 : 1e-12) * scale);
        CHECK(fast.not_excluded.holds(fast.k));
        const auto d = check::decide(*m, e);
        CHECK(d.answer.algorithm == Algorithm::separable);
        CHECK(d.items == work.items);
        CHECK(std::fabs(d.answer.expected - fast.expected) <= 1e-12 * scale);
      }
    }
}

namespace {

// Probabilities of few values, or many of one value.
constexpr int plateaus = 11;
std::vector<double> plateau(cases::Rng &rng, int n, int kind, double b) {
  // Half of them 1, the others where the best ratio A/(k + b mu) lies: q = p (q + b (q + (1-q) p)), q = 1/2.
  const double threshold = (std::sqrt((1 + b) * (1 + b) + 4 * b) - (1 + b)) / (2 * b);
  // So near it the values at all of them differ by parts of 1/n^2, and the best may lie anywhere.
  const double near = threshold * (1 + (rng.uniform() - 0.5) * 6 / n);
  std::vector<double> p(static_cast<std::size_t>(n));
  for (double &x : p) {
    const double u = rng.uniform(), coin = rng.uniform();
    switch (kind) {
      case 0: x = 0.3; break;
      case 1: x = coin < 0.5 ? 0.3 : 0.6; break;
      case 2: x = coin < 0.3 ? 0.2 : coin < 0.6 ? 0.4 : 0.7; break;
      case 3: x = coin < 0.9 ? 0.3 : u; break;
      case 4: x = threshold; break;
      case 5: x = coin < 0.9 ? 0.02 : u; break;
      case 6: x = static_cast<float>(u); break;
      case 7: x = std::floor(u * 256) / 255; break;
      case 8: x = std::round(u * 100) / 100; break;
      case 9: x = near; break;
      default: x = std::floor(u * u * u * 10) / 1000; break;
    }
    x = std::min(x, 1.0);
  }
  if (kind == 4 || kind == 9)
    for (std::size_t i = 0; i < p.size(); i += 2) p[i] = 1;
  return p;
}

}  // namespace

TEST_CASE("separable: equal probabilities cost no ranking, and the optimum is that of the whole curve") {
  cases::Rng rng(507);
  Workspace work, whole;
  NoMonitor quiet;
  std::vector<int> sizes{300, 301, 302, 5000, 12000, 12001, 12002};
  if (cases::sanitized) sizes.resize(4);
  for (int n : sizes)
    for (int kind = 0; kind < plateaus; ++kind)
      for (const char *name : {"f1", "fbeta:2", "jaccard", "balanced_accuracy", "informedness", "fowlkes_mallows"}) {
        const auto m = metric(name);
        const auto p = plateau(rng, n, kind, m->f_beta_squared().value_or(1));
        CAPTURE(n, kind, name);
        whole.ranked.rank(n, [&](int64_t i) { return p[static_cast<std::size_t>(i)]; });
        separable_curve(Asked(*m, {0, n}, whole, quiet).problem);
        const std::vector<double> &curve = whole.curve.value;
        Answer answer;
        REQUIRE(decide_unsorted_items(*m, p, {0, n}, work, answer));
        const double tie = 1e-12;
        const std::size_t k = static_cast<std::size_t>(answer.k);
        const double best = *std::max_element(curve.begin(), curve.end());
        CHECK(curve[k] >= best - tie);
        CHECK(std::fabs(answer.expected - curve[k]) <= tie);
        // The smallest of those that tie.
        const double smaller = k == 0 ? 0 : *std::max_element(curve.begin(), curve.begin() + answer.k);
        CHECK(smaller <= answer.expected + 1e-15);
        const double greater = k + 1 == curve.size() ? 0 : *std::max_element(curve.begin() + answer.k + 1, curve.end());
        CHECK(std::fabs(answer.next_best - std::max(smaller, greater)) <= tie);
        CHECK(answer.bound <= 1e-12);
        // What is excluded is no better than the best, and what surely is as good is not.
        const KRange range = answer.not_excluded;
        CHECK(range.holds(answer.k));
        for (std::size_t j = 0; j < curve.size(); ++j)
          if (!range.holds(static_cast<int64_t>(j)) && curve[j] > best + 2e-14) CHECK(j == k);
        if (range.low > 0) CHECK(curve[static_cast<std::size_t>(range.low - 1)] <= best);
        // The first k by falling probability, of equal ones those of smaller index.
        whole.ranked.top(answer.k, whole.items);
        CHECK(work.items == whole.items);
      }
}

TEST_CASE("separable: the curve of probabilities that are next to 0") {
  // Given the one label that is true, s = 1.
  cases::Rng rng(510);
  for (const double size : {1e-200, 1e-230, 1e-290, 1e-300})
    for (const char *name : {"f1", "jaccard", "fowlkes_mallows", "recall"}) {
      std::vector<double> p(200);
      for (double &x : p) x = size * (0.1 + rng.uniform());
      const Independent e = check::independent(p);
      DecisionOptions options;
      options.algorithm = Algorithm::separable;
      const auto curve = expected_curve(*metric(name, 0), e, options);
      std::sort(p.rbegin(), p.rend());
      oracle::Real a = 0;
      const std::string metric_name = name;
      for (std::size_t k = 1; k <= p.size(); ++k) {
        a += p[k - 1];
        const oracle::Real kk = static_cast<oracle::Real>(k);
        const oracle::Real expected = metric_name == "f1"                ? 2 * a / (kk + 1)
                                      : metric_name == "jaccard"         ? a / kk
                                      : metric_name == "fowlkes_mallows" ? a / std::sqrt(kk)
                                                                         : a;
        if (!(std::fabs(curve[k] - expected) <= 1e-13L * expected)) {
          CAPTURE(size, name, k);
          CHECK(curve[k] == static_cast<double>(expected));
        }
      }
    }
}

TEST_CASE("numbers in any order to runs of equal ones") {
  cases::Rng rng(508);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const int n = rng.between(0, 3000), values = 1 << rng.below(13);
    std::map<double, int64_t, std::greater<>> expected;
    Tally tally;
    tally.start();
    for (int done = 0; done < n;) {
      double block[sum_block + compress_spare];
      const int size = std::min(n - done, rng.between(1, sum_block));
      for (int j = 0; j < size; ++j) {
        const double often = rng.below(3) == 0 ? 0.25 : rng.below(values) / static_cast<double>(values);
        block[j] = rng.below(50) == 0 ? -0.0 : often;
        ++expected[block[j] + 0.0];
      }
      tally.add(block, size);
      done += size;
    }
    std::vector<Run> runs;
    tally.take(runs);
    REQUIRE(runs.size() == expected.size());
    auto at = expected.begin();
    for (const Run &run : runs) {
      if (!(run.p == at->first && run.count == at->second)) CHECK(run.count == at->second);
      ++at;
    }
  }
  // A number that comes often is counted wherever it begins to.
  Tally tally;
  tally.start();
  for (int done = 0; done < 400000; done += sum_block) {
    double block[sum_block + compress_spare];
    for (int j = 0; j < sum_block; ++j) block[j] = done > 50000 && rng.below(5) ? 0.5 : rng.uniform();
    tally.add(block, sum_block);
  }
  CHECK(tally.kept() < 200000);
}

TEST_CASE("numbers kept of many, and their positions") {
  cases::Rng rng(509);
  for (int i = 0; i < 3000; ++i) {
    const int n = rng.between(0, 70);
    std::vector<double> p = cases::probabilities(rng, n, rng.below(cases::kinds)), expected;
    std::vector<int64_t> positions;
    const double low = rng.below(4) ? rng.uniform() : 0.25, high = rng.below(4) ? rng.uniform() : 0.25;
    for (int j = 0; j < n; ++j)
      if (p[static_cast<std::size_t>(j)] >= low && p[static_cast<std::size_t>(j)] <= high) {
        expected.push_back(p[static_cast<std::size_t>(j)]);
        positions.push_back(1000 + j);
      }
    std::vector<int64_t> at(static_cast<std::size_t>(n + compress_spare));
    at.resize(static_cast<std::size_t>(positions_within(p.data(), n, low, high, 1000, at.data())));
    CHECK(at == positions);
    CHECK(count_equal(p.data(), n, 0.25) == std::count(p.begin(), p.end(), 0.25));
    p.resize(static_cast<std::size_t>(n + compress_spare));
    p.resize(static_cast<std::size_t>(keep_within(p.data(), n, low, high, p.data())));
    CHECK(p == expected);
  }
}

TEST_CASE("separable: Gauss-Legendre quadrature, exact for a polynomial, gives the same values") {
  // E F_k = 2 int_0^1 u^k d/du prod_{i<=k} (1 - p + p u) prod_{i>k} (1 - p + p u) du, of degree below n + k.
  cases::Rng rng(504);
  for (int n : {1, 2, 5, 20, 60}) {
    const int count = n + 1;
    std::vector<oracle::Real> nodes, weights;
    for (int i = 0; i < count; ++i) {
      oracle::Real x = std::cos(3.14159265358979323846L * (i + 0.75L) / (count + 0.5L)), slope = 1;
      for (int step = 0; step < 60; ++step) {
        oracle::Real before = 1, now = x;
        for (int j = 2; j <= count; ++j) {
          const oracle::Real next = ((2 * j - 1) * x * now - (j - 1) * before) / j;
          before = now, now = next;
        }
        slope = count * (x * now - before) / (x * x - 1);
        x -= now / slope;
      }
      nodes.push_back((1 + x) / 2);
      weights.push_back(1 / ((1 - x * x) * slope * slope));
    }
    for (int kind = 0; kind < cases::kinds; ++kind) {
      auto p = cases::probabilities(rng, n, kind);
      DecisionOptions options;
      options.algorithm = Algorithm::separable;
      const auto curve = expected_curve(*metric("f1"), check::independent(p), options);
      std::sort(p.rbegin(), p.rend());
      for (int k = 1; k <= n; ++k) {
        oracle::Real sum = 0;
        for (int q = 0; q < count; ++q) {
          const oracle::Real u = nodes[static_cast<std::size_t>(q)];
          oracle::Real product = 1, derivative = 0;  // over the first k, and over all for the product
          for (int i = 0; i < n; ++i) {
            const oracle::Real x = p[static_cast<std::size_t>(i)], factor = 1 - x + x * u;
            derivative = derivative * factor + (i < k ? product * x : 0);
            product *= factor;
          }
          sum += weights[static_cast<std::size_t>(q)] * std::pow(u, static_cast<oracle::Real>(k)) * derivative;
        }
        const double got = curve[static_cast<std::size_t>(k)];
        if (!(std::fabs(got - 2 * sum) <= 1e-13L * got + 1e-300L)) {
          CAPTURE(n, kind, k);
          CHECK(got == static_cast<double>(2 * sum));
        }
      }
    }
  }
}

TEST_CASE("separable: the curve falls and rises again") {
  // docs/developers/algorithms.md, "F is not unimodal"
  DecisionOptions options;
  options.algorithm = Algorithm::separable;
  const auto m = metric("f1");
  CHECK(check::decide(*m, check::independent({0.9536, 0.4292, 0.4292}), options).answer.k == 3);
  std::vector<double> p(12, 0.2514);
  p[0] = 0.8809;
  const auto d = check::decide(*m, check::independent(p), options);
  CHECK(d.answer.k == 12);
}

TEST_CASE("limits: never violated") {
  cases::Rng rng(505);
  for (int i = 0; i < cases::scaled(3000); ++i) {
    const int n = rng.between(1, 40), kind = i % cases::kinds;
    auto p = cases::probabilities(rng, n, kind);
    std::sort(p.rbegin(), p.rend());
    const bool jaccard = rng.below(2);
    constexpr int64_t q[] = {1, 4, 1}, r[] = {1, 1, 4};
    const int beta = rng.below(3);
    const double b = static_cast<double>(q[beta]) / static_cast<double>(r[beta]);
    const auto exact =
        jaccard ? oracle::literal_curve(oracle::utility("jaccard", 1), p) : oracle::ye_curve(p, q[beta], r[beta], 1);
    for (int k = 1; k <= n; ++k) {
      TopSums t{static_cast<double>(k), 0, 0, 0, 0};
      for (int j = 0; j < n; ++j) {
        const double x = p[static_cast<std::size_t>(j)];
        (j < k ? t.a : t.f) += x;
        (j < k ? t.vt : t.vf) += x * (1 - x);
      }
      const Limits limits = jaccard ? jaccard_limits(t) : f_beta_limits(b, t);
      const oracle::Real value = exact[static_cast<std::size_t>(k)];
      if (!(limits.low <= value * (1 + 1e-14L) && value <= limits.high * (1 + 1e-14L))) {
        CAPTURE(cases::list(p), k, jaccard, b);
        CHECK(limits.low <= static_cast<double>(value));
        CHECK(limits.high >= static_cast<double>(value));
      }
    }
  }
}

TEST_CASE("exponential sums: dense samples of every table") {
  for (Power power : {Power::reciprocal, Power::root}) {
    const bool root = power == Power::root;
    const double largest = root ? largest_ratio_of_root_nodes() : largest_ratio_of_reciprocal_nodes();
    const auto worst_of = [&](const ExponentialSum &sum, double low, double high) {
      oracle::Real worst = 0;
      for (int i = 0; i <= 600; ++i) {
        const oracle::Real s = low * std::pow(static_cast<oracle::Real>(high) / low, i / 600.0L);
        oracle::Real total = 0;
        for (const Node &node : sum.nodes) total += node.w * std::exp(-static_cast<oracle::Real>(node.x) * s);
        worst = std::max(worst, std::fabs(1 - total * (root ? std::sqrt(s) : s)));
      }
      return worst;
    };
    for (double ratio = 1; ratio < largest; ratio *= 1.02) {
      const NodeTable table = root ? root_nodes(ratio) : reciprocal_nodes(ratio);
      REQUIRE(table.count > 0);
      REQUIRE(table.ratio >= ratio);
      ExponentialSum sum;
      sum.make(power, 1, table.ratio);
      CHECK(worst_of(sum, 1, table.ratio) <= reciprocal_nodes_error);
      sum.make(power, 37.5, 37.5 * ratio);
      CHECK(worst_of(sum, 37.5, 37.5 * ratio) <= 1.5e-15L);
    }
    CHECK((root ? root_nodes(2 * largest) : reciprocal_nodes(2 * largest)).count == 0);
    for (double low : {1e-6, 1.0, 1e5})
      for (double ratio : {1e3, 1e8}) {
        ExponentialSum sum;
        trapezoid_nodes(power, low, low * ratio, sum);
        CHECK(worst_of(sum, low, low * ratio) <= sum.error);
      }
  }
}

TEST_CASE("separable: the value of any prediction") {
  cases::Rng rng(507);
  Workspace work;
  const std::vector<std::string> names{"f1", "fbeta:0.5", "fbeta:2", "jaccard"};
  for (int i = 0; i < cases::scaled(2000); ++i) {
    const int n = rng.between(1, 8), z = rng.below(2);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const oracle::Mask h = static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1);
    std::vector<double> parts[2];
    for (int j = 0; j < n; ++j) parts[h >> j & 1].push_back(p[static_cast<std::size_t>(j)]);
    for (const std::string &name : names) {
      const oracle::Real expected =
          oracle::expected(oracle::Cells(oracle::utility(name, z), n), oracle::independent(p), h);
      const Estimate got = expected_ratio(*RatioMetric::of(*metric(name, z)), parts[1], parts[0], oracle::ones(h), work);
      CAPTURE(name, z, cases::list(p), h);
      if (!(std::fabs(got.value - expected) <= got.error + 1e-18L)) CHECK(got.value == static_cast<double>(expected));
      if (!(got.error <= 1e-12 * got.value + 1e-300)) CHECK(got.error == 0);
    }
  }
  // Of many labels, as it is asked for: against masses in a longer type.
  for (int i = 0; i < cases::scaled(8); ++i) {
    const int n = static_cast<int>(fewest_unsorted) + rng.below(1000);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const double share = i % 3 == 0 ? 0.001 : rng.uniform();
    std::vector<int64_t> items;
    std::vector<double> parts[2];
    for (int j = 0; j < n; ++j) {
      const bool chosen = rng.uniform() < share;
      if (chosen) items.push_back(j);
      parts[chosen].push_back(p[static_cast<std::size_t>(j)]);
    }
    const auto tp = oracle::masses(parts[1].data(), parts[1].size());
    const auto fn = oracle::masses(parts[0].data(), parts[0].size());
    for (const std::string &name : names) {
      const auto u = oracle::utility(name, 1);
      oracle::Real expected = 0;
      for (std::size_t a = 0; a < tp.size(); ++a)
        for (std::size_t b = 0; b < fn.size() && tp[a] > 1e-22L; ++b)
          if (fn[b] > 1e-22L)
            expected += tp[a] * fn[b] * u(static_cast<int64_t>(a), static_cast<int64_t>(items.size()),
                                          static_cast<int64_t>(a + b), n);
      const Expectation got = expected_utility(*metric(name, 1), check::independent(p), items, work);
      CAPTURE(name, n, i % cases::kinds, items.size());
      if (!(std::fabs(got.value - expected) <= got.error + 1e-18L)) CHECK(got.value == static_cast<double>(expected));
      if (!(got.error <= 1e-12)) CHECK(got.error == 0);
    }
  }
}

TEST_CASE("exponential and factors against long double") {
  cases::Rng rng(506);
  for (int i = 0; i < 20000; ++i) {
    const double x = (rng.uniform() - 0.5) * 1416;
    const oracle::Real exact = std::exp(static_cast<oracle::Real>(x));
    if (!(std::fabs(exponential(x) - exact) <= exponential_ulps * 0x1p-53L * exact)) CHECK(exponential(x) == x);
  }
  CHECK(exponential(-800) == 0);
  CHECK(exponential(0) == 1);
  for (int i = 0; i < 300; ++i) {
    const int n = rng.between(0, 3000), kind = i % cases::kinds;
    auto p = cases::probabilities(rng, n, kind);
    const double x = std::pow(10.0, -5 + 6.5 * rng.uniform());
    const Complement c(x);
    const oracle::Real z = -std::expm1(-static_cast<oracle::Real>(x));
    if (!(std::fabs(c.z - z) <= 4e-16L * z)) CHECK(c.z == static_cast<double>(z));
    Factors factors;
    factors.start(FactorPlan::make(n ? *std::max_element(p.begin(), p.end()) : 0, c.z));
    factors.add(p.data(), n);
    oracle::Real log = 0, sum = 0;
    for (double y : p) {
      const oracle::Real factor = (1 - static_cast<oracle::Real>(y)) + y * std::exp(-static_cast<oracle::Real>(x));
      log += std::log(factor);
      sum += y / factor;
    }
    const Factors::At at = factors(c);
    CAPTURE(n, kind, x);
    if (!(std::fabs(at.log_product - log) <= at.log_error + 1e-17L * std::fabs(log)))
      CHECK(at.log_product == static_cast<double>(log));
    if (!(std::fabs(at.sum - sum) <= at.sum_error * sum + 1e-17L * sum)) CHECK(at.sum == static_cast<double>(sum));
    if (!(at.log_error <= 1e-13 * (1 + std::fabs(at.log_product)))) CHECK(at.log_error == 0);
  }
}
