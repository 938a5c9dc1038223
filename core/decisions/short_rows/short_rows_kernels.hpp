// The vector code for short rows, included once by the file of each instruction set, which defines WALD_LEVEL (a
// namespace and name), WALD_LANES and WALD_HERE. No include guard, no include: what is included here would be compiled
// for that set as well.
WALD_VECTOR_MATH

namespace wald::core::decisions {
namespace WALD_LEVEL {
namespace {

constexpr int lanes = WALD_LANES;
static_assert(lanes <= most_lanes);
WALD_VECTOR(V, double, 8 * WALD_LANES, 8 * WALD_LANES);
WALD_VECTOR(I, int64_t, 8 * WALD_LANES, 8 * WALD_LANES);

WALD_ALWAYS_INLINE V all(double x) { return x - V{}; }
WALD_ALWAYS_INLINE V &at(double *x, int64_t i) { return *reinterpret_cast<V *>(x + i * lanes); }
WALD_ALWAYS_INLINE V at(const double *x, int64_t i) { return *reinterpret_cast<const V *>(x + i * lanes); }
WALD_ALWAYS_INLINE V smaller(V a, V b) { return WALD_PICK(a < b, a, b); }
WALD_ALWAYS_INLINE V greater(V a, V b) { return WALD_PICK(a > b, a, b); }

double least(V a) {
  double out = a[0];
  for (int l = 1; l < lanes; ++l) out = a[l] < out ? a[l] : out;
  return out;
}
double greatest(V a) {
  double out = a[0];
  for (int l = 1; l < lanes; ++l) out = a[l] > out ? a[l] : out;
  return out;
}

WALD_ALWAYS_INLINE V root(V a) {
  V out;
  for (int l = 0; l < lanes; ++l) out[l] = square_root(a[l]);
  return out;
}

// e^-t for t >= 0, within 4 + 2 t units of 2^-53; beyond 700, where nothing that is added up here counts, e^-700.
WALD_ALWAYS_INLINE V exp_minus(V t) {
  constexpr double log2_e = 1.4426950408889634, ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double to_whole = 0x1.8p52;  // what is added to it is rounded to a whole number, in its lowest bits
  t = smaller(t, all(700));
  const V shifted = t * log2_e + to_whole, whole = shifted - to_whole;
  const V r = (whole * ln2_high - t) + whole * ln2_low;  // |r| <= 0.35; the first product is exact
  constexpr double inverse_factorials[] = {
      1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0,
      1.0 / 720.0,       1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      0.5,           1.0};
  V sum = all(1.0 / 6227020800.0);
  WALD_UNROLL(12)
  for (int i = 0; i < 12; ++i) sum = sum * r + inverse_factorials[i];
  const V value = 1 + sum * r;
  const I down = (WALD_AS(I, shifted) - WALD_AS(I, all(to_whole))) << 52;
  return value * WALD_AS(V, (I{} + (int64_t{1023} << 52)) - down);
}

// ---- Order -----------------------------------------------------------------------------------------

WALD_ALWAYS_INLINE void exchange(double *x, int64_t i, int64_t j) {
  const V a = at(x, i), b = at(x, j);
  at(x, i) = greater(a, b);
  at(x, j) = smaller(a, b);
}

// The comparisons of Batcher's merge exchange (Knuth, volume 3, algorithm 5.2.2M): descending.
template <int n>
struct Network {
  int count = 0;
  int from[64] = {}, to[64] = {};
  constexpr Network() {
    int top = 1;
    while (top < n) top *= 2;
    for (int p = top / 2; p > 0; p /= 2)
      for (int q = top / 2, r = 0, d = p;; d = q - p, q /= 2, r = p) {
        for (int i = 0; i < n - d; ++i)
          if ((i & p) == r) {
            from[count] = i;
            to[count++] = i + d;
          }
        if (q == p) break;
      }
  }
};

template <int n>
WALD_ALWAYS_INLINE void sort_few(V *p) {
  constexpr Network<n> network;
  WALD_UNROLL(64)
  for (int c = 0; c < network.count; ++c) {
    const V a = p[network.from[c]], b = p[network.to[c]];
    p[network.from[c]] = greater(a, b);
    p[network.to[c]] = smaller(a, b);
  }
}

// Batcher's odd-even merge sort: the same comparisons for every input. What would touch the numbers from n
// up to the next power of two is left out, as if they were smaller than all.
void merge(double *x, int64_t begin, int64_t size, int64_t n) {
  const int64_t half = size / 2, end = begin + size < n ? begin + size : n;
  for (int64_t i = begin; i < end - half; ++i) exchange(x, i, i + half);
  for (int64_t d = half / 2; d > 0; d /= 2)
    for (int64_t run = begin + d; run < end - d; run += 2 * d) {
      const int64_t stop = run + d < end - d ? run + d : end - d;
      for (int64_t i = run; i < stop; ++i) exchange(x, i, i + d);
    }
}
void sort(double *x, int64_t begin, int64_t size, int64_t n) {
  constexpr int few = 16;
  if (size == few && begin + few <= n) {
    V p[few];
    WALD_UNROLL(16)
    for (int i = 0; i < few; ++i) p[i] = at(x, begin + i);
    sort_few<few>(p);
    WALD_UNROLL(16)
    for (int i = 0; i < few; ++i) at(x, begin + i) = p[i];
    return;
  }
  if (size < 2 || begin + 1 >= n) return;
  sort(x, begin, size / 2, n);
  sort(x, begin + size / 2, size / 2, n);
  merge(x, begin, size, n);
}
void sort(double *x, int64_t n) {
  int64_t size = 1;
  while (size < n) size *= 2;
  sort(x, 0, size, n);
}

// ---- The choice of k -------------------------------------------------------------------------------

// The smallest k whose value is within a tie of the greatest.
void choose(const ShortProblem &problem, ShortGroup &group) {
  const V lowest = at(group.lowest, 0), highest = at(group.highest, 0);
  const V zero = all(problem.zero_division) * at(group.none, 0);
  V best = all(problem.low == 0 ? 0 : -1);
  if (problem.low == 0) best = zero;
  for (int64_t k = group.first; k <= group.last; ++k) {
    const V at_k = all(static_cast<double>(k)), v = at(group.values, k - group.first);
    best = WALD_PICK((at_k >= lowest) & (at_k <= highest) & (v > best), v, best);
  }
  const V enough = best - problem.tie * best;
  V chosen = all(0), value = zero;
  for (int64_t k = group.last; k >= group.first; --k) {
    const V at_k = all(static_cast<double>(k)), v = at(group.values, k - group.first);
    const I takes = (at_k >= lowest) & (at_k <= highest) & (v >= enough);
    chosen = WALD_PICK(takes, at_k, chosen);
    value = WALD_PICK(takes, v, value);
  }
  if (problem.low == 0) {
    const I takes = zero >= enough;
    chosen = WALD_PICK(takes, all(0), chosen);
    value = WALD_PICK(takes, zero, value);
  }
  at(group.k, 0) = chosen;
  at(group.value, 0) = value;
}

// ---- Every k by recursion --------------------------------------------------------------------------

// p descends. P(s = 0) and, for every k, the value.
template <int n>
WALD_ALWAYS_INLINE void no_positives(const V *p, ShortGroup &group) {
  V none = all(1), occurring = all(0);
  WALD_UNROLL(16)
  for (int i = 0; i < n; ++i) {
    none = none * (1 - p[i]);
    occurring = occurring + WALD_PICK(p[i] > all(0), all(1), all(0));
  }
  at(group.none, 0) = none;
  at(group.occurring, 0) = occurring;
}

// [Y12], as in ye.cpp, without windows.
template <int n>
WALD_ALWAYS_INLINE void f1_curve(const V *p, ShortGroup &group) {
  V mass[(n + 1) * (n + 2) / 2];  // of k items from k (k + 1) / 2
  mass[0] = all(1);
  WALD_UNROLL(16)
  for (int k = 1; k <= n; ++k) {
    const V *const from = mass + (k - 1) * k / 2;
    V *const to = mass + k * (k + 1) / 2;
    const V x = p[k - 1], q = 1 - x;
    to[0] = q * from[0];
    WALD_UNROLL(16)
    for (int t = 1; t < k; ++t) to[t] = q * from[t] + x * from[t - 1];
    to[k] = x * from[k - 1];
  }
  V s[2 * n + 1];
  WALD_UNROLL(33)
  for (int a = 2; a <= 2 * n; ++a) s[a] = all(1.0 / a);
  WALD_UNROLL(16)
  for (int k = n; k >= 1; --k) {
    const V *const top = mass + k * (k + 1) / 2;
    V sum = top[1] * s[k + 1];
    WALD_UNROLL(16)
    for (int t = 2; t <= k; ++t) sum = sum + (top[t] * static_cast<double>(t)) * s[k + t];
    at(group.values, k - 1) = 2 * sum;
    const V x = p[k - 1], q = 1 - x;
    WALD_UNROLL(33)
    for (int a = 2; a <= 2 * (k - 1); ++a) s[a] = q * s[a] + x * s[a + 1];
  }
}

// E J_k = (sum of p above) E[1/(k + fn)].
template <int n>
WALD_ALWAYS_INLINE void jaccard_curve(const V *p, ShortGroup &group) {
  V s[n + 1], sums[n + 1];
  sums[0] = all(0);
  WALD_UNROLL(16)
  for (int k = 1; k <= n; ++k) {
    sums[k] = sums[k - 1] + p[k - 1];
    s[k] = all(1.0 / k);
  }
  WALD_UNROLL(16)
  for (int k = n; k >= 1; --k) {
    at(group.values, k - 1) = sums[k] * s[k];
    const V x = p[k - 1], q = 1 - x;
    WALD_UNROLL(16)
    for (int a = 1; a < k; ++a) s[a] = q * s[a] + x * s[a + 1];
  }
}

template <int n, bool jaccard>
void whole_curve(const ShortProblem &problem, ShortGroup &group, bool ranked) {
  V p[n];
  WALD_UNROLL(16)
  for (int i = 0; i < n; ++i) p[i] = at(group.x, i);
  if (!ranked) {
    sort_few<n>(p);
    WALD_UNROLL(16)
    for (int i = 0; i < n; ++i) at(group.x, i) = p[i];
  }
  no_positives<n>(p, group);
  if (jaccard)
    jaccard_curve<n>(p, group);
  else
    f1_curve<n>(p, group);
  const double low = static_cast<double>(problem.low < 1 ? 1 : problem.low);
  at(group.lowest, 0) = all(low);
  at(group.highest, 0) = all(static_cast<double>(problem.high < n ? problem.high : n));
  group.first = 1;
  group.last = n;
  group.whole = true;
  for (int l = 0; l < lanes; ++l) group.served[l] = true;
  choose(problem, group);
}

template <int n>
void whole_curve(const ShortProblem &problem, ShortGroup &group) {
  if (problem.jaccard)
    whole_curve<n, true>(problem, group, group.ranked);
  else
    whole_curve<n, false>(problem, group, group.ranked);
}

using Decide = void (*)(const ShortProblem &, ShortGroup &);
// A k beyond what can be true is never the optimum alone, but may be the next best: hence one more label than that.
constexpr Decide whole_curves[] = {nullptr,         whole_curve<1>,  whole_curve<2>,  whole_curve<3>,
                                   whole_curve<4>,  whole_curve<5>,  whole_curve<6>,  whole_curve<7>,
                                   whole_curve<8>,  whole_curve<9>,  whole_curve<10>, whole_curve<11>,
                                   whole_curve<12>, whole_curve<13>, whole_curve<14>, whole_curve<15>};

// ---- Limits, then the k that are left, by nodes ----------------------------------------------------

// The limits of bounds.hpp, times what makes them free of divisions.
struct Left {
  V first, last;              // the k that are left
  V above_first, above_last;  // A there
};

template <bool jaccard>
WALD_ALWAYS_INLINE Left exclude(const ShortProblem &problem, const ShortGroup &group, V mean, V variance, V occurring) {
  const double b = problem.b;
  const V above = at(group.above, 0), end = at(group.end, 0);
  // Beyond the items that may be true, values only fall.
  const int64_t low = problem.low < 1 ? 1 : problem.low, worth = (low < group.items ? group.items : low) + 1;
  const int64_t high = problem.high < worth ? problem.high : worth;
  // The two best lower limits: what is below the second can neither be the optimum nor the next best.
  V best = all(-1), second = all(-1);
  const auto candidate = [&](V v) {
    second = greater(second, smaller(best, v));
    best = greater(best, v);
  };
  if (problem.low == 0) candidate(all(problem.zero_division) * at(group.none, 0));
  V a = all(0), vt = all(0);
  for (int64_t k = 1; k <= high; ++k) {
    const V p = at(group.x, k - 1);
    a = a + p;
    if (!jaccard) vt = vt + p * (1 - p);
    if (k < low) continue;
    const double at_k = static_cast<double>(k);
    V lower;
    if (jaccard) {
      lower = a / (at_k + (mean - a));
    } else {
      const V by = 1 / (at_k + b * mean);
      lower = (1 + b) * (a - b * vt * by) * by;
    }
    // (not k = occurring + 1, on which no bit may depend: there may be no such label)
    candidate(WALD_PICK((all(at_k) > above) & (all(at_k) <= smaller(end, occurring)), lower, all(-1)));
  }
  V limit = second - problem.slack * second;
  // Products of the smallest numbers have no relative accuracy: nothing is excluded by them.
  limit = WALD_PICK(second > 1e-280, limit, all(-1));
  const V none_yet = all(static_cast<double>(high) + 1);
  Left left{none_yet, all(static_cast<double>(low)), all(0), all(0)};
  a = all(0), vt = all(0);
  for (int64_t k = 1; k <= high; ++k) {
    const V p = at(group.x, k - 1);
    a = a + p;
    vt = vt + p * (1 - p);
    if (k < low) continue;
    const double at_k = static_cast<double>(k);
    const V vf = greater(variance - vt, all(0));
    I stays;
    if (jaccard) {
      const V bottom = at_k * (at_k + (mean - a));
      stays = a * (bottom + vf) >= limit * (bottom * (at_k + (mean - a)));
    } else {
      const V d = at_k + b * mean, c = at_k + b * a;
      stays = (1 + b) * a * (c * d + (b * b) * vf) >= limit * (d * d * c);
    }
    const V here = all(at_k);
    stays = stays & (here > above) & (here <= end) & (here <= greater(occurring, all(static_cast<double>(low))) + 1);
    const I starts = stays & (left.first == none_yet);
    left.above_first = WALD_PICK(starts, a, left.above_first);
    left.first = WALD_PICK(starts, here, left.first);
    left.above_last = WALD_PICK(stays, a, left.above_last);
    left.last = WALD_PICK(stays, here, left.last);
  }
  return left;
}

// Between which S lies except for a probability of e^-44: Bernstein's inequality.
struct Span {
  V below, above;
};
WALD_ALWAYS_INLINE Span spread(V mean, V variance) {
  constexpr double log_tail = 44;
  const V above = log_tail / 3 + root(log_tail * log_tail / 9 + 2 * log_tail * variance);
  const V below = root(2 * log_tail * mean);  // of numbers that are not negative, by the mean of their squares
  return {smaller(below, above), above};
}

constexpr int block = 4;  // nodes that go together

// Adds to the values what `block` nodes give: x and w of each lane, for a reciprocal on [low, ...]; absent nodes have
// w = x = 0. `first`: the lane's own first k, so that no bit depends on the group's.
template <bool jaccard>
void add_nodes(const ShortProblem &problem, ShortGroup &group, const V *x, const V *w, V low, V first) {
  const double *const items = group.x;
  double *const suffix = group.suffix;
  const int64_t begin = group.first, end = group.last;
  const double b = problem.b;
  V step[block], u[block], weight[block], rest[block];
  for (int j = 0; j < block; ++j) {
    const V t = x[j] / low;
    step[j] = exp_minus(t);
    u[j] = jaccard || b == 1 ? step[j] : exp_minus(b * t);
    weight[j] = w[j] / low * exp_minus(jaccard ? t * first : t * (first + b));
    rest[j] = all(1);
  }
  const auto factor = [&](int64_t i) {
    const V p = at(items, i), q = 1 - p;
    for (int j = 0; j < block; ++j) rest[j] = rest[j] * (q + p * u[j]);
  };
  // E u^fn for every k: the product over the items from k on.
  for (int64_t i = group.items - 1; i >= end; --i) factor(i);
  for (int64_t k = end;; --k) {
    for (int j = 0; j < block; ++j) at(suffix, (k - begin) * block + j) = rest[j];
    if (k == begin) break;
    factor(k - 1);
  }
  // E u^tp and E[tp u^(tp-1)] over the first k.
  V product[block], sum[block];
  for (int j = 0; j < block; ++j) {
    product[j] = all(1);
    sum[j] = all(0);
  }
  const auto include = [&](int64_t i) {
    const V p = at(items, i), q = 1 - p;
    for (int j = 0; j < block; ++j) {
      const V f = q + p * u[j];
      sum[j] = sum[j] * f + p * product[j];
      product[j] = product[j] * f;
    }
  };
  if (!jaccard)
    for (int64_t i = 0; i < begin; ++i) include(i);
  for (int64_t k = begin;; ++k) {
    V term[block];
    for (int j = 0; j < block; ++j) {
      const V below = at(suffix, (k - begin) * block + j);
      term[j] = weight[j] * (jaccard ? below : sum[j] * below);
    }
    static_assert(block == 4);
    at(group.values, k - begin) = at(group.values, k - begin) + ((term[0] + term[1]) + (term[2] + term[3]));
    if (k == end) break;
    if (!jaccard) include(k);
    const I after = all(static_cast<double>(k)) >= first;
    for (int j = 0; j < block; ++j) weight[j] = WALD_PICK(after, weight[j] * step[j], weight[j]);
  }
}

template <bool jaccard>
void by_nodes(const ShortProblem &problem, ShortGroup &group) {
  const int64_t items = group.items;
  if (!group.ranked) sort(group.x, items);
  V mean = all(0), variance = all(0), none = all(1), occurring = all(0);
  for (int64_t i = 0; i < items; ++i) {
    const V p = at(group.x, i), q = 1 - p;
    mean = mean + p;
    variance = variance + p * q;
    none = none * q;
    occurring = occurring + WALD_PICK(p > all(0), all(1), all(0));
  }
  at(group.none, 0) = none;
  at(group.occurring, 0) = occurring;
  if (problem.recursive) {
    // What can be true decides which way is taken, so that labels that cannot be change no bit.
    if (greatest(occurring) <= most_recursive) return whole_curve<most_recursive + 1, jaccard>(problem, group, true);
  }
  for (int l = 0; l < lanes; ++l) group.served[l] = !(problem.recursive && occurring[l] <= most_recursive);
  if (problem.high < 1) {  // only k = 0 is allowed
    at(group.lowest, 0) = all(1);
    at(group.highest, 0) = all(0);
    group.first = 1;
    group.last = 0;
    return choose(problem, group);
  }
  const Left left = exclude<jaccard>(problem, group, mean, variance, occurring);
  at(group.lowest, 0) = left.first;
  at(group.highest, 0) = left.last;
  group.first = static_cast<int64_t>(least(left.first));
  group.last = static_cast<int64_t>(greatest(left.last));

  // The denominators that occur except for next to nothing, and a little more for the rounding of these sums.
  const double b = problem.b;
  const Span span = spread(mean, variance);
  const V last = WALD_PICK(left.last >= occurring, greater(left.last, occurring + 1), left.last);
  V low, high;
  if (jaccard) {
    low = left.first + greater(mean - left.above_first - span.below, all(0));
    high = last + smaller(mean - left.above_last + span.above, greater(occurring - last, all(0)));
  } else {
    low = left.first + b * greater(mean - span.below, all(1));
    high = last + b * greater(smaller(mean + span.above + 1, occurring), all(1));
  }
  low = low * (1 - 1e-9);
  const V ratio = high * (1 + 1e-9) / low;

  NodeTable tables[lanes];
  int32_t most = 0;
  for (int l = 0; l < lanes; ++l) {
    tables[l] = reciprocal_nodes(ratio[l]);
    group.served[l] = group.served[l] && tables[l].count > 0;
    most = tables[l].count > most ? tables[l].count : most;
  }
  for (int64_t k = group.first; k <= group.last; ++k) at(group.values, k - group.first) = all(0);
  for (int32_t from = 0; from < most; from += block) {
    V x[block], w[block];
    for (int j = 0; j < block; ++j)
      for (int l = 0; l < lanes; ++l) {
        const bool there = from + j < tables[l].count;
        x[j][l] = there ? tables[l].nodes[from + j].x : 0;
        w[j][l] = there ? tables[l].nodes[from + j].w : 0;
      }
    add_nodes<jaccard>(problem, group, x, w, low, left.first);
  }
  V above = all(0);
  if (jaccard)
    for (int64_t i = 0; i < group.first; ++i) above = above + at(group.x, i);
  for (int64_t k = group.first; k <= group.last; ++k) {
    V &value = at(group.values, k - group.first);
    value = value * (jaccard ? above : all(1 + b));
    if (jaccard && k < group.last) above = above + at(group.x, k);
  }
  choose(problem, group);
}

void decide(const ShortProblem &problem, ShortGroup &group) {
  group.whole = false;
  if (problem.recursive && problem.n <= most_recursive) return whole_curves[problem.n](problem, group);
  if (problem.jaccard)
    by_nodes<true>(problem, group);
  else
    by_nodes<false>(problem, group);
}

// ---- Input and output ------------------------------------------------------------------------------

template <class T>
void load_as(const RealTable &rows, int64_t first, int64_t count, double *x) {
  const T *from[lanes];
  for (int l = 0; l < lanes; ++l)
    from[l] = static_cast<const T *>(rows.data) + (first + (l < count ? l : count - 1)) * rows.row_stride;
  const int64_t step = rows.col_stride;
  if (step == 1) {
    for (int64_t j = 0; j < rows.cols; ++j)
      for (int l = 0; l < lanes; ++l) x[j * lanes + l] = static_cast<double>(from[l][j]);
    return;
  }
  for (int64_t j = 0; j < rows.cols; ++j)
    for (int l = 0; l < lanes; ++l) x[j * lanes + l] = static_cast<double>(from[l][j * step]);
}
void load(const RealTable &rows, int64_t first, int64_t count, double *x) {
  if (rows.is_float)
    load_as<float>(rows, first, count, x);
  else
    load_as<double>(rows, first, count, x);
}

// least: the smallest probability in the top k; `equal` of the items that have it are in.
template <class T>
void write_row(const T *WALD_RESTRICT p, int64_t step, int64_t n, double least_in, int64_t equal, bool all_equal_in,
               Strided<uint8_t> mask) {
  uint8_t *WALD_RESTRICT const out = mask.data;
  if (all_equal_in) {
    if (step == 1 && mask.stride == 1) {
      for (int64_t i = 0; i < n; ++i) out[i] = static_cast<double>(p[i]) >= least_in;
    } else {
      for (int64_t i = 0; i < n; ++i) out[i * mask.stride] = static_cast<double>(p[i * step]) >= least_in;
    }
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    const double x = static_cast<double>(p[i * step]);
    const bool in = x > least_in || (x == least_in && equal > 0);
    if (x == least_in) --equal;
    out[i * mask.stride] = in;
  }
}

void write(const RealTable &rows, int64_t first, int64_t count, const ShortGroup &group, Grid<uint8_t> mask) {
  const int64_t n = rows.cols;
  for (int64_t l = 0; l < count; ++l) {
    const int64_t k = static_cast<int64_t>(group.k[l]);
    const Reals row = rows.row(first + l);
    const Strided<uint8_t> out = mask.row(l);
    // The ranked items k - 1 and k of the lane decide; beyond the ends nothing and everything is in.
    const double least_in = k == 0 ? 2 : group.x[(k - 1) * lanes + l];
    const bool all_equal_in = k == 0 || k == n || group.x[k * lanes + l] < least_in;
    int64_t equal = 0;
    if (!all_equal_in)
      for (int64_t i = k - 1; i >= 0 && group.x[i * lanes + l] == least_in; --i) ++equal;
    if (rows.is_float)
      write_row(static_cast<const float *>(row.data), row.stride, n, least_in, equal, all_equal_in, out);
    else
      write_row(static_cast<const double *>(row.data), row.stride, n, least_in, equal, all_equal_in, out);
  }
}

template <class T>
bool in_unit_as(const T *p, int64_t n, int64_t step) {
  int64_t outside = 0;
  if (step == 1)
    for (int64_t i = 0; i < n; ++i) outside += p[i] >= 0 && p[i] <= 1 ? 0 : 1;
  else
    for (int64_t i = 0; i < n; ++i) outside += p[i * step] >= 0 && p[i * step] <= 1 ? 0 : 1;
  return outside == 0;
}
bool in_unit(const Reals &row) {
  if (row.is_float) return in_unit_as(static_cast<const float *>(row.data), row.n, row.stride);
  return in_unit_as(static_cast<const double *>(row.data), row.n, row.stride);
}

// In eight partial sums, whatever the width of the vectors.
Above above(const double *p, int64_t n, double number) {
  WALD_VECTOR(Unaligned, double, 8 * WALD_LANES, 8);
  constexpr int parts = 8 / lanes;
  V sums[parts] = {}, counts[parts] = {};
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int j = 0; j < parts; ++j) {
      const V x = *reinterpret_cast<const Unaligned *>(p + i + j * lanes);
      const I in = x > all(number);
      sums[j] = sums[j] + WALD_PICK(in, x, all(0));
      counts[j] = counts[j] + WALD_PICK(in, all(1), all(0));
    }
  double sum[8], count[8];
  for (int l = 0; l < 8; ++l) {
    sum[l] = sums[l / lanes][l % lanes];
    count[l] = counts[l / lanes][l % lanes];
  }
  for (int l = 0; i < n; ++i, ++l)
    if (p[i] > number) {
      sum[l] += p[i];
      count[l] += 1;
    }
  const auto total = [](const double *x) { return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7])); };
  return {total(sum), total(count)};
}

bool here() { return WALD_HERE; }

}  // namespace
#define WALD_QUOTE(x) #x
#define WALD_QUOTED(x) WALD_QUOTE(x)
extern const ShortLevel level;
const ShortLevel level = {WALD_QUOTED(WALD_LEVEL), lanes, here, load, decide, write, in_unit, above};

}  // namespace WALD_LEVEL
}  // namespace wald::core::decisions
