// The totals of rows in bins, or counted ones, by label: sums of weights as the search and the intervals take them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/arrays.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/pass/score_bins.hpp"

namespace wald::core::thresholds {

constexpr uint64_t most_units = uint64_t{1} << 62;  // of a sum
constexpr double largest_weight = 0x1p32;

inline double weight_of(uint64_t units) { return static_cast<double>(units) * weight_of_unit; }
// Of one row, rounded. Throws if it is none, or out of range.
uint64_t checked_units(const Reals &weights, int64_t i);

struct PassTotals {
  struct OfLabel {
    uint64_t rows = 0, units = 0, least = ~uint64_t{0}, greatest = 0;  // of the weights
    Wide squares;
    bool fractions = false;  // some weight is not whole
    bool operator==(const OfLabel &o) const {
      return rows == o.rows && units == o.units && least == o.least && greatest == o.greatest && squares == o.squares &&
             fractions == o.fractions;
    }
  };
  OfLabel labels[3];

  uint64_t rows() const { return labels[0].rows + labels[1].rows + labels[2].rows; }
  uint64_t units() const { return labels[0].units + labels[1].units + labels[2].units; }
  void add(const PassTotals &o);
  // This many rows of one weight, above 0.
  void add(int label, uint64_t weight_units, uint64_t count) {
    OfLabel &to = labels[label];
    to.rows += count;
    to.units += weight_units * count;
    to.least = std::min(to.least, weight_units);
    to.greatest = std::max(to.greatest, weight_units);
    to.squares.add_product(weight_units * count, weight_units);
    to.fractions |= weight_units % units_of_one != 0;
  }
  bool operator==(const PassTotals &o) const {
    return labels[0] == o.labels[0] && labels[1] == o.labels[1] && labels[2] == o.labels[2];
  }
};

// Throws if an option asks for what needs the rows themselves. what: "binned rows"
void refuse_what_needs_rows(const Objective &objective, const ThresholdSearch &options, const char *what);
// Throws if no row has the label that the objective needs: rows labelled 0 alone serve some.
void require_positives(const PassTotals &totals, const Objective &objective);
SampleTotals sample_totals(const PassTotals &totals);
// Of rows of one label, of which some are flagged. units, squares: of those; label: of all.
LabelParts label_parts(uint64_t units, const Wide &squares, const PassTotals::OfLabel &label);

}  // namespace wald::core::thresholds
