// The greatest sum of a point of each segment within limits on all of them together, and within a tolerance of rates.
//
// Without the limits one pass finds it (windows.hpp). With them, multipliers add what a limit counts to the value
// (Everett 1963): the sum is then a bound on all that keeps the limits, least at the multipliers where the limits are
// met. What is left between that bound and the best that was found is searched: points that lose more than it to the
// best one of their segment are in no better answer, nor are windows whose own bound is no better.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/segments/windows.hpp"

namespace wald::core::thresholds {

// The sum of `counts` is at most this.
struct SharedLimit {
  LinearValue counts;
  double most;
  // Of sums with at least this many true positives, if something better is known of them.
  std::function<double(double)> most_from = {};
};

// The index of a point of each segment, and what they come to.
struct SegmentPicks {
  std::vector<int32_t> points;
  SegmentPoint sums;
};

class LimitedSum {
 public:
  // criterion: says in the end what is allowed; the limits hold wherever it allows something. whole: all weights are.
  LimitedSum(const std::vector<SegmentCurve> &curves, const RateWindows &windows, const Criterion &criterion,
             std::vector<SharedLimit> limits, bool whole);

  // The multipliers of another search of the same limits are tried first.
  void start_from(const LimitedSum &other) { best_multipliers_ = other.best_multipliers_; }

  struct Answer {
    std::optional<SegmentPicks> best;  // none if none is allowed, or none was found
    double sum = -infinite;
    double bound = infinite;  // no allowed sum is greater
    bool exact = false;       // nothing allowed is better, or none is allowed
  };
  // known: not null: allowed, to begin with. With `whole_search` false what is left is not searched.
  Answer greatest(const LinearValue &value, double tolerance, const SegmentPicks *known, bool whole_search,
                  Monitor &monitor);

 private:
  SegmentPicks sum_up(std::vector<int32_t> points) const;
  bool allowed(double tp, double fp) const;
  bool allowed(const SegmentPicks &picks) const { return allowed(picks.sums.tp, picks.sums.fp); }
  double penalised(const LinearValue &value, LinearValue &out) const;
  void tighten(const LinearValue &value, double least);
  void narrow(const LinearValue &value, double tolerance, double least);
  bool look(const LinearValue &value, double tolerance, std::vector<double> &slack, Answer &answer);
  void lower_bound(const LinearValue &value, double tolerance, Answer &answer);
  void try_windows(const LinearValue &value, double tolerance, double multiplied, Answer &answer);
  void improve(const LinearValue &value, double tolerance, const LinearValue &kept, double bound, Answer &answer) const;
  void exchange(const LinearValue &value, double tolerance, const LinearValue &kept, double may_lose,
                Answer &answer) const;
  void search(const LinearValue &value, double tolerance, Answer &answer, Monitor &monitor);

  double step(const LinearValue &value, double sum) const;

  const std::vector<SegmentCurve> &curves_;
  RateWindows windows_;
  const Criterion &criterion_;
  std::vector<SharedLimit> limits_;
  std::vector<double> loose_;  // what they allow whatever is known
  bool whole_;
  std::vector<double> multipliers_, best_multipliers_;
  // Of tests of the precision: the sums that passed, with the most false positives for true ones, and those that did
  // not.
  mutable std::map<double, double> precise_, imprecise_;
  double height_ = 0;  // of the bound at the multipliers that were last looked at
};

}  // namespace wald::core::thresholds
