// Receives the trees of a model file, and checks all that is read.
#include "core/numeric/contraction.hpp"  // first

#include "core/importers/imported_trees.hpp"

#include <cmath>

namespace wald::core::importers {

TreeReceiver::TreeReceiver(const char *source, trees::EnsembleShape shape)
    : source_(source), ensemble_(std::move(shape)) {}

void TreeReceiver::malformed(const std::string &message) const {
  fail(Status::format, source_, ": tree ", number_, ": ", message);
}

void TreeReceiver::begin(int64_t tree, int64_t nodes, int64_t output) {
  number_ = tree;
  if (nodes < 1 || nodes > most_nodes) malformed(text("has ", nodes, " nodes: must have 1 to ", most_nodes));
  tree_ = trees::Tree();
  tree_.output = static_cast<int32_t>(output);
  tree_.nodes.resize(static_cast<std::size_t>(nodes));
  values_.clear();
  values_at_.assign(static_cast<std::size_t>(nodes), -1);
}

void TreeReceiver::leaf(int64_t node, const double *values) {
  values_at_[static_cast<std::size_t>(node)] = static_cast<int64_t>(values_.size());
  values_.insert(values_.end(), values, values + shape().leaf_width);
}

void TreeReceiver::split(int64_t node, trees::Split kind, trees::Missing missing, int64_t feature, double threshold,
                         Children children, std::vector<int32_t> categories) {
  const auto n = static_cast<int64_t>(tree_.nodes.size());
  trees::TreeNode &to = tree_.nodes[static_cast<std::size_t>(node)];
  if (feature < 0 || feature >= shape().features)
    malformed(text("node ", node, " splits by feature ", feature, ": must lie in [0, ", shape().features - 1, "]"));
  for (const int64_t child : {children.left, children.right})
    if (child < 1 || child >= n)
      malformed(text("a child of node ", node, " is ", child, ": must lie in [1, ", n - 1, "]"));
  if (kind != trees::Split::in && std::isnan(threshold))
    malformed(text("the threshold of node ", node, " is nan: must be a number"));
  to.split = kind;
  to.missing = missing;
  to.feature = static_cast<int32_t>(feature);
  to.threshold = kind == trees::Split::in ? 0 : threshold;
  to.left = static_cast<int32_t>(children.left);
  to.right = static_cast<int32_t>(children.right);
  to.categories = std::move(categories);
}

bool TreeReceiver::is_value(double v) const {
  return std::isfinite(shape().summation == trees::Summation::float32 ? static_cast<double>(static_cast<float>(v)) : v);
}

void TreeReceiver::end() {
  const auto width = static_cast<std::size_t>(shape().leaf_width);
  // Their new numbers, parents first.
  std::vector<int32_t> place(tree_.nodes.size(), -1), order{0};
  place[0] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const trees::TreeNode &node = tree_.nodes[static_cast<std::size_t>(order[i])];
    if (node.split == trees::Split::leaf) {
      // Before room is made for values, of which splits take as many as leaves do.
      if (values_at_[static_cast<std::size_t>(order[i])] < 0)
        malformed(text("node ", order[i], " is a leaf without a value"));
      continue;
    }
    for (const int32_t child : {node.left, node.right}) {
      int32_t &own = place[static_cast<std::size_t>(child)];
      if (own >= 0) malformed(text("node ", child, " has two parents, or is above itself"));
      own = static_cast<int32_t>(order.size());
      order.push_back(child);
    }
  }
  total_ += static_cast<int64_t>(order.size() * width);
  if (total_ > most_leaf_values)
    malformed(text("the trees up to this one take ", total_, " values, nodes times outputs: must be at most ",
                   most_leaf_values));
  trees::Tree out;
  out.output = tree_.output;
  out.nodes.reserve(order.size());
  out.values.reserve(order.size() * width);
  for (const int32_t i : order) {
    trees::TreeNode node = std::move(tree_.nodes[static_cast<std::size_t>(i)]);
    if (node.split != trees::Split::leaf) {
      node.left = place[static_cast<std::size_t>(node.left)];
      node.right = place[static_cast<std::size_t>(node.right)];
    }
    const int64_t begin = values_at_[static_cast<std::size_t>(i)];
    out.nodes.push_back(std::move(node));
    if (begin < 0) {
      out.values.insert(out.values.end(), width, 0.0);
      continue;
    }
    for (const double *v = values_.data() + begin; v < values_.data() + begin + width; ++v) {
      if (!is_value(*v)) malformed(text("the value of node ", i, " is ", *v, ": must be finite"));
      out.values.push_back(*v);
    }
  }
  try {
    ensemble_.add(std::move(out));
  } catch (const Error &e) {
    if (e.status() == Status::argument) malformed(e.what());
    throw;
  }
}

int64_t iterations_taken(int64_t iterations, int64_t most) {
  if (iterations == 0) return most;
  if (iterations > most)
    fail(Status::argument, "iterations is ", iterations, ": must be at most ", most, ", the rounds that the model has");
  return iterations;
}

BaseAndStart base_and_start(const std::vector<double> &base, const char *source) {
  bool differ = false;
  for (std::size_t k = 0; k < base.size(); ++k) {
    if (!std::isfinite(base[k]))
      fail(Status::unsupported, source, ": the margin that output ", k, " begins with is ", base[k],
           ": must be finite; all labels were equal, or base_score is at its bound");
    differ = differ || base[k] != base[0];
  }
  if (differ) return {{}, base};
  return {base, std::vector<double>(base.size(), 0.0)};
}

void check_shape(const char *source, int64_t features, int64_t outputs, int64_t trees) {
  const auto check = [&](int64_t n, int64_t most, const char *what) {
    if (n < 1 || n > most) fail(Status::format, source, ": has ", n, " ", what, ": must have 1 to ", most);
  };
  check(features, trees::max_features, "features");
  check(outputs, trees::max_outputs, "outputs");
  if (trees > trees::max_trees)
    fail(Status::format, source, ": has ", trees, " trees: must have at most ", trees::max_trees);
}

}  // namespace wald::core::importers
