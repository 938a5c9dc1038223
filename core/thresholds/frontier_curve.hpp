// The frontier itself, by any of the methods, as a curve: PN (TP against FP), ROC (their shares), precision against
// recall; with hull and areas.
#pragma once

#include "core/thresholds/certify/band.hpp"
#include "core/thresholds/search/search.hpp"

namespace wald::core::thresholds {

// Plain data.
struct FrontierCurve {
  // points[i]: tp and fp, weights, both ascending from (0, 0); thresholds[i]: [D] that reach it.
  ThresholdFrontier frontier;
  std::vector<int64_t> hull;  // indices of the points that are vertices of the concave hull, ascending
  // Of the methods path and path-equal: the thresholds along the path, those that others beat included.
  std::vector<std::vector<double>> path;
  std::vector<BandPoint> band;  // with certify: of each point
  bool quantiles = false;       // quantiles of the positives' scores stood for all of them
  bool local_optimum = false;
  double positives = Objective::unset, negatives = Objective::unset;  // weights of all; NaN: unknown
  double rated_positives = 0, rated_negatives = 0;                    // weights of what was fed with a label
  // In [0, 1]. PN: over the FP and TP of all rated rows, ROC: of all rows, as shares of what a perfect rule reaches;
  // under the steps, which needs no randomising, and under the hull. NaN: without rated negatives; ROC where positives
  // are unknown or rows unrated.
  double pn_area = Objective::unset, pn_hull_area = Objective::unset;
  double roc_area = Objective::unset, roc_hull_area = Objective::unset;
  double pr_area = Objective::unset;  // average precision over the frontier; NaN if positives are unknown
};

// The method and the limits of the options are used; the objective decides where they give a local optimum, and its
// `positives` counts. Throws as choose_thresholds does.
FrontierCurve frontier_curve(const Sample &sample, const Objective &objective, const ThresholdSearch &options,
                             Monitor &monitor);

// Of the curve for FP from 0 to max_fp alone, as shares of what a perfect rule reaches there: what partial knowledge,
// or a budget, leaves of it. pn: of the rated positives; roc: of all positives (NaN if they are unknown). Throws
// Error(argument) unless 0 < max_fp <= rated_negatives.
struct PartialAreas {
  double pn, pn_hull, roc, roc_hull;
};
PartialAreas partial_areas(const FrontierCurve &curve, double max_fp);

}  // namespace wald::core::thresholds
