// A micro average over a distributed table: one problem of rows times labels items, decided by a few
// passes. States of a pass are fed apart, merged in any order and saved. The first pass counts the items in bins of
// their probability; next() chooses the window of probabilities in which the last item of the optimum must be, and the
// next pass keeps the window's items as runs of equal ones, or in finer bins, and sums of powers of those above and
// below. From runs and sums the optimum follows as on one machine (separable_ratio.hpp), with a proved bound. Every sum
// of a state is exact, so the answer has the same bits however the rows were parted. Proof: docs/developers/algorithms.md.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/micro/micro_bins.hpp"
#include "core/decisions/micro/power_slices.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/bins/window_bins.hpp"

namespace wald::core::decisions {

struct MicroAnswer {
  int64_t k = -1, ties = -1, ties_chosen = -1;
  double threshold = std::numeric_limits<double>::quiet_NaN(), expected = threshold, loss = threshold,
         bound = threshold, next_best = threshold, p_zero = threshold;
  KRange not_excluded{-1, -1};
};

struct MicroPlan;
class MicroWindow;

class TablePass {
 public:
  // Of the first pass. Throws if the metric is none of those that MicroPlan::Form names, or an option is of no use
  // here.
  TablePass(const Metric &metric, const DecisionOptions &options, const MicroLimits &limits = {});

  // Rows of probabilities, of any number of labels. Nothing is kept of a call that fails.
  void feed(const RealTable &rows);
  void feed(const SparseTable &rows);
  // Throws if the other belongs to another pass, metric or options. Nothing is changed then.
  void merge(const TablePass &other);

  // Once a pass has all rows: true if they are decided; else this is the next pass, without rows.
  bool next();
  bool decided() const { return decided_; }
  const MicroAnswer &answer() const { return answer_; }

  int64_t pass() const;
  int64_t items() const { return static_cast<int64_t>(totals_.items); }
  int64_t bins() const { return static_cast<int64_t>(bins_.size()); }
  int64_t windows() const { return static_cast<int64_t>(bins_.windows().size()); }

  // The same bytes for the same rows, however they were fed and merged; without the answer, which next() gives again.
  std::string save() const;
  static TablePass load(std::string_view bytes);

 private:
  explicit TablePass(std::shared_ptr<const MicroPlan> plan);
  void check_room(uint64_t items) const;
  void check_size(int64_t rows, int64_t cols) const;
  void take(double *block, int32_t size);
  void changed();
  bool decide_few(const std::vector<MicroBin> &bins);
  struct Runs;
  void decide_zeros(KRange range);
  void check_listed(const std::vector<MicroBin> &bins) const;
  void add_slices(Runs &runs) const;
  Runs runs_of(const std::vector<MicroBin> &bins, KRange range) const;
  bool decide_form(Runs &runs, KRange range, MicroPlan &after, Answer &answer) const;
  bool decide_runs(const std::vector<MicroBin> &bins, KRange range, MicroPlan &after);
  void narrow(const std::vector<MicroBin> &bins, KRange range, MicroPlan &after) const;
  void narrow_root(const MicroWindow &window, double mu, KRange range, MicroPlan &after) const;
  void narrow_predictive(const MicroWindow &window, double mu, double below, KRange range, MicroPlan &after) const;
  void narrow_rates(const std::vector<MicroBin> &bins, const MicroWindow &window, double mu, KRange range,
                    MicroPlan &after) const;
  void set_answer(const Answer &answer);

  std::shared_ptr<const MicroPlan> plan_;
  WindowBins<MicroBin> bins_;
  MicroTotals totals_;
  PowerSlices above_, below_;            // behind the first pass: items above and below the window that are not listed
  PowerSlices above_complements_, below_complements_;  // and their complements, for rates
  uint64_t least_above_ = ~uint64_t{0};  // bits
  bool decided_ = false;
  MicroAnswer answer_;
};

}  // namespace wald::core::decisions
