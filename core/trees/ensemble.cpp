// Keeps an additive ensemble of decision trees, and checks each tree that is added.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wald::core::trees {

namespace {

// The largest number of a type that is at or below t; where `strict`, below it: nothing is below -inf, nor at NaN.
constexpr double lowest = -std::numeric_limits<double>::infinity();
double largest_below(double t, bool strict) {
  if (strict && t == lowest) return std::numeric_limits<double>::quiet_NaN();
  return strict ? std::nextafter(t, lowest) : t;
}
float largest_float(double t, bool strict) {
  if (strict && t == lowest) return std::numeric_limits<float>::quiet_NaN();
  const auto f = static_cast<float>(t);
  const bool fits = strict ? static_cast<double>(f) < t : static_cast<double>(f) <= t;
  return fits ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
}

void check_node(const Tree &tree, std::size_t i, const EnsembleShape &shape) {
  const TreeNode &node = tree.nodes[i];
  const auto n = static_cast<int64_t>(tree.nodes.size());
  if (node.split > Split::in)
    fail(Status::argument, "split[", i, "] is ", static_cast<int>(node.split), ": must lie in [0, 3]");
  if (node.split == Split::leaf) {
    for (int64_t k = 0; k < shape.leaf_width; ++k) {
      const double v = tree.values[i * static_cast<std::size_t>(shape.leaf_width) + static_cast<std::size_t>(k)];
      if (!std::isfinite(v)) fail(Status::argument, "the value of node ", i, " is ", v, ": must be finite");
      if (shape.summation == Summation::float32 && !std::isfinite(static_cast<float>(v)))
        fail(Status::argument, "the value of node ", i, " is ", v, ": must be finite as a float, in which they add up");
    }
    return;
  }
  const bool only_categorical = node.missing == Missing::nan_right || node.missing == Missing::nan_left;
  if (node.split == Split::in && node.missing > Missing::left && !only_categorical)
    fail(Status::argument, "missing[", i, "] is ", static_cast<int>(node.missing),
         ": must be 0, 1, 5 or 6 in a categorical split");
  if (node.split != Split::in && node.missing > Missing::zero_left)
    fail(Status::argument, "missing[", i, "] is ", static_cast<int>(node.missing), ": must lie in [0, 4]");
  if (node.feature < 0 || node.feature >= shape.features)
    fail(Status::argument, "feature[", i, "] is ", node.feature, ": must lie in [0, ", shape.features - 1, "]");
  for (const int32_t child : {node.left, node.right})
    if (child < 1 || child >= n)
      fail(Status::argument, "a child of node ", i, " is ", child, ": must lie in [1, ", n - 1, "]");
  if (std::isnan(node.threshold)) fail(Status::argument, "threshold[", i, "] is nan: must be a number");
  for (std::size_t c = 0; c < node.categories.size(); ++c) {
    const int32_t category = node.categories[c];
    if (category < 0 || category > max_category)
      fail(Status::argument, "a category of node ", i, " is ", category, ": must lie in [0, ", max_category, "]");
    if (c > 0 && category <= node.categories[c - 1])
      fail(Status::argument, "the categories of node ", i, " are not in ascending order");
  }
}

// Nodes level by level, children side by side.
WalkTree make_walk(const Tree &tree, bool with_doubles) {
  WalkTree out;
  std::vector<int32_t> depth{0};
  out.source.push_back(0);
  for (std::size_t at = 0; at < out.source.size(); ++at) {
    const TreeNode &node = tree.nodes[static_cast<std::size_t>(out.source[at])];
    const bool leaf = node.split == Split::leaf;
    const bool strict = node.split == Split::below;
    const bool plain = leaf || (node.split != Split::in && node.missing <= Missing::left);
    const int32_t kind = (leaf || node.missing == Missing::left ? 1 : 0) + (plain ? 0 : 2);
    const auto left = static_cast<int32_t>(leaf ? at : out.source.size());
    const double threshold = leaf ? std::numeric_limits<double>::infinity() : node.threshold;
    out.special = out.special || !plain;
    out.depth = std::max(out.depth, depth[at]);
    out.floats.push_back({largest_float(threshold, strict), leaf ? 0 : node.feature, left, kind});
    if (with_doubles) out.doubles.push_back({largest_below(threshold, strict), leaf ? 0 : node.feature, left, kind});
    if (leaf) continue;
    for (const int32_t child : {node.left, node.right}) {
      out.source.push_back(child);
      depth.push_back(depth[at] + 1);
    }
  }
  return out;
}

}  // namespace

Ensemble::Ensemble(EnsembleShape shape) : shape_(std::move(shape)) {
  const auto in_range = [](const char *name, int64_t value, int64_t high) {
    if (value < 1 || value > high) fail(Status::argument, name, " is ", value, ": must lie in [1, ", high, "]");
  };
  in_range("n_features", shape_.features, max_features);
  in_range("n_outputs", shape_.outputs, wald::core::trees::max_outputs);
  in_range("trees_per_model", shape_.trees_per_model, max_trees);
  if (shape_.leaf_width != 1 && shape_.leaf_width != shape_.outputs)
    fail(Status::argument, "leaf_width is ", shape_.leaf_width, ": must be 1 or n_outputs, ", shape_.outputs);
  if (shape_.summation < Summation::float64 || shape_.summation > Summation::float32)
    fail(Status::argument, "summation is ", static_cast<int32_t>(shape_.summation), ": must be 0 or 1");
  if (!shape_.base.empty() && static_cast<int64_t>(shape_.base.size()) != shape_.outputs)
    fail(Status::argument, "base has ", shape_.base.size(), " numbers: must have one per output, ", shape_.outputs);
  for (std::size_t k = 0; k < shape_.base.size(); ++k)
    if (!std::isfinite(shape_.base[k])) fail(Status::argument, "base[", k, "] is ", shape_.base[k], ": must be finite");
}

void Ensemble::add(Tree tree) {
  if (n_trees() == max_trees) fail(Status::argument, "the ensemble has ", max_trees, " trees: it takes no more");
  const std::size_t n = tree.nodes.size();
  if (n < 1 || n > static_cast<std::size_t>(std::numeric_limits<int32_t>::max()) / 2)
    fail(Status::argument, "n_nodes is ", n, ": must lie in [1, 2^30)");
  if (tree.values.size() != n * static_cast<std::size_t>(shape_.leaf_width))
    fail(Status::argument, "values has ", tree.values.size(), " numbers: must have ",
         n * static_cast<std::size_t>(shape_.leaf_width), ", leaf_width a node");
  if (shape_.leaf_width > 1 && tree.output != 0)
    fail(Status::argument, "output is ", tree.output, ": must be 0 if a leaf has a value for each");
  if (tree.output < 0 || tree.output >= shape_.outputs)
    fail(Status::argument, "output is ", tree.output, ": must lie in [0, ", shape_.outputs - 1, "]");
  std::vector<uint8_t> parents(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    check_node(tree, i, shape_);
    if (tree.nodes[i].split == Split::leaf) continue;
    for (const int32_t child : {tree.nodes[i].left, tree.nodes[i].right})
      if (parents[static_cast<std::size_t>(child)]++)
        fail(Status::argument, "node ", child, " has two parents: must have one");
  }
  // As many nodes are reached from the root as there are, or some form a circle.
  WalkTree walk = make_walk(tree, !shape_.float_features);
  if (walk.source.size() != n)
    fail(Status::argument, "only ", walk.source.size(), " of ", n, " nodes are reached from the root");
  // With room to spare: else each tree would move all before it.
  if (walks_.size() == walks_.capacity()) walks_.reserve(2 * walks_.size() + 1);
  bits_.forget();
  trees_.push_back(std::move(tree));
  walks_.push_back(std::move(walk));
}

int64_t Ensemble::n_models() const {
  if (n_trees() == 0 || n_trees() % shape_.trees_per_model != 0)
    fail(Status::argument, "n_trees is ", n_trees(), ": must be a multiple of trees_per_model, ",
         shape_.trees_per_model, ", above 0");
  return n_trees() / shape_.trees_per_model;
}

}  // namespace wald::core::trees
