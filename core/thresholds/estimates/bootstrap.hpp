// Samples drawn anew, by Poisson weights on the cells of a lattice: what a row's weight would be in a bootstrap is
// Poisson(1) to a good approximation, and rows that share a cell share their fate, so that one draw for a cell serves
// all of its rows. The cost of a replicate does not depend on the number of rows.
//
// Rows of equal weight w in a cell of m rows draw w Poisson(m), exactly what their sum would. Unequal weights draw
// (S2/S1) Poisson(S1^2/S2), with S1 and S2 the sums of the weights and of their squares: the same mean and variance.
#pragma once

#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/numeric/random/poisson.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/frontier/threshold_frontier.hpp"
#include "core/thresholds/search/lattice.hpp"

namespace wald::core::thresholds {

// A weight of which many draws are taken.
class ResampledWeight {
 public:
  // effective: of the rows that make up the total, RowSet::effective_weight.
  ResampledWeight(double total, double effective)
      : poisson_(effective > 0 ? total / effective : 0), unit_(effective > 0 ? effective : 0) {}
  double operator()(Random &random) const { return unit_ > 0 ? unit_ * poisson_(random) : 0; }

 private:
  Poisson poisson_;
  double unit_;
};

// Weights of all rows of a sample drawn anew.
struct DrawnTotals {
  double positives = 0, negatives = 0, unrated = 0;
  // What is asked, of this sample: with as many rows as `asked` would count in it.
  Criterion criterion(const Criterion &asked) const;
};

class CellBootstrap {
 public:
  // sample: with exact sums, Sample::exact.
  CellBootstrap(const Sample &sample, const std::vector<Levels> &levels);

  struct Replicate {
    ParetoFrontier points;
    DrawnTotals totals;  // flagged by some level or not
  };
  // The cells of a replicate, kept from one to the next: new memory costs more than what is done in it.
  struct Workspace {
    std::vector<PackedCell> packed;
    std::vector<RealCell> real;
  };
  Replicate draw(CostAxis cost_axis, uint64_t seed, uint64_t round, Workspace &workspace) const;
  std::vector<double> thresholds(const FrontierPoint &point) const;
  int64_t cells() const { return shape_.cells; }

 private:
  struct Occupied {
    int64_t cell;
    ResampledWeight weight;
  };
  template <class Cell>
  Replicate draw_cells(CostAxis cost_axis, uint64_t seed, uint64_t round, std::vector<Cell> &cells) const;

  RankedSample rows_;  // their levels; the rows themselves are in the cells
  LatticeShape shape_;
  std::vector<Occupied> positives_, negatives_;
  ResampledWeight hidden_positives_, hidden_negatives_;  // rows that no level flags
  ResampledWeight unrated_;
  bool packed_;
};

// The thresholds that are chosen in each of `rounds` replicates. The same for any number of threads.
std::vector<std::vector<double>> bootstrap_thresholds(const CellBootstrap &bootstrap, const Criterion &criterion,
                                                      int64_t rounds, uint64_t seed, int threads, Monitor &monitor);

}  // namespace wald::core::thresholds
