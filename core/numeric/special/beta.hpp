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

 private:
  double a_, b_, constant_;
};

}  // namespace wald::core
