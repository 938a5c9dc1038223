// Newton's method on standardised features (iteratively reweighted least squares), with steps halved where the loss
// would rise. The loss is convex, and with a ridge strictly so: there is one optimum.
//
// Sums over rows are reproducible ones, and exponentials and logarithms our own, so that the coefficients have the same
// bits for every order of the rows and on every machine.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/numeric/cholesky.hpp"
#include "core/numeric/logistic.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/sums/reproducible_sum.hpp"

namespace wald::core {

namespace {

// sigmoid(z) and log(1 + e^z), from one exponential.
struct Sigmoid {
  double probability, softplus;
  explicit Sigmoid(double z) {
    const double e = exponential(-std::fabs(z)), high = 1 / (1 + e);
    probability = z >= 0 ? high : e * high;
    softplus = std::max(z, 0.0) + logarithm_1p(e);
  }
};

// What rows add to the loss and its derivatives, at some margins. Sigmoid's operations without branches, so that the
// compiler uses vectors: e lies in [0, 1].
WALD_LEVELS(void, expand_rows,
            (const double *WALD_RESTRICT margin, const double *WALD_RESTRICT truth, const double *WALD_RESTRICT share,
             int64_t count, double *WALD_RESTRICT losses, double *WALD_RESTRICT residual,
             double *WALD_RESTRICT curvature),
            (margin, truth, share, count, losses, residual, curvature)) {
  for (int64_t i = 0; i < count; ++i) {
    const double z = margin[i], e = exponential_of_negative(-std::fabs(z)), high = 1 / (1 + e);
    const double probability = z >= 0 ? high : e * high;
    const double softplus = (z < 0 ? 0.0 : z) + logarithm_1p_within_1(e);
    losses[i] = share[i] * (softplus - truth[i] * z);
    residual[i] = share[i] * (probability - truth[i]);
    curvature[i] = share[i] * probability * (1 - probability);
  }
}

// The sum of products of x and y goes to the sum; several pairs of parts side by side, since each waits for the last.
WALD_LEVELS(void, add_products,
            (const double *WALD_RESTRICT x, const double *WALD_RESTRICT y, int64_t count, ReproducibleSum &to),
            (x, y, count, to)) {
  constexpr int64_t lanes = 8;
  double high[lanes] = {0}, low[lanes] = {0};
  const double high_shift = to.high_shift, low_shift = to.low_shift;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const double term = x[i + lane] * y[i + lane];
      const double part = (term + high_shift) - high_shift;
      high[lane] += part;
      low[lane] += ((term - part) + low_shift) - low_shift;
    }
  for (; i < count; ++i) to.add(x[i] * y[i]);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    to.high += high[lane];
    to.low += low[lane];
  }
}

// Rows with their features standardised, column by column, the first of them all 1.
struct Design {
  int64_t n;
  std::vector<std::vector<double>> columns;
  std::vector<double> most;   // of each column, in absolute value
  std::vector<double> share;  // of the total weight
  std::vector<double> truth;
};

// The loss and its derivatives at some coefficients.
struct Expansion {
  double loss;
  std::vector<double> gradient, hessian;  // of which the lower triangle is filled
};

Expansion expand(const Design &design, const std::vector<double> &beta, double ridge) {
  const std::size_t size = beta.size();
  const int64_t n = design.n;
  const double share = *std::max_element(design.share.begin(), design.share.end());
  double farthest = 1;  // margin
  for (std::size_t a = 0; a < size; ++a) farthest += std::fabs(beta[a]) * design.most[a];
  ReproducibleSum loss(2 * share * farthest, n);
  std::vector<ReproducibleSum> gradient, hessian;
  for (std::size_t a = 0; a < size; ++a) {
    gradient.emplace_back(share * design.most[a], n);
    for (std::size_t c = 0; c <= a; ++c) hessian.emplace_back(share * design.most[a] * design.most[c], n);
  }
  constexpr int64_t block = 512;
  double margin[block], losses[block], residual[block], curvature[block], product[block];
  for (int64_t first = 0; first < n; first += block) {
    const int64_t count = std::min(block, n - first);
    std::fill(margin, margin + count, beta[0]);
    for (std::size_t a = 1; a < size; ++a) {
      const double *const x = design.columns[a].data() + first;
      for (int64_t i = 0; i < count; ++i) margin[i] += beta[a] * x[i];
    }
    expand_rows(margin, design.truth.data() + first, design.share.data() + first, count, losses, residual, curvature);
    add_products(losses, design.columns[0].data() + first, count, loss);  // times 1
    std::size_t pair = 0;
    for (std::size_t a = 0; a < size; ++a) {
      const double *const x = design.columns[a].data() + first;
      add_products(residual, x, count, gradient[a]);
      for (int64_t i = 0; i < count; ++i) product[i] = curvature[i] * x[i];
      for (std::size_t c = 0; c <= a; ++c)
        add_products(product, design.columns[c].data() + first, count, hessian[pair++]);
    }
  }
  Expansion out{loss.sum(), std::vector<double>(size), std::vector<double>(size * size)};
  std::size_t pair = 0;
  for (std::size_t a = 0; a < size; ++a) {
    out.gradient[a] = gradient[a].sum();
    for (std::size_t c = 0; c <= a; ++c) out.hessian[a * size + c] = hessian[pair++].sum();
    // What the data leave open stays where it is.
    out.hessian[a * size + a] += 1e-12;
    if (a == 0) continue;  // the intercept has no ridge
    out.loss += 0.5 * ridge * beta[a] * beta[a];
    out.gradient[a] += ridge * beta[a];
    out.hessian[a * size + a] += ridge;
  }
  return out;
}

}  // namespace

double probability(const Logistic &model, const double *row) {
  double z = model.intercept;
  for (std::size_t d = 0; d < model.coefficients.size(); ++d) z += model.coefficients[d] * row[d];
  return Sigmoid(z).probability;
}

Logistic fit_logistic(const std::vector<double> &rows, int64_t features, const std::vector<uint8_t> &labels,
                      const std::vector<double> &weights, double ridge, Monitor &monitor) {
  if (features < 1) fail(Status::argument, "features is ", features, ": must be at least 1");
  if (!(ridge >= 0)) fail(Status::argument, "ridge is ", ridge, ": must be at least 0");
  const std::size_t n = labels.size(), size = static_cast<std::size_t>(features);
  const auto count = static_cast<int64_t>(n);
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  const double heaviest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  ReproducibleSum all(heaviest, count), of_positives(heaviest, count);
  for (std::size_t i = 0; i < n; ++i) {
    all.add(weight(i));
    if (labels[i]) of_positives.add(weight(i));
  }
  const double total = all.sum(), positive = of_positives.sum();
  if (!(positive > 0) || !(positive < total))
    fail(Status::argument, "labels: a logistic regression needs rows of both kinds");

  Design design{count, {}, {}, std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    design.share[i] = weight(i) / total;
    design.truth[i] = labels[i] ? 1 : 0;
  }
  design.columns.emplace_back(n, 1.0);
  design.most.push_back(1);
  // Standardised: zero mean, unit variance. A constant feature gets the coefficient 0.
  std::vector<double> mean(size), scale(size), unit(size);
  for (std::size_t d = 0; d < size; ++d) {
    std::vector<double> column(n);
    double most = 0;
    for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::fabs(rows[i * size + d]));
    // In units of a power of two next to the largest, so that nothing overflows.
    int exponent;
    std::frexp(most, &exponent);
    unit[d] = std::ldexp(1.0, -std::max(exponent, -1000));
    for (std::size_t i = 0; i < n; ++i) column[i] = rows[i * size + d] * unit[d];
    ReproducibleSum sum(heaviest / total, count);
    for (std::size_t i = 0; i < n; ++i) sum.add(design.share[i] * column[i]);
    mean[d] = sum.sum();
    double farthest = 0;
    for (double &x : column) {
      x -= mean[d];
      farthest = std::max(farthest, std::fabs(x));
    }
    constexpr double rounding = 1e-12;
    ReproducibleSum squares(4 * heaviest / total, count);
    for (std::size_t i = 0; i < n; ++i) squares.add(design.share[i] * column[i] * column[i]);
    const double deviation = std::sqrt(squares.sum());
    scale[d] = deviation > rounding * std::fabs(mean[d]) ? 1 / deviation : 0;
    for (double &x : column) x *= scale[d];
    design.most.push_back(farthest * scale[d]);
    design.columns.push_back(std::move(column));
  }

  std::vector<double> beta(size + 1);
  beta[0] = logarithm(positive / (total - positive));
  Expansion now = expand(design, beta, ridge);
  constexpr int most_steps = 50, most_halvings = 30;
  for (int step = 0; step < most_steps; ++step) {
    monitor.at(static_cast<double>(step) / most_steps);
    std::vector<double> direction = now.gradient, matrix = now.hessian;
    solve_positive_definite(matrix, direction);
    // Newton's decrement is twice what is left to gain.
    double decrement = 0;
    for (std::size_t a = 0; a <= size; ++a) decrement += direction[a] * now.gradient[a];
    if (!(decrement > 1e-13 * (std::fabs(now.loss) + 1e-300))) break;
    std::vector<double> candidate(size + 1);
    double share = 1;
    Expansion next;
    for (int half = 0; half < most_halvings; ++half, share /= 2) {
      for (std::size_t a = 0; a <= size; ++a) candidate[a] = beta[a] - share * direction[a];
      next = expand(design, candidate, ridge);
      if (next.loss <= now.loss) break;
    }
    if (!(next.loss <= now.loss)) break;
    beta = candidate;
    now = std::move(next);
  }
  Logistic out;
  out.intercept = beta[0];
  for (std::size_t d = 0; d < size; ++d) {
    out.coefficients.push_back(beta[d + 1] * scale[d] * unit[d]);
    out.intercept -= beta[d + 1] * scale[d] * mean[d];
  }
  return out;
}

}  // namespace wald::core
