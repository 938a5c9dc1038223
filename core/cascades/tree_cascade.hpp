// A cascade over the trees of an ensemble: rows of features go in, decisions come out, and the trees that are not
// needed are not walked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/cascades/bit_cascade.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/ensemble.hpp"
#include "core/trees/on_demand.hpp"

namespace wald::core::cascades {

// The threshold to fit a cascade with, so that it decides at or above `margin` of the whole sum, base included.
double threshold_without_base(const trees::Ensemble &ensemble, double margin);

// Throws unless the trees are as many as the policy's models, and their outputs its classes.
void check_fit(const trees::Ensemble &ensemble, const Policy &policy);

class TreeCascade {
 public:
  // They must fit (check_fit).
  TreeCascade(trees::Ensemble ensemble, Policy policy);

  const Policy &policy() const { return policy_; }
  const trees::Ensemble &ensemble() const { return ensemble_; }

  std::string save() const;

  // Decides each row; decisions, counts, sums as in run_table: the same as it would of the ensemble's model_scores. Many rows
  // by bit vectors, few by walking.
  void run(const RealTable &features, int threads, Monitor &monitor, Strided<int32_t> decisions,
           Strided<int32_t> counts, double *sums = nullptr) const;
  void run_walking(const RealTable &features, int threads, Monitor &monitor, Strided<int32_t> decisions,
                   Strided<int32_t> counts, double *sums = nullptr) const;
  void run_bits(const trees::bits::Level &level, const RealTable &features, int threads, Monitor &monitor,
                Strided<int32_t> decisions, Strided<int32_t> counts, double *sums = nullptr) const;

 private:
  struct Workspace;
  template <class Real>
  void run_row(const Real *row, int32_t &decision, int32_t &count, int64_t &sum) const;
  template <class Real>
  void run_batch(const Real *features, int64_t stride, int64_t n, Workspace &workspace) const;

  trees::Ensemble ensemble_;
  Policy policy_;
  std::vector<int64_t> order_;  // trees in their order
  // Each model adds at most one tree to an output: values of leaves as whole numbers, in the order they are walked.
  bool whole_ = false;
  std::vector<std::vector<int64_t>> values_;
  trees::OnDemand<BitCascade> bits_;
};

// What Policy::save or TreeCascade::save wrote.
struct LoadedCascade {
  Policy policy;
  std::optional<trees::Ensemble> trees;
};
LoadedCascade load_cascade(std::string_view text);

}  // namespace wald::core::cascades
