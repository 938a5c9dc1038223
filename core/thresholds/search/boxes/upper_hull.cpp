// Keeps the upper hull of points that are reached or beaten.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/boxes/upper_hull.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/hull_corners.hpp"

namespace wald::core::thresholds {

namespace {
constexpr double roundings = 1e-12;  // of products of two sums, generously
}

void UpperHull::add(std::vector<HullPoint> points) {
  points.insert(points.end(), corners_.begin(), corners_.end());
  std::sort(points.begin(), points.end(),
            [](const HullPoint &a, const HullPoint &b) { return a.fp != b.fp ? a.fp < b.fp : a.tp > b.tp; });
  corners_.assign(1, {0, 0});
  for (const HullPoint &c : points)
    if (c.tp > corners_.back().tp) add_corner(corners_, c, above_chord<HullPoint>);
}

double UpperHull::height(double fp) const {
  const auto next = std::upper_bound(corners_.begin(), corners_.end(), fp,
                                     [](double x, const HullPoint &corner) { return x < corner.fp; });
  const HullPoint &a = *(next - 1);  // (0, 0) is the first
  double most = a.tp;
  if (next != corners_.end()) most += (next->tp - a.tp) * ((fp - a.fp) / (next->fp - a.fp));
  return most * (1 - roundings);
}

bool UpperHull::above(double tp, double fp) const { return tp < height(fp); }

UpperHull::Part::Part(const UpperHull &hull, double least_fp, double most_fp)
    : hull_(hull), least_fp_(least_fp), low_(hull.height(least_fp) * (1 - roundings)), slope_(0) {
  if (most_fp > least_fp) slope_ = (hull.height(most_fp) * (1 - roundings) - low_) / (most_fp - least_fp);
}

UpperHull::Neighbours UpperHull::neighbours(const HullPoint &point) const {
  Neighbours out{corners_.front(), point, corners_.back(), false};
  for (const HullPoint &corner : corners_) {
    if (corner.tp < point.tp) out.left = corner;
    if (corner.tp == point.tp && corner.fp == point.fp) out.on_hull = true;
    if (corner.tp > point.tp) {
      out.right = corner;
      break;
    }
  }
  return out;
}

bool UpperHull::Neighbours::settle(double tp, double fp) const {
  const bool to_left = tp <= point.tp;
  const HullPoint &a = to_left || !on_hull ? left : point;
  const HullPoint &b = to_left && on_hull ? point : right;
  const double here = (b.tp - a.tp) * (fp - a.fp), line = (tp - a.tp) * (b.fp - a.fp);
  if (here > line + roundings * (std::fabs(here) + std::fabs(line))) return true;
  return here >= line && a.tp < tp && tp < b.tp;
}

}  // namespace wald::core::thresholds
