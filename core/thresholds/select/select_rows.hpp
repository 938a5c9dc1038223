// Which rows of a batch to flag, so that the expected share of false ones among the flagged is at most a level.
//
// Each row of the batch has a conformal p-value against the known rows, and Benjamini and Hochberg's procedure takes the
// most rows that the level allows. p-values rise as scores fall, so the flagged rows are those from one threshold on.
// S. Bates, E. Candès, L. Lei, Y. Romano and M. Sesia, "Testing for outliers with conformal p-values", Annals of
// Statistics 51 (2023): normals alone, which are exchangeable with the batch's normals. Y. Jin and E. Candès, "Selection
// by prediction with conformal p-values", JMLR 24 (2023): labelled rows, which are exchangeable with the batch's rows.
#pragma once

#include "core/thresholds/chosen.hpp"

namespace wald::core::thresholds {

// The known rows are those labelled 0 or 1, the batch those that are not rated. Throws Error(argument) without rows
// labelled 0 or a batch, or where an option does not fit, Error(unsupported) for weights, several scores or a cut.
// O(n log n).
ChosenThresholds select_rows(const Sample &sample, const Objective &objective, const ThresholdSearch &options);

}  // namespace wald::core::thresholds
