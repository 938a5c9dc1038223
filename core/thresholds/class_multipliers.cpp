// With the other multipliers fixed, class k takes row i where p_k m exceeds the best other product b, so where
// m > b/p_k. Rows in the order of these bounds change sides one after another as m grows: all values of m are tried
// in O(n log n), each change in O(1).
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/class_multipliers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

void check_class_scores(const RealTable &scores) {
  if (scores.cols < 2) fail(Status::argument, "n_classes is ", scores.cols, ": must be at least 2");
  for (int64_t i = 0; i < scores.rows; ++i)
    for (int64_t j = 0; j < scores.cols; ++j) {
      const double p = scores.row(i)[j];
      if (!(p >= 0 && p < infinity))
        fail(Status::argument, "scores[", i, "][", j, "] is ", p, ": must be finite and at least 0");
    }
}

void check_costs(const std::vector<double> &costs, int64_t classes) {
  if (static_cast<int64_t>(costs.size()) != classes * classes)
    fail(Status::argument, "costs has ", costs.size(), " numbers: must have ", classes, " by ", classes);
  for (std::size_t i = 0; i < costs.size(); ++i)
    if (!std::isfinite(costs[i])) fail(Status::argument, "costs[", i, "] is ", costs[i], ": must be finite");
}

// Rounds numbers so that every sum of n of them is exact, whatever its order: to multiples of a power of two, unless
// all are whole and their sums below 2^53.
class ExactSums {
 public:
  ExactSums(double largest, int64_t n, bool whole)
      : unit_(!(largest > 0) || !std::isfinite(largest) || (whole && largest * static_cast<double>(n) < 0x1p53)
                  ? 0
                  : weight_unit(largest, n)) {}
  double rounded(double x) const { return unit_ > 0 ? std::nearbyint(x / unit_) * unit_ : x; }

 private:
  double unit_;
};

// The weight of the rows by truth and decision, and what it is worth.
class ClassConfusion {
 public:
  ClassConfusion(const ClassObjective &goal, const ExactSums &costs, int64_t classes)
      : goal_(goal),
        costs_(costs),
        n_(static_cast<std::size_t>(classes)),
        cells_(n_ * n_),
        right_(n_),
        decided_(n_),
        truth_(n_) {}
  void add(std::size_t truth, std::size_t decision, double w) {
    cells_[truth * n_ + decision] += w;
    decided_[decision] += w;
    truth_[truth] += w;
    total_ += w;
    if (truth == decision) right_[truth] += w;
    if (!goal_.costs.empty()) cost_ += costs_.rounded(w * goal_.costs[truth * n_ + decision]);
  }
  double utility() const {  // to be maximised
    if (!goal_.costs.empty()) return -cost_ / total_;
    const auto count = static_cast<double>(n_);
    if (goal_.average == LabelAverage::micro) {
      const double right = std::accumulate(right_.begin(), right_.end(), 0.0);
      return goal_.metric->weighted_utility(right, total_, total_, total_ * count);
    }
    double sum = 0;
    for (std::size_t k = 0; k < n_; ++k)
      sum += goal_.metric->weighted_utility(right_[k], decided_[k], truth_[k], total_);
    return sum / count;
  }
  const std::vector<double> &cells() const { return cells_; }

 private:
  const ClassObjective &goal_;
  const ExactSums &costs_;
  std::size_t n_;
  std::vector<double> cells_, right_, decided_, truth_;
  double total_ = 0, cost_ = 0;
};

class Ascent {
 public:
  Ascent(const RealTable &scores, const Integers &truth, const Reals &weights, const ClassObjective &goal)
      : scores_(scores), goal_(goal), classes_(static_cast<std::size_t>(scores.cols)), costs_(0, 0, true) {
    double largest = 0;
    bool whole = true;
    for (int64_t i = 0; i < scores.rows; ++i) {
      const double w = weights.data ? weights[i] : 1.0;
      if (!(w >= 0) || w == infinity)
        fail(Status::argument, "weights[", i, "] is ", w, ": must be finite and at least 0");
      if (truth[i] < 0 || truth[i] >= scores.cols)
        fail(Status::argument, "truth[", i, "] is ", truth[i], ": must lie in [0, ", scores.cols - 1, "]");
      truth_.push_back(static_cast<std::size_t>(truth[i]));
      weight_.push_back(w);
      largest = std::max(largest, w);
      whole = whole && w == std::floor(w);
    }
    if (!whole) weight_as_fed_ = weight_;
    const ExactSums sums(largest, scores.rows, whole);
    for (double &w : weight_) {
      w = sums.rounded(w);
      total_ += w;
    }
    double largest_cost = 0;
    for (double c : goal.costs) {
      largest_cost = std::max(largest_cost, std::fabs(c));
      whole = whole && c == std::floor(c);
    }
    costs_ = ExactSums(largest * largest_cost, scores.rows, whole);
    if (!goal.costs.empty()) size_ = largest_cost;
    if (!(total_ > 0)) fail(Status::argument, "rows is 0: no row of a weight above 0 was given");
  }

  ClassConfusion confusion(const std::vector<double> &m) const {
    ClassConfusion out(goal_, costs_, scores_.cols);
    for (int64_t i = 0; i < scores_.rows; ++i) out.add(truth_[index(i)], best(i, m, classes_), weight_[index(i)]);
    return out;
  }

  // The same of the weights as they were given.
  ClassConfusion confusion_as_fed(const std::vector<double> &m) const {
    if (weight_as_fed_.empty()) return confusion(m);
    const double largest = *std::max_element(weight_as_fed_.begin(), weight_as_fed_.end());
    std::vector<RoundedOnce> cells(classes_ * classes_, RoundedOnce(largest, scores_.rows));
    for (int64_t i = 0; i < scores_.rows; ++i)
      cells[truth_[index(i)] * classes_ + best(i, m, classes_)].add(weight_as_fed_[index(i)]);
    ClassConfusion out(goal_, costs_, scores_.cols);
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (cells[c].total() > 0) out.add(c / classes_, c % classes_, cells[c].total());
    return out;
  }

  std::vector<double> inverse_shares() const {
    std::vector<double> m(classes_);
    for (std::size_t i = 0; i < truth_.size(); ++i) m[truth_[i]] += weight_[i];
    for (double &x : m) x = x > 0 ? total_ / x : 1;
    return m;
  }

  // Improves m until no single multiplier does. Tells progress from `start` on, over half of the whole.
  void climb(std::vector<double> &m, double start, Monitor &monitor) const {
    constexpr int most_rounds = 50;
    monitor.at(start);
    for (int round = 0; round < most_rounds; ++round) {
      bool improved = false;
      for (std::size_t k = 0; k < classes_; ++k) {
        improved = improve(m, k) || improved;
        monitor.at(start + 0.5 * (static_cast<double>(k) / static_cast<double>(classes_) + round) / most_rounds);
      }
      if (!improved) break;
    }
  }

 private:
  static std::size_t index(int64_t i) { return static_cast<std::size_t>(i); }

  // The class of the greatest product, except for class `without`.
  std::size_t best(int64_t i, const std::vector<double> &m, std::size_t without) const {
    const Reals row = scores_.row(i);
    std::size_t out = without == 0 ? 1 : 0;
    for (std::size_t j = out + 1; j < classes_; ++j)
      if (j != without && row[static_cast<int64_t>(j)] * m[j] > row[static_cast<int64_t>(out)] * m[out]) out = j;
    return out;
  }

  bool improve(std::vector<double> &m, std::size_t k) const {
    struct Change {
      double bound;
      std::size_t row, other;
    };
    const double before = confusion(m).utility();
    std::vector<Change> changes;
    ClassConfusion counts(goal_, costs_, scores_.cols);
    for (int64_t i = 0; i < scores_.rows; ++i) {
      const std::size_t other = best(i, m, k);
      const double b = scores_.row(i)[static_cast<int64_t>(other)] * m[other];
      const double p = scores_.row(i)[static_cast<int64_t>(k)];
      counts.add(truth_[index(i)], other, weight_[index(i)]);
      if (p > 0 && b / p < infinity) changes.push_back({b / p, index(i), other});
    }
    std::sort(changes.begin(), changes.end(),
              [](const Change &x, const Change &y) { return x.bound != y.bound ? x.bound < y.bound : x.row < y.row; });
    double best_value = before, best_m = m[k];
    const auto consider = [&](double low, double high) {
      const double middle = low > 0 ? std::sqrt(low) * std::sqrt(high) : high / 2;
      if (!(middle > low && middle < high)) return;
      const double value = counts.utility();
      if (value > best_value + 1e-12 * (size_ + std::fabs(best_value))) {
        best_value = value;
        best_m = middle;
      }
    };
    double bound = 0;
    for (std::size_t c = 0; c < changes.size(); ++c) {
      if (changes[c].bound > bound) consider(bound, changes[c].bound);
      const Change &change = changes[c];
      const double w = weight_[change.row];
      // The row leaves its class for k.
      counts.add(truth_[change.row], change.other, -w);
      counts.add(truth_[change.row], k, w);
      bound = change.bound;
    }
    if (bound < 1e300) consider(bound, bound > 0 ? 4 * bound : 1);
    if (best_m == m[k]) return false;
    std::vector<double> next = m;
    next[k] = best_m;
    // What rounding makes of products next to a bound decides, not what was expected of them.
    if (!(confusion(next).utility() > before)) return false;
    m = next;
    return true;
  }

  RealTable scores_;
  const ClassObjective &goal_;
  std::size_t classes_;
  std::vector<std::size_t> truth_;
  std::vector<double> weight_as_fed_;  // empty if all are whole
  std::vector<double> weight_;         // rounded, as the products with costs are: the order of the rows does not show
  ExactSums costs_;
  double total_ = 0, size_ = 1;  // size_: of what is made greatest
};

}  // namespace

ClassMultipliers choose_class_multipliers(const RealTable &scores, const Integers &truth, const Reals &weights,
                                          const ClassObjective &goal, Monitor &monitor) {
  check_class_scores(scores);
  if (goal.costs.empty() == !goal.metric)
    fail(Status::argument, "metric: either a metric or costs must be given, and not both");
  if (goal.average != LabelAverage::macro && goal.average != LabelAverage::micro)
    fail(Status::argument, "average is ", static_cast<int32_t>(goal.average), ": must be 1 (macro) or 2 (micro)");
  if (goal.metric && goal.metric->is_custom())
    fail(Status::unsupported, "metric ", in_quotes(goal.metric->name()), ": classes take a metric of the catalogue");
  if (!goal.costs.empty()) check_costs(goal.costs, scores.cols);
  const Ascent ascent(scores, truth, weights, goal);
  std::vector<double> m(static_cast<std::size_t>(scores.cols), 1.0);
  ClassMultipliers out;
  const double sign = goal.costs.empty() ? 1 : -1;
  out.start = sign * ascent.confusion_as_fed(m).utility();
  std::vector<double> other = ascent.inverse_shares();
  ascent.climb(m, 0, monitor);
  ascent.climb(other, 0.5, monitor);
  monitor.at(1);
  if (ascent.confusion(other).utility() > ascent.confusion(m).utility()) m = other;
  const ClassConfusion found = ascent.confusion_as_fed(m);
  out.value = sign * found.utility();
  out.confusion = found.cells();
  // Scaled by a power of two, which changes no comparison.
  int64_t exponents = 0;
  for (double x : m) exponents += std::ilogb(x);
  const auto mean = static_cast<int>(exponents / static_cast<int64_t>(m.size()));
  for (double &x : m) x = std::ldexp(x, -mean);
  out.multipliers = m;
  return out;
}

void apply_multipliers(const RealTable &scores, const std::vector<double> &multipliers, int64_t *out) {
  check_class_scores(scores);
  if (static_cast<int64_t>(multipliers.size()) != scores.cols)
    fail(Status::argument, "multipliers has ", multipliers.size(), " numbers: must have one per class, ", scores.cols);
  for (std::size_t j = 0; j < multipliers.size(); ++j)
    if (!(multipliers[j] >= 0 && multipliers[j] < infinity))
      fail(Status::argument, "multipliers[", j, "] is ", multipliers[j], ": must be finite and at least 0");
  for (int64_t i = 0; i < scores.rows; ++i) {
    const Reals row = scores.row(i);
    int64_t best = 0;
    for (int64_t j = 1; j < scores.cols; ++j)
      if (row[j] * multipliers[static_cast<std::size_t>(j)] > row[best] * multipliers[static_cast<std::size_t>(best)])
        best = j;
    out[i] = best;
  }
}

void least_cost_classes(const RealTable &probabilities, const std::vector<double> &costs, int64_t *out) {
  check_class_scores(probabilities);
  const int64_t n = probabilities.cols;
  check_costs(costs, n);
  for (int64_t i = 0; i < probabilities.rows; ++i) {
    const Reals row = probabilities.row(i);
    double least = infinity;
    for (int64_t j = 0; j < n; ++j) {
      double cost = 0;
      for (int64_t truth = 0; truth < n; ++truth) cost += row[truth] * costs[static_cast<std::size_t>(truth * n + j)];
      if (cost < least) {
        least = cost;
        out[i] = j;
      }
    }
  }
}

}  // namespace wald::core::thresholds
