// Rows of one score in bins (core/numeric/bins/window_bins.hpp) by its ordered bits (ascending.hpp): weights
// by label, least and greatest score of each bin. Weights are whole numbers of units, so that equal rows give equal
// bins.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/bins/wide.hpp"
#include "core/numeric/bins/window_bins.hpp"

namespace wald::core::thresholds {

// Weights are multiples of 2^-20.
constexpr double weight_of_unit = 0x1p-20;
constexpr uint64_t units_of_one = uint64_t{1} << 20;

// Rows between two scores. Labels index arrays: 0, 1, not rated.
struct ScoreBin {
  uint64_t least = 0, greatest = 0;  // ordered bits
  uint64_t units[3] = {0, 0, 0};
  Wide squares[2];  // of the weights of rows labelled 0 and 1

  bool exact() const { return least == greatest; }  // all rows have one score
  void add(const ScoreBin &o);
};

using ScoreWindow = NumberWindow;

class ScoreBins : public WindowBins<ScoreBin> {
 public:
  using WindowBins::add;
  using WindowBins::WindowBins;
  // One row, which counts for nothing where it lies in no window.
  void add(uint64_t ordered, int label, uint64_t units) {
    add_number(ordered, [&](ScoreBin &bin) {
      bin.units[label] += units;
      if (label < 2) bin.squares[label].add_product(units, units);
    });
  }
};

}  // namespace wald::core::thresholds
