// F_beta and Jaccard of independent labels: which k can be best is decided by limits, and those few are evaluated by
// a sum of exponentials (docs/algorithms.md). Ranked labels: two sweeps over k. Unsorted ones: a subsample and a pass
// or two find the threshold that the optimum must be near, a pass takes power sums of the items above and below and
// the few items near it, and only those are sorted.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include "core/decisions/separable_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decisions/unsorted.hpp"
#include "core/numeric/exponential.hpp"
#include "core/numeric/exponential_sum.hpp"
#include "core/numeric/factors.hpp"

namespace wald::core {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Items by falling probability from one rank on, and sums of those before and of all. Beyond the items come labels of
// probability 0.
struct Stretch {
  int64_t first = 0;  // rank of items[0]: so many items come before
  const double *p = nullptr;
  int64_t count = 0;
  DoubleDouble before, v_before;  // sum of p and of p (1-p) of the items before
  double mu = 0, v = 0;           // of all items

  double at(int64_t k) const {  // probability of the item of rank k, the k+1st
    return k - first < count ? p[k - first] : 0;
  }
};

// Goes through k upwards with the sums that limits need.
class Climb {
 public:
  Climb(const Stretch &items, int64_t k) : items_(items), k_(items.first), a_(items.before), vt_(items.v_before) {
    while (k_ < k) step();
  }
  int64_t k() const { return k_; }
  void step() {
    const double p = items_.at(k_++);
    a_.add({p, 0});
    vt_.add({p * (1 - p), 0});
  }
  TopSums sums() const {
    const double a = a_.value(), vt = vt_.value();
    return {static_cast<double>(k_), a, std::max(0.0, items_.mu - a), vt, std::max(0.0, items_.v - vt)};
  }
  DoubleDouble a() const { return a_; }

 private:
  const Stretch &items_;
  int64_t k_;
  DoubleDouble a_, vt_;
};

// Limits are compared with this much to spare: their own rounding and that of the sums they are made of.
constexpr double limit_spare = 1.01 * unit_roundoff * (2 * limit_roundings + 4 * block_roundings);

struct KBracket {
  int64_t low, high;
  double level;  // k whose upper limit is below it are neither best nor second
};

// The k in the range, all of which lie in the stretch, that can be best, tie with the best or be second. `also` is a
// value surely reached by another k.
KBracket bracket_of(const RatioMetric &metric, const Stretch &items, KRange range, double also, double tie) {
  double best = also, second = -infinity;
  for (Climb climb(items, range.low);; climb.step()) {
    const double low = metric.limits(climb.sums()).low;
    second = std::max(second, std::min(best, low));
    best = std::max(best, low);
    if (climb.k() == range.high) break;
  }
  // Products of smaller numbers have no relative accuracy.
  const double level = second > 1e-280 ? second * (1 - limit_spare - tie) : -infinity;
  KBracket out{range.high + 1, range.low - 1, level};
  for (Climb climb(items, range.low);; climb.step()) {
    if (metric.limits(climb.sums()).high >= level) {
      out.low = std::min(out.low, climb.k());
      out.high = climb.k();
    }
    if (climb.k() == range.high) break;
  }
  return out;
}

// The values of a bracket. `whole`: for F factors of all items and for Jaccard of those from rank low on; `top`: for F
// of the items before.
void evaluate(const RatioMetric &metric, const Stretch &items, KBracket bracket, const Factors &whole,
              const Factors &top, Curve &curve) {
  curve.start({bracket.low, bracket.high});
  const Climb start(items, bracket.low);
  const TopSums first = start.sums(), last = Climb(items, bracket.high).sums();
  const double b = metric.b;
  double low, high;
  if (metric.jaccard) {  // D = k + fn; k + f rises with k
    const double t = stray(first.vf, tail_exponent(first.f));
    low = std::max(first.k, first.k + first.f - t);
    high = last.k + last.f + t;
  } else {  // D = k + b (1 + the other items' sum)
    const double t = stray(items.v, tail_exponent(items.mu));
    low = first.k + b * std::max(1.0, items.mu - t);
    high = last.k + b * (items.mu + 1 + t);
  }
  ExponentialSum sum;
  sum.make(Power::reciprocal, low, high);
  constexpr double u = unit_roundoff;
  for (const Node &node : sum.nodes) {
    const Complement c(metric.jaccard ? node.x : b * node.x);
    const Factors::At all = whole(c);
    DoubleDouble rest;  // F: sum of p/(1-pz) over the top; Jaccard: log of the factors that leave
    double relative = all.log_error + u * (exponential_ulps + 12);
    if (!metric.jaccard) {
      const Factors::At chosen = top(c);
      rest.add({chosen.sum, 0});
      relative += chosen.sum_error + 8 * u;
    }
    for (int64_t k = bracket.low;; ++k) {
      const double kd = static_cast<double>(k);
      double term, exponent;
      if (metric.jaccard) {
        exponent = all.log_product - rest.value() - node.x * kd;
        term = node.w * exponential(exponent);
      } else {
        exponent = all.log_product - node.x * (kd + b);
        term = node.w * exponential(exponent) * rest.value();
      }
      const std::size_t at = static_cast<std::size_t>(k - bracket.low);
      curve.value[at] += term;
      curve.error[at] +=
          term * (relative + u * (4 * std::fabs(exponent) +
                                  log_complement_roundings * std::fabs(rest.value()) * (metric.jaccard ? 1 : 0)));
      if (k == bracket.high) break;
      const double p = items.at(k);
      if (metric.jaccard)
        rest.add({log_complement(p, c), 0});
      else
        rest.add({p / ((1 - p) + p * c.e), 0});
    }
  }
  const double others = sum.error + 2e-17 + u * static_cast<double>(sum.nodes.size() + 2 * block_roundings);
  Climb climb(items, bracket.low);
  for (int64_t k = bracket.low;; ++k, climb.step()) {
    const std::size_t at = static_cast<std::size_t>(k - bracket.low);
    const double scale = metric.jaccard ? climb.a().value() : 1 + b;
    curve.error[at] =
        1.01 * scale * (curve.error[at] + curve.value[at] * others) + std::numeric_limits<double>::min();
    curve.value[at] *= scale;
    if (k == bracket.high) break;
  }
}

// The greatest z that a bracket's nodes have; the tables' greatest node is below 45 times their lowest number.
double largest_z(double least_denominator, double b) { return Complement(45 * b / least_denominator).z; }

double least_denominator(const RatioMetric &metric, const TopSums &t, double v) {
  if (metric.jaccard) return std::max(t.k, t.k + t.f - stray(t.vf, tail_exponent(t.f)));
  return t.k + metric.b * std::max(1.0, t.a + t.f - stray(v, tail_exponent(t.a + t.f)));
}

// Chooses between the curve and k = 0, whose value is known.
void choose(const RatioMetric &metric, KRange range, int64_t m, double p_zero, Workspace &work, Answer &answer) {
  const Estimate nothing{metric.zero_division ? p_zero : 0.0,
                         metric.zero_division ? p_zero * static_cast<double>(2 * m + 2) * unit_roundoff : 0.0};
  double scale = range.low == 0 ? nothing.value : 0;
  for (double v : work.curve.value) scale = std::max(scale, v);
  choose_k(work.curve, tie_tolerance(m, scale), answer, range.low == 0 ? &nothing : nullptr);
  answer.algorithm = Algorithm::separable;
}

// ---- Items in any order --------------------------------------------------------------------------

// The threshold whose top set has the best ratio A/(k + b mu) of the subsample.
double threshold_of(const std::vector<double> &sample, double b) {
  double mu = 0, a = 0, best = 0;
  for (double p : sample) mu += p;
  for (std::size_t j = 0; j < sample.size(); ++j) {
    a += sample[j];
    best = std::max(best, a / (static_cast<double>(j + 1) + b * mu));
  }
  return best;
}

// Whether every k outside of the window is excluded, given what `level` is surely reached twice.
struct Edges {
  bool left, right;
};
Edges excluded_outside(const RatioMetric &metric, const Window &window, const Stretch &items, double mu, double v,
                       double value) {
  const double level = metric.level(value) * (1 - limit_spare), b = metric.b;
  Edges out{true, true};
  if (items.first > 0) {
    const double k = static_cast<double>(items.first);
    const double anywhere = metric.jaccard ? v : b * b / (1 + b) * v / (1 + b * mu);
    out.left =
        window.high >= level && items.before.value() + std::min(metric.most_slack(), anywhere) < level * (k + b * mu);
  }
  const Climb last(items, items.first + items.count);
  const TopSums s = last.sums();
  out.right = window.low <= level && s.a + metric.slack(s.k, s.f, s.vf, mu) < level * (s.k + b * mu);
  return out;
}

}  // namespace

std::optional<RatioMetric> RatioMetric::of(const Metric &metric) {
  if (metric.is_jaccard()) return RatioMetric{true, 1, metric.zero_division()};
  if (const auto b = metric.f_beta_squared()) return RatioMetric{false, *b, metric.zero_division()};
  return std::nullopt;
}

void decide_ratio(const RatioMetric &metric, const Ranked &labels, KRange range, Workspace &work, Monitor &monitor,
                  Answer &answer) {
  const int64_t m = labels.size();
  const double p_zero = labels.p_zero();
  Stretch items;
  items.p = labels.p.data();
  items.count = m;
  DoubleDouble mu, squares;
  for (int64_t begin = 0; begin < m; begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, m - begin));
    const ThresholdSums s = threshold_sums(items.p + begin, size, 1);
    mu.add({s.sum, 0});
    squares.add({s.squares, 0});
  }
  items.mu = mu.value();
  items.v = std::max(0.0, items.mu - squares.value());
  monitor.at(0.2);
  const KRange positive{std::max<int64_t>(1, range.low), range.high};
  if (positive.low > positive.high) {
    work.curve.value.clear();
    work.curve.error.clear();
  } else {
    const double also = range.low == 0 && metric.zero_division ? p_zero : range.low == 0 ? 0 : -infinity;
    const double tie = tie_tolerance(m, 1);
    const KBracket bracket = bracket_of(metric, items, positive, also, tie);
    monitor.at(0.6);
    if (bracket.low > bracket.high) {  // k = 0 and one other k surpass all: there are no others
      work.curve.value.clear();
      work.curve.error.clear();
    } else {
      const TopSums sums = Climb(items, bracket.low).sums();
      const double largest = m > 0 ? items.p[0] : 0;
      const FactorPlan plan = FactorPlan::make(largest, largest_z(least_denominator(metric, sums, items.v), metric.b));
      Factors whole, top;
      whole.start(plan);
      top.start(plan);
      const int64_t before = std::min(bracket.low, m);
      if (metric.jaccard) {
        whole.add(items.p + before, m - before);
      } else {
        top.add(items.p, before);
        whole.add(items.p + before, m - before);
        whole.add(top);
      }
      monitor.at(0.8);
      evaluate(metric, items, bracket, whole, top, work.curve);
    }
  }
  choose(metric, range, m, p_zero, work, answer);
  labels.top(answer.k, work.items);
}

bool decide_ratio_unsorted(const RatioMetric &metric, const RealTable &table, KRange range, Workspace &work,
                           Monitor &monitor, Answer &answer) {
  const Blocks blocks(table);
  const int64_t n = blocks.size();
  const double b = metric.b;
  const std::vector<double> sample = subsample(blocks);
  const double items_each = static_cast<double>(n) / static_cast<double>(sample.size());

  // Dinkelbach's iteration on "p > lambda", until what is left to gain is small beside the slack of the limits.
  double lambda = threshold_of(sample, b);
  Totals totals{};
  double gain = 0;
  for (int pass = 0; pass < 4; ++pass) {
    totals = totals_above(blocks, lambda, monitor);
    if (!(totals.top.k >= 1)) return false;
    const double bottom = totals.top.k + b * totals.mu, better = totals.top.a / bottom;
    gain = std::max(0.0, (better - lambda) * bottom);
    lambda = better;
    if (gain <= 0.25 * metric.slack(totals.top.k, totals.top.f, totals.top.vf, totals.mu)) break;
  }
  const TopSums &top = totals.top;
  const int64_t m = static_cast<int64_t>(totals.positive);
  const double reached = metric.level(metric.limits(top).low);
  const double short_of = std::max(0.0, lambda - reached) * (top.k + b * totals.mu) + gain;
  const double to_right = 2 * (metric.slack(top.k, top.f, top.vf, totals.mu) + short_of);
  const double slack = std::min(metric.most_slack(), metric.slack(1, totals.mu, totals.v, totals.mu));
  const double to_left = 2 * (slack + short_of);

  Window window{};
  window.low = std::max(smallest_probability, edge(sample, lambda, to_right, items_each, false));
  window.high = edge(sample, lambda, to_left, items_each, true);
  const double least = 0.5 * std::max(1.0, least_denominator(metric, top, totals.v));
  const FactorPlan plan = FactorPlan::make(totals.largest, largest_z(least, b));
  Wanted wanted{plan};
  wanted.p_zero = totals.mu < no_chance_of_zero;
  Stretch items;
  std::vector<double> p;
  KBracket bracket{};
  for (int attempt = 0;; ++attempt) {
    if (attempt == 5 || !gather(blocks, wanted, static_cast<std::size_t>(n / 2), window, monitor)) return false;
    p.clear();
    for (const auto &item : window.items) p.push_back(item.first);
    DoubleDouble squares = window.above.sum_of_squares();
    items.first = window.above_count;
    items.p = p.data();
    items.count = static_cast<int64_t>(p.size());
    items.before = window.above.sum();
    items.v_before = items.before;
    items.v_before.add({-squares.high, -squares.low});
    items.mu = totals.mu;
    items.v = totals.v;
    const KRange inside{std::max<int64_t>({1, range.low, items.first}),
                        std::min(range.high, items.first + items.count)};
    if (inside.low > inside.high) return false;
    const double nothing = metric.zero_division ? window.p_zero : 0;
    bracket = bracket_of(metric, items, inside, range.low == 0 ? nothing : -infinity, tie_tolerance(m, 1));
    if (!(bracket.level > 0) || bracket.low > bracket.high) return false;
    const Edges edges = excluded_outside(metric, window, items, totals.mu, totals.v, bracket.level);
    if (edges.left && edges.right) break;
    if ((!edges.right && window.low == smallest_probability) || (!edges.left && window.high >= 1)) return false;
    if (!edges.right) window.low = std::max(smallest_probability, lambda - 2 * (lambda - window.low));
    if (!edges.left) window.high = std::min(1.0, lambda + 2 * (window.high - lambda));
  }
  monitor.at(0.6);

  // Only what the bracket needs of the window.
  const int64_t inside_top = bracket.low - items.first;
  Factors top_factors = window.above, whole = window.below;
  if (!metric.jaccard) {
    whole.add(window.above);
    whole.add(items.p, inside_top);
    top_factors.add(items.p, inside_top);
  }
  whole.add(items.p + inside_top, items.count - inside_top);
  evaluate(metric, items, bracket, whole, top_factors, work.curve);
  choose(metric, range, m, window.p_zero, work, answer);
  answer.p_zero = window.p_zero;
  list_top(blocks, window, answer.k, monitor, work.items);
  return true;
}

}  // namespace wald::core
