// F_beta and Jaccard of independent labels: which k can be best is decided by limits, and those few are evaluated by
// a sum of exponentials (docs/developers/algorithms.md). Ranked labels: two sweeps over k. Unsorted ones: a subsample
// says what threshold the optimum must be near, one pass takes power sums of the items above and below and the few
// items near it, and only those are sorted. Items of one probability are a run, which costs what one item does.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/decisions/separable/separable_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decisions/separable/unsorted.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/exponential_sum.hpp"
#include "core/numeric/sums/factors.hpp"

namespace wald::core::decisions {
namespace {

// Items by falling probability from one rank on, as runs of equal ones, and sums of those before and of all. Beyond the
// runs come labels of probability 0.
struct RankedRuns {
  int64_t first = 0;  // rank of the first: this many items come before
  const Run *runs = nullptr;
  int64_t run_count = 0, count = 0;  // runs, and items in them
  DoubleDouble before, v_before;     // sum of p and of p (1-p) of the items before
  double mu = 0, v = 0;              // of all items
};

// Goes through the runs upwards.
class Cursor {
 public:
  explicit Cursor(const RankedRuns &items) : run_(items.runs), end_(items.runs + items.run_count), k_(items.first) {}
  int64_t k() const { return k_; }                        // items that lie behind
  double p() const { return run_ < end_ ? run_->p : 0; }  // of the next item
  // Items of that probability from here on.
  int64_t left() const { return run_ < end_ ? run_->count - used_ : std::numeric_limits<int64_t>::max(); }
  // steps <= left()
  void advance(int64_t steps) {
    k_ += steps;
    used_ += steps;
    if (run_ < end_ && used_ == run_->count) {
      ++run_;
      used_ = 0;
    }
  }

 private:
  const Run *run_, *end_;
  int64_t k_, used_ = 0;
};

// The sums that limits need, of the k greatest items.
class PrefixSums {
 public:
  PrefixSums(const RankedRuns &items, int64_t k) : items_(items), at_(items), a_(items.before), vt_(items.v_before) {
    while (at_.k() < k) advance(std::min(at_.left(), k - at_.k()));
  }
  int64_t k() const { return at_.k(); }
  int64_t left() const { return at_.left(); }
  void advance(int64_t steps) {
    const double p = at_.p();
    a_.add(times(p, steps));
    vt_.add(times(p * (1 - p), steps));
    at_.advance(steps);
  }
  TopSums sums() const {
    const double a = a_.value(), vt = vt_.value();
    return {static_cast<double>(k()), a, std::max(0.0, items_.mu - a), vt, std::max(0.0, items_.v - vt)};
  }
  TopSums sums_after(int64_t steps) const {
    PrefixSums later = *this;
    if (steps > 0) later.advance(steps);
    return later.sums();
  }
  DoubleDouble a() const { return a_; }

 private:
  const RankedRuns &items_;
  Cursor at_;
  DoubleDouble a_, vt_;
};

// Limits are compared with this much to spare: their own rounding and that of the sums they are made of.
constexpr double limit_spare = 1.01 * unit_roundoff * (2 * limit_roundings + 4 * block_roundings);

struct KBracket {
  int64_t low, high;
  double level;  // k whose upper limit is below it are neither best nor second
};

// The greatest and the second greatest value of different k.
class BestTwo {
 public:
  explicit BestTwo(double also) : best_(also) {}
  void add(int64_t k, double value) {
    if (k == best_k_) return;
    if (value > best_) {
      second_ = best_;
      best_ = value;
      best_k_ = k;
    } else {
      second_ = std::max(second_, value);
    }
  }
  double second() const { return second_; }

 private:
  double best_, second_ = -infinity;
  int64_t best_k_ = -1;
};

// The k in the range, all of which lie in the runs, that can be best, tie with the best or be second. `also` is a
// value surely reached by another k. Within a long run the exclusion by distance is used, whose left side less the
// right one is convex in k there: what is not excluded lies at the run's ends.
KBracket bracket_of(const RatioMetric &metric, const RankedRuns &items, KRange range, double also, double tie) {
  const auto steps = [&](const PrefixSums &at) {
    const int64_t left = std::min(at.left(), range.high - at.k());
    return left > long_run ? left - 1 : 1;
  };
  BestTwo lower(also);
  for (PrefixSums at(items, range.low);; at.advance(steps(at))) {
    lower.add(at.k(), metric.limits(at.sums()).low);
    if (at.k() == range.high) break;
  }
  // Products of smaller numbers have no relative accuracy.
  const double level = lower.second() > 1e-280 ? lower.second() * (1 - limit_spare - tie) : -infinity;
  const double share = metric.level(level) * (1 - limit_spare);
  KBracket out{range.high + 1, range.low - 1, level};
  const auto take = [&out](int64_t first, int64_t last) {
    out.low = std::min(out.low, first);
    out.high = std::max(out.high, last);
  };
  for (PrefixSums at(items, range.low);;) {
    const int64_t k = at.k();
    if (metric.limits(at.sums()).high >= level) take(k, k);
    if (k == range.high) break;
    const int64_t last = steps(at) - 1;  // those between lie 1 ... last items further
    if (last > 0) {
      const auto excluded = [&](int64_t j) { return level > 0 && metric.excludes(at.sums_after(j), items.mu, share); };
      // The first j from `from` on that is as `from` is not, in steps of `step`.
      const auto turn = [&](int64_t from, int64_t to) {
        while (std::abs(to - from) > 1) {
          const int64_t middle = from + (to - from) / 2;
          (excluded(middle) ? from : to) = middle;
        }
        return to;
      };
      const bool start = excluded(0), end = excluded(last + 1);
      if (!start && !end) take(k + 1, k + last);
      if (start && !end) take(k + turn(0, last + 1), k + last + 1);
      if (!start && end) take(k, k + turn(last + 1, 0));
    }
    at.advance(last + 1);
  }
  return out;
}

// The nodes of a bracket, with what is needed of the items at its lowest k. `whole`: for F factors of all items and for
// Jaccard of those from rank low on; `top`: for F of the items before.
class Nodes {
 public:
  Nodes(const RatioMetric &metric, const RankedRuns &items, KBracket bracket, const Factors &whole, const Factors &top)
      : metric_(metric) {
    const TopSums first = PrefixSums(items, bracket.low).sums(), last = PrefixSums(items, bracket.high).sums();
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
      At at{node.x, node.w, Complement(metric.jaccard ? node.x : b * node.x), 0, 0, 0};
      const Factors::At all = whole(at.c);
      at.log_product = all.log_product;
      at.relative = all.log_error + u * (exponential_ulps + 12);
      if (!metric.jaccard) {
        const Factors::At chosen = top(at.c);
        at.start = chosen.sum;
        at.relative += chosen.sum_error + 8 * u;
      }
      nodes_.push_back(at);
    }
    others_ = sum.error + 2e-17 + u * static_cast<double>(sum.nodes.size() + 2 * block_roundings);
  }

  struct At {
    double x, w;
    Complement c;
    double log_product, start, relative;
  };
  const std::vector<At> &all() const { return nodes_; }
  double others() const { return others_; }  // relative error that every value has
  // What an item of this probability adds to `rest`: for F p/(1-pz), a sum over the top; for Jaccard the log of a
  // factor that leaves the product.
  double added(const At &node, double p) const {
    return metric_.jaccard ? log_complement(p, node.c) : p / ((1 - p) + p * node.c.e);
  }
  double exponent(const At &node, double k, double rest) const {
    return metric_.jaccard ? node.log_product - rest - node.x * k : node.log_product - node.x * (k + metric_.b);
  }
  // Relative error of the node's term.
  double error(const At &node, double exponent, double rest) const {
    return node.relative + unit_roundoff * (4 * std::fabs(exponent) +
                                            (metric_.jaccard ? log_complement_roundings * std::fabs(rest) : 0));
  }

 private:
  const RatioMetric &metric_;
  std::vector<At> nodes_;
  double others_;
};

// At most this many k of a run of equal items, all from one exponential of each node: from one k to the next a term falls
// by the same factor, of which the powers are kept.
class RunStretch {
 public:
  static constexpr int64_t most = 64;

  RunStretch(const Nodes &nodes, const RatioMetric &metric) : nodes_(nodes), jaccard_(metric.jaccard) {}

  // Of the items that come next, of which each adds so much to `rest`.
  void start(const Nodes::At &node, double added) {
    added_ = added;
    const double falls = std::max(0.0, jaccard_ ? node.x + added : node.x);
    for (int64_t i = 0; i < most; ++i) powers_[i] = exponential(-falls * static_cast<double>(i));
  }
  // Adds to value[i] and error[i], 0 <= i < count, the node's terms at k + i.
  void add(const Nodes::At &node, double k, double rest, int64_t count, double *value, double *error) const {
    const double last = static_cast<double>(count - 1), rest_there = rest + added_ * last;
    const double exponent = nodes_.exponent(node, k, rest);
    const double first = node.w * exponential(exponent);
    if (first == 0) return;
    // Beside a term's own error: falls * i errs by roundings of i x, which is in the exponent, and of i times what is
    // added, which is in the rest.
    const double error_here = nodes_.error(node, exponent, rest),
                 error_there = nodes_.error(node, nodes_.exponent(node, k + last, rest_there), rest_there);
    const double relative = 16 * unit_roundoff + 2 * std::max(error_here, error_there);
    double terms[most];
    for (int64_t i = 0; i < count; ++i)
      terms[i] = first * powers_[i] * (jaccard_ ? 1 : rest + added_ * static_cast<double>(i));
    for (int64_t i = 0; i < count; ++i) value[i] += terms[i], error[i] += terms[i] * relative;
  }

 private:
  const Nodes &nodes_;
  const bool jaccard_;
  double added_ = 0, powers_[most];
};

// The values at all k of the intervals, which ascend and lie in the bracket.
void evaluate(const RatioMetric &metric, const RankedRuns &items, KBracket bracket,
              const std::vector<KRange> &intervals, const Nodes &nodes, Curve &curve) {
  // On by some items of one probability, and whether the k before each is wanted.
  struct Step {
    int64_t count;
    double p;
    bool wanted;
  };
  std::vector<Step> steps;
  std::vector<double> a;  // of those wanted
  curve.start();
  PrefixSums sums(items, bracket.low);
  Cursor at(items);
  while (at.k() < bracket.low) at.advance(std::min(at.left(), bracket.low - at.k()));
  const auto go = [&](int64_t count, bool wanted) {
    steps.push_back({count, at.p(), wanted});
    for (int64_t i = 0; wanted && i < count; ++i) {
      curve.append(at.k() + i, 0, 0);
      a.push_back(sums.a().value() + at.p() * static_cast<double>(i));
    }
    sums.advance(count);
    at.advance(count);
  };
  for (const KRange &interval : intervals) {
    while (at.k() < interval.low) go(std::min(at.left(), interval.low - at.k()), false);
    while (at.k() <= interval.high) {
      const int64_t equal = std::min({at.left(), interval.high + 1 - at.k(), RunStretch::most});
      go(equal == RunStretch::most ? equal : 1, true);
    }
  }
  RunStretch stretch(nodes, metric);
  for (const Nodes::At &node : nodes.all()) {
    DoubleDouble rest;
    rest.add({node.start, 0});
    double p = -1, stretch_p = -1, added = 0;
    std::size_t j = 0;
    for (const Step &step : steps) {
      if (step.wanted && step.count > 1) {
        if (step.p != p) added = nodes.added(node, p = step.p);
        if (step.p != stretch_p) stretch.start(node, added), stretch_p = step.p;
        stretch.add(node, static_cast<double>(curve.listed[j]), rest.value(), step.count, &curve.value[j],
                    &curve.error[j]);
        j += static_cast<std::size_t>(step.count);
      } else if (step.wanted) {
        const double exponent = nodes.exponent(node, static_cast<double>(curve.listed[j]), rest.value());
        const double term = node.w * exponential(exponent) * (metric.jaccard ? 1 : rest.value());
        curve.value[j] += term;
        curve.error[j] += term * nodes.error(node, exponent, rest.value());
        ++j;
      }
      if (step.p != p) added = nodes.added(node, p = step.p);
      rest.add(times(added, step.count));
    }
  }
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double scale = metric.jaccard ? a[j] : 1 + metric.b;
    curve.error[j] =
        1.01 * scale * (curve.error[j] + curve.value[j] * nodes.others()) + std::numeric_limits<double>::min();
    curve.value[j] *= scale;
  }
}

// The values on a run, j items from its start: sum over the nodes of w exp(-a j) (c + d j), none of them negative.
struct RunValues {
  struct Term {
    double w, a, c, d;
  };
  std::vector<Term> terms;

  double operator()(double j) const {
    double out = 0;
    for (const Term &t : terms) out += t.w * exponential(-t.a * j) * (t.c + t.d * j);
    return out;
  }
  // At most this is -f'' from j on: each term's is w a exp(-a j) (2 d - a (c + d j)), both factors of which fall.
  double concavity(double j) const {
    double out = 0;
    for (const Term &t : terms)
      out += t.w * t.a * exponential(-t.a * j) * std::max(0.0, 2 * t.d - t.a * (t.c + t.d * j));
    return out;
  }
};

// A bracket with long runs, in which limits exclude little: the intervals of it that can hold the best or the second.
// On a run the values are a smooth function f of k, at most max(f(l), f(r)) + (r-l)^2/8 max(-f'') between l and r.
class Narrowing {
 public:
  Narrowing(const RatioMetric &metric, const RankedRuns &items, KBracket bracket, const Nodes &nodes, double also,
            double tie)
      : metric_(metric),
        items_(items),
        bracket_(bracket),
        nodes_(nodes),
        tie_(tie),
        values_(metric.jaccard ? also : also / (1 + metric.b)) {}

  std::vector<KRange> intervals() {
    // Roughly, for a good level; then as fine as is worth it.
    for (int64_t parts : {64, 0}) {
      parts_ = parts;
      found_.clear();
      go_through();
    }
    std::vector<KRange> out;
    for (const Found &f : found_) {
      if (f.most < level()) continue;
      if (!out.empty() && f.k.low <= out.back().high + 1)
        out.back().high = std::max(out.back().high, f.k.high);
      else
        out.push_back(f.k);
    }
    return out;
  }

 private:
  struct Found {
    KRange k;
    double most;
  };
  double level() const { return values_.second() > 1e-280 ? values_.second() * (1 - tie_ - 4 * error_) : -infinity; }

  void go_through() {
    PrefixSums at(items_, bracket_.low);
    Cursor run(items_);
    while (run.k() < bracket_.low) run.advance(std::min(run.left(), bracket_.low - run.k()));
    std::vector<DoubleDouble> rest;
    for (const Nodes::At &node : nodes_.all()) rest.push_back({node.start, 0});
    for (;;) {
      const int64_t k = run.k(), count = std::min(run.left(), bracket_.high - k);
      const double p = run.p();
      RunValues f;
      for (std::size_t q = 0; q < rest.size(); ++q) {
        const Nodes::At &node = nodes_.all()[q];
        const double start = rest[q].value(), exponent = nodes_.exponent(node, static_cast<double>(k), start);
        const double w = node.w * exponential(exponent), added = nodes_.added(node, p);
        error_ = std::max(error_, nodes_.others() + nodes_.error(node, std::max(exponent, -750.0), start));
        if (metric_.jaccard)
          f.terms.push_back({w, std::max(0.0, node.x + added), at.a().value(), p});
        else
          f.terms.push_back({w, node.x, start, added});
        rest[q].add(times(added, std::max<int64_t>(count, 1)));
      }
      const double value = f(0);
      values_.add(k, value);
      found_.push_back({{k, k}, value});
      if (count <= 0) return;
      for (int64_t j = 1; count <= long_run && j < count; ++j) {
        const double v = f(static_cast<double>(j));
        values_.add(k + j, v);
        found_.push_back({{k + j, k + j}, v});
      }
      if (count > long_run)
        halve(f, k, 0, count, value, f(static_cast<double>(count)), std::max(long_run, parts_ ? count / parts_ : 0));
      run.advance(count);
      at.advance(count);
    }
  }

  // k + l and k + r themselves are looked at elsewhere.
  void halve(const RunValues &f, int64_t k, int64_t l, int64_t r, double at_l, double at_r, int64_t leaf) {
    const double width = static_cast<double>(r - l);
    const double most = std::max(at_l, at_r) + width * width / 8 * f.concavity(static_cast<double>(l));
    if (most < level()) return;
    if (r - l <= leaf) return found_.push_back({{k + l, k + r}, most});
    const int64_t middle = l + (r - l) / 2;
    const double value = f(static_cast<double>(middle));
    values_.add(k + middle, value);
    halve(f, k, l, middle, at_l, value, leaf);
    halve(f, k, middle, r, value, at_r, leaf);
  }

  const RatioMetric &metric_;
  const RankedRuns &items_;
  const KBracket bracket_;
  const Nodes &nodes_;
  const double tie_;
  BestTwo values_;
  double error_ = 0;  // greatest relative error of a value
  int64_t parts_ = 0;
  std::vector<Found> found_;
};

// What the k of a bracket are compared with: another value there is, and by how much values may tie.
struct Rivals {
  double also, tie;
};

// Fills the curve with what of a bracket can matter.
void evaluate(const RatioMetric &metric, const RankedRuns &items, KBracket bracket, const Factors &whole,
              const Factors &top, Rivals rivals, Curve &curve) {
  constexpr int64_t narrow = 4096;  // to evaluate this many k costs little
  const Nodes nodes(metric, items, bracket, whole, top);
  std::vector<KRange> intervals{{bracket.low, bracket.high}};
  const bool runs =
      std::any_of(items.runs, items.runs + items.run_count, [](const Run &r) { return r.count > narrow; });
  if (runs && bracket.high - bracket.low > narrow)
    intervals = Narrowing(metric, items, bracket, nodes, rivals.also, rivals.tie).intervals();
  evaluate(metric, items, bracket, intervals, nodes, curve);
}

// The greatest z that a bracket's nodes have; the tables' greatest node is below 45 times their lowest number.
double largest_z(double least_denominator, double b) { return Complement(45 * b / least_denominator).z; }

double least_denominator(const RatioMetric &metric, const TopSums &t, double v) {
  if (metric.jaccard) return std::max(t.k, t.k + t.f - stray(t.vf, tail_exponent(t.f)));
  return t.k + metric.b * std::max(1.0, t.a + t.f - stray(v, tail_exponent(t.a + t.f)));
}

// Chooses between the curve and k = 0, whose value is known.
void choose(const RatioMetric &metric, KRange range, int64_t m, Estimate p_zero, Workspace &work, Answer &answer) {
  const Estimate nothing = metric.zero_division ? p_zero : Estimate{0, 0};
  double scale = range.low == 0 ? nothing.value : 0;
  for (double v : work.curve.value) scale = std::max(scale, v);
  choose_k(work.curve, tie_tolerance(m, scale), answer, range.low == 0 ? &nothing : nullptr);
  answer.algorithm = Algorithm::separable;
}

// P(no positive) as a product over m items.
Estimate product_of(double p_zero, int64_t m) {
  return {p_zero, p_zero * static_cast<double>(2 * m + 2) * unit_roundoff};
}

// Fills the curve with what of a bracket can matter. `above` and `below` are of the items before the runs and of those
// behind.
void evaluate_bracket(const RatioMetric &metric, const RankedRuns &items, KBracket bracket, Factors above,
                      Factors below, Rivals rivals, Curve &curve) {
  const PrefixSums first(items, bracket.low);
  // Runs before the bracket, after it, and the one that it begins in.
  int64_t before = 0, k = items.first;
  while (before < items.run_count && k + items.runs[before].count <= bracket.low) k += items.runs[before++].count;
  above.add(items.runs, before);
  Run begun{0, 0};
  if (before < items.run_count) {
    begun = items.runs[before];
    const Run chosen{begun.p, bracket.low - k};
    if (chosen.count > 0) above.add(&chosen, 1);
    begun.count -= chosen.count;
    below.add(&begun, 1);
    below.add(items.runs + before + 1, items.run_count - before - 1);
  }
  if (!metric.jaccard) below.add(above);
  evaluate(metric, items, bracket, below, above, rivals, curve);
}

// ---- Items in any order --------------------------------------------------------------------------

// Where the optimum must be near.
struct Guess {
  double lambda;  // the best ratio A/(k + b mu)
  double spread;  // the items' own may be so far from it, with next to no chance of more
  TopSums top;    // at that threshold
  double mu, v;
};

// From a subsample by falling probability, each for this many items.
Guess guess_from(const std::vector<double> &sample, double items_each, double b) {
  double mu = 0, v = 0;
  for (double p : sample) mu += p, v += p * (1 - p);
  Guess out{0, 0, {1, 0, 0, 0, 0}, mu * items_each, v * items_each};
  double a = 0, vt = 0;
  for (std::size_t j = 0; j < sample.size(); ++j) {
    a += sample[j];
    vt += sample[j] * (1 - sample[j]);
    const double k = static_cast<double>(j + 1), ratio = a / (k + b * mu);
    if (ratio <= out.lambda) continue;
    out.lambda = ratio;
    out.top = {k * items_each, a * items_each, (mu - a) * items_each, vt * items_each, (v - vt) * items_each};
  }
  // lambda is the zero of the sum of psi = max(0, p - lambda) - lambda b p, whose slope is -(k + b mu).
  double sum = 0, squares = 0;
  for (double p : sample) {
    const double psi = std::max(0.0, p - out.lambda) - out.lambda * b * p;
    sum += psi;
    squares += psi * psi;
  }
  const double n = static_cast<double>(sample.size());
  constexpr double deviations = 4.5;
  out.spread = deviations * std::sqrt(std::max(0.0, squares - sum * sum / n)) * items_each / (out.top.k + b * out.mu);
  return out;
}

// From passes over all items: Dinkelbach's iteration on "p > lambda", until what is left to gain is small beside the
// slack of the limits. False if no item is chosen.
bool sharpen(const RatioMetric &metric, const Blocks &blocks, Guess &guess, Monitor &monitor) {
  guess.spread = 0;
  for (int pass = 0; pass < 5; ++pass) {
    const Totals totals = totals_above(blocks, guess.lambda, monitor);
    if (!(totals.top.k >= 1)) return false;
    guess.top = totals.top;
    guess.mu = totals.mu;
    guess.v = totals.v;
    const double bottom = totals.top.k + metric.b * totals.mu, better = totals.top.a / bottom;
    const double gain = (better - guess.lambda) * bottom;
    guess.lambda = better;
    if (gain <= 0.25 * metric.slack(totals.top.k, totals.top.f, totals.top.vf, totals.mu)) break;
  }
  return true;
}

// How far the distances |p - lambda| of the items between the threshold and a k that is not excluded may add up to: for
// smaller and for greater k.
struct Distances {
  double left, right;
};
Distances distances_of(const RatioMetric &metric, double lambda, const TopSums &top, double mu, double v) {
  const double reached = metric.level(metric.limits(top).low);
  const double short_of = std::max(0.0, lambda - reached) * (top.k + metric.b * mu);
  const double slack = std::min(metric.most_slack(), metric.slack(1, mu, v, mu));
  return {2 * (slack + short_of), 2 * (metric.slack(top.k, top.f, top.vf, mu) + short_of)};
}

// A part of the window's runs.
struct Part {
  std::size_t begin, end;
};

// The runs around the best ratio whose distances to it add up to that, at least a few.
Part part_around(const std::vector<Run> &runs, std::size_t best, double lambda, Distances distances) {
  constexpr int64_t few = 4;
  Part out{best, best};
  double sum = 0;
  int64_t items = 0;
  while (out.begin > 0 && (sum < distances.left || items < few)) {
    const Run &run = runs[--out.begin];
    items += run.count;
    sum += (run.p - lambda) * static_cast<double>(run.count);
  }
  sum = 0;
  items = 0;
  while (out.end < runs.size() && (sum < distances.right || items < few)) {
    const Run &run = runs[out.end++];
    items += run.count;
    sum += (lambda - run.p) * static_cast<double>(run.count);
  }
  return out;
}

// Whether every k outside of the runs is excluded, given what `level` is surely reached twice. Items before them have
// at least the probability p_before, those behind at most p_behind; there is nothing where `end` are in.
struct Edges {
  bool left, right;
};
Edges excluded_outside(const RatioMetric &metric, const RankedRuns &items, double p_before, double p_behind,
                       KRange mattering, double value) {
  const double level = metric.level(value) * (1 - limit_spare), b = metric.b;
  Edges out{true, true};
  if (items.first > mattering.low) {
    const double k = static_cast<double>(items.first);
    const double anywhere = metric.jaccard ? items.v : b * b / (1 + b) * items.v / (1 + b * items.mu);
    out.left = p_before >= level &&
               items.before.value() + std::min(metric.most_slack(), anywhere) < level * (k + b * items.mu);
  }
  const int64_t last = items.first + items.count;
  out.right = last >= mattering.high ||
              (p_behind <= level && last > 0 && metric.excludes(PrefixSums(items, last).sums(), items.mu, level));
  return out;
}

// The part of a window that can hold the optimum, and its bracket.
struct Found {
  Part part;
  RankedRuns items;
  KBracket bracket;
  Edges excluded;  // what lies outside of the window
  bool empty;      // no k of the range lies in the window, or none has a value that is worth comparing
};
// Only k of `mattering` can matter; where `alone` there is no other way to decide, however little the values are.
Found search(const RatioMetric &metric, const Window &window, KRange range, KRange mattering, double nothing,
             double tie, bool alone) {
  const std::vector<Run> &runs = window.items;
  const double b = metric.b;
  const auto squared = [](const Run &run) { return times(run.p * run.p, run.count); };
  DoubleDouble a = window.above.sum(), squares = window.above.sum_of_squares();
  DoubleDouble mu = a, all_squares = squares;
  for (const Run &run : runs) {
    mu.add(times(run.p, run.count));
    all_squares.add(squared(run));
  }
  mu.add(window.below.sum());
  all_squares.add(window.below.sum_of_squares());
  Found out{};
  out.items.mu = mu.value();
  out.items.v = std::max(0.0, out.items.mu - all_squares.value());

  // The best ratio at the end of a run; `best` runs are chosen there.
  double k = static_cast<double>(window.above_count), sum = a.value(), lambda = k > 0 ? sum / (k + b * mu.value()) : 0;
  std::size_t best = 0;
  for (std::size_t j = 0; j < runs.size(); ++j) {
    k += static_cast<double>(runs[j].count);
    sum += runs[j].p * static_cast<double>(runs[j].count);
    if (sum <= lambda * (k + b * mu.value())) continue;
    lambda = sum / (k + b * mu.value());
    best = j + 1;
  }
  RankedRuns whole = out.items;
  whole.first = window.above_count;
  whole.runs = runs.data();
  whole.run_count = static_cast<int64_t>(runs.size());
  whole.count = window.count;
  whole.before = a;
  whole.v_before = a;
  whole.v_before.add({-squares.high, -squares.low});
  int64_t best_k = window.above_count;
  for (std::size_t j = 0; j < best; ++j) best_k += runs[j].count;
  if (best_k == 0) best_k = std::min<int64_t>(1, window.count);
  if (best_k == 0) return out.empty = true, out;
  Distances distances = distances_of(metric, lambda, PrefixSums(whole, best_k).sums(), whole.mu, whole.v);
  for (;;) {
    out.part = part_around(runs, best, lambda, distances);
    RankedRuns &items = out.items = whole;
    for (std::size_t j = 0; j < out.part.begin; ++j) {
      items.first += runs[j].count;
      items.before.add(times(runs[j].p, runs[j].count));
      items.v_before.add(times(runs[j].p * (1 - runs[j].p), runs[j].count));
    }
    items.runs += out.part.begin;
    items.run_count = static_cast<int64_t>(out.part.end - out.part.begin);
    items.count = 0;
    for (std::size_t j = out.part.begin; j < out.part.end; ++j) items.count += runs[j].count;
    const bool all = out.part.begin == 0 && out.part.end == runs.size();
    const KRange inside{std::max<int64_t>({1, range.low, items.first}),
                        std::min(range.high, items.first + items.count)};
    out.empty = inside.low > inside.high;
    if (!out.empty) {
      out.bracket = bracket_of(metric, items, inside, nothing, tie);
      out.empty = !alone && (!(out.bracket.level > 0) || out.bracket.low > out.bracket.high);
    }
    if (!out.empty) {
      out.excluded = excluded_outside(metric, items, out.part.begin > 0 ? runs[out.part.begin - 1].p : window.high,
                                      out.part.end < runs.size() ? runs[out.part.end].p : window.low, mattering,
                                      out.bracket.level);
      if (out.excluded.left && out.excluded.right) return out;
    }
    if (all) return out;
    const auto wider = [](double distance) { return 2 * distance > 0 ? 2 * distance : 1; };
    distances = {wider(distances.left), wider(distances.right)};
  }
}

// Of probabilities this small at most one label is true, except for a part of 2^53 times as much, and so the values of all
// k > 0 are in proportion to them. Numbers near the smallest ones have few digits, and processors take a hundred times
// as long for them: all of these are scaled by a power of two, which keeps that part below 2^-100.
constexpr double few_digits = 0x1p-500;
constexpr int digits_lift = 300;

bool has_few_digits(double largest) { return largest > 0 && largest < few_digits; }
Estimate lifted(Estimate x) { return {std::ldexp(x.value, digits_lift), std::ldexp(x.error, digits_lift)}; }
void lift(std::vector<Run> &runs) {
  for (Run &run : runs) run.p = std::ldexp(run.p, digits_lift);
}
void lower(Answer &answer) {
  for (double *value : {&answer.expected, &answer.next_best, &answer.bound}) *value = std::ldexp(*value, -digits_lift);
  answer.bound += std::numeric_limits<double>::min();  // the last digits of the smallest numbers
}

}  // namespace

std::optional<RatioMetric> RatioMetric::of(const Metric &metric) {
  if (metric.is_jaccard()) return RatioMetric{true, 1, metric.zero_division()};
  if (const auto b = metric.f_beta_squared()) return RatioMetric{false, *b, metric.zero_division()};
  return std::nullopt;
}

void decide_ratio(const RatioMetric &metric, const Problem &problem, Answer &answer) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Workspace &work = problem.work;
  Monitor &monitor = problem.monitor;
  const int64_t m = labels.size();
  const double first = m > 0 ? labels.p[0] : 0;
  const bool small = has_few_digits(first);
  const Estimate p_zero = small ? lifted(product_of(labels.p_zero(), m)) : product_of(labels.p_zero(), m);
  std::vector<Run> runs;
  for (double p : labels.p) {
    if (runs.empty() || runs.back().p != p) runs.push_back({p, 0});
    ++runs.back().count;
  }
  if (small) lift(runs);
  RankedRuns items;
  items.runs = runs.data();
  items.run_count = static_cast<int64_t>(runs.size());
  items.count = m;
  DoubleDouble mu, squares;
  for (int64_t begin = 0; begin < m && !small; begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, m - begin));
    const ThresholdSums s = threshold_sums(labels.p.data() + begin, size, 1);
    mu.add({s.sum, 0});
    squares.add({s.squares, 0});
  }
  if (small)
    for (const Run &run : runs) mu.add(times(run.p, run.count)), squares.add(times(run.p * run.p, run.count));
  items.mu = mu.value();
  items.v = std::max(0.0, items.mu - squares.value());
  monitor.at(0.2);
  const KRange positive{std::max<int64_t>(1, range.low), range.high};
  work.curve.start();
  if (positive.low <= positive.high) {
    const double also = range.low == 0 && metric.zero_division ? p_zero.value : range.low == 0 ? 0 : -infinity;
    const double tie = tie_tolerance(m, 1);
    const KBracket bracket = bracket_of(metric, items, positive, also, tie);
    monitor.at(0.6);
    if (bracket.low <= bracket.high) {  // else k = 0 and one other k surpass all: there are no others
      const TopSums sums = PrefixSums(items, bracket.low).sums();
      const double largest = m > 0 ? runs[0].p : 0;
      Factors none;
      none.start(FactorPlan::make(largest, largest_z(least_denominator(metric, sums, items.v), metric.b)));
      evaluate_bracket(metric, items, bracket, none, none, {also, tie}, work.curve);
    }
  }
  choose(metric, range, m, p_zero, work, answer);
  if (small) lower(answer);
  labels.top(answer.k, work.items);
}

bool decide_ratio_unsorted(const RatioMetric &metric, const RealTable &table, const Problem &problem, Answer &answer) {
  const KRange range = problem.range;
  Workspace &work = problem.work;
  Monitor &monitor = problem.monitor;
  const Blocks blocks(table);
  const int64_t n = blocks.size();
  const double b = metric.b;
  const std::vector<double> sample = subsample(blocks);
  const double items_each = static_cast<double>(n) / static_cast<double>(sample.size());
  Guess guess = guess_from(sample, items_each, b);
  if (!(guess.lambda > 0) && !sharpen(metric, blocks, guess, monitor)) return false;
  Window window{};
  const auto place = [&] {
    const Distances distances = distances_of(metric, guess.lambda, guess.top, guess.mu, guess.v);
    window.low = std::max(smallest_probability,
                          edge(sample, std::max(0.0, guess.lambda - guess.spread), distances.right, items_each, false));
    window.high = edge(sample, std::min(1.0, guess.lambda + guess.spread), distances.left, items_each, true);
  };
  place();
  // The greatest probability and the greatest z of the nodes, with something to spare; what was found is compared.
  double largest = std::min(1.0, 2 * sample.front());
  double z = largest_z(0.5 * std::max(1.0, least_denominator(metric, guess.top, guess.v)), b);
  Wanted wanted{FactorPlan::make(largest, z)};
  wanted.p_zero = guess.mu < 2 * no_chance_of_zero;
  Found found;
  int64_t m;
  double nothing;
  for (int attempt = 0;; ++attempt) {
    if (attempt == 8) return false;
    if (!gather(blocks, wanted, static_cast<std::size_t>(n / 4), window, monitor)) {
      if (guess.spread == 0 || !sharpen(metric, blocks, guess, monitor)) return false;
      place();
      continue;
    }
    m = static_cast<int64_t>(window.positive);
    nothing = range.low == 0 ? (metric.zero_division ? window.p_zero : 0) : -infinity;
    found = search(metric, window, range, {0, std::min(m + 1, n)}, nothing, tie_tolerance(m, 1), false);
    if (found.empty) return false;
    if (found.excluded.left && found.excluded.right) {
      const double needed =
          largest_z(least_denominator(metric, PrefixSums(found.items, found.bracket.low).sums(), found.items.v), b);
      const bool zero_too = found.items.mu < no_chance_of_zero && !wanted.p_zero;
      if (window.largest <= largest && needed <= z && !zero_too) break;
      largest = std::max(largest, window.largest);
      z = std::max(z, needed);
      wanted.plan = FactorPlan::make(largest, z);
      wanted.p_zero = wanted.p_zero || zero_too;
      continue;
    }
    const bool left = !found.excluded.left, right = !found.excluded.right;
    if ((right && window.low == smallest_probability) || (left && window.high >= 1)) return false;
    const double width = std::max(window.high - guess.lambda, guess.lambda - window.low);
    if (right) window.low = std::max(smallest_probability, guess.lambda - 2 * width);
    if (left) window.high = std::min(1.0, guess.lambda + 2 * width);
  }
  monitor.at(0.6);
  // Of the window's runs those outside of the part are added to the sums.
  window.above.add(window.items.data(), static_cast<int64_t>(found.part.begin));
  window.below.add(window.items.data() + found.part.end, static_cast<int64_t>(window.items.size() - found.part.end));
  evaluate_bracket(metric, found.items, found.bracket, window.above, window.below, {nothing, tie_tolerance(m, 1)},
                   work.curve);
  choose(metric, range, m, product_of(window.p_zero, m), work, answer);
  answer.p_zero = window.p_zero;
  list_top(blocks, window, answer.k, monitor, work.items);
  return true;
}

double largest_z(const RatioMetric &metric, const TopSums &top, double v) {
  return largest_z(least_denominator(metric, top, v), metric.b);
}

WindowVerdict decide_ratio_window(const RatioMetric &metric, const WindowProblem &problem, Window &window, double z,
                                  Estimate p_zero, Answer &answer) {
  const KRange range = problem.range;
  const int64_t n = problem.n;
  Workspace &work = problem.work;
  if (has_few_digits(window.largest)) {
    Window scaled = window;
    lift(scaled.items);
    scaled.above.scale(digits_lift), scaled.below.scale(digits_lift);
    for (double *p : {&scaled.high, &scaled.largest}) *p = std::ldexp(*p, digits_lift);
    if (scaled.low > smallest_probability) scaled.low = std::ldexp(scaled.low, digits_lift);
    const WindowVerdict verdict = decide_ratio_window(metric, problem, scaled, z, lifted(p_zero), answer);
    lower(answer);
    answer.p_zero = p_zero.value;
    return verdict;
  }
  const int64_t m = static_cast<int64_t>(window.positive);
  const double nothing = range.low == 0 ? (metric.zero_division ? p_zero.value : 0) : -infinity;
  const double tie = tie_tolerance(m, 1);
  const KRange mattering{std::max<int64_t>(1, range.low),
                         std::min(range.high, std::max(std::min(m + 1, n), range.low))};
  const bool all_above = window.above_count == 0, all_below = window.low == smallest_probability;
  work.curve.start();
  if (range.high > 0) {  // else nothing can be chosen
    const Found found = search(metric, window, range, mattering, nothing, tie, true);
    if (found.empty) return {false, !all_above, !all_below, z};
    const bool left = found.excluded.left || all_above, right = found.excluded.right || all_below;
    if (!left || !right) return {false, !left, !right, z};
    if (found.bracket.low <= found.bracket.high) {  // else k = 0 and one other k surpass all: there are no others
      const double needed = largest_z(metric, PrefixSums(found.items, found.bracket.low).sums(), found.items.v);
      if (needed > z) return {false, false, false, needed};
      window.above.add(window.items.data(), static_cast<int64_t>(found.part.begin));
      window.below.add(window.items.data() + found.part.end,
                       static_cast<int64_t>(window.items.size() - found.part.end));
      evaluate_bracket(metric, found.items, found.bracket, window.above, window.below, {nothing, tie}, work.curve);
    }
  }
  choose(metric, range, m, p_zero, work, answer);
  answer.p_zero = p_zero.value;
  return {true, false, false, z};
}

namespace {

// Sums of p and of p^2.
struct ItemSums {
  DoubleDouble sum, squares;
  double largest = 0;

  explicit ItemSums(const std::vector<double> &p) {
    const auto count = static_cast<int64_t>(p.size());
    for (int64_t begin = 0; begin < count; begin += sum_block) {
      const auto size = static_cast<int32_t>(std::min<int64_t>(sum_block, count - begin));
      const ThresholdSums s = threshold_sums(p.data() + begin, size, 1);
      sum.add({s.sum, 0});
      squares.add({s.squares, 0});
      largest = std::max(largest, s.largest);
    }
  }
  double variance() const { return std::max(0.0, sum.value() - squares.value()); }
};

double product_of_all_complements(const std::vector<double> &p) {
  const auto count = static_cast<int64_t>(p.size());
  double product = 1;
  for (int64_t begin = 0; begin < count && product > smallest_probability; begin += sum_block)
    product *= product_of_complements(p.data() + begin, static_cast<int32_t>(std::min<int64_t>(sum_block, count - begin)));
  return product > smallest_probability ? product : 0;
}

std::vector<double> lifted(std::vector<double> p) {
  for (double &x : p) x = std::ldexp(x, digits_lift);
  return p;
}

}  // namespace

Estimate expected_ratio(const RatioMetric &metric, const std::vector<double> &chosen, const std::vector<double> &others,
                        int64_t k, Workspace &work) {
  if (k == 0)
    return metric.zero_division ? product_of(product_of_all_complements(others), static_cast<int64_t>(others.size()))
                                : Estimate{0, 0};
  const ItemSums top(chosen), rest(others);
  const double largest = std::max(top.largest, rest.largest);
  if (largest == 0) return {0, 0};
  if (has_few_digits(largest)) {
    const Estimate more = expected_ratio(metric, lifted(chosen), lifted(others), k, work);
    return {std::ldexp(more.value, -digits_lift),
            std::ldexp(more.error, -digits_lift) + std::numeric_limits<double>::min()};
  }
  RankedRuns items;
  items.first = k;
  items.before = items.v_before = top.sum;
  items.v_before.add({-top.squares.high, -top.squares.low});
  items.mu = top.sum.value() + rest.sum.value();
  items.v = top.variance() + rest.variance();
  const TopSums sums = PrefixSums(items, k).sums();
  const FactorPlan plan = FactorPlan::make(largest, largest_z(least_denominator(metric, sums, items.v), metric.b));
  Factors of_chosen, of_others;
  of_chosen.start(plan);
  of_others.start(plan);
  of_chosen.add(chosen.data(), static_cast<int64_t>(chosen.size()));
  of_others.add(others.data(), static_cast<int64_t>(others.size()));
  evaluate_bracket(metric, items, {k, k, 0}, of_chosen, of_others, {0, 0}, work.curve);
  return {work.curve.value[0], work.curve.error[0]};
}

}  // namespace wald::core::decisions
