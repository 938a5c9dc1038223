// Growing one decision tree on label vectors: CART and extra-trees (P. Geurts, D. Ernst, L. Wehenkel, "Extremely
// randomized trees", Machine Learning 63, 2006). A node is split where the criterion of its two children is best:
//   gini  the least sum over the labels of their variances, weighted by rows; with one label, or with classes as
//         labels, that is the Gini index,
//   f     the largest sum over the rows of the best expected F1 of one answer for all rows of a child ([W14] 7.1.2).
// What is counted at a cut are whole numbers, so that dense and sparse rows give the same tree, bit for bit.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/learners/dataset.hpp"
#include "core/learners/label_vectors.hpp"
#include "core/learners/learner_options.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core::learners {

// Training rows as trees are grown on them: features cut to float, each one's values side by side, or compressed rows.
struct TreeRows {
  int64_t rows = 0, features = 0;
  bool is_sparse = false;
  std::vector<float> columns;  // dense: feature f holds columns[f rows] ... columns[(f+1) rows - 1]
  std::vector<int64_t> begin;  // sparse: without zeros
  std::vector<int32_t> indices;
  std::vector<float> values;

  // Dense or sparse by what is faster.
  static TreeRows of(const Features &features);
};

// What is counted of a node's rows, cell by cell: gini counts rows by label; f by label and number of labels, and the
// empty ones.
struct TreeCells {
  ForestCriterion criterion = ForestCriterion::gini;
  // Of each cell, in ascending order; the empty vectors' has label -1.
  std::vector<int32_t> label, size;
  // The cells of each label vector.
  std::vector<int64_t> begin;
  std::vector<int32_t> of_vector;

  TreeCells(ForestCriterion criterion, const LabelVectors &vectors);
  int64_t count() const { return static_cast<int64_t>(label.size()); }
};

struct TreeGrowth {
  bool random_cuts = true;                 // one random cut per feature, instead of the best one
  bool bootstrap = false;                  // on as many rows drawn with replacement
  std::vector<double> cumulative_weights;  // of rows, by which they are drawn; empty: all alike
  // Without bootstrap, how often each row takes part: the whole part so often, and once more by the chance that the
  // rest says. Empty: once each.
  std::vector<double> times;
  int64_t max_features = 1;  // tried at a node; those without a cut count, but one that has some is always tried
  int64_t min_leaf = 1;      // rows
  int64_t max_depth = 0;     // 0: no limit
};

// Trees compare floats; what is beyond their range is cut to it.
inline float feature_as_float(double x) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(x > most ? most : x < -most ? -most : x);
}

// A leaf leads to itself. Its number is kept above the bits that a walk looks at.
inline trees::WalkNode<float> leaf_node(int32_t node, int32_t leaf) {
  return {std::numeric_limits<float>::infinity(), 0, node, 1 + 4 * leaf};
}
inline int32_t leaf_number(const trees::WalkNode<float> &node) { return node.kind >> 2; }

// A grown tree as it is walked, and which label vectors came to each leaf.
struct GrownTree {
  struct Leaf {
    int32_t begin, count;  // in parts
    int32_t rows;
    int32_t first;  // the label vector of the first part
  };
  struct Part {
    int32_t vector;
    int32_t rows;
  };
  trees::WalkTree walk;
  std::vector<Leaf> leaves;
  std::vector<Part> parts;  // of a leaf side by side, vectors ascending

  bool is_leaf(std::size_t node) const { return walk.floats[node].left == static_cast<int32_t>(node); }
  const Leaf &leaf(std::size_t node) const { return leaves[static_cast<std::size_t>(leaf_number(walk.floats[node]))]; }
};

// At most this many, so that a leaf's number has room beside two bits.
constexpr int64_t max_tree_rows = int64_t{1} << 29;

// The same tree for the same seed, wherever it is grown.
GrownTree grow_tree(const TreeRows &rows, const LabelVectors &vectors, const TreeCells &cells, const TreeGrowth &growth,
                    uint64_t seed, Monitor &monitor);

// The most that sum_i p_i F1(y_i, h) comes to for one answer h, where p counts rows by cell: counts[c] rows in each
// cell of `cells` (ascending), of the f criterion. The answer may be empty.
class BestF {
 public:
  explicit BestF(const TreeCells &cells);
  double operator()(const int32_t *slots, const int32_t *counts, int64_t n);

 private:
  const TreeCells &cells_;
  std::vector<double> reciprocals_;  // 2 / j
  std::vector<double> gains_;
};

}  // namespace wald::core::learners
