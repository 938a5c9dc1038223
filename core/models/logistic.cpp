// Newton's method on standardised features (iteratively reweighted least squares), with steps halved where the loss
// would rise. The loss is convex, and with a ridge strictly so: there is one optimum.
#include "core/numeric/contraction.hpp"  // first

#include "core/models/logistic.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>

#include "core/error.hpp"

namespace wald::core {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// log(1 + e^z), without overflow.
double softplus(double z) { return z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z)); }
double sigmoid(double z) {
  if (z >= 0) return 1 / (1 + std::exp(-z));
  const double e = std::exp(z);
  return e / (1 + e);
}

}  // namespace

double probability(const Logistic &model, const double *row) {
  double z = model.intercept;
  for (std::size_t d = 0; d < model.coefficients.size(); ++d) z += model.coefficients[d] * row[d];
  return sigmoid(z);
}

Logistic fit_logistic(const std::vector<double> &rows, int64_t features, const std::vector<uint8_t> &labels,
                      const std::vector<double> &weights, double ridge) {
  if (features < 1) fail(Status::argument, "features is ", features, ": must be at least 1");
  if (!(ridge >= 0)) fail(Status::argument, "ridge is ", ridge, ": must be at least 0");
  const auto n = static_cast<Eigen::Index>(labels.size());
  const auto weight = [&](Eigen::Index i) { return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)]; };
  const auto label = [&](Eigen::Index i) { return labels[static_cast<std::size_t>(i)] != 0 ? 1.0 : 0.0; };
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> x(rows.data(), n,
                                                                                                   features);
  double total = 0, positive = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    total += weight(i);
    positive += weight(i) * label(i);
  }
  if (!(positive > 0) || !(positive < total))
    fail(Status::argument, "labels: a logistic regression needs rows of both kinds");

  // Standardised: zero mean, unit variance. A constant feature gets the coefficient 0.
  Vector mean = Vector::Zero(features), scale = Vector::Zero(features);
  for (Eigen::Index i = 0; i < n; ++i) mean += weight(i) / total * x.row(i).transpose();
  for (Eigen::Index i = 0; i < n; ++i)
    scale += weight(i) / total * (x.row(i).transpose() - mean).array().square().matrix();
  constexpr double rounding = 1e-12;
  for (Eigen::Index d = 0; d < features; ++d)
    scale[d] = std::sqrt(scale[d]) > rounding * std::fabs(mean[d]) ? 1 / std::sqrt(scale[d]) : 0;

  // Column by column, so that the sums over rows run along memory.
  Matrix standard(n, features + 1);
  standard.col(0).setOnes();
  for (Eigen::Index d = 0; d < features; ++d) standard.col(d + 1) = (x.col(d).array() - mean[d]) * scale[d];
  Vector share_of(n), truth(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    share_of[i] = weight(i) / total;
    truth[i] = label(i);
  }
  Vector beta = Vector::Zero(features + 1);
  beta[0] = std::log(positive / (total - positive));
  Vector margin(n);
  // Leaves the margins of b in `margin`.
  const auto loss = [&](const Vector &b) {
    margin.noalias() = standard * b;
    double sum = 0;
    for (Eigen::Index i = 0; i < n; ++i) sum += share_of[i] * (softplus(margin[i]) - truth[i] * margin[i]);
    return sum + 0.5 * ridge * b.tail(features).squaredNorm();
  };
  double now = loss(beta);
  constexpr int most_steps = 50, most_halvings = 30;
  Vector residual(n), curvature(n);
  for (int step = 0; step < most_steps; ++step) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const double p = sigmoid(margin[i]);
      residual[i] = share_of[i] * (p - truth[i]);
      curvature[i] = share_of[i] * p * (1 - p);
    }
    Vector gradient = standard.transpose() * residual;
    Matrix hessian(features + 1, features + 1);
    for (Eigen::Index a = 0; a <= features; ++a)
      for (Eigen::Index c = 0; c <= a; ++c)
        hessian(a, c) = hessian(c, a) = (standard.col(a).array() * standard.col(c).array() * curvature.array()).sum();
    gradient.tail(features) += ridge * beta.tail(features);
    hessian.diagonal().tail(features).array() += ridge;
    // What the data leave open stays where it is.
    hessian.diagonal().array() += 1e-12;
    const Vector direction = hessian.ldlt().solve(gradient);
    // Newton's decrement is twice what is left to gain.
    if (direction.dot(gradient) <= 1e-13 * (std::fabs(now) + 1e-300)) break;
    double share = 1, next = now;
    Vector candidate = beta;
    for (int half = 0; half < most_halvings; ++half, share /= 2) {
      candidate = beta - share * direction;
      next = loss(candidate);
      if (next <= now) break;
    }
    if (!(next <= now)) break;
    beta = candidate;
    now = next;
  }
  Logistic out;
  out.intercept = beta[0];
  for (Eigen::Index d = 0; d < features; ++d) {
    out.coefficients.push_back(beta[d + 1] * scale[d]);
    out.intercept -= beta[d + 1] * scale[d] * mean[d];
  }
  return out;
}

}  // namespace wald::core
