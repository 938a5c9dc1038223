/* Wald: from what a model believes to the decision that is optimal for the metric by which one is judged.
 *
 * The contract, in one screen
 *   Stable   These headers are the public interface of libwald and only grow: see docs/api-stability.md.
 *   Errors   Every function that can fail returns a wald_status; results come through out-parameters. On
 *            failure single values and the handles passed in are left as they were (a decision is left
 *            empty), and arrays hold nothing to rely on. wald_last_error() then says, for this thread,
 *            which argument was wrong, its value and its bound.
 *   Memory   wald_<noun>_create fills a pointer that wald_destroy releases, whatever it is.
 *            Arrays belong to the caller, always. A returned `const char *` is never freed by the caller.
 *   Arrays   A const wald_array * describes memory of the caller: its type, sizes and strides. Strides count
 *            elements, not bytes, and may be negative. A mask holds uint8_t, 0 or 1. An optional one may be NULL.
 *   Sizes    Functions that fill a plain buffer take its capacity and write the number of elements needed to
 *            *needed. A NULL buffer with capacity 0 is a query and succeeds; a buffer that is too small
 *            is left alone and gives WALD_ERROR_CAPACITY.
 *   Options  What can be set has a name: wald_options_set_number(options, "min_precision", 0.5). Where a
 *            function takes options, NULL means the defaults. wald_option_list lists them.
 *   Facts    What can be read has a number and a name: wald_number, wald_numbers and wald_text read it of any object.
 *            wald_fact_list lists them.
 *   Threads  A handle is used by one thread at a time, except that functions which take it as `const`
 *            may run together. The same input gives the same bits for any number of threads.
 *
 * Conventions of the mathematics (n labels, truth y, prediction h): tp = sum y_i h_i, k = sum h_i,
 * s = sum y_i; a metric is a utility U(tp, k, s, n). Optimal means: of greatest expected utility. Of several
 * k whose values differ by less than rounding the smallest is taken; of tied labels, the smallest index.
 */
#ifndef WALD_H
#define WALD_H

#include "wald/core.h"       /* status, arrays, options, lists, metrics */
#include "wald/decisions.h"  /* estimators, decisions, distributions */
#include "wald/thresholds.h" /* samples of scored rows, thresholds, frontiers */
#include "wald/cascades.h"   /* ensembles in order, with early exit; trees */
#include "wald/learners.h"   /* from features to estimators; calibration */
#include "wald/routes.h"     /* a cheap model where it is good enough, an expensive one where not */

/* Views of the caller's memory, for the arguments of one call; in C++ see wald.hpp. Strides count elements. A matrix and a
 * mask lie row by row, without gaps. Each lives until the end of its block. */
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
#endif

#endif /* WALD_H */
