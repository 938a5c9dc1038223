// All thresholds of one classifier, or of two: every pair of levels, without storing a lattice.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/ranked.hpp"
#include "core/thresholds/staircase.hpp"

namespace wald::core {

// The frontier over classifier a's levels, the others being at `level`. Points are numbered by the level.
Staircase sweep_one(const RankedSample &rows, std::size_t a, const std::vector<int32_t> &level);

// The same over pairs; points are numbered level_a * levels[b].count() + level_b. Time O(rows + levels_a levels_b),
// memory O(rows + levels_b).
Staircase sweep_two(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                    Monitor &monitor);

}  // namespace wald::core
