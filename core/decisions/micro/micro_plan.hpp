// What all states of a pass over a table in bins have in common, and how a window of probabilities is chosen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/micro/micro_bins.hpp"
#include "core/decisions/micro/power_slices.hpp"
#include "core/decisions/separable/separable_predictive.hpp"
#include "core/decisions/separable/separable_rates.hpp"
#include "core/decisions/separable/separable_ratio.hpp"
#include "core/numeric/bins/window_bins.hpp"

namespace wald::core::decisions {

struct MicroPlan {
  static constexpr int64_t most_passes = 64;

  std::shared_ptr<const Metric> metric;
  // F_beta and Jaccard; Fowlkes-Mallows; balanced accuracy and the like; precision, NPV, markedness.
  enum Form { is_ratio, is_root, is_rates, is_predictive } form = is_ratio;
  RatioMetric ratio{};
  RatesMetric rates{};
  PredictiveMetric predictive{};
  DecisionOptions options;  // at_least and at_most
  MicroLimits limits;
  int64_t pass = 1;
  // Of the first pass, and the window; `z`: the greatest at which factors are asked for, and of rates those of 1 - p.
  MicroTotals totals;
  double low = smallest_probability, high = 1, z = 0, z_complements = 0;

  // From these.
  PowerGrid above{}, below{}, above_complements{}, below_complements{};
  std::string question, bytes;  // saved

  void set_metric(const Metric &given);  // throws if it is none of those
  void finish();
  FactorPlan factors(uint64_t largest) const { return FactorPlan::make(number_of(largest), z); }
  FactorPlan complement_factors() const { return FactorPlan::make(1, z_complements); }
  // Items above it are listed, as runs, as are those of the window. 1 if none are, behind the first pass.
  double listed_above() const { return factors(totals.largest).listed_above; }
  // As are those below it, whose complements are too great. 0 if none are.
  double listed_below() const;
  std::vector<NumberWindow> windows() const;
  std::size_t most_bins() const { return pass == 1 ? limits.first : limits.later; }
};

// Items of a range of probabilities: how many, and their sum.
struct MicroRange {
  double low, high, count, sum;
};
// Those of bins, which ascend, that lie within, by falling probability.
std::vector<MicroRange> bins_between(const std::vector<MicroBin> &bins, double low, double high);

// Ranges by falling probability, and what lies above them.
class MicroWindow {
 public:
  explicit MicroWindow(std::vector<MicroRange> bins);
  void add_above(double count, double sum) { count_ += count, sum_ += sum; }
  void add_above(const std::vector<MicroRange> &bins) {
    for (const MicroRange &bin : bins) add_above(bin.count, bin.sum);
  }
  double count_above() const { return count_; }
  double sum_above() const { return sum_; }
  double items() const;
  double items_sum() const;

  struct Choice {
    double low, high;
    double k, sum;             // of the items above
    double items;              // within
    bool hit_left, hit_right;  // whether there would be more
  };
  // The part in which the last item of the optimum over these k must be, as far as ranges tell.
  Choice choose(const RatioMetric &metric, double mu, KRange range) const;
  // That of the Fowlkes-Mallows index, of positive items, where the greatest c(p)/p is `slopes` of the least at most:
  // the last item of every k outside is proved to be neither that of the best nor of the second-best k.
  Choice choose_root(double slopes, KRange range) const;
  // That of rates, of which each bin's items are worth about that much each: those above a threshold that lies within
  // are worth choosing. Bins to both sides until they are worth `distance`.
  Choice choose_rates(const std::vector<double> &gains, double least_threshold, double greatest_threshold,
                      double distance, KRange range) const;
  // That of predictive values, of n items, with the sum of those below and the number of items of probability 0, if
  // they are next: the last item of every 0 < k < n outside is proved to be neither that of the best nor of the
  // second-best k, nor of one that ties with them. mu: the sum of all.
  Choice choose_predictive(const PredictiveMetric &metric, double n, double mu, double below, double zeros, double tie,
                           KRange range) const;

 private:
  std::vector<MicroRange> bins_;
  double count_ = 0, sum_ = 0;
};

}  // namespace wald::core::decisions
