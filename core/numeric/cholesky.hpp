// Linear equations with a symmetric positive definite matrix, by Cholesky's factors without square roots: in the same
// order of operations on every machine, which libraries do not promise.
#pragma once

#include <cstddef>
#include <vector>

namespace wald::core {

// Solves A x = b. a: n by n, row by row, of which the lower triangle is read, and overwritten; b becomes x. An unknown
// that A leaves open, up to rounding, becomes 0.
inline void solve_positive_definite(std::vector<double> &a, std::vector<double> &b) {
  const std::size_t n = b.size();
  std::vector<double> inverse(n);  // of the diagonal factor
  for (std::size_t j = 0; j < n; ++j) {
    double *const row = &a[j * n];
    double pivot = row[j];
    // Row j holds l_jk d_k until it is divided.
    for (std::size_t k = 0; k < j; ++k) {
      double sum = row[k];
      for (std::size_t i = 0; i < k; ++i) sum -= row[i] * a[k * n + i];
      row[k] = sum;
    }
    for (std::size_t k = 0; k < j; ++k) {
      const double scaled = row[k] * inverse[k];
      pivot -= row[k] * scaled;
      row[k] = scaled;
    }
    inverse[j] = pivot > 0 ? 1 / pivot : 0;
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < j; ++k) b[j] -= a[j * n + k] * b[k];
  for (std::size_t j = 0; j < n; ++j) b[j] *= inverse[j];
  for (std::size_t j = n; j-- > 0;)
    for (std::size_t k = j + 1; k < n; ++k) b[j] -= a[k * n + j] * b[k];
}

}  // namespace wald::core
