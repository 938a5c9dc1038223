// A cascade over the trees of an ensemble: rows of features go in, decisions come out, and the trees that are not
// needed are not walked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/arrays.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core {

// The threshold to fit a cascade with, so that it decides at or above `margin` of the whole sum, base included.
double threshold_without_base(const Ensemble &ensemble, double margin);

class TreeCascade {
 public:
  // The ensemble and policy are copied, in the order in which trees are asked. Their models must be as many, and with
  // K outputs their classes.
  TreeCascade(const Ensemble &ensemble, Policy policy);

  const Policy &policy() const { return policy_; }

  // Decides each row; decisions, counts as in run_table: the same as it would of the ensemble's model_scores.
  void run(const RealTable &features, int threads, Monitor &monitor, Strided<int32_t> decisions,
           Strided<int64_t> counts) const;

 private:
  struct Workspace;
  template <class Real>
  void run_batch(const Real *features, int64_t stride, int64_t n, Workspace &workspace) const;

  EnsembleShape shape_;
  Policy policy_;
  std::vector<Tree> trees_;  // in the order of the cascade
  std::vector<WalkTree> walks_;
  // Each model adds at most one tree to an output: values of leaves as whole numbers, in the order they are walked.
  bool whole_ = false;
  std::vector<std::vector<int64_t>> values_;
};

}  // namespace wald::core
