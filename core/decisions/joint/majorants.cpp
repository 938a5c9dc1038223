// Planes from the formulas of metrics: McCormick's for ratios and products, tangents of means of two rates.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/majorants.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numeric/infinity.hpp"

namespace wald::core::decisions {
namespace {

// The corners of the cells in a box: where edges of the box meet each other, tp = k, or k - tp = n - s.
template <class Visit>
bool for_each_corner(const CellBox &box, double s, double n, const Visit &visit) {
  bool some = false;
  for (double k : {box.k_low, box.k_high, box.tp_low, box.tp_high, box.tp_low + n - s, box.tp_high + n - s}) {
    if (!(k >= box.k_low && k <= box.k_high)) continue;
    const double low = std::max(box.tp_low, k + s - n), high = std::min({box.tp_high, k, s});
    if (low > high) continue;
    some = true;
    visit(low, k);
    visit(high, k);
  }
  return some;
}

// A sum over the cells tp, fp, fn, tn as a function of tp and k.
Plane mixed(const std::array<double, 4> &of_cell, double s, double n) {
  return {of_cell[0] - of_cell[1] - of_cell[2] + of_cell[3], of_cell[1] - of_cell[3],
          of_cell[2] * s + of_cell[3] * (n - s)};
}

Plane combined(const Plane &x, double of_x, const Plane &y, double of_y, double shift) {
  return {of_x * x.of_tp + of_y * y.of_tp, of_x * x.of_k + of_y * y.of_k,
          of_x * x.constant + of_y * y.constant + shift};
}

}  // namespace

Majorants::Majorants(const Metric &metric, int64_t n)
    : n_(static_cast<double>(n)), z_(static_cast<double>(metric.zero_division())) {
  if (metric.is_custom()) return;
  range_ = metric.range(n);
  if (metric.is_coverage()) shape_ = Shape::coverage;
  if (metric.mean_of_rates() == MeanOfRates::geometric) shape_ = Shape::geometric;
  if (metric.mean_of_rates() == MeanOfRates::harmonic) shape_ = Shape::harmonic;
  const auto form = metric.separable();
  if (!form) return;
  if (form->kind == SeparableForm::product) shape_ = Shape::product;
  if (form->kind == SeparableForm::ratios && form->terms.size() == 1 && form->terms.front().weight > 0) {
    shape_ = Shape::ratio;
    shift_ = form->shift;
    weight_ = form->terms.front().weight;
    ratio_ = form->terms.front().ratio;
  }
}

bool Majorants::some_in(const CellBox &box, int64_t s) const {
  return for_each_corner(box, static_cast<double>(s), n_, [](double, double) {});
}

Plane Majorants::over(const CellBox &box, int64_t s, double tp, double k) const {
  const double size = static_cast<double>(s);
  switch (shape_) {
    case Shape::ratio: return over_ratio(box, size, tp, k);
    case Shape::product: return over_product(box, size, tp, k);
    case Shape::geometric:
    case Shape::harmonic: return box.tp_high == 0 && s > 0 ? Plane{} : over_mean(size, tp, k);
    case Shape::coverage: return box.tp_low >= 1 || tp >= 1 ? Plane{0, 0, 1} : Plane{1, 0, 0};
    case Shape::unknown: break;
  }
  return Plane{0, 0, range_.high};
}

// At one k, if U is concave in tp, which it is if D rises in tp and U does not fall, a tangent. Else U = N/D lies between r1 and r2, D between D1 and D2, and
// (U - r1)(D - D1) >= 0 and (r2 - U)(D2 - D) >= 0 give U <= r1 + (N - r1 D)/D1 and U <= r2 + (N - r2 D)/D2. N and D are
// linear, so the limits are met at corners.
Plane Majorants::over_ratio(const CellBox &box, double s, double tp, double k) const {
  const Plane top = mixed(ratio_.top, s, n_), bottom = mixed(ratio_.bottom, s, n_);
  double least_d = infinity, most_d = 0, least = least_d, most = -least_d;
  for_each_corner(box, s, n_, [&](double at_tp, double at_k) {
    const double d = bottom.at(at_tp, at_k);
    least_d = std::min(least_d, d);
    most_d = std::max(most_d, d);
    if (d <= 0) return;
    least = std::min(least, top.at(at_tp, at_k) / d);
    most = std::max(most, top.at(at_tp, at_k) / d);
  });
  const Plane highest{0, 0, range_.high};
  if (!(least_d > 0)) return highest;
  // Rounding: N's parts are at most the range times D's.
  const double slack = 32 * 0x1p-53 * range_.magnitude() * (most_d / least_d);
  if (box.k_low == box.k_high && bottom.of_tp > 0) {
    const double d = bottom.at(tp, box.k_low), u = top.at(tp, box.k_low) / d;
    const double slope = (top.of_tp - u * bottom.of_tp) / d;
    if (d >= least_d && slope >= 0) return {weight_ * slope, 0, shift_ + weight_ * (u - slope * tp) + slack};
  }
  const Plane from_below = combined(top, weight_ / least_d, bottom, -weight_ * least / least_d,
                                    shift_ + weight_ * least + slack);
  const Plane from_above = combined(top, weight_ / most_d, bottom, -weight_ * most / most_d,
                                    shift_ + weight_ * most + slack);
  const Plane &lower = from_below.at(tp, k) < from_above.at(tp, k) ? from_below : from_above;
  return lower.at(tp, k) < range_.high ? lower : highest;
}

Plane Majorants::recall(double s) const { return s > 0 ? Plane{1 / s, 0, 0} : Plane{0, 0, z_}; }
Plane Majorants::specificity(double s) const {
  return s < n_ ? Plane{1 / (n_ - s), -1 / (n_ - s), 1} : Plane{0, 0, z_};
}

// At one k concave in tp: a tangent. Else 1 - (1 - x)(1 - y) = x + y - x y with x y >= x1 y + y1 x - x1 y1 and
// x y >= x2 y + y2 x - x2 y2.
Plane Majorants::over_product(const CellBox &box, double s, double tp, double k) const {
  const Plane x = recall(s), y = specificity(s);
  if (box.k_low == box.k_high) {
    k = box.k_low;
    const double at_x = x.at(tp, k), at_y = y.at(tp, k), slope = (1 - at_y) * x.of_tp + (1 - at_x) * y.of_tp;
    return {slope, 0, at_x + at_y - at_x * at_y - slope * tp};
  }
  double x1 = 1, x2 = 0, y1 = 1, y2 = 0;
  for_each_corner(box, s, n_, [&](double at_tp, double at_k) {
    x1 = std::min(x1, x.at(at_tp, at_k));
    x2 = std::max(x2, x.at(at_tp, at_k));
    y1 = std::min(y1, y.at(at_tp, at_k));
    y2 = std::max(y2, y.at(at_tp, at_k));
  });
  const Plane low = combined(x, 1 - y1, y, 1 - x1, x1 * y1), high = combined(x, 1 - y2, y, 1 - x2, x2 * y2);
  return low.at(tp, k) < high.at(tp, k) ? low : high;
}

// sqrt(x y) <= (l x + y/l)/2 and 2/(1/x + 1/y) <= 2 (m^2 x + (1 - m)^2 y) for every l > 0 and m, with equality where
// l^2 = y/x and m = y/(x + y).
Plane Majorants::over_mean(double s, double tp, double k) const {
  const Plane x = recall(s), y = specificity(s);
  if (z_ == 0 && (s == 0 || s == n_)) return Plane{};
  const double floor = 1e-9;
  const double at_x = std::max(floor, x.at(tp, k)), at_y = std::max(floor, y.at(tp, k));
  if (shape_ == Shape::geometric) {
    const double l = std::sqrt(at_y / at_x);
    return combined(x, l / 2, y, 1 / (2 * l), 0);
  }
  const double m = at_y / (at_x + at_y);
  return combined(x, 2 * m * m, y, 2 * (1 - m) * (1 - m), 0);
}

}  // namespace wald::core::decisions
