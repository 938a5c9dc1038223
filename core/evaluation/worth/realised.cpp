// Evaluates the predictions on known labels, and those from probabilities that are calibrated out of fold.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/worth/realised.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/part_options.hpp"
#include "core/decisions/rows.hpp"
#include "core/evaluation/comparison/compare.hpp"
#include "core/learners/rules/calibrated_rows.hpp"

namespace wald::core::evaluation {
namespace {

// give(i, row): writes a row's probabilities, of which all are 0 at first.
template <class Give>
KnownTable known_rows(Kind kind, Grid<const uint8_t> truth, const std::vector<double> &weights,
                      const std::vector<uint8_t> &optimum, const Give &give) {
  KnownTable out;
  out.cols = truth.cols;
  for (int64_t i = 0; i < truth.rows; ++i) {
    int64_t ones = 0;
    for (int64_t j = 0; j < truth.cols; ++j) {
      if (truth(i, j) > 1) fail(Status::argument, "truth[", i, "][", j, "] is ", int{truth(i, j)}, ": must be 0 or 1");
      ones += truth(i, j);
    }
    if (kind == Kind::categorical && ones > 1)
      fail(Status::argument, "truth[", i, "] has ", ones, " ones: exclusive labels have at most 1");
    const double weight = weights[static_cast<std::size_t>(i)];
    if (weight == 0) continue;
    ++out.rows;
    out.weights.push_back(weight);
    const std::size_t begin = out.p.size();
    out.p.resize(begin + static_cast<std::size_t>(truth.cols));
    give(i, out.p.data() + begin);
    for (int64_t j = 0; j < truth.cols; ++j) {
      out.truth.push_back(truth(i, j));
      out.cut.push_back(out.p[begin + static_cast<std::size_t>(j)] >= 0.5);
      out.optimum.push_back(optimum[static_cast<std::size_t>(i * truth.cols + j)]);
    }
  }
  return out;
}

Grid<const uint8_t> cells_of(const std::vector<uint8_t> &cells, const KnownTable &known) {
  return {cells.data(), known.rows, known.cols, known.cols, 1};
}

// How far the probabilities of cells are above their labels on average, and its standard error: rows vary, and the cells
// of a row may do so together. which: the cells that count; null: all.
Estimated mean_excess(const KnownTable &known, const std::vector<uint8_t> *which) {
  const auto rows = static_cast<std::size_t>(known.rows), cols = static_cast<std::size_t>(known.cols);
  std::vector<double> excess(rows), cells(rows);
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = i * cols; c < (i + 1) * cols; ++c) {
      if (which && !(*which)[c]) continue;
      excess[i] += known.p[c] - known.truth[c];
      cells[i] += 1;
    }
    sum += known.weights[i] * excess[i];
    count += known.weights[i] * cells[i];
  }
  Estimated out;
  if (count == 0) return out;
  out.value = sum / count;
  double squares = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double off = known.weights[i] * (excess[i] - out.value * cells[i]) / count;
    squares += off * off;
  }
  if (rows > 1) out.error = std::sqrt(squares * static_cast<double>(rows) / static_cast<double>(rows - 1));
  return out;
}

// How many times the sums of rows vary as much as those of independent labels with these probabilities. What all
// probabilities are off by on average is no dependence, and is taken off, with the degree of freedom that it costs.
double design_effect_of(const KnownTable &known, double excess) {
  const auto rows = static_cast<std::size_t>(known.rows), cols = static_cast<std::size_t>(known.cols);
  double squares = 0, variance = 0, weight = 0, weight_squares = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double w = known.weights[i];
    double off = 0;
    for (std::size_t c = i * cols; c < (i + 1) * cols; ++c) {
      off += known.p[c] - known.truth[c] - excess;
      variance += w * known.p[c] * (1 - known.p[c]);
    }
    squares += w * off * off;
    weight += w;
    weight_squares += w * w;
  }
  const double freedom = 1 - weight_squares / (weight * weight);
  return freedom > 0 && variance > 0 ? squares / freedom / variance : Estimated::unknown;
}

// Calibrated one by one, exclusive labels together get the sum that they had.
std::vector<double> calibrated_table(Kind kind, const KnownTable &known, const decisions::DecisionOptions &options,
                                     Monitor &monitor) {
  learners::Dataset data;
  data.features.rows = data.targets.rows = known.rows;
  data.targets.labels = known.cols;
  data.targets.cells = known.truth;
  data.weights = known.weights;
  data.marginals = known.p;
  std::vector<double> out = learners::calibrated_out_of_fold(data, options.seed, options.threads, monitor);
  const auto cols = static_cast<std::ptrdiff_t>(known.cols);
  for (std::ptrdiff_t c = 0; kind == Kind::categorical && c < static_cast<std::ptrdiff_t>(out.size()); c += cols) {
    double had = 0, has = 0;
    for (std::ptrdiff_t j = c; j < c + cols; ++j) {
      had += known.p[static_cast<std::size_t>(j)];
      has += out[static_cast<std::size_t>(j)];
    }
    const double scale = has > 0 ? std::min(had, 1.0) / has : 0;
    for (std::ptrdiff_t j = c; j < c + cols; ++j) out[static_cast<std::size_t>(j)] *= scale;
  }
  return out;
}

}  // namespace

KnownTable known_table(Kind kind, const RealTable &table, Grid<const uint8_t> truth, const std::vector<double> &weights,
                       const std::vector<uint8_t> &optimum) {
  return known_rows(kind, truth, weights, optimum, [&](int64_t i, double *row) {
    const Reals given = table.row(i);
    for (int64_t j = 0; j < given.n; ++j) row[j] = std::min(given[j], 1.0);
  });
}

KnownTable known_table(Kind kind, const decisions::SparseTable &table, Grid<const uint8_t> truth,
                       const std::vector<double> &weights, const std::vector<uint8_t> &optimum) {
  return known_rows(kind, truth, weights, optimum, [&](int64_t i, double *row) {
    for (int64_t c = table.indptr[i]; c < table.indptr[i + 1]; ++c)
      row[table.indices[c]] = std::min(table.values[c], 1.0);
  });
}

RealisedWorth realised_worth(const Metric &metric, Kind kind, const KnownTable &known,
                             const decisions::DecisionOptions &options, Monitor &monitor) {
  decisions::DecisionOptions judging = options;
  judging.progress = {};
  judging.samples = 2;  // of the permutation test, which is not read
  Reals weights;
  if (options.average == decisions::Average::instance) weights = {known.weights.data(), false, known.rows, 1};
  const auto compared = [&](const std::vector<uint8_t> &a, const std::vector<uint8_t> &b) {
    return compare(metric, judging, cells_of(known.truth, known), cells_of(a, known), cells_of(b, known), weights, {});
  };
  RealisedWorth out;
  const Comparison gain = compared(known.cut, known.optimum);
  out.cut = gain.value_a;
  out.optimum = gain.value_b;
  out.gain = {gain.difference, gain.standard_error};
  out.excess = mean_excess(known, nullptr);
  out.predicted_excess = mean_excess(known, &known.optimum);
  out.design_effect = design_effect_of(known, out.excess.value);
  monitor.at(0.1);
  if (known.rows < 2) return out;

  PartMonitor calibrating(monitor, 0.1, 0.7);
  const std::vector<double> p = calibrated_table(kind, known, options, calibrating);
  std::vector<uint8_t> decided(known.p.size());
  const decisions::PartOptions part(options, monitor, 0.7, 0.9);
  decisions::decide_rows(metric, kind, RealTable{p.data(), false, known.rows, known.cols, known.cols, 1}, part.options(),
                         {{decided.data(), known.rows, known.cols, known.cols, 1}, nullptr, nullptr});
  const Comparison calibrated = compared(known.optimum, decided);
  out.calibrated = calibrated.value_b;
  out.calibration_gain = {calibrated.difference, calibrated.standard_error};
  return out;
}

}  // namespace wald::core::evaluation
