/* Wald, decisions: what is known of the labels, the optimal prediction, and the distribution of its utility.
 * Options: family "decisions". */
#ifndef WALD_DECISIONS_H
#define WALD_DECISIONS_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A cell of a mask that is left undecided: with its instance (option "abstain"), or alone ("abstain_label"). */
enum { WALD_UNDECIDED = 2 };

typedef struct wald_estimator wald_estimator;       /**< What is known of one label vector. */
typedef struct wald_decision wald_decision;         /**< One answer, or one per row, column or table. */
typedef struct wald_distribution wald_distribution; /**< The distribution of a prediction's utility. */
typedef struct wald_table_pass wald_table_pass;               /**< A table in bins: a pass over distributed rows. */
typedef struct wald_comparison wald_comparison;
typedef struct wald_worth wald_worth;
typedef struct wald_expectation wald_expectation;
typedef struct wald_report wald_report;             /**< A page about the gain of deciding. */

/* -- Estimators: what is known of one label vector */

/** An empty estimator. @param n_labels for WALD_JOINT and WALD_COUNTS 1 to 2^31-1; else 0: feeding appends labels. */
WALD_API wald_status wald_estimator_create(wald_kind kind, int64_t n_labels, wald_estimator **out) WALD_NOEXCEPT;

/** Appends labels to an independent or categorical estimator. Of the latter they sum to at most 1 (up to 1e-6 more is
 * scaled away). @param probabilities vector in [0, 1]. */
WALD_API wald_status wald_estimator_feed_probabilities(wald_estimator *estimator,
                                                       const wald_array *probabilities) WALD_NOEXCEPT;

/** Adds weighted label vectors to a joint estimator.
 * @param vectors mask, one row per vector; or sparse, the positions of the ones, with `values` NULL. */
WALD_API wald_status wald_estimator_feed_vectors(wald_estimator *estimator, const wald_table *vectors,
                                                 const wald_array *weights) WALD_NOEXCEPT;

/** Adds a weighted table to a counts estimator, which holds the weighted mean of all it was fed.
 * @param table P[i][s], one row per label, one column per s = 1 ... max_s; in [0, 1], each label's sum at most 1.
 * @param p_zero P(no label), in [0, 1].
 * @param p_s vector of P(s) for s = 1 ... max_s; NULL: sum_i P[i][s] / s, if that is a distribution.
 * @param weight finite and > 0. */
WALD_API wald_status wald_estimator_feed_counts(wald_estimator *estimator, const wald_array *table, double p_zero,
                                                const wald_array *p_s, double weight) WALD_NOEXCEPT;

/** The counts of any estimator, which serve metrics linear in tp; of an independent one
 * without tails of about 1e-17. */
WALD_API wald_status wald_estimator_to_counts(const wald_estimator *estimator, wald_estimator **out) WALD_NOEXCEPT;

/** Draws label vectors by the seed of the options; not for counts.
 * @param out the result: a mask of n_labels columns, one row per draw. */
WALD_API wald_status wald_estimator_draw(const wald_estimator *estimator, const wald_options *options,
                                         const wald_array *out) WALD_NOEXCEPT;

/* -- Decisions */

/** An empty decision, which keeps its memory: deciding on an independent estimator soon stops allocating. */
WALD_API wald_status wald_decision_create(wald_decision **out) WALD_NOEXCEPT;

/** The optimal prediction for one problem: one answer in `decision`. */
WALD_API wald_status wald_decide(const wald_metric *metric, const wald_estimator *estimator,
                                 const wald_options *options, wald_decision *decision) WALD_NOEXCEPT;

/** Decides one row of independent probabilities with the default options. @param p array of length n. @param mask the
 * result, array of length n. @param expected the expected utility; may be NULL. */
WALD_API wald_status wald_decide_row(const wald_metric *metric, const double *p, int64_t n, uint8_t *mask,
                                     double *expected) WALD_NOEXCEPT;

/** The optimal predictions for a table of probabilities, by the average of the options: one answer per row, one per
 * column, or one.
 * @param kind WALD_INDEPENDENT, or WALD_CATEGORICAL (each row exclusive; instance and macro only).
 * @param probabilities one row per instance, one column per label; a sparse one has 1 to 2^31-1 labels.
 * @param mask the result: a mask of the same shape, of 0, 1 or WALD_UNDECIDED; or NULL, as for a sparse table.
 * @param expected array of length [number of answers]: expected utilities; or NULL.
 * @param decision to hold every answer; or NULL. */
WALD_API wald_status wald_decide_table(const wald_metric *metric, wald_kind kind, const wald_table *probabilities,
                                       const wald_options *options, const wald_array *mask, double *expected,
                                       wald_decision *decision) WALD_NOEXCEPT;

/** Maps of images. Pixel p of class c: data[image*image_stride + c*class_stride + p*pixel_stride]. */
typedef struct wald_maps {
  int64_t size;
  const void *data;
  int64_t n_images, n_classes, n_pixels;
  int64_t image_stride, class_stride, pixel_stride;
  wald_type type; /**< of samples WALD_UINT8, else a float */
} wald_maps;

/** The optimal masks of images.
 * @param kind WALD_INDEPENDENT: classes overlap, each map is a problem. WALD_CATEGORICAL: one class per pixel; the
 * mean of the classes counts. WALD_JOINT: the images are samples of one.
 * @param out the result, one row per image; of samples one. WALD_CATEGORICAL: WALD_INT32, the class of each pixel, -1: none.
 * Else WALD_UINT8, class after class.
 * @param expected array of length [number of answers]: one per image and class, with average micro or samples per class.
 * @param decision facts alone; or NULL. */
WALD_API wald_status wald_masks(const wald_metric *metric, wald_kind kind, const wald_maps *maps,
                                const wald_options *options, const wald_array *out, double *expected,
                                wald_decision *decision) WALD_NOEXCEPT;

/** Items in compressed rows: those of row i are indices[indptr[i] ... indptr[i+1]-1], ascending. @param answer the only
 * row; -1: a row for every answer. @param mark 1: the positives; WALD_UNDECIDED: those left undecided one by one.
 * @param indptr array of length rows+1, filled by a query too; or NULL.
 * @param indices array of length [sum of all k or n_undecided]. */
WALD_API wald_status wald_decision_items(const wald_decision *decision, int64_t answer, int32_t mark, int64_t *indptr,
                                         int64_t *indices, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** An answer as a mask. @param out array of length [n]. */
WALD_API wald_status wald_decision_mask(const wald_decision *decision, int64_t answer, uint8_t *out, int64_t capacity,
                                        int64_t *needed) WALD_NOEXCEPT;
/** The expected utility of the best prediction at each k = 0 ... n; NaN if options exclude k.
 * @param out array of length [n + 1]. */
WALD_API wald_status wald_curve(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                                double *out, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/** What is known: one of the first two. */
typedef struct wald_known {
  int64_t size;
  const wald_estimator *estimator;
  const wald_array *probabilities;
  wald_kind kind; /**< of probabilities */
} wald_known;

/** The expected utility of any prediction, and its regret; of a table by the average of the options.
 * @param mask vector of n labels, or the table's shape. @param with_regret 1 looks for the optimum. */
WALD_API wald_status wald_expectation_create(const wald_metric *metric, const wald_known *known,
                                             const wald_array *mask, const wald_options *options, int32_t with_regret,
                                             wald_expectation **out) WALD_NOEXCEPT;

/** The metric's value on known truth, by the average of the options. Rows with WALD_UNDECIDED are omitted and counted;
 * with "abstain_label" each such cell costs that instead, and cells are counted.
 * @param truth mask. @param prediction mask of its shape.
 * @param weights of custom metrics with the instance average alone.
 * @param value NaN if every row is undecided. @param n_undecided may be NULL. */
WALD_API wald_status wald_evaluate(const wald_metric *metric, const wald_array *truth, const wald_array *prediction,
                                   const wald_array *weights, const wald_options *options, double *value,
                                   int64_t *n_undecided) WALD_NOEXCEPT;

/* -- A micro average over distributed rows */

/** The first pass over a distributed table as one problem (micro average): docs/guides/scale.md. Each place feeds its
 * rows to a state of its own. */
WALD_API wald_status wald_table_pass_create(const wald_metric *metric, const wald_options *options,
                                       wald_table_pass **out) WALD_NOEXCEPT;
/** Adds rows, in any order. */
WALD_API wald_status wald_table_pass_feed(wald_table_pass *table_pass, const wald_table *probabilities) WALD_NOEXCEPT;
/** Once all rows of a pass are in: decides, or makes this the next pass, of which each place takes a copy.
 * @param decided 1: the facts hold the answer; else 0. */
WALD_API wald_status wald_table_pass_next(wald_table_pass *table_pass, int32_t *decided) WALD_NOEXCEPT;

/* -- Comparing two systems */

/** Whether B's predictions are better than A's on the same rows, by the average of the options: a paired permutation
 * test.
 * @param truth mask. @param a mask of its shape, WALD_UNDECIDED included; rows that either leaves undecided are
 * omitted.
 * @param b the same. @param rows groups are drawn and swapped together. */
WALD_API wald_status wald_comparison_create(const wald_metric *metric, const wald_array *truth, const wald_array *a,
                                            const wald_array *b, const wald_rows *rows, const wald_options *options,
                                            wald_comparison **out) WALD_NOEXCEPT;

/** Warns about a table: its rows look like exclusive classes although they are taken as independent, or it has one
 * column and the options have no average.
 * @param table probabilities, or a mask, of which the shape counts.
 * @param warning empty if there is nothing. */
WALD_API wald_status wald_table_warning(const wald_metric *metric, wald_kind kind, const wald_table *table,
                                        const wald_options *options, const char **warning) WALD_NOEXCEPT;

/** Whether deciding for a metric pays. */
typedef int32_t wald_worth_verdict;
/* rows: name worth_verdict */
enum {
  WALD_WORTH_VERDICT_PAYS = 0, /**< The gain is above least_gain by more than two standard errors. */
  WALD_WORTH_VERDICT_DOES_NOT_PAY = 1, /**< The gain plus two standard errors is at most least_gain. */
  WALD_WORTH_VERDICT_UNDETERMINED = 2, /**< least_gain is within two standard errors of the gain. */
  WALD_WORTH_VERDICT_CALIBRATE_FIRST = 3
      /**< With truth: calibration raises the utility of the decisions by more than two standard errors. */
};
/* end of rows */

/** The expected gain of deciding over a cut at 1/2; with truth also the realised gain, and what calibration would change.
 * "abstain" and "abstain_label" are refused.
 * @param kind as for wald_decide_table. @param truth mask of the shape of `probabilities`, or NULL.
 * @param probabilities one row per instance; at least one.
 * @param weights vector of rows, with average "instance" alone; or NULL. */
WALD_API wald_status wald_worth_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                                       const wald_table *probabilities, const wald_array *weights, const wald_options *options,
                                       wald_worth **out) WALD_NOEXCEPT;

/* -- The distribution of a prediction's utility */

/** Exact if metric and estimator allow it, else from seeded samples; not for counts. @param mask vector of n labels. */
WALD_API wald_status wald_distribution_create(const wald_metric *metric, const wald_estimator *estimator,
                                              const wald_array *mask, const wald_options *options,
                                              wald_distribution **out) WALD_NOEXCEPT;
/** The smallest u with P(utility <= u) >= q. @param q in [0, 1]. */
WALD_API wald_status wald_distribution_quantile(const wald_distribution *distribution, double q,
                                                double *u) WALD_NOEXCEPT;
/** P(utility >= u), and its standard error (0 if exact; may be NULL). */
WALD_API wald_status wald_distribution_at_least(const wald_distribution *distribution, double u, double *probability,
                                                double *standard_error) WALD_NOEXCEPT;

/** What a report may have besides; each may be NULL. */
typedef struct wald_report_input {
  int64_t size;
  const wald_array *compared; /**< The probabilities of a second system: table of truth's shape. */
  const wald_array *weights;  
  const wald_array *groups;   /**< The same. */
  const char *const *names;   /**< Array of length [3 + number of labels], in UTF-8: of the report, the systems, the
                                   labels; NULL or empty for a name of Wald's own. */
} wald_report_input;

/** The gain of deciding on a table with truth, against a cut at 1/2 and one tuned threshold, and a second system:
 * docs/guides/report.md. One column is a label over its rows, macro, unless the options have an average. "abstain" and
 * "abstain_label" are refused.
 * @param kind WALD_INDEPENDENT or WALD_CATEGORICAL. @param probabilities table of truth's shape.
 * @param input or NULL. */
WALD_API wald_status wald_report_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                                        const wald_array *probabilities, const wald_report_input *input,
                                        const wald_options *options, wald_report **out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_DECISIONS_H */
