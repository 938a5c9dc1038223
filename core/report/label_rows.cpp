// Computes the results of decisions for each label, with intervals, for the page.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/label_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evaluation/evaluate.hpp"

namespace wald::core::report {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Estimated share_of(const WeighedCount &part, const WeighedCount &whole, double level) {
  if (whole.sum == 0) return {nothing, {nothing, nothing}};
  const double share = part.sum / whole.sum, n = whole.sum * whole.sum / whole.squares;
  return {share, binomial_interval(share * n, n, level)};
}

// The threshold that is best for a label alone, on these rows; NaN if the metric is refused there.
double best_cut(const ReportInput &input, const Reals &p, const std::vector<double> &weight, int64_t label,
                bool weighted) {
  std::vector<int64_t> order;
  evaluation::CellCounts counts;
  for (int64_t i = 0; i < p.n; ++i)
    if (const double w = weight[static_cast<std::size_t>(i)]; w > 0) {
      order.push_back(i);
      counts.add(input.truth(i, label), 0, w);
    }
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return p[a] > p[b]; });
  double best = evaluation::utility_of(input.metric, counts, weighted), cut = std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < order.size(); ++r) {
    const int64_t i = order[r];
    const double w = weight[static_cast<std::size_t>(i)];
    counts.k += w;
    counts.tp += input.truth(i, label) ? w : 0;
    if (r + 1 < order.size() && p[order[r + 1]] == p[i]) continue;
    if (const double utility = evaluation::utility_of(input.metric, counts, weighted); utility > best) {
      best = utility;
      cut = p[i];
    }
  }
  return cut;
}

void write_estimated(JsonText &out, const char *name, const Estimated &e) {
  out.key(name).open('[');
  for (double one : {e.value, e.interval.low, e.interval.high}) out.value(one, 6);
  out.close(']');
}

}  // namespace

Estimated precision_of(const LabelCounts &c, double level) { return share_of(c.tp, c.tp.plus(c.fp), level); }
Estimated recall_of(const LabelCounts &c, double level) { return share_of(c.tp, c.tp.plus(c.fn), level); }
Estimated f1_of(const LabelCounts &c, double level) {
  const Estimated jaccard = share_of(c.tp, c.tp.plus(c.fp).plus(c.fn), level);
  const auto f1 = [](double j) { return 2 * j / (1 + j); };
  return {f1(jaccard.value), {f1(jaccard.interval.low), f1(jaccard.interval.high)}};
}

LabelCounts counts_of(const ReportInput &input, Grid<const uint8_t> mask, const std::vector<double> &weight,
                      int64_t label) {
  LabelCounts out;
  for (int64_t i = 0; i < mask.rows; ++i)
    if (const double w = weight[static_cast<std::size_t>(i)]; w > 0) out.add(input.truth(i, label), mask(i, label), w);
  return out;
}

std::vector<int64_t> by_positives(const ReportInput &input, const std::vector<double> &weight) {
  std::vector<double> positives(static_cast<std::size_t>(input.truth.cols));
  for (int64_t i = 0; i < input.truth.rows; ++i)
    for (int64_t j = 0; j < input.truth.cols; ++j)
      positives[static_cast<std::size_t>(j)] += input.truth(i, j) * weight[static_cast<std::size_t>(i)];
  std::vector<int64_t> out(positives.size());
  std::iota(out.begin(), out.end(), int64_t{0});
  std::stable_sort(out.begin(), out.end(), [&](int64_t a, int64_t b) {
    return positives[static_cast<std::size_t>(a)] > positives[static_cast<std::size_t>(b)];
  });
  return out;
}

void write_label_rows(JsonText &out, const ReportInput &input, const std::vector<SystemReport> &systems,
                      const std::vector<double> &weight, const std::vector<int64_t> &labels, bool weighted) {
  const double level = input.options.level, total = std::accumulate(weight.begin(), weight.end(), 0.0);
  out.key("labels").open('[');
  for (int64_t j : labels) {
    out.open('{').field("label", j);
    double positives = 0;
    for (int64_t i = 0; i < input.truth.rows; ++i) positives += input.truth(i, j) * weight[static_cast<std::size_t>(i)];
    out.key("prevalence").value(positives / total, 6);
    out.key("systems").open('[');
    for (const SystemReport &system : systems) {
      const Reals p = system.table.col(j);
      double mean = 0;
      for (int64_t i = 0; i < p.n; ++i)
        if (const double w = weight[static_cast<std::size_t>(i)]; w > 0) mean += w * p[i];
      out.open('{');
      out.key("mean").value(mean / total, 6);
      const double cut = best_cut(input, p, weight, j, weighted);
      out.key("cut").value(std::isinf(cut) ? 2 : cut, 6);  // 2: none is the best
      const LabelCounts half = counts_of(input, system.mask(system.half), weight, j);
      const LabelCounts decided = counts_of(input, system.mask(system.decided), weight, j);
      out.key("flagged").value((decided.tp.sum + decided.fp.sum) / total, 6);
      out.key("half").open('{');
      write_estimated(out, "f1", f1_of(half, level));
      out.close('}');
      out.key("decided").open('{');
      write_estimated(out, "precision", precision_of(decided, level));
      write_estimated(out, "recall", recall_of(decided, level));
      write_estimated(out, "f1", f1_of(decided, level));
      out.close('}').close('}');
    }
    out.close(']').close('}');
  }
  out.close(']');
}

}  // namespace wald::core::report
