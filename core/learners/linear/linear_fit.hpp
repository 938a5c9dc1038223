// Logistic and multinomial regressions with an L2 penalty, many at once over the same rows, each with a strength of its
// own by cross-validation.
//
// Each minimises, in K columns of coefficients w and intercepts b (one column where there are two classes),
//   sum_i weight_i (-log P(class_i | x_i)) + |w|^2 / (2 C) + |b|^2 / (2 * 100).
// The penalty on the intercepts is so weak that it does nothing but keep them finite where a class is absent from a
// fold. (A multinomial's two columns for two classes would be w and -w, with the margin 2 w that one column has at 2
// C.)
//
// L-BFGS with a diagonal of second derivatives from the design's principal components; margins are carried along, so
// that an iteration is one product with the design for the direction, a search along it that costs no product, and one
// product for the gradient. Labels and folds stand side by side as columns of these products. Strengths run from strong
// to weak, each from where the last one ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/dataset.hpp"
#include "core/learners/learner_options.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::learners {

struct LinearProblem {
  std::vector<int64_t> targets;  // one value per row; each distinct one is a class
  std::vector<uint8_t> extras;   // of each extra column whether this problem sees it; empty: it sees all
};

struct LinearFit {
  std::vector<int64_t> classes;  // values that occur, ascending
  // Columns of coefficients: none for one class, one (that of the second class) for two, else one per class.
  struct Column {
    double intercept = 0;
    std::vector<double> features, extras;
  };
  std::vector<Column> columns;

  double penalty = 0;  // C that was chosen
  double loss = 0;     // its mean log-loss out of fold; NaN without cross-validation
  std::vector<std::pair<double, double>> path;

  // Margins out of fold at the chosen C, row by row in the rows' order, where they were asked for.
  std::vector<double> out_of_fold;
};

enum class WantedOfFits {
  model,
  margins_out_of_fold,  // too, to calibrate by
  losses                // out of fold alone: columns stay empty
};

struct LinearTask {
  const Features &features;  // scaled
  const std::vector<double> &weights;
  const std::vector<int64_t> &groups;  // empty: each row alone
  std::vector<double> extra = {};      // rows by extras, row by row
  int64_t extras = 0;
  WantedOfFits wanted = WantedOfFits::model;
};

std::vector<LinearFit> fit_linear(const LinearTask &task, const std::vector<LinearProblem> &problems,
                                  const LearnerOptions &options, Monitor &monitor);

// Strengths that are tried where none are given.
const std::vector<double> &default_penalties();

}  // namespace wald::core::learners
