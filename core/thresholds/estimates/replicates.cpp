// Chooses thresholds in samples drawn anew, by cells or by rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/replicates.hpp"

#include "core/numeric/parallel.hpp"
#include "core/numeric/quantile.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"

namespace wald::core::thresholds {

namespace {

// Rows of the sorted sample, each as often as it is drawn.
Sample drawn_rows(const Sample &sorted, uint64_t seed, uint64_t round) {
  Random random(seed, round);
  const Poisson once(1);
  return sorted.reweighted([&](int, double weight) { return weight * once(random); });
}

std::vector<std::vector<double>> by_rows(const Sample &sample, const Criterion &criterion,
                                         const ThresholdSearch &options, int64_t rounds, Monitor &monitor) {
  const Sample sorted = sample.sorted();
  std::vector<std::vector<double>> out(static_cast<std::size_t>(rounds));
  parallel_for(rounds, worker_count(options.threads, rounds), monitor, [&](int64_t round, int, Monitor &inner) {
    const Sample drawn = drawn_rows(sorted, options.seed, static_cast<uint64_t>(round));
    std::vector<double> &chosen = out[static_cast<std::size_t>(round)];
    chosen.assign(static_cast<std::size_t>(sample.dims()), std::numeric_limits<double>::infinity());
    if (drawn.positives().size() == 0) return;  // nothing is flagged
    const DrawnTotals totals{drawn.positives().total(), drawn.negatives().total(), drawn.unrated().total()};
    const Criterion own = totals.criterion(criterion);
    const ThresholdFrontier frontier = search({drawn, own, options, false, inner}).frontier;
    chosen = frontier.thresholds[static_cast<std::size_t>(own.choose(frontier.points).index)];
  });
  return out;
}

}  // namespace

std::vector<std::vector<double>> replicate_thresholds(const Sample &sample, const Criterion &criterion,
                                                      const ThresholdSearch &options, int64_t rounds,
                                                      Monitor &monitor) {
  constexpr int64_t fewest_levels = 6;
  const bool on_cells =
      options.method == Method::direct && !sample.rated_by_any() &&
      (sample.dims() <= 2 || lattice_cells_of(fewest_levels, sample.dims()) <= options.bootstrap_cells);
  if (!on_cells) return by_rows(sample, criterion, options, rounds, monitor);
  const CellBootstrap bootstrap(sample, lattice_levels(sample, options.bootstrap_cells));
  return bootstrap_thresholds(bootstrap, criterion, rounds, options.seed, options.threads, monitor);
}

std::vector<Interval> threshold_intervals(const Sample &sample, const Criterion &criterion,
                                          const ThresholdSearch &options, Monitor &monitor) {
  const auto replicates = replicate_thresholds(sample, criterion, options, options.bootstrap, monitor);
  const double tail = (1 - options.level) / 2;
  std::vector<Interval> out;
  for (std::size_t d = 0; d < static_cast<std::size_t>(sample.dims()); ++d) {
    std::vector<double> values;
    for (const auto &t : replicates) values.push_back(t[d]);
    out.push_back({quantile(values, tail), quantile(values, 1 - tail)});
  }
  return out;
}

}  // namespace wald::core::thresholds
