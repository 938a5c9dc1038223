// The products of matrix_level.hpp for one instruction set. The file that includes this has set the target, and has
// defined WALD_MATRIX_LEVEL, the name of the namespace, and WALD_MATRIX_HERE; it has included before every header that
// Eigen needs, so that none of their functions is compiled for a processor that may not be here. Eigen itself has a
// namespace of its own for each level, or two versions of its functions would have one name.
#include <Eigen/Core>

#ifndef EIGEN_GEMM_TO_COEFFBASED_THRESHOLD
#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 20  // of Eigens that do not name it
#endif

namespace wald::core::learners::WALD_MATRIX_LEVEL {
namespace {

using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

// Small products, and those that are one number, Eigen takes coefficient by coefficient, in an order that depends on
// where the arrays lie in memory. They are summed here instead, so that the same numbers give the same bits.
bool is_small(int64_t rows, int64_t inner, int64_t cols) {
  return rows + inner + cols < EIGEN_GEMM_TO_COEFFBASED_THRESHOLD || (rows == 1 && cols == 1);
}

// A matrix that is read as it lies or transposed: element (i, k) is at[i * row + k * inner].
struct LeftMatrix {
  const double *at;
  int64_t row, inner;
};

// out[i, c] = sum_k left(i, k) right[k, c]
void multiply_small(const LeftMatrix &left, int64_t rows, int64_t inner, const double *right, int64_t cols, double *out) {
  for (int64_t c = 0; c < cols; ++c)
    for (int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (int64_t k = 0; k < inner; ++k) sum += left.at[i * left.row + k * left.inner] * right[c * inner + k];
      out[c * rows + i] = sum;
    }
}

void multiply(const double *x, int64_t rows, int64_t inner, const double *w, int64_t cols, double *out) {
  if (is_small(rows, inner, cols)) return multiply_small({x, 1, rows}, rows, inner, w, cols, out);
  Eigen::Map<Columns>(out, rows, cols).noalias() =
      Eigen::Map<const Columns>(x, rows, inner) * Eigen::Map<const Columns>(w, inner, cols);
}

void multiply_transposed(const double *x, int64_t rows, int64_t inner, const double *r, int64_t cols, double *out) {
  if (is_small(inner, rows, cols)) return multiply_small({x, rows, 1}, inner, rows, r, cols, out);
  Eigen::Map<Columns>(out, inner, cols).noalias() =
      Eigen::Map<const Columns>(x, rows, inner).transpose() * Eigen::Map<const Columns>(r, rows, cols);
}

bool here() { return WALD_MATRIX_HERE; }

}  // namespace

const MatrixLevel level = {WALD_MATRIX_NAME, here, multiply, multiply_transposed};

}  // namespace wald::core::learners::WALD_MATRIX_LEVEL
