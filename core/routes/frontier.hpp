// Points of cost and quality, of which those are kept that no other is better than.
#pragma once

#include <cstdint>
#include <vector>

#include "core/routes/row_sums.hpp"

namespace wald::core::routes {

// What one choice of thresholds comes to, and which one it is.
struct RouteChoice {
  Sums sums;
  uint64_t id = 0;
};

// How two choices are compared: by the quality itself, or if several groups are added up by a - q b. A quotient over
// several groups is ordered by neither: whatever the other groups come to, one choice is at least as good as another if
// neither its a nor its a - b is lower, and `both` keeps all that no other beats so.
struct Merit {
  bool linear = false;
  double q = 0;
  bool both = false;
  double operator()(const Sums &sums) const { return linear ? sums.a - q * sums.b : sums.quality(); }
};

// The Pareto frontier, by ascending cost with merit ascending; with `both` by ascending cost alone. Of equal ones the
// first stays.
void keep_best(std::vector<RouteChoice> &choices, const Merit &merit);
// The same of points that come one by one, mostly by descending cost: what a cheaper one is as good as goes at once.
class FrontierSweep {
 public:
  explicit FrontierSweep(const Merit &merit) : merit_(merit) {}
  void add(const RouteChoice &choice) {
    if (merit_.both) return kept_.push_back(choice);
    const double value = merit_(choice.sums), cost = choice.sums.cost;
    while (!kept_.empty() && values_.back() <= value) {
      const double last = kept_.back().sums.cost;
      if (cost > last || (cost == last && values_.back() == value)) break;
      kept_.pop_back();
      values_.pop_back();
    }
    kept_.push_back(choice);
    values_.push_back(value);
  }
  // By descending cost the frontier; else keep_best() takes it from these.
  const std::vector<RouteChoice> &kept() const { return kept_; }

 private:
  Merit merit_;
  std::vector<RouteChoice> kept_;
  std::vector<double> values_;  // merits of what is kept
};
// Which points of a frontier lie on its upper-left hull.
std::vector<uint8_t> on_hull(const std::vector<RouteChoice> &frontier, const Merit &merit);
// At most n points: those of the hull, then others evenly. True if points were left out.
bool thin(std::vector<RouteChoice> &frontier, const Merit &merit, std::size_t n);
// All sums of a point of each; the id is (index in left) << 32 | index in right.
std::vector<RouteChoice> added(const std::vector<RouteChoice> &left, const std::vector<RouteChoice> &right,
                               const Merit &merit);

}  // namespace wald::core::routes
