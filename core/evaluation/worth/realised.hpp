// What known labels show of the gain of deciding: what it came to, whether the probabilities are off, and whether
// calibrating them first would pay.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::evaluation {

struct Estimated {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double value = unknown, error = unknown;
};

// By known labels; unknown without.
struct RealisedWorth {
  double cut = Estimated::unknown, optimum = Estimated::unknown, calibrated = Estimated::unknown;
  Estimated gain, calibration_gain;
  Estimated excess, predicted_excess;  // of probabilities over labels: of all cells, and of those that are predicted
  double design_effect = Estimated::unknown;
};

// The rows of a weight above 0: row by row their probabilities, truth, and both predictions.
struct KnownTable {
  int64_t rows = 0, cols = 0;
  std::vector<double> p, weights;
  std::vector<uint8_t> truth, cut, optimum;
};

// optimum: row by row. Throws Error(argument) if a cell of the truth is not 0 or 1, or an exclusive row has two ones.
KnownTable known_table(Kind kind, const RealTable &table, Grid<const uint8_t> truth, const std::vector<double> &weights,
                       const std::vector<uint8_t> &optimum);
KnownTable known_table(Kind kind, const decisions::SparseTable &table, Grid<const uint8_t> truth,
                       const std::vector<double> &weights, const std::vector<uint8_t> &optimum);

RealisedWorth realised_worth(const Metric &metric, Kind kind, const KnownTable &known,
                             const decisions::DecisionOptions &options, Monitor &monitor);

}  // namespace wald::core::evaluation
