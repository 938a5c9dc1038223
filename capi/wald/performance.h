/* Wald, performance: how good decisions are while their labels are missing, from calibrated probabilities. Only labels
 * show a change of P(label | row) (docs/guides/after-deployment.md). Options: family
 * "performance". */
#ifndef WALD_PERFORMANCE_H
#define WALD_PERFORMANCE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wald_performance wald_performance; /**< Estimates of a metric, by chunk of the rows. */

/** No rows yet. Calibration rows calibrate the probabilities, and their bootstrap widens the bands; without them
 * probabilities are taken as they are. A custom metric's function must outlive the object.
 * @param calibration_truth table of uint8_t: 0 or 1; NULL: none.
 * @param calibration_probabilities table of the same model's probabilities; NULL: none.
 * @param calibration_weights likewise. */
WALD_API wald_status wald_performance_create(const wald_metric *metric, const wald_array *calibration_truth,
                                             const wald_array *calibration_probabilities,
                                             const wald_array *calibration_weights, const wald_options *options,
                                             wald_performance **out) WALD_NOEXCEPT;
/** Adds the estimates of rows: one chunk, or several by chunk_rows.
 * @param probabilities table of one row each and one column per label. @param flagged mask of the shape of
 * `probabilities`: what was decided. @param labels mask of the same shape: 0, 1 or, in a whole row, WALD_NOT_RATED;
 * NULL: none is known.
 * @param label_probabilities vector in [0, 1], with labels: with which each row's labels were asked for.
 * @param segments vector of int64_t in [0, n_segments - 1]; or NULL. */
WALD_API wald_status wald_performance_feed(wald_performance *performance, const wald_array *probabilities,
                                           const wald_array *flagged, const wald_array *labels,
                                           const wald_array *label_probabilities, const wald_array *weights,
                                           const wald_array *segments) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_PERFORMANCE_H */
