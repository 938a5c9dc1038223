// The results of one system's probabilities: cut at 1/2, cut at a tuned threshold, and decided for the metric.
#pragma once

#include "core/evaluation/comparison/compare.hpp"
#include "core/report/input.hpp"
#include "core/report/tuned_cut.hpp"

namespace wald::core::report {

struct SystemReport {
  RealTable table;
  std::vector<uint8_t> half, decided;  // a row after the other
  TunedCut tuned;
  std::vector<double> half_expected, decided_expected;     // of each answer
  double expected_of_half, expected_of_decided;            // means of these
  double value_of_half, value_of_tuned, value_of_decided;  // on the truth; NaN without tuning
  evaluation::Comparison over_half, over_tuned;                        // of the decided ones
  double spread_of_decided;                                // of its value by chance alone; NaN if not known
  double changed;                                          // the share of cells where 1/2 says otherwise

  Grid<const uint8_t> mask(const std::vector<uint8_t> &cells) const {
    return {cells.data(), table.rows, table.cols, table.cols, 1};
  }
};

// monitor: for the whole of it.
SystemReport system_report(const ReportInput &input, const RealTable &table, const std::vector<double> &weight,
                           bool weighted, Monitor &monitor);

}  // namespace wald::core::report
