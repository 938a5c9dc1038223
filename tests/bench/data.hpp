// Inputs of the benchmarks: numbers that depend on (seed, position) alone. peers.py makes the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// SplitMix64 at a position, as a number in [0, 1).
inline double uniform(uint64_t seed, uint64_t position) {
  uint64_t z = (seed << 40) + (position + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

inline double power(double x, int n) {
  double out = x;
  for (int i = 1; i < n; ++i) out *= x;
  return out;
}

// Marginals u^exponent: 1 is uniform, 20 leaves a mean of n/21 positives.
inline std::vector<double> marginals(std::size_t n, int exponent, uint64_t seed) {
  std::vector<double> p(n);
  for (std::size_t i = 0; i < n; ++i) p[i] = power(uniform(seed, i), exponent);
  return p;
}

// Label vectors of a mixture of four groups, each with marginals u^3 of its own (a quarter of the labels on average).
inline std::vector<uint8_t> samples(std::size_t n_samples, std::size_t n_labels, uint64_t seed) {
  std::vector<uint8_t> out(n_samples * n_labels);
  for (std::size_t r = 0; r < n_samples; ++r)
    for (std::size_t i = 0; i < n_labels; ++i) {
      const double p = power(uniform(seed, (r % 4) * n_labels + i), 3);
      out[r * n_labels + i] = uniform(seed + 1, r * n_labels + i) < p;
    }
  return out;
}

struct SparseSamples {
  std::vector<int64_t> indptr{0};
  std::vector<int64_t> indices;
};

// Label vectors with 5 to 20 ones. With exponent 1 every label is as likely as any other, so few are met twice; with
// more the first labels are met often (a long tail).
inline SparseSamples sparse_samples(std::size_t n_samples, std::size_t n_labels, int exponent, uint64_t seed) {
  SparseSamples out;
  uint64_t position = 0;
  for (std::size_t r = 0; r < n_samples; ++r) {
    const std::size_t ones = 5 + static_cast<std::size_t>(uniform(seed, r) * 16);
    const std::size_t begin = out.indices.size();
    while (out.indices.size() < begin + ones) {
      const double u = power(uniform(seed + 1, position++), exponent);
      const int64_t label = static_cast<int64_t>(u * static_cast<double>(n_labels));
      bool seen = false;
      for (std::size_t c = begin; c < out.indices.size(); ++c) seen = seen || out.indices[c] == label;
      if (!seen) out.indices.push_back(label);
    }
    out.indptr.push_back(static_cast<int64_t>(out.indices.size()));
  }
  return out;
}

}  // namespace bench
