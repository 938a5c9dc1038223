// The area under the ROC curve with its variance. Sources: E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson,
// "Comparing the areas under two or more correlated receiver operating characteristic curves", Biometrics 44 (1988);
// X. Sun and W. Xu, "Fast implementation of DeLong's algorithm", IEEE Signal Processing Letters 21 (2014), whose
// midranks are found here as sums along the sorted scores; for groups N. A. Obuchowski, "Nonparametric analysis of
// clustered ROC curve data", Biometrics 53 (1997).
//
// Idea: the placement of a positive is the share of negatives below it, ties by half; that of a negative the share of
// positives above it. The area is the mean placement, and its variance that of two means. With weights both are weighted
// means, whose variance is that of ratios (linearised), and does not depend on the unit of weights. Cost: a sort.
#pragma once

#include <vector>

#include "core/evaluation/fixed/evaluated_rows.hpp"
#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::evaluation {

// Rows from the lowest score up.
struct RankedRows {
  std::vector<std::size_t> order;  // places in EvaluatedRows::rows
  std::vector<std::size_t> ends;   // of runs of tied scores, in order
};
// Throws Error(argument) if a score is NaN. model: its number, for the message.
RankedRows ranked_rows(const Reals &scores, const EvaluatedRows &rows, int64_t model);

// The area where the rows have these weights; NaN if a label has none.
double roc_area(const RankedRows &ranked, const EvaluatedRows &rows, const std::vector<double> &weights);

// An area, and by how much each unit moves it: its positives, and its negatives.
struct AreaParts {
  double area;
  std::vector<double> positives, negatives;
};
AreaParts area_parts(const RankedRows &ranked, const EvaluatedRows &rows);

// How many units have positives, and negatives.
struct LabelledUnits {
  double positives = 0, negatives = 0;
  explicit LabelledUnits(const EvaluatedRows &rows);
};

// The variance of an area, or, given `other`, of the difference to it, and its degrees of freedom by F. E. Satterthwaite,
// "An approximate distribution of estimates of variance components", Biometrics Bulletin 2 (1946). NaN if a label has
// fewer than 2 units, unless no unit moves the area: then 0.
struct AreaVariance {
  double variance, degrees;
};
AreaVariance area_variance(const AreaParts &parts, const AreaParts *other, const LabelledUnits &units);

// Limits of an area whose variance is estimated as 0, as if pairs that share no unit had been compared: this many are
// independent, each right with a probability that is the area.
Interval area_of_pairs(double area, const EvaluatedRows &rows, const LabelledUnits &units, double level);

}  // namespace wald::core::evaluation
