// A fitted cascade: the order in which to run the models, and when the sum so far decides. Immutable while it runs, so any
// number of threads share it.
//
// Two classes: after position r an example with the sum g leaves as negative where g < low_r and as positive where
// g >= high_r; with low_r = high_r every example leaves. With bins (Fan et al.) low and high depend on the bin floor(g
// / width), and an example in a bin that fitting never saw is evaluated in full. K classes: it leaves with the class of
// the largest sum where that is ahead of the second by at least high_r. The last position decides as the full ensemble
// does. Sums are whole numbers of a unit (fixed_point.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/word.hpp"
#include "core/cascades/fixed_point.hpp"

namespace wald::core::cascades {

constexpr int64_t never_below = std::numeric_limits<int64_t>::min();  // a `low` under which no sum lies
constexpr int64_t never_above = std::numeric_limits<int64_t>::max();  // a `high` which no sum reaches

struct Position {
  int64_t low = never_below, high = never_above;
  int32_t model = 0;
  double spread = 0;  // standard deviation of what the models behind it add, for margins

  bool decides() const { return low != never_below || high != never_above; }
};

// Thresholds of the sums in one bin.
struct Bin {
  int64_t bin;
  int64_t low, high;
};

#define WALD_CASCADE_ALGORITHM_WORDS(WORD)                                                                     \
  WORD(sums, 0, "sums", "", "Thresholds of sums by the rows that leave at each position (QWYC).")              \
  WORD(votes, 1, "votes", "", "Optimal stopping of equal votes in a random order (Kalman, Moscovich).") \
  WORD(cheaper, 2, "cheaper", "",                                                                              \
       "Both, calibrated to the same target; the one with the lower mean cost on the calibration rows.")
enum class CascadeAlgorithm : int32_t { WALD_CASCADE_ALGORITHM_WORDS(WALD_ENUMERATOR) };
constexpr Word cascade_algorithm_words[] = {WALD_CASCADE_ALGORITHM_WORDS(WALD_WORD)};
inline const char *cascade_algorithm_name(CascadeAlgorithm algorithm) {
  return cascade_algorithm_words[static_cast<int32_t>(algorithm)].name;
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// What a cascade does on some rows, by weight; NaN if it was not looked for.
struct CascadeEvaluation {
  double rows = unknown, weight = unknown;  // rows of a weight above 0
  double disagreement = unknown;            // share that is decided differently than by all models
  double mean_models = unknown, mean_cost = unknown;
  std::vector<double> stops;  // share of the rows that are decided after 1, 2, ... models
};

// What was found when the cascade was fitted and calibrated.
struct Findings {
  double alpha = unknown;                            // share of disagreement that was allowed
  CascadeEvaluation in_sample;                       // on the rows that thresholds were fitted to
  CascadeEvaluation cross;                           // each fold by a cascade that was fitted without it
  CascadeEvaluation held_out;                        // on the calibration rows, at the margin that they chose
  double certified = unknown, confidence = unknown;  // disagreement is at most `certified` with this confidence
  double spreads = unknown;  // thresholds moved apart by this many spreads; infinity: nothing leaves early
  double gamma = unknown;    // of bins
  double price = unknown;    // of votes: of an error, in models
  double expected_disagreement = unknown, expected_mean_models = unknown;  // of votes: over new rows and orders
  double other_mean_cost = unknown;  // held out, of the algorithm that was not chosen
  double rounded_rows = unknown;     // that unrounded sums decide otherwise: scores of too wide a range
};

struct Policy {
  int64_t classes = 1;  // 1: two classes by a threshold on one sum
  FixedPoint fixed;
  double threshold = 0;
  bool negatives_only = false;
  CascadeAlgorithm algorithm = CascadeAlgorithm::sums;  // sums or votes
  std::vector<double> costs;                            // of each model
  std::vector<std::string> names;                       // of each model, or empty
  // Of the features that its trees take, or empty; "feature=category" in the order of their codes, feature by feature.
  std::vector<std::string> feature_names, categories;
  std::vector<Position> positions;
  int64_t bin_width = 0;               // 0: no bins
  std::vector<std::vector<Bin>> bins;  // of each position, ascending; with a bin width
  Findings findings;

  int64_t models() const { return static_cast<int64_t>(positions.size()); }
  int64_t cut() const { return threshold_to_fixed(threshold, fixed.scale()); }

  // The same with every band of indecision wider by this many spreads on each side; infinity: no row leaves early.
  Policy widened(double spreads) const;

  std::string save() const;
};

// Cascades have no sum: says so.
[[noreturn]] void refuse_merging_policies();

// Throws if names of features or categories are not told apart.
void check_features(const Policy &policy);

// Throws if models are not a permutation, thresholds cross, or the last position leaves a row undecided.
void check_policy(const Policy &policy);

inline int64_t bin_of(int64_t sum, int64_t width) {
  const int64_t quotient = sum / width;
  return quotient - (sum % width < 0);
}

// The decision by an example's sum at a position: -1 to go on, else 0 or 1.
constexpr int32_t goes_on = -1;
constexpr int32_t full_evaluation = -2;  // undecided, and no position but the last may decide

inline int32_t decide(const Position &position, int64_t sum) {
  if (sum < position.low) return 0;
  if (sum >= position.high) return 1;
  return goes_on;
}
inline int32_t decide_binned(const std::vector<Bin> &bins, int64_t width, int64_t sum) {
  const int64_t bin = bin_of(sum, width);
  std::size_t low = 0, size = bins.size();
  while (size > 0) {
    const std::size_t half = size / 2;
    if (bins[low + half].bin < bin) {
      low += half + 1;
      size -= half + 1;
    } else {
      size = half;
    }
  }
  if (low == bins.size() || bins[low].bin != bin) return full_evaluation;
  if (sum < bins[low].low) return 0;
  if (sum >= bins[low].high) return 1;
  return goes_on;
}

// The class of the largest sum, the first of equal ones, and by how much it is ahead.
struct Lead {
  int32_t leader;
  int64_t margin;
};
template <class Integer>
Lead lead(const Integer *sums, int64_t classes, int64_t stride = 1) {
  int32_t first = 0;
  int64_t top = sums[0], second = std::numeric_limits<int64_t>::min();
  for (int64_t c = 1; c < classes; ++c) {
    const int64_t s = sums[c * stride];
    if (s > top) {
      second = top;
      top = s;
      first = static_cast<int32_t>(c);
    } else if (s > second) {
      second = s;
    }
  }
  return {first, top - second};
}

}  // namespace wald::core::cascades
