/* Wald, routes: when to accept a cheap model's answer, and when to escalate to an expensive one or a person. A table has
 * the answer, confidence and cost of every stage; thresholds of a route decide which stage answers a row
 * (docs/guides/model-cascades.md). Stages count from 0, the cheapest. Options: family "routes". */
#ifndef WALD_ROUTES_H
#define WALD_ROUTES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wald_stages wald_stages; /**< Rows with the answers of every stage. */
typedef struct wald_route wald_route;   /**< Which stage answers a row. */
typedef struct wald_route_evaluation wald_route_evaluation;

/* -- Rows of stages */

/** No rows yet. @param n_stages in [2, 12]. */
WALD_API wald_status wald_stages_create(int64_t n_stages, wald_stages **out) WALD_NOEXCEPT;
/** Rows of stages; NULL for what is not there. Each of answers, segments and scores comes with every feed or none. */
typedef struct wald_stage_rows {
  int64_t size;
  const wald_array *confidences; /**< Table of n_stages columns; NaN: no answer, but of the last stage. */
  const wald_array *answers; /**< Table of WALD_INT32 or WALD_INT64: classes from 0; -1: the last stage's is unknown.
                                  NULL if `right` is given. */
  const wald_array *truth;   /**< Vector of these types: classes; -1: not labelled. NULL: none is. */
  const wald_array *right;   /**< Table in [0, 1]: the share of a label set that is right; a row of NaN: not
                                  labelled. */
  const wald_array *costs;   /**< Table in [0, 1e100]; NULL: 1 each. */
  const wald_array *weights; /**< In [0, 1e100]. */
  const wald_array *label_probabilities; /**< Vector in [1e-100, 1]: the probability that a row is drawn to be
                                              labelled; NaN: not considered. NULL: labelled at random. */
  const wald_array *segments; /**< Vector of WALD_INT32 or WALD_INT64 in [0, 2^20). */
  const wald_array *scores;   /**< Vector, finite: a router's. */
} wald_stage_rows;

/** Adds rows. */
WALD_API wald_status wald_stages_feed(wald_stages *stages, const wald_stage_rows *rows) WALD_NOEXCEPT;
/** Which rows to label next, ascending: `labels` of them on average, drawn with probabilities that the table keeps. The
 * first ones are the pilot of every certificate, whose options these must be. None once all rows were considered.
 * @param out array of length [n_rows] at most; a query (NULL) draws nothing. */
WALD_API wald_status wald_stages_ask(wald_stages *stages, const wald_options *options, int64_t *out, int64_t capacity,
                                     int64_t *needed) WALD_NOEXCEPT;
/** The labels of requested rows, all before a route is chosen. @param rows vector of WALD_INT64.
 * @param truth vector of WALD_INT32 or WALD_INT64; NULL if rows have no answers. @param right table; NULL if they
 * have. */
WALD_API wald_status wald_stages_label(wald_stages *stages, const wald_array *rows, const wald_array *truth,
                                       const wald_array *right) WALD_NOEXCEPT;

/* -- Routes */

/** What is minimised or maximised. */
typedef int32_t wald_route_goal;
/* rows: name route_goal */
enum {
  WALD_ROUTE_GOAL_COST = 0, /**< The least mean cost at which quality is at least min_quality. */
  WALD_ROUTE_GOAL_QUALITY = 1, /**< The best quality within the budget. */
  WALD_ROUTE_GOAL_VALUE = 2 /**< The greatest mean value of the answers less their cost. */
};
/* end of rows */

/** The measure of quality. */
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

/** The best route for a goal on these rows. With `certify` the quality holds for future rows; if nothing can be
 * certified the last stage answers every row. If no route keeps the limit, this is the nearest, and
 * "feasible" is 0. */
WALD_API wald_status wald_route_choose(const wald_stages *stages, const wald_options *options,
                                       wald_route **out) WALD_NOEXCEPT;
/** One row at a time, without a state: which stage to call next. Allocates nothing.
 * @param group the row's segment; by class the answer of the first stage; else 0. An unknown one goes to the last stage.
 * @param stage the one called last, or -1. @param confidence that stage's; with a router and stage -1 its score.
 * @param next the stage to call, or -1: accept the answer of `stage`. */
WALD_API wald_status wald_route_next(const wald_route *route, int64_t group, int64_t stage, double confidence,
                                     int64_t *next) WALD_NOEXCEPT;
/** Which stage answers each row. @param confidences table of n_stages columns, those of stages that are not called
 * unread; with a router a table of one, its scores. @param groups vector of WALD_INT32 or WALD_INT64, as above; NULL
 * if the route has one group. @param stages array of length n_rows. */
WALD_API wald_status wald_route_apply(const wald_route *route, const wald_array *confidences, const wald_array *groups,
                                      int32_t *stages) WALD_NOEXCEPT;
/** Evaluates the route on other rows. */
WALD_API wald_status wald_route_evaluate(const wald_route *route, const wald_stages *stages,
                                         const wald_options *options, wald_route_evaluation **out) WALD_NOEXCEPT;

typedef struct wald_labelling wald_labelling; /**< Which rows of a table to label, and when to stop. */

/** A table whose rows a first stage has answered, each with the chance of an event. Labelled rows take their label, so
 * only events in unlabelled rows count. The target holds for this table, however wrong the chances.
 * @param chances vector in [0, 1], of the events of `quality`.
 * @param quality "accuracy": events are wrong answers. "recall": events are positive rows, and the labelled positives
 * are returned. "precision": rows are those flagged, events negatives.
 * @param min_quality the target, in (0, 1).
 * @param certify in (0, 1). @param seed of the draws. */
WALD_API wald_status wald_labelling_create(const wald_array *chances, const char *quality, double min_quality,
                                           double certify, int64_t seed, wald_labelling **out) WALD_NOEXCEPT;
/** The rows to label next, none once it is done. The same rows are given until they are answered.
 * @param most how many new rows at most, at least 1. @param rows array of length [*needed]. */
WALD_API wald_status wald_labelling_next(wald_labelling *labelling, int64_t most, int64_t *rows, int64_t capacity,
                                         int64_t *needed) WALD_NOEXCEPT;
/** The labels of the last rows, in their order. @param events vector of WALD_UINT8: 1 for an event, else 0.
 * @param chances NULL, or new ones of all rows, as from the labels so far. */
WALD_API wald_status wald_labelling_answer(wald_labelling *labelling, const wald_array *events,
                                           const wald_array *chances) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_ROUTES_H */
