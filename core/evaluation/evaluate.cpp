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

// Rows of a table of one column, weighted to the prevalence.
void weight_rows(const decisions::DecisionOptions &options, Grid<const uint8_t> truth, std::vector<double> &weight) {
  double of_value[2] = {0, 0};
  for (int64_t i = 0; i < truth.rows; ++i) of_value[truth(i, 0)] += weight[static_cast<std::size_t>(i)];
  const ValueFactors factors = factors_to(options.prevalence[0], of_value);
  for (int64_t i = 0; i < truth.rows; ++i) weight[static_cast<std::size_t>(i)] *= factors.of[truth(i, 0)];
}

}  // namespace

ValueFactors factors_to(double share, const double (&weight)[2]) {
  const double all = weight[0] + weight[1];
  return {{(1 - share) * (all / weight[0]), share * (all / weight[1])}};
}

CellCounts at_prevalence(const CellCounts &c, double share, double labels) {
  const ValueFactors factors = factors_to(share, {c.n - c.s, c.s});
  const int shift = 52 - std::ilogb(c.n * labels) - 1;
  const auto whole = [&](double weight, int value) { return std::nearbyint(std::ldexp(weight * factors.of[value], shift)); };
  const double tp = whole(c.tp, 1), fn = whole(c.s - c.tp, 1), fp = whole(c.k - c.tp, 0);
  const double tn = whole(c.n - c.s - (c.k - c.tp), 0);
  return {tp, tp + fp, tp + fn, tp + fp + fn + tn};
}

void check_prevalence(const decisions::DecisionOptions &options, const std::vector<CellCounts> &counts) {
  const auto labels = static_cast<int64_t>(counts.size());
  check_one_or_each("prevalence", options.prevalence, labels, "label");
  if (options.average == decisions::Average::instance && labels > 1)
    fail(Status::unsupported, "prevalence is set and average is instance: a row of ", labels,
         " labels has no weight that suits all of them; average macro or micro weights each label");
  for (int64_t j = 0; j < labels; ++j) {
    const CellCounts &c = counts[static_cast<std::size_t>(j)];
    if (c.s > 0 && c.n > c.s) continue;
    fail(Status::argument, "prevalence is ", one_or_each(options.prevalence, j), ": needs rows with and without label ", j,
         ", and none is ", c.s > 0 ? "negative" : "positive");
  }
}

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
  const bool weighted_to = !options.prevalence.empty();
  const auto label = [&](int64_t j) {
    const CellCounts own = column(truth, prediction, weight, j);
    return weighted_to ? at_prevalence(own, one_or_each(options.prevalence, j), static_cast<double>(truth.cols)) : own;
  };
  if (weighted_to) {
    std::vector<CellCounts> counts;
    for (int64_t j = 0; j < truth.cols; ++j) counts.push_back(column(truth, prediction, weight, j));
    check_prevalence(options, counts);
    if (options.average == decisions::Average::instance) weight_rows(options, truth, weight);
  }
  switch (options.average) {
    case decisions::Average::instance: out.value = mean_over_rows(metric, options, truth, prediction, weight); break;
    case decisions::Average::macro: {
      DoubleDouble sum, share_sum;
      for (int64_t j = 0; j < truth.cols; ++j) {
        const double share = shares[static_cast<std::size_t>(j)];
        sum.add(DoubleDouble::product(share, utility_of(metric, label(j), weighted || weighted_to)));
        share_sum.add({share, 0});
      }
      out.value = sum.over(share_sum);
      break;
    }
    case decisions::Average::micro: {
      CellCounts all;
      for (int64_t j = 0; j < truth.cols; ++j) {
        const CellCounts t = label(j);
        all.tp += t.tp;
        all.k += t.k;
        all.s += t.s;
        all.n += t.n;
      }
      out.value = utility_of(metric, all, weighted || weighted_to);
      break;
    }
  }
  return out;
}

}  // namespace wald::core::evaluation
