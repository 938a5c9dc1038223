// Pairwise ascent: with the thresholds of all classifiers but two fixed, the best of the two is found exactly by a
// sweep; pairs are visited in turn until none improves. Every point that a sweep finds is a candidate for the frontier.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/direct.hpp"

#include <algorithm>
#include <cmath>

#include "core/thresholds/lattice.hpp"
#include "core/thresholds/single.hpp"
#include "core/thresholds/sweep.hpp"

namespace wald::core {

namespace {

ThresholdCurve sweep_curve(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                           Monitor &monitor) {
  const auto other = static_cast<uint64_t>(rows.levels[b].count());
  const Staircase points = sweep_two(rows, a, b, level, monitor);
  return curve_of(rows, points, [&](uint64_t cell) {
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

// Ascends from these levels; returns all that was found on the way.
ThresholdCurve ascend(const RankedSample &rows, const Judge &judge, std::vector<int32_t> level, Monitor &monitor) {
  const std::size_t dims = level.size();
  ThresholdCurve found;
  Flagged now = count(rows, level);
  constexpr int most_rounds = 50;
  for (int round = 0; round < most_rounds; ++round) {
    bool improved = false;
    for (std::size_t a = 0; a < dims; ++a)
      for (std::size_t b = a + 1; b < dims; ++b) {
        const ThresholdCurve curve = sweep_curve(rows, a, b, level, monitor);
        const auto best = static_cast<std::size_t>(judge.choose(curve.points).index);
        const FrontierPoint &p = curve.points[best];
        found = found.points.empty() ? curve : merged(found, curve, rows.against);
        if (judge.better({p.tp, p.fp}, now) && (p.tp > 0 || p.fp > 0)) {
          level = levels_at(rows, curve.thresholds[best]);
          now = {p.tp, p.fp};
          improved = true;
        }
      }
    if (!improved) break;
  }
  found.exact = false;
  return found;
}

// Under "and" a classifier that restricts nothing stands at its last level, under "or" at +inf.
std::vector<int32_t> all_off(const RankedSample &rows) {
  std::vector<int32_t> out;
  for (const Levels &l : rows.levels) out.push_back(rows.rule == Rule::any ? 0 : l.count() - 1);
  return out;
}

// Each classifier's own best, all of them at a common share of the positives, and all at once at their own best.
std::vector<std::vector<int32_t>> starts(const RankedSample &rows, const Judge &judge) {
  std::vector<std::vector<int32_t>> out;
  const std::vector<int32_t> off = all_off(rows);
  std::vector<int32_t> together = off;
  for (std::size_t d = 0; d < rows.levels.size(); ++d) {
    const Staircase points = sweep_one(rows, d, off);
    std::vector<int32_t> alone = off;
    alone[d] = static_cast<int32_t>(points[static_cast<std::size_t>(judge.choose(points).index)].cell);
    together[d] = alone[d];
    out.push_back(alone);
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

DirectSearch search_direct(const Sample &sample, const Judge &judge, const SearchLimits &limits, Monitor &monitor) {
  DirectSearch out;
  const auto dims = static_cast<std::size_t>(sample.dims());
  const Against against = judge.against();
  if (dims == 1) {
    const double cut = sample.rated_from()[0];
    const SingleCounts counts = count_single(sample, 0, cut, sample.rule() == Rule::all);
    out.curve = single_curve(counts, sample, against);
    if (!sample.has_cut()) out.ranking_area = ranking_area(counts);
    return out;
  }
  if (dims == 2) {
    const RankedSample rows = rank_rows(sample, lattice_levels(sample, limits.pair_cells), against);
    out.curve = sweep_curve(rows, 0, 1, {0, 0}, monitor);
    out.thinned = rows.thinned();
    out.curve.exact = !out.thinned;
    return out;
  }
  constexpr std::size_t most_in_lattice = 5;
  const bool lattice = dims <= most_in_lattice;
  if (lattice) {
    const RankedSample rows = rank_rows(sample, lattice_levels(sample, limits.lattice_cells), against);
    const Shape shape(rows.levels);
    out.curve =
        curve_of(rows, lattice_staircase(rows), [&](uint64_t cell) { return shape.level(static_cast<int64_t>(cell)); });
    out.thinned = rows.thinned();
    out.curve.exact = !out.thinned;
    if (!out.thinned) return out;
  }
  const RankedSample rows = rank_rows(sample, levels_of(sample, limits.ascent_levels), against);
  out.local_optimum = true;
  out.thinned = rows.thinned();
  if (lattice) {
    const auto best = static_cast<std::size_t>(judge.choose(out.curve.points).index);
    out.curve = merged(out.curve, ascend(rows, judge, levels_at(rows, out.curve.thresholds[best]), monitor), against);
  } else {
    out.curve = {{{0, 0, 0}}, {rows.nothing()}, false};
    for (const std::vector<int32_t> &start : starts(rows, judge))
      out.curve = merged(out.curve, ascend(rows, judge, start, monitor), against);
  }
  out.curve.exact = false;
  return out;
}

}  // namespace wald::core
