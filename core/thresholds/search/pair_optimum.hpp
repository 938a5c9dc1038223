// The best levels of two classifiers without trying all pairs of them: O((rows + levels) log levels) for each of a few
// directions, where trying all pairs takes O(levels_a levels_b).
#pragma once

#include <optional>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/frontier/ranked.hpp"

namespace wald::core::thresholds {

// rows: of two classifiers, with exact sums. Points numbered level_a * levels_b + level_b, among them the one that
// criterion.choose takes of all pairs, or one with the same counts, and the corners of the concave hull next to it.
// None if the objective is not known to be found so: a metric whose best need not be at a corner of the hull, or
// another goal than the most true positives where a limit on the precision excludes what is best without it.
std::optional<ParetoFrontier> pair_optimum(const RankedSample &rows, const Criterion &criterion, Monitor &monitor);

}  // namespace wald::core::thresholds
