// Forests whose answer is a joint distribution: each tree gives every training row that shares the leaf of a new row
// the weight 1 / (rows of the leaf), and the weights' mean over the trees is a distribution of label vectors (Y. Lin,
// Y. Jeon, "Random forests and adaptive nearest neighbors", JASA 101, 2006). Marginals alone would lose the dependence
// between the labels of a row.
//
// Growing costs about rows * max_features * depth a tree; an answer costs depth steps a tree and one addition for each
// label vector of a leaf.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/forest/grown_tree.hpp"
#include "core/learners/label_vectors.hpp"
#include "core/learners/learner_options.hpp"
#include "core/learners/model.hpp"

namespace wald::core::learners {

// What concerns a forest; see core/learners/learner_options.def.
struct ForestOptions {
  ForestKind kind = ForestKind::extra_trees;
  ForestCriterion criterion = ForestCriterion::gini;
  int64_t trees = 0, max_features = 0, min_leaf = 0, max_depth = 0;

  ForestOptions() = default;
  ForestOptions(const LearnerOptions &o, ForestKind which)
      : kind(which),
        criterion(o.forest_criterion),
        trees(o.trees),
        max_features(o.max_features),
        min_leaf(o.min_leaf),
        max_depth(o.max_depth) {}
};

class Forest {
 public:
  // Weights that differ are the chances by which each tree draws as many rows as there are, with replacement.
  static Forest grow(const Features &features, LabelVectors vectors, const std::vector<double> &weights,
                     const ForestOptions &options, uint64_t seed, int threads, Monitor &monitor);

  int64_t n_trees() const { return static_cast<int64_t>(trees_.size()); }
  const LabelVectors &vectors() const { return vectors_; }
  const GrownTree &tree(int64_t t) const { return trees_[static_cast<std::size_t>(t)]; }

  // Calls visit(row, weights) for each row: the weights of the label vectors, which sum to 1.
  template <class Visit>
  void each_row(const Features &rows, Monitor &monitor, const Visit &visit) const {
    const int64_t count = vectors_.count(), step = rows_at_once();
    std::vector<double> weights(static_cast<std::size_t>(std::min(step, rows.rows) * count));
    std::vector<float> x;
    for (int64_t first = 0; first < rows.rows; first += step) {
      monitor.at(static_cast<double>(first) / static_cast<double>(rows.rows));
      const int64_t n = std::min(step, rows.rows - first);
      add_weights(rows, first, n, x, weights.data());
      for (int64_t i = 0; i < n; ++i) visit(first + i, weights.data() + i * count);
    }
  }

  void save_members(std::string &out) const;
  static Forest load(const SavedText &text, const SavedValue &object, int64_t n_features, Task task, int64_t n_labels);

 private:
  int64_t rows_at_once() const;
  void add_weights(const Features &rows, int64_t first, int64_t n, std::vector<float> &x, double *weights) const;

  int64_t n_features_ = 0;
  LabelVectors vectors_;
  std::vector<GrownTree> trees_;
};

// What options leave open, for d features.
ForestOptions with_defaults(ForestOptions options, int64_t d);

ModelPointer fit_forest(const Dataset &data, std::string_view argument, const ModelShape &shape,
                        const LearnerOptions &options, Monitor &monitor);
// A single tree on all rows, with the best cuts.
ModelPointer fit_tree(const Dataset &data, std::string_view argument, const ModelShape &shape,
                      const LearnerOptions &options, Monitor &monitor);
ModelPointer load_forest(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
