// Temperature scaling and vector scaling: exclusive classes whose log-probabilities are multiplied by one number, or by
// one number per class to which an intercept is added (C. Guo, G. Pleiss, Y. Sun, K. Weinberger, "On calibration of
// modern neural networks", ICML 2017).
//
// Both maximise the likelihood, which is concave. The inverse temperature is the zero of a rising derivative, found by
// Newton's method inside a bracket within [e^-10, e^10], the bounds of scikit-learn's calibration: classes that are
// separated take the upper bound. Vector scaling is Newton's method with slopes of at least 0 (projected as by D.
// Bertsekas, "Projected Newton methods", 1982), so that each probability rises with its own. A ridge, which stands for
// a thousandth of a row, keeps its solution finite and unique. A step costs rows * classes, and rows * classes^2.
#pragma once

#include <cstdint>
#include <vector>

#include "core/learners/linear/softmax_loops.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::learners {

// By which the margins are multiplied; 1 if they tell no class from another.
double fit_inverse_temperature(const MarginRows &rows, const double *margins, Monitor &monitor);

// Half of its product with the squares of slope - 1 and of the intercepts is added to the loss.
constexpr double scaling_ridge = 1e-3;

// Of each class.
struct VectorScaling {
  std::vector<double> slopes, intercepts;
};
// log_probabilities: rows by classes, row by row; weights count rows.
VectorScaling fit_vector_scaling(const std::vector<double> &log_probabilities, const std::vector<int64_t> &classes,
                                 int64_t n_classes, const std::vector<double> &weights, Monitor &monitor);

}  // namespace wald::core::learners
