// The curve E U over k of the top-k predictions of independent labels, one algorithm per file; each fills
// curve.value and curve.error for k in [range.low, range.high].
#pragma once

#include <optional>

#include "core/decisions/problem.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// [Y12]: F_beta with beta^2 = q/r, in O(n^2) time and O(n) memory. ye.cpp
struct Rational {
  int64_t q, r;
};
// Small q and r with q/r = x to rounding, if there are any.
std::optional<Rational> small_rational(double x);
void ye_curve(const Problem &problem);

// [N16] Algorithm 1 on the windows of the two mass functions that matter: any metric that rises in tp. window.cpp
void window_curve(const Problem &problem);

// E U over independent tp and fn given by their masses, with a proved limit on its error. window.cpp
struct Expectation {
  double value, error;
};
// Limits between which a number surely lies.
struct Bracket {
  double low, high;
};
class MassExpectation {
 public:
  MassExpectation(const Metric &metric, const Ranked &labels);
  Expectation operator()(const Masses &tp, const Masses &fn, int64_t k, Workspace &work) const;
  // Limits of E U(tp, max(tp, k.low), tp + fn), for which it suffices to sum cells that hold about 1 - `share` of the
  // probability. Where k.low < k.high a custom metric's declarations on k are checked on the way.
  Bracket bracket(const Masses &tp, const Masses &fn, KRange k, double share, Workspace &work) const;
  Range range() const { return range_; }
  // A cut for masses of these labels.
  double cut() const { return default_cut(labels_.size(), labels_.mean); }

 private:
  struct Cells {
    double sum = 0, kept = 0, roundings = 0;
  };
  void all_utilities(const Masses &tp, const Masses &fn, int64_t k, double worth, Workspace &work) const;
  // Over the cells whose probability is at least `worth`; `weigh`: also how much probability they hold.
  Cells sum_cells(const Masses &tp, const Masses &fn, KRange k, double worth, bool weigh, Workspace &work) const;
  void add_checked_cells(const Masses &tp, const Masses &fn, KRange k, double worth, bool weigh, Workspace &work,
                         Cells &cells) const;

  const Metric &metric_;
  const Ranked &labels_;
  const Range range_;  // of the metric's values
  const double magnitude_;
  const double dropped_;  // probability that the sums may leave out
};

}  // namespace wald::core::decisions
