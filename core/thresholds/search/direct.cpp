// Pairwise ascent: with the thresholds of all classifiers but two fixed, the best of the two is found exactly by a
// sweep; pairs are visited in turn until none improves. Every point that a sweep finds is a candidate for the frontier.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/direct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/thresholds/search/boxes/best_boxes.hpp"
#include "core/thresholds/search/lattice.hpp"
#include "core/thresholds/search/one_label/rank_path.hpp"
#include "core/thresholds/search/one_score.hpp"
#include "core/thresholds/search/pair_optimum.hpp"
#include "core/thresholds/search/single.hpp"
#include "core/thresholds/search/sweep.hpp"

namespace wald::core::thresholds {

namespace {

ThresholdFrontier sweep_frontier(const RankedSample &rows, std::size_t a, std::size_t b,
                                 const std::vector<int32_t> &level, const Votes &votes, Monitor &monitor) {
  const auto other = static_cast<uint64_t>(rows.levels[b].count());
  const ParetoFrontier points = sweep_two(rows, a, b, level, votes, monitor);
  return with_thresholds(rows, points, [&](uint64_t cell) {
    std::vector<int32_t> at = level;
    at[a] = static_cast<int32_t>(cell / other);
    at[b] = static_cast<int32_t>(cell % other);
    return at;
  });
}

// Levels of these thresholds; of one that is no level, the next lower.
std::vector<int32_t> levels_at(const RankedSample &rows, const std::vector<double> &thresholds) {
  std::vector<int32_t> out;
  for (std::size_t d = 0; d < thresholds.size(); ++d) {
    const std::vector<double> &at = rows.levels[d].at;
    out.push_back(
        static_cast<int32_t>(std::lower_bound(at.begin(), at.end(), thresholds[d], std::greater<>()) - at.begin()));
  }
  return out;
}

// True if some point of `more` is beaten by none of the frontier's.
bool adds_to(const ThresholdFrontier &frontier, const ThresholdFrontier &more, CostAxis cost_axis) {
  const auto cost = [&](const FrontierPoint &p) { return cost_axis == CostAxis::fp ? p.fp : p.tp + p.fp; };
  std::size_t i = 0;
  for (const FrontierPoint &p : more.points) {
    while (i < frontier.points.size() && frontier.points[i].tp < p.tp) ++i;
    if (i == frontier.points.size() || cost(frontier.points[i]) > cost(p)) return true;
  }
  return false;
}

// Ascends from these levels; what is found on the way goes to the frontier.
void ascend(const RankedSample &rows, const Criterion &criterion, std::vector<int32_t> level,
            ThresholdFrontier &frontier, Monitor &monitor) {
  const std::size_t dims = level.size();
  Flagged now = count(rows, level);
  Votes votes = count_votes(rows, level);
  constexpr int most_rounds = 50;
  for (int round = 0; round < most_rounds; ++round) {
    bool improved = false;
    for (std::size_t a = 0; a < dims; ++a)
      for (std::size_t b = a + 1; b < dims; ++b) {
        const ThresholdFrontier found = sweep_frontier(rows, a, b, level, votes, monitor);
        const auto best = static_cast<std::size_t>(criterion.choose(found.points).index);
        const FrontierPoint &p = found.points[best];
        if (adds_to(frontier, found, rows.cost_axis)) frontier = merged(frontier, found, rows.cost_axis);
        if (criterion.better({p.tp, p.fp}, now) && (p.tp > 0 || p.fp > 0)) {
          level = levels_at(rows, found.thresholds[best]);
          now = {p.tp, p.fp};
          votes = count_votes(rows, level);
          improved = true;
        }
      }
    if (!improved) break;
  }
}

ScoredRows scored_rows(const Sample &sample) {
  ScoredRows out;
  for (const RowSet *set : {&sample.positives(), &sample.negatives()}) {
    const bool positive = set == &sample.positives();
    (positive ? out.positives : out.negatives) = set->total();
    if (set->size() == 0) continue;
    const bool narrow = !set->floats.empty();
    const void *const scores = narrow ? static_cast<const void *>(set->floats.data()) : set->scores.data();
    out.runs.push_back({{scores, narrow, set->size(), 1},
                        {},
                        static_cast<uint8_t>(positive),
                        set->weights.empty() ? nullptr : set->weights.data()});
  }
  return out;
}

bool needs_no_sort(const Sample &sample) { return sample.rule() == Rule::any && sample.n_fed() >= few_rows; }

// How many rows and cells are worth a proof: of two classifiers no more than finding the best pair otherwise takes.
int64_t work_worth_a_proof(const Sample &sample, const Criterion &criterion, const SearchLimits &limits) {
  if (sample.dims() > 2) return limits.work_in_boxes;
  constexpr double at_least = 1 << 22, of_a_pair = 4, along_hull = 1 << 26;
  const double levels = static_cast<double>(sample.positives().size()) + 1;
  const bool by_hull = criterion.best_on_hull().known && !criterion.limits_precision();
  const double worth = at_least + std::min(of_a_pair * levels * levels, by_hull ? along_hull : 0x1p62);
  return std::min(limits.work_in_boxes, static_cast<int64_t>(worth));
}

// Under "and" a classifier that restricts nothing stands at its last level, under "or" at +inf.
std::vector<int32_t> all_off(const RankedSample &rows) {
  std::vector<int32_t> out;
  for (const Levels &l : rows.levels) out.push_back(rows.rule == Rule::any ? 0 : l.count() - 1);
  return out;
}

// The classifiers that are best alone, each so; all of them at once at their own best; all at a common share of the
// positives.
std::vector<std::vector<int32_t>> starts(const RankedSample &rows, const Criterion &criterion) {
  const std::vector<int32_t> off = all_off(rows);
  const Votes votes = count_votes(rows, off);
  struct Alone {
    Flagged counts;
    std::vector<int32_t> level;
  };
  std::vector<Alone> alone;
  std::vector<int32_t> together = off;
  for (std::size_t d = 0; d < rows.levels.size(); ++d) {
    const ParetoFrontier points = sweep_one(rows, d, off, votes);
    const FrontierPoint &p = points[static_cast<std::size_t>(criterion.choose(points).index)];
    alone.push_back({{p.tp, p.fp}, off});
    together[d] = alone.back().level[d] = static_cast<int32_t>(p.cell);
  }
  constexpr std::size_t most_alone = 8;
  std::vector<std::vector<int32_t>> out;
  while (!alone.empty() && out.size() < most_alone) {
    std::size_t best = 0;
    for (std::size_t d = 1; d < alone.size(); ++d)
      if (criterion.better(alone[d].counts, alone[best].counts)) best = d;
    out.push_back(alone[best].level);
    alone.erase(alone.begin() + static_cast<std::ptrdiff_t>(best));
  }
  out.push_back(together);
  for (int share = 1; share <= 3; ++share) {
    std::vector<int32_t> common;
    for (const Levels &l : rows.levels) common.push_back((l.count() - 1) * share / 4);
    out.push_back(common);
  }
  return out;
}

}  // namespace

SearchResult levels_frontier(const Sample &sample, CostAxis cost_axis) {
  SearchResult out;
  SingleCurve curve = sample.narrow() ? single_curve(sample.widened(), cost_axis) : single_curve(sample, cost_axis);
  out.frontier = std::move(curve.frontier);
  if (!sample.has_cut()) out.ranking_areas = {{curve.area, curve.area}};
  return out;
}

bool search_one_score(const SearchProblem &problem, SearchRun &run) {
  if (!needs_no_sort(problem.sample)) return false;
  auto best = best_of_one_score(scored_rows(problem.sample), problem.criterion);
  if (!best) return false;
  // Where rows below the cut were left out, the area is not that of all.
  if (problem.sample.has_cut()) best->ranking_areas.clear();
  run.out = std::move(*best);
  return true;
}

bool search_levels(const SearchProblem &problem, SearchRun &run) {
  run.out = levels_frontier(problem.sample, problem.criterion.cost_axis());
  return true;
}

bool search_boxes(const SearchProblem &problem, SearchRun &run) {
  const SearchLimits &limits = problem.options.limits;
  if (limits.work_in_boxes <= 0) return false;
  const int64_t work = work_worth_a_proof(problem.sample, problem.criterion, limits);
  BoxesResult boxes = best_of_boxes(problem.sample, problem.criterion, work, problem.monitor);
  if (!boxes.proved) {
    run.in_boxes = std::move(boxes.found.frontier);
    return false;
  }
  run.out = std::move(boxes.found);
  return true;
}

bool search_best_pair(const SearchProblem &problem, SearchRun &run) {
  const SearchLimits &limits = problem.options.limits;
  std::vector<Levels> all = levels_of(problem.sample, std::numeric_limits<int32_t>::max());
  if (int64_t{all[0].count()} * all[1].count() <= std::min(limits.tried_pairs, limits.pair_cells)) return false;
  const RankedSample rows = rank_rows(problem.sample, std::move(all), problem.criterion.cost_axis());
  const auto other = static_cast<uint64_t>(rows.levels[1].count());
  const auto points = pair_optimum(rows, problem.criterion, problem.monitor);
  if (!points) return false;
  run.out.frontier = with_thresholds(rows, *points, [&](uint64_t cell) {
    return std::vector<int32_t>{static_cast<int32_t>(cell / other), static_cast<int32_t>(cell % other)};
  });
  run.out.frontier.exact = false;
  return true;
}

bool search_all_pairs(const SearchProblem &problem, SearchRun &run) {
  SearchResult &out = run.out;
  const RankedSample rows = rank_rows(problem.sample, lattice_levels(problem.sample, problem.options.limits.pair_cells),
                                      problem.criterion.cost_axis());
  out.frontier = sweep_frontier(rows, 0, 1, {0, 0}, count_votes(rows, {0, 0}), problem.monitor);
  out.quantiles = rows.uses_quantiles();
  out.frontier.exact = !out.quantiles;
  return true;
}

bool search_lattice(const SearchProblem &problem, SearchRun &run) {
  SearchResult &out = run.out;
  const int64_t cells = problem.options.limits.lattice_cells;
  const RankedSample rows =
      rank_rows(problem.sample, lattice_levels(problem.sample, cells), problem.criterion.cost_axis());
  const LatticeShape shape(rows.levels);
  out.frontier = with_thresholds(rows, lattice_frontier(rows),
                                 [&](uint64_t cell) { return shape.level(static_cast<int64_t>(cell)); });
  out.quantiles = rows.uses_quantiles();
  out.frontier.exact = !out.quantiles;
  return !out.quantiles;
}

namespace {

RankedSample ascent_rows(const SearchProblem &problem) {
  return rank_rows(problem.sample, levels_of(problem.sample, problem.options.limits.ascent_levels),
                   problem.criterion.cost_axis());
}

// Ascends from the best point of a frontier.
void ascend_from_best(const RankedSample &rows, const SearchProblem &problem, const ThresholdFrontier &from,
                      ThresholdFrontier &to) {
  const auto best = static_cast<std::size_t>(problem.criterion.choose(from.points).index);
  ascend(rows, problem.criterion, levels_at(rows, from.thresholds[best]), to, problem.monitor);
}

// What an ascent finds.
void state_ascent(const RankedSample &rows, SearchResult &out) {
  out.local_optimum = true;
  out.quantiles = rows.uses_quantiles();
  out.frontier.exact = false;
}

}  // namespace

bool ascend_from_lattice(const SearchProblem &problem, SearchRun &run) {
  ThresholdFrontier &frontier = run.out.frontier;
  const RankedSample rows = ascent_rows(problem);
  ascend_from_best(rows, problem, frontier, frontier);
  // What was reached in boxes may be better, and lead further.
  if (!run.in_boxes.points.empty()) {
    ascend_from_best(rows, problem, run.in_boxes, frontier);
    frontier = merged(frontier, run.in_boxes, problem.criterion.cost_axis());
  }
  state_ascent(rows, run.out);
  return true;
}

bool ascend_from_starts(const SearchProblem &problem, SearchRun &run) {
  ThresholdFrontier &frontier = run.out.frontier;
  const RankedSample rows = ascent_rows(problem);
  frontier.points = {{0, 0, 0}};
  frontier.thresholds.push_back(rows.nothing());
  for (const std::vector<int32_t> &start : starts(rows, problem.criterion))
    ascend(rows, problem.criterion, start, frontier, problem.monitor);
  state_ascent(rows, run.out);
  return true;
}

SearchResult search_best_point(const Sample &sample, const Criterion &criterion) {
  if (criterion.by_one_label()) return search_rank_path(sample, criterion, false);
  if (needs_no_sort(sample))
    if (auto best = best_of_one_score(scored_rows(sample), criterion, Beside::nothing)) return *best;
  return levels_frontier(sample, criterion.cost_axis());
}

}  // namespace wald::core::thresholds
