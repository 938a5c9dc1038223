/* Wald, cascades: the order in which the models of an additive ensemble run, and when the sum so far decides.
 * Sources: Wang, Gupta, You (2018), "Quit when you can" (QWYC); Fan, Chu, Wang, Yu (2002): docs/guides/cascades.md.
 * A model gives one row per score; the ensemble decides 1 if the sum reaches a threshold, else 0. With K classes it
 * gives K scores, and the largest sum decides. Disagreement is the share of rows decided differently from all
 * models. Options: family "cascades". */
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
 * All are finite. Nonzero cancels. */
typedef int32_t (*wald_score_function)(int64_t model, const int64_t *rows, int64_t n, double *scores, void *user);

typedef struct wald_cascade_scores wald_cascade_scores; /**< Rows with the scores of all models. */
typedef struct wald_cascade wald_cascade;               /**< An order and its thresholds. */
typedef struct wald_cascade_evaluation wald_cascade_evaluation;
typedef struct wald_cascade_run wald_cascade_run;       /**< One example on its way through a cascade. */
typedef struct wald_trees wald_trees;                   /**< An additive ensemble of decision trees. */

/* -- Rows of scores */

/** No rows yet. @param n_models in [1, 2^20]. @param n_classes 1: a sum and a threshold; else 2 to 65536: the largest
 * of that many sums. */
WALD_API wald_status wald_cascade_scores_create(int64_t n_models, int64_t n_classes,
                                                wald_cascade_scores **out) WALD_NOEXCEPT;
/** Adds rows, in any order.
 * @param table of n_models*n_classes columns, finite; column t*n_classes + c is class c of model t.
 * @param targets vector: what the orders "mse" and "greedy" compare sums with, the label in units of the sum, or its
 * class; NULL: the full sum. With every feed or with none.
 * @param trees NULL, or what gives the scores, without its base: `table` then holds features, NaN for missing. A
 * model is trees_per_model trees, a class an output. @param options NULL without trees. */
WALD_API wald_status wald_cascade_scores_feed(wald_cascade_scores *scores, const wald_array *table,
                                              const wald_array *weights, const wald_array *targets,
                                              const wald_trees *trees, const wald_options *options) WALD_NOEXCEPT;

/* -- Cascades */

/** Fits a cascade. @param calibration other rows, of equal weights, or NULL. With them thresholds move apart until the
 * disagreement is certified to be at most the target. */
WALD_API wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                                      const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;
/** Another cascade, certified. @param calibration rows of equal weights that had no part in fitting. */
WALD_API wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                            const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;

/** What the cascade does on other rows. */
WALD_API wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                           const wald_options *options,
                                           wald_cascade_evaluation **out) WALD_NOEXCEPT;

/* -- Running a cascade */

/** Decides rows of scores; those of models that do not run are not read. The results are arrays of length n_rows,
 * or NULL. @param table of n_models*n_classes columns. @param decisions 0 or 1, or the class. @param counts how many
 * models ran. @param sums of length n_rows*n_classes: the sums of rows for which all models ran, else NaN. */
WALD_API wald_status wald_cascade_apply(const wald_cascade *cascade, const wald_array *table,
                                        const wald_options *options, int32_t *decisions, int32_t *counts,
                                        double *sums) WALD_NOEXCEPT;
/** Decides rows whose scores are computed as needed, model after model, for the rows still undecided. */
WALD_API wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows,
                                                 wald_score_function function, void *user, int32_t *decisions,
                                                 int32_t *counts, double *sums) WALD_NOEXCEPT;
/** Decides rows of features by the cascade's trees, as wald_cascade_apply does with their scores, but walks only the
 * trees that are needed. @param features table; NaN is missing. */
WALD_API wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const wald_array *features,
                                              const wald_options *options, int32_t *decisions, int32_t *counts,
                                              double *sums) WALD_NOEXCEPT;

/** One example at a time. Each thread has a run of its own; the cascade may be destroyed first. */
WALD_API wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) WALD_NOEXCEPT;
/** Takes the scores of the requested model. Allocates nothing. Results may be NULL.
 * @param scores array of length n_scores = n_classes, finite; NULL with n_scores 0 begins an example. @param model the
 * next to run, or -1 once decided. @param decision -1 before, then 0, 1 or the class. @param count how many models
 * ran.
 * @param sums array of length n_scores: the sums once all models ran, else NaN. */
WALD_API wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores,
                                           int64_t *model, int32_t *decision, int64_t *count,
                                           double *sums) WALD_NOEXCEPT;

/* -- Trees */

/** A tree, its root first. Arrays have length n_nodes; of a leaf only the values count. */
typedef struct wald_tree {
  int64_t size;
  int64_t output;             /**< In [0, n_outputs); 0 if leaf_width is above 1. */
  int64_t n_nodes;            /**< In [1, 2^30). */
  const wald_split *split;
  const wald_missing *missing;
  const int32_t *feature;
  const int32_t *left, *right; /**< The children, each of one parent. */
  const double *threshold;
  const int64_t *category_begin; /**< Of length n_nodes + 1: node i goes left among categories[category_begin[i]] to
                                      categories[category_begin[i + 1] - 1]. NULL without WALD_SPLIT_AMONG. */
  const int32_t *categories;     /**< Ascending for each node, each in [0, 2^24). */
  const double *values;          /**< Of length n_nodes*leaf_width, node by node, finite. */
} wald_tree;

/** The shape of an ensemble. */
typedef struct wald_trees_shape {
  int64_t size;
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
/** The threshold of sums without the base, to fit a cascade with. For one output. @param margin the threshold of whole
 * sums, finite. */
WALD_API wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) WALD_NOEXCEPT;
/** The sums of all trees, base included. @param features table; NaN is missing.
 * @param out array of length n_rows*n_outputs, row by row. */
WALD_API wald_status wald_trees_evaluate(const wald_trees *trees, const wald_array *features,
                                         const wald_options *options, double *out) WALD_NOEXCEPT;
/** The trees of a model that another library saved: XGBoost as JSON or UBJSON, LightGBM as text or by dump_model,
 * CatBoost as JSON; or what wald_save wrote. Sums are the library's margins (raw scores), to the
 * bit as docs/guides/cascades.md states it. A model that is no sum of such trees is WALD_ERROR_UNSUPPORTED.
 * @param text the bytes of the file. @param iterations how many rounds of boosting to take; 0: all. */
WALD_API wald_status wald_trees_import(const char *text, int64_t length, int64_t iterations,
                                       wald_trees **out) WALD_NOEXCEPT;
/** Another cascade, with a copy of the trees, for wald_cascade_apply_trees. Its models must be those of the
 * ensemble. */
WALD_API wald_status wald_cascade_bind(const wald_cascade *cascade, const wald_trees *trees,
                                       wald_cascade **out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_CASCADES_H */
