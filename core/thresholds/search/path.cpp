// Finds the longest path through a lattice of levels.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/path.hpp"

#include <algorithm>

#include "core/numeric/random/mix.hpp"

namespace wald::core::thresholds {

namespace {

// Whether an edge is there depends on nothing but its number.
class Dropped {
 public:
  explicit Dropped(const EdgeDropout &d)
      : key_(mix_bits(d.seed + 0x9e3779b97f4a7c15u * (d.round + 1))), share_(d.share) {}
  bool operator()(int64_t cell, std::size_t d) const {
    const uint64_t bits = mix_bits(key_ + static_cast<uint64_t>(cell) * max_classifiers + d);
    return static_cast<double>(bits >> 11) * 0x1p-53 < share_;
  }

 private:
  uint64_t key_;
  double share_;
};

template <class Cell>
Path longest(const std::vector<Cell> &cells, const LatticeShape &shape, const EdgeDropout &dropout, Monitor &monitor) {
  using Area = typename Cell::Area;
  const std::size_t dims = shape.levels.size();
  const Dropped dropped(dropout);
  const bool whole_graph = dropout.share == 0;
  std::vector<Area> best(cells.size());
  std::vector<uint8_t> from(cells.size());
  std::vector<int32_t> level(dims, 0);
  for (int64_t c = 0; c < shape.cells; ++c) {
    const Cell &here = cells[static_cast<std::size_t>(c)];
    // Of equal areas the first classifier's step; a cell that lost all its edges keeps them.
    const auto look = [&](bool all) {
      Area most = -1;
      for (std::size_t d = 0; d < dims; ++d) {
        if (level[d] == 0 || (!all && dropped(c, d))) continue;
        const auto before = static_cast<std::size_t>(c - shape.stride[d]);
        const Area area = best[before] + Cell::trapezoid(cells[before], here);
        if (area > most) {
          most = area;
          from[static_cast<std::size_t>(c)] = static_cast<uint8_t>(d);
        }
      }
      return most;
    };
    Area most = look(whole_graph);
    if (most < 0 && !whole_graph) most = look(true);
    best[static_cast<std::size_t>(c)] = std::max<Area>(most, 0);
    for (std::size_t d = dims; d-- > 0;) {
      if (++level[d] < shape.levels[d]) break;
      level[d] = 0;
    }
    if (c % (1 << 16) == 0) monitor.at(static_cast<double>(c) / static_cast<double>(shape.cells));
  }
  Path out;
  out.area = 0.5 * static_cast<double>(best.back());
  for (int64_t c = shape.cells - 1;; c -= shape.stride[from[static_cast<std::size_t>(c)]]) {
    out.cells.push_back(c);
    if (c == 0) break;
  }
  std::reverse(out.cells.begin(), out.cells.end());
  return out;
}

}  // namespace

Path longest_path(const LatticeCounts &counts, const EdgeDropout &dropout, Monitor &monitor) {
  if (!(dropout.share >= 0 && dropout.share < 1))
    fail(Status::argument, "dropout is ", dropout.share, ": must lie in [0, 1)");
  return counts.real.empty() ? longest(counts.packed, counts.shape, dropout, monitor)
                             : longest(counts.real, counts.shape, dropout, monitor);
}

std::vector<std::vector<double>> path_thresholds(const RankedSample &rows, const Path &path) {
  const LatticeShape shape(rows.levels);
  std::vector<std::vector<double>> out;
  for (const int64_t cell : path.cells) {
    std::vector<double> at = rows.thresholds(shape.level(cell));
    if (out.empty() || at != out.back()) out.push_back(std::move(at));  // several levels may mean "all"
  }
  return out;
}

ThresholdFrontier path_frontier(const RankedSample &rows, const Path &path) {
  const LatticeShape shape(rows.levels);
  // Counts along the path alone: the step at which the path first flags a row.
  std::vector<std::vector<int32_t>> step_at(rows.levels.size());  // of each level of each classifier
  for (std::size_t d = 0; d < step_at.size(); ++d)
    step_at[d].assign(static_cast<std::size_t>(shape.levels[d]) + 1, static_cast<int32_t>(path.cells.size()));
  for (std::size_t k = path.cells.size(); k-- > 0;) {
    const std::vector<int32_t> level = shape.level(path.cells[k]);
    for (std::size_t d = 0; d < level.size(); ++d)
      step_at[d][static_cast<std::size_t>(level[d])] = static_cast<int32_t>(k);
  }
  std::vector<double> tp(path.cells.size() + 1), fp(path.cells.size() + 1);
  const auto add = [&](const RankedRows &set, std::vector<double> &to) {
    for (int64_t i = 0; i < set.size(); ++i) {
      int32_t step = step_at[0][static_cast<std::size_t>(set.row(i)[0])];
      for (std::size_t d = 1; d < step_at.size(); ++d) {
        const int32_t other = step_at[d][static_cast<std::size_t>(set.row(i)[d])];
        step = rows.rule == Rule::any ? std::min(step, other) : std::max(step, other);
      }
      to[static_cast<std::size_t>(step)] += set.weight(i);
    }
  };
  add(rows.positives, tp);
  add(rows.negatives, fp);
  ParetoBuilder builder(rows.cost_axis, false, 0);
  double tp_sum = 0, fp_sum = 0;
  for (std::size_t k = 0; k < path.cells.size(); ++k) {
    tp_sum += tp[k];
    fp_sum += fp[k];
    builder.add(tp_sum, fp_sum, k);
  }
  ThresholdFrontier out = with_thresholds(
      rows, builder.take(), [&](uint64_t k) { return shape.level(path.cells[static_cast<std::size_t>(k)]); });
  out.exact = false;
  return out;
}

std::vector<Levels> path_levels(const Sample &sample, const ThresholdSearch &options) {
  const int64_t cells = options.limits.lattice_cells;
  if (options.method == Method::path) return lattice_levels(sample, cells);
  int64_t grid = options.grid;
  while (grid > 2 && lattice_cells_of(grid + 2, sample.dims()) > cells) --grid;
  std::vector<Levels> out;
  for (int64_t d = 0; d < sample.dims(); ++d) out.push_back(equal_levels(sample, d, grid));
  return out;
}

bool search_path(const SearchProblem &problem, SearchRun &run) {
  SearchResult &out = run.out;
  const RankedSample rows =
      rank_rows(problem.sample, path_levels(problem.sample, problem.options), problem.criterion.cost_axis());
  const Path path = longest_path(LatticeCounts(rows), {}, problem.monitor);
  out.frontier = path_frontier(rows, path);
  if (problem.whole_frontier) out.path = path_thresholds(rows, path);
  out.quantiles = rows.uses_quantiles();
  return true;
}

}  // namespace wald::core::thresholds
