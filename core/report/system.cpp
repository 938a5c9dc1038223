// Computes the results of one system's probabilities, cut and decided.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/system.hpp"

#include <numeric>

#include "core/decisions/part_options.hpp"
#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/report/realised_spread.hpp"

namespace wald::core::report {
namespace {

// The mean over the answers: by the weights of rows, or of labels.
double mean_of(const std::vector<double> &expected, const ReportInput &input, const std::vector<double> &weight) {
  const std::vector<double> shares = input.options.average == decisions::Average::instance ? weight
                                     : input.options.average == decisions::Average::macro
                                         ? input.options.shares(input.truth.cols)
                                         : std::vector<double>{1};
  return std::inner_product(expected.begin(), expected.end(), shares.begin(), 0.0) /
         std::accumulate(shares.begin(), shares.end(), 0.0);
}

}  // namespace

SystemReport system_report(const ReportInput &input, const RealTable &table, const std::vector<double> &weight,
                           bool weighted, Monitor &monitor) {
  SystemReport out{};
  out.table = table;
  const auto cells = static_cast<std::size_t>(table.rows * table.cols);
  const auto answers = static_cast<std::size_t>(decisions::answer_count(input.options.average, table.rows, table.cols));
  out.half.resize(cells);
  out.decided.resize(cells);
  out.half_expected.resize(answers);
  out.decided_expected.resize(answers);
  {
    const decisions::PartOptions part(input.options, monitor, 0, 0.4);
    decisions::decide_rows(input.metric, input.kind, table, part.options(),
                {{out.decided.data(), table.rows, table.cols, table.cols, 1}, out.decided_expected.data(), nullptr});
  }
  int64_t changed = 0;
  for (int64_t i = 0; i < table.rows; ++i) {
    const Reals p = table.row(i);
    for (int64_t j = 0; j < table.cols; ++j) {
      const auto cell = static_cast<std::size_t>(i * table.cols + j);
      out.half[cell] = p[j] >= 0.5;
      changed += out.half[cell] != out.decided[cell];
    }
  }
  out.changed = static_cast<double>(changed) / static_cast<double>(cells);
  {
    const decisions::PartOptions part(input.options, monitor, 0.4, 0.6);
    decisions::expected_rows(input.metric, input.kind, table, out.mask(out.half), part.options(),
                             out.half_expected.data(), nullptr);
  }
  out.expected_of_half = mean_of(out.half_expected, input, weight);
  out.expected_of_decided = mean_of(out.decided_expected, input, weight);
  out.tuned = tuned_cut(input, table, weight, weighted);
  monitor.at(0.7);
  {
    const decisions::PartOptions part(input.options, monitor, 0.7, 0.85);
    out.over_half = evaluation::compare(input.metric, part.options(), input.truth, out.mask(out.half),
                                        out.mask(out.decided), input.weights, input.groups);
  }
  out.value_of_half = out.over_half.value_a;
  out.value_of_decided = out.over_half.value_b;
  out.spread_of_decided = realised_spread(input, table, out.mask(out.decided));
  out.value_of_tuned = evaluation::Comparison::unknown;
  if (!out.tuned.mask.empty()) {
    const decisions::PartOptions part(input.options, monitor, 0.85, 1);
    out.over_tuned = evaluation::compare(input.metric, part.options(), input.truth, out.mask(out.tuned.mask),
                                         out.mask(out.decided), input.weights, input.groups);
    out.value_of_tuned = out.over_tuned.value_a;
  }
  return out;
}

}  // namespace wald::core::report
