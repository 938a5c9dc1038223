// The exact Pareto frontier of TP against FP, or against the alerts TP + FP: the points that no other beats in both.
//
// A point that is beaten in (TP, alerts) is beaten in (TP, FP) too, so the frontier against the alerts holds the one
// against FP. Only a limit on the alerts needs the larger one: more true positives at the same FP can break it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/large_memory.hpp"

namespace wald::core::thresholds {

struct FrontierPoint {
  double tp, fp;
  uint64_t cell;  // which thresholds, as the search that found it numbers them
};

// From (0, 0), where nothing is flagged (its cell says nothing), ascending in tp and in the cost, but that the
// second point may have fp = 0.
using ParetoFrontier = LargeVector<FrontierPoint>;

// The cost of more true positives.
enum class CostAxis { fp, alerts };

// Takes points in any order; the result does not depend on it. Of equal points the smallest cell is kept, or the
// largest.
class ParetoBuilder {
 public:
  // whole: TP is a whole number, at most most_tp.
  ParetoBuilder(CostAxis cost_axis, bool whole, double most_tp, bool largest_cell_wins = false);

  void add(double tp, double fp, uint64_t cell) {
    if (alerts_) fp += tp;
    if (table_) {
      Best &best = best_[static_cast<std::size_t>(tp)];
      if (fp < best.fp || (fp == best.fp && (cell < best.cell) != largest_cell_wins_)) best = {fp, cell};
      return;
    }
    pending_.push_back({tp, fp, cell});
    if (pending_.size() >= limit_) reduce();
  }
  ParetoFrontier take();

 private:
  struct Best {
    double fp;  // or the alerts
    uint64_t cell;
  };
  void reduce();
  bool alerts_, table_, largest_cell_wins_;
  std::vector<Best> best_;  // by TP
  ParetoFrontier pending_;
  std::size_t limit_;
};

// Whether b lies above the chord from a to c, which are left and right of it: any points with tp and fp.
template <class Point>
bool above_chord(const Point &a, const Point &b, const Point &c) {
  return (b.tp - a.tp) * (c.fp - b.fp) > (c.tp - b.tp) * (b.fp - a.fp);
}

// Indices of the vertices of the upper concave hull of (FP, TP), from the first point to the last.
std::vector<int64_t> concave_hull(const ParetoFrontier &points);

// The point with the nearest FP; of two, the one with more.
int64_t nearest_in_fp(const ParetoFrontier &points, double fp);

// Area under the steps (what is reached without randomising) and under the hull, TP against FP, for FP in [0, end].
struct Areas {
  double steps, hull;
};
Areas areas(const ParetoFrontier &points, const std::vector<int64_t> &hull, double end);

}  // namespace wald::core::thresholds
