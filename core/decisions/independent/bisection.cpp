// The bound. For all k with k1 <= k <= k2, U rising in tp, falling in k and rising when tp and k grow together:
//
//   E U_k <= E U(t, max(k1, t), t + f),  t = true ones among the k2 likeliest labels, f = those among the others.
//
// It costs what one expectation costs, and with k1 = k2 it is one. From the highest k down the widest interval is taken
// that the best values found so far exclude; one that is not excluded is cut short. Proof: docs/developers/algorithms.md.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/independent/bisection.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/independent/independent.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/special/chebyshev.hpp"

namespace wald::core::decisions {
namespace {

// Expectations as sums over a few points, for metrics that are analytic in the windows.
class SmoothExpectation {
 public:
  SmoothExpectation(const Metric &metric, const Ranked &labels, Range range)
      : metric_(metric), n_(labels.n), items_(labels.size()), magnitude_(range.magnitude()) {}

  // Limits of E U(tp, k, tp + fn), where all tp <= k; false if more points would be needed than cells are worth.
  bool bracket(const Masses &tp, const Masses &fn, int64_t k, Bracket &out) {
    if (metric_.is_custom() || tp.size() < 2 || fn.size() < 2) return false;
    const Plan over_tp = plan(true, tp, fn, k), over_fn = plan(false, fn, tp, k);
    const double cost = static_cast<double>(over_tp.points) * static_cast<double>(tp.size()) +
                        static_cast<double>(over_fn.points) * static_cast<double>(fn.size()) +
                        point_cost * static_cast<double>(over_tp.points) * static_cast<double>(over_fn.points);
    if (over_tp.points > most_chebyshev_points || over_fn.points > most_chebyshev_points ||
        cost > cell_cost * static_cast<double>(tp.size()) * static_cast<double>(fn.size()))
      return false;
    chebyshev_weights(tp.mass.data(), tp.first, tp.size(), over_tp.points, tp_);
    chebyshev_weights(fn.mass.data(), fn.first, fn.size(), over_fn.points, fn_);
    const double kk = static_cast<double>(k), n = static_cast<double>(n_);
    double sum = 0;
    for (std::size_t i = 0; i < tp_.point.size(); ++i) {
      const double t = tp_.point[i];
      double row = 0;
      for (std::size_t j = 0; j < fn_.point.size(); ++j)
        row += fn_.weight[j] * metric_.weighted_utility(t, kk, t + fn_.point[j], n);
      sum += tp_.weight[i] * row;
    }
    // The masses as in a direct sum; then the weights, the values of U and the sums.
    const double roundings = static_cast<double>(3 * items_ + 24);
    const double of_sum = metric_.rounding_ulps() + static_cast<double>(tp_.point.size() + fn_.point.size()) + 8;
    const double error = magnitude_ * (1.01 * unit_roundoff * roundings + tp.dropped + fn.dropped) +
                         magnitude_ * (tp_.error * (fn_.size + fn_.error) + fn_.error * tp_.size +
                                       1.01 * unit_roundoff * of_sum * tp_.size * fn_.size) +
                         over_tp.error + (tp_.size + tp_.error) * over_fn.error;
    out = {sum - error, sum + error};
    return true;
  }

 private:
  // Relative costs, measured: a value of U at a point, a cell of a direct sum, against a term of a moment.
  static constexpr double point_cost = 12, cell_cost = 2;

  struct Plan {
    int points = most_chebyshev_points + 1;
    double error = 0;
  };
  // How many points one direction needs, and what is left then; the best of some ellipses.
  Plan plan(bool of_tp, const Masses &moving, const Masses &other, int64_t k) const {
    constexpr double rhos[] = {1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64};
    const double half = static_cast<double>(moving.size() - 1) / 2, centre = static_cast<double>(moving.first) + half;
    const double target = 1e-14 * magnitude_;
    Plan best;
    for (double rho : rhos) {
      const double reach = half * (rho + 1 / rho) / 2;
      const Ellipse ellipse{of_tp, centre - reach, centre + reach, static_cast<double>(other.first),
                            static_cast<double>(other.last())};
      const double limit = metric_.limit_in_ellipse(ellipse, k, n_);
      if (!(limit < infinity)) break;
      const int points = points_needed(limit, rho, target);
      if (points >= best.points) continue;
      // Counts at the points are not whole, so they and what U makes of them are rounded by a few units of n. What U
      // has as factors is positive in the ellipse, hence at least (reach - half) times its slope in the window.
      const double moved = 32 * unit_roundoff * static_cast<double>(n_) * limit / (reach - half);
      best = {points, interpolation_error(limit, rho, points) + moved};
    }
    return best;
  }

  const Metric &metric_;
  const int64_t n_, items_;
  const double magnitude_;
  PointWeights tp_, fn_;
};

class Bisection {
 public:
  Bisection(const Metric &metric, KRange range, Workspace &work, Monitor &monitor)
      : metric_(metric),
        labels_(work.ranked),
        range_(range),
        work_(work),
        monitor_(monitor),
        expectation_(metric, labels_),
        smooth_(metric, labels_, expectation_.range()) {
    const double magnitude = expectation_.range().magnitude();
    width_of_range_ = std::max(expectation_.range().width(), std::numeric_limits<double>::min());
    // What values that are computed twice, and errors of direct sums, can move a comparison by.
    margin_ = magnitude * (2.02 * unit_roundoff * (3 * static_cast<double>(labels_.size()) + 64)) +
              2 * tie_tolerance(labels_.size(), magnitude);
    work_.top.start(labels_.p.data(), labels_.size(), expectation_.cut());
    work_.ascending.assign(labels_.p.rbegin(), labels_.p.rend());
    work_.bottom.start(work_.ascending.data(), labels_.size(), expectation_.cut());
  }

  void decide(Answer &answer) {
    pilot();
    sweep();
    finish(answer);
  }

 private:
  struct Seen {
    int64_t k;
    Bracket value;
  };

  const Masses &tp(int64_t k) { return work_.top.first_items(std::min(k, labels_.size())); }
  const Masses &fn(int64_t k) { return work_.bottom.first_items(std::max<int64_t>(0, labels_.size() - k)); }

  // Limits of the bound for k.low ... k.high; direct sums may leave out about `share` of the probability.
  Bracket bound(KRange k, double share) {
    const Masses &t = tp(k.high), &f = fn(k.high);
    Bracket out{};
    if (t.last() <= k.low && smooth_.bracket(t, f, k.low, out)) return out;
    return expectation_.bracket(t, f, k, share, work_);
  }

  // One k: the two best lower limits of different k are what others must exceed. (Neither the best k nor the next best
  // is excluded then.)
  Bracket look_at(int64_t k, double share) {
    const Bracket value = bound({k, k}, share);
    seen_.push_back({k, value});
    if (k == best_k_) {
      best_low_ = std::max(best_low_, value.low);
    } else if (value.low > best_low_) {
      next_low_ = best_low_;
      best_low_ = value.low;
      best_k_ = k;
    } else {
      next_low_ = std::max(next_low_, value.low);
    }
    return value;
  }
  double threshold() const { return next_low_ - margin_; }

  // Good values to start with: where U of the mean counts is greatest, and from there along a parabola.
  void pilot() {
    int64_t k = guess();
    const int64_t step = std::max<int64_t>(1, static_cast<int64_t>(std::sqrt(static_cast<double>(labels_.size())) / 2));
    const int64_t left = k - step, right = k + step;
    const double middle = look_at(k, fine).low;
    if (left >= range_.low && right <= range_.high && step > 1) {
      const double l = look_at(left, fine).low, r = look_at(right, fine).low;
      const double bend = l - 2 * middle + r;
      if (bend < 0) {
        const double moved = static_cast<double>(step) * std::clamp((l - r) / (2 * bend), -2.0, 2.0);
        k = std::clamp(k + static_cast<int64_t>(std::llround(moved)), range_.low, range_.high);
        if (k != best_k_) look_at(k, fine);
      }
    }
    if (range_.low < range_.high) look_at(k < range_.high ? k + 1 : k - 1, fine);
  }

  int64_t guess() const {
    const int64_t s = std::llround(labels_.mean);
    std::vector<double> u(static_cast<std::size_t>(range_.high - range_.low + 1));
    std::vector<CellRow> cells;  // of a custom metric, in one call: a callback may cost more than its values
    double top = 0;
    for (int64_t k = 0; k <= range_.high; ++k) {
      if (k > 0 && k <= labels_.size()) top += labels_.p[static_cast<std::size_t>(k - 1)];
      if (k < range_.low) continue;
      if (metric_.is_custom()) {
        const int64_t tp = std::clamp<int64_t>(std::llround(top), lowest_tp(k, s, labels_.n), highest_tp(k, s));
        cells.push_back({tp, k, s - tp, 1});
      } else {
        u[static_cast<std::size_t>(k - range_.low)] = metric_.weighted_utility(
            top, static_cast<double>(k), labels_.mean, static_cast<double>(labels_.n));
      }
    }
    if (!cells.empty()) metric_.rows_of_utilities(cells, labels_.n, u.data());
    return range_.low + (std::max_element(u.begin(), u.end()) - u.begin());
  }

  // Downwards, each interval as wide as is expected to be excluded: at a given highest k the bound is nearly linear in
  // the width, value + slope (width - 1), and the value moves little from one highest k to the next.
  void sweep() {
    double value = -infinity, slope = 0, trend = 0, boldness = 0.9;
    const double all = static_cast<double>(range_.high - range_.low + 1);
    int64_t high = range_.high, last_width = 0;
    for (int64_t steps = 0; high >= range_.low; ++steps) {
      if ((steps & 7) == 0) monitor_.at(static_cast<double>(range_.high - high) / all);
      const int64_t most = high - range_.low + 1;
      const double expected = steps > 0 ? value - trend * static_cast<double>(last_width) : -infinity;
      int64_t width = slope > 0 ? width_for(expected, slope, boldness, most) : std::max<int64_t>(1, most / 8);
      Bracket failed{};
      int64_t failed_width = 0;
      while (true) {
        const double share = std::clamp(0.05 * (threshold() - expected) / width_of_range_, fine, coarse);
        const KRange k{high - width + 1, high};
        const Bracket b = width == 1 ? look_at(high, share) : bound(k, share);
        if (failed_width > width)
          slope = std::max(0.0, failed.high - b.high) / static_cast<double>(failed_width - width);
        if (width == 1 || b.high < threshold()) {
          const double before = value;
          value = b.high - slope * static_cast<double>(width - 1);
          trend = steps > 0 ? (before - value) / static_cast<double>(last_width) : 0;
          if (width > 1) excluded_ = std::max(excluded_, b.high);
          break;
        }
        failed = b;
        failed_width = width;
        const double seen_slope = (b.high - expected) / static_cast<double>(width);
        width = std::min(width_for(expected, seen_slope, 0.8, most), std::max<int64_t>(1, width * 3 / 4));
      }
      boldness = failed_width > 0 ? 0.9 : std::min(4.0, boldness * 1.1);
      high -= width;
      last_width = width;
    }
  }
  int64_t width_for(double value, double slope, double boldness, int64_t most) const {
    const double room = threshold() - value;
    if (!(room > 0) || !(slope >= 0)) return 1;
    const double width = 1 + boldness * room / slope;
    return width < static_cast<double>(most) ? static_cast<int64_t>(width) : most;
  }

  // What was not excluded is summed directly, and decided on as if every k had been.
  void finish(Answer &answer) {
    std::sort(seen_.begin(), seen_.end(),
              [](const Seen &x, const Seen &y) { return x.k > y.k || (x.k == y.k && x.value.high > y.value.high); });
    Curve &curve = work_.curve;
    curve.start(range_);
    std::fill(curve.value.begin(), curve.value.end(), -infinity);
    double scale = rounding_scale(metric_, labels_.n);
    int64_t last = -1;
    for (const Seen &seen : seen_) {
      if (seen.k == last) continue;
      if (seen.value.high < threshold()) {
        excluded_ = std::max(excluded_, seen.value.high);
        continue;
      }
      last = seen.k;
      monitor_.at(0.99);
      const Expectation e = expectation_(tp(seen.k), fn(seen.k), seen.k, work_);
      curve.set(seen.k, e.value, e.error);
      scale = std::max(scale, std::fabs(e.value));
    }
    answer.algorithm = Algorithm::bisection;
    choose_k(curve, tie_tolerance(labels_.size(), scale), answer);
    const double surely = answer.expected - curve.error[static_cast<std::size_t>(answer.k - range_.low)];
    answer.bound = std::max(answer.bound, excluded_ - surely);
    labels_.top(answer.k, work_.items);
  }

  static constexpr double fine = 1e-12, coarse = 1e-3;

  const Metric &metric_;
  const Ranked &labels_;
  const KRange range_;
  Workspace &work_;
  Monitor &monitor_;
  const MassExpectation expectation_;
  SmoothExpectation smooth_;
  double width_of_range_ = 1, margin_ = 0;
  double best_low_ = -infinity, next_low_ = -infinity, excluded_ = -infinity;
  int64_t best_k_ = -1;
  std::vector<Seen> seen_;
};

}  // namespace

void decide_by_bisection(const Problem &problem, Answer &answer) {
  Bisection(problem.metric, problem.searched(), problem.work, problem.monitor).decide(answer);
}

}  // namespace wald::core::decisions
