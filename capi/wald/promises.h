/* Wald, promises: whether a deployed rule still does what was promised. Rows are fed as they come, their labels
 * when they are known, late or never. All answers hold at all times at once, so they may be looked at after every row
 * (docs/developers/algorithms-promises.md). Options: family "promises". */
#ifndef WALD_PROMISES_H
#define WALD_PROMISES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wald_promise wald_promise; /**< A metric with a bound, and the rows that were fed. */

/** Whether a promise is kept. */
typedef int32_t wald_promise_state;
/* rows: name promise_state */
enum {
  WALD_PROMISE_STATE_OPEN = 0, /**< No evidence against the promise so far, and no proof that it is kept. */
  WALD_PROMISE_STATE_KEPT = 1, /**< The rows so far prove that the promise is kept, if they are of one kind. */
  WALD_PROMISE_STATE_BROKEN = 2 /**< The promise is broken, over all rows so far or over the recent ones. */
};
/* end of rows */

/** No rows yet. @param claim metric, >= or <=, and bound: "precision>=0.95", "recall>=0.8", "fpr<=0.01",
 * "alert_rate<=0.002", "cost:1:5<=0.3". A metric that is no ratio of sums over rows is refused. */
WALD_API wald_status wald_promise_create(const char *claim, const wald_options *options,
                                         wald_promise **out) WALD_NOEXCEPT;
/** Adds rows, in an order that does not depend on their labels.
 * @param flagged mask vector: which rows were flagged. @param labels vector of uint8_t: 0, 1 or WALD_NOT_RATED;
 * NULL: no row has a label. @param label_probabilities vector in [min_label_probability, 1]: with which each
 * row's label was asked for; NULL: 1. @param weights in [0, max_weight].
 * @param times vector: what broken_since and broken_at count; NULL: the number of the row. @param segments vector of
 * int64_t in [0, n_segments - 1]; NULL if there are none. */
WALD_API wald_status wald_promise_feed(wald_promise *promise, const wald_array *flagged, const wald_array *labels,
                                       const wald_array *label_probabilities, const wald_array *weights,
                                       const wald_array *times, const wald_array *segments) WALD_NOEXCEPT;
/** Probabilities with which to ask for labels. About n_labels are requested, where they are most informative: in proportion
 * to the root mean square of a row's term, between min_label_probability and 1; 0 if no label is needed. Draw with
 * these and feed them. @param flagged vector of 0 and 1. @param probabilities vector in [0, 1]: predictions that the
 * label is 1; wrong ones cost labels alone. @param n_labels above 0. @param out array of the length of `flagged`. */
WALD_API wald_status wald_promise_label_probabilities(const wald_promise *promise, const wald_array *flagged,
                                                      const wald_array *probabilities, double n_labels,
                                                      double *out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_PROMISES_H */
