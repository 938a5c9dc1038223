/* Wald, cascades: in which order the models of an additive ensemble are asked, and when the sum so far decides. Sources:
 * Wang, Gupta, You (2018), "Quit when you can" (QWYC); Fan, Chu, Wang, Yu (2002): docs/guides/cascades.md. A model gives a
 * row a score, and the ensemble decides for 1 where the sum of scores is at or above a threshold, else for 0; with K
 * classes it gives K scores, and the class of the largest sum is the decision. Disagreement is the share of rows that a
 * cascade decides differently from all models together. Options are of the family "cascades". The contract is in wald.h. */
#ifndef WALD_CASCADES_H
#define WALD_CASCADES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a tree's node sends a value x. */
typedef uint8_t wald_split;
/* rows: name split */
enum {
  WALD_SPLIT_LEAF = 0, /**< No children. */
  WALD_SPLIT_AT_MOST = 1, /**< Left where x <= threshold. */
  WALD_SPLIT_BELOW = 2, /**< Left where x < threshold. */
  WALD_SPLIT_AMONG = 3 /**< Left where x, cut to a whole number, is one of the node's categories. */
};
/* end of rows */

/** Where a missing value (NaN; in WALD_SPLIT_AMONG also what is at most -1, or 2^24 and more) goes. */
typedef uint8_t wald_missing;
/* rows: name missing */
enum {
  WALD_MISSING_RIGHT = 0, /**< Right. */
  WALD_MISSING_LEFT = 1, /**< Left. */
  WALD_MISSING_AS_ZERO = 2, /**< Where 0 would go. */
  WALD_MISSING_ZERO_RIGHT = 3, /**< Right, and 0 with it. */
  WALD_MISSING_ZERO_LEFT = 4, /**< Left, and 0 with it. */
  WALD_MISSING_NAN_RIGHT = 5,
      /**< Right. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right.
           */
  WALD_MISSING_NAN_LEFT = 6
      /**< Left. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right. */
};
/* end of rows */

/** Called on the calling thread for the scores that `model` gives n rows: scores[i*n_classes + c] is for row rows[i].
 * All must be filled, finite. Returns nonzero to cancel. */
typedef int32_t (*wald_score_function)(int64_t model, const int64_t *rows, int64_t n, double *scores, void *user);

typedef struct wald_cascade_scores wald_cascade_scores; /**< Rows with the scores of all models. */
typedef struct wald_cascade wald_cascade;               /**< An order and its thresholds. Immutable. */
typedef struct wald_cascade_evaluation wald_cascade_evaluation;
typedef struct wald_cascade_run wald_cascade_run;       /**< One example on its way through a cascade. */
typedef struct wald_trees wald_trees;                   /**< An additive ensemble of decision trees. */

/* ---- Rows of scores ---------------------------------------------------------------------------- */

/** No rows yet. @param n_models in [1, 2^20]. @param n_classes 1: a sum and a threshold; else 2 to 65536: the largest
 * of that many sums. */
WALD_API wald_status wald_cascade_scores_create(int64_t n_models, int64_t n_classes,
                                                wald_cascade_scores **out) WALD_NOEXCEPT;
/** Adds rows; how they are ordered and split over calls does not show in what is fitted. A call that fails adds none.
 * @param table of n_models*n_classes columns, finite; column t*n_classes + c is class c of model t.
 * @param weights vector, finite and >= 0, or NULL for 1 each. A row of weight 0 counts for nothing.
 * @param targets vector, or NULL: what the orders "mse" and "greedy" compare sums with, being the label in the units of
 *        the sum, or its class; without them the full sum. With every feed or with none. */
WALD_API wald_status wald_cascade_scores_feed(wald_cascade_scores *scores, const wald_array *table,
                                              const wald_array *weights, const wald_array *targets) WALD_NOEXCEPT;
/** Adds the scores that the models of an ensemble give rows of features, without its base; a model is trees_per_model
 * trees, and there are as many classes as outputs. Of the options threads and progress count.
 * @param features table; NaN is missing. */
WALD_API wald_status wald_cascade_scores_feed_trees(wald_cascade_scores *scores, const wald_trees *trees,
                                                    const wald_array *features, const wald_array *weights,
                                                    const wald_array *targets,
                                                    const wald_options *options) WALD_NOEXCEPT;

/* ---- Cascades ---------------------------------------------------------------------------------- */

/** Fits a cascade. @param calibration rows that have no part in fitting, all of the same weight; or NULL. With them
 * thresholds are moved apart until the disagreement is certified to be at most the target, with the confidence. */
WALD_API wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                                      const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;
/** Another cascade, certified on rows that had no part in fitting. Of the options target, confidence, threads and
 * progress count. @param calibration these rows, all of the same weight. */
WALD_API wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                            const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;

/** What the cascade does on other rows. Of the options threads and progress count. */
WALD_API wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                           const wald_options *options,
                                           wald_cascade_evaluation **out) WALD_NOEXCEPT;

/* ---- Running a cascade ------------------------------------------------------------------------- */

/** Decides rows of scores; those of models that are not asked are not looked at. Of the options threads and progress
 * count. @param table of n_models*n_classes columns. @param decisions array of length n_rows: 0 or 1, with K classes the
 * class. @param counts array of length n_rows: how many models were asked. @param sums array of length
 * n_rows*n_classes: the sum of scores of rows for which all were asked, else NaN. Each may be NULL. */
WALD_API wald_status wald_cascade_apply(const wald_cascade *cascade, const wald_array *table,
                                        const wald_options *options, int32_t *decisions, int32_t *counts,
                                        double *sums) WALD_NOEXCEPT;
/** Decides rows whose scores are computed as they are needed: model after model is asked, for the rows that are still
 * undecided. */
WALD_API wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows,
                                                 wald_score_function function, void *user, int32_t *decisions,
                                                 int32_t *counts, double *sums) WALD_NOEXCEPT;
/** Decides rows of features by the trees that the cascade was bound to, walking those alone that are needed: as
 * wald_cascade_apply does with the trees' scores. @param features table; NaN is missing. */
WALD_API wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const wald_array *features,
                                              const wald_options *options, int32_t *decisions, int32_t *counts,
                                              double *sums) WALD_NOEXCEPT;

/** One example at a time. Each thread has a run of its own; the cascade may be destroyed first. */
WALD_API wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) WALD_NOEXCEPT;
/** Takes the scores of the model that was to be asked. Allocates nothing. @param scores array of length n_scores =
 * n_classes, finite; NULL with n_scores 0 begins an example. @param model the next one to ask, or -1 where the example is
 * decided. @param decision -1, or where it is decided 0 or 1, with K classes the class. @param count how many models were
 * asked. @param sums array of length n_scores: the sums once all models were asked, else NaN. Each of the four may be
 * NULL. */
WALD_API wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores,
                                           int64_t *model, int32_t *decision, int64_t *count,
                                           double *sums) WALD_NOEXCEPT;

/* ---- Trees ------------------------------------------------------------------------------------- */

/** A tree, its root first. Arrays have length n_nodes; where a node is a leaf only its values count. */
typedef struct wald_tree {
  int64_t size;               /**< sizeof(wald_tree) */
  int64_t output;             /**< In [0, n_outputs); 0 where leaf_width is above 1. */
  int64_t n_nodes;            /**< In [1, 2^30). */
  const wald_split *split;
  const wald_missing *missing;
  const int32_t *feature;
  const int32_t *left, *right; /**< The children, each of one parent. */
  const double *threshold;
  const int64_t *category_begin; /**< Of length n_nodes + 1: node i goes left among categories[category_begin[i]] up to
                                      and without categories[category_begin[i + 1]]. NULL where no split is
                                      WALD_SPLIT_AMONG. */
  const int32_t *categories;     /**< Ascending for each node, each in [0, 2^24). */
  const double *values;          /**< Of length n_nodes*leaf_width, node by node, finite. */
} wald_tree;

/** The shape of an ensemble. */
typedef struct wald_trees_shape {
  int64_t size;            /**< sizeof(wald_trees_shape) */
  int64_t n_features;      /**< In [1, 2^24]. */
  int64_t n_outputs;       /**< In [1, 65536]. */
  int64_t leaf_width;      /**< Values of a leaf: 1, added to the tree's output, or n_outputs, one added to each. */
  int64_t trees_per_model; /**< How many trees in a row are one model of a cascade: at least 1. */
  wald_type summation;     /**< WALD_FLOAT32: outputs add up in float, tree after tree from the base on (XGBoost). */
  int32_t float_features;  /**< 1: features are cut to float before they are compared (XGBoost, scikit-learn). */
} wald_trees_shape;

/** An ensemble without trees. @param base array of length n_outputs, finite, that sums begin with; NULL: 0. */
WALD_API wald_status wald_trees_create(const wald_trees_shape *shape, const double *base,
                                       wald_trees **out) WALD_NOEXCEPT;
/** Adds a tree, which is copied. */
WALD_API wald_status wald_trees_add(wald_trees *trees, const wald_tree *tree) WALD_NOEXCEPT;
/** The threshold of sums without the base: what to fit a cascade with. For one output.
 * @param margin the threshold of whole sums that it stands for, finite. */
WALD_API wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) WALD_NOEXCEPT;
/** The sums of all trees, base included. Of the options threads and progress count. @param features table; NaN is
 * missing. @param out array of length n_rows*n_outputs, row by row. */
WALD_API wald_status wald_trees_evaluate(const wald_trees *trees, const wald_array *features,
                                         const wald_options *options, double *out) WALD_NOEXCEPT;
/** The trees of a model that another library saved: XGBoost as JSON or UBJSON, LightGBM as text or by dump_model,
 * CatBoost as JSON; or what wald_save wrote. The format follows from the content. Sums are the library's margins
 * (raw scores), to the bit as docs/guides/cascades.md states it. A model that these trees cannot stand for is
 * WALD_ERROR_UNSUPPORTED, anything else WALD_ERROR_FORMAT.
 * @param text all bytes of the file, which the caller reads; UBJSON is not text, and may hold zero bytes.
 * @param iterations how many rounds of boosting to take, from the first on; 0: all. */
WALD_API wald_status wald_trees_import(const char *text, int64_t length, int64_t iterations,
                                       wald_trees **out) WALD_NOEXCEPT;
/** Another cascade, which has a copy of the trees and takes features (wald_cascade_apply_trees). Its models must be
 * those of the ensemble. */
WALD_API wald_status wald_cascade_bind(const wald_cascade *cascade, const wald_trees *trees,
                                       wald_cascade **out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_CASCADES_H */
