// Compares two systems' predictions on the same rows: checks the arguments and calls the code of the average.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/compare.hpp"

#include <algorithm>

#include "core/evaluation/comparison/row_means.hpp"
#include "core/evaluation/comparison/table_counts.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::evaluation {
namespace {

bool differs(const PairedRows &rows, std::size_t group) {
  for (std::size_t r = rows.begin[group]; r < rows.begin[group + 1]; ++r)
    for (int64_t j = 0; j < rows.truth.cols; ++j)
      if (rows.a(rows.rows[r], j) != rows.b(rows.rows[r], j)) return true;
  return false;
}

int64_t differing(const PairedRows &rows) {
  int64_t out = 0;
  for (std::size_t g = 0; g < rows.groups(); ++g) out += differs(rows, g);
  return out;
}

// Not even another sample of rows tells them apart.
void set_alike(Comparison &out) {
  out.low = out.high = out.standard_error = 0;
  out.p_value = 1;
}

}  // namespace

Comparison compare(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                   Grid<const uint8_t> a, Grid<const uint8_t> b, Reals weights, Strided<const int64_t> groups) {
  options.refuse_abstain_label("a comparison");
  const PairedRows rows = pair_rows(truth, a, b, weights, groups);
  Comparison out;
  const bool of_rows = options.average == decisions::Average::instance;
  out.undecided = rows.undecided;
  out.units = static_cast<int64_t>(rows.groups());
  if (out.units == 0) return out;
  out.differing = differing(rows);

  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  const Reals weight{rows.weight.data(), false, truth.rows, 1};
  out.value_a = evaluate(metric, options, truth, a, weight).value;
  out.value_b = evaluate(metric, options, truth, b, weight).value;
  out.difference = out.value_b - out.value_a;
  if (out.differing == 0) {
    set_alike(out);
  } else {
    const int workers = worker_count(metric.needs_one_thread() ? 1 : options.threads, options.samples);
    if (of_rows)
      compare_row_means(metric, options, rows, workers, monitor, out);
    else
      compare_counts(metric, options, table_counts(options, rows, static_cast<double>(out.differing)), workers, monitor,
                     out);
  }
  monitor.at(1);
  return out;
}

std::vector<Comparison> compare_label(const std::vector<const Metric *> &metrics,
                                      const decisions::DecisionOptions &options, const PairedRows &rows,
                                      Monitor &monitor) {
  Comparison alike;
  alike.units = static_cast<int64_t>(rows.groups());
  alike.differing = differing(rows);
  std::vector<Comparison> out(metrics.size(), alike);
  if (alike.differing == 0) {
    for (Comparison &one : out) set_alike(one);
    return out;
  }
  const TableCounts counts = table_counts(options, rows, static_cast<double>(alike.differing));
  const int workers = worker_count(options.threads, options.samples);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const auto share = [&](std::size_t done) { return static_cast<double>(done) / static_cast<double>(metrics.size()); };
    PartMonitor part(monitor, share(m), share(m + 1));
    compare_counts(*metrics[m], options, counts, workers, part, out[m]);
  }
  return out;
}

}  // namespace wald::core::evaluation
