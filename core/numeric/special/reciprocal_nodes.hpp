// s^-a as a short sum of exponentials, a = 1 or 1/2: nodes x_q and weights w_q > 0 with
//   |1 - s^a sum_q w_q exp(-x_q s)| <= reciprocal_nodes_error   for every s in [1, ratio],
// as few as that allows (4 for ratio 1.08, 16 for 14, 28 for 151). Expectations over independent items then become
// products. For s in [low, high] take x_q / low and w_q / low^a with ratio = high / low.
//
// The tables are computed by tests/core/nodes/make_reciprocal_nodes.py and checked by dense sampling in the tests.
#pragma once

#include <cstdint>

namespace wald::core {

constexpr double reciprocal_nodes_error = 1e-15;  // rounding of the table's digits included

struct Node {
  double x, w;
};

struct NodeTable {
  const Node *nodes = nullptr;  // x ascending
  int32_t count = 0;            // 0: no table reaches that far
  double ratio = 0;             // up to which it serves
};

// The greatest ratio that there is a table for.
double largest_ratio_of_reciprocal_nodes();
NodeTable reciprocal_nodes(double ratio);

double largest_ratio_of_root_nodes();
NodeTable root_nodes(double ratio);  // of 1/sqrt(s)

}  // namespace wald::core
