/* Wald, thresholds: which scores of one classifier or several flag a row. Source: Robles et al. (2020), repaired:
 * docs/thresholds.md. A threshold of +inf flags nothing, not even a score of +inf. Options are of the family
 * "thresholds". The contract is in wald.h. */
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

/** What a user should know of chosen thresholds. */
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
  WALD_QUANTILE_LEVELS = 256, /**< Quantiles stood for all scores of positives. */
  WALD_LOCAL_OPTIMUM = 512, /**< The thresholds are not proved to be the best of all. */
  WALD_UNRATED_FLAGGED = 1024, /**< Rows that are not rated are flagged; they count for nothing. */
  WALD_ONLY_POSITIVES = 2048, /**< No rated row is negative. */
  WALD_CONSTRAINT_MISSED = 4096, /**< Smoothed thresholds break a limit that the sample's own best ones keep. */
  WALD_SHARED_THRESHOLD = 8192 /**< The label has few positives, and shares a threshold with others like it. */
};
/* end of rows */

typedef struct wald_sample wald_sample;         /**< Rows with scores, labels and weights. */
typedef struct wald_thresholds wald_thresholds; /**< Chosen thresholds. Immutable. */
typedef struct wald_threshold_pass wald_threshold_pass;         /**< Rows of one score in bins: a pass over rows in many places. */
typedef struct wald_frontier wald_frontier;     /**< The points (FP, TP) that no thresholds beat. Immutable. */
typedef struct wald_zone wald_zone;             /**< Two thresholds, with rows left between them. Immutable. */
typedef struct wald_multipliers wald_multipliers; /**< Chosen multipliers of classes. Immutable. */
typedef struct wald_labels wald_labels;         /**< Chosen thresholds of labels. Immutable. */
typedef struct wald_segments wald_segments;     /**< Chosen thresholds of segments. Immutable. */

/* ---- Samples: rows with scores ----------------------------------------------------------------- */

/** The facts of a sample. */
typedef int32_t wald_sample_fact;
/* rows: fact sample */
enum {
  WALD_SAMPLE_N_SCORES = 8000, /**< The number of classifiers. */
  WALD_SAMPLE_RULE = 8001, /**< How several classifiers flag a row: one of the rules. */
  WALD_SAMPLE_N_ROWS = 8002, /**< The number of rows of a weight above 0. */
  WALD_SAMPLE_POSITIVES = 8003, /**< The weight of the rows labelled 1. */
  WALD_SAMPLE_NEGATIVES = 8004, /**< The weight of the rows labelled 0. */
  WALD_SAMPLE_UNRATED = 8005, /**< The weight of the rows that are not rated, or lie below every rated_from. */
  WALD_SAMPLE_RATED_FROM = 8006,
      /**< The score of each classifier below which nothing was labelled; -inf where there is no cut. */
  WALD_SAMPLE_ROC_AREA = 8007
      /**< The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it
           ranks rightly, ties by half. NaN without both labels. */
};
/* end of rows */

/** A sample without rows. @param n_scores the number of classifiers, 1 to 64. @param rated_from array of length
 * n_scores: the score of each classifier below which nothing was labelled, and no threshold goes (-inf: none); or NULL. */
WALD_API wald_status wald_sample_create(int64_t n_scores, wald_rule rule, const double *rated_from,
                                        wald_sample **out) WALD_NOEXCEPT;

/** Adds rows; how they are ordered and split over calls does not show. A call that fails adds none.
 * @param truth vector of uint8_t: 0, 1 or WALD_NOT_RATED. @param scores table of a column a classifier; no NaN.
 * @param weights vector, finite and >= 0, or NULL for 1 each. A row of weight 0 counts for nothing. */
WALD_API wald_status wald_sample_feed(wald_sample *sample, const wald_array *truth, const wald_array *scores,
                                      const wald_array *weights) WALD_NOEXCEPT;

/** The weights that any thresholds flag, by label; each may be NULL. @param thresholds array of length n_scores, no NaN.
 */
WALD_API wald_status wald_sample_count(const wald_sample *sample, const double *thresholds, int64_t n_scores,
                                       double *tp, double *fp, double *unrated) WALD_NOEXCEPT;

/* ---- Chosen thresholds ------------------------------------------------------------------------- */

/** The facts of chosen thresholds. */
typedef int32_t wald_thresholds_fact;
/* rows: fact thresholds */
enum {
  WALD_THRESHOLDS_FEASIBLE = 9000,
      /**< Whether every limit is attained: not where a recall is out of reach (the nearest point is the answer), no
           alert has the precision (nothing is flagged), or smoothed thresholds break a limit. */
  WALD_THRESHOLDS_TP = 9001, /**< The weight of the positives that are flagged. */
  WALD_THRESHOLDS_FP = 9002, /**< The weight of the negatives that are flagged. */
  WALD_THRESHOLDS_UNRATED = 9003,
      /**< The weight of the flagged rows that are not rated; they count for nothing else. */
  WALD_THRESHOLDS_POSITIVES = 9004, /**< The weight of all positives. */
  WALD_THRESHOLDS_PRECISION = 9005, /**< TP/(TP + FP). */
  WALD_THRESHOLDS_RECALL = 9006, /**< TP/positives. */
  WALD_THRESHOLDS_VALUE = 9007, /**< The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP. */
  WALD_THRESHOLDS_MARGINAL_PRECISION = 9008,
      /**< The share of true positives among the alerts gained last, on the concave hull of the frontier. */
  WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION = 9009,
      /**< The share of true positives among the alerts to be gained next. */
  WALD_THRESHOLDS_CROSS_TP = 9010,
      /**< TP, each row counted at thresholds that were chosen without it; NaN without folds. */
  WALD_THRESHOLDS_CROSS_FP = 9011, /**< FP, cross-fitted. */
  WALD_THRESHOLDS_CROSS_PRECISION = 9012, /**< Precision, cross-fitted. */
  WALD_THRESHOLDS_CROSS_RECALL = 9013, /**< Recall, cross-fitted. */
  WALD_THRESHOLDS_CROSS_VALUE = 9014, /**< The value of the goal, cross-fitted. */
  WALD_THRESHOLDS_INTERCEPT = 9015,
      /**< "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stacked_threshold; NaN
           for the other methods. */
  WALD_THRESHOLDS_STACKED_THRESHOLD = 9016, /**< The threshold of "stacked"; NaN for the other methods. */
  WALD_THRESHOLDS_FLAGS = 9017, /**< What the caller should know, as flags. */
  WALD_THRESHOLDS_N_ANSWERS = 9018,
      /**< The number of answers: the one asked for, which is answer 0, and the baselines. */
  WALD_THRESHOLDS_THRESHOLDS = 9019,
      /**< The threshold of each classifier; +inf (rule "or", or nothing flagged) or -inf ("and") switches one off;
           NaN for "stacked". */
  WALD_THRESHOLDS_NEXT_LOWER = 9020, /**< Thresholds above these, up to the chosen ones, flag the same rows. */
  WALD_THRESHOLDS_LOW = 9021, /**< The lower limits of the thresholds by bootstrap; empty without one. */
  WALD_THRESHOLDS_HIGH = 9022, /**< The upper limits of the thresholds by bootstrap; empty without one. */
  WALD_THRESHOLDS_COEFFICIENTS = 9023, /**< The coefficients of "stacked"; empty for the other methods. */
  WALD_THRESHOLDS_METHOD = 9024, /**< The name of the method. */
  WALD_THRESHOLDS_OBJECTIVE = 9025, /**< What was asked, in words: "most true positives with fp <= 20". */
  WALD_THRESHOLDS_WARNING = 9026,
      /**< What was asked for and is not attained, in a sentence; empty where all of it is. */
  WALD_THRESHOLDS_CERTIFIED = 9027,
      /**< Whether the limits hold for all future rows with the probability certify; not without certify. */
  WALD_THRESHOLDS_ROWS_NEEDED = 9028,
      /**< Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0
           where they are certified, infinite where no number would do, NaN without certify. */
  WALD_THRESHOLDS_THEOREM = 9029 /**< The name of the theorem that a certificate stands on; "none" without certify. */
};
/* end of rows */

/** Chooses thresholds. Refused where no row is positive, and where the goal or a limit needs a number of positives that
 * is neither counted nor set. */
WALD_API wald_status wald_sample_choose(const wald_sample *sample, const wald_options *options,
                                        wald_thresholds **out) WALD_NOEXCEPT;
/** Chooses the threshold of one score from the caller's arrays: the answer that a sample of these rows gives, without a
 * copy of them where there are no weights and every row is rated.
 * @param truth vector of uint8_t as for wald_sample_feed, or of integers 0 and 1, or of float or double 0, 1 and NaN,
 * which is not rated. @param scores vector, no NaN. @param weights as for wald_sample_feed. */
WALD_API wald_status wald_choose_threshold(const wald_options *options, const wald_array *truth,
                                           const wald_array *scores, const wald_array *weights,
                                           wald_thresholds **out) WALD_NOEXCEPT;
/** Chooses thresholds from rows that each stand for several: a table of frequencies, or what is left of rows in many
 * places (docs/scale.md). The answer is that of wald_sample_choose with each row fed as often as it counts, without
 * baselines. @param truth as for wald_choose_threshold. @param scores table of a column a classifier, no NaN. @param
 * weights of each of the rows that a row stands for: vector in [2^-20, 2^32], or 0, rounded to multiples of 2^-20; or
 * NULL for 1 each. @param counts vector of whole numbers in float64 or float32; a row with 0 counts for nothing. */
WALD_API wald_status wald_choose_counted(const wald_options *options, wald_rule rule, const wald_array *truth,
                                         const wald_array *scores, const wald_array *weights, const wald_array *counts,
                                         wald_thresholds **out) WALD_NOEXCEPT;

/** An interval for a fact at these thresholds: of Clopper and Pearson where rows with the same label weigh the same,
 * else approximate, at the effective number of rows; NaN and NaN where a fact has none. It does not know that the
 * thresholds were chosen as the best of many: see docs/thresholds.md. @param exact 1 or 0; may be NULL. */
WALD_API wald_status wald_thresholds_interval(const wald_thresholds *thresholds, int64_t answer,
                                              wald_thresholds_fact fact, double *low, double *high,
                                              int32_t *exact) WALD_NOEXCEPT;
/** Which rows an answer flags. @param scores table of a column a classifier, no NaN. @param out the result: a vector of
 * uint8_t, 1 or 0 a row. */
WALD_API wald_status wald_thresholds_apply(const wald_thresholds *thresholds, int64_t answer, const wald_array *scores,
                                           const wald_array *out) WALD_NOEXCEPT;
/** The same by thresholds from anywhere. @param thresholds array of length n_scores, no NaN. */
WALD_API wald_status wald_rule_apply(wald_rule rule, const double *thresholds, int64_t n_scores,
                                     const wald_array *scores, const wald_array *out) WALD_NOEXCEPT;

/* ---- Rows in many places ----------------------------------------------------------------------- */

/** The facts of rows in bins. */
typedef int32_t wald_threshold_pass_fact;
/* rows: fact threshold_pass */
enum {
  WALD_THRESHOLD_PASS_PASS_NUMBER = 10000, /**< The number of this pass, from 1. */
  WALD_THRESHOLD_PASS_N_ROWS = 10001, /**< The number of rows of a weight above 0 that were fed in this pass. */
  WALD_THRESHOLD_PASS_N_BINS = 10002, /**< The number of bins that hold some of them. */
  WALD_THRESHOLD_PASS_N_WINDOWS = 10003
      /**< The number of ranges of scores that this pass parts into bins; in the first pass one holds all scores. */
};
/* end of rows */

/** The first pass over rows of one score that lie in many places: docs/scale.md. Each place feeds its rows to a state
 * of its own, which has a few bins and no rows; states are saved, loaded and merged, and wald_threshold_pass_next tells what
 * the next pass looks at, or the thresholds. Of the options are read those of the objective, level and seed. */
WALD_API wald_status wald_threshold_pass_create(const wald_options *options, wald_threshold_pass **out) WALD_NOEXCEPT;
/** Adds rows; how they are ordered and split over calls and states does not show. A call that fails adds none.
 * @param truth vector of uint8_t: 0, 1 or WALD_NOT_RATED. @param scores vector, no NaN. @param weights vector in
 * [2^-20, 2^32], or 0 for rows that count for nothing, rounded to multiples of 2^-20; or NULL for 1 each. */
WALD_API wald_status wald_threshold_pass_feed(wald_threshold_pass *threshold_pass, const wald_array *truth, const wald_array *scores,
                                      const wald_array *weights) WALD_NOEXCEPT;
/** Once all rows of a pass are in `threshold_pass`: the thresholds, to the same bits as wald_choose_threshold; or NULL, and
 * `threshold_pass` is then the next pass, without rows, of which each place takes a copy and feeds its rows again. */
WALD_API wald_status wald_threshold_pass_next(wald_threshold_pass *threshold_pass, wald_thresholds **out) WALD_NOEXCEPT;

/* ---- The frontier ------------------------------------------------------------------------------ */

/** The facts of a frontier. */
typedef int32_t wald_frontier_fact;
/* rows: fact frontier */
enum {
  WALD_FRONTIER_EXACT = 11000, /**< Whether no thresholds at all reach a better point. */
  WALD_FRONTIER_QUANTILES = 11001, /**< Whether quantiles stood for all scores of positives. */
  WALD_FRONTIER_LOCAL_OPTIMUM = 11002, /**< Whether the points are not proved to be the best. */
  WALD_FRONTIER_POSITIVES = 11003, /**< The weight of all positives. */
  WALD_FRONTIER_NEGATIVES = 11004, /**< The weight of all negatives; NaN where rows below rated_from were not fed. */
  WALD_FRONTIER_PN_AREA = 11005, /**< The area under TP against FP, up to the FP that thresholds can reach. */
  WALD_FRONTIER_PN_HULL_AREA = 11006, /**< The same under the concave hull. */
  WALD_FRONTIER_ROC_AREA = 11007, /**< The area under recall against FP/negatives. */
  WALD_FRONTIER_ROC_HULL_AREA = 11008, /**< The same under the concave hull. */
  WALD_FRONTIER_PR_AREA = 11009,
      /**< Precision times the gain in recall, summed over the points; at least the average precision, which counts
           all thresholds. */
  WALD_FRONTIER_TP = 11010, /**< The weight of the flagged positives at each point, from (0, 0) up. */
  WALD_FRONTIER_FP = 11011, /**< The weight of the flagged negatives at each point. */
  WALD_FRONTIER_ON_HULL = 11012, /**< Whether the point is a vertex of the concave hull. */
  WALD_FRONTIER_THRESHOLDS = 11013, /**< The thresholds of each point, point by point: points*n_scores numbers. */
  WALD_FRONTIER_PATH = 11014,
      /**< The thresholds along the path of the methods path and path-equal, from flagging nothing on, step by step:
           steps*n_scores numbers; empty for the other methods. */
  WALD_FRONTIER_RECALL_LOW = 11015,
      /**< The lower limit of the recall at each point, all points together: with certify, else empty. */
  WALD_FRONTIER_RECALL_HIGH = 11016, /**< The upper limit of the recall, likewise. */
  WALD_FRONTIER_FPR_LOW = 11017, /**< The lower limit of the FPR, likewise. */
  WALD_FRONTIER_FPR_HIGH = 11018, /**< The upper limit of the FPR, likewise. */
  WALD_FRONTIER_PRECISION_LOW = 11019, /**< The lower limit of the precision, likewise. */
  WALD_FRONTIER_PRECISION_HIGH = 11020 /**< The upper limit of the precision, likewise. */
};
/* end of rows */

/** Every point that no other one beats in both TP and FP, by the method of the options. */
WALD_API wald_status wald_frontier_create(const wald_sample *sample, const wald_options *options,
                                          wald_frontier **out) WALD_NOEXCEPT;
/** The areas for FP from 0 to max_fp alone, as shares of what a perfect rule reaches there: what a budget, or partial
 * knowledge, leaves of the curves. @param max_fp above 0, at most the weight of the rated negatives.
 * @param pn as the fact of this name; each may be NULL. @param pn_hull the same. @param roc the same.
 * @param roc_hull the same. */
WALD_API wald_status wald_frontier_partial_areas(const wald_frontier *frontier, double max_fp, double *pn,
                                                 double *pn_hull, double *roc, double *roc_hull) WALD_NOEXCEPT;

/* ---- Labels, classes, abstention --------------------------------------------------------------- */

/** The facts of thresholds of labels. */
typedef int32_t wald_labels_fact;
/* rows: fact labels */
enum {
  WALD_LABELS_VALUE = 24000, /**< The value of the goal; with macro the mean over labels. */
  WALD_LABELS_FEASIBLE = 24001, /**< Whether every limit is attained. */
  WALD_LABELS_EXACT = 24002,
      /**< Whether the thresholds are proved to be the best: not if there are too many labels. */
  WALD_LABELS_THRESHOLD = 24003, /**< The threshold; +inf if nothing is flagged. */
  WALD_LABELS_TP = 24004, /**< The weight of the flagged positives. */
  WALD_LABELS_FP = 24005, /**< The weight of the flagged negatives. */
  WALD_LABELS_POSITIVES = 24006, /**< The weight of all positives. */
  WALD_LABELS_PRECISION = 24007, /**< TP/(TP + FP); NaN if nothing is flagged. */
  WALD_LABELS_RECALL = 24008, /**< TP/positives; NaN without positives. */
  WALD_LABELS_LABEL_VALUE = 24009, /**< The value of the goal, with macro. */
  WALD_LABELS_ATTAINED = 24010,
      /**< Whether the label attains every limit; with micro, whether all labels together do. */
  WALD_LABELS_FLAGS = 24011, /**< What the caller should know, as flags. */
  WALD_LABELS_MISSED = 24012,
      /**< Whether the label misses a limit; none does with micro, which limits all labels together. */
  WALD_LABELS_FLAGS_ALL = 24013
      /**< Whether every rated row is flagged, more than ten for each positive: the scores do not separate the label's
           few positives. */
};
/* end of rows */

/** A threshold for each label. By the option "average" each label is a problem of its own (macro), or the counts of all
 * labels are added (micro). A label without positives gets +inf; labels with few positives may share a threshold (the
 * option "min_positives"). @param truth table of uint8_t, one column per label: 0, 1 or WALD_NOT_RATED.
 * @param scores table of the same shape, no NaN. @param weights as for wald_sample_feed. */
WALD_API wald_status wald_labels_choose(const wald_array *truth, const wald_array *scores, const wald_array *weights,
                                        const wald_options *options, wald_labels **out) WALD_NOEXCEPT;

/** The facts of thresholds of segments. The item of a fact of a segment is tolerance*n_segments + segment. */
typedef int32_t wald_segments_fact;
/* rows: fact segments */
enum {
  WALD_SEGMENTS_N_SEGMENTS = 25000, /**< The number of segments. */
  WALD_SEGMENTS_N_TOLERANCES = 25001, /**< The number of answers, one for each tolerance. */
  WALD_SEGMENTS_TOLERANCE = 25002, /**< The tolerance asked for; NaN where no rates are compared. */
  WALD_SEGMENTS_VALUE = 25003, /**< The value of the goal: the metric, TP - FP/cost_ratio, TP, FP, or the gain. */
  WALD_SEGMENTS_BOUND = 25004,
      /**< No thresholds that keep all limits have a better value; the value itself where exact. */
  WALD_SEGMENTS_FEASIBLE = 25005,
      /**< Whether all limits are kept. If a recall is out of reach the answer is the nearest; else nothing is
           flagged. */
  WALD_SEGMENTS_EXACT = 25006, /**< Whether the answer is proved to be the best, or none to be feasible. */
  WALD_SEGMENTS_DIFFERENCE = 25007,
      /**< The largest difference of the compared rate between segments; NaN where none is compared. */
  WALD_SEGMENTS_TOTAL_TP = 25008, /**< The weight of the flagged positives of all segments. */
  WALD_SEGMENTS_TOTAL_FP = 25009, /**< The weight of the flagged negatives of all segments. */
  WALD_SEGMENTS_TOTAL_GAIN = 25010, /**< The gain of all segments. */
  WALD_SEGMENTS_ALL_CERTIFIED = 25011, /**< Whether every segment is certified. */
  WALD_SEGMENTS_THRESHOLD = 25012, /**< The threshold; +inf where nothing is flagged. */
  WALD_SEGMENTS_NEXT_LOWER = 25013, /**< Thresholds above this, up to the chosen one, flag the same rows. */
  WALD_SEGMENTS_TP = 25014, /**< The weight of the flagged positives. */
  WALD_SEGMENTS_FP = 25015, /**< The weight of the flagged negatives. */
  WALD_SEGMENTS_POSITIVES = 25016, /**< The weight of all positives. */
  WALD_SEGMENTS_NEGATIVES = 25017, /**< The weight of all negatives. */
  WALD_SEGMENTS_PRECISION = 25018, /**< TP/(TP + FP); NaN where nothing is flagged. */
  WALD_SEGMENTS_TPR = 25019, /**< TP/positives, the recall; NaN without positives. */
  WALD_SEGMENTS_FPR = 25020, /**< FP/negatives; NaN without negatives. */
  WALD_SEGMENTS_SELECTION_RATE = 25021, /**< The flagged share of all rows; NaN without rows. */
  WALD_SEGMENTS_GAIN = 25022, /**< The benefits less the costs of the flagged rows; NaN where none were given. */
  WALD_SEGMENTS_CERTIFIED = 25023,
      /**< Whether its limits hold for all future rows, of all segments with the probability certify. */
  WALD_SEGMENTS_ROWS_NEEDED = 25024,
      /**< Rows more of the segment that would certify it in about four of five samples: 0 where certified, infinite
           where no number would do, NaN without certify. */
  WALD_SEGMENTS_THEOREM = 25025 /**< The theorem that the certificate stands on. */
};
/* end of rows */

/** What rows of segments have besides; arrays may be NULL. */
typedef struct wald_segment_rows {
  int64_t size;
  int64_t n_segments;         /**< At least 1; 1 without `segments`. */
  const wald_array *segments; /**< Vector of int64_t in [0, n_segments). */
  const wald_array *weights;  /**< As for wald_sample_feed. */
  const wald_array *benefits; /**< Vector, finite: what a flagged positive gains. The goal is then the greatest gain. */
  const wald_array *costs;    /**< What a flagged negative loses, likewise. */
  const wald_array *limits;   /**< Table of each segment's own limits, NaN for none, with the columns min_precision,
                                   min_recall, max_fp, max_alerts, max_fpr, max_alert_rate. */
} wald_segment_rows;

/** A threshold of one score for each segment of the rows (market, language, device), found together: goal and limits
 * are of the counts of all segments added up. The options "parity" and "tolerance" compare a rate between segments.
 * @param truth vector of uint8_t: 0 or 1. @param scores vector, no NaN. @param rows NULL: one segment. */
WALD_API wald_status wald_segments_choose(const wald_array *truth, const wald_array *scores,
                                          const wald_segment_rows *rows, const wald_options *options,
                                          wald_segments **out) WALD_NOEXCEPT;

/** The facts of multipliers. */
typedef int32_t wald_multipliers_fact;
/* rows: fact multipliers */
enum {
  WALD_MULTIPLIERS_VALUE = 23000, /**< The metric or mean cost reached. */
  WALD_MULTIPLIERS_START = 23001, /**< That of equal multipliers. */
  WALD_MULTIPLIERS_MULTIPLIERS = 23002, /**< The multiplier of each class. */
  WALD_MULTIPLIERS_CONFUSION = 23003
      /**< The weight of the rows by truth and decision, truth by truth: n_classes*n_classes numbers. */
};
/* end of rows */

/** Multipliers of exclusive classes: a row gets the class j of the greatest scores[j]*multipliers[j]. A local optimum,
 * never worse than all equal. The options "metric" and "average" say what is greatest (F1, macro).
 * @param truth vector of int64_t, each in [0, n_classes). @param scores table of a column a class, finite and >= 0.
 * @param weights as for wald_sample_feed. @param costs NULL, or in place of a metric costs by
 * truth*n_classes + decision, finite, of the least mean. */
WALD_API wald_status wald_multipliers_choose(const wald_array *truth, const wald_array *scores,
                                             const wald_array *weights, const double *costs,
                                             const wald_options *options, wald_multipliers **out) WALD_NOEXCEPT;
/** The class of each row: by multipliers (NULL: all 1), or where costs is not NULL the one of least expected cost,
 * scores being probabilities. Of ties the smallest index. @param out array of length n_rows. */
WALD_API wald_status wald_class_apply(const double *multipliers, const double *costs, const wald_array *scores,
                                      int64_t *out) WALD_NOEXCEPT;

/** The facts of a zone. */
typedef int32_t wald_zone_fact;
/* rows: fact zone */
enum {
  WALD_ZONE_LOW = 22000, /**< Rows below are cleared. */
  WALD_ZONE_HIGH = 22001, /**< Rows from here on are flagged. */
  WALD_ZONE_TP = 22002, /**< The weight of the flagged positives. */
  WALD_ZONE_FP = 22003, /**< The weight of the flagged negatives. */
  WALD_ZONE_FN = 22004, /**< The weight of the cleared positives. */
  WALD_ZONE_ABSTAINED = 22005, /**< The weight of the rows between. */
  WALD_ZONE_COST = 22006 /**< The cost of all rows. */
};
/* end of rows */

/** Two thresholds on one score, between which a row is left to a person, at the least sum of the costs
 * false_positive_cost, false_negative_cost and abstention_cost of the options. Every row must be rated. */
WALD_API wald_status wald_zone_create(const wald_sample *sample, const wald_options *options,
                                      wald_zone **out) WALD_NOEXCEPT;

/* ---- Curves of probabilities ------------------------------------------------------------------- */

/** What a decision curve says at each threshold probability: the columns of its table. */
typedef int32_t wald_decision_curve_fact;
/* rows: fact decision_curve */
enum {
  WALD_DECISION_CURVE_NET_BENEFIT = 0,
      /**< The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at
           least t are flagged. */
  WALD_DECISION_CURVE_LOW = 1, /**< The lower limit of the net benefit. */
  WALD_DECISION_CURVE_HIGH = 2, /**< The upper limit of the net benefit. */
  WALD_DECISION_CURVE_TP_RATE = 3, /**< TP/n: the share of all rows that are flagged and positive. */
  WALD_DECISION_CURVE_FP_RATE = 4, /**< FP/n: the share of all rows that are flagged and negative. */
  WALD_DECISION_CURVE_DIFFERENCE = 5, /**< The net benefit less that of the reference, on the same rows. */
  WALD_DECISION_CURVE_DIFFERENCE_LOW = 6, /**< The lower limit of the difference. */
  WALD_DECISION_CURVE_DIFFERENCE_HIGH = 7, /**< The upper limit of the difference. */
  WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED = 8
      /**< The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
           positives; the difference of net benefits times (1-t)/t. */
};
/* end of rows */

/** The net benefit of models against the threshold probability, with that of flagging every row (flagging none has 0),
 * limits, and differences to a reference. Of the options are read prevalence, reference, level, bootstrap, seed, threads
 * and progress. Limits are normal ones by the variance of a mean over independent rows, or percentiles of bootstrap
 * samples.
 * @param truth vector of uint8_t, 0 or 1: rows that are not rated are refused. @param probabilities table of a column a
 * model, in [0, 1]. @param weights as for wald_sample_feed. @param thresholds vector, each in (0, 1).
 * @param out table of double, as many columns as there are facts, or the first of them; row m*n_thresholds + t is model m
 * at thresholds[t], m = n_models flags every row. */
WALD_API wald_status wald_decision_curve(const wald_options *options, const wald_array *truth,
                                         const wald_array *probabilities, const wald_array *weights,
                                         const wald_array *thresholds, const wald_array *out) WALD_NOEXCEPT;

/** What is said of the reliability of probabilities. */
typedef int32_t wald_reliability_fact;
/* rows: fact reliability */
enum {
  WALD_RELIABILITY_BRIER = 0, /**< The Brier score: the mean of (p - y)^2. */
  WALD_RELIABILITY_UNCERTAINTY = 1,
      /**< The Brier score of the share of positives said of every row: share*(1 - share). */
  WALD_RELIABILITY_MISCALIBRATION = 2,
      /**< By how much the monotone fit betters the Brier score. The score is miscalibration - discrimination +
           uncertainty. */
  WALD_RELIABILITY_DISCRIMINATION = 3,
      /**< By how much the Brier score of the monotone fit is below the uncertainty. */
  WALD_RELIABILITY_BINNED_RELIABILITY = 4,
      /**< The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability -
           binned_resolution + uncertainty + within_bins. */
  WALD_RELIABILITY_BINNED_RESOLUTION = 5, /**< The mean of (share of positives - that of all rows)^2 of the bins. */
  WALD_RELIABILITY_WITHIN_BINS = 6,
      /**< What bins leave out: the variance of probabilities within bins, less twice their covariance with the
           labels. */
  WALD_RELIABILITY_CALIBRATION_ERROR = 7,
      /**< The expected calibration error of the bins: the mean of |mean probability - share of positives|. */
  WALD_RELIABILITY_MEAN = 8, /**< The mean of the probabilities. */
  WALD_RELIABILITY_PREVALENCE = 9 /**< The share of positives. */
};
/* end of rows */

/** What is said of each bin of a reliability diagram: the columns of its table. */
typedef int32_t wald_reliability_bin_fact;
/* rows: fact reliability_bin */
enum {
  WALD_RELIABILITY_BIN_WEIGHT = 0, /**< The weight of its rows; 0, and NaN for the rest, where ties leave it none. */
  WALD_RELIABILITY_BIN_LOWEST = 1, /**< The least probability. */
  WALD_RELIABILITY_BIN_HIGHEST = 2, /**< The greatest probability. */
  WALD_RELIABILITY_BIN_MEAN = 3, /**< The mean of the probabilities. */
  WALD_RELIABILITY_BIN_SHARE = 4, /**< The share of positives. */
  WALD_RELIABILITY_BIN_LOW = 5,
      /**< The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows. */
  WALD_RELIABILITY_BIN_HIGH = 6 /**< The upper limit of the share. */
};
/* end of rows */

/** How often events happen that are said to happen with probability p: the Brier score taken apart, bins that hold equal
 * weights of rows, and the monotone fit. Of the options are read bins and level.
 * @param truth as for wald_decision_curve. @param probabilities vector, in [0, 1]. @param weights the same.
 * @param out vector of double
 * of as many rows as there are facts, or the first of them. @param bins_out table of double: the bins, by their facts or
 * the first of them. @param fitted vector of double: the monotone fit at each row, NaN where its weight is 0. These two
 * may be NULL. */
WALD_API wald_status wald_reliability(const wald_options *options, const wald_array *truth,
                                      const wald_array *probabilities, const wald_array *weights, const wald_array *out,
                                      const wald_array *bins_out, const wald_array *fitted) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_THRESHOLDS_H */
