/* Wald, thresholds: which scores of one classifier or several flag a row. Source: Robles et al. (2020), repaired:
 * docs/guides/thresholds.md. A threshold of +inf flags nothing, not even a score of +inf. Scores are tables of one
 * column per classifier, without NaN; truth is a vector of uint8_t: 0, 1 or WALD_NOT_RATED. Options: family
 * "thresholds". */
#ifndef WALD_THRESHOLDS_H
#define WALD_THRESHOLDS_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How several classifiers flag a row. */
typedef int32_t wald_rule;
/* rows: name rule */
enum {
  WALD_RULE_OR = 0, /**< A row is flagged where any score reaches its threshold. */
  WALD_RULE_AND = 1 /**< A row is flagged where every score reaches its threshold. */
};
/* end of rows */

/** In an array of truth, 0 and 1: a row that is not rated. */
enum { WALD_NOT_RATED = 2 };

/** Warnings about chosen thresholds. */
typedef int32_t wald_threshold_flags;
/* rows: name threshold_flag */
enum {
  WALD_NOTHING_FLAGGED = 1, /**< No row is flagged. */
  WALD_EVERYTHING_FLAGGED = 2, /**< Every rated row is flagged. */
  WALD_TARGET_NOT_ATTAINED = 4, /**< No alert is worth its cost, or the limits leave none. */
  WALD_RECALL_OUT_OF_REACH = 8, /**< Not feasible; the nearest point is reported. */
  WALD_FEW_POSITIVES = 16, /**< There are fewer than 50 positive rows. */
  WALD_SATURATED_SCORES = 32, /**< A classifier gives its positives fewer than 10 distinct scores. */
  WALD_IN_SAMPLE_SCORES = 64, /**< A classifier separates the labels without error: was it trained on these rows? */
  WALD_INVERTED_SCORES = 128, /**< A classifier ranks negatives above positives, more than by chance. */
  WALD_QUANTILE_LEVELS = 256, /**< Quantiles replaced the scores of positives. */
  WALD_LOCAL_OPTIMUM = 512, /**< The thresholds are not proved to be the best of all. */
  WALD_UNRATED_FLAGGED = 1024, /**< Rows that are not rated are flagged; they count for nothing. */
  WALD_ONLY_POSITIVES = 2048, /**< No rated row is negative. */
  WALD_CONSTRAINT_MISSED = 4096, /**< Smoothed thresholds break a limit that the sample's own best ones keep. */
  WALD_SHARED_THRESHOLD = 8192, /**< The label has few positives, and shares a threshold with others like it. */
  WALD_ONLY_NEGATIVES = 16384 /**< No rated row is positive: nothing is known of precision and recall. */
};
/* end of rows */

typedef struct wald_sample wald_sample;         /**< Rows with scores, labels and weights. */
typedef struct wald_thresholds wald_thresholds; /**< Chosen thresholds. */
typedef struct wald_threshold_pass wald_threshold_pass;         /**< A pass over distributed rows of one score. */
typedef struct wald_frontier wald_frontier;     /**< The points (FP, TP) that no thresholds beat. */
typedef struct wald_zone wald_zone;             /**< Two thresholds, with rows left between them. */
typedef struct wald_multipliers wald_multipliers; /**< Chosen multipliers of classes. */
typedef struct wald_labels wald_labels;         /**< Chosen thresholds of labels. */
typedef struct wald_segments wald_segments;     /**< Chosen thresholds of segments. */
typedef struct wald_decision_curve wald_decision_curve; /**< The net benefit of models. */
typedef struct wald_reliability wald_reliability;       /**< How reliable probabilities are. */
typedef struct wald_prevalence wald_prevalence;         /**< Estimated shares of labels. */
typedef struct wald_threshold_evaluation wald_threshold_evaluation; /**< Models on a test set. */

/* -- Samples */

/** An empty sample. @param n_scores classifiers, 1 to 64. @param rated_from array of length n_scores, or NULL:
 * the score of each classifier below which nothing was labelled, and no threshold goes (-inf: none). */
WALD_API wald_status wald_sample_create(int64_t n_scores, wald_rule rule, const double *rated_from,
                                        wald_sample **out) WALD_NOEXCEPT;

/** Adds rows, in any order. */
WALD_API wald_status wald_sample_feed(wald_sample *sample, const wald_array *truth, const wald_array *scores,
                                      const wald_array *weights) WALD_NOEXCEPT;

/** Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the number of other
 * truths: docs/guides/detections.md.
 * @param truths table of columns place (number of image and class), x, y, width, height; or place, start, end.
 * @param crowds vector: 1 or 0. @param detections table, likewise. @param scores vector: one per detection.
 * @param min_overlap in (0, 1]. @param out array of the length of `scores`. */
WALD_API wald_status wald_sample_match_detections(const wald_array *truths, const wald_array *crowds,
                                                  const wald_array *detections, const wald_array *scores,
                                                  double min_overlap, double *out) WALD_NOEXCEPT;

/** The weights that any thresholds flag, by label; each may be NULL. @param thresholds array of length n_scores, no
 * NaN. */
WALD_API wald_status wald_sample_count(const wald_sample *sample, const double *thresholds, int64_t n_scores,
                                       double *tp, double *fp, double *unrated) WALD_NOEXCEPT;

/* -- Chosen thresholds */

/** Chooses thresholds. Refused if the goal or a limit needs positives and no row is one, or a number of positives that
 * is neither counted nor set. */
WALD_API wald_status wald_sample_choose(const wald_sample *sample, const wald_options *options,
                                        wald_thresholds **out) WALD_NOEXCEPT;
/** Chooses thresholds from the caller's arrays, as a sample of these rows does; one score is not copied without
 * weights if every row is rated. @param truth also of integers 0 and 1, or of float or double 0, 1 and NaN, which
 * is not rated. @param weights with counts of each row counted, in [2^-20, 2^32] or 0, rounded to multiples of 2^-20.
 * @param counts of a table of frequencies (docs/guides/scale.md): vector of whole numbers in float64 or float32, or
 * NULL. */
WALD_API wald_status wald_thresholds_choose(const wald_array *truth, const wald_array *scores,
                                            const wald_array *weights, const wald_array *counts, wald_rule rule,
                                            const wald_options *options, wald_thresholds **out) WALD_NOEXCEPT;

/** An interval for a fact: Clopper and Pearson's if rows of a label weigh the same, else approximate; NaN if a fact has
 * none. It ignores selection: docs/guides/thresholds.md. @param exact 1 or 0; may be NULL. */
WALD_API wald_status wald_thresholds_interval(const wald_thresholds *thresholds, int64_t answer,
                                              wald_thresholds_fact fact, double *low, double *high,
                                              int32_t *exact) WALD_NOEXCEPT;
/** Which rows an answer flags. @param out the result: vector of uint8_t. */
WALD_API wald_status wald_thresholds_apply(const wald_thresholds *thresholds, int64_t answer, const wald_array *scores,
                                           const wald_array *out) WALD_NOEXCEPT;
/** By any thresholds. @param thresholds array of length n_scores, no NaN. */
WALD_API wald_status wald_rule_apply(wald_rule rule, const double *thresholds, int64_t n_scores,
                                     const wald_array *scores, const wald_array *out) WALD_NOEXCEPT;

/* -- Distributed rows */

/** The first pass over distributed rows of one score: docs/guides/scale.md. Each place feeds its rows to its own
 * state, of a few bins; states are saved, loaded and merged. */
WALD_API wald_status wald_threshold_pass_create(const wald_options *options, wald_threshold_pass **out) WALD_NOEXCEPT;
/** Adds rows, in any order.
 * @param scores vector, no NaN. @param weights vector in [2^-20, 2^32] or 0, rounded to multiples of 2^-20; or NULL. */
WALD_API wald_status wald_threshold_pass_feed(wald_threshold_pass *threshold_pass, const wald_array *truth, const wald_array *scores,
                                      const wald_array *weights) WALD_NOEXCEPT;
/** Once all rows of a pass are in: the thresholds, to the bits of wald_thresholds_choose; or NULL, and each place feeds a
 * copy of this, the next pass. */
WALD_API wald_status wald_threshold_pass_next(wald_threshold_pass *threshold_pass, wald_thresholds **out) WALD_NOEXCEPT;

/* -- The frontier */

/** Every point that none beats in both TP and FP. */
WALD_API wald_status wald_frontier_create(const wald_sample *sample, const wald_options *options,
                                          wald_frontier **out) WALD_NOEXCEPT;
/** The areas for FP up to max_fp, as shares of a perfect rule's.
 * @param max_fp above 0, at most the weight of the rated negatives.
 * @param pn as the fact of this name; each may be NULL. @param pn_hull the same. @param roc the same.
 * @param roc_hull the same. */
WALD_API wald_status wald_frontier_partial_areas(const wald_frontier *frontier, double max_fp, double *pn,
                                                 double *pn_hull, double *roc, double *roc_hull) WALD_NOEXCEPT;

/* -- Labels, classes, abstention */

/** A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of all
 * are added (micro). A label without positives gets +inf unless its limits need none. With instance all share one,
 * with which the mean metric of rows has a least value: docs/guides/label-sets.md. @param truth
 * table of uint8_t, one column per label: 0, 1 or WALD_NOT_RATED. @param scores table of the same shape, no NaN.
 * @param groups vector of int64_t, the same number for dependent rows, with instance; or NULL. */
WALD_API wald_status wald_labels_choose(const wald_array *truth, const wald_array *scores, const wald_array *weights,
                                        const wald_array *groups, const wald_options *options,
                                        wald_labels **out) WALD_NOEXCEPT;

/** What rows of segments have besides; arrays may be NULL. */
typedef struct wald_segment_rows {
  int64_t size;
  int64_t n_segments;         /**< At least 1; 1 without `segments`. */
  const wald_array *segments; /**< Vector of int64_t in [0, n_segments). */
  const wald_array *weights;
  const wald_array *benefits; /**< Vector, finite: what a flagged positive gains; the goal is the gain. */
  const wald_array *costs;    /**< What a flagged negative loses, likewise. */
  const wald_array *limits;   /**< Table of each segment's own limits, NaN for none, with the columns min_precision,
                                   min_recall, max_fp, max_alerts, max_fpr, max_alert_rate. */
} wald_segment_rows;

/** A threshold of one score for each segment of the rows, found together: goal and limits are of the counts of all
 * segments. @param truth 0 or 1. @param scores vector. @param rows NULL: one segment. */
WALD_API wald_status wald_segments_choose(const wald_array *truth, const wald_array *scores,
                                          const wald_segment_rows *rows, const wald_options *options,
                                          wald_segments **out) WALD_NOEXCEPT;

/** Multipliers of classes: a row gets the class j of the greatest scores[j]*multipliers[j]. A local optimum, never worse
 * than all equal.
 * @param truth vector of int64_t, each in [0, n_classes). @param scores table of one column per class, finite and >= 0.
 * @param costs NULL, or instead of a metric the costs by truth*n_classes + decision, finite. */
WALD_API wald_status wald_multipliers_choose(const wald_array *truth, const wald_array *scores,
                                             const wald_array *weights, const double *costs,
                                             const wald_options *options, wald_multipliers **out) WALD_NOEXCEPT;
/** The class of each row: by multipliers (NULL: all 1), or with costs of least expected cost. Ties: the smallest
 * index. @param out array of length n_rows. */
WALD_API wald_status wald_class_apply(const double *multipliers, const double *costs, const wald_array *scores,
                                      int64_t *out) WALD_NOEXCEPT;

/** Two thresholds on one score, with rows between them left to a person, at least cost. Rows must be rated. */
WALD_API wald_status wald_zone_create(const wald_sample *sample, const wald_options *options,
                                      wald_zone **out) WALD_NOEXCEPT;

/* -- Curves of probabilities */

/** The net benefit of models by threshold probability, with that of flagging every row (flagging none has 0), limits,
 * and differences to a reference. Limits are normal ones, or percentiles of bootstrap samples. Facts are lists
 * by threshold; item: the model, or n_models for flagging every row.
 * @param truth 0 or 1. @param probabilities table of one column per model. @param thresholds vector, each in (0, 1). */
WALD_API wald_status wald_decision_curve_create(const wald_array *truth, const wald_array *probabilities,
                                                const wald_array *weights, const wald_array *thresholds,
                                                const wald_options *options,
                                                wald_decision_curve **out) WALD_NOEXCEPT;

/** How often events of predicted probability p happen: the Brier score's parts, bins of equal weight, the monotone
 * fit. @param truth vector of uint8_t, 0 or 1: rows that are not rated are refused. @param probabilities
 * vector, in [0, 1]. */
WALD_API wald_status wald_reliability_create(const wald_array *truth, const wald_array *probabilities,
                                             const wald_array *weights, const wald_options *options,
                                             wald_reliability **out) WALD_NOEXCEPT;

/** The shares of labels among rows without labels, by maximum likelihood, if rows of a label look as in training (Saerens et
 * al. 2002). Calibration rows calibrate the probabilities, and label shift is tested on
 * them.
 * @param kind WALD_INDEPENDENT or WALD_CATEGORICAL. @param probabilities table of one column per label, in [0, 1].
 * @param training_prior vector of one number per label, in (0, 1), or NULL: the shares of the calibration rows.
 * @param calibration_truth table of uint8_t, 0 or 1, of labelled rows as frequent as in training, or NULL.
 * @param calibration_probabilities table of theirs, or NULL. */
WALD_API wald_status wald_prevalence_create(wald_kind kind, const wald_array *probabilities,
                                            const wald_array *training_prior, const wald_array *calibration_truth,
                                            const wald_array *calibration_probabilities, const wald_options *options,
                                            wald_prevalence **out) WALD_NOEXCEPT;

/* -- A test set */

/** Models on a test set, at thresholds chosen elsewhere: metrics with limits, and paired differences
 * between models. Limits of proportions and what follows from them are by proportion_limits, of unequal weights at the
 * effective number of rows; of auc DeLong's, with groups Obuchowski's; of all else, and with groups, the
 * jackknife's; or percentiles of bootstrap samples. @param truth 0 or 1. @param scores table of one column per model.
 * @param thresholds vector of one per model; NULL for auc alone. @param rows may be NULL. */
WALD_API wald_status wald_threshold_evaluation_create(const wald_array *truth, const wald_array *scores,
                                                      const wald_array *thresholds, const wald_rows *rows,
                                                      const wald_options *options,
                                                      wald_threshold_evaluation **out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_THRESHOLDS_H */
