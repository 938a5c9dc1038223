// A frontier with the thresholds that reach each of its points.
#pragma once

#include <vector>

#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/frontier/ranked.hpp"

namespace wald::core {

struct ThresholdFrontier {
  ParetoFrontier points;                        // point i: cell is i
  std::vector<std::vector<double>> thresholds;  // of each point
  bool exact = true;                            // no thresholds at all reach a better point
};

// Points of a search over levels; level_of turns a cell into levels.
template <class LevelOf>
ThresholdFrontier with_thresholds(const RankedSample &rows, const ParetoFrontier &points, const LevelOf &level_of) {
  ThresholdFrontier out;
  for (const FrontierPoint &p : points) {
    const bool none = p.tp == 0 && p.fp == 0;  // the same thresholds for it in every search
    out.thresholds.push_back(none ? rows.nothing() : rows.thresholds(level_of(p.cell)));
    out.points.push_back({p.tp, p.fp, out.points.size()});
  }
  return out;
}

// The better of both everywhere.
ThresholdFrontier merged(const ThresholdFrontier &a, const ThresholdFrontier &b, CostAxis cost_axis);

// The points of a chain of thresholds, each at most as high as the one before it in every coordinate. Exact counts in
// O(rows log(chain)). The first must flag nothing.
ThresholdFrontier chain_frontier(const Sample &sample, const std::vector<std::vector<double>> &chain,
                                 CostAxis cost_axis);

}  // namespace wald::core
