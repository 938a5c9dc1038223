// Smooths thresholds: means or medians over samples, or medians over paths that lost edges.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/smoothing.hpp"

#include <algorithm>

#include "core/numeric/parallel.hpp"
#include "core/thresholds/estimates/bagged.hpp"
#include "core/thresholds/estimates/replicates.hpp"
#include "core/thresholds/search/path.hpp"

namespace wald::core::thresholds {

std::vector<double> median_thresholds(const std::vector<std::vector<double>> &replicates) {
  std::vector<double> out;
  for (std::size_t d = 0; d < replicates.front().size(); ++d) {
    std::vector<double> values;
    for (const auto &t : replicates) values.push_back(t[d]);
    // The lower of two middle values is one that was chosen.
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    out.push_back(*middle);
  }
  return out;
}

std::vector<double> smoothed_thresholds(const Sample &sample, const Criterion &criterion,
                                        const ThresholdSearch &options, const std::vector<double> &found,
                                        Monitor &monitor) {
  if (options.smoothing == Smoothing::bagged && sample.dims() == 1) {
    const std::optional<double> averaged = bagged_threshold(sample, criterion, options, monitor);
    return averaged ? std::vector<double>{*averaged} : found;
  }
  if (options.smoothing == Smoothing::bagged)
    return median_thresholds(replicate_thresholds(sample, criterion, options, options.smoothing_rounds, monitor));
  const RankedSample rows = rank_rows(sample, path_levels(sample, options), criterion.cost_axis());
  const LatticeCounts counts(rows);
  std::vector<std::vector<double>> chosen(static_cast<std::size_t>(options.smoothing_rounds));
  parallel_for(options.smoothing_rounds, worker_count(options.threads, options.smoothing_rounds), monitor,
               [&](int64_t round, int, Monitor &inner) {
                 const EdgeDropout dropout{options.dropout, options.seed, static_cast<uint64_t>(round)};
                 const ThresholdFrontier frontier = path_frontier(rows, longest_path(counts, dropout, inner));
                 chosen[static_cast<std::size_t>(round)] =
                     frontier.thresholds[static_cast<std::size_t>(criterion.choose(frontier.points).index)];
               });
  return median_thresholds(chosen);
}

}  // namespace wald::core::thresholds
