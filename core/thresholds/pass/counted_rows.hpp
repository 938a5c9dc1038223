// Thresholds from rows with counts: counts of a table of frequencies, or what distributed rows become
// once those that no thresholds tell apart are one.
#pragma once

#include "core/base/arrays.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/chosen.hpp"

namespace wald::core::thresholds {

struct CountedRows {
  RealTable scores;
  Rule rule;
  Strided<const uint8_t> labels;
  Reals weights;  // of each row that a row stands for, rounded to multiples of 2^-20; or none
  Reals counts;   // this many rows instead of each one: whole numbers; a row with 0 counts for nothing
};

// The answer of choose_thresholds, without baselines. Throws if an option asks for what needs the rows themselves.
ChosenThresholds choose_counted(const CountedRows &rows, const Objective &objective, const ThresholdSearch &options,
                                Monitor &monitor);

}  // namespace wald::core::thresholds
