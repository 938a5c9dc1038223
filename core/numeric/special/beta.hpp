// The beta distribution, in operations that have the same bits on every machine; relative errors of 1e-13 and below for
// sizes of a million.
#pragma once

namespace wald::core {

// I_p(a, b) as a function of p; a, b > 0.
class BetaDistribution {
 public:
  BetaDistribution(double a, double b);

  struct At {
    double lower, upper;  // tails, the smaller of them without cancellation
    double density;
  };
  At operator()(double p) const;
  // The p at which the lower tail (or the upper one) is `tail`.
  double quantile(double tail, bool lower) const;

  // The p at which the lower tail of one is `tail`, and the upper tail of another: to the bit as quantile() has them, in
  // about half of the time.
  struct Two {
    double lower, upper;
  };
  static Two quantiles(const BetaDistribution &lower_of, const BetaDistribution &upper_of, double tail);

  // The p at which the mean of both lower tails (or of both upper ones) is `tail`.
  static double mean_quantile(const BetaDistribution &x, const BetaDistribution &y, double tail, bool lower);

 private:
  class Search;
  struct Fraction;
  Fraction fraction_at(double p) const;
  At at(double p, double fraction) const;

  double a_, b_, constant_;
};

}  // namespace wald::core
