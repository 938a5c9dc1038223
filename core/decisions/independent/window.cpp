// [N16] Natarajan et al., ICML 2016, Algorithm 1, for any metric that rises in tp: tp and fn of a top-k prediction are
// independent Poisson binomials, so E U_k is a double sum over their masses. Summed literally that is O(n^3) for all k;
// here only over the windows, and within them over the cells, that together hold all but 1e-17 of the probability.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/numeric/vectors/kernels.hpp"

namespace wald::core::decisions {
namespace {

std::string cell_text(int64_t tp, int64_t k, int64_t s, int64_t n) {
  return text("(tp=", tp, ", k=", k, ", s=", s, ", n=", n, ")");
}

// What differs by less is rounding of the function's own.
bool falls(double from, double to) { return from > to + 1e-11 * std::max({1.0, std::fabs(from), std::fabs(to)}); }

// Utilities at one tp, by fn from first_fn on, of which those in [begin, end) are known.
struct UtilityRow {
  int64_t tp, k, n, first_fn, begin, end;
  const std::vector<double> &value;
};

// A custom metric's declaration "rises in tp" wherever it is evaluated: the row of tp-1 held the same s one place on.
void check_rise(const Metric &metric, const std::vector<double> &previous, const UtilityRow &row) {
  for (int64_t j = row.begin; j + 1 < row.end; ++j) {
    const double before = previous[static_cast<std::size_t>(j + 1)], now = row.value[static_cast<std::size_t>(j)];
    if (falls(before, now))
      fail(Status::callback, "metric \"", metric.name(), "\" was declared to rise in tp but its utility falls from ",
           before, " to ", now, " at ", cell_text(row.tp, row.k, row.tp + row.first_fn + j, row.n));
  }
}

// The same for what excludes intervals of k, at one cell of each row: U falls from k to `highest`, and from there does
// not fall when tp and k both grow.
class CheckedSteps {
 public:
  void add(int64_t tp, int64_t fn, int64_t k, int64_t highest, int64_t n, double at_k) {
    if (highest > k) others_.push_back({tp, highest, fn, 1});
    if (k < n && fn > 0) others_.push_back({tp + 1, k + 1, fn - 1, 1});
    cells_.resize(others_.size(), {tp, k, tp + fn, at_k});
  }
  void check(const Metric &metric, int64_t n) const {
    std::vector<double> found(others_.size());
    metric.rows_of_utilities(others_, n, found.data());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Cell &at = cells_[i];
      const bool more_tp = others_[i].tp > at.tp;
      if (more_tp ? falls(at.utility, found[i]) : falls(found[i], at.utility))
        fail(Status::callback, "metric \"", metric.name(), "\" was declared ",
             more_tp ? "to rise when tp and k grow together" : "to fall in k", " but its utility is ", found[i], " at ",
             cell_text(others_[i].tp, others_[i].k, at.s, n), " against ", at.utility, " at ",
             cell_text(at.tp, at.k, at.s, n));
    }
  }

 private:
  struct Cell {
    int64_t tp, k, s;
    double utility;
  };
  std::vector<CellRow> others_;
  std::vector<Cell> cells_;  // what each is compared with
};

// Masses are log-concave, so what is worth summing of a row is one run of cells around the peak, whose ends move little
// from row to row.
class RunOfMass {
 public:
  RunOfMass(const double *mass, int64_t width)
      : mass_(mass),
        width_(width),
        peak_(std::max_element(mass, mass + width) - mass),
        begin_(peak_),
        end_(peak_ + 1) {}
  // The cells whose mass times `weight` is at least `worth`; false if there is none.
  bool fit(double weight, double worth) {
    if (weight * mass_[peak_] < worth) return false;
    while (begin_ < peak_ && weight * mass_[begin_] < worth) ++begin_;
    while (begin_ > 0 && weight * mass_[begin_ - 1] >= worth) --begin_;
    while (end_ > peak_ + 1 && weight * mass_[end_ - 1] < worth) --end_;
    while (end_ < width_ && weight * mass_[end_] >= worth) ++end_;
    return true;
  }
  int64_t peak() const { return peak_; }
  int64_t begin() const { return begin_; }
  int64_t end() const { return end_; }
  // A whole number of vectors, where there is room.
  int64_t whole_vectors() const { return std::min((end_ - begin_ + 7) / 8 * 8, width_ - begin_); }

 private:
  const double *mass_;
  int64_t width_, peak_, begin_, end_;
};

// The masses of `count` cells, from the sums of all before each.
double mass_held(const std::vector<double> &cumulative, int64_t begin, int64_t count) {
  return cumulative[static_cast<std::size_t>(begin + count)] - cumulative[static_cast<std::size_t>(begin)];
}

double greatest(const Masses &masses) { return *std::max_element(masses.mass.begin(), masses.mass.end()); }

}  // namespace

MassExpectation::MassExpectation(const Metric &metric, const Ranked &labels)
    : metric_(metric),
      labels_(labels),
      range_(metric.range(labels.n)),
      magnitude_(range_.magnitude()),
      dropped_(1e-17 * std::min(1.0, labels.mean)) {}

// The utilities of all cells that are summed, which a custom metric is asked for at once.
void MassExpectation::all_utilities(const Masses &tp, const Masses &fn, int64_t k, double worth, Workspace &work) const {
  RunOfMass run(fn.mass.data(), fn.size());
  std::vector<CellRow> rows;
  std::size_t cells = 0;
  for (int64_t i = 0; i < tp.size(); ++i) {
    if (!run.fit(tp.mass[static_cast<std::size_t>(i)], worth)) continue;
    rows.push_back({tp.first + i, std::max(k, tp.first + i), fn.first + run.begin(), run.end() - run.begin()});
    cells += static_cast<std::size_t>(rows.back().count);
  }
  work.utilities.resize(cells);
  metric_.rows_of_utilities(rows, labels_.n, work.utilities.data());
}

// Cells of a custom metric that was declared to rise in tp: the declaration is checked on what is summed.
void MassExpectation::add_checked_cells(const Masses &tp, const Masses &fn, KRange k, double worth, bool weigh,
                                        Workspace &work, Cells &cells) const {
  const int64_t n = labels_.n, width = fn.size();
  const double *q = fn.mass.data();
  all_utilities(tp, fn, k.low, worth, work);
  const double *known = work.utilities.data();
  const bool check_k = k.low < k.high;
  RunOfMass run(q, width);
  int64_t previous_tp = -1, previous_begin = 0, previous_end = 0;
  work.row.resize(static_cast<std::size_t>(width));
  CheckedSteps steps;
  for (int64_t i = 0; i < tp.size(); ++i) {
    const double weight = tp.mass[static_cast<std::size_t>(i)];
    if (!run.fit(weight, worth)) continue;
    const int64_t at = tp.first + i, begin = run.begin(), count = run.end() - begin;
    const int64_t row_k = std::max(k.low, at);
    if (weigh) cells.kept += weight * mass_held(work.cumulative, begin, count);
    std::copy_n(known, count, work.row.begin() + begin);
    known += count;
    if (previous_tp == at - 1 && row_k == k.low)
      check_rise(metric_, work.previous,
                 {at, row_k, n, fn.first, std::max(begin, previous_begin - 1), std::min(run.end(), previous_end),
                  work.row});
    if (check_k)
      steps.add(at, fn.first + run.peak(), row_k, k.high, n, work.row[static_cast<std::size_t>(run.peak())]);
    work.previous.swap(work.row);
    work.row.resize(static_cast<std::size_t>(width));
    previous_tp = at;
    previous_begin = begin;
    previous_end = run.end();
    cells.sum += weight * dot(q + begin, work.previous.data() + begin, count);
  }
  if (check_k) steps.check(metric_, n);
}

MassExpectation::Cells MassExpectation::sum_cells(const Masses &tp, const Masses &fn, KRange k, double worth,
                                                  bool weigh, Workspace &work) const {
  const bool check = metric_.is_custom() && metric_.has(rises_in_tp);
  // Rows run along the longer window, so that there are few; a check compares rows of fn, as k may depend on tp.
  const bool along_tp = !check && tp.last() <= k.low && tp.size() > fn.size();
  const Masses &outer = along_tp ? fn : tp, &inner = along_tp ? tp : fn;
  const int64_t width = inner.size();
  const double *q = inner.mass.data();
  if (weigh) {
    work.cumulative.resize(static_cast<std::size_t>(width) + 1);
    work.cumulative[0] = 0;
    for (int64_t j = 0; j < width; ++j)
      work.cumulative[static_cast<std::size_t>(j + 1)] = work.cumulative[static_cast<std::size_t>(j)] + q[j];
  }
  Cells cells;
  // Three roundings for each item in the masses, those of the sums, and those of U itself.
  cells.roundings = static_cast<double>(3 * labels_.size() + outer.size() + width / 8 + 24) + metric_.rounding_ulps();
  if (check) {
    add_checked_cells(tp, fn, k, worth, weigh, work, cells);
    return cells;
  }
  RunOfMass run(q, width);
  for (int64_t i = 0; i < outer.size(); ++i) {
    const double weight = outer.mass[static_cast<std::size_t>(i)];
    if (!run.fit(weight, worth)) continue;
    const int64_t at = outer.first + i, begin = run.begin(), from = inner.first + begin, count = run.whole_vectors();
    const int64_t row_k = along_tp ? k.low : std::max(k.low, at);
    if (weigh) cells.kept += weight * mass_held(work.cumulative, begin, count);
    cells.sum += weight * metric_.weighted_sum(along_tp ? from : at, along_tp ? at : from, row_k, labels_.n, along_tp,
                                               count, q + begin);
  }
  return cells;
}

Expectation MassExpectation::operator()(const Masses &tp, const Masses &fn, int64_t k, Workspace &work) const {
  const double worth = dropped_ / (static_cast<double>(tp.size()) * static_cast<double>(fn.size()));
  const Cells cells = sum_cells(tp, fn, {k, k}, worth, false, work);
  return {cells.sum, magnitude_ * (1.01 * cells.roundings * unit_roundoff + tp.dropped + fn.dropped + dropped_)};
}

Bracket MassExpectation::bracket(const Masses &tp, const Masses &fn, KRange k, double share, Workspace &work) const {
  // Of two independent nearly normal variables, cells below e^-r^2/2 of the greatest hold about that probability.
  const Cells cells = sum_cells(tp, fn, k, share * greatest(tp) * greatest(fn), true, work);
  const double roundings = 1.01 * cells.roundings * unit_roundoff;
  const double error = magnitude_ * (roundings + tp.dropped + fn.dropped);
  const double left_out =
      std::max(0.0, 1 - cells.kept) + roundings + 2 * unit_roundoff * static_cast<double>(tp.size() + fn.size());
  return {cells.sum + left_out * std::min(0.0, range_.low) - error,
          cells.sum + left_out * std::max(0.0, range_.high) + error};
}

void window_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Workspace &work = problem.work;
  const int64_t m = labels.size();
  const MassExpectation expectation(problem.metric, labels);
  work.curve.start(range);
  work.top.start(labels.p.data(), m);
  work.rest.reset();
  for (int64_t j = m; j > range.high; --j)
    add_item(work.rest, labels.p[static_cast<std::size_t>(j - 1)], expectation.cut());
  for (int64_t k = range.high; k >= range.low; --k) {
    if (k < m && k < range.high) add_item(work.rest, labels.p[static_cast<std::size_t>(k)], expectation.cut());
    const Expectation e = expectation(work.top.first_items(std::min(k, m)), work.rest, k, work);
    work.curve.set(k, e.value, e.error);
    if ((k & 15) == 0)
      problem.monitor.at(static_cast<double>(range.high - k) / static_cast<double>(range.high - range.low + 1));
  }
}

}  // namespace wald::core::decisions
