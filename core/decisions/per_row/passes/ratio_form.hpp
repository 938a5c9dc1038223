// F_beta and Jaccard of a label as one ratio of its counts, and planes above it. t is the expected number of true
// positives among the label's rows, k the number of its rows.
#pragma once

#include <algorithm>

namespace wald::core::decisions {

// U(t, k) = top * t / D with D = rest + k - shared * t. F_beta: top 1 + beta^2, rest beta^2 * positives, shared 0.
// Jaccard: top 1, rest positives, shared 1.
struct RatioForm {
  double top = 2, rest = 0, shared = 0;
  double positives = 0;

  double below(double t, double k) const { return std::max({rest + k - shared * t, shared * k, shared * rest}); }
  double utility(double t, double k) const { return top * t / below(t, k); }
  // No slope in t with k >= 1 is greater.
  double steepest() const { return shared > 0 ? 2 * top / std::max(1.0, rest) : top / (rest + 1); }
  // What one more row adds: slope_in_t * p - fall_in_k.
  double slope_in_t(double t, double k) const {
    const double d = below(t, k);
    return top / d + shared * top * t / (d * d);
  }
  double fall_in_k(double t, double k) const {
    const double d = below(t, k);
    return top * t / (d * d);
  }
};

// Numbers of rows and true positives: k_low <= k <= k_high, t_low <= t <= t_high.
struct CountBox {
  double k_low, k_high, t_low, t_high;
};

// at_zero + slope * t - fall * k.
struct CountPlane {
  double at_zero = 0, slope = 0, fall = 0;
  double at(double t, double k) const { return at_zero + slope * t - fall * k; }
  // The greatest of this plane less another one (its value at 0 apart) in a box.
  double most_above(double other_slope, double other_fall, const CountBox &box) const {
    const double s = slope - other_slope, f = fall - other_fall;
    return at_zero + s * (s > 0 ? box.t_high : box.t_low) - f * (f > 0 ? box.k_low : box.k_high);
  }
};

// A plane that lies above U in a box with k_low >= 1: 1 / D is below its chord, and -t D is below the mean of the two
// planes that are above it on a rectangle (McCormick 1976).
inline CountPlane plane_above(const RatioForm &form, const CountBox &box) {
  const double d_low = form.below(box.t_high, box.k_low), d_high = std::max(d_low, form.below(box.t_low, box.k_high));
  const double curve = 1 / (d_low * d_high), chord = (d_low + d_high) * curve;  // 1 / D <= chord - curve * D
  const double t = (box.t_low + box.t_high) / 2, d = (d_low + d_high) / 2;
  const double corner = (box.t_low * d_low + box.t_high * d_high) / 2;  // -t D <= corner - t * D - d * t
  CountPlane out;
  out.at_zero = form.top * curve * (corner - t * form.rest);
  out.slope = form.top * (chord - curve * (d - t * form.shared));
  out.fall = form.top * curve * t;
  return out;
}

}  // namespace wald::core::decisions
