// Minimises a convex loss by Newton's method, each step shortened until the loss falls.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/numeric/monitor.hpp"

namespace wald::core::learners {

// A loss at one point.
struct LossExpansion {
  double loss = 0;
  std::vector<double> gradient, hessian;  // of the Hessian the lower triangle
};

struct NewtonLimits {
  int most_steps;
  double least_decrement;  // twice what the next step would gain
};

// Goes from `at` to the minimum. `expand(point)` returns the LossExpansion there, `direction(point, expansion)` what a whole
// step subtracts, `project(point)` moves a point to where the loss is defined.
template <class Expand, class Direction, class Project>
std::vector<double> minimise(std::vector<double> at, NewtonLimits limits, Monitor &monitor, const Expand &expand,
                             const Direction &direction, const Project &project) {
  constexpr double shortest = 1e-9;
  LossExpansion now = expand(at);
  for (int step = 0; step < limits.most_steps; ++step) {
    monitor.at(static_cast<double>(step) / limits.most_steps);
    const std::vector<double> whole = direction(at, now);
    double decrement = 0;
    for (std::size_t a = 0; a < at.size(); ++a) decrement += whole[a] * now.gradient[a];
    if (!(decrement > limits.least_decrement)) break;
    bool better = false;
    for (double t = 1; t > shortest && !better; t /= 2) {
      std::vector<double> next = at;
      for (std::size_t a = 0; a < at.size(); ++a) next[a] -= t * whole[a];
      project(next);
      LossExpansion there = expand(next);
      better = there.loss < now.loss;
      if (!better) continue;
      at = std::move(next);
      now = std::move(there);
    }
    if (!better) break;
  }
  return at;
}

}  // namespace wald::core::learners
