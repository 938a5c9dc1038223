// Products of tall matrices, which fitting linear models consists of: by Eigen, compiled once for each instruction set
// and picked at run time. Wider vectors and fused operations round otherwise, so that what is fitted may differ in its
// last digits between processors of different levels; it never depends on the number of threads.
#pragma once

#include <cstdint>

#include "core/numeric/compiler.hpp"

// Not on Windows, where Eigen 3.4 with AVX-512 is not compiled by clang.
#if defined(WALD_X86_LEVELS) && !defined(_WIN32)
#define WALD_MATRIX_LEVELS
#endif

namespace wald::core::learners {

// Matrices lie column by column.
struct MatrixLevel {
  const char *name;
  bool (*here)();  // whether this processor has the instructions
  // out = X W; x: rows by inner, w: inner by cols.
  void (*multiply)(const double *x, int64_t rows, int64_t inner, const double *w, int64_t cols, double *out);
  // out = X' R; x: rows by inner, r: rows by cols.
  void (*multiply_transposed)(const double *x, int64_t rows, int64_t inner, const double *r, int64_t cols, double *out);
};

// The widest that this processor has.
const MatrixLevel &matrix_level();

namespace matrix_baseline {
extern const MatrixLevel level;
}
#ifdef WALD_MATRIX_LEVELS
namespace matrix_v3 {
extern const MatrixLevel level;
}
namespace matrix_v4 {
extern const MatrixLevel level;
}
#endif

// Eigenvalues, ascending, and eigenvectors, a column each, of a symmetric matrix of size n by n.
void symmetric_eigen(const double *matrix, int64_t n, double *values, double *vectors);

}  // namespace wald::core::learners
