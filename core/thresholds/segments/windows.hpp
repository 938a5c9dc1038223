// The best sum of a point of each segment whose rates differ by no more than a tolerance.
//
// The smallest of the rates is that of some point, the owner; the others' rates then lie between it and it plus the
// tolerance. So one pass over all points in the order of their rates moves that window along, keeps the best point of
// each segment within it (a queue whose values fall), and the sum of the best ones in a tree: O(points log segments)
// once the points are in order, which takes O(points log points). Points without a rate (0/0, or where none is
// compared) lie in every window, and there is one window without an owner, of such points alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/thresholds/segments/segment_curves.hpp"

namespace wald::core::thresholds {

// What is summed up over the points.
struct LinearValue {
  double tp = 0, fp = 0, gain = 0;
  double of(const SegmentPoint &p) const { return tp * p.tp + fp * p.fp + gain * p.gain; }
};

class RateWindows {
 public:
  // Of each segment's points every so manieth, and the last one.
  explicit RateWindows(const std::vector<SegmentCurve> &curves, std::size_t every = 1);

  static constexpr int64_t no_owner = -1, no_window = -2;
  struct Best {
    int64_t owner = no_window;  // the position of the point of the smallest rate, or one of the above
    double sum = -infinite;
  };
  // Values of the points are taken from here on.
  void value_by(const LinearValue &value);
  // The greatest sum of all windows.
  Best best(double tolerance) const;
  // The greatest sum of each window, and what its points come to.
  using Visit = std::function<void(int64_t owner, double sum, const SegmentPoint &counts)>;
  void each_window(double tolerance, const Visit &visit) const;
  // The index of the best point of each segment in an owner's window.
  std::vector<int32_t> picks(int64_t owner, double tolerance) const;

  struct Candidate {
    double loss;  // to the best point of the segment in the window
    int32_t point;
  };
  // Points of a segment in an owner's window that lose no more than `most` to the best, least loss first; steps counts
  // the points that were looked at. Of the owner's segment the owner alone.
  std::vector<Candidate> candidates(int64_t owner, double tolerance, std::size_t segment, double most,
                                    int64_t &steps) const;
  // Visits a segment's points of rates in [low, high], and those without a rate.
  template <class Visitor>
  void each_within(std::size_t segment, double low, double high, const Visitor &visitor) const {
    const std::vector<int32_t> &own = positions_[segment];
    const auto rate = [&](int32_t place) { return order_[static_cast<std::size_t>(place)].rate; };
    auto at = std::partition_point(own.begin(), own.end(), [&](int32_t place) { return rate(place) < low; });
    for (; at != own.end() && rate(*at) <= high; ++at) visitor(order_[static_cast<std::size_t>(*at)].point);
    for (int32_t point : free_[segment]) visitor(point);
  }
  // Drops the windows whose sum, at the present values, is below `least`, and the points that lie in no other.
  void drop_below(double least, double tolerance);
  std::size_t points() const { return order_.size(); }
  int64_t owners() const { return static_cast<int64_t>(order_.size()); }
  // Whether two rates differ by no more than the tolerance, except for rounding.
  static bool within(double low, double high, double tolerance) {
    constexpr double roundings = 0x1p-51;  // of two rates, their difference, and the tolerance
    return !(high - low > tolerance + roundings);
  }

 private:
  struct Place {
    double rate;
    int32_t segment, point;
  };
  template <class Counts, class Visitor>
  void sweep(double tolerance, const Visitor &visitor) const;
  // The positions [owner, end) of its window.
  std::size_t end_of(int64_t owner, double tolerance) const;
  const std::vector<SegmentCurve> &curves_;
  void index_places();
  std::vector<Place> order_;                     // by rate
  std::vector<char> may_own_;                    // by position: whether the window has not been dropped
  bool may_be_free_ = true;                      // the same of the window without an owner
  std::vector<std::vector<int32_t>> positions_;  // of each segment's points in the order, ascending
  std::vector<std::vector<int32_t>> free_;       // each segment's points without a rate
  std::vector<double> values_;                   // by position
  std::vector<int32_t> best_free_point_;         // -1 if there is none
  std::vector<double> best_free_;                // of each segment; -inf if there is none
  LinearValue value_;
};

}  // namespace wald::core::thresholds
