// How far above n p the number of successes must be for a binomial test to show that their share is above p.
#pragma once

namespace wald::core::thresholds {

// At least this is k - n p for all k and n with k >= least and P(X >= k) <= tail, X ~ Binomial(n, p); 0 if nothing
// better is known.
//
// By Berry and Esseen P(X >= k) >= 1 - Phi(x) - e(n) with x = (k - n p)/sqrt(n p (1-p)) and e(n) as below (Shevtsova
// 2011). So x >= z(tail + e(n)), and k - n p >= g(n) = z(tail + e(n)) sqrt(n p (1-p)), which rises in n. Where k - n p
// is below some c, n is above (least - c)/p; so no k - n p is below a c <= g((least - c)/p), as c = g((least -
// g(least/p))/p) is.
double least_margin(double p, double tail, double least);

}  // namespace wald::core::thresholds
