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

// rows by features numbers, row by row, finite; truth in [0, 1]: t counts as a row of label 1 that has the share t of the
// weight, and one of label 0 that has the rest; weights empty (all 1) or at least 0. The ridge penalises the squared
// coefficients of standardised features by `ridge` times the total weight; above 0 it keeps them finite where a
// hyperplane separates the labels. Both labels must occur. The same bits for every order of the rows.
Logistic fit_logistic(const std::vector<double> &rows, int64_t features, const std::vector<double> &truth,
                      const std::vector<double> &weights, double ridge, Monitor &monitor);

double probability(const Logistic &model, const double *row);

// Probabilities become log p - log(1 - p), clipped to [-most, most], most in [1, 40].
void to_log_odds(double *p, int64_t count, double most);
// The logarithms of the sigmoids of z and of -z.
void log_sigmoids(const double *z, int64_t count, double *of_z, double *of_minus_z);

}  // namespace wald::core
