// Evaluates predictions on known truth, by average.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core::evaluation {
namespace {

void check_partly_evaluated(const Metric &metric, const decisions::DecisionOptions &options) {
  options.check_abstain_label();
  if (metric.is_custom())
    fail(Status::unsupported, "metric \"", metric.name(),
         "\" is custom: abstain_label takes the library's own metrics, which are known for any number of labels");
}

double partial_utility(const Metric &metric, double abstain_label, Strided<const uint8_t> truth,
                       Strided<const uint8_t> prediction) {
  const bool mean = metric.additive().has_value();
  CellCounts decided;
  int64_t left = 0;
  for (int64_t j = 0; j < truth.n; ++j) {
    if (prediction[j] != decisions::undecided) {
      decided.add(truth[j], prediction[j], 1);
      continue;
    }
    ++left;
    if (mean) decided.add(truth[j], truth[j], 1);
  }
  const double share = static_cast<double>(left) / static_cast<double>(truth.n);
  return utility_of(metric, decided, false) - abstain_label * share;
}

// Row by row: a row's own counts are not weighted, the mean over rows is.
double mean_over_rows(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                      Grid<const uint8_t> prediction, const std::vector<double> &weight) {
  const bool partly = options.leaves_labels();
  DoubleDouble sum, total;
  for (int64_t i = 0; i < truth.rows; ++i) {
    const double w = weight[static_cast<std::size_t>(i)];
    if (w == 0) continue;
    total.add({w, 0});
    if (partly) {
      sum.add(
          DoubleDouble::product(w, partial_utility(metric, options.abstain_label, truth.row(i), prediction.row(i))));
      continue;
    }
    CellCounts row;
    for (int64_t j = 0; j < truth.cols; ++j) row.add(truth(i, j), prediction(i, j), 1);
    sum.add(DoubleDouble::product(w, utility_of(metric, row, false)));
  }
  return sum.over(total);
}

CellCounts column(Grid<const uint8_t> truth, Grid<const uint8_t> prediction, const std::vector<double> &weight,
                  int64_t j) {
  CellCounts tally;
  for (int64_t i = 0; i < truth.rows; ++i)
    if (weight[static_cast<std::size_t>(i)] > 0)
      tally.add(truth(i, j), prediction(i, j), weight[static_cast<std::size_t>(i)]);
  return tally;
}

}  // namespace

double utility_of(const Metric &metric, const CellCounts &t, bool weighted) {
  if (weighted) return metric.weighted_utility(t.tp, t.k, t.s, t.n);
  const int64_t n = static_cast<int64_t>(t.n);
  metric.verify(n);
  return metric.utility(static_cast<int64_t>(t.tp), static_cast<int64_t>(t.k), static_cast<int64_t>(t.s), n);
}

std::vector<double> row_weights(Reals weights, int64_t rows) {
  std::vector<double> out(static_cast<std::size_t>(rows), 1.0);
  double total = 0;
  for (int64_t i = 0; i < rows; ++i) {
    double &w = out[static_cast<std::size_t>(i)];
    if (weights.data) w = weights[i];
    if (!(std::isfinite(w) && w >= 0))
      fail(Status::argument, "weights[", i, "] is ", w, ": must be finite and at least 0");
    total += w;
  }
  if (!(total > 0 && std::isfinite(total)))
    fail(Status::argument, "the weights sum to ", total, ": must be finite and above 0");
  return out;
}

bool says_more_than_which(const std::vector<double> &weights) {
  return std::any_of(weights.begin(), weights.end(), [](double w) { return w != 1 && w != 0; });
}

void check_table_size(int64_t rows, int64_t cols) {
  if (cols < 1) fail(Status::argument, "n_labels is ", cols, ": must be at least 1");
  if (rows < 1) fail(Status::argument, "n_rows is ", rows, ": must be at least 1");
}

Evaluation evaluate(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                    Grid<const uint8_t> prediction, Reals weights) {
  check_table_size(truth.rows, truth.cols);
  const bool partly = options.leaves_labels();
  if (partly) check_partly_evaluated(metric, options);
  const std::vector<double> shares = options.shares(truth.cols);
  std::vector<double> weight = row_weights(weights, truth.rows);
  const bool weighted = says_more_than_which(weight);

  // Weights as whole multiples of 2^-52 of their total or so: sums and differences of counts are then exact, so that a
  // count that is 0 is found to be 0, and no product of counts overflows or underflows.
  if (weighted) {
    const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
    const int shift = 52 - std::ilogb(total) - 1;
    for (double &w : weight) w = std::nearbyint(std::ldexp(w, shift));
  }

  Evaluation out{std::numeric_limits<double>::quiet_NaN(), 0};
  double decided = 0;
  for (int64_t i = 0; i < truth.rows; ++i) {
    bool left_out = false;
    for (int64_t j = 0; j < truth.cols; ++j) {
      const uint8_t y = truth(i, j), h = prediction(i, j);
      if (y > 1) fail(Status::argument, "truth[", i, "][", j, "] is ", int{y}, ": must be 0 or 1");
      if (h > decisions::undecided)
        fail(Status::argument, "prediction[", i, "][", j, "] is ", int{h}, ": must be 0, 1 or 2 (undecided)");
      left_out = left_out || h == decisions::undecided;
      if (partly) out.undecided += h == decisions::undecided;
    }
    if (left_out && !partly) {
      ++out.undecided;
      weight[static_cast<std::size_t>(i)] = 0;
    }
    decided += weight[static_cast<std::size_t>(i)];
  }
  if (decided == 0) return out;
  switch (options.average) {
    case decisions::Average::instance: out.value = mean_over_rows(metric, options, truth, prediction, weight); break;
    case decisions::Average::macro: {
      DoubleDouble sum, share_sum;
      for (int64_t j = 0; j < truth.cols; ++j) {
        const double share = shares[static_cast<std::size_t>(j)];
        sum.add(DoubleDouble::product(share, utility_of(metric, column(truth, prediction, weight, j), weighted)));
        share_sum.add({share, 0});
      }
      out.value = sum.over(share_sum);
      break;
    }
    case decisions::Average::micro: {
      CellCounts all;
      for (int64_t j = 0; j < truth.cols; ++j) {
        const CellCounts t = column(truth, prediction, weight, j);
        all.tp += t.tp;
        all.k += t.k;
        all.s += t.s;
        all.n += t.n;
      }
      out.value = utility_of(metric, all, weighted);
      break;
    }
  }
  return out;
}

}  // namespace wald::core::evaluation
