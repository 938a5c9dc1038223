// With S the sum of all labels and S' that of all but i, E[y_i / s^a] = p_i E[(1+S')^-a] = c(p_i) is one function of p:
//   c(p) = sum_q W_q p / (1 - p z_q),   W_q = w_q exp(-x_q) prod_i (1 - p_i z_q),   z_q = 1 - exp(-x_q).
// It rises with p, since S' falls. Likewise d(p) = E[(1-y_i)/(n-s)] falls with p. So
//   weight (TPR + TNR): the items of c(p) > d(p), a threshold on p, and the value is concave in k;
//   TPR^1/2 Prec^1/2:   C_k / sqrt(k), C_k the sum of the k greatest c; limits of C_k between a few k, from a histogram
//                       of p, exclude all but a narrow range of p.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/decisions/separable/separable_rates.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/decisions/separable/run_curve.hpp"
#include "core/decisions/separable/unsorted.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/exponential_sum.hpp"

namespace wald::core::decisions {
namespace {

// c of one kind of label: true ones of chance r = p, or false ones of chance r = 1 - p.
class ExpectedGain {
 public:
  // mean and variance of the sum of all labels of that kind.
  ExpectedGain(Power power, double mean, double v) : mean_(mean) {
    const double t = stray(v, tail_exponent(mean));
    sum_.make(power, std::max(1.0, mean - t), mean + 1 + t);
    for (const Node &node : sum_.nodes) complements_.emplace_back(node.x);
  }
  double largest_z() const { return complements_.back().z; }
  void use(const Factors &all, bool of_complements) { use(all, of_complements, nullptr, 0); }
  // And runs, or their complements, beside the factors.
  void use(const Factors &all, bool of_complements, const Run *runs, std::size_t count) {
    const double complements_round = of_complements ? 2 * unit_roundoff * std::max(0.0, mean_) : 0;
    weights_.clear();
    errors_.clear();
    for (std::size_t q = 0; q < complements_.size(); ++q) {
      Factors::At at = all(complements_[q]);
      for (std::size_t i = 0; i < count; ++i)
        at.log_product += static_cast<double>(runs[i].count) *
                          log_complement(of_complements ? 1 - runs[i].p : runs[i].p, complements_[q]);
      const double exponent = at.log_product - sum_.nodes[q].x;
      weights_.push_back(sum_.nodes[q].w * exponential(exponent));
      errors_.push_back(at.log_error + complements_round * complements_[q].z +
                        unit_roundoff * (4 * std::fabs(exponent) + exponential_ulps + 16));
    }
  }
  double operator()(double r) const {
    double out = 0;
    for (std::size_t q = 0; q < weights_.size(); ++q) out += weights_[q] * r / ((1 - r) + r * complements_[q].e);
    return out;
  }
  // c(r)/r
  double slope(double r) const {
    double out = 0;
    for (std::size_t q = 0; q < weights_.size(); ++q) out += weights_[q] / ((1 - r) + r * complements_[q].e);
    return out;
  }
  // Relative error of c(r) for every r up to `largest`: a mean of the nodes' errors, which rise with x, as does the
  // weight of those of great x when r rises.
  double error(double largest) const {
    double sum = 0, errors = 0;
    for (std::size_t q = 0; q < weights_.size(); ++q) {
      const double term = weights_[q] / ((1 - largest) + largest * complements_[q].e);
      sum += term;
      errors += term * (errors_[q] + 8 * unit_roundoff);
    }
    return 1.01 * (sum > 0 ? errors / sum : 0) + sum_.error + 2e-17 +
           unit_roundoff * static_cast<double>(weights_.size() + 4);
  }
  // Sum of c over the items of these factors.
  Estimate over(const Factors &items) const {
    Estimate out{0, 0};
    for (std::size_t q = 0; q < weights_.size(); ++q) {
      const Factors::At f = items(complements_[q]);
      const double term = weights_[q] * f.sum;
      out.value += term;
      out.error += term * (errors_[q] + f.sum_error);
    }
    out.error = 1.01 * (out.error +
                        out.value * (sum_.error + 2e-17 + unit_roundoff * static_cast<double>(weights_.size() + 4)));
    return out;
  }

 private:
  double mean_;
  ExponentialSum sum_;
  std::vector<Complement> complements_;
  std::vector<double> weights_, errors_;
};

// Factors of all items, and of their complements where asked for; the products of 1 - p and of p.
struct Whole {
  Factors items, complements;
  double none_true = 0, none_false = 0;
};
void read_whole(const Blocks &blocks, bool with_complements, bool with_none_true, bool with_none_false, Whole &out,
                Monitor &monitor) {
  double buffer[sum_block], complement[sum_block];
  out.none_true = with_none_true ? 1 : 0;
  out.none_false = with_none_false ? 1 : 0;
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    out.items.add(p, size);
    if (with_none_true) out.none_true *= product_of_complements(p, size);
    if (with_complements) {
      for (int32_t i = 0; i < size; ++i) complement[i] = 1 - p[i];
      out.complements.add(complement, size);
      if (with_none_false) out.none_false *= product_of_complements(complement, size);
    }
    if (begin % (int64_t{1} << 20) == 0) monitor.at(0.3);
  }
}

// Whether a k of the range is in the curve, and whether what lies beyond either end of it is below everything that
// matters: the curve is concave. At an end of the range there is nothing beyond.
struct Ends {
  bool inside, left, right;
  bool excluded() const { return inside && left && right; }
};
Ends excluded_beyond_ends(const Curve &curve, KRange range, double tie) {
  const std::size_t last = curve.value.size() - 1;
  double best = curve.value[0], error = 0;
  for (std::size_t j = 0; j <= last; ++j) {
    best = std::max(best, curve.value[j]);
    error = std::max(error, curve.error[j]);
  }
  const double level = best - tie - 4 * error;
  return {true, curve.low == range.low || curve.value[0] < level,
          curve.high() == range.high || curve.value[last] < level};
}

// What an item of a window adds: to TPR, and to FPR.
struct Gain {
  double plus, minus;
};

// The p at which both gains are equal: those above it are worth choosing. By bits, which ascend with numbers above 0.
double threshold_of(const RatesMetric &rates, const ExpectedGain &c, const ExpectedGain &d) {
  const auto number = [](uint64_t bits) {
    double out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  };
  uint64_t low = 0, high = uint64_t{1023} << 52;  // 0 and 1
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    const double p = number(middle);
    (rates.tpr * c(p) - rates.tnr * d(1 - p) > 0 ? high : low) = middle;
  }
  return number(high);
}

// What the value at each k is made of, beside the window: gains and their relative error, P(none true), P(none false).
struct RateParts {
  const ExpectedGain &c, &d;
  RatesMetric rates;
  double relative;
  Estimate none_true, none_false;
};

// Of complements 1 - p, which are rounded where p < 1/2, beyond what each node counts where no z is above 1/2: at most 4
// roundings for each false label (docs/developers/algorithms.md).
double complement_roundings(const ExpectedGain &d, double others) {
  return d.largest_z() > 0.5 ? 4 * unit_roundoff * others : 0;
}

// The best k whose last item lies in the window; the curve is work.curve. `tied`: of so many items values have the
// rounding that counts as a tie.
Ends best_rate(const WindowProblem &problem, const RateParts &of, const Window &window,
               const Factors &above_complements, int64_t tied, Answer &answer) {
  const Metric &metric = problem.metric;
  const KRange range = problem.range;
  const double a = of.rates.tpr, b = of.rates.tnr, z = metric.zero_division();
  const int64_t first = window.above_count;
  const KRange inside{std::max(first, range.low), std::min(first + window.count, range.high)};
  if (inside.low > inside.high) return {false, first <= range.high, first + window.count >= range.low};
  const Estimate tpr = of.c.over(window.above), fpr = of.d.over(above_complements);
  DoubleDouble at_first{a * tpr.value, 0};
  at_first.add({-b * fpr.value, 0});
  at_first.add({b * (1 - of.none_false.value), 0});
  at_first.add({z * (a * of.none_true.value + b * of.none_false.value), 0});
  const double fixed_error = a * tpr.error + b * fpr.error + 16 * unit_roundoff * std::max(a, b) +
                             b * of.none_false.error + z * (a * of.none_true.error + b * of.none_false.error) +
                             2 * unit_roundoff * std::fabs(of.rates.shift);
  std::vector<Gain> gains;
  for (const Run &run : window.items) gains.push_back({a * of.c(run.p), b * of.d(1 - run.p)});
  Curve &curve = problem.work.curve;
  const auto fill = [&](const CurveLevels &levels) {
    curve.start();
    DoubleDouble sum = at_first, moved;  // moved: sum of the magnitudes added since
    const auto value = [&](const Gain &one, int64_t j) {
      DoubleDouble s = sum, m = moved;
      s.add(times(one.plus, j));
      s.add(times(-one.minus, j));
      m.add(times(one.plus + one.minus, j));
      return Estimate{s.value() + of.rates.shift, fixed_error + of.relative * m.value()};
    };
    if (inside.low == first) {
      const Estimate e = value({0, 0}, 1);
      curve.append(first, e.value, e.error);
    }
    int64_t k = first;
    for (std::size_t r = 0; r < gains.size() && k < inside.high; ++r) {
      const int64_t count = window.items[r].count;
      append_run(
          k, count, inside, 0, levels, [&](int64_t j) { return value(gains[r], j); }, curve);
      sum.add(times(gains[r].plus, count));
      sum.add(times(-gains[r].minus, count));
      moved.add(times(gains[r].plus + gains[r].minus, count));
      k += count;
    }
  };
  constexpr double none = std::numeric_limits<double>::infinity();
  fill({none, none});
  const double tie = tie_tolerance(tied, rounding_scale(metric, problem.n, curve.value));
  const Ends ends = excluded_beyond_ends(curve, range, 2 * tie);
  if (!ends.excluded()) return ends;
  if (has_long_run(window)) fill(levels_of(curve, tie, {-none, 0}));
  choose_k(curve, tie, answer);
  answer.algorithm = Algorithm::separable;
  return ends;
}

}  // namespace

std::optional<RatesMetric> rates_of(const Metric &metric) {
  const auto form = metric.separable();
  if (!form || form->kind != SeparableForm::ratios) return std::nullopt;
  RatesMetric out{0, 0, form->shift};
  for (const SeparableForm::Term &term : form->terms) {
    const auto is = [&](const std::array<double, 4> &top, const std::array<double, 4> &bottom) {
      return term.weight > 0 && term.ratio.top == top && term.ratio.bottom == bottom;
    };
    if (is({1, 0, 0, 0}, {1, 0, 1, 0}))
      out.tpr += term.weight;
    else if (is({0, 0, 0, 1}, {0, 1, 0, 1}))
      out.tnr += term.weight;
    else
      return std::nullopt;
  }
  return out;
}

bool decide_rates_unsorted(RatesMetric rates, const RealTable &table, const Problem &problem, Answer &answer) {
  Monitor &monitor = problem.monitor;
  const Blocks blocks(table);
  const int64_t n = blocks.size();
  const std::vector<double> sample = subsample(blocks);
  const Totals totals = totals_above(blocks, 0, monitor);
  const double mu = totals.mu, others = static_cast<double>(n) - mu;
  ExpectedGain c(Power::reciprocal, mu, totals.v), d(Power::reciprocal, std::max(0.0, others), totals.v);
  const FactorPlan plan = FactorPlan::make(totals.largest, c.largest_z()),
                   complement_plan = FactorPlan::make(1, d.largest_z());
  Whole whole;
  whole.items.start(plan);
  whole.complements.start(complement_plan);
  read_whole(blocks, true, mu < no_chance_of_zero, others < no_chance_of_zero, whole, monitor);
  c.use(whole.items, false);
  d.use(whole.complements, true);
  const double high = threshold_of(rates, c, d), product = unit_roundoff * static_cast<double>(2 * n + 4);
  const RateParts parts{c,
                        d,
                        rates,
                        std::max(c.error(totals.largest), d.error(1) + complement_roundings(d, others)),
                        {whole.none_true, whole.none_true * product},
                        {whole.none_false, whole.none_false * product}};

  const double items_each = static_cast<double>(n) / static_cast<double>(sample.size());
  Window window{};
  window.low = std::max(0.0, edge(sample, high, 0, items_each, false));
  window.high = edge(sample, high, 0, items_each, true);
  Factors top_complements;
  Wanted wanted{plan};
  wanted.below = false;
  wanted.above_complements = &top_complements;
  for (int attempt = 0;; ++attempt) {
    top_complements.start(complement_plan);
    if (attempt == 4 || !gather(blocks, wanted, static_cast<std::size_t>(n / 4 + 1024), window, monitor)) return false;
    const Ends ends = best_rate({problem.metric, problem.range, n, problem.work}, parts, window, top_complements,
                                static_cast<int64_t>(totals.positive), answer);
    if (!ends.inside) return false;
    if (ends.excluded()) break;
    window.low = std::max(0.0, high - 4 * std::max(high - window.low, 1e-300));
    window.high = std::min(1.0, high + 4 * (window.high - high));
  }
  answer.p_zero = whole.none_true;
  list_top(blocks, window, answer.k, monitor, problem.work.items);
  return true;
}

double rates_z(double mean) { return ExpectedGain(Power::reciprocal, mean, mean).largest_z(); }

RatesGuess::RatesGuess(RatesMetric rates, const std::vector<Run> &runs, const Factors &items,
                       const Factors &complements, double mu, double others) {
  const double v = std::min(mu, others);
  ExpectedGain c(Power::reciprocal, mu, v), d(Power::reciprocal, others, v);
  c.use(items, false, runs.data(), runs.size());
  d.use(complements, true, runs.data(), runs.size());
  threshold = threshold_of(rates, c, d);
  for (const Run &run : runs) gains.push_back(rates.tpr * c(run.p) - rates.tnr * d(1 - run.p));
}

RatesVerdict decide_rates_window(const WindowProblem &problem, RatesMetric rates, const Window &window,
                                 const Factors &above_complements, const RatesSums &of, Answer &answer) {
  const double v = std::min(of.mu, of.others);
  ExpectedGain c(Power::reciprocal, of.mu, v), d(Power::reciprocal, of.others, v);
  if (c.largest_z() > of.z || d.largest_z() > of.z_complements)
    return {false, false, false, c.largest_z(), d.largest_z()};
  c.use(of.items, false);
  d.use(of.complements, true);
  const RateParts parts{c,
                        d,
                        rates,
                        std::max(c.error(window.largest), d.error(1) + complement_roundings(d, of.others)),
                        of.none_true,
                        of.none_false};
  constexpr int64_t most_tied = int64_t{1} << 26;  // sums are exact: rounding does not grow on
  const Ends ends = best_rate(problem, parts, window, above_complements,
                              std::min(static_cast<int64_t>(window.positive), most_tied), answer);
  return {ends.excluded(), !ends.left, !ends.right, of.z, of.z_complements};
}

// ---- Fowlkes-Mallows -----------------------------------------------------------------------------

namespace {

// How many items and what sum of p lies in each of falling ranges of p: bin b holds p in [edge[b+1], edge[b]).
struct Histogram {
  std::vector<double> edges, count, sum;
};

// Counts and sums of bins: one vector operation adds an item. Every other item goes to a bin's second half, since an
// addition to the number that was just written waits for it, and many items may be equal.
WALD_VECTOR(CountAndSum, double, 2 * sizeof(double), sizeof(double));
class Bins {
 public:
  explicit Bins(std::size_t count) : halves_(4 * count) {}
  void add(const int32_t *at, const double *p, int32_t count) {
    CountAndSum item = CountAndSum{} + 1;
    for (int32_t i = 0; i < count; ++i) {
      item[1] = p[i];
      half(2 * static_cast<std::size_t>(at[i]) + (i & 1)) += item;
    }
  }
  CountAndSum operator[](std::size_t b) { return half(2 * b) + half(2 * b + 1); }

 private:
  CountAndSum &half(std::size_t at) { return *reinterpret_cast<CountAndSum *>(halves_.data() + 2 * at); }
  std::vector<double> halves_;
};

// The bins of items, without a branch, which would be mispredicted: by the bits beyond `shift`, less those of the
// lowest bin, or by width, where bin 1 begins at `low`.
WALD_LEVELS(void, bins_by_bits,
            (const double *WALD_RESTRICT p, int32_t count, int shift, int64_t lowest, int32_t *WALD_RESTRICT out),
            (p, count, shift, lowest, out)) {
  for (int32_t i = 0; i < count; ++i) {
    int64_t bits;
    std::memcpy(&bits, p + i, sizeof bits);
    const int64_t bin = (bits >> shift) - lowest;
    out[i] = static_cast<int32_t>(bin > 0 ? bin : 0);
  }
}
WALD_LEVELS(void, bins_by_width,
            (const double *WALD_RESTRICT p, int32_t count, double low, double scale, double last,
             int32_t *WALD_RESTRICT out),
            (p, count, low, scale, last, out)) {
  for (int32_t i = 0; i < count; ++i) {
    const double raw = (p[i] - low) * scale + 1, at_least = raw > 0 ? raw : 0;
    out[i] = static_cast<int32_t>(at_least < last ? at_least : last);
  }
}

// Bins of equal ratio: the leading bits of the number, 32 to a factor of two down to 2^-64.
Histogram by_leading_bits(const Blocks &blocks, Monitor &monitor) {
  constexpr int shift = 47;
  const auto key = [](double x) {
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return static_cast<int64_t>(bits >> shift);
  };
  const int64_t lowest = key(0x1p-64), highest = key(1.0);
  const std::size_t bins = static_cast<std::size_t>(highest - lowest + 1);
  Bins bin(bins);
  double buffer[sum_block];
  int32_t at[sum_block];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    bins_by_bits(p, size, shift, lowest, at);
    bin.add(at, p, size);
    if (begin % (int64_t{1} << 20) == 0) monitor.at(0.4);
  }
  Histogram out;
  out.edges.push_back(2);
  for (std::size_t b = bins; b-- > 0;) {
    const uint64_t bits = static_cast<uint64_t>(lowest + static_cast<int64_t>(b)) << shift;
    double edge;
    std::memcpy(&edge, &bits, sizeof edge);
    out.edges.push_back(b == 0 ? 0 : edge);
    out.count.push_back(bin[b][0]);
    out.sum.push_back(bin[b][1]);
  }
  return out;
}

// Bins of equal width over [low, high), one above and one below.
Histogram by_width(const Blocks &blocks, double low, double high, Monitor &monitor) {
  constexpr int bins = 1024;
  const double scale = bins / (high - low);
  Bins bin(bins + 2);
  double buffer[sum_block];
  int32_t at[sum_block];
  const auto edge_of = [&](int b) { return low + (high - low) * (b / static_cast<double>(bins)); };
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    bins_by_width(p, size, low, scale, bins + 1, at);
    bin.add(at, p, size);
    if (begin % (int64_t{1} << 20) == 0) monitor.at(0.5);
  }
  Histogram out;
  out.edges.push_back(2);
  // Rounding may put an item into the next bin: edges have a little to spare below, and what is made of them above.
  const double spare = 1 - 1e-9;
  for (int b = bins + 1; b >= 1; --b) {
    out.edges.push_back(b == bins + 1 ? high : edge_of(b - 1) - (high - low) * (1 - spare));
    out.count.push_back(bin[static_cast<std::size_t>(b)][0]);
    out.sum.push_back(bin[static_cast<std::size_t>(b)][1]);
  }
  out.edges.push_back(0);
  out.count.push_back(bin[0][0]);
  out.sum.push_back(bin[0][1]);
  return out;
}

// The range of p that holds the last item of every k whose C_k/sqrt(k) may reach `level` times the best known, C_k
// between least * A_k and most * A_k. A_k is at most what lines through the ends of a bin say, each a line in k, so
// that less a multiple of sqrt(k) is convex, and greatest at an end or where the lines cross.
struct ProbabilityRange {
  double low, high;
  double items;
};
ProbabilityRange range_reaching(const Histogram &h, double least, double most, double spare) {
  double best = 0, k = 0, a = 0;
  for (std::size_t b = 0; b < h.count.size(); ++b) {
    k += h.count[b];
    a += h.sum[b];
    if (k > 0) best = std::max(best, least * a / std::sqrt(k));
  }
  const double level = best * (1 - spare);
  ProbabilityRange out{2, 0, 0};
  k = a = 0;
  for (std::size_t b = 0; b < h.count.size(); ++b) {
    if (h.count[b] == 0) continue;
    const double high = std::min(h.edges[b], 1.0), low = h.edges[b + 1], k2 = k + h.count[b], a2 = a + h.sum[b];
    const auto reaches = [&](double at, double sum) { return most * sum >= level * std::sqrt(at) && at >= 1; };
    // a + high (x - k) = a2 - low (k2 - x)
    const double crossing = high > low ? std::clamp((a2 - low * k2 - a + high * k) / (high - low), k, k2) : k;
    if (reaches(k, a) || reaches(k2, a2) || reaches(std::max(crossing, 1.0), a + high * (crossing - k)) ||
        (k < 1 && reaches(1, high))) {
      out.high = std::max(out.high, high);
      out.low = std::min(out.low, low);
      out.items += h.count[b];
    }
    k = k2;
    a = a2;
  }
  return out;
}

// The best k whose last item lies in the window; the curve is work.curve. False if no k of the range is one.
bool best_root(const ExpectedGain &c, const Window &window, KRange range, Estimate at_zero, Workspace &work,
               Answer &answer) {
  const KRange inside{std::max<int64_t>({1, window.above_count, range.low}),
                      std::min(window.above_count + window.count, range.high)};
  if (inside.low > inside.high) return false;
  const double relative = c.error(window.largest);
  const Estimate above = c.over(window.above);
  Curve &curve = work.curve;
  std::vector<double> gains;
  for (const Run &run : window.items) gains.push_back(c(run.p));
  const auto fill = [&](const CurveLevels &levels) {
    curve.start();
    DoubleDouble sum{above.value, 0};
    const auto at = [&](DoubleDouble s, int64_t k) {
      const double root = std::sqrt(static_cast<double>(k)), added = std::max(0.0, s.value() - above.value);
      return Estimate{s.value() / root, (above.error + relative * added + 8 * unit_roundoff * s.value()) / root};
    };
    if (inside.low == window.above_count) {
      const Estimate e = at(sum, window.above_count);
      curve.append(window.above_count, e.value, e.error);
    }
    int64_t k = window.above_count;
    for (std::size_t r = 0; r < gains.size() && k < inside.high; ++r) {
      const int64_t count = window.items[r].count;
      const auto value = [&](int64_t j) {
        DoubleDouble s = sum;
        s.add(times(gains[r], j));
        return at(s, k + j);
      };
      // (C + g j)/sqrt(k+j) falls up to j = C/g - 2k, then rises.
      const double turn =
          std::clamp(sum.value() / gains[r] - 2 * static_cast<double>(k), 0.0, static_cast<double>(count));
      append_run(k, count, inside, static_cast<int64_t>(turn), levels, value, curve);
      sum.add(times(gains[r], count));
      k += count;
    }
  };
  constexpr double none = std::numeric_limits<double>::infinity();
  fill({none, none});
  double best = 0;
  for (double v : curve.value) best = std::max(best, v);
  const double tie = tie_tolerance(static_cast<int64_t>(window.positive), std::max(best, range.low == 0 ? at_zero.value : 0));
  if (has_long_run(window)) fill(levels_of(curve, tie, range.low == 0 ? at_zero : Estimate{-none, 0}));
  choose_k(curve, tie, answer, range.low == 0 ? &at_zero : nullptr);
  return true;
}

}  // namespace

bool decide_root_unsorted(const RealTable &table, const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  const KRange range = problem.range;
  Workspace &work = problem.work;
  Monitor &monitor = problem.monitor;
  const Blocks blocks(table);
  const int64_t n = blocks.size();
  const Totals totals = totals_above(blocks, 0, monitor);
  if (!(totals.mu > 0)) return false;
  ExpectedGain c(Power::root, totals.mu, totals.v);
  const FactorPlan plan = FactorPlan::make(totals.largest, c.largest_z());
  Whole whole;
  whole.items.start(plan);
  read_whole(blocks, false, totals.mu < no_chance_of_zero, false, whole, monitor);
  c.use(whole.items, false);
  const double least = c.slope(0) * (1 - 1e-9), most = c.slope(totals.largest) * (1 + 1e-9);
  const double nothing = metric.zero_division() * whole.none_true;

  // Of a histogram's sums, rounded by less than 1e-9, and for the second-best k, which is one item away.
  const double spare = 1e-5 + 4 / static_cast<double>(n);
  ProbabilityRange reach = range_reaching(by_leading_bits(blocks, monitor), least, most, spare);
  for (int pass = 0; pass < 3 && reach.items > 0.01 * static_cast<double>(n) && reach.items > 4096; ++pass) {
    if (!(reach.high > reach.low)) return false;
    const double high = std::min(1.0, reach.high) * (1 + 1e-12);
    const ProbabilityRange next = range_reaching(by_width(blocks, reach.low, high, monitor), least, most, spare);
    if (!(next.items < 0.5 * reach.items)) break;
    reach = {std::max(reach.low, next.low), std::min(reach.high, next.high), next.items};
  }
  Window window{};
  window.low = std::max(smallest_probability, reach.low);
  window.high = std::min(1.0, reach.high * (1 + 1e-12));
  Wanted wanted{plan};
  wanted.below = false;
  if (window.low > window.high || !gather(blocks, wanted, static_cast<std::size_t>(n / 2), window, monitor))
    return false;
  const Estimate at_zero{nothing, nothing * unit_roundoff * static_cast<double>(2 * n + 4)};
  if (!best_root(c, window, range, at_zero, work, answer)) return false;
  const int64_t first = window.above_count, last = first + window.count;
  const KRange inside{std::max<int64_t>({1, first, range.low}), std::min(last, range.high)};
  double best = 0;
  for (double v : work.curve.value) best = std::max(best, v);
  // Outside is less than (1 - spare) of a value that some k reaches: of the best here, if the range of k does not cut.
  const bool whole_window = inside.low == std::max<int64_t>(1, first) && inside.high == last;
  int64_t near = 0;
  for (double v : work.curve.value) near += v >= best * (1 - 0.5 * spare) ? 1 : 0;
  if (!whole_window || near < 2 || answer.expected < best * (1 - 0.5 * spare)) return false;
  answer.algorithm = Algorithm::separable;
  answer.p_zero = whole.none_true;
  list_top(blocks, window, answer.k, monitor, work.items);
  return true;
}

double root_z(double mu) { return ExpectedGain(Power::root, mu, mu).largest_z(); }

// c(p)/p = E[(1+S')^-1/2], S' the sum of all labels but one: at least E[(1+S)^-1/2] >= (1+mu)^-1/2, at most
// E[max(1,S)^-1/2], which is at most sqrt(2) of that; where S >= mu/2 at most sqrt(1+2/mu) of it, and S < mu/2 has a
// probability of at most exp(-mu/8) (Chernoff).
double root_slopes(double mu) {
  return std::min(std::sqrt(2.0), std::sqrt(1 + 2 / mu) + exponential(-mu / 8) * std::sqrt(1 + mu)) * (1 + 1e-9);
}

RootVerdict decide_root_window(const WindowProblem &problem, const Window &window, const Factors &all, double mu,
                               double z, Estimate at_zero, Answer &answer) {
  const KRange range = problem.range;
  Workspace &work = problem.work;
  ExpectedGain c(Power::root, mu, mu);
  if (c.largest_z() > z) return {false, c.largest_z()};
  c.use(all, false);
  if (range.high == 0) {
    work.curve.start();
    work.curve.append(0, at_zero.value, at_zero.error);
    choose_k(work.curve, 0, answer);
  } else if (!best_root(c, window, range, at_zero, work, answer)) {
    fail(Status::internal, "no k lies in the window");
  }
  answer.algorithm = Algorithm::separable;
  return {true, z};
}

}  // namespace wald::core::decisions
