// Evidence on a ratio of counts from the counts alone, valid however often it is looked at: the mean of the capitals of
// gamblers with fixed bets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/promises/claim.hpp"

namespace wald::core::promises {

// How many gamblers there are, each with another bet. A change of it or of the bets changes what saved states say.
constexpr std::size_t n_bets = 16;
using Bets = std::array<double, n_bets>;
// The part of the capital that each gambler begins with; they sum to 1.
const Bets &bet_shares();

// Rows by what they count: their weight over the probability with which their label was asked for.
constexpr std::size_t most_scales = 32;
struct ScaleCounts {
  double scale;
  std::array<int64_t, 4> cells;  // tp, fp, fn, tn
};
// Ascending by scale.
class RowCounts {
 public:
  const std::vector<ScaleCounts> &scales() const { return scales_; }
  // The place of a scale, which is added where it is new. Throws if there are most_scales others.
  std::size_t place_of(double scale);
  void add_all(const std::vector<double> &scales) {
    for (const double scale : scales) place_of(scale);
  }
  void add(std::size_t place, int cell, int64_t rows = 1) {
    scales_[place].cells[static_cast<std::size_t>(cell)] += rows;
  }
  // Throws, and leaves this as it is, where both together have too many scales.
  void merge(const RowCounts &other);
  // The sum of scale times rows for each cell.
  std::array<double, 4> totals() const;

 private:
  std::vector<ScaleCounts> scales_;
};

// Which way evidence points.
enum class Side { below, above };  // the metric is below, or above, the value asked about

// The terms of the four cells for a value, and the bets on them.
struct Terms {
  std::array<double, 4> of_cell;
  Bets bets;
};
// max_scale: no row counts more.
Terms terms_at(const Claim &claim, double value, Side side, double max_scale);

// The logarithm of each gambler's capital.
Bets log_capitals(const Terms &terms, const RowCounts &counts);
// The logarithm of the mean of exp(logs * times).
double log_mean(const Bets &logs, double times = 1);

// The logarithm of the evidence that the metric is on that side of the value: where it is not, it ever reaches
// log(1/delta) with probability delta at most.
double log_evidence(const Claim &claim, double value, Side side, double max_scale, const RowCounts &counts);

// The values that are not refuted at log_goal = log(1/delta): each limit holds at all times with probability 1 - delta.
struct Limits {
  double low, high;
};
Limits limits_of(const Claim &claim, double log_goal, double max_scale, const RowCounts &counts);

}  // namespace wald::core::promises
