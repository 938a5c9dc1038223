// A cascade over trees as bit vectors: many rows side by side, a lane each. A lane whose row has been decided is idle
// until a quarter of them are; then the others close up.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/bits/bit_forest.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core::cascades {

class BitCascade {
 public:
  // order: the trees in their order, trees_per_model for each position.
  BitCascade(const trees::Ensemble &ensemble, const Policy &policy, const std::vector<int64_t> &order,
             const trees::bits::Level &level);

  // Whether this many rows are decided faster than by walking.
  bool pays(int64_t rows) const { return forest_.pays(rows, share_, lanes_of_row); }

  // Of each row, as in run_table; each may have no data.
  struct Answers {
    Strided<int32_t> decisions, counts;
    double *sums = nullptr;
  };
  // All as they were given before.
  void run(const trees::Ensemble &ensemble, const Policy &policy, const std::vector<int64_t> &order, const RealTable &features,
           int threads, Monitor &monitor, const Answers &answers) const;

 private:
  // A position's bins without gaps, so that none is searched for; where there are too many, none.
  struct Bins {
    int64_t first = 0;
    std::vector<int64_t> low, high;  // low above high: fitting never saw the bin
  };

  template <class Sum>
  struct Lanes;
  template <class Sum, class Real>
  class Run;

  static constexpr double lanes_of_row = 1.5;  // idle ones beside the row's

  trees::bits::Forest forest_;
  double share_;  // of the models that a row is expected to ask
  // Each model is one tree: values of leaves as whole numbers, of 32 bits where all sums of them fit, in the order
  // in which trees run; of trees that are walked, by places in the walk.
  bool whole_;
  std::variant<trees::bits::Tables<int32_t>, trees::bits::Tables<int64_t>> values_;
  std::vector<std::vector<int64_t>> walked_;
  trees::bits::Tables<double> scores_;  // else: by the tree
  std::vector<Bins> bins_;       // of each position
};

}  // namespace wald::core::cascades
