// The metrics that have a name: one formula each, with its linear form where it has one.
// Sources and conventions: docs/guides/metrics.md. The 0/0 rule: a rate that is 0/0 counts as z (zero_division).
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/read_number.hpp"
#include "core/described/nearest_name.hpp"
#include "core/metrics/confusion.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core {
namespace {

// Divides in either case, so that a loop over cells needs no branch.
inline double ratio(double numerator, double denominator, double z) {
  const bool defined = denominator > 0;
  return (defined ? numerator : z) / (defined ? denominator : 1);
}

// A ratio whose division is left to be made, with a denominator above 0.
struct Fraction {
  double top, bottom;
  Fraction(double numerator, double denominator, double z)
      : top(denominator > 0 ? numerator : z), bottom(denominator > 0 ? denominator : 1) {}
};

// n tp - k s, whose products may exceed 2^53 while their difference is small: tp tn - fp fn cancels least.
template <class C>
double cross(const C &c) {
  return c.tp * c.tn() - c.fp() * c.fn();
}

// Confusion-matrix rates of one cell. FPR := 1 - TNR and FNR := 1 - TPR always.
template <class Counts>
struct Rates : Counts {
  double precision() const { return ratio(this->tp, this->k, this->z); }
  double recall() const { return ratio(this->tp, this->s, this->z); }
  double specificity() const { return ratio(this->tn(), this->negatives(), this->z); }
  double npv() const { return ratio(this->tn(), this->rest(), this->z); }
};
// Of counts, whose differences are exact.
struct CountCells {
  double tp, k, s, n, z;
  double tn() const { return n - k - s + tp; }
  double fp() const { return k - tp; }
  double fn() const { return s - tp; }
  double negatives() const { return n - s; }
  double rest() const { return n - k; }
  double either() const { return k + s - tp; }
};
using Cell = Rates<CountCells>;
// Of weights, whose differences would not be.
struct WeightCells {
  double tp, k, s, n, z, fp_, fn_, tn_, negatives_, rest_;
  double tn() const { return tn_; }
  double fp() const { return fp_; }
  double fn() const { return fn_; }
  double negatives() const { return negatives_; }
  double rest() const { return rest_; }
  double either() const { return s + fp_; }
  // x y / w for w no smaller than either, where the product could overflow.
  static double times_share(double x, double y, double w) { return std::max(x, y) / w * std::min(x, y); }
};
using WeightedCell = Rates<WeightCells>;

// k and s with what they leave of n.
struct Margins {
  double k, rest, s, negatives, n;
};

// c0 + c1 tp + c2 fn where an ellipse meets the real axis, at both ends of the other count.
std::array<double, 4> corners_of(const Ellipse &e, double c0, double c1, double c2) {
  const double moved = e.of_tp ? c1 : c2, fixed = e.of_tp ? c2 : c1;
  return {c0 + moved * e.left + fixed * e.low, c0 + moved * e.left + fixed * e.high,
          c0 + moved * e.right + fixed * e.low, c0 + moved * e.right + fixed * e.high};
}
// The modulus of a linear function with real coefficients is greatest in the ellipse at an end of its great axis, and
// so is its least one where the function is positive between these ends; it is linear in the other count too. least_in
// is 0 if the function is not positive. Compared by hand: if another file of the same unit used std::min and std::max
// first, they have that file's flags, and the compiler calls functions of other flags instead of inlining them.
double most_in(const Ellipse &e, double c0, double c1, double c2) {
  double most = 0;
  for (double x : corners_of(e, c0, c1, c2)) {
    const double size = std::fabs(x);
    if (size > most) most = size;
  }
  return most;
}
double least_in(const Ellipse &e, double c0, double c1, double c2) {
  const auto corners = corners_of(e, c0, c1, c2);
  double least = corners[0];
  for (double x : corners)
    if (x < least) least = x;
  return least > 0 ? least : 0;
}
double over(double top, double bottom) { return bottom > 0 ? top / bottom : infinity; }

// Defaults of a formula; each metric below hides what differs.
struct Formula {
  static constexpr uint32_t properties = rises_in_tp | falls_in_k | rises_in_tp_and_k;
  static constexpr bool one_order = false;
  Range range() const { return {0, 1}; }
  LinearForm linear(const Margins &, double) const { return {0, 0}; }
  std::optional<Additive> additive() const { return std::nullopt; }
  std::optional<double> f_beta_squared() const { return std::nullopt; }
  std::optional<SeparableForm> separable() const { return std::nullopt; }
  static constexpr MeanOfRates mean_of_rates = MeanOfRates::none;
  bool rises_in_each_label(double) const { return true; }
  double limit_in_ellipse(const Ellipse &, double, double) const { return infinity; }
  double loss(double u) const { return 1 - u; }
};

// One number each for true positives, false positives, false negatives, true negatives.
constexpr CountRatio recall_ratio{{1, 0, 0, 0}, {1, 0, 1, 0}};
constexpr CountRatio specificity_ratio{{0, 0, 0, 1}, {0, 1, 0, 1}};
constexpr CountRatio precision_ratio{{1, 0, 0, 0}, {1, 1, 0, 0}};
constexpr CountRatio npv_ratio{{0, 0, 0, 1}, {0, 0, 1, 1}};

SeparableForm ratios(double shift, std::vector<SeparableForm::Term> terms) {
  return {SeparableForm::ratios, shift, std::move(terms)};
}

constexpr uint32_t linear_properties = Formula::properties | linear_in_tp;

struct FBeta : Formula {
  static constexpr uint32_t properties = linear_properties;
  double b;  // beta squared
  explicit FBeta(double beta) : b(beta * beta) {}
  template <class C>
  double operator()(const C &c) const {
    return ratio((1 + b) * c.tp, b * c.s + c.k, c.z);
  }
  LinearForm linear(const Margins &m, double z) const {
    return m.k + m.s > 0 ? LinearForm{(1 + b) / (b * m.s + m.k), 0} : LinearForm{0, z};
  }
  std::optional<double> f_beta_squared() const { return b; }
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, {{1 + b, 0, 0, 0}, {1 + b, 1, b, 0}}}}); }
};

struct Jaccard : Formula {
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, {{1, 0, 0, 0}, {1, 1, 1, 0}}}}); }
  template <class C>
  double operator()(const C &c) const {
    return ratio(c.tp, c.either(), c.z);
  }
};

struct Precision : Formula {
  static constexpr uint32_t properties = linear_properties | degenerate;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, precision_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.precision();
  }
  LinearForm linear(const Margins &m, double z) const {
    return m.k > 0 ? LinearForm{1 / m.k, 0} : LinearForm{0, z};
  }
};

struct Recall : Formula {
  static constexpr uint32_t properties = linear_properties | degenerate;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, recall_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.recall();
  }
  LinearForm linear(const Margins &m, double z) const {
    return m.s > 0 ? LinearForm{1 / m.s, 0} : LinearForm{0, z};
  }
};

struct Specificity : Formula {
  static constexpr uint32_t properties = linear_properties | degenerate;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, specificity_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.specificity();
  }
  LinearForm linear(const Margins &m, double z) const {
    return m.negatives > 0 ? LinearForm{1 / m.negatives, (m.negatives - m.k) / m.negatives} : LinearForm{0, z};
  }
};

struct Npv : Formula {
  static constexpr uint32_t properties = linear_properties | degenerate;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, npv_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.npv();
  }
  LinearForm linear(const Margins &m, double z) const {
    return m.rest > 0 ? LinearForm{1 / m.rest, (m.rest - m.s) / m.rest} : LinearForm{0, z};
  }
};

struct Coverage : Formula {
  static constexpr uint32_t properties = Formula::properties | degenerate;
  template <class C>
  double operator()(const C &c) const {
    return c.tp > 0 ? 1 : 0;
  }
};

LinearForm sum(LinearForm x, LinearForm y, double scale, double shift) {
  return {(x.a + y.a) * scale, (x.g + y.g) * scale + shift};
}

struct BalancedAccuracy : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return ratios(0, {{0.5, recall_ratio}, {0.5, specificity_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return (c.recall() + c.specificity()) / 2;
  }
  LinearForm linear(const Margins &m, double z) const {
    return sum(Recall().linear(m, z), Specificity().linear(m, z), 0.5, 0);
  }
};

struct Informedness : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  Range range() const { return {-1, 1}; }
  std::optional<SeparableForm> separable() const { return ratios(-1, {{1, recall_ratio}, {1, specificity_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.recall() + c.specificity() - 1;
  }
  LinearForm linear(const Margins &m, double z) const {
    return sum(Recall().linear(m, z), Specificity().linear(m, z), 1, -1);
  }
};

struct Markedness : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  Range range() const { return {-1, 1}; }
  std::optional<SeparableForm> separable() const { return ratios(-1, {{1, precision_ratio}, {1, npv_ratio}}); }
  template <class C>
  double operator()(const C &c) const {
    return c.precision() + c.npv() - 1;
  }
  LinearForm linear(const Margins &m, double z) const {
    return sum(Precision().linear(m, z), Npv().linear(m, z), 1, -1);
  }
};

struct GMean : Formula {
  static constexpr MeanOfRates mean_of_rates = MeanOfRates::geometric;
  // One division for both rates.
  template <class C>
  double operator()(const C &c) const {
    const Fraction tpr(c.tp, c.s, c.z), tnr(c.tn(), c.negatives(), c.z);
    return std::sqrt(tpr.top * tnr.top / (tpr.bottom * tnr.bottom));
  }
  double operator()(const WeightedCell &c) const { return std::sqrt(c.recall() * c.specificity()); }
  // The root of tp (n - k - fn) / (s (n - s)), s = tp + fn: analytic where none of the four is 0.
  double limit_in_ellipse(const Ellipse &e, double k, double n) const {
    const bool branches = least_in(e, 0, 1, 0) > 0 && least_in(e, n - k, 0, -1) > 0;
    const double top = most_in(e, 0, 1, 0) * most_in(e, n - k, 0, -1);
    return branches ? std::sqrt(over(top, least_in(e, 0, 1, 1) * least_in(e, n, -1, -1))) : infinity;
  }
};

struct HMean : Formula {
  static constexpr MeanOfRates mean_of_rates = MeanOfRates::harmonic;
  template <class C>
  double operator()(const C &c) const {
    const Fraction tpr(c.tp, c.s, c.z), tnr(c.tn(), c.negatives(), c.z);
    return ratio(2 * tpr.top * tnr.top, tpr.top * tnr.bottom + tnr.top * tpr.bottom, 0);
  }
  double operator()(const WeightedCell &c) const {
    const double tpr = c.recall(), tnr = c.specificity();
    return ratio(2 * std::min(tpr, tnr), 1 + std::min(tpr, tnr) / std::max({tpr, tnr, 0x1p-1022}), 0);
  }
  // 2 tp tn / D with D = tp (n - s) + tn s, tn = n - k - fn. D is minus the square of the count that moves, plus less,
  // and has one zero on either side. As a function of tp these are at most 0 and at least n - fn + tn; as one of fn at
  // most -tp and at least n - k, since D(-tp) and D(n - k) are not negative.
  double limit_in_ellipse(const Ellipse &e, double k, double n) const {
    const double top = 2 * most_in(e, 0, 1, 0) * most_in(e, n - k, 0, -1);
    if (e.of_tp) return over(top, e.left > 0 ? e.left * least_in(e, 2 * n - k, -1, -2) : 0);
    return over(top, least_in(e, 0, 1, 1) * least_in(e, n - k, 0, -1));
  }
};

struct FowlkesMallows : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  std::optional<SeparableForm> separable() const { return SeparableForm{SeparableForm::root, 0, {}}; }
  template <class C>
  double operator()(const C &c) const {
    return std::sqrt(c.precision() * c.recall());
  }
  LinearForm linear(const Margins &m, double z) const {
    if (m.k > 0 && m.s > 0) return {1 / std::sqrt(m.k * m.s), 0};
    return {0, m.k + m.s > 0 ? 0 : z};
  }
};

struct NoisyOr : Formula {
  static constexpr uint32_t properties = Formula::properties | degenerate;
  std::optional<SeparableForm> separable() const { return SeparableForm{SeparableForm::product, 1, {}}; }
  template <class C>
  double operator()(const C &c) const {
    return 1 - (1 - c.recall()) * (1 - c.specificity());
  }
};

struct Hamming : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  template <class C>
  double operator()(const C &c) const {
    return (c.tp + c.tn()) / c.n;
  }
  LinearForm linear(const Margins &m, double) const { return {2 / m.n, (m.n - m.k - m.s) / m.n}; }
  std::optional<Additive> additive() const { return Additive{1, 0, 0, 1}; }
};

struct Cost : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  double of_fp, of_fn;
  Cost(double a, double b) : of_fp(a), of_fn(b) {}
  Range range() const { return {-std::max(of_fp, of_fn), 0}; }
  template <class C>
  double operator()(const C &c) const {
    return -(of_fp * c.fp() + of_fn * c.fn()) / c.n;
  }
  double operator()(const WeightedCell &c) const { return -(of_fp * (c.fp() / c.n) + of_fn * (c.fn() / c.n)); }
  LinearForm linear(const Margins &m, double) const {
    return {(of_fp + of_fn) / m.n, -(of_fp * m.k + of_fn * m.s) / m.n};
  }
  std::optional<Additive> additive() const { return Additive{0, -of_fp, -of_fn, 0}; }
  double loss(double u) const { return -u; }
};

struct SubsetAccuracy : Formula {
  template <class C>
  double operator()(const C &c) const {
    return c.fp() == 0 && c.fn() == 0 ? 1 : 0;
  }
};

struct Mcc : Formula {
  static constexpr uint32_t properties = linear_properties;
  static constexpr bool one_order = true;
  Range range() const { return {-1, 1}; }
  static double root(double k, double rest, double s, double negatives) {
    return std::sqrt(k * rest) * std::sqrt(s * negatives);
  }
  template <class C>
  double operator()(const C &c) const {
    const double r = root(c.k, c.rest(), c.s, c.negatives());
    if (r > 0) return cross(c) / r;
    return c.fp() == 0 && c.fn() == 0 ? c.z : 0;
  }
  double operator()(const WeightedCell &c) const {
    if (c.k > 0 && c.rest() > 0 && c.s > 0 && c.negatives() > 0) {
      const auto mean = [](double both, double x, double y) { return std::sqrt(both / x) * std::sqrt(both / y); };
      const auto mean_of = [](double a, double x, double b, double y) { return std::sqrt(a / x) * std::sqrt(b / y); };
      return mean(c.tp, c.k, c.s) * mean(c.tn(), c.rest(), c.negatives()) -
             mean_of(c.fp(), c.k, c.fn(), c.rest()) * mean_of(c.fp(), c.negatives(), c.fn(), c.s);
    }
    return c.fp() == 0 && c.fn() == 0 ? c.z : 0;
  }
  LinearForm linear(const Margins &m, double z) const {
    const double r = root(m.k, m.rest, m.s, m.negatives);
    if (r > 0) return {m.n / r, -m.k * m.s / r};
    return {0, m.k == m.s ? z : 0};  // k = s in {0, n}: then y = h
  }
  double limit_in_ellipse(const Ellipse &e, double k, double n) const {
    const double roots = k * (n - k) * least_in(e, 0, 1, 1) * least_in(e, n, -1, -1);
    return over(most_in(e, 0, n - k, -k), std::sqrt(roots));
  }
};

struct Kappa : Formula {
  static constexpr uint32_t properties = linear_properties;
  Range range() const { return {-1, 1}; }
  // (po - pe)/(1 - pe) = 2 (n tp - k s) / (k(n-s) + s(n-k))
  static double denominator(double k, double rest, double s, double negatives) { return k * negatives + s * rest; }
  template <class C>
  double operator()(const C &c) const {
    return ratio(2 * cross(c), denominator(c.k, c.rest(), c.s, c.negatives()), c.z);
  }
  double operator()(const WeightedCell &c) const {
    const auto product = [&](double x, double y) { return WeightCells::times_share(x, y, c.n); };
    return ratio(2 * (product(c.tp, c.tn()) - product(c.fp(), c.fn())),
                 product(c.k, c.negatives()) + product(c.s, c.rest()), c.z);
  }
  LinearForm linear(const Margins &m, double z) const {
    const double d = denominator(m.k, m.rest, m.s, m.negatives);
    return d > 0 ? LinearForm{2 * m.n / d, -2 * m.k * m.s / d} : LinearForm{0, z};
  }
  double limit_in_ellipse(const Ellipse &e, double k, double n) const {
    return over(2 * most_in(e, 0, n - k, -k), least_in(e, k * n, n - 2 * k, n - 2 * k));
  }
};

// (c0 + c1 tp + c2 k + c3 s) / (d0 + d1 tp + d2 k + d3 s), counts divided by n ([N16] eq. 4). The counts' domain is a
// tetrahedron whose corners are "all items tp / fp / fn / tn"; held by its values there, U is a ratio of sums of
// counts with denominators that are not negative, so nothing cancels but what the metric itself cancels.
struct LinearFractional {
  static constexpr bool one_order = false;
  static constexpr MeanOfRates mean_of_rates = MeanOfRates::none;
  std::array<double, 4> numerator, denominator;  // at all-tp, all-fp, all-fn, all-tn
  Range limits;
  double b = 0;          // beta^2 of the F that it is, to the bit; else 0
  bool jaccard = false;  // whether it is the Jaccard index

  Range range() const { return limits; }
  double loss(double u) const { return 1 - u; }
  std::optional<SeparableForm> separable() const { return ratios(0, {{1, {numerator, denominator}}}); }
  std::optional<Additive> additive() const { return std::nullopt; }
  std::optional<double> f_beta_squared() const { return b > 0 ? std::optional<double>(b) : std::nullopt; }

  // U = N/D does not fall where a label moves from cell `from` to cell `to`: the sign of the difference is that of a
  // sum over the other labels, so that it holds where it holds for each one of them alone; and 0/0, which is where all
  // labels are in cells of which D is 0, must not stand on the wrong side of what the label alone gives.
  bool rises(std::size_t from, std::size_t to, double z) const {
    const double rise = numerator[to] - numerator[from], widening = denominator[to] - denominator[from];
    for (std::size_t other = 0; other < 4; ++other)
      if (denominator[other] * rise - numerator[other] * widening < 0) return false;
    if (denominator[from] == 0 && denominator[to] > 0) return numerator[to] / denominator[to] >= z;
    if (denominator[to] == 0 && denominator[from] > 0) return numerator[from] / denominator[from] <= z;
    return true;
  }
  bool rises_in_each_label(double z) const { return rises(1, 0, z) && rises(2, 3, z); }
  static double mix(const std::array<double, 4> &corner, double tp, double fp, double fn, double tn) {
    return tp * corner[0] + fp * corner[1] + fn * corner[2] + tn * corner[3];
  }
  template <class C>
  static double mix(const std::array<double, 4> &corner, const C &c) {
    return mix(corner, c.tp, c.fp(), c.fn(), c.tn());
  }
  template <class C>
  double operator()(const C &c) const {
    return ratio(mix(numerator, c), mix(denominator, c), c.z);
  }
  // Numbers reach 1e100.
  double operator()(const WeightedCell &c) const {
    const double scale = c.n > 0x1p600 ? 0x1p-400 : c.n < 0x1p-600 ? 0x1p400 : 1;
    const auto mixed = [&](const std::array<double, 4> &corner) {
      return mix(corner, c.tp * scale, c.fp() * scale, c.fn() * scale, c.tn() * scale);
    };
    return ratio(mixed(numerator), mixed(denominator), c.z);
  }
  // Only if the denominator does not depend on tp.
  LinearForm linear(const Margins &m, double z) const {
    const double lowest = std::max(0.0, m.k - m.negatives);
    const auto at_lowest = [&](const std::array<double, 4> &corner) {
      return mix(corner, lowest, m.k - lowest, m.s - lowest, std::max(0.0, m.negatives - m.k));
    };
    const double d = at_lowest(denominator);
    if (!(d > 0)) return {0, z};
    const double a = (numerator[0] - numerator[1] - numerator[2] + numerator[3]) / d;
    return {a, at_lowest(numerator) / d - a * lowest};
  }
  double limit_in_ellipse(const Ellipse &e, double k, double n) const {
    // Corners as coefficients of 1, tp and fn at this k.
    const auto at_0 = [&](const std::array<double, 4> &c) { return k * c[1] + (n - k) * c[3]; };
    const double top = most_in(e, at_0(numerator), numerator[0] - numerator[1], numerator[2] - numerator[3]);
    return over(top, least_in(e, at_0(denominator), denominator[0] - denominator[1], denominator[2] - denominator[3]));
  }
};

template <class F>
inline double value_at(const F &formula, const Cell &first, double rise, int32_t j) {
  const double x = static_cast<double>(j);
  const Cell cell{{first.tp + rise * x, first.k, first.s + x, first.n, first.z}};
  return formula(cell);
}

// out[j] = formula at s = first.s + j.
WALD_LEVELS_OF(template <class F>, void, fill, (const F &formula, Cell first, int32_t count, double *WALD_RESTRICT out),
               (formula, first, count, out)) {
  for (int32_t j = 0; j < count; ++j) out[j] = value_at(formula, first, 0, j);
}

// sum_j weights[j] * (formula at s = first.s + j, tp = first.tp + rise * j), in the order of dot().
WALD_LEVELS_OF(template <class F>, double, sum_of,
               (const F &formula, Cell first, double rise, int32_t count, const double *WALD_RESTRICT weights),
               (formula, first, rise, count, weights)) {
  constexpr int32_t block = 128;
  double values[block], sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int32_t begin = 0; begin < count; begin += block) {
    const int32_t size = std::min(block, count - begin);
    for (int32_t j = 0; j < size; ++j) values[j] = value_at(formula, first, rise, begin + j);
    int32_t j = 0;
    for (; j + 8 <= size; j += 8)
      for (int32_t lane = 0; lane < 8; ++lane) sums[lane] += weights[begin + j + lane] * values[j + lane];
    for (int32_t lane = 0; j < size; ++j, ++lane) sums[lane] += weights[begin + j] * values[j];
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

template <class F>
class Named final : public Metric, public ConfusionMetric {
 public:
  Named(std::string name, int zero_division, uint32_t properties, F formula)
      : Metric(std::move(name), zero_division, properties), formula_(formula), z_(zero_division) {}

  double utility(int64_t tp, int64_t k, int64_t s, int64_t n) const override {
    return weighted_utility(static_cast<double>(tp), static_cast<double>(k), static_cast<double>(s),
                            static_cast<double>(n));
  }
  double weighted_utility(double tp, double k, double s, double n) const override {
    // Products of small weights would vanish. In another unit, by a power of two, the metric is the same.
    constexpr double small = 0x1p-400;
    if (n > 0 && n < small) {
      const int unit = -std::ilogb(n);
      return formula_(Cell{{std::ldexp(tp, unit), std::ldexp(k, unit), std::ldexp(s, unit), std::ldexp(n, unit), z_}});
    }
    return formula_(Cell{{tp, k, s, n, z_}});
  }
  double utility(const Confusion &c) const override {
    return formula_(WeightedCell{{c.tp, c.predicted, c.positives, c.predicted + c.rest, z_, c.fp, c.fn, c.tn,
                                  c.negatives, c.rest}});
  }
  double slope_in_tp(const Confusion &c) const override {
    return formula_.linear({c.predicted, c.rest, c.positives, c.negatives, c.predicted + c.rest}, z_).a;
  }
  void utilities(int64_t tp, int64_t k, int64_t first_fn, int64_t count, int64_t n, double *out) const override {
    fill(formula_,
         Cell{{static_cast<double>(tp), static_cast<double>(k), static_cast<double>(tp + first_fn),
               static_cast<double>(n), z_}},
         static_cast<int32_t>(count), out);
  }
  double weighted_sum(int64_t tp, int64_t fn, int64_t k, int64_t n, bool along_tp, int64_t count,
                      const double *weights) const override {
    return sum_of(
        formula_,
        Cell{{static_cast<double>(tp), static_cast<double>(k), static_cast<double>(tp + fn), static_cast<double>(n),
              z_}},
        along_tp ? 1 : 0, static_cast<int32_t>(count), weights);
  }
  LinearForm linear(int64_t k, int64_t s, int64_t n) const override {
    return formula_.linear({static_cast<double>(k), static_cast<double>(n - k), static_cast<double>(s),
                            static_cast<double>(n - s), static_cast<double>(n)},
                           z_);
  }
  bool one_order() const override { return F::one_order; }
  std::optional<Additive> additive() const override { return formula_.additive(); }
  std::optional<double> f_beta_squared() const override { return formula_.f_beta_squared(); }
  std::optional<SeparableForm> separable() const override { return formula_.separable(); }
  MeanOfRates mean_of_rates() const override { return F::mean_of_rates; }
  bool rises_in_each_label() const override { return formula_.rises_in_each_label(z_); }
  bool is_jaccard() const override {
    if constexpr (std::is_same_v<F, LinearFractional>) return formula_.jaccard;
    return std::is_same_v<F, Jaccard>;
  }
  bool is_coverage() const override { return std::is_same_v<F, Coverage>; }
  bool is_exact_match() const override { return std::is_same_v<F, SubsetAccuracy>; }
  Range range(int64_t) const override { return formula_.range(); }
  double limit_in_ellipse(const Ellipse &ellipse, int64_t k, int64_t n) const override {
    return formula_.limit_in_ellipse(ellipse, static_cast<double>(k), static_cast<double>(n));
  }
  double loss(double utility) const override { return formula_.loss(utility); }

 private:
  F formula_;
  double z_;
};

template <class F>
std::unique_ptr<Metric> named(std::string name, int z, F formula) {
  return std::make_unique<Named<F>>(std::move(name), z, F::properties, formula);
}

// ---- Parsing -------------------------------------------------------------------------------------

double parse_number(std::string_view part, std::string_view whole) {
  double value = 0;
  if (!read_number(part, value) || !std::isfinite(value))
    fail(Status::format, "metric ", in_quotes(whole), ": ", in_quotes(part), " is not a finite number");
  return value;
}

std::vector<double> parse_numbers(std::string_view list, std::string_view whole, std::size_t expected,
                                  const char *pattern) {
  std::vector<double> values;
  while (true) {
    const std::size_t colon = list.find(':');
    values.push_back(parse_number(list.substr(0, colon), whole));
    if (colon == std::string_view::npos) break;
    list.remove_prefix(colon + 1);
  }
  if (values.size() != expected)
    fail(Status::format, "metric ", in_quotes(whole), " has ", values.size(),
         values.size() == 1 ? " number" : " numbers", ": the form is \"", pattern, "\"");
  return values;
}

std::string joined(const std::vector<double> &values) {
  std::string out;
  for (double v : values) out += (out.empty() ? "" : ":") + written(v);
  return out;
}

std::unique_ptr<Metric> f_beta(double beta, std::string_view whole, int z) {
  if (!(beta > 0)) fail(Status::format, "metric ", in_quotes(whole), ": beta is ", beta, ": must be above 0");
  if (!(beta >= 1e-3 && beta <= 1e3))
    fail(Status::format, "metric ", in_quotes(whole), ": beta is ", beta, ": must lie in [0.001, 1000]");
  return named(beta == 1 ? "f1" : text("fbeta:", beta), z, FBeta(beta));
}

// Beyond it sums and ratios of a metric's numbers could overflow.
constexpr double largest_number = 1e100;

std::unique_ptr<Metric> cost(const std::vector<double> &v, std::string_view whole, int z) {
  for (double x : v)
    if (x < 0 || x > largest_number)
      fail(Status::format, "metric ", in_quotes(whole), ": a cost is ", x, ": must lie in [0, ", largest_number, "]");
  if (v[0] == 0 && v[1] == 0) fail(Status::format, "metric ", in_quotes(whole), ": one cost must be above 0");
  return named("cost:" + joined(v), z, Cost(v[0], v[1]));
}

std::unique_ptr<Metric> linear_fractional(std::string_view list, std::string_view whole, int z) {
  constexpr const char *pattern = "lf:c0:c1:c2:c3/d0:d1:d2:d3";
  const std::size_t slash = list.find('/');
  if (slash == std::string_view::npos)
    fail(Status::format, "metric ", in_quotes(whole), " has no \"/\": the form is \"", pattern, "\"");
  const auto c = parse_numbers(list.substr(0, slash), whole, 4, pattern);
  const auto d = parse_numbers(list.substr(slash + 1), whole, 4, pattern);

  for (const auto *numbers : {&c, &d})
    for (double x : *numbers)
      if (!(std::fabs(x) <= largest_number))
        fail(Status::format, "metric ", in_quotes(whole), ": a number is ", x, ": must lie in [-", largest_number, ", ",
             largest_number, "]");
  LinearFractional formula{};
  const auto corners = [](const std::vector<double> &v) {
    const auto sum = [](std::initializer_list<double> parts) {
      DoubleDouble total;
      double magnitude = 0;
      for (double part : parts) {
        total.add({part, 0});
        magnitude += std::fabs(part);
      }
      // 0.3 - 0.1 - 0.2 is meant to be 0.
      return std::fabs(total.value()) <= 4e-16 * magnitude ? 0.0 : total.value();
    };
    return std::array<double, 4>{sum({v[0], v[1], v[2], v[3]}), sum({v[0], v[2]}), sum({v[0], v[3]}), v[0]};
  };
  formula.numerator = corners(c);
  formula.denominator = corners(d);
  constexpr std::array<const char *, 4> corner_names = {"true positive", "false positive", "false negative",
                                                        "true negative"};
  formula.limits = {static_cast<double>(z), static_cast<double>(z)};
  bool some_positive = false;
  for (int i = 0; i < 4; ++i) {
    const double top = formula.numerator[i], bottom = formula.denominator[i];
    if (bottom < 0)
      fail(Status::format, "metric ", in_quotes(whole), ": the denominator is ", bottom, " if every item is a ",
           corner_names[i], ": it must not be negative anywhere");
    if (bottom == 0 && top != 0)
      fail(Status::format, "metric ", in_quotes(whole), " is ", top, "/0 if every item is a ", corner_names[i]);
    if (bottom == 0) continue;
    some_positive = true;
    formula.limits.low = std::min(formula.limits.low, top / bottom);
    formula.limits.high = std::max(formula.limits.high, top / bottom);
  }
  if (!some_positive) fail(Status::format, "metric ", in_quotes(whole), ": the denominator is 0 everywhere");
  if (!std::isfinite(formula.limits.low) || !std::isfinite(formula.limits.high))
    fail(Status::format, "metric ", in_quotes(whole), ": its values are not finite");

  // The sign of a partial derivative of N/D is that of N' D - D' N, from which the variable itself cancels: a linear
  // function of the other two, so its sign over their domain is known from that domain's corners.
  const auto sign_at_least_0 = [&](double dn, double dd, const std::vector<std::array<double, 3>> &at) {
    return std::all_of(at.begin(), at.end(), [&](const std::array<double, 3> &x) {
      const double top = c[0] + c[1] * x[0] + c[2] * x[1] + c[3] * x[2];
      const double bottom = d[0] + d[1] * x[0] + d[2] * x[1] + d[3] * x[2];
      return dn * bottom - dd * top >= 0;
    });
  };
  uint32_t properties = 0;
  const bool flat_denominator = d[1] == 0;
  // (tp, k, s): tp cancels, (k, s) ranges over the unit square. Where the perfect (or the worst) cell of a (k, s) is
  // 0/0 while others are not, the jump to z must go the same way.
  const bool perfect_undefined = formula.denominator[0] == 0 && formula.denominator[3] == 0;
  const bool worst_undefined = formula.denominator[1] == 0 && formula.denominator[2] == 0;
  if (sign_at_least_0(c[1], d[1], {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}}) &&
      (!perfect_undefined || z >= formula.limits.high) && (!worst_undefined || z <= formula.limits.low))
    properties |= rises_in_tp;
  // k cancels, (tp, s) ranges over 0 <= tp <= s <= 1. These two are claimed only if nothing is 0/0.
  const bool whole_domain_defined =
      std::all_of(formula.denominator.begin(), formula.denominator.end(), [](double v) { return v > 0; });
  if (whole_domain_defined) {
    if (sign_at_least_0(-c[2], -d[2], {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}})) properties |= falls_in_k;
    // Along (1, 1, 0): s and k - tp are fixed; they range over s + (k - tp) <= 1.
    if (sign_at_least_0(c[1] + c[2], d[1] + d[2], {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}})) properties |= rises_in_tp_and_k;
  }
  if (flat_denominator) properties |= linear_in_tp;
  // tp alone above, and below what makes it F (k and s) or Jaccard (k + s - tp): decided as these are.
  if (c[0] == 0 && c[2] == 0 && c[3] == 0 && d[0] == 0 && d[2] > 0 && d[3] > 0) {
    if (d[1] == 0 && c[1] == d[2] + d[3] && d[2] * (d[3] / d[2]) == d[3]) formula.b = d[3] / d[2];
    formula.jaccard = d[1] == -c[1] && d[2] == c[1] && d[3] == c[1];
  }
  return std::make_unique<Named<LinearFractional>>("lf:" + joined(c) + "/" + joined(d), z, properties, formula);
}

struct Entry {
  MetricInfo info;
  // What follows the name's ":", the whole as it was asked for.
  std::unique_ptr<Metric> (*make)(std::string_view numbers, std::string_view whole, const char *name, int z);
};

template <class F>
Entry plain(const char *name, const char *aliases, const char *formula, const char *note) {
  return {{name, aliases, formula, note, F::properties},
          [](std::string_view, std::string_view, const char *own, int z) { return named(own, z, F()); }};
}

const std::vector<Entry> &entries() {
  static const std::vector<Entry> all = {
      {{"f1", "f1_score f1_measure f_meas dice dice_score", "2 tp / (s + k)",
        "F-measure: the harmonic mean of precision and recall", FBeta::properties},
       [](std::string_view, std::string_view whole, const char *, int z) { return f_beta(1, whole, z); }},
      {{"fbeta:B", "fB f:B f_beta:B fbeta_score:B", "(1+B^2) tp / (B^2 s + k)",
        "F-measure that weighs recall B times as much as precision", FBeta::properties},
       [](std::string_view numbers, std::string_view whole, const char *name, int z) {
         return f_beta(parse_numbers(numbers, whole, 1, name)[0], whole, z);
       }},
      plain<Jaccard>("jaccard", "jaccard_score jaccard_index iou critical_success_index", "tp / (k + s - tp)",
                     "Jaccard index: intersection over union"),
      plain<BalancedAccuracy>("balanced_accuracy", "am balanced_accuracy_score bal_accuracy", "(TPR + TNR) / 2",
                              "the arithmetic mean of recall and specificity"),
      plain<GMean>("gmean", "g_mean geometric_mean_score", "sqrt(TPR TNR)",
                   "the geometric mean of recall and specificity"),
      plain<HMean>("hmean", "h_mean", "2 / (1/TPR + 1/TNR)",
                   "the harmonic mean of recall and specificity; 0 if either is 0"),
      plain<FowlkesMallows>("fowlkes_mallows", "gtppr fowlkes_mallows_index fowlkes_mallows_score", "sqrt(Prec TPR)",
                            "Fowlkes-Mallows index: the geometric mean of precision and recall"),
      plain<NoisyOr>("noisy_or", "", "1 - (1-TPR)(1-TNR)",
                     "[N16] Table 1; k=0 and k=n are trivially optimal: ask for 1 <= k <= n-1, or use "
                     "balanced_accuracy"),
      plain<Hamming>("hamming", "accuracy accuracy_score", "(tp + tn) / n",
                     "accuracy: the share of items that are decided correctly"),
      plain<SubsetAccuracy>("subset_accuracy", "exact exact_match exact_match_ratio", "[y = h]",
                            "1 if the whole vector is correct, else 0"),
      plain<Precision>("precision", "precision_score ppv positive_predictive_value", "tp / k",
                       "trivially optimal at k=0: constrain k"),
      plain<Recall>("recall", "recall_score sensitivity sens tpr true_positive_rate hit_rate", "tp / s",
                    "trivially optimal at k=n: constrain k"),
      plain<Specificity>("specificity", "specificity_score spec selectivity tnr true_negative_rate", "tn / (n - s)",
                         "trivially optimal at k=0: constrain k"),
      plain<Coverage>("coverage", "any_hit", "[tp >= 1]",
                      "1 if a true label is among the predicted; trivially optimal at k=n: constrain k"),
      plain<Npv>("npv", "negative_predictive_value", "tn / (n - k)",
                 "negative predictive value; trivially optimal at k=n: constrain k"),
      plain<Informedness>("informedness", "youden youden_j youdens_j j_index bookmaker_informedness", "TPR + TNR - 1",
                          "Youden's J"),
      plain<Markedness>("markedness", "", "Prec + NPV - 1", "the predictive counterpart of informedness"),
      plain<Mcc>("mcc", "matthews matthews_corrcoef matthews_correlation phi phi_coefficient",
                 "(n tp - k s) / sqrt(k s (n-k) (n-s))",
                 "Matthews correlation; where it is 0/0 it is zero_division if y = h, else 0"),
      plain<Kappa>("kappa", "kap cohen_kappa cohens_kappa cohen_kappa_score", "(po - pe) / (1 - pe)", "Cohen's kappa"),
      {{"cost:A:B", "", "-(A fp + B fn) / n", "mean cost of errors: A for a false positive, B for a false negative",
        Cost::properties},
       [](std::string_view numbers, std::string_view whole, const char *name, int z) {
         return cost(parse_numbers(numbers, whole, 2, name), whole, z);
       }},
      {{"lf:c0:c1:c2:c3/d0:d1:d2:d3", "", "(c0 + c1 tp + c2 k + c3 s) / (d0 + d1 tp + d2 k + d3 s)",
        "any linear-fractional metric, counts divided by n ([N16] eq. 4); its properties depend on the numbers", 0},
       [](std::string_view numbers, std::string_view whole, const char *, int z) {
         return linear_fractional(numbers, whole, z);
       }},
  };
  return all;
}

std::string_view head(std::string_view name) { return name.substr(0, name.find(':')); }
bool takes_numbers(const Entry &entry) { return head(entry.info.name) != entry.info.name; }

// The heads under which an entry is found: its name's, and its aliases' except for "fB", which is no word of its own.
template <class Visit>
void visit_names(const Entry &entry, const Visit &visit) {
  visit(head(entry.info.name));
  for (std::string_view rest = entry.info.aliases; !rest.empty();) {
    const std::string_view alias = rest.substr(0, rest.find(' '));
    if (alias != "fB") visit(head(alias));
    rest.remove_prefix(std::min(rest.size(), alias.size() + 1));
  }
}

const Entry *find_entry(std::string_view asked) {
  for (const Entry &entry : entries()) {
    bool found = false;
    visit_names(entry, [&](std::string_view name) { found = found || name == asked; });
    if (found) return &entry;
  }
  return nullptr;
}

std::string_view nearest_metric(std::string_view asked) {
  std::vector<std::string_view> names;
  for (const Entry &entry : entries()) visit_names(entry, [&](std::string_view name) { names.push_back(name); });
  return nearest_name(asked, names);
}

// "f2" and "f0.5" are "fbeta:2" and "fbeta:0.5".
bool is_f_with_number(std::string_view word) {
  return word.size() > 1 && word[0] == 'f' && word.find_first_not_of("0123456789.", 1) == std::string_view::npos;
}

constexpr std::array<std::string_view, 6> ranking_areas = {"auc",   "roc_auc", "roc_auc_score",
                                                           "auroc", "rocauc",  "area_under_curve"};

}  // namespace

const ConfusionMetric &confusion_metric(const Metric &metric) {
  const auto *found = dynamic_cast<const ConfusionMetric *>(&metric);
  if (!found)
    fail(Status::unsupported, "metric \"", metric.name(),
         "\" is custom, a function of whole counts: weights cannot be used");
  return *found;
}

const std::vector<MetricInfo> &metric_catalogue() {
  static const std::vector<MetricInfo> all = [] {
    std::vector<MetricInfo> infos;
    for (const Entry &entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return all;
}

std::unique_ptr<Metric> parse_metric(std::string_view name, int zero_division) {
  if (zero_division != 0 && zero_division != 1)
    fail(Status::argument, "zero_division is ", zero_division, ": must be 0 or 1");
  // The field writes "balanced-accuracy" too. Numbers keep their minus.
  std::string word(head(name));
  std::replace(word.begin(), word.end(), '-', '_');
  const bool has_numbers = word.size() != name.size();
  std::string_view numbers = has_numbers ? name.substr(word.size() + 1) : "";

  const Entry *entry = find_entry(word);
  if (entry == nullptr && !has_numbers && is_f_with_number(word)) {
    entry = find_entry("fbeta");
    numbers = name.substr(1);
  } else if (entry != nullptr && takes_numbers(*entry) && !has_numbers) {
    fail(Status::format, "metric ", in_quotes(name), ": the form is \"", entry->info.name, "\"");
  } else if (entry != nullptr && !takes_numbers(*entry) && has_numbers) {
    fail(Status::format, "metric ", in_quotes(name), ": \"", word, "\" takes no numbers");
  }
  if (entry != nullptr) return entry->make(numbers, name, entry->info.name, zero_division);

  if (std::find(ranking_areas.begin(), ranking_areas.end(), word) != ranking_areas.end())
    fail(Status::format, "metric ", in_quotes(name),
         " is unknown: the area under the ROC curve is a property of scores, not of one prediction: "
         "docs/guides/thresholds.md says how to ask for it");
  std::string known;
  for (const Entry &each : entries()) known += text(known.empty() ? "" : ", ", each.info.name);
  const std::string_view near = nearest_metric(word);
  if (near.empty()) fail(Status::format, "metric ", in_quotes(name), " is unknown: the metrics are ", known);
  fail(Status::format, "metric ", in_quotes(name), " is unknown: did you mean \"", near, "\"? The metrics are ", known);
}

}  // namespace wald::core
