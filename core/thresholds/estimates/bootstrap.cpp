// Draws samples anew on the cells of a lattice, and chooses thresholds in each.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/parallel.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

// The weights of the rows that no level flags, which rank_rows leaves out.
ResampledWeight hidden_weight(const RowSet &all, const RankedRows &kept) {
  if (all.weights.empty()) return {static_cast<double>(all.size() - kept.size()), 1};
  const double unit = weight_unit(all.largest_weight(), all.size());
  WeightMoments of_all, of_kept;
  for (double w : all.weights) of_all.add(static_cast<uint64_t>(w / unit));
  for (double w : kept.weights) of_kept.add(static_cast<uint64_t>(w / unit));
  const WeightMoments hidden = of_all - of_kept;
  return {hidden.total(unit), hidden.effective(unit)};
}

}  // namespace

Criterion DrawnTotals::criterion(const Criterion &asked) const {
  const double rows = positives + negatives + unrated;
  Criterion out = asked.resampled(positives, rows);
  // Positives that are known from elsewhere are not all among the rows.
  if (out.positives() + negatives > rows) out = asked.resampled(positives, out.positives() + negatives);
  return out;
}

CellBootstrap::CellBootstrap(const Sample &sample, const std::vector<Levels> &levels)
    : rows_(rank_rows(sample, levels)),
      shape_(levels),
      hidden_positives_(hidden_weight(sample.positives(), rows_.positives)),
      hidden_negatives_(hidden_weight(sample.negatives(), rows_.negatives)),
      unrated_(sample.unrated().total(), sample.unrated().effective_weight()) {
  const auto collect = [&](const RowSet &all, const RankedRows &rows, std::vector<Occupied> &out) {
    const bool weighted = !all.weights.empty();
    const double unit = weighted ? weight_unit(all.largest_weight(), all.size()) : 1;
    std::vector<WeightMoments> moments(static_cast<std::size_t>(shape_.cells));
    for (int64_t i = 0; i < rows.size(); ++i)
      moments[static_cast<std::size_t>(shape_.cell_of(rows.row(i), rows_.rule))].add(
          weighted ? static_cast<uint64_t>(rows.weight(i) / unit) : 1);
    for (std::size_t c = 0; c < moments.size(); ++c)
      if (!moments[c].empty())
        out.push_back({static_cast<int64_t>(c), {moments[c].total(unit), moments[c].effective(unit)}});
  };
  collect(sample.positives(), rows_.positives, positives_);
  collect(sample.negatives(), rows_.negatives, negatives_);
  // Twice as many as there were is beyond what many thousand replicates draw, unless they are few.
  const auto fits = [](const RowSet &set) { return set.weights.empty() && set.size() < (int64_t{1} << 29); };
  packed_ = fits(sample.positives()) && fits(sample.negatives());
  rows_.positives = rows_.negatives = RankedRows{shape_.levels.empty() ? 1 : rows_.dims(), {}, {}};
}

template <class Cell>
CellBootstrap::Replicate CellBootstrap::draw_cells(CostAxis cost_axis, uint64_t seed, uint64_t round,
                                                   std::vector<Cell> &cells) const {
  Random random(seed, round);
  cells.assign(static_cast<std::size_t>(shape_.cells), Cell());
  Cell total;
  double positives = 0, negatives = 0;
  for (const Occupied &o : positives_) {
    const double w = o.weight(random);
    positives += w;
    cells[static_cast<std::size_t>(o.cell)].add_tp(w);
    total.add_tp(w);
  }
  for (const Occupied &o : negatives_) {
    const double w = o.weight(random);
    negatives += w;
    cells[static_cast<std::size_t>(o.cell)].add_fp(w);
    total.add_fp(w);
  }
  accumulate(cells, shape_, rows_.rule, total);
  Replicate out;
  out.points = cells_frontier(cells, cost_axis, packed_, positives, rows_.rule);
  const double all_positives = positives + hidden_positives_(random);
  const double all_negatives = negatives + hidden_negatives_(random);
  out.totals = {all_positives, all_negatives, unrated_(random)};
  return out;
}

CellBootstrap::Replicate CellBootstrap::draw(CostAxis cost_axis, uint64_t seed, uint64_t round,
                                             Workspace &workspace) const {
  return packed_ ? draw_cells(cost_axis, seed, round, workspace.packed)
                 : draw_cells(cost_axis, seed, round, workspace.real);
}

std::vector<double> CellBootstrap::thresholds(const FrontierPoint &point) const {
  if (point.tp == 0 && point.fp == 0) return rows_.nothing();
  return rows_.thresholds(shape_.level(static_cast<int64_t>(point.cell)));
}

std::vector<std::vector<double>> bootstrap_thresholds(const CellBootstrap &bootstrap, const Criterion &criterion,
                                                      int64_t rounds, uint64_t seed, int threads, Monitor &monitor) {
  std::vector<std::vector<double>> out(static_cast<std::size_t>(rounds));
  const int workers = worker_count(threads, rounds);
  std::vector<CellBootstrap::Workspace> workspaces(static_cast<std::size_t>(workers));
  parallel_for(rounds, workers, monitor, [&](int64_t round, int worker, Monitor &) {
    const CellBootstrap::Replicate replicate = bootstrap.draw(criterion.cost_axis(), seed, static_cast<uint64_t>(round),
                                                              workspaces[static_cast<std::size_t>(worker)]);
    const Criterion drawn = replicate.totals.criterion(criterion);
    const Choice choice = drawn.choose(replicate.points);
    out[static_cast<std::size_t>(round)] =
        bootstrap.thresholds(replicate.points[static_cast<std::size_t>(choice.index)]);
  });
  return out;
}

}  // namespace wald::core::thresholds
