// Passes over items in any order: sums of those above a threshold, the few near it, the list of those chosen.
#pragma once

#include <limits>
#include <vector>

#include "core/decisions/independent/bounds.hpp"
#include "core/decisions/independent/ranked_labels.hpp"
#include "core/numeric/monitor.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/sums/factors.hpp"
#include "core/numeric/sums/power_sums.hpp"
#include "core/numeric/sums/tally.hpp"

namespace wald::core::decisions {

// Runs of equal items that are longer than this are not gone through item by item.
constexpr int64_t long_run = 64;

// The sum of this many equal numbers.
inline DoubleDouble times(double x, int64_t count) {
  return count == 1 ? DoubleDouble{x, 0} : DoubleDouble::product(x, static_cast<double>(count));
}

constexpr double smallest_probability = std::numeric_limits<double>::denorm_min();
// Beyond this mean of a sum P(sum = 0) <= exp(-mean) is no double.
constexpr double no_chance_of_zero = 746;

// How far a sum of independent 0/1 variables of variance v strays with a probability of at most 2 exp(-exponent):
// Bernstein's inequality.
double stray(double v, double exponent);

// With this exponent the tails that are left to the sums of exponentials weigh less than 1e-17 of the value: the sum
// there is at most its value at 0, and the value at least 1/(1+mean) of what the tail could be worth.
double tail_exponent(double mean);

// A subsample by falling probability, one item at random of each of equal stretches: patterns of the input do no harm.
std::vector<double> subsample(const Blocks &blocks);

// One pass: sums of all items and of those above a threshold.
struct Totals {
  TopSums top;
  double mu, v, positive, largest;
};
Totals totals_above(const Blocks &blocks, double threshold, Monitor &monitor);

// Items within [low, high], runs of equal ones by falling probability, and factors of those above and below. Where low
// is the smallest probability one item of probability 0, if there is any, is in as well: this many positives may be next
// best.
struct Window {
  double low, high;
  int64_t above_count;
  Factors above, below;
  std::vector<Run> items;
  int64_t count;             // items within
  double positive, largest;  // how many of all are > 0, and a number that none exceeds
  double p_zero;             // prod (1 - p) of all, where asked for
};

// What is decided from a window: how many of n items.
struct WindowProblem {
  const Metric &metric;
  KRange range;
  int64_t n;
  Workspace &work;
};

// What a pass that gathers a window is asked for beside the window.
struct Wanted {
  FactorPlan plan;
  bool below = true;  // factors of the items below
  bool p_zero = false;
  // Factors of the complements 1 - p of the items above; null if not wanted.
  Factors *above_complements = nullptr;
};
// False if items within, repeated ones left out, would need the memory of more than `most` numbers.
bool gather(const Blocks &blocks, const Wanted &wanted, std::size_t most, Window &out, Monitor &monitor);

// The subsample's item on either side of lambda at which the distances |p - lambda| to lambda, each of this many items,
// add up to `distance`, at least four items away; 1 or 0 if there is none.
double edge(const std::vector<double> &sample, double lambda, double distance, double items_each, bool above);

// The first k items by falling probability, as indices in ascending order, k at most all of the window and above it; of
// equal ones those of smaller index.
void list_top(const Blocks &blocks, const Window &window, int64_t k, Monitor &monitor, std::vector<int64_t> &out);

}  // namespace wald::core::decisions
