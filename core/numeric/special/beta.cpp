// I_p by its continued fraction.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/beta.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/compiler.hpp"
#include "core/numeric/special/deviance.hpp"

namespace wald::core {

// I_p(a, b) B(a, b) / (p^a q^b) for p + q = 1, p <= a/(a+b).
struct BetaDistribution::Fraction {
  double a, b, p, q;
};

namespace {

WALD_VECTOR(TwoDoubles, double, 16, 16);

constexpr double tiny = 1e-300;
double not_zero(double x) { return std::fabs(x) < tiny ? tiny : x; }
TwoDoubles two_doubles(double x, double y) {
  TwoDoubles out;
  out[0] = x;
  out[1] = y;
  return out;
}
TwoDoubles not_zero(const TwoDoubles &x) {
  // By branches, which are foretold: what follows does not wait for them.
  if (std::fabs(x[0]) < tiny || std::fabs(x[1]) < tiny) return two_doubles(not_zero(x[0]), not_zero(x[1]));
  return x;
}

struct OneNumber {
  using Type = double;
};
struct TwoNumbers {
  using Type = TwoDoubles;
};

// The factors of the product that the fraction is, for a number or two.
template <class Numbers>
struct Steps {
  using T = typename Numbers::Type;
  T a, b, p, q, lambda, c, d;
  Steps(const T &of_a, const T &of_b, const T &of_p, const T &of_q)
      : a(of_a), b(of_b), p(of_p), q(of_q), lambda(a * q - b * p), c(not_zero(a / (a + 1) * (lambda + 1))), d(a - a) {}

  T change(double m) {  // of the m-th step
    const T s = a + 2 * m, product = m * (b - m) * p;
    const T numerator = (a + m - 1) / (s - 1) * ((a + b + m - 1) / (s - 1)) * (product * p);
    const T denominator = m + product / (s - 1) + (a + m) / (s + 1) * (lambda + 1 + m * (1 + q));
    d = 1 / not_zero(denominator + numerator * d);
    c = not_zero(denominator + numerator / c);
    return c * d;
  }
};

bool fraction_goes_on(double change) { return std::fabs(change - 1) > 0x1p-51; }

// In about as many steps as the square root of the smaller of a and b. The fraction's even part, in p and q (DiDonato
// and Morris 1992, BFRAC), by Lentz's method: nothing cancels where p or q is small.
template <class Fraction>
double fraction_of(const Fraction &f) {
  Steps<OneNumber> steps(f.a, f.b, f.p, f.q);
  double out = steps.c;
  for (double m = 1;; m += 1) {
    const double change = steps.change(m);
    out *= change;
    if (!fraction_goes_on(change)) return 1 / out;
  }
}

// Both at once: the steps of one wait for its divisions.
template <class Fraction>
void fractions_of(const Fraction &x, const Fraction &y, double (&out)[2]) {
  Steps<TwoNumbers> steps(two_doubles(x.a, y.a), two_doubles(x.b, y.b), two_doubles(x.p, y.p), two_doubles(x.q, y.q));
  double product[2] = {steps.c[0], steps.c[1]};
  bool open[2] = {true, true};
  for (double m = 1; open[0] || open[1]; m += 1) {
    const TwoDoubles change = steps.change(m);
    for (int i = 0; i < 2; ++i) {
      if (!open[i]) continue;
      product[i] *= change[i];
      open[i] = fraction_goes_on(change[i]);
    }
  }
  for (int i = 0; i < 2; ++i) out[i] = 1 / product[i];
}

}  // namespace

BetaDistribution::BetaDistribution(double a, double b) : a_(a), b_(b), constant_(binomial_constant(a, b)) {}

BetaDistribution::Fraction BetaDistribution::fraction_at(double p) const {
  const double q = 1 - p;
  if (p < a_ / (a_ + b_)) return {a_, b_, p, q};
  return {b_, a_, q, p};
}

BetaDistribution::At BetaDistribution::at(double p, double fraction) const {
  const double q = 1 - p;
  const double scale = binomial_mass(constant_, a_, b_, p) * (a_ * (b_ / (a_ + b_)));  // p^a q^b / B(a, b)
  const bool left = p < a_ / (a_ + b_);
  const double tail = std::min(1.0, scale * fraction);
  return {left ? tail : 1 - tail, left ? 1 - tail : tail, scale / (p * q)};
}

BetaDistribution::At BetaDistribution::operator()(double p) const { return at(p, fraction_of(fraction_at(p))); }

// Newton's method on the tail's logarithm, which far out is nearly straight, inside a bracket.
class BetaDistribution::Search {
 public:
  Search(const BetaDistribution &of, double tail, bool lower)
      : tail_(tail), lower_(lower), p_(of.a_ / (of.a_ + of.b_)) {
    // Of a small a the tail is nearly p^a: where its p lies far more than 2^most_steps below the mean, begin there.
    if (lower && logarithm(tail) < -100 * of.a_) p_ = std::min(p_, exponential(logarithm(tail) / of.a_));
  }
  double p() const { return p_; }
  bool done() const { return done_; }
  void step(const At &at) {
    const double value = lower_ ? at.lower : at.upper;
    constexpr int most_steps = 200;
    done_ = value == tail_ || ++steps_ == most_steps;
    if (value == tail_) return;
    ((value > tail_) == lower_ ? high_ : low_) = p_;
    const double change = value * logarithm(value / tail_) / at.density;
    double next = lower_ ? p_ - change : p_ + change;
    // Outside of the bracket, or no number: its middle, by ratio while it spans orders of magnitude.
    if (!(next > low_ && next < high_))
      next = low_ > 0 && high_ > 4 * low_ ? std::sqrt(low_) * std::sqrt(high_) : low_ / 2 + high_ / 2;
    done_ = done_ || !(std::fabs(next - p_) > 1e-15 * p_) || !(next > low_ && next < high_);
    p_ = next;
  }

 private:
  double tail_;
  bool lower_, done_ = false;
  int steps_ = 0;
  double low_ = 0, high_ = 1, p_;
};

double BetaDistribution::quantile(double tail, bool lower) const {
  Search search(*this, tail, lower);
  while (!search.done()) search.step((*this)(search.p()));
  return search.p();
}

BetaDistribution::Two BetaDistribution::quantiles(const BetaDistribution &lower_of, const BetaDistribution &upper_of,
                                                  double tail) {
  Search lower(lower_of, tail, true), upper(upper_of, tail, false);
  while (!lower.done() && !upper.done()) {
    double fractions[2];
    fractions_of(lower_of.fraction_at(lower.p()), upper_of.fraction_at(upper.p()), fractions);
    lower.step(lower_of.at(lower.p(), fractions[0]));
    upper.step(upper_of.at(upper.p(), fractions[1]));
  }
  while (!lower.done()) lower.step(lower_of(lower.p()));
  while (!upper.done()) upper.step(upper_of(upper.p()));
  return {lower.p(), upper.p()};
}

double BetaDistribution::mean_quantile(const BetaDistribution &x, const BetaDistribution &y, double tail, bool lower) {
  Search search(x, tail, lower);
  while (!search.done()) {
    const At a = x(search.p()), b = y(search.p());
    search.step({(a.lower + b.lower) / 2, (a.upper + b.upper) / 2, (a.density + b.density) / 2});
  }
  return search.p();
}

}  // namespace wald::core
