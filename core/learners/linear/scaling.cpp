// Fits temperature scaling and vector scaling by Newton's method.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/linear/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/learners/linear/damped_newton.hpp"
#include "core/numeric/cholesky.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::learners {

double fit_inverse_temperature(const MarginRows &rows, const double *margins, Monitor &monitor) {
  constexpr int most_steps = 200;
  constexpr double farthest = 10, tolerance = 1e-14;
  const auto at = [&](double slope) { return line_derivatives(rows, margins, margins, slope - 1); };
  double low = exponential(-farthest), high = exponential(farthest), slope = 1;
  LineDerivatives now = at(slope);
  if (now.slope == 0 && now.curvature == 0) return slope;
  // A derivative that has underflowed is of rows whose classes are certain: what separates them grows to the bound.
  if (!(at(high).slope > 0)) return high;
  if (!(at(low).slope < 0)) return low;
  for (int step = 0; step < most_steps; ++step) {
    monitor.at(static_cast<double>(step) / most_steps);
    (now.slope > 0 ? high : low) = slope;
    double next = slope - now.slope / now.curvature;
    if (!(next > low && next < high)) next = std::sqrt(low * high);
    const double moved = std::abs(next - slope);
    slope = next;
    if (moved <= tolerance * slope) break;
    now = at(slope);
  }
  return slope;
}

namespace {

// The penalised loss by the slopes, then the intercepts.
class VectorFit {
 public:
  VectorFit(const std::vector<double> &log_probabilities, const std::vector<int64_t> &classes, int64_t n_classes,
            const std::vector<double> &weights)
      : z_(log_probabilities), classes_(classes), weights_(weights), k_(static_cast<std::size_t>(n_classes)) {
    for (const double w : weights) weight_ += w;
  }

  VectorScaling solve(Monitor &monitor) const {
    constexpr int most_steps = 200;
    constexpr double tolerance = 1e-14;  // per unit of weight
    std::vector<double> start(2 * k_, 0.0);
    std::fill_n(start.begin(), k_, 1.0);
    const auto slopes_from_0 = [this](std::vector<double> &point) {
      for (std::size_t a = 0; a < k_; ++a) point[a] = std::max(point[a], 0.0);
    };
    const std::vector<double> at =
        minimise(std::move(start), {most_steps, tolerance * weight_}, monitor,
                 [this](const std::vector<double> &point) { return expand(point); },
                 [this](const std::vector<double> &point, const LossExpansion &now) { return direction_at(point, now); },
                 slopes_from_0);
    const auto middle = at.begin() + static_cast<std::ptrdiff_t>(k_);
    return {{at.begin(), middle}, {middle, at.end()}};
  }

 private:
  // Newton's direction, to be subtracted. A slope near 0 that would fall further goes to 0.
  std::vector<double> direction_at(const std::vector<double> &at, const LossExpansion &now) const {
    constexpr double near = 1e-6;
    const std::size_t n = 2 * k_;
    std::vector<double> direction = now.gradient, hessian = now.hessian;
    std::vector<bool> bound(n, false);
    for (std::size_t a = 0; a < k_; ++a) bound[a] = at[a] <= near && now.gradient[a] > 0;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        if (bound[a] || bound[b]) hessian[a * n + b] = a == b ? 1 : 0;
    for (std::size_t a = 0; a < k_; ++a)
      if (bound[a]) direction[a] = at[a];
    solve_positive_definite(hessian, direction);
    return direction;
  }

  LossExpansion expand(const std::vector<double> &at) const {
    const std::size_t n = 2 * k_;
    LossExpansion out;
    out.gradient.assign(n, 0.0);
    out.hessian.assign(n * n, 0.0);
    std::vector<double> p(k_);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const double *const z = z_.data() + i * k_;
      const auto own = static_cast<std::size_t>(classes_[i]);
      const double w = weights_[i];
      for (std::size_t k = 0; k < k_; ++k) p[k] = at[k] * z[k] + at[k_ + k];
      const double top = *std::max_element(p.begin(), p.end()), of_own = p[own];
      double sum = 0;
      for (double &each : p) sum += each = exponential(each - top);
      for (double &each : p) each /= sum;
      out.loss += w * (top + logarithm(sum) - of_own);
      for (std::size_t a = 0; a < k_; ++a) {
        const double residual = w * (p[a] - (a == own ? 1 : 0));
        out.gradient[a] += residual * z[a];
        out.gradient[k_ + a] += residual;
        double *const slopes = out.hessian.data() + a * n, *const intercepts = out.hessian.data() + (k_ + a) * n;
        for (std::size_t b = 0; b < k_; ++b) {
          const double cell = w * p[a] * ((a == b ? 1 : 0) - p[b]);
          intercepts[b] += cell * z[b];
          if (b > a) continue;
          slopes[b] += cell * (z[a] * z[b]);
          intercepts[k_ + b] += cell;
        }
      }
    }
    for (std::size_t a = 0; a < n; ++a) {
      const double from = at[a] - (a < k_ ? 1 : 0);
      out.loss += scaling_ridge / 2 * (from * from);
      out.gradient[a] += scaling_ridge * from;
      out.hessian[a * n + a] += scaling_ridge;
    }
    return out;
  }

  const std::vector<double> &z_;  // rows by classes
  const std::vector<int64_t> &classes_;
  const std::vector<double> &weights_;
  const std::size_t k_;
  double weight_ = 0;
};

}  // namespace

VectorScaling fit_vector_scaling(const std::vector<double> &log_probabilities, const std::vector<int64_t> &classes,
                                 int64_t n_classes, const std::vector<double> &weights, Monitor &monitor) {
  return VectorFit(log_probabilities, classes, n_classes, weights).solve(monitor);
}

}  // namespace wald::core::learners
