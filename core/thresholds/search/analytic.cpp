// t_d(x) = low_d + (high_d - low_d) phi_d(1-x), phi_1(u) = u, phi_d(u) = u^p_d: thresholds fall from the
// highest score to the lowest as x rises. The search is over log p, so that p stays above 0; the paper's -log(log A) is
// a monotone function of the area A and would change no comparison, so A itself is maximised. Counts at thresholds
// between levels are interpolated linearly in each coordinate; those that are reported are counted.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/analytic.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/nelder_mead.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/thresholds/search/lattice.hpp"

namespace wald::core::thresholds {

namespace {

constexpr int steps = 1000;  // of the parameter

// Position of each classifier among its levels, from 1 (highest finite) to count-1 (lowest), at parameter x.
class Positions {
 public:
  Positions(const LatticeShape &shape, const std::vector<int32_t> &last) : shape_(shape), last_(last) {}
  double at(std::size_t d, double x, double power) const {
    const double falling = d == 0 ? 1 - x : exponential(power * logarithm(1 - x));  // 1 at the highest threshold
    return 1 + (1 - falling) * (last_[d] - 1);
  }
  const LatticeShape &shape() const { return shape_; }

 private:
  const LatticeShape &shape_;
  const std::vector<int32_t> &last_;
};

template <class Cell>
Flagged interpolated(const std::vector<Cell> &cells, const LatticeShape &shape, const std::vector<double> &position) {
  const std::size_t dims = position.size();
  Flagged out;
  for (uint32_t corner = 0; corner < (1u << dims); ++corner) {
    double share = 1;
    int64_t cell = 0;
    for (std::size_t d = 0; d < dims; ++d) {
      const double whole = std::floor(position[d]), part = position[d] - whole;
      const bool up = corner >> d & 1u;
      share *= up ? part : 1 - part;
      cell += (static_cast<int64_t>(whole) + (up && part > 0 ? 1 : 0)) * shape.stride[d];
    }
    if (share == 0) continue;
    out.tp += share * cells[static_cast<std::size_t>(cell)].tp();
    out.fp += share * cells[static_cast<std::size_t>(cell)].fp();
  }
  return out;
}

template <class Cell>
std::vector<double> best_powers(const std::vector<Cell> &cells, const Positions &positions, std::size_t dims,
                                Monitor &monitor) {
  constexpr double step = 0.7, tolerance = 1e-9;
  constexpr int most = 400;
  int evaluations = 0;
  const auto minus_area = [&](const std::vector<double> &log_power) {
    monitor.at(std::min(1.0, static_cast<double>(evaluations++) / most));
    Flagged before;
    double area = 0;
    std::vector<double> position(dims);
    for (int k = 0; k <= steps; ++k) {
      const double x = static_cast<double>(k) / steps;
      for (std::size_t d = 0; d < dims; ++d)
        position[d] = positions.at(d, x, d == 0 ? 1 : exponential(log_power[d - 1]));
      const Flagged now = interpolated(cells, positions.shape(), position);
      area += 0.5 * (now.fp - before.fp) * (now.tp + before.tp);
      before = now;
    }
    return -area;
  };
  return nelder_mead(minus_area, std::vector<double>(dims - 1), step, tolerance, most);
}

ThresholdFrontier analytic_frontier(const SearchProblem &problem) {
  const Sample &sample = problem.sample;
  const int64_t lattice_cells = problem.options.limits.lattice_cells;
  const CostAxis cost_axis = problem.criterion.cost_axis();
  Monitor &monitor = problem.monitor;
  int64_t grid = problem.options.grid;
  if (grid < 2) fail(Status::argument, "grid is ", grid, ": must be at least 2");
  const auto dims = static_cast<std::size_t>(sample.dims());
  constexpr std::size_t most_dims = 16;
  if (dims > most_dims)
    fail(Status::unsupported, "n_scores is ", dims, ": the analytic method takes at most ", most_dims,
         " classifiers, since it interpolates between 2^n cells");
  while (grid > 2 && lattice_cells_of(grid + 2, sample.dims()) > lattice_cells) --grid;
  std::vector<Levels> levels;
  std::vector<int32_t> last;  // the lowest of the equally spaced levels, below which only "restricts nothing" stands
  for (std::size_t d = 0; d < dims; ++d) {
    levels.push_back(equal_levels(sample, static_cast<int64_t>(d), grid));
    const bool off = sample.rule() == Rule::all && levels[d].count() > 2 &&
                     levels[d].at.back() == sample.rated_from()[d] && std::isinf(levels[d].at.back());
    last.push_back(levels[d].count() - (off ? 2 : 1));
  }
  const RankedSample rows = rank_rows(sample, levels);
  const LatticeShape shape(rows.levels);
  if (shape.cells > lattice_cells)
    fail(Status::unsupported, "n_scores is ", dims, ": a lattice of 2 levels each has more than ", lattice_cells,
         " cells");
  std::vector<std::vector<double>> chain = {rows.nothing()};
  if (std::any_of(last.begin(), last.end(), [](int32_t l) { return l < 1; }))
    return chain_frontier(sample, chain, cost_axis);
  const Positions positions(shape, last);
  std::vector<double> log_power;
  if (dims > 1) {
    log_power = packs(rows) ? best_powers(count_lattice<PackedCell>(rows, shape), positions, dims, monitor)
                            : best_powers(count_lattice<RealCell>(rows, shape), positions, dims, monitor);
  }
  for (int k = 0; k <= steps; ++k) {
    std::vector<double> t;
    for (std::size_t d = 0; d < dims; ++d) {
      const double power = d == 0 ? 1 : exponential(log_power[d - 1]);
      const double share =
          last[d] == 1 ? 0 : (positions.at(d, static_cast<double>(k) / steps, power) - 1) / (last[d] - 1);
      const double high = levels[d].at[1], low = levels[d].at[static_cast<std::size_t>(last[d])];
      const double before = chain.back()[d];
      t.push_back(std::min(before, k == steps ? low : high * (1 - share) + low * share));
    }
    chain.push_back(t);
  }
  return chain_frontier(sample, chain, cost_axis);
}

}  // namespace

bool search_analytic(const SearchProblem &problem, SearchRun &run) {
  run.out.frontier = analytic_frontier(problem);
  run.out.quantiles = true;
  return true;
}

}  // namespace wald::core::thresholds
