// Holds the nodes and weights by which a power is a short sum of exponentials.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/reciprocal_nodes.hpp"

#include <algorithm>
#include <iterator>

namespace wald::core {
namespace {

constexpr Node reciprocal[] = {
#include "core/numeric/special/reciprocal_nodes.inc"
};
constexpr double reciprocal_ratios[] = {
#include "core/numeric/special/reciprocal_ratios.inc"
};
constexpr Node root[] = {
#include "core/numeric/special/root_nodes.inc"
};
constexpr double root_ratios[] = {
#include "core/numeric/special/root_ratios.inc"
};

// Tables of fewest, fewest + 1, ... nodes follow each other; their ratios ascend.
constexpr int32_t fewest = 4;

NodeTable find(const Node *nodes, const double *ratios, std::ptrdiff_t tables, double ratio) {
  const std::ptrdiff_t at = std::lower_bound(ratios, ratios + tables, ratio) - ratios;
  if (at == tables) return {};
  const int32_t count = fewest + static_cast<int32_t>(at);
  return {nodes + (count * (count - 1) - fewest * (fewest - 1)) / 2, count, ratios[at]};
}

template <std::size_t n>
constexpr bool complete(std::size_t tables) {
  return n == tables * (2 * fewest + tables - 1) / 2;
}
static_assert(complete<std::size(reciprocal)>(std::size(reciprocal_ratios)));
static_assert(complete<std::size(root)>(std::size(root_ratios)));

}  // namespace

double largest_ratio_of_reciprocal_nodes() { return *(std::end(reciprocal_ratios) - 1); }
NodeTable reciprocal_nodes(double ratio) {
  return find(reciprocal, reciprocal_ratios, std::size(reciprocal_ratios), ratio);
}

double largest_ratio_of_root_nodes() { return *(std::end(root_ratios) - 1); }
NodeTable root_nodes(double ratio) { return find(root, root_ratios, std::size(root_ratios), ratio); }

}  // namespace wald::core
