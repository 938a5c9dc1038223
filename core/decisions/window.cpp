// [N16] Natarajan et al., ICML 2016, Algorithm 1, for any metric that rises in tp: tp and fn of a top-k prediction are
// independent Poisson binomials, so E U_k is a double sum over their masses. Summed literally that is O(n^3) for all k;
// here only over the windows, and within them over the cells, that together hold all but 1e-17 of the probability.
#include <algorithm>
#include <cmath>

#include "core/decisions/independent.hpp"
#include "core/error.hpp"
#include "core/numeric/kernels.hpp"

namespace wald::core {
namespace {

// A custom metric's declaration "rises in tp" wherever it is evaluated: the row of tp-1 held the same s one place on.
void check_rise(const Metric &metric, int64_t tp, int64_t k, int64_t n, int64_t begin, int64_t end,
                const std::vector<double> &previous, const std::vector<double> &row) {
  for (int64_t fn = begin; fn + 1 < end; ++fn) {
    const double before = previous[static_cast<std::size_t>(fn + 1)], now = row[static_cast<std::size_t>(fn)];
    if (before > now + 1e-11 * std::max({1.0, std::fabs(before), std::fabs(now)}))
      fail(Status::callback, "metric \"", metric.name(), "\" was declared to rise in tp but its utility falls from ",
           before, " to ", now, " at (tp=", tp, ", k=", k, ", s=", tp + fn, ", n=", n, ")");
  }
}

}  // namespace

MassExpectation::MassExpectation(const Metric &metric, const Ranked &labels)
    : metric_(metric),
      labels_(labels),
      magnitude_(metric.range(labels.n).magnitude()),
      dropped_(1e-17 * std::min(1.0, labels.mean)) {}

Expectation MassExpectation::operator()(const Masses &tp, const Masses &fn, int64_t k, Workspace &work) const {
  const int64_t n = labels_.n;
  const bool check = metric_.is_custom() && metric_.has(rises_in_tp);
  // Rows run along the longer window, so that there are few; a check compares rows of fn.
  const bool along_tp = !check && tp.size() > fn.size();
  const Masses &outer = along_tp ? fn : tp, &inner = along_tp ? tp : fn;
  const int64_t width = inner.size();
  const double *q = inner.mass.data();
  // Masses are log-concave, so what is worth summing of a row is one run of cells, whose ends move little from row to
  // row.
  const double worth = dropped_ / (static_cast<double>(tp.size()) * static_cast<double>(fn.size()));
  const int64_t peak = std::max_element(q, q + width) - q;
  int64_t begin = peak, end = peak + 1;
  int64_t previous_tp = -1, previous_begin = 0, previous_end = 0;
  if (check) work.row.resize(static_cast<std::size_t>(width));
  double sum = 0;
  for (int64_t i = 0; i < outer.size(); ++i) {
    const double weight = outer.mass[static_cast<std::size_t>(i)];
    if (weight * q[peak] < worth) continue;
    while (begin < peak && weight * q[begin] < worth) ++begin;
    while (begin > 0 && weight * q[begin - 1] >= worth) --begin;
    while (end > peak + 1 && weight * q[end - 1] < worth) --end;
    while (end < width && weight * q[end] >= worth) ++end;
    const int64_t at = outer.first + i, from = inner.first + begin;
    if (!check) {
      // A whole number of vectors, where there is room.
      const int64_t count = std::min((end - begin + 7) / 8 * 8, width - begin);
      sum +=
          weight * metric_.weighted_sum(along_tp ? from : at, along_tp ? at : from, k, n, along_tp, count, q + begin);
      continue;
    }
    metric_.utilities(at, k, from, end - begin, n, work.row.data() + begin);
    if (previous_tp == at - 1)
      check_rise(metric_, at, k, n, std::max(begin, previous_begin - 1), std::min(end, previous_end), work.previous,
                 work.row);
    work.previous = work.row;
    previous_tp = at;
    previous_begin = begin;
    previous_end = end;
    sum += weight * dot(q + begin, work.row.data() + begin, end - begin);
  }
  // Three roundings for each item in the masses, those of the sums, and those of U itself.
  const double roundings =
      static_cast<double>(3 * labels_.size() + outer.size() + width / 8 + 24) + metric_.rounding_ulps();
  return {sum, magnitude_ * (1.01 * roundings * unit_roundoff + tp.dropped + fn.dropped + dropped_)};
}

void window_curve(const Metric &metric, const Ranked &labels, KRange range, Workspace &work, Monitor &monitor) {
  const int64_t m = labels.size();
  const MassExpectation expectation(metric, labels);
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
      monitor.at(static_cast<double>(range.high - k) / static_cast<double>(range.high - range.low + 1));
  }
}

}  // namespace wald::core
