// Thresholds that are chosen in samples drawn anew: how much the choice depends on the rows that happen to be in the
// sample.
#pragma once

#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/search/search.hpp"

namespace wald::core::thresholds {

// `rounds` vectors of thresholds; the same for any number of threads and any order of the rows. With the method direct
// samples are drawn on a lattice of options.bootstrap_cells cells where six levels each fit, so that the number of rows
// does not matter; else, and with the other methods, row by row, which costs a search each. Not for stacked, whose
// thresholds are not on the scores.
std::vector<std::vector<double>> replicate_thresholds(const Sample &sample, const Criterion &criterion,
                                                      const ThresholdSearch &options, int64_t rounds, Monitor &monitor);

// Of each threshold the quantiles of options.bootstrap of them, at options.level.
std::vector<Interval> threshold_intervals(const Sample &sample, const Criterion &criterion,
                                          const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
