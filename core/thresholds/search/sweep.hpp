// All thresholds of one classifier, or of two: every pair of levels, without storing a lattice.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/frontier/ranked.hpp"

namespace wald::core::thresholds {

// How many classifiers flag each row at some levels: says what all but one or two of them decide, whatever their
// number.
struct Votes {
  std::vector<int16_t> positives, negatives;
};
Votes count_votes(const RankedSample &rows, const std::vector<int32_t> &level);

// The frontier over classifier a's levels, the others being at `level`, of which these are the votes. Points are
// numbered by the level.
ParetoFrontier sweep_one(const RankedSample &rows, std::size_t a, const std::vector<int32_t> &level,
                         const Votes &votes);
ParetoFrontier sweep_one(const RankedSample &rows, std::size_t a, const std::vector<int32_t> &level);

// The same over pairs; points are numbered level_a * levels[b].count() + level_b. Time O(rows + levels_a levels_b),
// memory O(rows + levels_b).
ParetoFrontier sweep_two(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                         const Votes &votes, Monitor &monitor);
ParetoFrontier sweep_two(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                         Monitor &monitor);

}  // namespace wald::core::thresholds
