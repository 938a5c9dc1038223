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

// A group's weight, and the weighted sum of its rows' differences.
struct GroupSum {
  double weight = 0, difference = 0;
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

std::vector<GroupSum> group_sums(const Metric &metric, const PairedRows &rows, Monitor &monitor) {
  std::vector<GroupSum> out(rows.groups());
  for (std::size_t g = 0; g < out.size(); ++g) {
    for (std::size_t r = rows.begin[g]; r < rows.begin[g + 1]; ++r) {
      const double w = rows.weight[static_cast<std::size_t>(rows.rows[r])];
      out[g].weight += w;
      out[g].difference += w * row_difference(metric, rows, rows.rows[r]);
      if (r % 1024 == 0) monitor.at(static_cast<double>(r) / static_cast<double>(rows.rows.size()));
    }
  }
  return out;
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

SwapTest test_sums(std::vector<GroupSum> sums, const decisions::DecisionOptions &options, int workers,
                   Monitor &monitor) {
  // Their sides do not matter: each is swapped as often as not.
  std::sort(sums.begin(), sums.end(),
            [](const GroupSum &x, const GroupSum &y) { return std::fabs(x.difference) < std::fabs(y.difference); });
  std::vector<double> sizes;
  std::vector<int64_t> counts;
  double observed = 0, whole = 0;
  for (const GroupSum &one : sums) {
    const double size = std::fabs(one.difference);
    if (size == 0) continue;
    if (sizes.empty() || sizes.back() != size) {
      sizes.push_back(size);
      counts.push_back(0);
    }
    ++counts.back();
    observed += one.difference;
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
  const std::vector<GroupSum> sums = group_sums(metric, rows, reading);
  GroupSum all;
  for (const GroupSum &one : sums) {
    all.weight += one.weight;
    all.difference += one.difference;
  }
  if (sums.size() > 1) {
    std::vector<LeftOut> left_out;
    for (const GroupSum &one : sums)
      left_out.push_back({(all.difference - one.difference) / (all.weight - one.weight), 1});
    const Spread spread = spread_of(left_out);
    const auto differing = static_cast<double>(out.differing);
    const Interval interval = student_interval(out.difference, spread, differing, options.level);
    out.low = interval.low;
    out.high = interval.high;
    out.standard_error = spread.standard_error;
    out.degrees = spread.degrees;
  }
  const SwapTest test = test_sums(sums, options, workers, testing);
  out.p_value = test.p_value;
  out.swaps = test.swaps;
}

}  // namespace wald::core::evaluation
