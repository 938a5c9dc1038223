// Logistic regression, the simplex search, exact binomial limits and Poisson draws.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/models/logistic.hpp"
#include "core/numeric/binomial_interval.hpp"
#include "core/numeric/nelder_mead.hpp"
#include "core/numeric/poisson.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using check::expect_error;

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
    const Logistic model = fit_logistic(rows, features, labels, weights, 0.01);
    const Logistic same = fit_logistic(repeated, features, repeated_labels, {}, 0.01);
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
  const Logistic model = fit_logistic(rows, 1, labels, {}, 0);
  const double zero = 0, one = 1;
  CHECK(probability(model, &zero) == Approx(0.25).epsilon(1e-6));
  CHECK(probability(model, &one) == Approx(0.8).epsilon(1e-6));
  const Logistic separable = fit_logistic({0, 1, 2, 3}, 1, {0, 0, 1, 1}, {}, 1e-6);
  CHECK(std::isfinite(separable.coefficients[0]));
  CHECK(separable.coefficients[0] > 5);
  const Logistic constant = fit_logistic({7, 1, 7, 2, 7, 3}, 2, {0, 1, 1}, {}, 1e-3);
  CHECK(constant.coefficients[0] == 0);
  expect_error(Status::argument, "labels: a logistic regression needs rows of both kinds", [] {
    fit_logistic({1, 2}, 1, {1, 1}, {}, 0);
  });
  expect_error(Status::argument, "ridge is -1: must be at least 0", [] { fit_logistic({1, 2}, 1, {1, 0}, {}, -1); });
}

TEST_CASE("nelder-mead: valleys and one variable") {
  const auto rosenbrock = [](const Eigen::VectorXd &x) {
    return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2) + 1;
  };
  Eigen::VectorXd start(2);
  start << -1.2, 1;
  const Eigen::VectorXd found = nelder_mead(rosenbrock, start, 0.5, 1e-15, 2000);
  CHECK(found[0] == Approx(1).epsilon(1e-4));
  CHECK(found[1] == Approx(1).epsilon(1e-4));
  const auto parabola = [](const Eigen::VectorXd &x) { return 1 + (x[0] - 3) * (x[0] - 3); };
  CHECK(nelder_mead(parabola, Eigen::VectorXd::Zero(1), 0.7, 1e-14, 500)[0] == Approx(3).epsilon(1e-5));
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
