// Compares macro and micro averages by the labels' counts.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/table_counts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

#include "core/evaluation/comparison/spread.hpp"
#include "core/evaluation/comparison/swap_test.hpp"
#include "core/evaluation/evaluate.hpp"

namespace wald::core::evaluation {
namespace {

using Cell = Contribution::Cell;

// Of both systems.
struct BothCounts {
  CellCounts a, b;

  void add(const BothCounts &x, double sign) {
    const auto add_to = [&](CellCounts &to, const CellCounts &from) {
      to.tp += sign * from.tp;
      to.k += sign * from.k;
      to.s += sign * from.s;
      to.n += sign * from.n;
    };
    add_to(a, x.a);
    add_to(b, x.b);
  }
};
void add(double &sum, double x, double sign) { sum += sign * x; }
void add(BothCounts &sum, const BothCounts &x, double sign) { sum.add(x, sign); }

// How counts make a difference. At a prevalence the counts of each label are weighted to it, anew where units are left
// out. together: of the counts of all labels added up, instead of each label's by its share.
template <bool together>
struct Judge {
  const Metric &metric;
  const Contributions &all;
  const std::vector<double> &prevalence;
  bool weighted;

  using Part = std::conditional_t<together, BothCounts, double>;  // what a label adds to a sum

  double utility(const CellCounts &counts) const { return utility_of(metric, counts, weighted); }
  // Whether a label has the rows that a prevalence needs.
  bool weighs(const PairCounts &c, double n) const { return prevalence.empty() || (c.s > 0 && n > c.s); }
  BothCounts counts(std::size_t label, const PairCounts &c, double n) const {
    const BothCounts out{{c.tp_a, c.k_a, c.s, n}, {c.tp_b, c.k_b, c.s, n}};
    if (prevalence.empty()) return out;
    const double share = one_or_each(prevalence, all.columns[label]), labels = static_cast<double>(all.shares.size());
    return {at_prevalence(out.a, share, labels), at_prevalence(out.b, share, labels)};
  }
  Part part(std::size_t label, const PairCounts &c, double n) const {
    const BothCounts both = counts(label, c, n);
    if constexpr (together)
      return both;
    else
      return all.shares[label] * (utility(both.b) - utility(both.a));
  }
  // B's utility less A's.
  double difference(const Part &sum) const {
    if constexpr (together)
      return utility(sum.b) - utility(sum.a);
    else
      return sum;
  }
  double difference(const std::vector<PairCounts> &labels, double n) const {
    Part sum{};
    for (std::size_t label = 0; label < labels.size(); ++label) add(sum, part(label, labels[label], n), 1);
    return difference(sum);
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
// it has none of are computed once for all units of as many items. None where a label is left with rows of one value and
// there is a prevalence.
template <class Judge>
std::vector<LeftOut> leave_out(const Judge &judge, const TableTotals &totals, Monitor &monitor) {
  const Contributions &all = judge.all;
  std::vector<LeftOut> out;
  std::vector<typename Judge::Part> rest(all.shares.size());
  std::vector<char> alone(all.shares.size());  // without so many items, all negative, no negative is left
  std::ptrdiff_t n_alone = 0;
  double of_rest = std::nan("");
  typename Judge::Part sum{};
  for (const Contribution &kind : all.kinds) {
    const double n = totals.n - kind.n;
    if (of_rest != kind.n) {
      of_rest = kind.n;
      sum = {};
      for (std::size_t label = 0; label < rest.size(); ++label) {
        alone[label] = !judge.weighs(totals.labels[label], n);
        rest[label] = alone[label] ? typename Judge::Part{} : judge.part(label, totals.labels[label], n);
        add(sum, rest[label], 1);
      }
      n_alone = std::count(alone.begin(), alone.end(), 1);
    }
    typename Judge::Part left = sum;
    std::ptrdiff_t with_cells = 0;
    for (std::size_t c = kind.begin; c < kind.end; ++c) {
      const auto label = static_cast<std::size_t>(all.cells[c].label);
      PairCounts without = totals.labels[label];
      without.add(all.cells[c].counts, -1);
      if (!judge.weighs(without, n)) return {};
      with_cells += alone[label];
      typename Judge::Part change = judge.part(label, without, n);
      add(change, rest[label], -1);
      add(left, change, 1);
    }
    if (with_cells < n_alone) return {};
    out.push_back({judge.difference(left), static_cast<double>(kind.count)});
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

// The labels' counts where units are swapped. Labels that no swap has touched since keep their part.
template <class Judge>
class SwappedCounts {
 public:
  SwappedCounts(const Judge &judge, const SwapKinds &kinds, const TableTotals &totals)
      : judge_(&judge),
        kinds_(&kinds),
        totals_(totals),
        parts_(totals.labels.size()),
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
    typename Judge::Part sum{};
    for (std::size_t label = 0; label < stale_.size(); ++label) {
      if (stale_[label]) parts_[label] = judge_->part(label, totals_.labels[label], totals_.n);
      stale_[label] = false;
      add(sum, parts_[label], 1);
    }
    return judge_->difference(sum);
  }

 private:
  const Judge *judge_;
  const SwapKinds *kinds_;
  TableTotals totals_;
  std::vector<typename Judge::Part> parts_;
  std::vector<char> stale_;
};

// Differences of sums that are equal except for rounding.
template <class Judge>
double tie_of(const Judge &judge, const TableTotals &totals) {
  double size = 1;
  for (std::size_t label = 0; label < totals.labels.size(); ++label) {
    const BothCounts both = judge.counts(label, totals.labels[label], totals.n);
    size += judge.all.shares[label] * (std::fabs(judge.utility(both.a)) + std::fabs(judge.utility(both.b)));
  }
  return 1e-12 * size;
}

template <bool together>
void compare_by(const Judge<together> &judge, const decisions::DecisionOptions &options, const TableCounts &counts,
                int workers, Monitor &monitor, Comparison &out) {
  const Contributions &all = counts.all;
  const TableTotals totals = totals_of(all);
  const double observed = judge.difference(totals.labels, totals.n), tie = tie_of(judge, totals);
  PartMonitor leaving(monitor, 0, 0.3), swapping(monitor, 0.3, 1);
  std::vector<LeftOut> left_out;
  if (all.units > 1) left_out = leave_out(judge, totals, leaving);
  if (!left_out.empty()) {
    const Spread spread = spread_of(left_out);
    const Interval interval = student_interval(observed, spread, counts.differing, options.level);
    out.low = interval.low;
    out.high = interval.high;
    out.standard_error = spread.standard_error;
    out.degrees = spread.degrees;
  }
  const SwapKinds kinds = swap_kinds(all);
  SwappedCounts<Judge<together>> none(judge, kinds, totals);
  for (std::size_t kind = 0; kind < kinds.counts.size(); ++kind)
    none.swap(kind, -static_cast<double>(kinds.on_side_a[kind]));
  const SwapTest test =
      swap_test(kinds.counts, none, std::fabs(observed) - tie, options.samples, options.seed, workers, swapping);
  out.p_value = test.p_value;
  out.swaps = test.swaps;
}

}  // namespace

void compare_counts(const Metric &metric, const decisions::DecisionOptions &options, const TableCounts &counts,
                    int workers, Monitor &monitor, Comparison &out) {
  const bool weighted = counts.weighted || !options.prevalence.empty();
  if (options.average == decisions::Average::micro && !options.prevalence.empty())
    compare_by(Judge<true>{metric, counts.all, options.prevalence, weighted}, options, counts, workers, monitor, out);
  else
    compare_by(Judge<false>{metric, counts.all, options.prevalence, weighted}, options, counts, workers, monitor, out);
}

TableCounts table_counts(const decisions::DecisionOptions &options, const PairedRows &rows, double differing) {
  const bool micro = options.average == decisions::Average::micro, each = !options.prevalence.empty();
  const LabelsOf which = !micro ? LabelsOf::differing : each ? LabelsOf::every : LabelsOf::table;
  const auto columns = static_cast<std::size_t>(rows.truth.cols);
  return {contributions_of(rows, which, micro ? std::vector<double>(columns, 1.0) : options.shares(rows.truth.cols)),
          rows.weighted, differing};
}

}  // namespace wald::core::evaluation
