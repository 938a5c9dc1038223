// The products of matrix_level.hpp for one instruction set. The file that includes this has set the target, and has
// defined WALD_MATRIX_LEVEL, the name of the namespace, and WALD_MATRIX_HERE; it has included before every header that
// Eigen needs, so that none of their functions is compiled for a processor that may not be here. Eigen itself has a
// namespace of its own for each level, or two versions of its functions would have one name.
#include <Eigen/Core>

namespace wald::core::WALD_MATRIX_LEVEL {
namespace {

using Columns = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

void multiply(const double *x, int64_t rows, int64_t inner, const double *w, int64_t cols, double *out) {
  Eigen::Map<Columns>(out, rows, cols).noalias() =
      Eigen::Map<const Columns>(x, rows, inner) * Eigen::Map<const Columns>(w, inner, cols);
}

void multiply_transposed(const double *x, int64_t rows, int64_t inner, const double *r, int64_t cols, double *out) {
  Eigen::Map<Columns>(out, inner, cols).noalias() =
      Eigen::Map<const Columns>(x, rows, inner).transpose() * Eigen::Map<const Columns>(r, rows, cols);
}

bool here() { return WALD_MATRIX_HERE; }

}  // namespace

const MatrixLevel level = {WALD_MATRIX_NAME, here, multiply, multiply_transposed};

}  // namespace wald::core::WALD_MATRIX_LEVEL
