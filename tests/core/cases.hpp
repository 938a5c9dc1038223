// Seeded random cases, and how many of them to run.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/base/error.hpp"
#include "core/metrics/metric.hpp"
#include "oracle.hpp"

namespace cases {

// Whether the core is; cases are compiled without knowing. (main.cpp)
extern const bool sanitized;

// A long run is WALD_TEST_SCALE=20 test-core.
inline int scaled(int count) {
  const char *text = std::getenv("WALD_TEST_SCALE");
  const double scale = text ? std::atof(text) : 1.0;
  if (sanitized) count = count / 10 + 1;
  return std::max(1, static_cast<int>(std::lround(count * scale)));
}

// P(X >= successes), X of n trials of p, by adding up masses.
inline double upper_tail(int successes, int n, double p) {
  long double sum = 0;
  for (int k = successes; k <= n; ++k) {
    const long double log_mass = std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L) +
                                 (k ? k * std::log(static_cast<long double>(p)) : 0) +
                                 (n - k ? (n - k) * std::log1p(-static_cast<long double>(p)) : 0);
    sum += std::exp(log_mass);
  }
  return static_cast<double>(sum);
}

// splitmix64
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567) {}
  uint64_t bits() {
    uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  int below(int n) { return static_cast<int>(bits() % static_cast<uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }

 private:
  uint64_t state_;
};

constexpr int kinds = 6;
inline const char *kind_name(int kind) {
  constexpr const char *names[kinds] = {"uniform", "rare", "bimodal", "ties", "zeros and ones", "extreme"};
  return names[kind];
}

inline double probability(Rng &rng, int kind) {
  const double u = rng.uniform();
  switch (kind) {
    case 0: return u;
    case 1: return std::pow(u, 8);
    case 2: return rng.below(2) ? 0.9 + 0.1 * u : 0.1 * u;
    case 3: return 0.25 * rng.below(5);
    case 4: return rng.below(2) ? u : rng.below(2);
    default: {
      constexpr double extreme[] = {0, 1, 1e-300, 1e-12, 1 - 1e-16, 1 - 1e-12, 0.5, 5e-324, 1e-16};
      return rng.below(3) ? extreme[rng.below(9)] : u;
    }
  }
}

inline std::vector<double> probabilities(Rng &rng, int n, int kind) {
  std::vector<double> p(static_cast<std::size_t>(n));
  for (double &x : p) x = probability(rng, kind);
  return p;
}

inline std::string list(const std::vector<double> &p) {
  std::string out;
  for (double x : p) out += (out.empty() ? "" : ", ") + wald::core::number(x);
  return "{" + out + "}";
}

inline wald::core::Reals reals(const std::vector<double> &p) {
  return {p.data(), false, static_cast<int64_t>(p.size()), 1};
}

// Every kind of name of the catalogue.
inline const std::vector<std::string> &metrics() {
  static const std::vector<std::string> all = {"f1",
                                               "fbeta:2",
                                               "fbeta:0.5",
                                               "jaccard",
                                               "balanced_accuracy",
                                               "gmean",
                                               "hmean",
                                               "fowlkes_mallows",
                                               "noisy_or",
                                               "hamming",
                                               "subset_accuracy",
                                               "precision",
                                               "recall",
                                               "specificity",
                                               "coverage",
                                               "npv",
                                               "informedness",
                                               "markedness",
                                               "mcc",
                                               "kappa",
                                               "cost:1:5",
                                               "cost:2:0.25",
                                               "lf:0:2:0:0/0:0:1:1",       // F1
                                               "lf:0:1:0:0/0:-1:1:1",      // Jaccard
                                               "lf:1:2:-1:-1/1:0:0:0",     // Hamming
                                               "lf:0:1:0:0/0.25:0:1:0.5",  // no 0/0
                                               "lf:0.1:1.5:-0.5:-0.25/1:0.5:0.25:0.125"};
  return all;
}

inline std::unique_ptr<wald::core::Metric> metric(const std::string &name, int z = 1) {
  return wald::core::parse_metric(name, z);
}

}  // namespace cases
