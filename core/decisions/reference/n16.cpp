// [N16] Natarajan, Koyejo, Ravikumar, Dhillon, ICML 2016, Algorithm 1 as printed: the masses of all sums
// S_1..k and S_k+1..n first, in O(n^2), then for every k the whole double sum over (tp, fn), O(n^3) in all. With
// first_rise the search over k stops at the first k with L_k <= L_{k+1}, as the remark on Algorithm 1 proposes: a
// heuristic.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/reference/reference.hpp"

namespace wald::core::decisions {
namespace {

// The masses of a sum with one more item of probability p, all of them kept.
void append_item(const double *from, int64_t items, double p, double *to) {
  const double q = 1 - p;
  to[0] = q * from[0];
  for (int64_t s = 1; s <= items; ++s) to[s] = q * from[s] + p * from[s - 1];
  to[items + 1] = p * from[items];
}

// A custom metric's declaration, wherever it is evaluated: the row of tp-1 held the same s one place on.
void check_rise_of_previous(const Metric &metric, int64_t tp, int64_t k, int64_t n, const std::vector<double> &previous,
                            const std::vector<double> &row) {
  for (std::size_t fn = 0; fn + 1 < row.size(); ++fn) {
    const double before = previous[fn + 1], now = row[fn];
    if (before > now + 1e-11 * std::max({1.0, std::fabs(before), std::fabs(now)}))
      fail(Status::callback, "metric \"", metric.name(), "\" was declared to rise in tp but its utility falls from ",
           before, " to ", now, " at (tp=", tp, ", k=", k, ", s=", tp + static_cast<int64_t>(fn), ", n=", n, ")");
  }
}

void sum_literally(const Problem &problem, bool first_rise) {
  const Metric &metric = problem.metric;
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Workspace &work = problem.work;
  const int64_t m = labels.size();  // labels beyond have probability 0 and never are true
  const double magnitude = metric.range(labels.n).magnitude();
  const bool check = metric.is_custom() && metric.has(rises_in_tp);
  Curve &curve = work.curve;
  curve.start(range);

  // Row j of a triangle holds the j+1 masses of the sum of the first (of the last) j items.
  const auto row_of = [](std::vector<double> &triangle, int64_t j) { return triangle.data() + j * (j + 1) / 2; };
  std::vector<double> first(static_cast<std::size_t>((m + 1) * (m + 2) / 2));
  std::vector<double> last(first.size());
  first[0] = last[0] = 1;
  for (int64_t j = 0; j < m; ++j) {
    append_item(row_of(first, j), j, labels.p[static_cast<std::size_t>(j)], row_of(first, j + 1));
    append_item(row_of(last, j), j, labels.p[static_cast<std::size_t>(m - 1 - j)], row_of(last, j + 1));
    if ((j & 255) == 255) problem.monitor.at(0);
  }

  std::vector<double> &row = work.row, &previous = work.previous;
  for (int64_t k = range.low; k <= range.high; ++k) {
    const int64_t predicted = std::min(k, m), rest = m - predicted;
    const double *const tp_mass = row_of(first, predicted), *const fn_mass = row_of(last, rest);
    row.resize(static_cast<std::size_t>(rest + 1));
    double value = 0;
    for (int64_t tp = 0; tp <= predicted; ++tp) {
      metric.utilities(tp, k, 0, rest + 1, labels.n, row.data());
      if (check) {
        if (tp > 0) check_rise_of_previous(metric, tp, k, labels.n, previous, row);
        previous = row;
      }
      double sum = 0;
      for (int64_t fn = 0; fn <= rest; ++fn) sum += fn_mass[fn] * row[static_cast<std::size_t>(fn)];
      value += tp_mass[tp] * sum;
      if ((tp & 255) == 255)
        problem.monitor.at(static_cast<double>(k - range.low) / static_cast<double>(range.high - range.low + 1));
    }
    // Three roundings for each item in the masses, one for each term of the two sums, and those of U itself. What
    // underflows is far below them.
    const double roundings = static_cast<double>(3 * m + predicted + rest + 24) + metric.rounding_ulps();
    curve.set(k, value, magnitude * 1.01 * roundings * unit_roundoff);
    problem.monitor.at(static_cast<double>(k - range.low + 1) / static_cast<double>(range.high - range.low + 1));
    // Losses, to be minimised, are compared in the paper; in utilities the sign turns.
    if (first_rise && k > range.low && value <= curve.value[static_cast<std::size_t>(k - 1 - range.low)]) {
      curve.value.resize(static_cast<std::size_t>(k - range.low));
      curve.error.resize(curve.value.size());
      return;
    }
  }
}

}  // namespace

void n16_curve(const Problem &problem) { sum_literally(problem, false); }
void n16_first_rise_curve(const Problem &problem) { sum_literally(problem, true); }

}  // namespace wald::core::decisions
