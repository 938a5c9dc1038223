// The upper concave hull of points that are known to be reached, or to be beaten by reached ones: what lies below it is
// no corner of the hull of all points.
#pragma once

#include <vector>

#include "core/thresholds/frontier/pareto.hpp"

namespace wald::core::thresholds {

struct HullPoint {
  double tp, fp;
};

class UpperHull {
 public:
  // The hull of these, of those before, and of (0, 0).
  void add(std::vector<HullPoint> points);
  // True of points below the hull for sure.
  bool above(double tp, double fp) const;
  // The same where many points have false positives within two numbers: the hull lies above its chord there.
  class Part {
   public:
    Part(const UpperHull &hull, double least_fp, double most_fp);
    bool above(double tp, double fp) const { return tp < low_ + (fp - least_fp_) * slope_ || hull_.above(tp, fp); }

   private:
    const UpperHull &hull_;
    double least_fp_, low_, slope_;
  };

  // The corners next to a point: the lines through them, or through one and the point, bound the hull there.
  struct Neighbours {
    HullPoint left, point, right;
    bool on_hull;
    // True if a point at most as high as (tp, fp), and no further to the left, is no end of a segment next to the
    // point, because it lies below it or inside it.
    bool settle(double tp, double fp) const;
  };
  Neighbours neighbours(const HullPoint &point) const;

 private:
  double height(double fp) const;
  std::vector<HullPoint> corners_{{0, 0}};
};

}  // namespace wald::core::thresholds
