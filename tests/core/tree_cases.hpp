// Random ensembles of trees, in shapes that are hard on whoever evaluates them, and rows for them.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cases.hpp"
#include "core/trees/ensemble.hpp"

namespace tree_cases {

using namespace wald::core;
using namespace wald::core::trees;

enum class Form { random, leaf, left_chain, right_chain, zigzag, balanced };

struct Kind {
  int leaves = 8;  // of each tree, but where a form has its own
  bool categories = false, wide_categories = false, zeros = false;
  int grid = 6;  // thresholds are among this many values, or any where 0
};

// Places of categories: near each other, or beyond what a table of places holds.
inline int32_t some_category(cases::Rng &rng, const Kind &kind) {
  return kind.wide_categories ? rng.below(700) * (rng.below(2) ? 1 : 300) : rng.below(6);
}

inline double some_threshold(cases::Rng &rng, const Kind &kind) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double special[] = {inf, -inf, 0, -0.0, 1e-36, -1e-36, 1e300, -1e300, 5e-324, 0.1};
  if (rng.below(12) == 0) return special[rng.below(10)];
  return kind.grid ? 0.25 * rng.between(-kind.grid, kind.grid) : 4 * rng.uniform() - 2;
}

// Any that the split may have; without zeros alone those of plain splits.
inline Missing some_missing(cases::Rng &rng, Split split, bool zeros) {
  constexpr Missing categorical[] = {Missing::right, Missing::left, Missing::nan_right, Missing::nan_left};
  if (split == Split::in) return categorical[rng.below(4)];
  return static_cast<Missing>(rng.below(zeros ? 5 : 2));
}

inline TreeNode some_split(cases::Rng &rng, const EnsembleShape &shape, const Kind &kind) {
  TreeNode node;
  node.feature = rng.below(static_cast<int>(shape.features));
  node.split = static_cast<Split>(1 + rng.below(kind.categories ? 3 : 2));
  node.missing = some_missing(rng, node.split, kind.zeros);
  node.threshold = some_threshold(rng, kind);
  if (node.split == Split::in) {
    for (int c = rng.below(8); c > 0; --c) node.categories.push_back(some_category(rng, kind));
    std::sort(node.categories.begin(), node.categories.end());
    node.categories.erase(std::unique(node.categories.begin(), node.categories.end()), node.categories.end());
  }
  return node;
}

inline Tree some_tree(cases::Rng &rng, const EnsembleShape &shape, const Kind &kind, Form form) {
  Tree tree;
  tree.output = shape.leaf_width == 1 ? rng.below(static_cast<int>(shape.outputs)) : 0;
  std::vector<int32_t> leaves{0};
  tree.nodes.emplace_back();
  const int wanted = form == Form::leaf ? 1 : kind.leaves;
  while (static_cast<int>(leaves.size()) < wanted) {
    // Which leaf is split decides the form.
    std::size_t at = 0;
    switch (form) {
      case Form::random: at = static_cast<std::size_t>(rng.below(static_cast<int>(leaves.size()))); break;
      case Form::right_chain: at = leaves.size() - 1; break;
      case Form::zigzag: at = leaves.size() / 2; break;
      case Form::balanced: at = 0; break;
      default: at = 0; break;
    }
    const int32_t id = leaves[at];
    TreeNode node = some_split(rng, shape, kind);
    const auto first = static_cast<int32_t>(tree.nodes.size());
    const bool swapped = rng.below(2);
    node.left = first + swapped;
    node.right = first + !swapped;
    tree.nodes[static_cast<std::size_t>(id)] = node;
    tree.nodes.resize(tree.nodes.size() + 2);
    leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(at));
    if (form == Form::balanced)
      leaves.insert(leaves.end(), {node.left, node.right});
    else
      leaves.insert(leaves.begin() + static_cast<std::ptrdiff_t>(at), {node.left, node.right});
  }
  for (std::size_t i = 0; i < tree.nodes.size() * static_cast<std::size_t>(shape.leaf_width); ++i)
    tree.values.push_back((rng.uniform() - 0.5) * (rng.below(10) ? 1 : 1e6));
  return tree;
}

// Numbers on thresholds, beside them, and all that is no common number.
inline std::vector<double> some_features(cases::Rng &rng, const Ensemble &ensemble, const Kind &kind, int64_t n) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<double> thresholds{0};
  for (const Tree &tree : ensemble.trees())
    for (const TreeNode &node : tree.nodes)
      if (node.split == Split::at_most || node.split == Split::below) thresholds.push_back(node.threshold);
  std::vector<double> out;
  for (int64_t i = 0; i < n * ensemble.shape().features; ++i) {
    const double special[] = {std::nan(""), inf, -inf, 0, -0.0, 1e-36, -1e-36, 1e-34,
                              -0.5, -1, 1e30, 16777216, 5e-324, 1e-35, static_cast<double>(1e-35f)};
    double x = 4 * rng.uniform() - 2;
    const double t = thresholds[static_cast<std::size_t>(rng.below(static_cast<int>(thresholds.size())))];
    switch (rng.below(8)) {
      case 0: x = special[rng.below(15)]; break;
      case 1: x = t; break;
      case 2: x = std::nextafter(t, rng.below(2) ? inf : -inf); break;
      case 3: x = std::nextafter(static_cast<float>(t), rng.below(2) ? HUGE_VALF : -HUGE_VALF); break;
      case 4: x = kind.categories ? some_category(rng, kind) : t; break;
      case 5: x = std::nan(""); break;
      default: break;
    }
    out.push_back(x);
  }
  return out;
}

// A table of the same rows in some layout.
struct Layout {
  std::vector<double> doubles;
  std::vector<float> floats;
  RealTable table;
};
inline Layout some_layout(cases::Rng &rng, const std::vector<double> &x, int64_t n, int64_t features) {
  Layout out;
  const int64_t gap = rng.below(3), row = features + gap;
  const int kind = rng.below(4);
  const auto at = [&](int64_t i, int64_t j) {
    if (kind < 2) return i * row + j;
    return kind == 2 ? j * n + i : j * n + n - 1 - i;  // columns first; backwards
  };
  out.doubles.assign(static_cast<std::size_t>(std::max<int64_t>(1, n * row)), 7);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < features; ++j)
      out.doubles[static_cast<std::size_t>(at(i, j))] = x[static_cast<std::size_t>(i * features + j)];
  const bool is_float = rng.below(3) == 0;
  if (is_float) out.floats.assign(out.doubles.begin(), out.doubles.end());
  const auto begin = [&](auto *data) { return data + (kind == 3 ? n - 1 : 0); };
  out.table = {is_float ? static_cast<const void *>(begin(out.floats.data())) : begin(out.doubles.data()),
               is_float,
               n,
               features,
               kind < 2    ? row
               : kind == 2 ? 1
                           : -1,
               kind < 2 ? 1 : n};
  return out;
}

struct Case {
  Ensemble ensemble;
  Kind kind;
};

// trees_per_model: given, since the number of trees is a multiple of it.
inline Case some_case(cases::Rng &rng, int c, int64_t trees_per_model = 1) {
  EnsembleShape shape;
  shape.features = rng.between(1, 6);
  shape.outputs = c % 3 == 0 ? rng.between(2, 5) : 1;
  shape.leaf_width = c % 6 == 0 ? shape.outputs : 1;
  shape.trees_per_model = trees_per_model;
  shape.float_features = c % 2;
  shape.summation = c % 4 < 2 ? Summation::float32 : Summation::float64;
  if (c % 5 == 0) shape.base.assign(static_cast<std::size_t>(shape.outputs), 0.3);
  Kind kind;
  kind.categories = c % 7 < 3;
  kind.wide_categories = c % 7 == 1;
  kind.zeros = c % 9 < 4;
  kind.grid = c % 11 < 6 ? 6 : 0;
  // Around what a plane, a table of bytes, and all planes hold; and beyond.
  constexpr int sizes[] = {1, 2, 7, 8, 9, 16, 17, 31, 32, 33, 64, 65};
  constexpr int large[] = {255, 256, 257, 300};
  kind.leaves = c % 40 == 39 ? large[rng.below(4)] : c % 4 ? sizes[rng.below(12)] : rng.between(1, 40);
  Case out{Ensemble(shape), kind};
  const auto models = rng.between(1, 6);
  for (int t = 0; t < models * static_cast<int>(trees_per_model); ++t) {
    Kind own = kind;
    if (rng.below(5) == 0) own.leaves = rng.between(1, 12);
    out.ensemble.add(some_tree(rng, shape, own, static_cast<Form>(rng.below(6))));
  }
  return out;
}

}  // namespace tree_cases
