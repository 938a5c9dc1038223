/* Wald, routes: where a cheap model's answer is good enough, and where an expensive one, or a person, is asked. A table holds
 * what every stage answers to rows, how sure it is and what it costs; a route says by thresholds which stage answers a
 * row, and the last answer replaces those before it (docs/model-cascades.md). Stages are counted from 0, from the cheap
 * one to the expensive one. Options are of the family "routes". The contract is in wald.h. */
#ifndef WALD_ROUTES_H
#define WALD_ROUTES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wald_stages wald_stages; /**< Rows with what every stage answers. */
typedef struct wald_route wald_route;   /**< Which stage answers a row. Immutable. */
typedef struct wald_route_evaluation wald_route_evaluation;

/* ---- Rows of stages ---------------------------------------------------------------------------- */

/** The facts of rows of stages. */
typedef int32_t wald_stages_fact;
/* rows: fact stages */
enum {
  WALD_STAGES_N_ROWS = 20000, /**< The number of rows. */
  WALD_STAGES_N_STAGES = 20001, /**< The number of stages. */
  WALD_STAGES_N_LABELLED = 20002, /**< The number of rows that are labelled. */
  WALD_STAGES_N_CONSIDERED = 20003, /**< The number of rows that could have been drawn to be labelled. */
  WALD_STAGES_N_WAITING = 20004, /**< The number of rows that were asked for and have no label yet. */
  WALD_STAGES_N_BATCHES = 20005, /**< How often rows to label were asked for. */
  WALD_STAGES_N_CLASSES = 20006,
      /**< 1 more than the largest class answered; 0 where it is only known what is right. */
  WALD_STAGES_N_SEGMENTS = 20007 /**< 1 more than the largest segment. */
};
/* end of rows */

/** No rows yet. @param n_stages in [2, 12]. */
WALD_API wald_status wald_stages_create(int64_t n_stages, wald_stages **out) WALD_NOEXCEPT;
/** Adds rows. A call that fails adds none. Each of answers, segments and scores comes with every feed or with none.
 * @param confidences table of n_stages columns; NaN: the stage never answers that row, unless none follows.
 * @param answers table of WALD_INT32 or WALD_INT64: the class, counted from 0; -1 for an answer of the last stage that is
 *        not known. Or NULL, and `right` in its place.
 * @param truth vector of these types: the class, or -1 where the row is not labelled; or NULL where none is.
 * @param right table in [0, 1]: how right each stage is, as the share of a label set that is; a row of NaN is not
 *        labelled. Or NULL.
 * @param costs table in [0, 1e100], of each stage for each row; or NULL for 1 each.
 * @param weights vector in [0, 1e100]; or NULL for 1 each. A row of weight 0 counts for nothing.
 * @param label_probabilities vector in [1e-100, 1]: with which probability each row was drawn to be labelled, of those
 *        not drawn too; NaN: it was not considered. Or NULL: the labelled rows are a random sample.
 * @param segments vector of WALD_INT32 or WALD_INT64 in [0, 2^20); or NULL.
 * @param scores vector, finite: a router's; or NULL. */
WALD_API wald_status wald_stages_feed(wald_stages *stages, const wald_array *confidences, const wald_array *answers,
                                      const wald_array *truth, const wald_array *right, const wald_array *costs,
                                      const wald_array *weights, const wald_array *label_probabilities,
                                      const wald_array *segments, const wald_array *scores) WALD_NOEXCEPT;
/** Which rows to label next, ascending: `labels` of them on average, drawn with probabilities that the table keeps. The
 * first ones are the pilot of every certificate to come. None where all rows were considered. Of the options all count
 * that a certificate is to be asked for with. @param out array of length [n_rows] at most; a query (NULL) draws
 * nothing, and says how much room is needed at most. */
WALD_API wald_status wald_stages_ask(wald_stages *stages, const wald_options *options, int64_t *out, int64_t capacity,
                                     int64_t *needed) WALD_NOEXCEPT;
/** The labels of rows that were asked for; all must have them before a route is chosen.
 * @param rows vector of WALD_INT64. @param truth vector of WALD_INT32 or WALD_INT64, or NULL where rows have no answers.
 * @param right table of n_stages columns, or NULL where they have. */
WALD_API wald_status wald_stages_label(wald_stages *stages, const wald_array *rows, const wald_array *truth,
                                       const wald_array *right) WALD_NOEXCEPT;

/* ---- Routes ------------------------------------------------------------------------------------ */

/** What is to be least or greatest. */
typedef int32_t wald_route_goal;
/* rows: name route_goal */
enum {
  WALD_ROUTE_GOAL_COST = 0, /**< The least mean cost at which quality is at least min_quality. */
  WALD_ROUTE_GOAL_QUALITY = 1, /**< The best quality within the budget. */
  WALD_ROUTE_GOAL_VALUE = 2 /**< The greatest mean value of the answers less their cost. */
};
/* end of rows */

/** What the quality of a route is. */
typedef int32_t wald_route_measure;
/* rows: name route_measure */
enum {
  WALD_ROUTE_MEASURE_ACCURACY = 0, /**< The share of the answers that are right. */
  WALD_ROUTE_MEASURE_AGREEMENT = 1, /**< The share of the answers that are those of the last stage. */
  WALD_ROUTE_MEASURE_PRECISION = 2, /**< The share of the answers with the positive class that are right. */
  WALD_ROUTE_MEASURE_RECALL = 3, /**< The share of the rows of the positive class that are answered with it. */
  WALD_ROUTE_MEASURE_F = 4 /**< The F-measure of the positive class, by `beta`. */
};
/* end of rows */

/** Which rows have thresholds of their own. */
typedef int32_t wald_route_by;
/* rows: name route_by */
enum {
  WALD_ROUTE_BY_NONE = 0, /**< All rows have the same thresholds. */
  WALD_ROUTE_BY_CLASS = 1, /**< Each class of the first answer has its own. */
  WALD_ROUTE_BY_SEGMENT = 2 /**< Each segment has its own. */
};
/* end of rows */

/** The facts of a route. */
typedef int32_t wald_route_fact;
/* rows: fact route */
enum {
  WALD_ROUTE_N_STAGES = 21000, /**< The number of stages. */
  WALD_ROUTE_N_GROUPS = 21001, /**< The number of groups of rows that have thresholds of their own. */
  WALD_ROUTE_ROUTER = 21002, /**< Whether a score sends each row to one stage before any answer. */
  WALD_ROUTE_BY = 21003, /**< Which rows have thresholds of their own. */
  WALD_ROUTE_GOAL = 21004, /**< What was to be least or greatest. */
  WALD_ROUTE_MEASURE = 21005, /**< What the quality is. */
  WALD_ROUTE_N_ROWS = 21006, /**< The number of rows of a weight above 0 that the route was chosen on. */
  WALD_ROUTE_N_LABELLED = 21007, /**< The number of these rows of which the right answer is known. */
  WALD_ROUTE_COST = 21008, /**< The mean cost of a row, of all stages that it asks. */
  WALD_ROUTE_QUALITY = 21009, /**< The quality on these rows; optimistic for the rows chosen on. */
  WALD_ROUTE_FULL_COST = 21010, /**< The mean cost of the last stage alone. */
  WALD_ROUTE_FULL_QUALITY = 21011, /**< The quality of the last stage alone. */
  WALD_ROUTE_FEASIBLE = 21012,
      /**< Whether the limit of the goal is met on these rows; else the route is the one that comes nearest. */
  WALD_ROUTE_EXACT = 21013,
      /**< Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best. */
  WALD_ROUTE_CERTIFY = 21014, /**< The probability that a certificate was asked for with. */
  WALD_ROUTE_CERTIFIED = 21015,
      /**< Whether the quality is at least min_quality for future rows, with this probability. */
  WALD_ROUTE_THEOREM = 21016, /**< What the certificate stands on. */
  WALD_ROUTE_LABELS_NEEDED = 21017,
      /**< About so many labels more would certify a route that is cheaper than the last stage: 0 where one is
           certified, infinity where no number would. */
  WALD_ROUTE_THRESHOLDS = 21018,
      /**< By groups and in them by stages: a stage answers where its confidence, or a router's score, is at least
           this. NaN: the stage is not asked; -inf: it answers all rows. */
  WALD_ROUTE_SHARES = 21019, /**< The share of these rows that each stage answers. */
  WALD_ROUTE_ENVELOPE_COST = 21020,
      /**< The mean costs of the routes that no other is better than, ascending; thinned to some 1,000. */
  WALD_ROUTE_ENVELOPE_QUALITY = 21021, /**< The qualities of these routes. */
  WALD_ROUTE_ENVELOPE_HULL = 21022 /**< Whether each lies on the upper-left hull, which mixtures of routes reach. */
};
/* end of rows */

/** The best route for a goal on these rows. With `certify` the quality holds for future rows, with that probability;
 * where nothing can be certified the last stage answers every row. */
WALD_API wald_status wald_route_choose(const wald_stages *stages, const wald_options *options,
                                       wald_route **out) WALD_NOEXCEPT;
/** One row at a time, without a state: which stage to ask next. Allocates nothing.
 * @param group the row's segment; by class the answer of the first stage; else 0. One that the route does not know asks
 *        the last stage.
 * @param stage the one asked last, or -1 for which to ask first. @param confidence that stage's; with a router and stage
 *        -1 its score. @param next the stage to ask, or -1 where the answer of `stage` is taken. */
WALD_API wald_status wald_route_next(const wald_route *route, int64_t group, int64_t stage, double confidence,
                                     int64_t *next) WALD_NOEXCEPT;
/** Which stage answers each row. Confidences of stages that are not asked are not looked at.
 * @param confidences table of n_stages columns; with a router a table of one, its scores.
 * @param groups vector of WALD_INT32 or WALD_INT64, as above; or NULL where the route has one group.
 * @param stages array of length n_rows. */
WALD_API wald_status wald_route_apply(const wald_route *route, const wald_array *confidences, const wald_array *groups,
                                      int32_t *stages) WALD_NOEXCEPT;
typedef int32_t wald_route_evaluation_fact;
/* rows: fact route_evaluation */
enum {
  WALD_ROUTE_EVALUATION_COST = 26000, /**< The mean cost of a row, of all stages that it asks. */
  WALD_ROUTE_EVALUATION_QUALITY = 26001, /**< The quality; NaN if no row is labelled. */
  WALD_ROUTE_EVALUATION_SHARES = 26002 /**< The share of the rows that each stage answers. */
};
/* end of rows */

/** What the route does on other rows. Of the options measure, beta and positive count. */
WALD_API wald_status wald_route_evaluate(const wald_route *route, const wald_stages *stages,
                                         const wald_options *options, wald_route_evaluation **out) WALD_NOEXCEPT;

/* ---- Which rows to label ----------------------------------------------------------------------- */

typedef struct wald_labelling wald_labelling; /**< Which rows of one table to ask a better stage about, and when to stop. */

/** The facts of a labelling. */
typedef int32_t wald_labelling_fact;
/* rows: fact labelling */
enum {
  WALD_LABELLING_CERTIFIED = 16000, /**< Whether the goal holds with the confidence: no more rows need labels. */
  WALD_LABELLING_N_ROWS = 16001, /**< The number of rows of the table. */
  WALD_LABELLING_N_LABELLED = 16002, /**< The number of rows whose labels were given. */
  WALD_LABELLING_N_DRAWN = 16003, /**< The number of these that were drawn. */
  WALD_LABELLING_N_EVENTS = 16004, /**< The number of events among the labelled rows. */
  WALD_LABELLING_N_ALLOWED = 16005, /**< The number of events that may stay among the rows that are not labelled. */
  WALD_LABELLING_MAX_EVENTS = 16006,
      /**< The most events there are among the rows that are not labelled, with the confidence. */
  WALD_LABELLING_CUTOFF = 16007 /**< All rows of a higher chance are labelled; 1 where none was labelled in order. */
};
/* end of rows */

/** A table whose rows a first stage has answered, each with the chance of an event. A labelled row takes its label's
 * answer, so that only events among the other rows hurt; the goal holds for this table with the confidence, whatever the
 * chances are worth, and whenever labelling is stopped that says it is done.
 * @param chances vector in [0, 1]. Of what: `quality`.
 * @param quality "accuracy": an event is an answer that differs from its label. "recall": an event is a positive row, and
 *        the positives found are what is returned. "precision": the rows are those flagged, and an event is a negative.
 * @param min_quality the quality that is asked for, in (0, 1).
 * @param certify in (0, 1). @param seed of the draws. */
WALD_API wald_status wald_labelling_create(const wald_array *chances, const char *quality, double min_quality,
                                           double certify, int64_t seed, wald_labelling **out) WALD_NOEXCEPT;
/** The rows to label next, none where it is done. The same rows are given until they are answered.
 * @param most how many rows at most, at least 1; those that stand already are given whatever it is.
 * @param rows of `capacity` elements. @param needed how many rows there are; none is written where it is above capacity. */
WALD_API wald_status wald_labelling_next(wald_labelling *labelling, int64_t most, int64_t *rows, int64_t capacity,
                                         int64_t *needed) WALD_NOEXCEPT;
/** The labels of the rows of the last wald_labelling_next, in its order.
 * @param events vector of WALD_UINT8: 1 for an event, else 0. */
WALD_API wald_status wald_labelling_answer(wald_labelling *labelling, const wald_array *events) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_ROUTES_H */
