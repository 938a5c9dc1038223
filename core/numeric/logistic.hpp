// Logistic regression with a ridge: the probability of a positive as a function of several scores.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/monitor.hpp"

namespace wald::core {

struct Logistic {
  double intercept = 0;
  std::vector<double> coefficients;
};

// rows by features numbers, row by row, finite; labels 0 or 1; weights empty (all 1) or at least 0. The ridge penalises
// the squared coefficients of standardised features by `ridge` times the total weight; above 0 it keeps them finite
// where a hyperplane separates the labels. Both labels must occur. The same bits for every order of the rows.
Logistic fit_logistic(const std::vector<double> &rows, int64_t features, const std::vector<uint8_t> &labels,
                      const std::vector<double> &weights, double ridge, Monitor &monitor);

double probability(const Logistic &model, const double *row);

}  // namespace wald::core
