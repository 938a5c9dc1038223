// Searches each classifier alone and merges what is found.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/best_single.hpp"

#include <utility>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/search/direct.hpp"

namespace wald::core::thresholds {

namespace {

// The threshold at which a classifier restricts nothing.
double off(const Sample &sample, std::size_t d) {
  return sample.rule() == Rule::any ? infinity : sample.rated_by_any() ? -infinity : sample.rated_from()[d];
}

}  // namespace

bool search_best_single(const SearchProblem &problem, SearchRun &run) {
  const Sample &sample = problem.sample;
  SearchResult &out = run.out;
  const auto dims = static_cast<std::size_t>(sample.dims());
  const CostAxis cost_axis = problem.criterion.cost_axis();
  for (std::size_t d = 0; d < dims; ++d) {
    const Sample own = sample.single(static_cast<int64_t>(d));
    ThresholdFrontier alone = levels_frontier(own, cost_axis).frontier;
    std::vector<std::vector<double>> chain;
    for (const double t : alone.thresholds.flat()) {
      std::vector<double> all(dims);
      for (std::size_t e = 0; e < dims; ++e) all[e] = t == infinity ? infinity : off(sample, e);
      all[d] = t;
      chain.push_back(std::move(all));
    }
    // Under "and" a cut of another classifier takes rows away that this one alone would flag.
    if (sample.rule() == Rule::all && sample.has_cut() && !sample.rated_by_any()) {
      if (chain.front()[d] != infinity) chain.insert(chain.begin(), std::vector<double>(dims, infinity));
      alone = chain_frontier(sample, chain, cost_axis);
    } else {
      alone.thresholds = {};
      for (const std::vector<double> &all : chain) alone.thresholds.push_back(all);
    }
    out.frontier = d == 0 ? alone : merged(out.frontier, alone, cost_axis);
  }
  out.frontier.exact = dims == 1;
  return true;
}

}  // namespace wald::core::thresholds
