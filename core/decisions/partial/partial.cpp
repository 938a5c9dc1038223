// Decides which labels to leave undecided one by one.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/partial/partial.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/base/error.hpp"
#include "core/decisions/separable/separable_ratio.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/vectors/kernels.hpp"

namespace wald::core::decisions {
namespace {

// The time grows with the square of the number of labels times the widths of one or of two mass functions, which is a
// second or two at these.
constexpr int64_t most_without_true_negatives = 2000;
constexpr int64_t most_with_true_negatives = 250;

// Whether U is a function of tp, fp and fn alone.
bool ignores_true_negatives(const Metric &metric) {
  if (metric.is_coverage()) return true;
  const auto form = metric.separable();
  if (!form) return false;
  if (form->kind == SeparableForm::root) return true;
  const auto without = [](const SeparableForm::Term &term) {
    return term.ratio.top[3] == 0 && term.ratio.bottom[3] == 0;
  };
  return form->kind == SeparableForm::ratios && std::all_of(form->terms.begin(), form->terms.end(), without);
}

// The items at ranks [k, k + left), ascending, behind the first k.
void list_items(const Ranked &labels, int64_t k, int64_t left, std::vector<int64_t> &items) {
  labels.top(k, items);
  if (left == 0) return;
  std::vector<int64_t> both, rest;
  labels.top(k + left, both);
  std::set_difference(both.begin(), both.end(), items.begin(), items.end(), std::back_inserter(rest));
  items.insert(items.end(), rest.begin(), rest.end());
}

// ---- Means over the labels -----------------------------------------------------------------------

// Each label by itself: what it loses as a positive, as a negative, and left undecided, against being right.
class LabelLosses {
 public:
  LabelLosses(const Additive &u, const Ranked &labels, double cost) : u_(u), labels_(labels), cost_(cost) {
    magnitude_ = std::fabs(u.true_positive) + std::fabs(u.false_positive) + std::fabs(u.false_negative) +
                 std::fabs(u.true_negative);
  }
  double p(int64_t i) const { return i < labels_.size() ? labels_.p[static_cast<std::size_t>(i)] : 0; }
  double as_positive(int64_t i) const { return (1 - p(i)) * (u_.true_negative - u_.false_positive); }
  double as_negative(int64_t i) const { return p(i) * (u_.true_positive - u_.false_negative); }
  double where_right(int64_t i) const { return p(i) * u_.true_positive + (1 - p(i)) * u_.true_negative; }
  double otherwise(int64_t i) const { return std::min(as_negative(i), cost_); }
  // What a positive gains.
  double gain(int64_t i) const { return otherwise(i) - as_positive(i); }
  double tie() const { return 4 * unit_roundoff * magnitude_; }
  bool is_positive(int64_t i) const {
    return as_positive(i) <= cost_ + tie() && as_positive(i) < as_negative(i) - tie();
  }
  bool is_left(int64_t i) const { return as_negative(i) > cost_ + tie(); }
  double error() const { return static_cast<double>(2 * labels_.n + 16) * unit_roundoff * magnitude_; }

 private:
  const Additive &u_;
  const Ranked &labels_;
  double cost_, magnitude_;
};

// Beyond the labels of a probability above 0 all are alike: negatives, right and decided.
void decide_mean(const Metric &metric, const Additive &u, double cost, KRange range, Workspace &work, Answer &answer) {
  const Ranked &labels = work.ranked;
  const LabelLosses losses(u, labels, cost);
  const double n = static_cast<double>(labels.n);
  int64_t k = 0;
  while (k < labels.size() && losses.is_positive(k)) ++k;
  k = std::clamp(k, range.low, range.high);
  int64_t left = 0;
  while (k + left < labels.size() && losses.is_left(k + left)) ++left;
  double right = static_cast<double>(labels.n - labels.size()) * u.true_negative, lost = 0;
  for (int64_t i = 0; i < std::max(k, labels.size()); ++i) {
    if (i < labels.size()) right += losses.where_right(i);
    lost += i < k ? losses.as_positive(i) : i < k + left ? cost : losses.as_negative(i);
  }
  answer.k = k;
  answer.undecided = left;
  answer.expected = std::min(right / n - lost / n, metric.range(labels.n).high);
  answer.bound = 2 * losses.error();
  double change = -std::numeric_limits<double>::infinity();
  if (k < range.high) change = std::max(change, losses.gain(k) / n);
  if (k > range.low) change = std::max(change, -losses.gain(k - 1) / n);
  if (std::isfinite(change)) answer.next_best = answer.expected + change;
  answer.not_excluded = {k, k};
  const auto tied = [&](int64_t i) { return std::fabs(losses.gain(i)) <= losses.tie(); };
  while (answer.not_excluded.high < std::min(range.high, labels.size()) && tied(answer.not_excluded.high))
    ++answer.not_excluded.high;
  while (answer.not_excluded.low > range.low && tied(answer.not_excluded.low - 1)) --answer.not_excluded.low;
}

// ---- Other metrics of independent labels ---------------------------------------------------------

// Masses of fn of the m lowest labels for every m, in one array: a row has few labels, and memory for each m would take
// as long as its masses.
class LowestMasses {
 public:
  struct Window {
    int64_t first = 0, count = 1;
    double dropped = 0;
    std::size_t begin = 0;
    int64_t size() const { return count; }
    int64_t last() const { return first + count - 1; }
  };
  explicit LowestMasses(int64_t most_m) { windows_.reserve(static_cast<std::size_t>(most_m + 1)); }
  void add(double p, double cut) {
    const Window from = windows_.back();
    const auto size = static_cast<std::size_t>(from.count);
    Window to{from.first, from.count + 1, from.dropped, mass_.size()};
    mass_.resize(to.begin + size + 1);
    const auto [begin, end] =
        add_item(mass_.data() + from.begin, size, p, cut, mass_.data() + to.begin, to.dropped);
    to.first += static_cast<int64_t>(begin);
    to.count = static_cast<int64_t>(end - begin);
    to.begin += begin;
    windows_.push_back(to);
  }
  const Window &operator[](int64_t m) const { return windows_[static_cast<std::size_t>(m)]; }
  const Window &back() const { return windows_.back(); }
  const double *mass(const Window &of) const { return mass_.data() + of.begin; }

 private:
  std::vector<double> mass_{1.0};
  std::vector<Window> windows_{Window{}};
};

// E U over tp of the k highest and fn of the m lowest labels.
class PairValue {
 public:
  PairValue(const Metric &metric, bool counts_true_negatives, int64_t count)
      : metric_(metric), counts_true_negatives_(counts_true_negatives), count_(count) {
    if (count >= many_labels) ratio_ = RatioMetric::of(metric);
  }

  // The metric's limits, of many labels.
  const std::optional<RatioMetric> &ratio() const { return ratio_; }

  // Of the k highest; fn will be asked for from least_fn to most_fn.
  void start(const Masses &tp, int64_t k, int64_t least_fn, int64_t most_fn) {
    tp_ = &tp;
    k_ = k;
    if (counts_true_negatives_) return;
    if (by_fn_.size() < static_cast<std::size_t>(most_fn + 1)) by_fn_.resize(static_cast<std::size_t>(most_fn + 1));
    if (ratio_ && k > 0) return start_ratio(*ratio_, least_fn, most_fn);
    for (int64_t fn = least_fn; fn <= most_fn; ++fn) by_fn_[static_cast<std::size_t>(fn)] = over_tp(fn, count_);
  }
  // Where true negatives do not count, less fn is never worth less: at most this for every m, and for one.
  double without_fn(const Masses &tp, int64_t k) {
    tp_ = &tp;
    k_ = k;
    return over_tp(0, count_);
  }
  double at_most(int64_t least_fn) const { return by_fn_[static_cast<std::size_t>(least_fn)]; }
  double operator()(const LowestMasses::Window &fn, const double *mass, int64_t m) const {
    if (!counts_true_negatives_) return dot(mass, by_fn_.data() + fn.first, fn.size());
    double sum = 0;
    if (fn.size() <= tp_->size()) {
      for (int64_t j = 0; j < fn.size(); ++j)
        sum += mass[j] * over_tp(fn.first + j, k_ + m);
    } else {
      for (int64_t j = 0; j < tp_->size(); ++j)
        sum += tp_->mass[static_cast<std::size_t>(j)] *
               metric_.weighted_sum(tp_->first + j, fn.first, k_, k_ + m, false, fn.size(), mass);
    }
    return sum;
  }

 private:
  double over_tp(int64_t fn, int64_t n) const {
    return metric_.weighted_sum(tp_->first, fn, k_, n, true, tp_->size(), tp_->mass.data());
  }
  // tp / (k + fn), or (1 + b) tp / (k + b (tp + fn)): few numbers are divided by.
  void start_ratio(const RatioMetric &metric, int64_t least_fn, int64_t most_fn) {
    const double b = metric.b, k = static_cast<double>(k_);
    double mean = 0;
    parts_.resize(tp_->mass.size());
    for (std::size_t j = 0; j < parts_.size(); ++j) {
      parts_[j] = tp_->mass[j] * static_cast<double>(tp_->first + static_cast<int64_t>(j));
      mean += parts_[j];
    }
    if (metric.jaccard) {
      for (int64_t fn = least_fn; fn <= most_fn; ++fn)
        by_fn_[static_cast<std::size_t>(fn)] = mean / (k + static_cast<double>(fn));
      return;
    }
    inverses_.resize(parts_.size() + static_cast<std::size_t>(most_fn - least_fn));
    for (std::size_t i = 0; i < inverses_.size(); ++i)
      inverses_[i] = (1 + b) / (k + b * static_cast<double>(tp_->first + least_fn + static_cast<int64_t>(i)));
    for (int64_t fn = least_fn; fn <= most_fn; ++fn)
      by_fn_[static_cast<std::size_t>(fn)] =
          dot(parts_.data(), inverses_.data() + (fn - least_fn), static_cast<int64_t>(parts_.size()));
  }

  static constexpr int64_t many_labels = 32;
  const Metric &metric_;
  bool counts_true_negatives_;
  int64_t count_, k_ = 0;
  std::optional<RatioMetric> ratio_;  // of many labels
  const Masses *tp_ = nullptr;
  std::vector<double> by_fn_, parts_, inverses_;
};

// out[m] = c r (1 + h vf[m] r) + gain[m] - less with r = 1 / (base + b f[m]).
WALD_LEVELS(void, limits_by_m,
            (double c, double h, double base, double b, const double *WALD_RESTRICT f, const double *WALD_RESTRICT vf,
             const double *WALD_RESTRICT gain, double less, int64_t n, double *WALD_RESTRICT out),
            (c, h, base, b, f, vf, gain, less, n, out)) {
  for (int64_t m = 0; m < n; ++m) {
    const double r = 1 / (base + b * f[m]);
    out[m] = c * r * (1 + h * vf[m] * r) + (gain[m] - less);
  }
}

WALD_LEVELS(double, greatest_limit, (const double *x, int64_t n), (x, n)) {
  constexpr int64_t at_once = 8;  // so that one does not wait for the one before
  double most[at_once];
  std::fill(most, most + at_once, -infinity);
  int64_t i = 0;
  for (; i + at_once <= n; i += at_once)
    for (int64_t j = 0; j < at_once; ++j) most[j] = x[i + j] > most[j] ? x[i + j] : most[j];
  for (; i < n; ++i) most[0] = std::max(most[0], x[i]);
  return *std::max_element(most, most + at_once);
}

// Limits of E U of F_beta and Jaccard for every pair (bounds.hpp), less what undecided labels cost: few pairs can be
// the best, or that of the second best k.
class PairLimits {
 public:
  PairLimits(const RatioMetric &metric, const Ranked &labels, KRange searched, int64_t count, double part)
      : metric_(metric), count_(count), part_(part), f_(1, 0.0), vf_(1, 0.0), gain_(1, 0.0) {
    const auto p = [&](int64_t i) { return i < labels.size() ? labels.p[static_cast<std::size_t>(i)] : 0; };
    for (std::vector<double> *of_m : {&f_, &vf_, &gain_}) of_m->reserve(static_cast<std::size_t>(count + 1));
    of_k_.reserve(static_cast<std::size_t>(searched.high - searched.low + 1));
    for (int64_t m = 1; m <= count - searched.low; ++m) {
      const double x = p(count - m);
      f_.push_back(f_.back() + x);
      vf_.push_back(vf_.back() + x * (1 - x));
      gain_.push_back(part * static_cast<double>(m));
    }
    limits_.resize(f_.size());
    double a = 0, v = 0, best = -infinity;
    for (int64_t k = 0; k <= searched.high; ++k) {
      if (k >= searched.low) {
        of_k_.push_back({a, v, 0});
        fill(k, of_k_.back());
        const double most = greatest_limit(limits_.data(), count - k + 1);
        of_k_.back().most = most;
        const double reached =
            low(k, of_k_.back(), std::find(limits_.begin(), limits_.end(), most) - limits_.begin());
        reach_ = std::max(reach_, std::min(best, reached));
        best = std::max(best, reached);
      }
      a += p(k);
      v += p(k) * (1 - p(k));
    }
    low_k_ = searched.low;
  }
  // The best values of two k are at least this, apart from rounding.
  double reach() const { return reach_; }
  // No value of k is above this, apart from rounding.
  double at_most(int64_t k) const { return of_k_[static_cast<std::size_t>(k - low_k_)].most; }
  // The same of k and every m.
  const std::vector<double> &of(int64_t k) {
    fill(k, of_k_[static_cast<std::size_t>(k - low_k_)]);
    return limits_;
  }
  // Of the sums, of the limits, and of what undecided labels cost, for limits of at most 1.
  double rounding() const {
    return (static_cast<double>(8 * count_) + 4 * limit_roundings) * unit_roundoff *
           (1 + part_ * static_cast<double>(count_));
  }

 private:
  struct OfK {
    double a, v, most;
  };
  double cost_of_all(int64_t k) const { return part_ * static_cast<double>(count_ - k); }
  void fill(int64_t k, const OfK &of) {
    const int64_t n = count_ - k + 1;
    const double b = metric_.b, real_k = static_cast<double>(k), less = cost_of_all(k);
    if (k == 0)  // 0/0 where no positive is among the m, of probability at most e^-f
      for (std::size_t m = 0; m < limits_.size(); ++m)
        limits_[m] = metric_.zero_division / (1 + f_[m]) + (gain_[m] - less);
    else if (metric_.jaccard)
      limits_by_m(of.a, 1 / real_k, real_k, 1, f_.data(), vf_.data(), gain_.data(), less, n, limits_.data());
    else
      limits_by_m((1 + b) * of.a, b * b / (real_k + b * of.a), real_k + b * of.a, b, f_.data(), vf_.data(),
                  gain_.data(), less, n, limits_.data());
  }
  double low(int64_t k, const OfK &of, int64_t m) const {
    const auto at = static_cast<std::size_t>(m);
    const double less = cost_of_all(k) - gain_[at];
    if (k == 0) return (m == 0 ? metric_.zero_division : 0) - less;
    return metric_.limits({static_cast<double>(k), of.a, f_[at], of.v, vf_[at]}).low - less;
  }

  const RatioMetric metric_;
  const int64_t count_;
  int64_t low_k_ = 0;
  const double part_;
  std::vector<double> f_, vf_, gain_, limits_;  // by m
  std::vector<OfK> of_k_;
  double reach_ = -infinity;
};

void decide_sums(const Metric &metric, double cost, KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
  const Ranked &labels = work.ranked;
  const int64_t n = labels.n;
  const bool counts_true_negatives = !ignores_true_negatives(metric);
  // A label that is never true is a negative that changes nothing, where true negatives do not count; as a positive it
  // does no good where the metric falls in k. One more k is looked at for the next best.
  const bool all = counts_true_negatives || !metric.has(falls_in_k);
  const int64_t in_question = all ? n : std::max(labels.size(), range.low);
  const int64_t most = counts_true_negatives ? most_with_true_negatives : most_without_true_negatives;
  if (in_question > most)
    fail(Status::unsupported, "metric \"", metric.name(), "\" given ", in_question, " labels",
         all ? "" : " of a probability above 0",
         " with abstain_label: it leaves single labels undecided among at most ", most);
  const int64_t count = std::min(n, in_question + (all ? 0 : 1));
  const KRange searched{range.low, std::min(range.high, count)};
  const auto p = [&](int64_t i) { return i < labels.size() ? labels.p[static_cast<std::size_t>(i)] : 0; };

  const Range utilities = metric.range(n);
  const double magnitude = utilities.magnitude(), ulps = metric.rounding_ulps(), part = cost / static_cast<double>(n);
  PairValue value(metric, counts_true_negatives, count);
  PartialChoice choice(searched, count);
  const bool excludes = !counts_true_negatives && utilities.low >= 0;
  // Three roundings for each item in the masses, those of the sums, of U itself, and of the cost.
  const auto roundings = [&](int64_t cells) {
    return 1.01 * (static_cast<double>(3 * count + cells + 24) + ulps) * unit_roundoff;
  };

  // Of each k the m in question. What masses drop in all is less than a rounding of each.
  struct Wanted {
    int64_t k, first_m, last_m;
  };
  std::vector<Wanted> wanted;
  int64_t most_m = 0;
  const bool limited = excludes && value.ratio();
  if (limited) {
    PairLimits limits(*value.ratio(), labels, searched, count, part);
    choice.expect(limits.reach() - limits.rounding());
    const double spare = 4 * magnitude * roundings(3 * count) + tie_tolerance(count, magnitude) + limits.rounding();
    for (int64_t k = searched.low; k <= searched.high; ++k) {
      if (choice.excludes(limits.at_most(k) + spare)) continue;
      const std::vector<double> &of_m = limits.of(k);
      int64_t first = 0, last = count - k;
      while (choice.excludes(of_m[static_cast<std::size_t>(first)] + spare)) ++first;
      while (choice.excludes(of_m[static_cast<std::size_t>(last)] + spare)) --last;
      wanted.push_back({k, first, last});
      most_m = std::max(most_m, last);
    }
  } else {
    for (int64_t k = searched.low; k <= searched.high; ++k) wanted.push_back({k, 0, count - k});
    most_m = count - searched.low;
  }

  const double cut = default_cut(count, labels.mean);
  LowestMasses lowest(most_m);
  std::vector<int64_t> most_fn(static_cast<std::size_t>(most_m + 1), 0);
  for (int64_t m = 1; m <= most_m; ++m) {
    lowest.add(p(count - m), cut);
    most_fn[static_cast<std::size_t>(m)] = std::max(most_fn[static_cast<std::size_t>(m - 1)], lowest[m].last());
  }
  Masses highest;
  int64_t added = 0;
  for (const auto [k, first_m, last_m] : wanted) {
    for (; added < k; ++added) add_item(highest, p(added), cut);
    const double errors = magnitude * (roundings(2 * count) + highest.dropped + lowest.back().dropped);
    const double spare = 4 * errors + tie_tolerance(count, magnitude);
    if (excludes && !limited && choice.excludes(value.without_fn(highest, k) + spare)) continue;
    choice.start(k);
    value.start(highest, k, lowest[first_m].first, most_fn[static_cast<std::size_t>(last_m)]);
    for (int64_t m = first_m; m <= last_m; ++m) {
      const LowestMasses::Window &fn = lowest[m];
      const int64_t left = count - k - m;
      const double less = part * static_cast<double>(left);
      if (excludes && choice.excludes(value.at_most(fn.first) - less + spare)) continue;
      const double of_decided = std::clamp(value(fn, lowest.mass(fn), m), utilities.low, utilities.high);
      const double error = magnitude * (roundings(highest.size() + fn.size()) + highest.dropped + fn.dropped) +
                           4 * unit_roundoff * less;
      choice.set(left, of_decided - less, error, of_decided);
    }
    monitor.at(static_cast<double>(k - searched.low) / static_cast<double>(searched.high - searched.low + 1));
  }
  choice.choose(rounding_scale(metric, n), answer);
}

}  // namespace

PartialChoice::PartialChoice(KRange k, int64_t count) : range_(k), count_(count) {}

void PartialChoice::start(int64_t k) {
  k_.push_back(k);
  first_.push_back(cells_.size());
}

void PartialChoice::set(int64_t left, double value, double error, double of_decided) {
  cells_.push_back({value, error, left});
  scale_ = std::max(scale_, std::fabs(of_decided));
  if (k_.back() == best_k_) {
    best_ = std::max(best_, value);
  } else if (value > best_) {
    second_ = best_;
    best_ = value;
    best_k_ = k_.back();
  } else {
    second_ = std::max(second_, value);
  }
}

void PartialChoice::choose(double least_scale, Answer &answer) const {
  constexpr double none = -std::numeric_limits<double>::infinity();
  // Values near the greatest have costs no greater than what the decided labels give them: that is their scale.
  const double tie = tie_tolerance(count_, std::max({least_scale, scale_, std::fabs(best_)}));
  const Cell *chosen = nullptr;
  double at_most = none, best_low = none;
  std::vector<double> of_k, most_of_k;
  for (std::size_t row = 0; row < k_.size(); ++row) {
    double greatest = none, most = none;
    const std::size_t last = row + 1 < k_.size() ? first_[row + 1] : cells_.size();
    for (std::size_t at = first_[row]; at < last; ++at) {
      const Cell &cell = cells_[at];
      greatest = std::max(greatest, cell.value);
      most = std::max(most, cell.value + cell.error);
      best_low = std::max(best_low, cell.value - cell.error);
      if ((!chosen || cell.left < chosen->left) && cell.value >= best_ - tie) {
        chosen = &cell;
        answer.k = k_[row];
      }
    }
    of_k.push_back(greatest);
    most_of_k.push_back(most);
    at_most = std::max(at_most, most);
  }
  answer.undecided = chosen->left;
  answer.expected = chosen->value;
  answer.bound = at_most - (chosen->value - chosen->error);
  answer.not_excluded = {answer.k, answer.k};
  double next = none;
  for (std::size_t row = 0; row < k_.size(); ++row) {
    const int64_t k = k_[row];
    if (k != answer.k) next = std::max(next, of_k[row]);
    if (most_of_k[row] < best_low) continue;
    answer.not_excluded = {std::min(answer.not_excluded.low, k), std::max(answer.not_excluded.high, k)};
  }
  if (range_.low < range_.high) answer.next_best = next;
}

void check_partial(const Metric &metric, Kind kind, const DecisionOptions &options) {
  const bool mean = metric.additive().has_value();
  const Algorithm own = mean ? Algorithm::marginal_modes : Algorithm::partial;
  if (options.algorithm != Algorithm::automatic && options.algorithm != own)
    fail(Status::unsupported, "algorithm is ", algorithm_name(options.algorithm), ": with abstain_label and metric \"",
         metric.name(), "\" it is auto or ", algorithm_name(own));
  if (mean) return;
  if (metric.is_custom() || !metric.rises_in_each_label())
    fail(Status::unsupported, "metric \"", metric.name(),
         "\" with abstain_label: it is not known to rise with each label that is decided rightly, so no theorem says "
         "which labels to leave undecided");
  if (kind != Kind::independent)
    fail(Status::unsupported, "metric \"", metric.name(), "\" given ", kind_name(kind),
         " labels with abstain_label: only means over the labels (hamming, cost) leave some of these undecided; other "
         "metrics need independent labels");
}

void decide_partial(const Problem &problem, double p_zero, Answer &answer) {
  const double cost = problem.options.abstain_label;
  Workspace &work = problem.work;
  answer.p_zero = problem.belief.kind == Kind::independent ? work.ranked.p_zero() : p_zero;
  if (const auto additive = problem.metric.additive()) {
    answer.algorithm = Algorithm::marginal_modes;
    decide_mean(problem.metric, *additive, cost, problem.range, work, answer);
  } else {
    answer.algorithm = Algorithm::partial;
    decide_sums(problem.metric, cost, problem.range, work, problem.monitor, answer);
  }
  list_items(work.ranked, answer.k, answer.undecided, work.items);
}

}  // namespace wald::core::decisions
