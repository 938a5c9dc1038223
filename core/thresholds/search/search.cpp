// The table of searches: method, number of classifiers and what is wanted of the frontier say which one runs.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/search.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "core/thresholds/search/analytic.hpp"
#include "core/thresholds/search/best_single.hpp"
#include "core/thresholds/search/boxes/best_boxes.hpp"
#include "core/thresholds/search/direct.hpp"
#include "core/thresholds/search/one_label/rank_path.hpp"
#include "core/thresholds/search/path.hpp"
#include "core/thresholds/search/stacked.hpp"

namespace wald::core::thresholds {
namespace {

constexpr int64_t any_number = std::numeric_limits<int64_t>::max();
constexpr int64_t most_on_lattice = most_classifiers_in_boxes;

// What of the frontier a search gives: all of it, or the best point and what lies next to it.
enum class Gives : uint8_t { frontier, best_point };

struct SearchRow {
  Method method;
  int64_t fewest, most;  // classifiers
  Gives gives;
  // False: declined, and the next row is asked.
  bool (*run)(const SearchProblem &problem, SearchRun &run);

  constexpr bool serves(Method asked, int64_t classifiers, bool whole_frontier) const {
    return asked == method && fewest <= classifiers && classifiers <= most &&
           !(whole_frontier && gives == Gives::best_point);
  }
};

// Goals and limits decide by declining. One score without a sort: where nothing is allowed, or rows are few. Boxes:
// where the proof would take more work than it is worth. The best pair: where there are few pairs, or the best need not
// be at a corner of the hull (pair_optimum.hpp). A lattice: where quantiles stood for levels.
constexpr SearchRow searches[] = {
    {Method::direct, 1, 1, Gives::best_point, search_one_score},
    {Method::direct, 1, 1, Gives::frontier, search_levels},
    {Method::direct, 2, most_on_lattice, Gives::best_point, search_boxes},
    {Method::direct, 2, 2, Gives::best_point, search_best_pair},
    {Method::direct, 2, 2, Gives::frontier, search_all_pairs},
    {Method::direct, 3, most_on_lattice, Gives::frontier, search_lattice},
    {Method::direct, 3, most_on_lattice, Gives::frontier, ascend_from_lattice},
    {Method::direct, most_on_lattice + 1, any_number, Gives::frontier, ascend_from_starts},
    {Method::path, 1, any_number, Gives::frontier, search_path},
    {Method::path_equal, 1, any_number, Gives::frontier, search_path},
    {Method::analytic, 1, any_number, Gives::frontier, search_analytic},
    {Method::stacked, 1, any_number, Gives::frontier, search_stacked},
    {Method::best_single, 1, any_number, Gives::frontier, search_best_single},
};

constexpr bool serves_all() {
  for (std::size_t word = 0; word < std::size(method_words); ++word)
    for (int64_t classifiers = 1; classifiers <= most_on_lattice + 1; ++classifiers) {
      bool served = false;
      for (const SearchRow &row : searches)
        served = served || row.serves(static_cast<Method>(method_words[word].value), classifiers, true);
      if (!served) return false;
    }
  return true;
}
static_assert(serves_all(), "a search for each method and number of classifiers");

// How many thresholds of each classifier may be tried together to see the whole frontier.
bool is_small(const SearchProblem &problem) {
  const SearchLimits &limits = problem.options.limits;
  const int64_t dims = problem.sample.dims(), cells = lattice_cells_of(problem.sample.positives().size() + 1, dims);
  return cells <= (dims == 2 ? std::min(limits.tried_pairs, limits.pair_cells) : limits.lattice_cells);
}

// Under "and" thresholds flag labelled rows alone if one of them, whichever, is not below its cut. The best are those
// of as many searches, each with one cut. The hull needs the frontiers of all, where these are small.
SearchResult search_cut_by_cut(const SearchProblem &problem) {
  const Sample &all = problem.sample;
  SearchResult out;
  out.frontier.exact = true;
  const auto dims = static_cast<double>(all.dims());
  const bool whole_frontier = problem.whole_frontier || is_small(problem);
  for (int64_t d = 0; d < all.dims(); ++d) {
    const Sample own = all.reaching(d);
    if (own.positives().size() == 0) continue;
    PartMonitor part(problem.monitor, static_cast<double>(d) / dims, static_cast<double>(d + 1) / dims);
    SearchResult found =
        thresholds::search(SearchProblem{own, problem.criterion, problem.options, whole_frontier, part});
    out.quantiles |= found.quantiles;
    out.local_optimum |= found.local_optimum;
    out.frontier = out.frontier.points.empty() ? std::move(found.frontier)
                                               : merged(out.frontier, found.frontier, problem.criterion.cost_axis());
  }
  return out;
}

}  // namespace

SearchResult search(const SearchProblem &problem) {
  if (problem.criterion.by_one_label()) return search_rank_path(problem.sample, problem.criterion, problem.whole_frontier);
  if (problem.sample.rated_by_any() && problem.options.method == Method::direct) return search_cut_by_cut(problem);
  SearchRun run;
  for (const SearchRow &row : searches)
    if (row.serves(problem.options.method, problem.sample.dims(), problem.whole_frontier) && row.run(problem, run))
      return std::move(run.out);
  fail(Status::internal, "no search serves the method");
}

}  // namespace wald::core::thresholds
