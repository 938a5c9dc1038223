// The distribution of a prediction's utility.
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;

namespace {

struct Exact {
  std::vector<std::pair<oracle::Real, oracle::Real>> atoms;  // (value, mass), ascending

  Exact(const oracle::Cells &cells, const oracle::Law &law, oracle::Mask h) {
    for (const auto &[y, mass] : law.vectors)
      atoms.emplace_back(cells.at(oracle::ones(y & h), oracle::ones(h), oracle::ones(y)), mass);
    std::sort(atoms.begin(), atoms.end());
  }
  oracle::Real mean() const {
    oracle::Real sum = 0;
    for (const auto &[u, p] : atoms) sum += p * u;
    return sum;
  }
  oracle::Real sd() const {
    oracle::Real sum = 0;
    const oracle::Real m = mean();
    for (const auto &[u, p] : atoms) sum += p * (u - m) * (u - m);
    return std::sqrt(sum);
  }
  oracle::Real at_most(oracle::Real u) const {
    oracle::Real sum = 0;
    for (const auto &[x, p] : atoms)
      if (x <= u) sum += p;
    return sum;
  }
  oracle::Real at_least(oracle::Real u) const {
    oracle::Real sum = 0;
    for (const auto &[x, p] : atoms)
      if (x >= u) sum += p;
    return sum;
  }
};

void check_distribution(const Metric &m, const Estimator &e, const oracle::Cells &cells, const oracle::Law &law,
                        oracle::Mask h, cases::Rng &rng) {
  Distribution d;
  d.compute(m, e, check::items_of(h), {});
  const Exact exact(cells, law, h);
  const oracle::Real scale = m.range(law.n).magnitude(), fuzz = 1e-12L * scale;
  CAPTURE(m.name(), kind_name(e.kind()), h);
  CHECK(d.draws() == 0);
  CHECK(d.standard_error() == 0);
  CHECK(std::fabs(d.mean() - exact.mean()) <= 1e-13L * scale);
  CHECK(std::fabs(d.sd() - exact.sd()) <= 1e-7L * scale);  // a root of what cancels
  CHECK(std::fabs(static_cast<oracle::Real>(d.sd()) * d.sd() - exact.sd() * exact.sd()) <= 1e-13L * scale * scale);
  CHECK(std::is_sorted(d.values().begin(), d.values().end()));
  for (double q : {0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0, rng.uniform()}) {
    const double u = d.quantile(q);
    if (!(exact.at_most(u + fuzz) >= q - 1e-13L && exact.at_most(u - fuzz) < q + 1e-13L)) {
      CAPTURE(q, u);
      CHECK(exact.at_most(u + fuzz) >= q);
      CHECK(exact.at_most(u - fuzz) < q);
    }
  }
  for (const auto &[value, mass] : exact.atoms) {
    const double u = static_cast<double>(value), p = d.at_least(u);
    if (!(p >= exact.at_least(u + fuzz) - 1e-13L && p <= exact.at_least(u - fuzz) + 1e-13L)) {
      CAPTURE(u);
      CHECK(p == static_cast<double>(exact.at_least(u)));
    }
  }
  const double beyond = static_cast<double>(2 * scale + 1);
  CHECK(d.at_least(-beyond) == 1);
  CHECK(d.at_least(beyond) == 0);
}

}  // namespace

TEST_CASE("distribution: against enumeration") {
  cases::Rng rng(601);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const int n = rng.between(1, 7);
    auto p = cases::probabilities(rng, n, i % cases::kinds);
    const oracle::Mask h = static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1);
    std::vector<oracle::Mask> vectors;
    std::vector<double> weights;
    for (int r = rng.between(1, 20); r > 0; --r) {
      vectors.push_back(static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1));
      weights.push_back(rng.uniform() + 0.01);
    }
    double sum = 0;
    for (double x : p) sum += x;
    std::vector<double> exclusive = p;
    for (double &x : exclusive) x /= std::max(1.0, sum * (1 + rng.below(2)));
    CAPTURE(cases::list(p));
    for (const std::string &name : cases::metrics()) {
      const auto m = metric(name, i % 2);
      const oracle::Cells cells(oracle::utility(name, i % 2), n);
      check_distribution(*m, check::independent(p), cells, oracle::independent(p), h, rng);
      check_distribution(*m, check::categorical(exclusive), cells, oracle::categorical(exclusive), h, rng);
      check_distribution(*m, check::joint(n, vectors, weights), cells, oracle::joint(n, vectors, weights), h, rng);
    }
  }
}

TEST_CASE("distribution: drawn from where listing it is too much, and the error said") {
  const int n = 200000;
  const std::vector<double> p(static_cast<std::size_t>(n), 0.5);
  std::vector<int64_t> items;
  for (int64_t i = 0; i < n / 2; ++i) items.push_back(i);
  const Independent e = check::independent(p);
  DecisionOptions options;
  options.samples = 4000;
  options.seed = 7;
  const auto m = metric("f1");
  Distribution d, same, other;
  d.compute(*m, e, items, options);
  CHECK(d.draws() == 4000);
  // tp and fn are binomial: F1 = 2 tp / (k + tp + fn), by the delta method.
  const double k = n / 2, tp = k / 2, fn = k / 2, variance = k / 4, s = k + tp + fn;
  const double mean = 2 * tp / s;
  const double by_tp = 2 / s - 2 * tp / (s * s), by_fn = -2 * tp / (s * s);
  const double sd = std::sqrt(variance * (by_tp * by_tp + by_fn * by_fn));
  CHECK(d.standard_error() == Approx(d.sd() / std::sqrt(4000.0)));
  CHECK(d.sd() == Approx(sd).epsilon(0.06));
  CHECK(d.mean() == Approx(mean).margin(5 * d.standard_error() + 1e-5));
  CHECK(d.quantile(0.5) == Approx(mean).margin(0.1 * sd));
  CHECK(d.quantile(0.975) == Approx(mean + 1.96 * sd).margin(0.25 * sd));
  CHECK(d.at_least(mean) == Approx(0.5).margin(5 * d.standard_error_of(0.5)));
  CHECK(d.standard_error_of(0.5) == Approx(0.5 / std::sqrt(4000.0)));
  same.compute(*m, e, items, options);
  CHECK(same.values() == d.values());
  options.seed = 8;
  other.compute(*m, e, items, options);
  CHECK(other.values() != d.values());
}

TEST_CASE("distribution: a quantile that a sum of probabilities just reaches") {
  // Ten vectors of probability 0.1 each, whose utilities are 0, 1/9, ... 1.
  Joint joint(9);
  for (int ones = 0; ones <= 9; ++ones) {
    std::vector<uint8_t> cells(9, 0);
    std::fill(cells.begin(), cells.begin() + ones, uint8_t{1});
    joint.feed({cells.data(), 1, 9, 9, 1}, {});
  }
  Distribution d;
  d.compute(*metric("hamming"), joint, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {});
  CHECK(d.quantile(0) == 0);
  for (int i = 1; i <= 10; ++i) {
    CHECK(d.quantile(i * 0.1) == Approx((i - 1) / 9.0).margin(1e-15));
    if (i < 10) CHECK(d.quantile(i * 0.1 + 1e-9) == Approx(i / 9.0).margin(1e-15));
  }
  CHECK(d.at_least(1) == Approx(0.1).epsilon(1e-14));
  CHECK(d.at_least(5.0 / 9) == Approx(0.5).epsilon(1e-14));
  CHECK(d.at_least(5.0 / 9 + 1e-9) == Approx(0.4).epsilon(1e-14));
}

TEST_CASE("distribution: refusals") {
  Distribution d;
  CHECK_THROWS_AS(d.require_computed(), Error);
  const Independent e = check::independent({0.5, 0.25});
  CHECK_THROWS_WITH(d.compute(*metric("f1"), *e.to_counts(), {0}, {}),
                    Catch::Contains("P[i][s] and P(0) determine its mean alone"));
  d.compute(*metric("f1"), e, {0}, {});
  d.require_computed();
  CHECK_THROWS_WITH(d.quantile(1.5), "q is 1.5: must lie in [0, 1]");
  CHECK_THROWS_WITH(d.quantile(std::nan("")), Catch::Contains("q is nan"));
  CHECK_THROWS_WITH(d.at_least(std::nan("")), Catch::Contains("u is nan"));
}
