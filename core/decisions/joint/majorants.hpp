// Planes over a metric: linear functions of tp and k that are nowhere below U at a given s, in a box of tp and k.
#pragma once

#include <cstdint>

#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// What tp and k may be.
struct CellBox {
  double tp_low, tp_high, k_low, k_high;
};

// U <= of_tp tp + of_k k + constant.
struct Plane {
  double of_tp = 0, of_k = 0, constant = 0;
  double at(double tp, double k) const { return of_tp * tp + of_k * k + constant; }
};

class Majorants {
 public:
  Majorants(const Metric &metric, int64_t n);

  // False for metrics of which no formula is known.
  bool known() const { return shape_ != Shape::unknown; }
  // Whether U is concave in tp and k together: a plane touches U where it was asked for, and holds everywhere.
  bool concave() const { return shape_ == Shape::geometric || shape_ == Shape::harmonic; }
  // Whether the box holds a cell.
  bool some_in(const CellBox &box, int64_t s) const;
  // Over a box that holds a cell. Near (tp, k) the plane is as low as it can easily be; the smaller the box, the nearer
  // it is to U everywhere.
  Plane over(const CellBox &box, int64_t s, double tp, double k) const;

 private:
  enum class Shape : uint8_t { unknown, ratio, product, geometric, harmonic, coverage };
  Plane over_ratio(const CellBox &box, double s, double tp, double k) const;
  Plane over_product(const CellBox &box, double s, double tp, double k) const;
  Plane over_mean(double s, double tp, double k) const;
  Plane recall(double s) const;
  Plane specificity(double s) const;

  Shape shape_ = Shape::unknown;
  double n_, z_;
  Range range_{0, 1};
  double shift_ = 0, weight_ = 1;
  CountRatio ratio_{};
};

}  // namespace wald::core::decisions
