// Loops over the rows of logistic and multinomial regressions, in vectors: the same operations in the same order for
// every instruction set.
#pragma once

#include <cstdint>

namespace wald::core::learners {

// Rows of one regression: classes 0 ... K-1 in `classes`, K margins a row, column by column, `stride` apart. K = 1 is
// logistic: its margin is that of class 1 against class 0.
struct MarginRows {
  const double *weights;
  const int32_t *classes;
  int64_t rows;
  int64_t outputs;  // K, or 1
  int64_t stride;
};

// out = weight * (probability - [class is k]), as margins lie; curvature[k] = sum of weight * p_k (1 - p_k).
void residuals(const MarginRows &rows, const double *margins, double *out, double *curvature);

// Of the loss at margins + t * steps, its first and second derivatives by t.
struct LineDerivatives {
  double slope, curvature;
};
LineDerivatives line_derivatives(const MarginRows &rows, const double *margins, const double *steps, double t);

// Sum of weight * -log(probability of the row's class), each probability at least `least`.
double log_loss(const MarginRows &rows, const double *margins, double least);

// One row's probabilities: outputs margins give as many probabilities, or two where there is one.
void class_probabilities(const double *margins, int64_t outputs, double *out);

}  // namespace wald::core::learners
