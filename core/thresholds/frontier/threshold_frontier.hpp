// A frontier with the thresholds that reach each of its points.
#pragma once

#include <vector>

#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/frontier/ranked.hpp"

namespace wald::core::thresholds {

// Thresholds, one for each classifier, of as many points: in one array, as there may be a million points.
class ThresholdRows {
 public:
  std::size_t size() const { return dims_ ? flat_.size() / dims_ : 0; }
  bool empty() const { return flat_.empty(); }
  std::vector<double> operator[](std::size_t i) const { return {row(i), row(i) + dims_}; }
  double *row(std::size_t i) { return flat_.data() + i * dims_; }
  const double *row(std::size_t i) const { return flat_.data() + i * dims_; }
  const LargeVector<double> &flat() const { return flat_; }

  void reserve(std::size_t rows, std::size_t dims) { flat_.reserve(rows * dims); }
  void push_back(const double *row, std::size_t dims) {
    dims_ = dims;
    flat_.insert(flat_.end(), row, row + dims);
  }
  void push_back(const std::vector<double> &row) { push_back(row.data(), row.size()); }
  void push_back(double threshold) { push_back(&threshold, 1); }
  // Of one classifier.
  void append(const double *thresholds, std::size_t n) {
    dims_ = 1;
    flat_.insert(flat_.end(), thresholds, thresholds + n);
  }
  void push_back(const ThresholdRows &from, std::size_t i) { push_back(from.row(i), from.dims_); }
  void pop_back() { flat_.resize(flat_.size() - dims_); }

 private:
  std::size_t dims_ = 0;
  LargeVector<double> flat_;
};

struct ThresholdFrontier {
  ParetoFrontier points;     // point i: cell is i
  ThresholdRows thresholds;  // of each point
  bool exact = true;         // no thresholds at all reach a better point
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

}  // namespace wald::core::thresholds
