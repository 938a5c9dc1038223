/* Wald turns predicted probabilities into the decisions that maximise the expected value of a metric.
 *
 * Most programs need these calls; options are NULL for the defaults:
 *   wald_metric_create("f1", 1, &f1);
 *   wald_decide_row(f1, p, n, mask, &expected);
 *   wald_decide_table(f1, WALD_INDEPENDENT, WALD_DENSE(WALD_MATRIX(p, rows, n)), NULL, WALD_MASK(mask, rows, n), NULL, NULL);
 *   wald_thresholds_choose(WALD_BYTES(truth, n), WALD_DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, options, &thresholds);
 *   wald_evaluate(f1, WALD_MASK(truth, rows, n), WALD_MASK(mask, rows, n), NULL, NULL, &value, NULL);
 *   wald_destroy(f1);
 *
 * These rules hold for every function:
 *   Errors   A wald_status other than WALD_OK; wald_last_error() names the argument, its value and its bound. Results
 *            and objects are then unchanged, except that a decision is empty and arrays may be part filled.
 *   Memory   wald_destroy releases every object that a call hands out. Arrays are the caller's, are not kept, and
 *            are not written unless documented as results. A returned const char * is never freed.
 *   Arrays   `size` of a structure is its sizeof. A mask holds uint8_t, 0 or 1. Weights are a vector, finite, >= 0;
 *            NULL: 1 each. A row of weight 0 counts for nothing.
 *   Buffers  *needed is the number of elements; a NULL buffer with capacity 0 asks for it. Too small a buffer is unchanged:
 *            WALD_ERROR_CAPACITY. A text has no 0 in *needed; one follows if there is room.
 *   Objects  Without a feed they are immutable. A pointer to, or a fact of, another type is WALD_ERROR_ARGUMENT; what a
 *            type cannot do WALD_ERROR_UNSUPPORTED.
 *   Threads  One thread at a time, except const arguments. Results are the same bits for any number of threads.
 *
 * n labels, truth y, prediction h: tp = sum y_i h_i, k = sum h_i, s = sum y_i; utility U(tp, k, s, n). Ties: the
 * smallest k, then the smallest index.
 */
#ifndef WALD_H
#define WALD_H

#include "wald/facts.h"
#include "wald/core.h"
#include "wald/decisions.h"
#include "wald/thresholds.h"
#include "wald/cascades.h"
#include "wald/learners.h"
#include "wald/routes.h"
#include "wald/promises.h"
#include "wald/performance.h"

/* Views for one call, valid until the end of the block; in C++ see wald.hpp. Matrices and masks lie row by row. */
#ifndef __cplusplus
#define WALD_ARRAY(data, type, rows, columns, row_stride, column_stride) \
  (&(const wald_array){sizeof(wald_array), (void *)(data), (rows), (columns), (row_stride), (column_stride), (type)})
#define WALD_DOUBLES(data, n) WALD_ARRAY(data, WALD_FLOAT64, n, 1, 1, 1)
#define WALD_INTEGERS(data, n) WALD_ARRAY(data, WALD_INT64, n, 1, 1, 1)
#define WALD_BYTES(data, n) WALD_ARRAY(data, WALD_UINT8, n, 1, 1, 1)
#define WALD_MATRIX(data, rows, columns) WALD_ARRAY(data, WALD_FLOAT64, rows, columns, columns, 1)
#define WALD_MASK(data, rows, columns) WALD_ARRAY(data, WALD_UINT8, rows, columns, columns, 1)
#define WALD_DENSE(array) (&(const wald_table){sizeof(wald_table), (array), NULL})
#define WALD_SPARSE(sparse) (&(const wald_table){sizeof(wald_table), NULL, (sparse)})
#define WALD_ROWS(weights, groups) (&(const wald_rows){sizeof(wald_rows), (weights), (groups)})
#endif

#endif /* WALD_H */
