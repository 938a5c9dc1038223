// The graph method of [R20], repaired: the monotone path of thresholds with the greatest area under (FP, TP).
//
// Nodes are cells of a lattice of levels; an edge moves one classifier by one level. The weight of an edge is the area
// of the trapezoid that it adds, so the greatest area is a longest path from "nothing flagged" to "all flagged". Edges
// go up in row-major order, so one pass over the cells finds it. Repaired are: edges move one coordinate only, levels
// are the positives' scores (or, for comparison, equally spaced), +inf is a level, and the point on the path is found
// by what was asked, never by a finite difference.
#pragma once

#include "core/thresholds/search/lattice.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// Edges left out at random, which keeps a path from following single rows.
struct EdgeDropout {
  double share = 0;  // of the edges, in [0, 1)
  uint64_t seed = 0, round = 0;
};

struct Path {
  std::vector<int64_t> cells;  // from nothing flagged on
  double area = 0;             // trapezoids, from FP = 0 to the path's last
};

Path longest_path(const LatticeCounts &counts, const EdgeDropout &dropout, Monitor &monitor);

// The thresholds along the path, from nothing flagged on.
std::vector<std::vector<double>> path_thresholds(const RankedSample &rows, const Path &path);

// The points of the path that no other of its points beats.
ThresholdFrontier path_frontier(const RankedSample &rows, const Path &path);

// What the methods path and path-equal go through: the positives' scores, or equally spaced levels, as many as fit.
std::vector<Levels> path_levels(const Sample &sample, const ThresholdSearch &options);

// The rows of search.cpp for both methods; never declines.
bool search_path(const SearchProblem &problem, SearchRun &run);

}  // namespace wald::core::thresholds
