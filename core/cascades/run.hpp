// Running a cascade: one example at a time, over a table of scores, or asking a callback for the scores that are
// needed.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

// The decision by the sums after the model at position r. `full`: the example met a bin that fitting never saw.
inline int32_t decide_at(const Policy &policy, std::size_t r, const int64_t *sums, bool &full) {
  const Position &position = policy.positions[r];
  const bool last = r + 1 == policy.positions.size();
  if (policy.classes > 1) {
    if (!last && position.high == never_above) return goes_on;
    const Lead ahead = lead(sums, policy.classes);
    return last || ahead.margin >= position.high ? ahead.leader : goes_on;
  }
  if (policy.bin_width == 0 || last) return decide(position, sums[0]);
  if (full) return goes_on;
  const int32_t decision = decide_binned(policy.bins[r], policy.bin_width, sums[0]);
  full = decision == full_evaluation;
  return full ? goes_on : decision;
}

// One example at a time: `while (run.next() >= 0) run.feed(score of model run.next());`. Allocates where it is made,
// and nowhere after. Each thread has its own; the policy, which must outlive it, is shared.
class CascadeRun {
 public:
  explicit CascadeRun(const Policy &policy)
      : policy_(&policy), scale_(policy.fixed.scale()), sums_(static_cast<std::size_t>(policy.classes)) {
    start();
  }

  void start() {
    position_ = 0;
    decision_ = goes_on;
    full_ = false;
    std::fill(sums_.begin(), sums_.end(), 0);
  }
  // The model to run; -1 if the example is decided.
  int32_t next() const { return decision_ >= 0 ? -1 : policy_->positions[static_cast<std::size_t>(position_)].model; }
  // Its score. Gives the decision (0 or 1; with K classes the class), or `goes_on`.
  int32_t feed(double score) {
    if (policy_->classes != 1) fail(Status::argument, "scores has 1 number: must have one per class, ", policy_->classes);
    return feed(&score, 1, 1);
  }
  // Its scores: one, or one per class.
  int32_t feed(const double *scores, int64_t n, int64_t stride) {
    if (decision_ >= 0) fail(Status::argument, "the example is decided: start the next one");
    if (n != policy_->classes) fail(Status::argument, "scores has ", n, " numbers: must have ", policy_->classes);
    for (int64_t c = 0; c < n; ++c)
      if (!std::isfinite(scores[c * stride]))
        fail(Status::argument, "scores[", c, "] is ", scores[c * stride], ": must be finite");
    for (int64_t c = 0; c < n; ++c) sums_[static_cast<std::size_t>(c)] += to_fixed(scores[c * stride], scale_);
    decision_ = decide_at(*policy_, static_cast<std::size_t>(position_++), sums_.data(), full_);
    return decision_;
  }
  // The decision so far.
  int32_t decision() const { return decision_; }
  // How many models ran.
  int32_t count() const { return position_; }
  // The sum of all scores (of class c), once all models ran; until then, and where they were not, NaN.
  double sum(int64_t c) const {
    if (position_ < policy_->models()) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(sums_[static_cast<std::size_t>(c)]) * policy_->fixed.unit();
  }

 private:
  const Policy *policy_;
  double scale_;
  int32_t position_ = 0, decision_ = goes_on;
  bool full_ = false;
  std::vector<int64_t> sums_;
};

// Decides every row of a table that has a column for each model (and class). Scores of models that do not run are
// not looked at. decisions, counts: of each row; either may have no data. sums: of each row and class the sum of all
// scores, NaN if not all models ran; or null.
void run_table(const Policy &policy, const RealTable &scores, int threads, Monitor &monitor, Strided<int32_t> decisions,
               Strided<int32_t> counts, double *sums = nullptr);

// Asked for model `model`'s scores of `count` rows: scores[i] is that of row rows[i]; with K classes scores[i K + c].
using ScoreCallback = std::function<void(int64_t model, const int64_t *rows, int64_t count, double *scores)>;

// Decides n rows, model after model in the cascade's order, each asked for the rows that are still undecided.
void run_callback(const Policy &policy, int64_t n, const ScoreCallback &callback, Monitor &monitor,
                  Strided<int32_t> decisions, Strided<int32_t> counts, double *sums = nullptr);

}  // namespace wald::core::cascades
