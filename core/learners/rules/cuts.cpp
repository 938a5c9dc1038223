// Searches the thresholds of rules.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/thresholds/estimates/bagged.hpp"

namespace wald::core::learners {

namespace {

// Samples whose cuts are averaged: more change the mean by less than its own error.
constexpr int bags = 15;

std::vector<int64_t> falling_order(const double *values, int64_t count, int64_t stride) {
  std::vector<int64_t> out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), 0);
  std::stable_sort(out.begin(), out.end(),
                   [&](int64_t a, int64_t b) { return values[a * stride] > values[b * stride]; });
  return out;
}

// Between two neighbours, or beyond the last one.
double cut_between(double above, double below, bool any_above, bool any_below) {
  if (!any_above) return below + 1;
  return any_below ? above + (below - above) / 2 : above - 1;
}

}  // namespace

RuleRows rows_of(const std::vector<double> &log_odds, const Dataset &data) {
  return {log_odds, data.targets.cells, data.weights, data.groups,
          std::any_of(data.weights.begin(), data.weights.end(), [](double w) { return w != 1; })};
}

double value_of_counts(const Metric &metric, double tp, double k, double s, double n, bool weighted) {
  if (weighted) return metric.weighted_utility(tp, k, s, n);
  return metric.utility(static_cast<int64_t>(tp), static_cast<int64_t>(k), static_cast<int64_t>(s),
                        static_cast<int64_t>(n));
}

// ---- One for all labels ----------------------------------------------------------------------------

namespace {

// The mean of the metric over the problems of an average, as cells turn positive one after the other.
class RisingValue {
 public:
  RisingValue(const RuleProblem &problem, const RuleRows &rows) : problem_(problem), rows_(rows) {
    const auto labels = static_cast<std::size_t>(problem.labels);
    by_row_ = problem.average == decisions::Average::instance;
    const std::size_t problems = by_row_                                           ? rows.weights.size()
                                 : problem.average == decisions::Average::macro ? labels
                                                                                 : 1;
    counts_.resize(problems);
    for (std::size_t c = 0; c < rows.truth.size(); ++c) {
      Counts &own = counts_[at(c)];
      const double w = weight(c);
      own.n += w;
      own.s += rows.truth[c] ? w : 0;
    }
    for (std::size_t p = 0; p < problems; ++p) {
      counts_[p].share = by_row_ ? rows.weights[p] : 1;
      counts_[p].value = value(counts_[p]);
      sum_ += counts_[p].share * counts_[p].value;
    }
  }
  void add(std::size_t cell) {
    Counts &own = counts_[at(cell)];
    const double w = weight(cell);
    own.k += w;
    own.tp += rows_.truth[cell] ? w : 0;
    sum_ -= own.share * own.value;
    own.value = value(own);
    sum_ += own.share * own.value;
  }
  double sum() const { return sum_; }

 private:
  struct Counts {
    double tp = 0, k = 0, s = 0, n = 0, share = 1, value = 0;
  };
  std::size_t at(std::size_t cell) const {
    const auto labels = static_cast<std::size_t>(problem_.labels);
    if (by_row_) return cell / labels;
    return counts_.size() == 1 ? 0 : cell % labels;
  }
  double weight(std::size_t cell) const {
    return by_row_ ? 1 : rows_.weights[cell / static_cast<std::size_t>(problem_.labels)];
  }
  double value(const Counts &own) const {
    return value_of_counts(*problem_.metric, own.tp, own.k, own.s, own.n, !by_row_ && rows_.weighted);
  }

  const RuleProblem &problem_;
  const RuleRows &rows_;
  bool by_row_ = false;
  std::vector<Counts> counts_;
  double sum_ = 0;
};

// Where a cell stands among those of its row, the greatest first.
std::vector<int64_t> ranks_in_rows(const RuleProblem &problem, const RuleRows &rows) {
  std::vector<int64_t> out(rows.log_odds.size());
  for (int64_t i = 0; i < rows.rows(); ++i) {
    const std::vector<int64_t> order = falling_order(rows.log_odds.data() + i * problem.labels, problem.labels, 1);
    for (std::size_t rank = 0; rank < order.size(); ++rank)
      out[static_cast<std::size_t>(i * problem.labels + order[rank])] = static_cast<int64_t>(rank);
  }
  return out;
}

}  // namespace

double common_cut(const RuleProblem &problem, const RuleRows &rows) {
  const auto cells = static_cast<int64_t>(rows.log_odds.size());
  const std::vector<int64_t> order = falling_order(rows.log_odds.data(), cells, 1);
  RisingValue value(problem, rows);
  const bool bounded = problem.low > 0 || problem.high < problem.labels;
  const std::vector<int64_t> rank = bounded ? ranks_in_rows(problem, rows) : std::vector<int64_t>();
  for (std::size_t c = 0; c < rank.size(); ++c)
    if (rank[c] < problem.low) value.add(c);
  double best = value.sum();
  std::size_t taken = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto cell = static_cast<std::size_t>(order[i]);
    if (!bounded || (rank[cell] >= problem.low && rank[cell] < problem.high)) value.add(cell);
    const bool ends = i + 1 == order.size() ||
                      rows.log_odds[static_cast<std::size_t>(order[i + 1])] < rows.log_odds[cell];
    // What rounding adds to a sum is no gain.
    if (ends && value.sum() > best + 1e-12 * std::fabs(best)) {
      best = value.sum();
      taken = i + 1;
    }
  }
  const auto odds = [&](std::size_t i) { return rows.log_odds[static_cast<std::size_t>(order[i])]; };
  return cut_between(taken > 0 ? odds(taken - 1) : 0, taken < order.size() ? odds(taken) : 0, taken > 0,
                     taken < order.size());
}

// ---- One for each label ----------------------------------------------------------------------------

namespace {

// weights: of the rows in their own order.
double best_cut(const Metric &metric, const thresholds::ScoreColumn &column, const std::vector<double> &weights,
                bool weighted) {
  double s = 0, n = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const double weight = weights[static_cast<std::size_t>(column.order[i])];
    n += weight;
    s += column.truth[i] ? weight : 0;
  }
  if (!(s > 0)) return never_cut;
  const auto value = [&](double tp, double k) {
    return value_of_counts(metric, std::min(tp, s), std::min(k, n), s, n, weighted);
  };
  const std::size_t taken =
      thresholds::best_place(column, weights, value, [](double, double) { return true; }).value_or(0);
  const bool any_above = taken > 0, any_below = taken < column.size();
  return cut_between(any_above ? column.scores[taken - 1] : 0, any_below ? column.scores[taken] : 0, any_above,
                     any_below);
}

struct Moments {
  double count = 0, mean = 0, squares = 0;
  void add(double x) {
    count += 1;
    const double off = x - mean;
    mean += off / count;
    squares += off * (x - mean);
  }
  double variance() const { return count > 1 ? squares / (count - 1) : 0; }
};

}  // namespace

LabelCuts label_cuts(const RuleProblem &problem, const RuleRows &rows, uint64_t seed) {
  std::vector<std::vector<double>> samples;
  const std::vector<std::vector<int64_t>> groups = rows.grouped();
  for (int b = 0; b < bags; ++b) {
    samples.push_back(thresholds::bootstrap_counts(rows.weights.size(), groups, seed, static_cast<uint64_t>(b)));
    for (std::size_t i = 0; i < rows.weights.size(); ++i) samples.back()[i] *= rows.weights[i];
  }
  LabelCuts out;
  std::vector<Moments> of_label;
  Moments all;
  double noise = 0;
  for (int64_t j = 0; j < problem.labels; ++j) {
    const thresholds::ScoreColumn column =
        thresholds::score_column(rows.log_odds.data() + j, rows.truth.data() + j, rows.rows(), problem.labels);
    out.plain.push_back(best_cut(*problem.metric, column, rows.weights, rows.weighted));
    Moments own;
    for (const std::vector<double> &sample : samples) {
      const double found = best_cut(*problem.metric, column, sample, rows.weighted);
      if (found < never_cut) own.add(found);
    }
    out.bagged.push_back(own.count > 0 ? own.mean : never_cut);
    if (own.count > 0) {
      all.add(own.mean);
      noise += own.variance();
    }
    of_label.push_back(own);
  }
  // Empirical Bayes: what the cuts of labels vary by beyond their own errors (James, Stein 1961).
  const double between = std::max(all.variance() - noise / std::max(all.count, 1.0), 0.0);
  for (const Moments &own : of_label) {
    const double error = own.variance();
    const double share = error > 0 ? error / (error + between) : 0;
    out.shrunk.push_back(own.count > 0 ? own.mean + share * (all.mean - own.mean) : all.count > 0 ? all.mean : never_cut);
  }
  return out;
}

}  // namespace wald::core::learners
