// s^-a = sum_q w_q exp(-x_q s) on [low, high], a = 1 or 1/2: by the tables where they reach, else by the trapezoid rule
// in log x.
#pragma once

#include <vector>

#include "core/numeric/special/reciprocal_nodes.hpp"

namespace wald::core {

enum class Power { reciprocal, root };

struct ExponentialSum {
  std::vector<Node> nodes;  // x ascending
  // |1 - s^a sum| on [low, high]
  double error = 0;
  // The sum at s = 0, which bounds it below `low`.
  double at_zero = 0;

  // 0 < low <= high.
  void make(Power power, double low, double high);
};

// The trapezoid rule alone, for sums over a wide range: 170 + 4 log(high/low) nodes for a = 1, twice as many for 1/2.
void trapezoid_nodes(Power power, double low, double high, ExponentialSum &out);

}  // namespace wald::core
