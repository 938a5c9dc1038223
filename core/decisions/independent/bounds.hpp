// Limits of E U_k for independent labels from a few sums, valid for every n and every k >= 1;
// docs/developers/algorithms.md proves them. They exclude values of k before anything is evaluated.
//
// What is known of the top-k prediction: A = sum of p above, f = sum of p below, Vt and Vf the sums of p(1-p) there.
// tp has mean A and variance Vt, fn has mean f and variance Vf, and the two are independent.
#pragma once

#include <algorithm>

namespace wald::core::decisions {

struct Limits {
  double low, high;
};

struct TopSums {
  double k;     // at least 1
  double a, f;  // A, f
  double vt, vf;
};

// E F_beta, b = beta^2, mu = A + f:
//   (1+b) [A/(k + b mu) - b Vt/(k + b mu)^2]  <=  E F_k  <=  (1+b) A/(k + b mu) [1 + b^2 Vf/((k + b A)(k + b mu))].
// Jensen in the variable in which U is concave (tp below, fn above), and 1/(c+X) <= 1/(c+m) + Var X/(c (c+m)^2) in the
// other one. Nothing is divided by a number below 1, so tiny sums do no harm.
inline Limits f_beta_limits(double b, const TopSums &t) {
  const double bottom = t.k + b * (t.a + t.f), ratio = (1 + b) * t.a / bottom;
  return {ratio - (1 + b) * b * t.vt / bottom / bottom, ratio * (1 + b * b * t.vf / (t.k + b * t.a) / bottom)};
}

// E J_k = A E[1/(k + fn)]:  A/(k+f) <= E J_k <= A/(k+f) [1 + Vf/(k (k+f))].
inline Limits jaccard_limits(const TopSums &t) {
  const double ratio = t.a / (t.k + t.f);
  return {ratio, ratio * (1 + t.vf / t.k / (t.k + t.f))};
}

// Both are computed with a relative error of at most limit_roundings * 2^-53 (F_beta's lower one relative to its first
// term), given sums that are exact.
constexpr double limit_roundings = 16;

// Exclusion by distance. With lambda any number, A_k - lambda (k + b mu) = g - D_k, where g is its greatest value over
// k, reached at "p > lambda", and D_k the sum of |p_i - lambda| over the items between k and that threshold.
//   F_beta:  E F_k <= (1+b)/(k + b mu) [A_k + b^2/(1+b) Vf/(k + b mu)] since A/(k + b A) <= 1/(1+b);
//   Jaccard: E J_k < L where A_k (1 + L) + Vf/(k+f) < L (k + mu), since A <= k (b = 1 here).
// So with l = L/(1+b) for F_beta and L/(1+L) for Jaccard, k is excluded where D_k > g + (lambda - l)(k + b mu) + c Vf /
// (k + b mu), c = b^2/(1+b), and for Jaccard where D_k > g + (lambda - l)(k + mu) + Vf/(k+f). The last terms are at
// most b/(1+b) and 1 for every k: V_f <= f.
inline double distance_constant_f_beta(double b) { return b / (1 + b); }
inline double distance_constant_jaccard() { return 1; }

}  // namespace wald::core::decisions
