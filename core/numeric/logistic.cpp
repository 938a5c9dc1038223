// Newton's method on standardised features (iteratively reweighted least squares), with steps halved where the loss
// would rise. The loss is convex, and with a ridge strictly so: there is one optimum. Of many rows the optimum of a
// part, chosen by what the rows are, not where they are, is found first: from there two or three steps are left.
//
// Sums over rows are reproducible ones, and exponentials and logarithms our own, so that the coefficients have the same
// bits for every order of the rows and on every machine.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/numeric/cholesky.hpp"
#include "core/numeric/logistic.hpp"
#include "core/numeric/random/mix.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/sums/reproducible_sum.hpp"
#include "core/numeric/vectors/kernels.hpp"

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

// The sum of products of x, y and z goes to the sum; many pairs of parts side by side, since each waits for the last.
WALD_LEVELS(void, add_products,
            (const double *WALD_RESTRICT x, const double *WALD_RESTRICT y, const double *WALD_RESTRICT z, int64_t count,
             ReproducibleSum &to),
            (x, y, z, count, to)) {
  constexpr int64_t lanes = 32;
  double high[lanes] = {0}, low[lanes] = {0};
  const double high_shift = to.high_shift, low_shift = to.low_shift;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const double term = x[i + lane] * y[i + lane] * z[i + lane];
      const double part = (term + high_shift) - high_shift;
      high[lane] += part;
      low[lane] += ((term - part) + low_shift) - low_shift;
    }
  for (; i < count; ++i) to.add(x[i] * y[i] * z[i]);
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
  double margin[block], losses[block], residual[block], curvature[block];
  const double *const ones = design.columns[0].data();
  for (int64_t first = 0; first < n; first += block) {
    const int64_t count = std::min(block, n - first);
    std::fill(margin, margin + count, beta[0]);
    for (std::size_t a = 1; a < size; ++a) add_multiple(design.columns[a].data() + first, beta[a], count, margin);
    expand_rows(margin, design.truth.data() + first, design.share.data() + first, count, losses, residual, curvature);
    add_products(losses, ones, ones, count, loss);
    std::size_t pair = 0;
    for (std::size_t a = 0; a < size; ++a) {
      const double *const x = design.columns[a].data() + first;
      add_products(residual, x, ones, count, gradient[a]);
      for (std::size_t c = 0; c <= a; ++c)
        add_products(curvature, x, design.columns[c].data() + first, count, hessian[pair++]);
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

// Sum of products of x, y and z, which are at most `most` in absolute value.
double sum_of_products(const std::vector<double> &x, const std::vector<double> &y, const std::vector<double> &z,
                       double most) {
  const auto n = static_cast<int64_t>(x.size());
  ReproducibleSum out(most, n);
  add_products(x.data(), y.data(), z.data(), n, out);
  return out.sum();
}

// How a feature is made one of zero mean and unit variance: (unit x - mean) scale. A constant one gets the scale 0.
struct Standard {
  double unit, mean, scale;
};

// Adds the feature's column. most_share: of a row.
Standard add_standardised(const std::vector<double> &rows, int64_t features, int64_t feature, double most_share,
                          Design &design) {
  const std::size_t n = design.share.size(), stride = static_cast<std::size_t>(features);
  const double *const first = rows.data() + feature;
  std::vector<double> column(n);
  const std::vector<double> &ones = design.columns[0];
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::fabs(first[i * stride]));
  // In units of a power of two next to the largest, so that nothing overflows.
  int exponent;
  std::frexp(most, &exponent);
  Standard out;
  out.unit = std::ldexp(1.0, -std::max(exponent, -1000));
  for (std::size_t i = 0; i < n; ++i) column[i] = first[i * stride] * out.unit;
  out.mean = sum_of_products(design.share, column, ones, most_share);
  double farthest = 0;
  for (double &x : column) {
    x -= out.mean;
    farthest = std::max(farthest, std::fabs(x));
  }
  constexpr double rounding = 1e-12;
  const double deviation = std::sqrt(sum_of_products(design.share, column, column, 4 * most_share));
  out.scale = deviation > rounding * std::fabs(out.mean) ? 1 / deviation : 0;
  for (double &x : column) x *= out.scale;
  design.most.push_back(farthest * out.scale);
  design.columns.push_back(std::move(column));
  return out;
}

struct Start {
  std::vector<double> beta;
  Expansion at;
};

// The optimum, from there on.
std::vector<double> newton(const Design &design, Start start, double ridge, Monitor &monitor) {
  std::vector<double> beta = std::move(start.beta);
  Expansion now = std::move(start.at);
  const std::size_t size = beta.size();
  constexpr int most_steps = 50, most_halvings = 30;
  for (int step = 0; step < most_steps; ++step) {
    monitor.at(static_cast<double>(step) / most_steps);
    std::vector<double> direction = now.gradient, matrix = now.hessian;
    solve_positive_definite(matrix, direction);
    // Newton's decrement is twice what is left to gain.
    double decrement = 0;
    for (std::size_t a = 0; a < size; ++a) decrement += direction[a] * now.gradient[a];
    std::vector<double> candidate(size);
    const auto move = [&](double share) {
      for (std::size_t a = 0; a < size; ++a) candidate[a] = beta[a] - share * direction[a];
    };
    if (!(decrement > 1e-13 * (std::fabs(now.loss) + 1e-300))) {
      move(1);  // so near, a step leaves about the square of what was left
      return decrement >= 0 ? candidate : beta;
    }
    double share = 1;
    Expansion next;
    for (int half = 0; half < most_halvings; ++half, share /= 2) {
      move(share);
      next = expand(design, candidate, ridge);
      if (next.loss <= now.loss) break;
    }
    if (!(next.loss <= now.loss)) break;
    beta = candidate;
    now = std::move(next);
  }
  return beta;
}

// The bits of a row, mixed as splitmix64 does: the same wherever the row is.
uint64_t mixed_bits(const Design &design, std::size_t i) {
  uint64_t out = 0;
  for (std::size_t a = 1; a <= design.columns.size(); ++a) {
    const double number = a < design.columns.size() ? design.columns[a][i] : design.truth[i];
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    out = mix_bits((out ^ bits) + 0x9e3779b97f4a7c15);
  }
  return out;
}

// Of many rows the optimum of a part of them, or none where they are no such part.
std::vector<double> optimum_of_part(const Design &design, const std::vector<double> &from, double ridge) {
  constexpr int64_t many_rows = 1 << 15;
  constexpr uint64_t rows_each = 32;
  constexpr std::size_t fewest = 500;
  if (design.n < many_rows) return {};
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < design.share.size(); ++i)
    if (mixed_bits(design, i) % rows_each == 0) chosen.push_back(i);
  if (chosen.size() < fewest || chosen.size() > design.share.size() / 4) return {};
  const auto taken = [&](const std::vector<double> &of) {
    std::vector<double> out;
    out.reserve(chosen.size());
    for (std::size_t i : chosen) out.push_back(of[i]);
    return out;
  };
  Design part{static_cast<int64_t>(chosen.size()), {}, design.most, taken(design.share), taken(design.truth)};
  for (const std::vector<double> &column : design.columns) part.columns.push_back(taken(column));
  const double heaviest = *std::max_element(part.share.begin(), part.share.end());
  const double total = sum_of_products(part.share, part.columns[0], part.columns[0], heaviest);
  const double positive = sum_of_products(part.share, part.truth, part.columns[0], heaviest);
  if (!(positive > 0) || !(positive < total)) return {};
  for (double &x : part.share) x /= total;
  NoMonitor quiet;
  return newton(part, {from, expand(part, from, ridge)}, ridge, quiet);
}

// Where to start: without slopes, or where a part has its optimum, if that is better. share: of the positives.
Start start_of(const Design &design, double share, double ridge) {
  std::vector<double> none(design.columns.size());
  none[0] = logarithm(share / (1 - share));
  const std::vector<double> of_part = optimum_of_part(design, none, ridge);
  if (!of_part.empty()) {
    Expansion there = expand(design, of_part, ridge);
    const double loss_of_none = -share * logarithm(share) - (1 - share) * logarithm(1 - share);
    if (there.loss <= loss_of_none) return {of_part, std::move(there)};
  }
  return {none, expand(design, none, ridge)};
}

WALD_LEVELS(void, replace_by_log_odds, (double *p, int64_t count, double most), (p, count, most)) {
  for (int64_t i = 0; i < count; ++i) {
    // Beyond these the odds are clipped.
    const double x = p[i] < 1e-18 ? 1e-18 : p[i], rest = 1 - x, kept = rest < 1e-18 ? 1e-18 : rest;
    const double of_rest = x < 0.29 ? detail::logarithm_of_ratio(-x / (2 - x)) : logarithm_of_normal(kept);
    const double odds = logarithm_of_normal(x) - of_rest;
    p[i] = odds < -most ? -most : odds > most ? most : odds;
  }
}

WALD_LEVELS(void, log_sigmoids_of,
            (const double *WALD_RESTRICT z, int64_t count, double *WALD_RESTRICT of_z, double *WALD_RESTRICT of_minus_z),
            (z, count, of_z, of_minus_z)) {
  for (int64_t i = 0; i < count; ++i) {
    const double far = std::fabs(z[i]), softplus = logarithm_1p_within_1(exponential_of_negative(far > 700 ? -700 : -far));
    of_z[i] = z[i] >= 0 ? -softplus : z[i] - softplus;
    of_minus_z[i] = z[i] >= 0 ? -z[i] - softplus : -softplus;
  }
}

}  // namespace

double probability(const Logistic &model, const double *row) {
  double z = model.intercept;
  for (std::size_t d = 0; d < model.coefficients.size(); ++d) z += model.coefficients[d] * row[d];
  return Sigmoid(z).probability;
}

Logistic fit_logistic(const std::vector<double> &rows, int64_t features, const std::vector<double> &truth,
                      const std::vector<double> &weights, double ridge, Monitor &monitor) {
  if (features < 1) fail(Status::argument, "features is ", features, ": must be at least 1");
  if (!(ridge >= 0)) fail(Status::argument, "ridge is ", ridge, ": must be at least 0");
  Design design;
  design.n = static_cast<int64_t>(truth.size());
  design.truth = truth;
  design.share = weights.empty() ? std::vector<double>(truth.size(), 1.0) : weights;
  const double heaviest = *std::max_element(design.share.begin(), design.share.end());
  design.columns.emplace_back(truth.size(), 1.0);
  design.most.push_back(1);
  const double total = sum_of_products(design.share, design.columns[0], design.columns[0], heaviest);
  const double positive = sum_of_products(design.share, truth, design.columns[0], heaviest);
  if (!(positive > 0) || !(positive < total))
    fail(Status::argument, "labels: a logistic regression needs rows of both kinds");
  for (double &share : design.share) share /= total;
  std::vector<Standard> standards;
  for (int64_t d = 0; d < features; ++d)
    standards.push_back(add_standardised(rows, features, d, heaviest / total, design));

  monitor.at(0);
  const std::vector<double> beta = newton(design, start_of(design, positive / total, ridge), ridge, monitor);
  Logistic out;
  out.intercept = beta[0];
  for (std::size_t d = 0; d < standards.size(); ++d) {
    out.coefficients.push_back(beta[d + 1] * standards[d].scale * standards[d].unit);
    out.intercept -= beta[d + 1] * standards[d].scale * standards[d].mean;
  }
  return out;
}

void to_log_odds(double *p, int64_t count, double most) { replace_by_log_odds(p, count, most); }
void log_sigmoids(const double *z, int64_t count, double *of_z, double *of_minus_z) {
  log_sigmoids_of(z, count, of_z, of_minus_z);
}

}  // namespace wald::core
