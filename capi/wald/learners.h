/* Wald, learners: a learner is fitted to rows of features with their labels, and gives an estimator for each new row,
 * from which any metric can be decided. Sources: docs/guides/learners.md. wald_name_list("learner", ...) lists them.
 * Options: of fitting the family "learners", of
 * predicting "decisions". */
#ifndef WALD_LEARNERS_H
#define WALD_LEARNERS_H

#include "core.h"
#include "decisions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the rows of a dataset have. */
typedef int32_t wald_task;
/* rows: name task */
enum {
  WALD_TASK_NONE = 0, /**< Features alone. */
  WALD_TASK_LABELS = 1, /**< Any number of labels; one label is binary classification. */
  WALD_TASK_CLASSES = 2 /**< Exactly one of several classes. */
};
/* end of rows */

/** What a calibration takes. */
typedef int32_t wald_calibration_input;
/* rows: name calibration_input */
enum {
  WALD_CALIBRATION_INPUT_PROBABILITIES = 0, /**< Probabilities, which lie in [0, 1]. */
  WALD_CALIBRATION_INPUT_SCORES = 1 /**< Scores, such as log-odds, logits or margins; any finite numbers. */
};
/* end of rows */

typedef struct wald_dataset wald_dataset;         /**< Rows of features, mostly with labels or classes. */
typedef struct wald_learner wald_learner;         /**< A fitted learner. */
typedef struct wald_calibration wald_calibration; /**< To calibrated probabilities. */

/* -- Datasets */

/** Rows of features, which are copied. @param features table, finite. */
WALD_API wald_status wald_dataset_create(const wald_table *features, wald_dataset **out) WALD_NOEXCEPT;
/** Sets labels, classes and the rest. NULL changes nothing; an array without rows and data removes what was set. Of
 * labels and classes the last set count.
 * @param labels mask, one column per label; or sparse, the positions of the ones, with `values` NULL.
 * @param classes vector of int64_t, each in [0, n_classes). @param n_classes at least 2; 0 without classes.
 * @param weights vector, finite and >= 0; 1 each at first.
 * @param groups vector of int64_t: rows of one number belong together, such as those of a patient, and fitting leaves
 * them out together. At least two differ.
 * @param marginals table of P(label j = 1) by another model, for the learner "given" or a part of another
 * ("cardinality:given"); of rows to learn from out of fold. Rows to predict need theirs. */
WALD_API wald_status wald_dataset_set(wald_dataset *dataset, const wald_table *labels, const wald_array *classes,
                                      int64_t n_classes, const wald_array *weights, const wald_array *groups,
                                      const wald_array *marginals) WALD_NOEXCEPT;

/* -- Learners */

/** Fits a learner, by its name. @param dataset with labels or classes. */
WALD_API wald_status wald_learner_fit(const char *name, const wald_dataset *dataset, const wald_options *options,
                                      wald_learner **out) WALD_NOEXCEPT;

/* What is random ("pcc") depends on the seed and the row alone. */

/** P(label j = 1), or P(class j), for each row. @param out array of length n_rows*n_labels, row by row. */
WALD_API wald_status wald_learner_probabilities(const wald_learner *learner, const wald_dataset *dataset,
                                                const wald_options *options, double *out) WALD_NOEXCEPT;
/** Decides the rows for a metric, as wald_decide_table does. @param mask the result, a mask;
 * @param expected array of one number per answer; mask, expected
 * and decision may be NULL. */
WALD_API wald_status wald_learner_decide(const wald_learner *learner, const wald_dataset *dataset,
                                         const wald_metric *metric, const wald_options *options, const wald_array *mask,
                                         double *expected, wald_decision *decision) WALD_NOEXCEPT;
/** The estimator of one row. */
WALD_API wald_status wald_learner_estimator(const wald_learner *learner, const wald_dataset *dataset, int64_t row,
                                            const wald_options *options, wald_estimator **out) WALD_NOEXCEPT;

/* -- Calibration */

/** Fits a calibration to probabilities or scores, out of fold: "platt" (a logistic regression on the
 * log-odds or score), "isotonic", "beta" (on ln p and -ln(1 - p); p is the sigmoid of a score) or "temperature" (a
 * factor in [e^-10, e^10]). Log-odds are clipped to [-40, 40]. Weights are scaled up to
 * sum to at least (sum w)^2/sum w^2.
 *
 * Tables have one column per class. "vector" has a slope >= 0 and an intercept per class on
 * ln p, with a ridge of 0.001 (Guo et al. 2017); "platt" one slope. All but "temperature" need rows of each class.
 * @param truth vector of uint8_t, 0 and 1; of classes of int64_t. @param input what `values` are. @param values vector or
 * table. */
WALD_API wald_status wald_calibration_fit(const char *name, wald_calibration_input input, const wald_array *truth,
                                          const wald_array *values, const wald_array *weights,
                                          wald_calibration **out) WALD_NOEXCEPT;
/** Calibrated probabilities of new rows. @param input what the calibration takes. @param values vector or table. @param
 * out array of that shape, row by row. */
WALD_API wald_status wald_calibration_apply(const wald_calibration *calibration, wald_calibration_input input,
                                            const wald_array *values, double *out) WALD_NOEXCEPT;
/** Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by the ratio of its
 * prior odds; exclusive classes and "none of them" by the ratios of their priors, and normalised (Saerens et al. 2002, eq. 4).
 * @param kind WALD_INDEPENDENT or WALD_CATEGORICAL. @param probabilities table of one column per label, in [0, 1].
 * @param training_prior vector of one number per label, in (0, 1): its share of the rows where the probabilities hold.
 * @param prior vector of one number per label, in [0, 1]: its share where they are to hold.
 * @param out array of the shape of `probabilities`, row by row. */
WALD_API wald_status wald_calibration_adapt(wald_kind kind, const wald_array *probabilities,
                                            const wald_array *training_prior, const wald_array *prior,
                                            double *out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_LEARNERS_H */
