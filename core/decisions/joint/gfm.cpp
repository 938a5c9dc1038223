// Maximises metrics linear in tp from counts: best-first over k, or every k.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/gfm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "core/base/error.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/vectors/kernels.hpp"
#include "core/numeric/vectors/largest.hpp"

namespace wald::core::decisions {
namespace {

struct Delta {
  double value;
  std::size_t rank;  // position in table.labels
};

bool larger(const Delta &x, const Delta &y) { return x.value > y.value || (x.value == y.value && x.rank < y.rank); }

// One (table, linear forms): Deltas, sums and E[g] at a k.
class Selector {
 public:
  // known_formula: g(k,s) that is the same at s = 1, n and the s that occur is so at every s > 0.
  Selector(const CountTable &table, LinearForms forms, std::string metric_name, bool known_formula)
      : table_(table),
        forms_(std::move(forms)),
        metric_(std::move(metric_name)),
        known_formula_(known_formula),
        a_(table.sizes.size()),
        of_({0, 1, table.n}) {
    of_.insert(of_.end(), table.sizes.begin(), table.sizes.end());
    found_.resize(of_.size());
    for (std::size_t j = 0; j < table.sizes.size(); ++j)
      sums_.push_back(sum(table.column(j), static_cast<int64_t>(table.labels.size())));
  }

  // The same for F_beta, k > 0, whose g is 0 there.
  void at_positive(int64_t k, double b) {
    double magnitude = 0;
    for (std::size_t j = 0; j < a_.size(); ++j) {
      a_[j] = (1 + b) / (b * static_cast<double>(table_.sizes[j]) + static_cast<double>(k)) / table_.total;
      magnitude += sums_[j] * a_[j];
    }
    g_ = 0;
    error_ = magnitude * relative_error() + std::numeric_limits<double>::min();
    all_ = magnitude;
  }
  // After that: E F of the prediction of all labels if it had k positives, which no prediction of k exceeds.
  double of_all() const { return all_; }

  // Moves to a k: a(k,s) and E[g(k,s)].
  void at(int64_t k) {
    forms_(k, of_, found_.data());
    const LinearForm none = found_[0];
    double g = table_.p_zero * none.g, of_g = table_.p_zero * std::fabs(none.g), of_a = 0;
    const double g_first = found_[1].g;
    bool constant = found_[2].g == g_first;
    for (std::size_t j = 0; j < table_.sizes.size(); ++j) {
      const LinearForm form = found_[3 + j];
      a_[j] = form.a / table_.total;
      g += table_.p_s[j] * form.g;
      of_g += table_.p_s[j] * std::fabs(form.g);
      of_a += sums_[j] * std::fabs(a_[j]);
      constant = constant && form.g == g_first;
    }
    if (!table_.sizes_known) {
      // E[g] depends on P(0) alone where g is the same for every other s.
      if (!constant || !known_formula_)
        fail(Status::unsupported, metric_,
             " needs P(s), which was not fed (p_s), and the table of counts does not give it");
      g = table_.p_zero * none.g + (1 - table_.p_zero) * g_first;
      of_g = table_.p_zero * std::fabs(none.g) + (1 - table_.p_zero) * std::fabs(g_first);
    }
    g_ = g;
    largest_g_ = std::max(largest_g_, of_g);
    error_ = (of_g + of_a) * relative_error() + std::numeric_limits<double>::min();
  }
  // Limit on the relative rounding error of a sum of entries times positive coefficients.
  double relative_error() const {
    return 1.01 * unit_roundoff *
           static_cast<double>(table_.roundings + static_cast<int64_t>(a_.size() + table_.labels.size()) + 24);
  }
  double g() const { return g_; }
  // The greatest E|g| of the k that it was at: what the sums over the labels may be taken from.
  double largest_g() const { return largest_g_; }
  const std::vector<double> &a() const { return a_; }
  // Limit on the rounding error of E U at this k, for any selection.
  double error() const { return error_; }

  const std::vector<double> &deltas() {
    delta_.resize(table_.labels.size());
    combine_columns(table_.p.data(), static_cast<int64_t>(delta_.size()), a_.data(), static_cast<int64_t>(a_.size()),
                    delta_.data());
    return delta_;
  }

  // The sums of the 0, 1, 2, ..., highest largest Deltas, none of which is negative; those of labels that never occur
  // are 0.
  const std::vector<double> &largest_sums(int64_t highest) {
    deltas();
    descending(delta_, highest, scratch_);
    prefix_.resize(static_cast<std::size_t>(highest) + 1);
    prefix_[0] = 0;
    for (std::size_t j = 0; j + 1 < prefix_.size(); ++j)
      prefix_[j + 1] = prefix_[j] + (j < delta_.size() ? delta_[j] : 0.0);
    return prefix_;
  }

  // The Deltas in descending order, as far as the first `count`.
  const std::vector<Delta> &sorted(int64_t count, bool whole) {
    const std::vector<double> &delta = deltas();
    order_.resize(delta.size());
    for (std::size_t i = 0; i < delta.size(); ++i) order_[i] = {delta[i], i};
    const auto end = order_.begin() + std::min<std::ptrdiff_t>(count, static_cast<std::ptrdiff_t>(order_.size()));
    if (whole)
      std::sort(order_.begin(), order_.end(), larger);
    else if (end != order_.end())
      std::nth_element(order_.begin(), end, order_.end(), larger);
    return order_;
  }

  // sum of the k largest Deltas, plus E[g].
  double best(int64_t k) {
    const std::vector<double> &delta = deltas();
    const auto wanted = static_cast<std::size_t>(k);
    if (wanted == 0) return g_;
    double sum = 0;
    if (wanted >= delta.size()) {
      for (const double x : delta) sum += x;
      return sum + g_;
    }
    // In the order of the labels: the one that a selection leaves differs between C++ libraries.
    scratch_ = delta;
    const auto last = scratch_.begin() + static_cast<std::ptrdiff_t>(wanted - 1);
    std::nth_element(scratch_.begin(), last, scratch_.end(), std::greater<>());
    std::size_t greater = 0;
    for (const double x : delta) {
      sum += x > *last ? x : 0;
      greater += x > *last ? 1 : 0;
    }
    return sum + static_cast<double>(wanted - greater) * *last + g_;
  }

  // The labels of the best selection of k, ascending; those that never occur fill up, smallest index first.
  void select(int64_t k, std::vector<int64_t> &items) {
    const std::vector<Delta> &order = sorted(k, false);
    items.clear();
    for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(k), order.size()); ++i)
      items.push_back(table_.labels[order[i].rank]);
    fill_up(k, items);
    std::sort(items.begin(), items.end());
  }

  void fill_up(int64_t k, std::vector<int64_t> &items) const {
    std::size_t next = 0;
    for (int64_t i = 0; static_cast<int64_t>(items.size()) < k; ++i) {
      if (next < table_.labels.size() && table_.labels[next] == i)
        ++next;
      else
        items.push_back(i);
    }
  }

  // E U of the labels whose sums over s are given.
  double value(const std::vector<double> &sums) const {
    double out = 0;
    for (std::size_t j = 0; j < a_.size(); ++j) out += a_[j] * sums[j];
    return out + g_;
  }
  const std::vector<double> &all_sums() const { return sums_; }

 private:
  const CountTable &table_;
  LinearForms forms_;
  std::string metric_;
  bool known_formula_;
  std::vector<double> a_;     // a(k,s) / total
  std::vector<int64_t> of_;   // s = 0, 1, n, and those of the table
  std::vector<LinearForm> found_;
  std::vector<double> sums_;  // of the table's columns
  std::vector<double> delta_, prefix_, scratch_;
  std::vector<Delta> order_;
  double g_ = 0, error_ = 0, all_ = 0, largest_g_ = 0;
};

LinearForms forms_of(const Metric &metric, int64_t n) {
  return [&metric, n](int64_t k, const std::vector<int64_t> &s, LinearForm *out) {
    metric.linear_forms(k, s, n, out);
  };
}

// ---- One order of the labels for every k -----------------------------------------------------------

// a(k,s) = alpha(k) w(s): the order at k = 1 is that at every k.
std::vector<std::size_t> common_order(Selector &selector, int64_t n) {
  selector.at(std::min<int64_t>(1, n - 1));
  if (n == 1) selector.at(1);
  std::vector<std::size_t> order;
  for (const Delta &d : selector.sorted(0, true)) order.push_back(d.rank);
  return order;
}

void one_order_curve(Selector &selector, const CountTable &table, const std::vector<std::size_t> &order, KRange range,
                     Curve &curve, Monitor &monitor) {
  curve.start(range);
  std::vector<double> sums(table.sizes.size(), 0.0);
  for (int64_t k = 0; k <= range.high; ++k) {
    if (k > 0 && static_cast<std::size_t>(k) <= order.size())
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += table.column(j)[order[static_cast<std::size_t>(k - 1)]];
    if (k < range.low) continue;
    selector.at(k);
    // The order comes from rounded Deltas at k = 1, so the best sum may be another, by at most two errors more.
    curve.set(k, selector.value(sums), 3 * selector.error());
    if ((k & 255) == 0) monitor.at(static_cast<double>(k) / static_cast<double>(range.high + 1));
  }
}

// ---- A selection for every k -----------------------------------------------------------------------

void selection_curve(Selector &selector, const CountTable &table, KRange range, Curve &curve, Monitor &monitor) {
  curve.start(range);
  const int64_t occurring = static_cast<int64_t>(table.labels.size());
  for (int64_t k = range.low; k <= range.high; ++k) {
    selector.at(k);
    curve.set(k, k < occurring ? selector.best(k) : selector.value(selector.all_sums()), selector.error());
    if ((k & 15) == 0) monitor.at(static_cast<double>(k - range.low) / static_cast<double>(range.high - range.low + 1));
  }
}

// ---- F_beta: best-first over k ---------------------------------------------------------------------

// From the Deltas at an evaluated k, sorted with prefix sums T(j), any other k' has
// E F_k' <= T(k') max_s (b s + k)/(b s + k'), since each Delta_i(k') is at most that ratio times Delta_i(k). The k of
// the largest bound is evaluated next, until no bound exceeds the best value.
class BestFirst {
 public:
  BestFirst(Selector &selector, const CountTable &table, double b, KRange range)
      : selector_(selector),
        table_(table),
        b_(b),
        s_low_(table.sizes.empty() ? 0 : static_cast<double>(table.sizes.front())),
        s_high_(table.sizes.empty() ? 0 : static_cast<double>(table.sizes.back())),
        searched_(worth_searching(range, static_cast<int64_t>(table.labels.size()))),
        tie_scale_(tie_tolerance(static_cast<int64_t>(table.labels.size()), 1)),
        limit_(static_cast<std::size_t>(searched_.high - searched_.low + 1), infinity),
        value_(limit_.size()),
        error_(limit_.size(), 0.0),
        evaluated_(limit_.size(), false),
        open_(searched_) {}

  void decide(Workspace &work, Monitor &monitor, Answer &answer) {
    if (open_.low == 0) {
      selector_.at(0);
      record(0, selector_.g());
      ++open_.low;
    }
    int64_t k = first_k();
    std::size_t evaluations = 0;
    while (open_.low <= open_.high) {
      k = std::clamp(k, open_.low, open_.high);
      const bool better = evaluate(k);
      if ((++evaluations & 15) == 0)
        monitor.at(static_cast<double>(evaluations) / static_cast<double>(limit_.size() + 1));
      if (better) close_above();
      const double enough = best_ - tie_scale_ * best_;
      while (open_.low <= open_.high && !(limit_[position(open_.low)] > enough)) ++open_.low;
      while (open_.low <= open_.high && !(limit_[position(open_.high)] > enough)) --open_.high;
      if (open_.low > open_.high) break;
      const auto first = limit_.begin() + static_cast<std::ptrdiff_t>(position(open_.low));
      k = open_.low + (std::max_element(first, first + (open_.high - open_.low + 1)) - first);
    }
    choose(work, answer);
  }

 private:
  std::size_t position(int64_t k) const { return static_cast<std::size_t>(k - searched_.low); }

  void record(int64_t k, double v) {
    const std::size_t at = position(k);
    value_[at] = v;
    error_[at] = selector_.error();
    evaluated_[at] = true;
    limit_[at] = -infinity;
    worst_error_ = std::max(worst_error_, error_[at]);
    best_ = std::max(best_, v);
  }

  int64_t first_k() const {
    double mean = 0, weight = 0;
    for (std::size_t j = 0; j < table_.sizes.size(); ++j) {
      const double mass = selector_.all_sums()[j];
      mean += mass;
      weight += mass / static_cast<double>(table_.sizes[j]);
    }
    return weight > 0 ? std::llround(mean / weight) : 0;
  }

  // The limit of all labels falls in k: where it does not exceed the best value, it excludes every k from there on.
  void close_above() {
    KRange unknown{open_.low, open_.high + 1};
    while (unknown.low < unknown.high) {
      const int64_t k = unknown.low + (unknown.high - unknown.low) / 2;
      selector_.at_positive(k, b_);
      if (selector_.of_all() <= best_ - tie_scale_ * best_)
        unknown.high = k;
      else
        unknown.low = k + 1;
    }
    if (unknown.low > open_.high) return;
    selector_.at_positive(unknown.low, b_);
    const double at_most = selector_.of_all();
    for (int64_t k = unknown.low; k <= open_.high; ++k) limit_[position(k)] = std::min(limit_[position(k)], at_most);
    open_.high = unknown.low - 1;
  }

  // Whether k is better than all before; lowers the limits of the others.
  bool evaluate(int64_t k) {
    const double before = best_;
    selector_.at_positive(k, b_);
    const std::vector<double> &sums = selector_.largest_sums(open_.high);
    record(k, sums[static_cast<std::size_t>(k)]);
    const double kk = static_cast<double>(k);
    const auto lower = [&](int64_t from, int64_t to, double s) {
      if (from < to)
        lower_to_ratios(sums.data() + from, b_ * s + kk, b_ * s, from, to - from, limit_.data() + position(from));
    };
    lower(open_.low, k, s_low_);
    lower(k + 1, open_.high + 1, s_high_);
    // Each Delta is convex in k: between two evaluated k no sum lies above the chord.
    const auto chord = [&](int64_t left, const std::vector<double> &x, int64_t right, const std::vector<double> &y) {
      const int64_t from = std::max(left + 1, open_.low), to = std::min(right, open_.high + 1);
      if (from < to)
        lower_to_chords(x.data() + from, y.data() + from, left, right, from, to - from, limit_.data() + position(from));
    };
    const auto after = known_.lower_bound(k);
    if (after != known_.begin()) chord(std::prev(after)->first, std::prev(after)->second, k, sums);
    if (after != known_.end()) chord(k, sums, after->first, after->second);
    if (known_.size() < table_.sizes.size() + 8) known_.emplace(k, sums);  // no more memory than the table's
    return best_ > before;
  }

  // The k that was not evaluated is known by its limit alone.
  void choose(Workspace &work, Answer &answer) {
    Curve &curve = work.curve;
    curve.start(searched_);
    double excluded = -infinity;
    for (std::size_t j = 0; j < limit_.size(); ++j) {
      curve.value[j] = evaluated_[j] ? value_[j] : -infinity;
      curve.error[j] = error_[j];
      if (!evaluated_[j]) excluded = std::max(excluded, limit_[j]);
    }
    choose_k(curve, tie_scale_ * best_, answer);
    const double at_most = excluded * (1 + 4 * selector_.relative_error());
    answer.bound = std::max(answer.bound, at_most - answer.expected + worst_error_);
    if (!(answer.next_best >= excluded)) answer.next_best = std::numeric_limits<double>::quiet_NaN();
    selector_.at(answer.k);
    selector_.select(answer.k, work.items);
  }

  Selector &selector_;
  const CountTable &table_;
  const double b_, s_low_, s_high_;
  const KRange searched_;
  const double tie_scale_;
  std::vector<double> limit_, value_, error_;
  std::vector<bool> evaluated_;
  KRange open_;  // beyond it, no limit exceeds the best value
  double best_ = -infinity, worst_error_ = 0;
  std::map<int64_t, std::vector<double>> known_;  // the sums at evaluated k
};

// ---- Others with a selection for every k: best-first as well ----------------------------------------

// As for F_beta, with the greatest ratio over the s that occur instead of that of one s, and E[g(k')] added. False
// if that needs more memory than the table, or a is negative somewhere: then every k is looked at.
bool ratios_first(Selector &selector, const CountTable &table, KRange searched, double tie, Workspace &work,
                  Monitor &monitor, Answer &answer) {
  const std::size_t count = static_cast<std::size_t>(searched.high - searched.low + 1), sizes = table.sizes.size();
  if (count * sizes > 4 * table.p.size() + 65536) return false;
  const auto position = [&](int64_t k) { return static_cast<std::size_t>(k - searched.low); };
  std::vector<double> a, g, error;
  for (int64_t k = searched.low; k <= searched.high; ++k) {
    selector.at(k);
    a.insert(a.end(), selector.a().begin(), selector.a().end());
    g.push_back(selector.g());
    error.push_back(selector.error());
    if ((k & 255) == 0) monitor.at(0.5 * static_cast<double>(k - searched.low) / static_cast<double>(count));
  }
  if (std::any_of(a.begin(), a.end(), [](double x) { return x < 0; })) return false;
  const double worst_error = *std::max_element(error.begin(), error.end());

  Curve &curve = work.curve;
  curve.start(searched);
  std::fill(curve.value.begin(), curve.value.end(), -infinity);
  curve.error = error;
  std::vector<double> limit(count, infinity), inverse(sizes);
  int64_t k = std::clamp<int64_t>(static_cast<int64_t>(table.sizes.empty() ? 0 : table.sizes.front()), searched.low,
                                  searched.high);
  double best = -infinity;
  for (std::size_t evaluations = 0;; ++evaluations) {
    selector.at(k);
    const std::vector<double> &sums = selector.largest_sums(searched.high);
    const double value = sums[static_cast<std::size_t>(k)] + selector.g();
    curve.value[position(k)] = value;
    best = std::max(best, value);
    for (std::size_t j = 0; j < sizes; ++j) inverse[j] = selector.a()[j] > 0 ? 1 / selector.a()[j] : infinity;
    for (std::size_t at = 0; at < count; ++at) {
      if (!(limit[at] > best - tie)) continue;
      double ratio = 0;
      for (std::size_t j = 0; j < sizes; ++j) {
        const double x = a[at * sizes + j];
        if (x > 0) ratio = std::max(ratio, x * inverse[j]);
      }
      limit[at] = std::min(limit[at], ratio * sums[static_cast<std::size_t>(searched.low) + at] + g[at]);
    }
    limit[position(k)] = -infinity;
    const auto next = std::max_element(limit.begin(), limit.end());
    if (!(*next > best - tie)) break;
    k = searched.low + (next - limit.begin());
    if ((evaluations & 15) == 0)
      monitor.at(0.5 + 0.5 * static_cast<double>(evaluations) / static_cast<double>(count + 1));
  }
  double excluded = -infinity;
  for (std::size_t at = 0; at < count; ++at)
    if (curve.value[at] == -infinity) {
      excluded = std::max(excluded, limit[at]);
      curve.error[at] = 0;
    }
  choose_k(curve, tie, answer);
  answer.bound = std::max(answer.bound, excluded - answer.expected + 5 * worst_error);
  if (!(answer.next_best >= excluded)) answer.next_best = std::numeric_limits<double>::quiet_NaN();
  return true;
}

}  // namespace

bool needs_all_labels(const Metric &metric, int64_t n) { return !metric.proves(rises_in_tp, n); }

void decide_gfm(const Metric &metric, const CountTable &table, KRange range, Workspace &work, Monitor &monitor,
                Answer &answer) {
  answer.algorithm = Algorithm::gfm;
  Selector selector(table, forms_of(metric, table.n), metric.name(), !metric.is_custom());
  if (const auto b = metric.f_beta_squared()) return BestFirst(selector, table, *b, range).decide(work, monitor, answer);

  const int64_t occurring = static_cast<int64_t>(table.labels.size());
  const KRange searched =
      metric.proves(falls_in_k, table.n) && table.is_distribution ? worth_searching(range, occurring) : range;
  std::vector<std::size_t> order;
  if (metric.one_order()) {
    order = common_order(selector, table.n);
    one_order_curve(selector, table, order, searched, work.curve, monitor);
  } else if (!metric.is_custom() && metric.has(rises_in_tp) &&
             ratios_first(selector, table, searched, tie_tolerance(occurring, metric.range(table.n).magnitude()), work,
                          monitor, answer)) {
    selector.at(answer.k);
    return selector.select(answer.k, work.items);
  } else {
    selection_curve(selector, table, searched, work.curve, monitor);
  }
  // Where E[g] is below 0 it cancels, and the values' rounding is that of what they are made of.
  const double scale = std::max(rounding_scale(metric, table.n, work.curve.value), selector.largest_g());
  choose_k(work.curve, tie_tolerance(occurring, scale), answer);
  if (!metric.one_order()) {
    selector.at(answer.k);
    return selector.select(answer.k, work.items);
  }
  work.items.clear();
  for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(answer.k), order.size()); ++i)
    work.items.push_back(table.labels[order[i]]);
  selector.fill_up(answer.k, work.items);
  std::sort(work.items.begin(), work.items.end());
}

void gfm_curve(const Metric &metric, const CountTable &table, KRange range, Curve &curve, Monitor &monitor) {
  Selector selector(table, forms_of(metric, table.n), metric.name(), !metric.is_custom());
  if (metric.one_order())
    one_order_curve(selector, table, common_order(selector, table.n), range, curve, monitor);
  else
    selection_curve(selector, table, range, curve, monitor);
}

void gfm_curve(const LinearForms &forms, const CountTable &table, KRange range, Curve &curve, Monitor &monitor) {
  Selector selector(table, forms, "the metric", false);
  selection_curve(selector, table, range, curve, monitor);
}

GfmValue gfm_value(const Metric &metric, const CountTable &table, const std::vector<int64_t> &items) {
  Selector selector(table, forms_of(metric, table.n), metric.name(), !metric.is_custom());
  selector.at(static_cast<int64_t>(items.size()));
  std::vector<double> sums(table.sizes.size(), 0.0);
  auto label = table.labels.begin();
  for (int64_t item : items) {
    label = std::lower_bound(label, table.labels.end(), item);
    if (label == table.labels.end()) break;
    if (*label != item) continue;
    const std::size_t i = static_cast<std::size_t>(label - table.labels.begin());
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += table.column(j)[i];
  }
  return {selector.value(sums), selector.error()};
}

}  // namespace wald::core::decisions
