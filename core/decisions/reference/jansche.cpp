// [J07] Jansche, ACL 2007: the expectation of F_beta of one prediction by running the items through a machine whose
// states are the counts (A, T) of true positives and of positives in truth, as the paper calls them.
//
// Exact: all (k+1)(n+1) states, one item at a time, O(n^3) for a prediction. Approximate: coarser counters, so that a
// prediction costs O(n^2), the cost that [W14] section 5 reports. How the counters are made coarse is ours: bins of
// equal width, about sqrt(n) for each counter; a state stands for all counts that fell into its bin, carries their
// mean, and passes on to the bin of its mean. Carried along too are the variance of T and its covariance with A inside
// a state, from which follows a proved bound on the error.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decisions/reference/reference.hpp"

namespace wald::core::decisions {
namespace {

constexpr double underflow = std::numeric_limits<double>::min();

double fraction_done(int64_t k, KRange range, double inside) {
  return (static_cast<double>(k - range.low) + inside) / static_cast<double>(range.high - range.low + 1);
}

void set_nothing_predicted(const Ranked &labels, int zero_division, Curve &curve) {
  const double value = zero_division == 1 ? labels.p_zero() : 0;
  curve.set(0, value, 1.01 * static_cast<double>(2 * labels.size() + 2) * unit_roundoff * value + underflow);
}

}  // namespace

void jansche_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const int64_t m = labels.size();
  const double b = *problem.metric.f_beta_squared();
  Curve &curve = problem.work.curve;
  curve.start(range);
  std::vector<double> state;  // state[A * (m + 1) + T] = probability of the counts (A, T)
  const int64_t width = m + 1;

  for (int64_t k = range.low; k <= range.high; ++k) {
    problem.monitor.at(fraction_done(k, range, 0));
    if (k == 0) {
      set_nothing_predicted(labels, problem.metric.zero_division(), curve);
      continue;
    }
    const int64_t predicted = std::min(k, m);  // labels of probability 0 change no count
    state.assign(static_cast<std::size_t>((predicted + 1) * width), 0.0);
    state[0] = 1;
    for (int64_t i = 0; i < m; ++i) {
      if ((i & 63) == 63) problem.monitor.at(fraction_done(k, range, static_cast<double>(i) / static_cast<double>(m)));
      const double p = labels.p[static_cast<std::size_t>(i)], q = 1 - p;
      const bool is_predicted = i < k;
      for (int64_t a = std::min(i + 1, predicted); a >= 0; --a) {
        double *const to = state.data() + a * width;
        if (is_predicted && a == 0) {  // an item that is true leaves A = 0
          for (int64_t t = 0; t <= i; ++t) to[t] *= q;
          continue;
        }
        const double *const from = is_predicted ? to - width : to;
        for (int64_t t = i + 1; t > 0; --t) to[t] = q * to[t] + p * from[t - 1];
        to[0] *= q;
      }
    }
    double value = 0;
    for (int64_t t = 1; t <= m; ++t) {
      double mean_a = 0;
      for (int64_t a = 1; a <= std::min(t, predicted); ++a)
        mean_a += static_cast<double>(a) * state[static_cast<std::size_t>(a * width + t)];
      value += mean_a / (b * static_cast<double>(t) + static_cast<double>(k));
    }
    value *= 1 + b;
    // All terms are positive: three roundings for each item in a state, one for each term of the two sums.
    const double roundings = static_cast<double>(3 * m + predicted + m + 24);
    curve.set(k, value, 1.01 * roundings * unit_roundoff * value + underflow);
  }
}

namespace {

// All counts (A, T) of one bin: their probability, their means, and moments about the means.
struct State {
  double mass = 0, a = 0, t = 0, var_t = 0, cov = 0;

  void absorb(const State &x) {
    if (mass == 0) {
      *this = x;
      return;
    }
    const double both = mass + x.mass, share = x.mass / both, rest = mass / both;
    const double da = x.a - a, dt = x.t - t;
    var_t = rest * var_t + share * x.var_t + rest * share * dt * dt;
    cov = rest * cov + share * x.cov + rest * share * da * dt;
    a += share * da;
    t += share * dt;
    mass = both;
  }
};

// The bins of a counter that runs from 0 to `highest`.
struct MassBins {
  int64_t count;
  double width;
  MassBins(int64_t highest, int64_t at_most)
      : count(std::min(highest + 1, at_most)), width(static_cast<double>(highest + 1) / static_cast<double>(count)) {}
  // Means that are whole numbers except for rounding go where the whole number goes.
  int64_t of(double mean) const { return std::min(count - 1, static_cast<int64_t>((mean + 1e-6) / width)); }
};

// States of less probability are dropped.
constexpr double negligible_mass = 1e-30;

}  // namespace

void jansche_approx_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const int64_t m = labels.size();
  const double b = *problem.metric.f_beta_squared();
  Curve &curve = problem.work.curve;
  curve.start(range);
  const int64_t bins = 8 + static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(m))));
  std::vector<State> now, next;

  for (int64_t k = range.low; k <= range.high; ++k) {
    problem.monitor.at(fraction_done(k, range, 0));
    if (k == 0) {
      set_nothing_predicted(labels, problem.metric.zero_division(), curve);
      continue;
    }
    const int64_t predicted = std::min(k, m);
    const MassBins a_bins(predicted, bins), t_bins(m, bins);
    now.assign(static_cast<std::size_t>(a_bins.count * t_bins.count), State());
    next = now;
    now[0] = {1, 0, 0, 0, 0};
    double dropped = 0;
    for (int64_t i = 0; i < m; ++i) {
      const double p = labels.p[static_cast<std::size_t>(i)], q = 1 - p;
      const double step = i < k ? 1 : 0;
      const auto pass_on = [&](State state) {
        next[static_cast<std::size_t>(a_bins.of(state.a) * t_bins.count + t_bins.of(state.t))].absorb(state);
      };
      std::fill(next.begin(), next.end(), State());
      for (const State &state : now) {
        if (state.mass < negligible_mass) {
          dropped += state.mass;
          continue;
        }
        if (q > 0) pass_on({state.mass * q, state.a, state.t, state.var_t, state.cov});
        if (p > 0) pass_on({state.mass * p, state.a + step, state.t + 1, state.var_t, state.cov});
      }
      now.swap(next);
    }

    // Inside a state, with D = k + b T, M its mean: E[(1+b) A/D] = (1+b) (mean A)/M - (1+b) b Cov(A, T)/M^2 + r,
    // 0 <= r <= b^2 Var(T)/M^2, because 1/D = 1/M - (D-M)/M^2 + (D-M)^2/(M^2 D) and (1+b) A/D lies in [0, 1].
    double value = 0, below = 0, above = 0;
    for (const State &state : now) {
      if (state.mass == 0) continue;
      const double d = static_cast<double>(k) + b * state.t;
      const double shift = -(1 + b) * b * state.cov / (d * d), spread = b * b * state.var_t / (d * d);
      const double f = (1 + b) * state.a / d;
      value += state.mass * f;
      below += state.mass * std::clamp(shift, -f, 1 - f);
      above += state.mass * std::clamp(shift + spread, -f, 1 - f);
    }
    const double error = std::max({0.0, -below, above});
    // Means and moments are accurate to a few roundings a step in sizes up to n; what that does to a value is at most
    // 1 + b times as much.
    const double roundings = static_cast<double>(64 * m + 4 * bins * bins + 64);
    curve.set(k, value, error + roundings * (1 + b) * unit_roundoff + dropped + underflow);
  }
}

}  // namespace wald::core::decisions
