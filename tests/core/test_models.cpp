// Logistic regression and what it stands on, the simplex search, exact binomial limits and Poisson draws.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/learners/calibration.hpp"
#include "core/numeric/cholesky.hpp"
#include "core/numeric/logistic.hpp"
#include "core/numeric/nelder_mead.hpp"
#include "core/numeric/random/poisson.hpp"
#include "core/numeric/special/binomial_interval.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/sums/reproducible_sum.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using check::expect_error;

namespace {

Logistic fit(const std::vector<double> &rows, int64_t features, const std::vector<uint8_t> &labels,
             const std::vector<double> &weights, double ridge) {
  NoMonitor monitor;
  return fit_logistic(rows, features, {labels.begin(), labels.end()}, weights, ridge, monitor);
}

}  // namespace

TEST_CASE("logistic: no gradient is left, and weights are repetitions") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(30); ++c) {
    const int n = rng.between(20, 200), features = rng.between(1, 4);
    std::vector<double> rows, weights, repeated;
    std::vector<uint8_t> labels, repeated_labels;
    for (int i = 0; i < n; ++i) {
      double z = -0.5;
      const std::size_t first = rows.size();
      for (int d = 0; d < features; ++d) {
        rows.push_back(4 * rng.uniform() - 2 + 100 * d);
        z += (rows.back() - 100 * d) * (d % 2 ? -1 : 1);
      }
      labels.push_back(i < 2 ? static_cast<uint8_t>(i) : rng.uniform() < 1 / (1 + std::exp(-z)));
      const int w = i < 2 ? 1 : rng.below(3);
      weights.push_back(w);
      for (int r = 0; r < w; ++r) {
        repeated.insert(repeated.end(), rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
        repeated_labels.push_back(labels.back());
      }
    }
    const Logistic model = fit(rows, features, labels, weights, 0.01);
    const Logistic same = fit(repeated, features, repeated_labels, {}, 0.01);
    CHECK(model.intercept == Approx(same.intercept).epsilon(1e-8).margin(1e-8));
    for (std::size_t d = 0; d < model.coefficients.size(); ++d)
      CHECK(model.coefficients[d] == Approx(same.coefficients[d]).epsilon(1e-8).margin(1e-9));
    // The residuals sum to nothing, since the intercept has no ridge.
    double sum = 0, total = 0;
    for (int i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      sum += weights[at] * (probability(model, &rows[at * static_cast<std::size_t>(features)]) - labels[at]);
      total += weights[at];
    }
    CHECK(std::fabs(sum / total) < 1e-6);
  }
}

TEST_CASE("logistic: one feature against the saturated model, separable rows, constant features") {
  // Two values of x: the fitted probabilities are the observed shares.
  const std::vector<double> rows = {0, 0, 0, 0, 1, 1, 1, 1, 1};
  const std::vector<uint8_t> labels = {0, 0, 0, 1, 1, 1, 1, 1, 0};
  const Logistic model = fit(rows, 1, labels, {}, 0);
  const double zero = 0, one = 1;
  CHECK(probability(model, &zero) == Approx(0.25).epsilon(1e-6));
  CHECK(probability(model, &one) == Approx(0.8).epsilon(1e-6));
  const Logistic separable = fit({0, 1, 2, 3}, 1, {0, 0, 1, 1}, {}, 1e-6);
  CHECK(std::isfinite(separable.coefficients[0]));
  CHECK(separable.coefficients[0] > 5);
  const Logistic constant = fit({7, 1, 7, 2, 7, 3}, 2, {0, 1, 1}, {}, 1e-3);
  CHECK(constant.coefficients[0] == 0);
  expect_error(Status::argument, "labels: a logistic regression needs rows of both kinds", [] {
    fit({1, 2}, 1, {1, 1}, {}, 0);
  });
  expect_error(Status::argument, "ridge is -1: must be at least 0", [] { fit({1, 2}, 1, {1, 0}, {}, -1); });
}

namespace {

// The optimum in a longer type, features first, by Newton's method from nothing.
std::vector<long double> optimum_of(const std::vector<double> &rows, std::size_t features, const std::vector<double> &truth,
                                    const std::vector<double> &weights, long double ridge) {
  const std::size_t n = truth.size(), size = features + 1;
  std::vector<long double> beta(size), spread(size);
  long double total = 0;
  for (double w : weights) total += w;
  for (std::size_t d = 0; d < features; ++d) {
    long double first = 0, second = 0;
    for (std::size_t i = 0; i < n; ++i) first += weights[i] / total * rows[i * features + d];
    for (std::size_t i = 0; i < n; ++i)
      second += weights[i] / total * (rows[i * features + d] - first) * (rows[i * features + d] - first);
    spread[d] = second;
  }
  for (int step = 0; step < 40; ++step) {
    std::vector<std::vector<long double>> a(size, std::vector<long double>(size + 1));
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<long double> x(size, 1);
      long double z = beta[features];
      for (std::size_t d = 0; d < features; ++d) z += beta[d] * (x[d] = rows[i * features + d]);
      const long double p = 1 / (1 + std::exp(-z)), w = weights[i] / total;
      for (std::size_t d = 0; d < size; ++d) {
        a[d][size] += w * (p - truth[i]) * x[d];
        for (std::size_t e = 0; e < size; ++e) a[d][e] += w * p * (1 - p) * x[d] * x[e];
      }
    }
    for (std::size_t d = 0; d < features; ++d) {
      a[d][size] += ridge * spread[d] * beta[d];
      a[d][d] += ridge * spread[d];
    }
    long double most = 0;
    for (std::size_t d = 0; d < size; ++d)
      for (std::size_t e = 0; e < size; ++e) {
        if (e == d) continue;
        const long double factor = a[e][d] / a[d][d];
        for (std::size_t c = 0; c <= size; ++c) a[e][c] -= factor * a[d][c];
      }
    for (std::size_t d = 0; d < size; ++d) {
      beta[d] -= a[d][size] / a[d][d];
      most = std::max(most, std::fabs(a[d][size] / a[d][d]));
    }
    if (most < 1e-16L) break;
  }
  return beta;
}

}  // namespace

TEST_CASE("logistic: the optimum in a longer type, of few rows and of many") {
  cases::Rng rng(12);
  for (const int n : {200, 3000, 40000, 40000}) {
    const std::size_t features = n == 3000 ? 1 : 2;
    std::vector<double> rows, truth, weights;
    for (int i = 0; i < n; ++i) {
      double z = -0.7;
      for (std::size_t d = 0; d < features; ++d) {
        rows.push_back(6 * rng.uniform() - 3);
        z += rows.back() * (d == 0 ? 1.3 : -0.4);
      }
      // Soft targets, and weights that few rows have most of.
      truth.push_back(rng.uniform() < 1 / (1 + std::exp(-z)) ? 0.999 : 0.0005);
      weights.push_back(n == 200 ? 1 : std::exp(2 * rng.uniform()));
    }
    NoMonitor monitor;
    const Logistic model = fit_logistic(rows, static_cast<int64_t>(features), truth, weights, 1e-9, monitor);
    const std::vector<long double> exact = optimum_of(rows, features, truth, weights, 1e-9L);
    for (std::size_t d = 0; d < features; ++d)
      CHECK(model.coefficients[d] == Approx(static_cast<double>(exact[d])).epsilon(1e-10));
    CHECK(model.intercept == Approx(static_cast<double>(exact[features])).epsilon(1e-10));
  }
}

TEST_CASE("log-odds and logarithms of sigmoids: the same bits as one by one", "[levels]") {
  cases::Rng rng(13);
  std::vector<double> p{0, 1, 5e-324, 1e-300, 1e-17, 1 - 0x1p-53, 0.29, 0.5}, z{0, -0.0, 800, -800, 36.7, -36.7};
  for (int i = 0; i < 20000; ++i) {
    p.push_back(cases::probability(rng, i % cases::kinds));
    z.push_back((rng.uniform() - 0.5) * std::pow(10, 3 * rng.uniform()));
  }
  std::vector<double> odds = p;
  to_log_odds(odds.data(), static_cast<int64_t>(odds.size()), 40);
  for (std::size_t i = 0; i < p.size(); ++i)
    if (odds[i] != learners::clipped_log_odds(p[i])) CHECK(odds[i] == learners::clipped_log_odds(p[i]));
  std::vector<double> of_z(z.size()), of_minus_z(z.size());
  log_sigmoids(z.data(), static_cast<int64_t>(z.size()), of_z.data(), of_minus_z.data());
  for (std::size_t i = 0; i < z.size(); ++i)
    for (const int sign : {1, -1}) {
      const oracle::Real exact = -std::log1p(std::exp(-sign * static_cast<oracle::Real>(z[i])));
      const double got = sign > 0 ? of_z[i] : of_minus_z[i];
      if (std::fabs(z[i]) <= 700 && !(std::fabs(got - exact) <= 2e-15L * std::fabs(exact)))
        CHECK(got == static_cast<double>(exact));
    }
}

TEST_CASE("nelder-mead: valleys and one variable") {
  const auto rosenbrock = [](const std::vector<double> &x) {
    return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2) + 1;
  };
  const std::vector<double> found = nelder_mead(rosenbrock, {-1.2, 1}, 0.5, 1e-15, 2000);
  CHECK(found[0] == Approx(1).epsilon(1e-4));
  CHECK(found[1] == Approx(1).epsilon(1e-4));
  const auto parabola = [](const std::vector<double> &x) { return 1 + (x[0] - 3) * (x[0] - 3); };
  CHECK(nelder_mead(parabola, {0}, 0.7, 1e-14, 500)[0] == Approx(3).epsilon(1e-5));
}

TEST_CASE("binomial limits: published values, inversion and ends") {
  // Clopper and Pearson's 95% limits.
  const Interval eight = binomial_interval(8, 10, 0.95);
  CHECK(eight.low == Approx(0.443905).epsilon(1e-5));
  CHECK(eight.high == Approx(0.974789).epsilon(1e-5));
  const Interval none = binomial_interval(0, 20, 0.95);
  CHECK(none.low == 0);
  CHECK(none.high == Approx(1 - std::pow(0.025, 1.0 / 20)).epsilon(1e-12));
  CHECK(binomial_interval(20, 20, 0.95).high == 1);
  CHECK(binomial_interval(0, 0, 0.95).low == 0);
  CHECK(binomial_interval(0, 0, 0.95).high == 1);
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(2000); ++c) {
    const int n = rng.between(1, 3000), x = rng.between(0, n);
    const double confidence = 0.5 + 0.499 * rng.uniform();
    // The one-sided lower limit is the lower end of the two-sided interval of twice the error.
    const double low = binomial_interval(x, n, 1 - 2 * (1 - confidence)).low;
    CHECK(proportion_at_least(low * (1 - 1e-9), x, n, confidence));
    if (x > 0) CHECK(!proportion_at_least(std::min(1.0, low * (1 + 1e-9)), x, n, confidence));
  }
}

namespace {

// P(X = k) by products, which neither logarithms nor gamma functions enter.
long double mass(int n, int k, long double p) {
  long double out = 1;
  int down = 0;
  for (int i = 1; i <= k; ++i) {
    out *= static_cast<long double>(n - k + i) / i * p;
    for (; out > 1 && down < n - k; ++down) out *= 1 - p;
  }
  for (; down < n - k; ++down) out *= 1 - p;
  return out;
}

}  // namespace

TEST_CASE("mid-P limits: tails added up at them, half of what was seen") {
  cases::Rng rng(5);
  for (int c = 0; c < cases::scaled(1500); ++c) {
    const int n = rng.between(1, 400), x = c % 5 ? rng.between(0, n) : c % 2 * n;
    const double confidence = c % 3 ? 0.5 + 0.499 * rng.uniform() : 1 - std::pow(10.0, -rng.between(1, 9));
    const double tail = (1 - confidence) / 2;
    const Interval limits = mid_p_interval(x, n, confidence), exact = binomial_interval(x, n, confidence);
    CAPTURE(n, x, confidence);
    long double above = mass(n, x, limits.low) / 2, below = mass(n, x, limits.high) / 2;
    for (int k = x + 1; k <= n; ++k) above += mass(n, k, limits.low);
    for (int k = 0; k < x; ++k) below += mass(n, k, limits.high);
    const double conditioning = 2e-15 * (n - x + 1) / (1 - limits.high);
    if (x > 0) CHECK(static_cast<double>(above) == Approx(tail).epsilon(2e-12));
    if (x < n) CHECK(static_cast<double>(below) == Approx(tail).epsilon(2e-12 + conditioning));
    CHECK((x > 0 ? limits.low > exact.low : limits.low == 0));
    CHECK((x < n ? limits.high < exact.high : limits.high == 1));
  }
  // Of real counts, as weighted rows have: they rise with the successes, and change sides with them.
  for (double x = 0; x <= 7.5; x += 0.25) {
    const Interval limits = mid_p_interval(x, 7.5, 0.9), other = mid_p_interval(7.5 - x, 7.5, 0.9);
    CHECK(limits.low == Approx(1 - other.high).margin(1e-15));
    if (x > 0) CHECK(limits.low >= mid_p_interval(x - 0.25, 7.5, 0.9).low);
  }
  CHECK((mid_p_interval(0, 0, 0.95).low == 0 && mid_p_interval(0, 0, 0.95).high == 1));
  CHECK(mid_p_interval(1e-3, 10, 0.95).low == 0);
  CHECK(mid_p_interval(1e-320, 10, 0.95).high == mid_p_interval(0, 10, 0.95).high);
  // Very many: as the limits of fewer are there.
  for (const double share : {0.1, 0.5}) {
    const Interval a = mid_p_interval(0.9e12, 0.9e12 / share, 0.95);
    const Interval b = mid_p_interval(1.1e12, 1.1e12 / share, 0.95);
    CHECK((share - a.low) * std::sqrt(0.9) == Approx((share - b.low) * std::sqrt(1.1)).epsilon(1e-4));
    CHECK((a.high - share) * std::sqrt(0.9) == Approx((b.high - share) * std::sqrt(1.1)).epsilon(1e-4));
  }
}

TEST_CASE("binomial limits: tails added up at them") {
  cases::Rng rng(4);
  for (int c = 0; c < cases::scaled(1500); ++c) {
    const int n = rng.between(1, 400), x = rng.between(0, n);
    const double confidence = c % 3 ? 0.5 + 0.499 * rng.uniform() : 1 - std::pow(10.0, -rng.between(1, 9));
    const double tail = (1 - confidence) / 2;
    const Interval limits = binomial_interval(x, n, confidence);
    CAPTURE(n, x, confidence);
    long double above = 0, below = 0;
    for (int k = x; k <= n; ++k) above += mass(n, k, limits.low);
    for (int k = 0; k <= x; ++k) below += mass(n, k, limits.high);
    // A rounding of a limit next to 1 changes its complement by so much.
    const double conditioning = 2e-15 * (n - x + 1) / (1 - limits.high);
    if (x > 0) CHECK(static_cast<double>(above) == Approx(tail).epsilon(2e-12));
    if (x < n) CHECK(static_cast<double>(below) == Approx(tail).epsilon(2e-12 + conditioning));
  }
  // Real numbers of rows, and very many of them.
  for (double n : {0.7, 2.5, 1e9, 1e15, 1e300}) {
    const double x = n > 1e9 ? 1234.5 : 0.3 * n;
    const Interval limits = binomial_interval(x, n, 0.95);
    CHECK(limits.low > 0);
    CHECK(limits.low < x / n);
    CHECK(limits.high > x / n);
    CHECK(limits.high <= 1);
    CHECK(proportion_at_least(limits.low * (1 - 1e-9), x, n, 0.975));
    CHECK(!proportion_at_least(std::min(1.0, limits.low * (1 + 1e-6)), x, n, 0.975));
  }
}

TEST_CASE("binomial limits: counts of every size, each in no time") {
  const double sizes[] = {5e-324, 1e-310, 1e-300, 1e-100, 1e-20, 1e-5, 0.001, 0.1,
                          1,      10,     1e6,    1e12,   1e14,  1e16, 1e100, 1e300};
  for (const double n : sizes)
    for (const double x : sizes) {
      if (x > n) continue;
      for (const double confidence : {1e-6, 0.5, 0.95, 1 - 1e-12}) {
        CAPTURE(x, n, confidence);
        const Interval limits = binomial_interval(x, n, confidence), other = binomial_interval(n - x, n, confidence);
        CHECK(limits.low >= 0);
        CHECK(limits.low <= x / n * (1 + 1e-12));
        CHECK(limits.high >= x / n * (1 - 1e-12));
        CHECK(limits.high <= 1);
        if (n - (n - x) == x) CHECK(other.low == Approx(1 - limits.high).epsilon(1e-9).margin(1e-15));
        // Of a small x, a p of another order of magnitude has nearly the same tail.
        if (x >= 1) CHECK(proportion_at_least(limits.low * (1 - 1e-9), x, n, 1 - (1 - confidence) / 2));
      }
    }
  // tail^(1/x) for x of x.
  for (const double x : {0.004, 0.006, 0.01, 0.3})
    CHECK(binomial_interval(x, x, 0.95).low == Approx(std::pow(0.025, 1 / x)).epsilon(1e-9).margin(1e-322));
  // Either side of where the normal approximation begins.
  for (const double share : {0.01, 0.3, 0.5, 0.9}) {
    const double n = 1e12 / std::min(share, 1 - share);
    const Interval a = binomial_interval(share * n * 0.999, n * 0.999, 0.95);
    const Interval b = binomial_interval(share * n * 1.001, n * 1.001, 0.95);
    CHECK(b.low - share == Approx((a.low - share) * std::sqrt(0.999 / 1.001)).epsilon(1e-6));
    CHECK(b.high - share == Approx((a.high - share) * std::sqrt(0.999 / 1.001)).epsilon(1e-6));
  }
}

TEST_CASE("logarithm: within a few roundings of the C library", "[levels]") {
  cases::Rng rng(5);
  for (int c = 0; c < cases::scaled(100000); ++c) {
    const double x = std::ldexp(0.5 + rng.uniform(), rng.between(-1022, 1022));
    CHECK(std::fabs(logarithm(x) - std::log(x)) <= 0x1p-50 * std::fabs(std::log(x)));
    const double y = (rng.below(2) ? 1 : -1) * std::ldexp(0.5 + 0.49 * rng.uniform(), -rng.below(60));
    CHECK(std::fabs(logarithm_1p(y) - std::log1p(y)) <= 0x1p-49 * std::fabs(std::log1p(y)));
  }
  CHECK(logarithm(1) == 0);
  CHECK(logarithm_1p(0) == 0);
  CHECK(logarithm(0) == -std::numeric_limits<double>::infinity());
  CHECK(std::isfinite(logarithm(5e-324)));
}

TEST_CASE("cholesky: solutions put back, and what the matrix leaves open") {
  cases::Rng rng(6);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const auto n = static_cast<std::size_t>(rng.between(1, 20));
    // B B' + I.
    std::vector<double> b(n * n), a(n * n), right(n);
    for (double &x : b) x = rng.uniform() - 0.5;
    for (double &x : right) x = rng.uniform() - 0.5;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        a[i * n + j] = i == j;
        for (std::size_t k = 0; k < n; ++k) a[i * n + j] += b[i * n + k] * b[j * n + k];
      }
    std::vector<double> factors = a, x = right;
    solve_positive_definite(factors, x);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
      CHECK(sum == Approx(right[i]).epsilon(1e-10).margin(1e-12));
    }
  }
  std::vector<double> singular = {4, 0, 0, 0}, x = {8, 1};
  solve_positive_definite(singular, x);
  CHECK(x == std::vector<double>{2, 0});
}

TEST_CASE("reproducible sums: the same bits for every order, and as exact as a longer type") {
  cases::Rng rng(7);
  for (int c = 0; c < cases::scaled(300); ++c) {
    const int n = rng.between(1, 2000);
    std::vector<double> terms;
    long double exact = 0, size = 0;
    for (int i = 0; i < n; ++i) {
      terms.push_back((rng.uniform() - 0.4) * std::ldexp(1.0, -rng.below(40)));
      exact += static_cast<long double>(terms.back());
      size += std::fabs(static_cast<long double>(terms.back()));
    }
    const auto sum = [&] {
      ReproducibleSum out(1, n);
      for (double t : terms) out.add(t);
      return out.sum();
    };
    const double forth = sum();
    for (int i = n; i > 1; --i)
      std::swap(terms[static_cast<std::size_t>(i) - 1], terms[static_cast<std::size_t>(rng.below(i))]);
    CHECK(sum() == forth);
    CHECK(std::fabs(static_cast<double>(forth - exact)) <= 1e-15 * static_cast<double>(size));
  }
}

TEST_CASE("logistic: the same bits for every order of the rows") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(20); ++c) {
    const int n = c == 0 ? 40000 : rng.between(5, 1500);  // of many rows a part is fitted first
    const std::size_t features = 3;
    std::vector<double> rows, weights;
    std::vector<uint8_t> labels;
    for (int i = 0; i < n; ++i) {
      labels.push_back(i < 2 ? static_cast<uint8_t>(i) : static_cast<uint8_t>(rng.below(2)));
      weights.push_back(0.5 + rng.uniform());
      for (std::size_t d = 0; d < features; ++d)
        rows.push_back(std::ldexp(rng.uniform() + labels.back(), 300 * static_cast<int>(d)));
    }
    const Logistic model = fit(rows, 3, labels, weights, 1e-6);
    for (std::size_t i = labels.size(); i > 1; --i) {
      const auto j = static_cast<std::size_t>(rng.below(static_cast<int>(i)));
      std::swap(labels[i - 1], labels[j]);
      std::swap(weights[i - 1], weights[j]);
      for (std::size_t d = 0; d < features; ++d) std::swap(rows[(i - 1) * features + d], rows[j * features + d]);
    }
    const Logistic same = fit(rows, 3, labels, weights, 1e-6);
    CHECK(same.intercept == model.intercept);
    CHECK(same.coefficients == model.coefficients);
  }
}

TEST_CASE("poisson: mean, variance and the mass at small values") {
  for (double mean : {0.0, 0.01, 1.0, 5.0, 11.9, 12.0, 40.0, 1e4}) {
    const Poisson draw(mean);
    Random random(5);
    const int n = cases::scaled(200000);
    double sum = 0, squares = 0, at_mode = 0;
    const double mode = std::floor(mean);
    for (int i = 0; i < n; ++i) {
      const double k = draw(random);
      REQUIRE(k >= 0);
      REQUIRE(k == std::floor(k));
      sum += k;
      squares += (k - mean) * (k - mean);
      at_mode += k == mode;
    }
    CAPTURE(mean);
    const double sd = std::sqrt(mean / n);
    CHECK(std::fabs(sum / n - mean) <= 5 * sd);
    CHECK(std::fabs(squares / n - mean) <= 5 * std::sqrt((mean + 2 * mean * mean) / n));
    const double mass = mean > 0 ? std::exp(mode * std::log(mean) - mean - std::lgamma(mode + 1)) : 1;
    CHECK(std::fabs(at_mode / n - mass) <= 5 * std::sqrt(mass * (1 - mass) / n) + 1e-12);
  }
}
