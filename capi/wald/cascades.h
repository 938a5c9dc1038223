/* Wald, cascades: in which order the models of an additive ensemble are asked, and when the sum so far decides. Sources:
 * Wang, Gupta, You (2018), "Quit when you can" (QWYC); Fan, Chu, Wang, Yu (AAAI 2002): docs/cascades.md. A model gives a
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

/** The facts of rows of scores. */
typedef int32_t wald_cascade_scores_fact;
/* rows: fact cascade_scores */
enum {
  WALD_CASCADE_SCORES_N_ROWS = 12000, /**< The number of rows. */
  WALD_CASCADE_SCORES_N_MODELS = 12001, /**< The number of models. */
  WALD_CASCADE_SCORES_N_CLASSES = 12002 /**< 1 for a sum and a threshold, else the number of classes. */
};
/* end of rows */

/** No rows yet. @param n_models in [1, 2^20]. @param n_classes 1: a sum and a threshold; else 2 to 65536: the largest
 * of so many sums. */
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

/** The facts of a cascade. */
typedef int32_t wald_cascade_fact;
/* rows: fact cascade */
enum {
  WALD_CASCADE_N_MODELS = 13000, /**< The number of models. */
  WALD_CASCADE_N_CLASSES = 13001, /**< 1 for a sum and a threshold, else the number of classes. */
  WALD_CASCADE_THRESHOLD = 13002, /**< The sum of scores from which a row is positive. */
  WALD_CASCADE_NEGATIVES_ONLY = 13003, /**< Whether rows leave early only as negatives. */
  WALD_CASCADE_ALPHA = 13004, /**< The disagreement that was allowed. */
  WALD_CASCADE_FULL_COST = 13005, /**< The cost of all models. */
  WALD_CASCADE_N_ROWS = 13006, /**< The number of fitted rows. */
  WALD_CASCADE_DISAGREEMENT = 13007,
      /**< The share of these rows that the cascade decides differently from all models, recounted; optimistic for a
           joint order. */
  WALD_CASCADE_MEAN_MODELS = 13008, /**< The mean number of models asked on these rows. */
  WALD_CASCADE_MEAN_COST = 13009, /**< The mean cost of a row. */
  WALD_CASCADE_SPEEDUP = 13010, /**< full_cost/mean_cost. */
  WALD_CASCADE_CROSS_DISAGREEMENT = 13011,
      /**< The disagreement, each fold decided by a cascade that was fitted without it. */
  WALD_CASCADE_CROSS_MEAN_MODELS = 13012, /**< The mean number of models, cross-fitted. */
  WALD_CASCADE_CROSS_MEAN_COST = 13013, /**< The mean cost, cross-fitted. */
  WALD_CASCADE_N_HELD_OUT_ROWS = 13014, /**< The number of calibration rows of a weight above 0. */
  WALD_CASCADE_HELD_OUT_DISAGREEMENT = 13015, /**< The disagreement on the calibration rows. */
  WALD_CASCADE_HELD_OUT_MEAN_MODELS = 13016, /**< The mean number of models on the calibration rows. */
  WALD_CASCADE_HELD_OUT_MEAN_COST = 13017, /**< The mean cost on the calibration rows. */
  WALD_CASCADE_CERTIFIED_DISAGREEMENT = 13018,
      /**< The disagreement is at most this with the confidence: the target, or 0 where no row leaves early because
           nothing can be certified. */
  WALD_CASCADE_CERTIFY = 13019, /**< The probability with which the certificate holds. */
  WALD_CASCADE_SPREADS = 13020,
      /**< By how many spreads calibration moved the thresholds apart; inf where no row leaves early. */
  WALD_CASCADE_GAMMA = 13021, /**< The width of a bin's thresholds in deviations; NaN without bins. */
  WALD_CASCADE_BIN_WIDTH = 13022, /**< The width of a bin; NaN without bins. */
  WALD_CASCADE_UNIT = 13023, /**< Scores are rounded to multiples of this. */
  WALD_CASCADE_N_ROUNDED_ROWS = 13024, /**< The number of fitted rows that unrounded sums decide differently. */
  WALD_CASCADE_N_FEATURES = 13025,
      /**< The number of features that its trees take; without trees, of those that were named. */
  WALD_CASCADE_ORDER = 13026, /**< The model asked at each position, counted from 0. */
  WALD_CASCADE_LOW = 13027, /**< A sum below it decides for 0; -inf: none does. NaN with bins or several classes. */
  WALD_CASCADE_HIGH = 13028,
      /**< A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be
           ahead. NaN with bins. */
  WALD_CASCADE_SPREAD = 13029, /**< The standard deviation of what the models behind the position add. */
  WALD_CASCADE_STOPS = 13030, /**< The share of the fitted rows decided at each position. */
  WALD_CASCADE_CROSS_STOPS = 13031, /**< The same, cross-fitted; empty where not known. */
  WALD_CASCADE_HELD_OUT_STOPS = 13032, /**< The same of the calibration rows; empty where not known. */
  WALD_CASCADE_NAME = 13033, /**< The name of a model; empty where none were set. */
  WALD_CASCADE_FEATURE_NAME = 13034, /**< The name of a feature; empty where none were set. */
  WALD_CASCADE_N_CATEGORIES = 13035, /**< The number of categories that were named, of all features. */
  WALD_CASCADE_CATEGORY = 13036,
      /**< "feature=category"; those of a feature in the order of their codes 0, 1, 2, ... */
  WALD_CASCADE_ALGORITHM = 13037,
      /**< How it was found when to stop: sums or votes; of cheaper the one that was chosen. */
  WALD_CASCADE_PRICE = 13038, /**< Of votes: the price of an error, in models, for which they stop best. */
  WALD_CASCADE_EXPECTED_DISAGREEMENT = 13039,
      /**< Of votes: the disagreement that is expected of new rows, over all orders of the models. */
  WALD_CASCADE_EXPECTED_MEAN_MODELS = 13040,
      /**< Of votes: the mean number of models that is expected of new rows, over all orders. */
  WALD_CASCADE_OTHER_MEAN_COST = 13041
      /**< The mean cost on the calibration rows of the algorithm that was not chosen; NaN but with cheaper. */
};
/* end of rows */

/** Fits a cascade. @param calibration rows that have no part in fitting, all of the same weight; or NULL. With them
 * thresholds are moved apart until the disagreement is certified to be at most the target, with the confidence. */
WALD_API wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                                      const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;
/** Another cascade, certified on rows that had no part in fitting. Of the options target, confidence, threads and
 * progress count. */
WALD_API wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                            const wald_options *options, wald_cascade **out) WALD_NOEXCEPT;

typedef int32_t wald_cascade_evaluation_fact;
/* rows: fact cascade_evaluation */
enum {
  WALD_CASCADE_EVALUATION_DISAGREEMENT = 25000,
      /**< The share of the rows that it decides differently from all models. */
  WALD_CASCADE_EVALUATION_MEAN_MODELS = 25001, /**< The mean number of models that are asked. */
  WALD_CASCADE_EVALUATION_MEAN_COST = 25002, /**< Their mean cost. */
  WALD_CASCADE_EVALUATION_STOPS = 25003 /**< The share of the rows that is decided at each position. */
};
/* end of rows */

/** What the cascade does on other rows. Of the options threads and progress count. */
WALD_API wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                           const wald_options *options,
                                           wald_cascade_evaluation **out) WALD_NOEXCEPT;

/* ---- Running a cascade ------------------------------------------------------------------------- */

/** Decides rows of scores; those of models that are not asked are not looked at. Of the options threads and progress
 * count. @param table of n_models*n_classes columns. @param decisions array of length n_rows: 0 or 1, with K classes the
 * class. @param counts array of length n_rows: how many models were asked. Either may be NULL. */
WALD_API wald_status wald_cascade_apply(const wald_cascade *cascade, const wald_array *table,
                                        const wald_options *options, int32_t *decisions,
                                        int32_t *counts) WALD_NOEXCEPT;
/** Decides rows whose scores are computed as they are needed: model after model is asked, for the rows that are still
 * undecided. */
WALD_API wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows,
                                                 wald_score_function function, void *user, int32_t *decisions,
                                                 int32_t *counts) WALD_NOEXCEPT;
/** Decides rows of features by the trees that the cascade was bound to, walking those alone that are needed: as
 * wald_cascade_apply does with the trees' scores. @param features table; NaN is missing. */
WALD_API wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const wald_array *features,
                                              const wald_options *options, int32_t *decisions,
                                              int32_t *counts) WALD_NOEXCEPT;

/** One example at a time. Each thread has a run of its own; the cascade may be destroyed first. */
WALD_API wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) WALD_NOEXCEPT;
/** Begins another example. @param model the first model to ask. */
WALD_API wald_status wald_cascade_run_start(wald_cascade_run *run, int64_t *model) WALD_NOEXCEPT;
/** Takes the scores of the model that was to be asked. Allocates nothing. @param scores array of length n_scores =
 * n_classes, finite. @param model the next one to ask, or -1 where the example is decided. @param decision -1, or where
 * it is decided 0 or 1, with K classes the class. @param count how many models were asked; each may be NULL. */
WALD_API wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores,
                                           int64_t *model, int32_t *decision, int64_t *count) WALD_NOEXCEPT;

/* ---- Trees ------------------------------------------------------------------------------------- */

/** The facts of an ensemble of trees. */
typedef int32_t wald_trees_fact;
/* rows: fact trees */
enum {
  WALD_TREES_N_TREES = 15000, /**< The number of trees. */
  WALD_TREES_N_MODELS = 15001, /**< The number of models of a cascade: trees/trees_per_model, rounded down. */
  WALD_TREES_N_FEATURES = 15002, /**< The number of features. */
  WALD_TREES_N_OUTPUTS = 15003, /**< The number of outputs. */
  WALD_TREES_LEAF_WIDTH = 15004, /**< The number of values of a leaf. */
  WALD_TREES_FEATURE_NAME = 15005, /**< The name of a feature; empty where the model file has none. */
  WALD_TREES_N_CATEGORIES = 15006, /**< The number of categories that the model file names, of all features. */
  WALD_TREES_CATEGORY = 15007, /**< "feature=category"; those of a feature in the order of their codes 0, 1, 2, ... */
  WALD_TREES_N_UNPLACED_COLUMNS = 15008,
      /**< The number of columns whose categories the file names without the columns they belong to. */
  WALD_TREES_UNSEEN_IS_ERROR = 15009
      /**< Whether a category that the file does not name is an error (XGBoost), rather than missing. */
};
/* end of rows */

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

/** An ensemble without trees. @param n_features in [1, 2^24]. @param n_outputs in [1, 65536].
 * @param leaf_width values of a leaf: 1, added to the tree's output, or n_outputs, one added to each.
 * @param trees_per_model how many trees in a row are one model of a cascade: at least 1.
 * @param summation WALD_FLOAT32 where outputs add up in float, tree after tree from the base on (XGBoost).
 * @param float_features 1 where features are cut to float before they are compared (XGBoost, scikit-learn), else 0.
 * @param base array of length n_outputs, finite, that sums begin with; NULL: 0. */
WALD_API wald_status wald_trees_create(int64_t n_features, int64_t n_outputs, int64_t leaf_width,
                                       int64_t trees_per_model, wald_type summation, int32_t float_features,
                                       const double *base, wald_trees **out) WALD_NOEXCEPT;
/** Adds a tree, which is copied. */
WALD_API wald_status wald_trees_add(wald_trees *trees, const wald_tree *tree) WALD_NOEXCEPT;
/** The threshold of sums without the base that stands for `margin`, a threshold of whole sums: what to fit a cascade
 * with. For one output. */
WALD_API wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) WALD_NOEXCEPT;
/** The sums of all trees, base included. Of the options threads and progress count. @param features table; NaN is
 * missing. @param out array of length n_rows*n_outputs, row by row. */
WALD_API wald_status wald_trees_evaluate(const wald_trees *trees, const wald_array *features,
                                         const wald_options *options, double *out) WALD_NOEXCEPT;
/** The trees of a model that another library saved: XGBoost as JSON or UBJSON, LightGBM as text or by dump_model,
 * CatBoost as JSON; or what wald_save wrote. The format follows from the content. Sums are the library's margins
 * (raw scores), to the bit as docs/cascades.md states it. A model that these trees cannot stand for is
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
