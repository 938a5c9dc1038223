// An oracle that shares no code with the core: the metrics' definitions written from their table, expectations by
// enumeration, the literal algorithms, all in long double.
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace oracle {

using Real = long double;
using Utility = std::function<Real(int64_t tp, int64_t k, int64_t s, int64_t n)>;

inline std::vector<Real> numbers_after(const std::string &name, std::size_t at) {
  std::vector<Real> out;
  while (at < name.size()) {
    const std::size_t end = name.find_first_of(":/", at);
    out.push_back(std::strtod(name.substr(at, end - at).c_str(), nullptr));
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return out;
}

// The metric of that name; z is what 0/0 counts as.
inline Utility utility(const std::string &name, int zero_division) {
  const Real z = zero_division;
  const auto over = [z](Real x, Real y) { return y == 0 ? z : x / y; };
  const auto tpr = [over](Real tp, Real, Real s, Real) { return over(tp, s); };
  const auto tnr = [over](Real tp, Real k, Real s, Real n) { return over((n - s) - (k - tp), n - s); };
  const auto prec = [over](Real tp, Real k, Real, Real) { return over(tp, k); };
  const auto npv = [over](Real tp, Real k, Real s, Real n) { return over((n - k) - (s - tp), n - k); };

  if (name == "f1") return [over](Real tp, Real k, Real s, Real) { return over(2 * tp, s + k); };
  if (name.rfind("fbeta:", 0) == 0) {
    const Real beta = numbers_after(name, 6).at(0), b = beta * beta;
    return [over, b](Real tp, Real k, Real s, Real) { return over((1 + b) * tp, b * s + k); };
  }
  if (name == "jaccard") return [over](Real tp, Real k, Real s, Real) { return over(tp, k + (s - tp)); };
  if (name == "balanced_accuracy")
    return [=](Real a, Real k, Real s, Real n) { return (tpr(a, k, s, n) + tnr(a, k, s, n)) / 2; };
  if (name == "gmean")
    return [=](Real a, Real k, Real s, Real n) { return std::sqrt(tpr(a, k, s, n) * tnr(a, k, s, n)); };
  if (name == "hmean")
    return [=](Real a, Real k, Real s, Real n) -> Real {
      const Real x = tpr(a, k, s, n), y = tnr(a, k, s, n);
      return x == 0 || y == 0 ? 0 : 2 / (1 / x + 1 / y);
    };
  if (name == "fowlkes_mallows")
    return [=](Real a, Real k, Real s, Real n) { return std::sqrt(prec(a, k, s, n) * tpr(a, k, s, n)); };
  if (name == "noisy_or")
    return [=](Real a, Real k, Real s, Real n) { return 1 - (1 - tnr(a, k, s, n)) * (1 - tpr(a, k, s, n)); };
  if (name == "coverage") return [](Real tp, Real, Real, Real) -> Real { return tp > 0 ? 1 : 0; };
  if (name == "hamming" || name == "accuracy")
    return [](Real tp, Real k, Real s, Real n) { return 1 - ((k - tp) + (s - tp)) / n; };
  if (name == "subset_accuracy")
    return [](Real tp, Real k, Real s, Real) -> Real { return k - tp + s - tp == 0 ? 1 : 0; };
  if (name == "precision") return prec;
  if (name == "recall") return tpr;
  if (name == "specificity") return tnr;
  if (name == "npv") return npv;
  if (name == "informedness")
    return [=](Real a, Real k, Real s, Real n) { return tpr(a, k, s, n) + tnr(a, k, s, n) - 1; };
  if (name == "markedness")
    return [=](Real a, Real k, Real s, Real n) { return prec(a, k, s, n) + npv(a, k, s, n) - 1; };
  if (name == "mcc")
    return [z](Real tp, Real k, Real s, Real n) -> Real {
      const Real fp = k - tp, fn = s - tp, tn = n - k - s + tp;
      const Real product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
      if (product == 0) return fp == 0 && fn == 0 ? z : 0;
      return (tp * tn - fp * fn) / std::sqrt(product);
    };
  if (name == "kappa")
    return [z](Real tp, Real k, Real s, Real n) {
      const Real tn = n - k - s + tp;
      const Real po = (tp + tn) / n, pe = (k * s + (n - k) * (n - s)) / (n * n);
      return k * s + (n - k) * (n - s) == n * n ? z : (po - pe) / (1 - pe);
    };
  if (name.rfind("cost:", 0) == 0) {
    const std::vector<Real> c = numbers_after(name, 5);
    const Real fp_cost = c.at(0), fn_cost = c.at(1);
    return [=](Real tp, Real k, Real s, Real n) { return -(fp_cost * (k - tp) + fn_cost * (s - tp)) / n; };
  }
  if (name.rfind("lf:", 0) == 0) {
    const std::vector<Real> c = numbers_after(name, 3);
    return [c, over](Real tp, Real k, Real s, Real n) {
      const Real top = c.at(0) * n + c.at(1) * tp + c.at(2) * k + c.at(3) * s;
      const Real bottom = c.at(4) * n + c.at(5) * tp + c.at(6) * k + c.at(7) * s;
      return over(top, bottom);
    };
  }
  throw std::invalid_argument("no such metric: " + name);
}

// ---- Distributions of y as lists ------------------------------------------------------------------

using Mask = uint32_t;
inline int ones(Mask m) { return static_cast<int>(std::bitset<32>(m).count()); }

struct Law {
  int n = 0;
  std::vector<std::pair<Mask, Real>> vectors;
};

inline Law independent(const std::vector<double> &p) {
  Law law{static_cast<int>(p.size()), {}};
  for (Mask y = 0; y < Mask{1} << p.size(); ++y) {
    Real mass = 1;
    for (std::size_t i = 0; i < p.size(); ++i)
      mass *= y >> i & 1 ? static_cast<Real>(p[i]) : 1 - static_cast<Real>(p[i]);
    if (mass > 0) law.vectors.emplace_back(y, mass);
  }
  return law;
}

// A deficit of the sum is P(none); a sum above 1 by rounding is scaled.
inline Law categorical(const std::vector<double> &p) {
  Law law{static_cast<int>(p.size()), {}};
  Real sum = 0;
  for (double x : p) sum += x;
  const Real scale = sum > 1 ? 1 / sum : 1;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0) law.vectors.emplace_back(Mask{1} << i, scale * p[i]);
  if (sum < 1) law.vectors.emplace_back(0, 1 - sum);
  return law;
}

inline Law joint(int n, const std::vector<Mask> &vectors, const std::vector<double> &weights) {
  Law law{n, {}};
  Real total = 0;
  for (double w : weights) total += w;
  for (std::size_t v = 0; v < vectors.size(); ++v)
    if (weights[v] > 0) law.vectors.emplace_back(vectors[v], weights[v] / total);
  return law;
}

// U of every cell, so that enumeration looks up.
class Cells {
 public:
  Cells(const Utility &u, int n) : n_(n), values_(static_cast<std::size_t>((n + 1) * (n + 1) * (n + 1)), 0) {
    for (int k = 0; k <= n; ++k)
      for (int s = 0; s <= n; ++s)
        for (int tp = std::max(0, k + s - n); tp <= std::min(k, s); ++tp) values_[index(tp, k, s)] = u(tp, k, s, n);
  }
  Real at(int tp, int k, int s) const { return values_[index(tp, k, s)]; }

 private:
  std::size_t index(int tp, int k, int s) const { return static_cast<std::size_t>((tp * (n_ + 1) + k) * (n_ + 1) + s); }
  int n_;
  std::vector<Real> values_;
};

inline Real expected(const Cells &u, const Law &law, Mask h) {
  Real sum = 0;
  const int k = ones(h);
  for (const auto &[y, mass] : law.vectors) sum += mass * u.at(ones(y & h), k, ones(y));
  return sum;
}

struct Optimum {
  Real value;
  std::vector<Real> of;         // E U of every prediction; -inf if not allowed
  std::vector<Real> best_of_k;  // -inf if not allowed
};
inline Optimum optimum(const Cells &u, const Law &law, int low = 0, int high = 32) {
  const Real none = -HUGE_VALL;
  Optimum out{none, std::vector<Real>(std::size_t{1} << law.n, none),
              std::vector<Real>(static_cast<std::size_t>(law.n + 1), none)};
  for (Mask h = 0; h < Mask{1} << law.n; ++h) {
    const int k = ones(h);
    if (k < low || k > high) continue;
    out.of[h] = expected(u, law, h);
    out.value = std::max(out.value, out.of[h]);
    out.best_of_k[static_cast<std::size_t>(k)] = std::max(out.best_of_k[static_cast<std::size_t>(k)], out.of[h]);
  }
  return out;
}

// ---- Independent labels, literally ----------------------------------------------------------------

// Masses of a sum of independent 0/1 variables.
inline std::vector<Real> masses(const double *p, std::size_t count) {
  std::vector<Real> mass{1};
  for (std::size_t i = 0; i < count; ++i) {
    mass.push_back(0);
    for (std::size_t s = mass.size() - 1; s > 0; --s)
      mass[s] = (1 - static_cast<Real>(p[i])) * mass[s] + p[i] * mass[s - 1];
    mass[0] *= 1 - static_cast<Real>(p[i]);
  }
  return mass;
}

// E U of the top-k prediction for every k: [N16] Algorithm 1, O(n^3).
inline std::vector<Real> literal_curve(const Utility &u, std::vector<double> p) {
  std::sort(p.rbegin(), p.rend());
  const int64_t n = static_cast<int64_t>(p.size());
  std::vector<Real> out;
  for (int64_t k = 0; k <= n; ++k) {
    const std::vector<Real> tp_mass = masses(p.data(), static_cast<std::size_t>(k));
    const std::vector<Real> fn_mass = masses(p.data() + k, static_cast<std::size_t>(n - k));
    Real sum = 0;
    for (int64_t tp = 0; tp <= k; ++tp)
      for (int64_t fn = 0; fn <= n - k; ++fn) {
        const Real mass = tp_mass[static_cast<std::size_t>(tp)] * fn_mass[static_cast<std::size_t>(fn)];
        if (mass > 0) sum += mass * u(tp, k, tp + fn, n);
      }
    out.push_back(sum);
  }
  return out;
}

// E F_beta of the top-k prediction for every k, beta^2 = q/r: [Y12], O(n^2).
inline std::vector<Real> ye_curve(std::vector<double> p, int64_t q, int64_t r, int z) {
  std::sort(p.rbegin(), p.rend());
  const int64_t n = static_cast<int64_t>(p.size());
  std::vector<Real> s(static_cast<std::size_t>((q + r) * n + 1), 0), out(static_cast<std::size_t>(n + 1));
  for (std::size_t a = 1; a < s.size(); ++a) s[a] = static_cast<Real>(q) / static_cast<Real>(a);
  for (int64_t k = n; k >= 1; --k) {
    const std::vector<Real> mass = masses(p.data(), static_cast<std::size_t>(k));
    Real f = 0;
    for (int64_t tp = 0; tp <= k; ++tp)
      f += (1 + static_cast<Real>(r) / static_cast<Real>(q)) * static_cast<Real>(tp) *
           mass[static_cast<std::size_t>(tp)] * s[static_cast<std::size_t>(r * k + q * tp)];
    out[static_cast<std::size_t>(k)] = f;
    const Real pk = p[static_cast<std::size_t>(k - 1)];
    for (int64_t a = 1; a <= (q + r) * (k - 1); ++a)
      s[static_cast<std::size_t>(a)] =
          (1 - pk) * s[static_cast<std::size_t>(a)] + pk * s[static_cast<std::size_t>(a + q)];
  }
  Real none = z;
  for (double x : p) none *= 1 - static_cast<Real>(x);
  out[0] = none;
  return out;
}

}  // namespace oracle
