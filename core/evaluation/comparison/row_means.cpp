// Compares instance averages by sums over groups of rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/row_means.hpp"

#include <algorithm>
#include <cmath>

#include "core/evaluation/comparison/spread.hpp"
#include "core/evaluation/comparison/swap_test.hpp"
#include "core/evaluation/evaluate.hpp"

namespace wald::core::evaluation {
namespace {

// A group's weight, and the weighted sum of its rows' differences: of rows of each value, 0 and 1, if a prevalence weights
// them apart, else all as one.
struct GroupSum {
  double weight[2] = {0, 0}, difference[2] = {0, 0};

  void add(const GroupSum &x, double sign) {
    for (int value = 0; value < 2; ++value) {
      weight[value] += sign * x.weight[value];
      difference[value] += sign * x.difference[value];
    }
  }
};

double row_difference(const Metric &metric, const PairedRows &rows, int64_t i) {
  CellCounts of_a, of_b;
  bool differs = false;
  for (int64_t j = 0; j < rows.truth.cols; ++j) {
    const uint8_t y = rows.truth(i, j), a = rows.a(i, j), b = rows.b(i, j);
    of_a.add(y, a, 1);
    of_b.add(y, b, 1);
    differs = differs || a != b;
  }
  return differs ? utility_of(metric, of_b, false) - utility_of(metric, of_a, false) : 0;
}

std::vector<GroupSum> group_sums(const Metric &metric, const PairedRows &rows, bool apart, Monitor &monitor) {
  std::vector<GroupSum> out(rows.groups());
  for (std::size_t g = 0; g < out.size(); ++g) {
    for (std::size_t r = rows.begin[g]; r < rows.begin[g + 1]; ++r) {
      const double w = rows.weight[static_cast<std::size_t>(rows.rows[r])];
      const uint8_t value = apart ? rows.truth(rows.rows[r], 0) : 0;
      out[g].weight[value] += w;
      out[g].difference[value] += w * row_difference(metric, rows, rows.rows[r]);
      if (r % 1024 == 0) monitor.at(static_cast<double>(r) / static_cast<double>(rows.rows.size()));
    }
  }
  return out;
}

// The mean difference; at a prevalence that of each value's rows, by its share.
double mean_of(const GroupSum &sum, const std::vector<double> &prevalence) {
  if (prevalence.empty()) return sum.difference[0] / sum.weight[0];
  return prevalence[0] * (sum.difference[1] / sum.weight[1]) + (1 - prevalence[0]) * (sum.difference[0] / sum.weight[0]);
}

// Sums of which each kind stands on one side or the other.
class SwappedSums {
 public:
  explicit SwappedSums(const std::vector<double> &sizes) : sizes_(&sizes), sides_(sizes.size(), 0) {}
  void all_on_one_side(const std::vector<int64_t> &counts) {
    for (std::size_t kind = 0; kind < counts.size(); ++kind) sides_[kind] = static_cast<double>(counts[kind]);
  }
  void swap(std::size_t kind, double number) { sides_[kind] -= 2 * number; }
  double value() const {
    double sum = 0;
    for (std::size_t kind = 0; kind < sides_.size(); ++kind) sum += sides_[kind] * (*sizes_)[kind];
    return sum;
  }

 private:
  const std::vector<double> *sizes_;
  std::vector<double> sides_;  // how many more stand on the one side than on the other
};

// differences: of the groups, in the unit of their sum.
SwapTest test_sums(std::vector<double> differences, const decisions::DecisionOptions &options, int workers,
                   Monitor &monitor) {
  // Their sides do not matter: each is swapped as often as not.
  std::sort(differences.begin(), differences.end(), [](double x, double y) { return std::fabs(x) < std::fabs(y); });
  std::vector<double> sizes;
  std::vector<int64_t> counts;
  double observed = 0, whole = 0;
  for (const double one : differences) {
    const double size = std::fabs(one);
    if (size == 0) continue;
    if (sizes.empty() || sizes.back() != size) {
      sizes.push_back(size);
      counts.push_back(0);
    }
    ++counts.back();
    observed += one;
    whole += size;
  }
  SwappedSums none(sizes);
  none.all_on_one_side(counts);
  const double as_large = std::fabs(observed) - 1e-12 * whole;
  return swap_test(counts, none, as_large, options.samples, options.seed, workers, monitor);
}

}  // namespace

void compare_row_means(const Metric &metric, const decisions::DecisionOptions &options, const PairedRows &rows,
                       int workers, Monitor &monitor, Comparison &out) {
  PartMonitor reading(monitor, 0, 0.5), testing(monitor, 0.5, 1);
  const std::vector<double> &prevalence = options.prevalence;
  const std::vector<GroupSum> sums = group_sums(metric, rows, !prevalence.empty(), reading);
  GroupSum all;
  for (const GroupSum &one : sums) all.add(one, 1);
  std::vector<LeftOut> left_out;
  for (const GroupSum &one : sums) {
    GroupSum rest = all;
    rest.add(one, -1);
    left_out.push_back({mean_of(rest, prevalence), 1});
  }
  // With a prevalence a unit that is left out may leave rows of one value alone.
  const bool known = std::none_of(left_out.begin(), left_out.end(), [](const LeftOut &x) { return std::isnan(x.estimate); });
  if (sums.size() > 1 && known) {
    const Spread spread = spread_of(left_out);
    const auto differing = static_cast<double>(out.differing);
    const Interval interval = student_interval(out.difference, spread, differing, options.level);
    out.low = interval.low;
    out.high = interval.high;
    out.standard_error = spread.standard_error;
    out.degrees = spread.degrees;
  }
  std::vector<double> differences;
  const ValueFactors factors = prevalence.empty() ? ValueFactors{{1, 1}} : factors_to(prevalence[0], all.weight);
  for (const GroupSum &one : sums)
    differences.push_back(factors.of[0] * one.difference[0] + factors.of[1] * one.difference[1]);
  const SwapTest test = test_sums(std::move(differences), options, workers, testing);
  out.p_value = test.p_value;
  out.swaps = test.swaps;
}

}  // namespace wald::core::evaluation
