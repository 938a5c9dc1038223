// When the sums of one route are better than those of another.
#pragma once

#include <vector>

#include "core/routes/frontier.hpp"

namespace wald::core::routes {

class Aim {
 public:
  Aim(const RouteOptions &options, double weight) : options_(options), weight_(weight) {}

  // Within the limit of the goal, up to rounding.
  bool holds(const Sums &sums) const {
    constexpr double rounded = 1e-12;
    if (options_.goal == RouteGoal::cost) {
      if (sums.b == 0) return true;
      return sums.a - options_.min_quality * sums.b >= -rounded * sums.b;
    }
    return options_.goal == RouteGoal::value || !(sums.cost > options_.budget * weight_ * (1 + rounded));
  }
  // The mean worth of the answers less their cost.
  double value(const Sums &sums) const {
    const double right = sums.quality();
    return (right * options_.right_value - (1 - right) * options_.wrong_cost) - sums.cost / weight_;
  }
  bool better(const Sums &x, const Sums &y) const {
    if (options_.goal == RouteGoal::value) return value(x) > value(y);
    const bool holds_x = holds(x), holds_y = holds(y);
    if (holds_x != holds_y) return holds_x;
    // Outside the limit, what comes nearest.
    const bool by_cost = (options_.goal == RouteGoal::cost) == holds_x;
    if (by_cost && x.cost != y.cost) return x.cost < y.cost;
    return x.quality() != y.quality() ? x.quality() > y.quality() : x.cost < y.cost;
  }
  // The index of the best of some choices; size() where there are none.
  std::size_t best(const std::vector<RouteChoice> &choices) const;

 private:
  const RouteOptions &options_;
  double weight_;
};

}  // namespace wald::core::routes
