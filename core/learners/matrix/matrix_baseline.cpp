// Products of matrices for every processor, the choice among levels, and what needs none.
#include "core/numeric/contraction.hpp"  // first

#include <Eigen/Eigenvalues>

#include "core/base/error.hpp"
#include "core/learners/matrix/matrix_level.hpp"

#define WALD_MATRIX_LEVEL matrix_baseline
#define WALD_MATRIX_NAME "baseline"
#define WALD_MATRIX_HERE true
#include "core/learners/matrix/matrix_kernels.hpp"

namespace wald::core::learners {

const MatrixLevel &matrix_level() {
#ifdef WALD_MATRIX_LEVELS
  if (matrix_v4::level.here()) return matrix_v4::level;
  if (matrix_v3::level.here()) return matrix_v3::level;
#endif
  return matrix_baseline::level;
}

void symmetric_eigen(const double *matrix, int64_t n, double *values, double *vectors) {
  using Columns = Eigen::MatrixXd;
  const Eigen::SelfAdjointEigenSolver<Columns> solver(Eigen::Map<const Columns>(matrix, n, n));
  if (solver.info() != Eigen::Success)
    fail(Status::internal, "the eigenvalues of the features' products were not found");
  Eigen::Map<Eigen::VectorXd>(values, n) = solver.eigenvalues();
  Eigen::Map<Columns>(vectors, n, n) = solver.eigenvectors();
}

}  // namespace wald::core::learners
