// The near-linear methods: against enumeration, the O(n^2) algorithms in long double, Gauss-Legendre quadrature, which
// is exact for a polynomial, and each other.
#include "core/decisions/bounds.hpp"
#include "core/decisions/independent.hpp"
#include "core/decisions/separable.hpp"
#include "core/decisions/separable_ratio.hpp"
#include "core/numeric/exponential.hpp"
#include "core/numeric/exponential_sum.hpp"
#include "core/numeric/factors.hpp"
#include "decision_check.hpp"

using namespace wald::core;
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
      Options options;
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

// Not sorted: false where the labels ask for ranking.
bool decide_unsorted_items(const Metric &m, const std::vector<double> &p, KRange range, Workspace &work,
                           Answer &answer) {
  const int64_t n = static_cast<int64_t>(p.size());
  NoMonitor quiet;
  answer = Answer();
  return decide_separable_unsorted(m, {p.data(), false, 1, n, n, 1}, range, work, quiet, answer);
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
    constexpr const char *names[] = {"f1", "fbeta:2", "fbeta:0.5", "jaccard", "am", "informedness", "gtppr"};
    const auto m = metric(names[rng.below(7)], rng.below(2));
    Options options;
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
      const bool absolute = m->range(n).low < 0 || m->name() == "am";
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
  for (int n : {5000, 40000})
    for (int kind = 0; kind < cases::kinds + 2; ++kind) {
      auto p = kind < cases::kinds ? cases::probabilities(rng, n, kind)
                                   : cases::probabilities(rng, n, kind == cases::kinds ? 0 : 1);
      if (kind >= cases::kinds)
        for (double &x : p) x *= 60.0 / n;
      ranked.ranked.rank(n, [&](int64_t i) { return p[static_cast<std::size_t>(i)]; });
      const Independent e = check::independent(p);
      for (const char *name : {"f1", "fbeta:2", "jaccard", "am", "informedness", "gtppr"}) {
        CAPTURE(n, kind, name);
        const auto m = metric(name);
        Answer slow, fast;
        Ranked &labels = ranked.ranked;
        decide_separable(*m, labels, worth_searching({0, n}, labels.size()), ranked, quiet, slow);
        if (!decide_unsorted_items(*m, p, {0, n}, work, fast)) {
          CHECK((kind == 3 || kind == 5));  // ties by the thousand
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
      Options options;
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
  // docs/algorithms.md, "F is not unimodal"
  Options options;
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
