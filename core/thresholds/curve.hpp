// A frontier with the thresholds that reach each of its points.
#pragma once

#include <vector>

#include "core/thresholds/ranked.hpp"
#include "core/thresholds/staircase.hpp"

namespace wald::core {

struct ThresholdCurve {
  Staircase points;                             // point i: cell is i
  std::vector<std::vector<double>> thresholds;  // of each point
  bool exact = true;                            // no thresholds at all reach a better point
};

// Points of a search over levels; level_of turns a cell into levels.
template <class LevelOf>
ThresholdCurve curve_of(const RankedSample &rows, const Staircase &points, const LevelOf &level_of) {
  ThresholdCurve out;
  for (const FrontierPoint &p : points) {
    const bool none = p.tp == 0 && p.fp == 0;  // the same thresholds for it in every search
    out.thresholds.push_back(none ? rows.nothing() : rows.thresholds(level_of(p.cell)));
    out.points.push_back({p.tp, p.fp, out.points.size()});
  }
  return out;
}

// The better of both everywhere.
ThresholdCurve merged(const ThresholdCurve &a, const ThresholdCurve &b, Against against);

// The points of a chain of thresholds, each at most as high as the one before it in every coordinate. Exact counts in
// O(rows log(chain)). The first must flag nothing.
ThresholdCurve along_chain(const Sample &sample, const std::vector<std::vector<double>> &chain, Against against);

}  // namespace wald::core
