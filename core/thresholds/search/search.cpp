#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/search.hpp"

#include "core/thresholds/search/analytic.hpp"
#include "core/thresholds/search/best_single.hpp"
#include "core/thresholds/search/direct.hpp"
#include "core/thresholds/search/path.hpp"
#include "core/thresholds/search/stacked.hpp"

namespace wald::core::thresholds {

std::vector<Levels> path_levels(const Sample &sample, const ThresholdSearch &options) {
  const int64_t cells = options.limits.lattice_cells;
  if (options.method == Method::path) return lattice_levels(sample, cells);
  int64_t grid = options.grid;
  while (grid > 2 && lattice_cells_of(grid + 2, sample.dims()) > cells) --grid;
  std::vector<Levels> out;
  for (int64_t d = 0; d < sample.dims(); ++d) out.push_back(equal_levels(sample, d, grid));
  return out;
}

SearchResult search(const Sample &sample, const Criterion &criterion, const ThresholdSearch &options,
                    bool whole_frontier, Monitor &monitor) {
  SearchResult out;
  switch (options.method) {
    case Method::direct: return search_direct(sample, criterion, options.limits, whole_frontier, monitor);
    case Method::path:
    case Method::path_equal: {
      const RankedSample rows = rank_rows(sample, path_levels(sample, options), criterion.cost_axis());
      const Path path = longest_path(LatticeCounts(rows), {}, monitor);
      out.frontier = path_frontier(rows, path);
      if (whole_frontier) out.path = path_thresholds(rows, path);
      out.quantiles = rows.uses_quantiles();
      return out;
    }
    case Method::analytic:
      out.frontier =
          analytic_frontier(sample, options.grid, options.limits.lattice_cells, criterion.cost_axis(), monitor);
      out.quantiles = true;
      return out;
    case Method::stacked: return search_stacked(sample, criterion, options, monitor);
    case Method::best_single: return search_best_single(sample, criterion, options.limits, monitor);
  }
  return out;
}

}  // namespace wald::core::thresholds
