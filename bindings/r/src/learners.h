// Rows of features and fitted learners, as the R code hands them over.
#ifndef WALD_R_LEARNERS_H
#define WALD_R_LEARNERS_H

#include "glue.h"

namespace learners {

using Dataset = wald::detail::Handle<wald_dataset>;

// A dataset by a list that holds `features`, a matrix of doubles, or for compressed rows `indptr`, `indices`, `values`
// and `n_features`; and may name `labels` (an integer matrix of 0 and 1) or `label_indptr`, `label_indices` and
// `n_labels`, or `classes` (from 0) and `n_classes`; `weights`; `groups`, whole numbers; `marginals` (a matrix of
// doubles).
Dataset dataset_of(const Rcpp::List &rows);

struct Shape {
  int64_t n_rows, n_labels;
};
// Of what the learner says of these rows.
Shape shape_of(const wald_learner *learner, const wald_dataset *rows);

}  // namespace learners

#endif
