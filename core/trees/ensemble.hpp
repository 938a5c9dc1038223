// Additive ensembles of decision trees: what XGBoost, LightGBM, scikit-learn and others train, and how they are
// evaluated. An ensemble has K outputs (1, or one per class); a tree adds a value to one of them, or to each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/on_demand.hpp"
#include "core/trees/tree.hpp"

namespace wald::core::trees {

struct BitSums;

class Ensemble {
 public:
  explicit Ensemble(EnsembleShape shape);

  // Checks the tree: every node but the root has one parent, features and categories are in range, values are finite.
  void add(Tree tree);

  const EnsembleShape &shape() const { return shape_; }
  int64_t n_trees() const { return static_cast<int64_t>(trees_.size()); }
  // Complete models: throws if trees are left over.
  int64_t n_models() const;
  const Tree &tree(int64_t t) const { return trees_[static_cast<std::size_t>(t)]; }
  const WalkTree &walk(int64_t t) const { return walks_[static_cast<std::size_t>(t)]; }
  const std::vector<Tree> &trees() const { return trees_; }
  const std::vector<WalkTree> &walks() const { return walks_; }

  // Sums of all trees, base included: out[i outputs + k]. NaN is a missing feature.
  void evaluate(const RealTable &features, int threads, Monitor &monitor, double *out) const;
  // The score of each model for each row and output, without the base: what a cascade is fitted to.
  // out[(i models + t) outputs + k].
  void model_scores(const RealTable &features, int threads, Monitor &monitor, double *out) const;

  std::string save() const;

 private:
  // The trees as bit vectors, where this many rows are evaluated faster by them.
  std::shared_ptr<const BitSums> bits_for(int64_t rows) const;

  EnsembleShape shape_;
  std::vector<Tree> trees_;
  std::vector<WalkTree> walks_;
  OnDemand<BitSums> bits_;
};

Ensemble load_ensemble(std::string_view text);

}  // namespace wald::core::trees
