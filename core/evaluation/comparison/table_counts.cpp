// Compares macro and micro averages by the labels' counts.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/table_counts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/evaluation/comparison/spread.hpp"
#include "core/evaluation/comparison/swap_test.hpp"
#include "core/evaluation/evaluate.hpp"

namespace wald::core::evaluation {
namespace {

using Cell = Contribution::Cell;

// How counts make a difference.
struct Judge {
  const Metric &metric;
  const Contributions &all;
  bool weighted;

  double utility(double tp, double k, double s, double n) const { return utility_of(metric, {tp, k, s, n}, weighted); }
  // B's utility of one label less A's, by its share.
  double difference(std::size_t label, const PairCounts &c, double n) const {
    return all.shares[label] * (utility(c.tp_b, c.k_b, c.s, n) - utility(c.tp_a, c.k_a, c.s, n));
  }
  double difference(const std::vector<PairCounts> &labels, double n) const {
    double sum = 0;
    for (std::size_t label = 0; label < labels.size(); ++label) sum += difference(label, labels[label], n);
    return sum;
  }
};

// Counts of the labels, to which contributions are added.
struct TableTotals {
  std::vector<PairCounts> labels;
  double n = 0;

  void add(const Contributions &all, const Contribution &kind, double times) {
    n += times * kind.n;
    for (std::size_t c = kind.begin; c < kind.end; ++c)
      labels[static_cast<std::size_t>(all.cells[c].label)].add(all.cells[c].counts, times);
  }
};

TableTotals totals_of(const Contributions &all) {
  TableTotals out{std::vector<PairCounts>(all.shares.size()), 0};
  for (const Contribution &kind : all.kinds) out.add(all, kind, static_cast<double>(kind.count));
  return out;
}

// The difference without one unit of each kind. A unit without positives of a label still is an item of it: labels that
// it has none of are computed once for all units of as many items.
std::vector<LeftOut> leave_out(const Judge &judge, const TableTotals &totals, Monitor &monitor) {
  const Contributions &all = judge.all;
  std::vector<LeftOut> out;
  std::vector<double> rest(all.shares.size());
  double of_rest = std::nan(""), sum = 0;
  for (const Contribution &kind : all.kinds) {
    const double n = totals.n - kind.n;
    if (of_rest != kind.n) {
      of_rest = kind.n;
      sum = 0;
      for (std::size_t label = 0; label < rest.size(); ++label)
        sum += rest[label] = judge.difference(label, totals.labels[label], n);
    }
    double difference = sum;
    for (std::size_t c = kind.begin; c < kind.end; ++c) {
      const auto label = static_cast<std::size_t>(all.cells[c].label);
      PairCounts without = totals.labels[label];
      without.add(all.cells[c].counts, -1);
      difference += judge.difference(label, without, n) - rest[label];
    }
    out.push_back({difference, static_cast<double>(kind.count)});
    if (out.size() % 64 == 0) monitor.at(static_cast<double>(out.size()) / static_cast<double>(all.kinds.size()));
  }
  return out;
}

// What changes sides where a unit is swapped: B's counts less A's.
struct Moved {
  int32_t label;
  double tp, k;
  auto key() const { return std::make_tuple(label, tp, k); }
};

// Kinds of units by what they move, whichever the side: how many there are, and how many are B's for A.
struct SwapKinds {
  std::vector<std::vector<Moved>> moved;
  std::vector<int64_t> counts, on_side_a;
};

SwapKinds swap_kinds(const Contributions &all) {
  struct Unit {
    std::vector<Moved> moved;
    bool on_side_a;
    int64_t count;
  };
  std::vector<Unit> units;
  for (const Contribution &kind : all.kinds) {
    Unit unit{{}, false, kind.count};
    for (std::size_t c = kind.begin; c < kind.end; ++c) {
      const PairCounts &x = all.cells[c].counts;
      if (x.tp_b != x.tp_a || x.k_b != x.k_a)
        unit.moved.push_back({all.cells[c].label, x.tp_b - x.tp_a, x.k_b - x.k_a});
    }
    if (unit.moved.empty()) continue;
    const Moved &first = unit.moved.front();
    unit.on_side_a = first.k < 0 || (first.k == 0 && first.tp < 0);
    if (unit.on_side_a)
      for (Moved &one : unit.moved) one = {one.label, -one.tp, -one.k};
    units.push_back(std::move(unit));
  }
  const auto before = [](const Moved &x, const Moved &y) { return x.key() < y.key(); };
  std::sort(units.begin(), units.end(), [&](const Unit &x, const Unit &y) {
    return std::lexicographical_compare(x.moved.begin(), x.moved.end(), y.moved.begin(), y.moved.end(), before);
  });
  SwapKinds out;
  for (Unit &unit : units) {
    const auto same = [](const Moved &x, const Moved &y) { return x.key() == y.key(); };
    if (out.moved.empty() ||
        !std::equal(unit.moved.begin(), unit.moved.end(), out.moved.back().begin(), out.moved.back().end(), same)) {
      out.moved.push_back(std::move(unit.moved));
      out.counts.push_back(0);
      out.on_side_a.push_back(0);
    }
    out.counts.back() += unit.count;
    if (unit.on_side_a) out.on_side_a.back() += unit.count;
  }
  return out;
}

// The labels' counts where units are swapped. Labels that no swap has touched since keep their difference.
class SwappedCounts {
 public:
  SwappedCounts(const Judge &judge, const SwapKinds &kinds, const TableTotals &totals)
      : judge_(&judge),
        kinds_(&kinds),
        totals_(totals),
        differences_(totals.labels.size()),
        stale_(totals.labels.size(), true) {}

  // From side B to side A, or where number is below 0 back.
  void swap(std::size_t kind, double number) {
    for (const Moved &one : kinds_->moved[kind]) {
      const auto label = static_cast<std::size_t>(one.label);
      PairCounts &c = totals_.labels[label];
      c.tp_a += number * one.tp;
      c.k_a += number * one.k;
      c.tp_b -= number * one.tp;
      c.k_b -= number * one.k;
      stale_[label] = true;
    }
  }
  double value() {
    double sum = 0;
    for (std::size_t label = 0; label < stale_.size(); ++label) {
      if (stale_[label]) differences_[label] = judge_->difference(label, totals_.labels[label], totals_.n);
      stale_[label] = false;
      sum += differences_[label];
    }
    return sum;
  }

 private:
  const Judge *judge_;
  const SwapKinds *kinds_;
  TableTotals totals_;
  std::vector<double> differences_;
  std::vector<char> stale_;
};

// Differences of sums that are equal except for rounding.
double tie_of(const Judge &judge, const TableTotals &totals) {
  double size = 1;
  for (std::size_t label = 0; label < totals.labels.size(); ++label) {
    const PairCounts &c = totals.labels[label];
    size += judge.all.shares[label] * (std::fabs(judge.utility(c.tp_a, c.k_a, c.s, totals.n)) +
                                       std::fabs(judge.utility(c.tp_b, c.k_b, c.s, totals.n)));
  }
  return 1e-12 * size;
}

}  // namespace

void compare_counts(const Metric &metric, const decisions::DecisionOptions &options, const TableCounts &counts,
                    int workers, Monitor &monitor, Comparison &out) {
  const Contributions &all = counts.all;
  const Judge judge{metric, all, counts.weighted};
  const TableTotals totals = totals_of(all);
  const double observed = judge.difference(totals.labels, totals.n), tie = tie_of(judge, totals);
  PartMonitor leaving(monitor, 0, 0.3), swapping(monitor, 0.3, 1);
  if (all.units > 1) {
    const Spread spread = spread_of(leave_out(judge, totals, leaving));
    const Interval interval = student_interval(observed, spread, counts.differing, options.level);
    out.low = interval.low;
    out.high = interval.high;
    out.standard_error = spread.standard_error;
    out.degrees = spread.degrees;
  }
  const SwapKinds kinds = swap_kinds(all);
  SwappedCounts none(judge, kinds, totals);
  for (std::size_t kind = 0; kind < kinds.counts.size(); ++kind)
    none.swap(kind, -static_cast<double>(kinds.on_side_a[kind]));
  const SwapTest test =
      swap_test(kinds.counts, none, std::fabs(observed) - tie, options.samples, options.seed, workers, swapping);
  out.p_value = test.p_value;
  out.swaps = test.swaps;
}

void compare_table_counts(const Metric &metric, const decisions::DecisionOptions &options, const PairedRows &rows,
                          int workers, Monitor &monitor, Comparison &out) {
  const bool micro = options.average == decisions::Average::micro;
  const TableCounts counts{
      contributions_of(rows, micro, micro ? std::vector<double>() : options.shares(rows.truth.cols)), rows.weighted,
      static_cast<double>(out.differing)};
  compare_counts(metric, options, counts, workers, monitor, out);
}

}  // namespace wald::core::evaluation
