# Written by bindings/generate from the rows of the core: do not edit.
"""The structures and functions of the C interface."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_int64, c_uint8, c_void_p
from typing import Any


class wald_metric(ctypes.Structure):
    """Opaque."""


class wald_options(ctypes.Structure):
    """Opaque."""


class wald_estimator(ctypes.Structure):
    """Opaque."""


class wald_decision(ctypes.Structure):
    """Opaque."""


class wald_distribution(ctypes.Structure):
    """Opaque."""


class wald_table_pass(ctypes.Structure):
    """Opaque."""


class wald_comparison(ctypes.Structure):
    """Opaque."""


class wald_worth(ctypes.Structure):
    """Opaque."""


class wald_expectation(ctypes.Structure):
    """Opaque."""


class wald_report(ctypes.Structure):
    """Opaque."""


class wald_sample(ctypes.Structure):
    """Opaque."""


class wald_thresholds(ctypes.Structure):
    """Opaque."""


class wald_threshold_pass(ctypes.Structure):
    """Opaque."""


class wald_frontier(ctypes.Structure):
    """Opaque."""


class wald_zone(ctypes.Structure):
    """Opaque."""


class wald_multipliers(ctypes.Structure):
    """Opaque."""


class wald_labels(ctypes.Structure):
    """Opaque."""


class wald_segments(ctypes.Structure):
    """Opaque."""


class wald_decision_curve(ctypes.Structure):
    """Opaque."""


class wald_reliability(ctypes.Structure):
    """Opaque."""


class wald_prevalence(ctypes.Structure):
    """Opaque."""


class wald_threshold_evaluation(ctypes.Structure):
    """Opaque."""


class wald_cascade_scores(ctypes.Structure):
    """Opaque."""


class wald_cascade(ctypes.Structure):
    """Opaque."""


class wald_cascade_evaluation(ctypes.Structure):
    """Opaque."""


class wald_cascade_run(ctypes.Structure):
    """Opaque."""


class wald_trees(ctypes.Structure):
    """Opaque."""


class wald_dataset(ctypes.Structure):
    """Opaque."""


class wald_learner(ctypes.Structure):
    """Opaque."""


class wald_calibration(ctypes.Structure):
    """Opaque."""


class wald_stages(ctypes.Structure):
    """Opaque."""


class wald_route(ctypes.Structure):
    """Opaque."""


class wald_route_evaluation(ctypes.Structure):
    """Opaque."""


class wald_labelling(ctypes.Structure):
    """Opaque."""


class wald_promise(ctypes.Structure):
    """Opaque."""


class wald_performance(ctypes.Structure):
    """Opaque."""


class wald_array(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("data", c_void_p),
        ("rows", c_int64),
        ("columns", c_int64),
        ("row_stride", c_int64),
        ("column_stride", c_int64),
        ("type", c_int32),
    ]


class wald_sparse(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("indptr", c_void_p),
        ("indices", c_void_p),
        ("values", c_void_p),
        ("rows", c_int64),
        ("columns", c_int64),
        ("index_type", c_int32),
        ("type", c_int32),
    ]


class wald_table(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("dense", POINTER(wald_array)),
        ("sparse", POINTER(wald_sparse)),
    ]


class wald_rows(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("weights", POINTER(wald_array)),
        ("groups", POINTER(wald_array)),
    ]


class wald_name_row(ctypes.Structure):
    _fields_ = [
        ("size", c_int64),
        ("name", c_char_p),
        ("alias", c_char_p),
        ("sentence", c_char_p),
        ("value", c_int32),
    ]


class wald_option_row(ctypes.Structure):
    _fields_ = [
        ("size", c_int64),
        ("name", c_char_p),
        ("type", c_char_p),
        ("initial", c_char_p),
        ("choices", c_char_p),
        ("calls", c_char_p),
        ("concerns", c_char_p),
        ("sentence", c_char_p),
        ("low", c_double),
        ("high", c_double),
        ("open_low", c_int32),
        ("open_high", c_int32),
    ]


class wald_fact_row(ctypes.Structure):
    _fields_ = [
        ("size", c_int64),
        ("name", c_char_p),
        ("type", c_char_p),
        ("per", c_char_p),
        ("sentence", c_char_p),
        ("value", c_int32),
        ("kind", c_char_p),
    ]


class wald_metric_row(ctypes.Structure):
    _fields_ = [
        ("size", c_int64),
        ("name", c_char_p),
        ("aliases", c_char_p),
        ("formula", c_char_p),
        ("sentence", c_char_p),
        ("properties", c_int32),
    ]


class wald_maps(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("data", c_void_p),
        ("n_images", c_int64),
        ("n_classes", c_int64),
        ("n_pixels", c_int64),
        ("image_stride", c_int64),
        ("class_stride", c_int64),
        ("pixel_stride", c_int64),
        ("type", c_int32),
    ]


class wald_known(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("estimator", POINTER(wald_estimator)),
        ("probabilities", POINTER(wald_array)),
        ("kind", c_int32),
    ]


class wald_report_input(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("compared", POINTER(wald_array)),
        ("weights", POINTER(wald_array)),
        ("groups", POINTER(wald_array)),
        ("names", POINTER(c_char_p)),
    ]


class wald_segment_rows(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("n_segments", c_int64),
        ("segments", POINTER(wald_array)),
        ("weights", POINTER(wald_array)),
        ("benefits", POINTER(wald_array)),
        ("costs", POINTER(wald_array)),
        ("limits", POINTER(wald_array)),
    ]


class wald_tree(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("output", c_int64),
        ("n_nodes", c_int64),
        ("split", POINTER(c_uint8)),
        ("missing", POINTER(c_uint8)),
        ("feature", POINTER(c_int32)),
        ("left", POINTER(c_int32)),
        ("right", POINTER(c_int32)),
        ("threshold", POINTER(c_double)),
        ("category_begin", POINTER(c_int64)),
        ("categories", POINTER(c_int32)),
        ("values", POINTER(c_double)),
    ]


class wald_trees_shape(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("n_features", c_int64),
        ("n_outputs", c_int64),
        ("leaf_width", c_int64),
        ("trees_per_model", c_int64),
        ("summation", c_int32),
        ("float_features", c_int32),
    ]


class wald_stage_rows(ctypes.Structure):
    kept: Any  # the arrays that it points into

    _fields_ = [
        ("size", c_int64),
        ("confidences", POINTER(wald_array)),
        ("answers", POINTER(wald_array)),
        ("truth", POINTER(wald_array)),
        ("right", POINTER(wald_array)),
        ("costs", POINTER(wald_array)),
        ("weights", POINTER(wald_array)),
        ("label_probabilities", POINTER(wald_array)),
        ("segments", POINTER(wald_array)),
        ("scores", POINTER(wald_array)),
    ]


metric_p = POINTER(wald_metric)
options_p = POINTER(wald_options)
estimator_p = POINTER(wald_estimator)
decision_p = POINTER(wald_decision)
distribution_p = POINTER(wald_distribution)
table_pass_p = POINTER(wald_table_pass)
comparison_p = POINTER(wald_comparison)
worth_p = POINTER(wald_worth)
expectation_p = POINTER(wald_expectation)
report_p = POINTER(wald_report)
sample_p = POINTER(wald_sample)
thresholds_p = POINTER(wald_thresholds)
threshold_pass_p = POINTER(wald_threshold_pass)
frontier_p = POINTER(wald_frontier)
zone_p = POINTER(wald_zone)
multipliers_p = POINTER(wald_multipliers)
labels_p = POINTER(wald_labels)
segments_p = POINTER(wald_segments)
decision_curve_p = POINTER(wald_decision_curve)
reliability_p = POINTER(wald_reliability)
prevalence_p = POINTER(wald_prevalence)
threshold_evaluation_p = POINTER(wald_threshold_evaluation)
cascade_scores_p = POINTER(wald_cascade_scores)
cascade_p = POINTER(wald_cascade)
cascade_evaluation_p = POINTER(wald_cascade_evaluation)
cascade_run_p = POINTER(wald_cascade_run)
trees_p = POINTER(wald_trees)
dataset_p = POINTER(wald_dataset)
learner_p = POINTER(wald_learner)
calibration_p = POINTER(wald_calibration)
stages_p = POINTER(wald_stages)
route_p = POINTER(wald_route)
route_evaluation_p = POINTER(wald_route_evaluation)
labelling_p = POINTER(wald_labelling)
promise_p = POINTER(wald_promise)
performance_p = POINTER(wald_performance)

wald_metric_function = CFUNCTYPE(None, POINTER(c_int64), POINTER(c_int64), POINTER(c_int64), c_int64, c_int64, POINTER(c_double), c_void_p)
wald_progress_function = CFUNCTYPE(c_int32, c_double, c_void_p)
wald_score_function = CFUNCTYPE(c_int32, c_int64, POINTER(c_int64), c_int64, POINTER(c_double), c_void_p)

FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    # name: (result, arguments)
    "wald_destroy": (None, (c_void_p,)),
    "wald_copy": (c_int32, (c_void_p, c_void_p)),
    "wald_clear": (c_int32, (c_void_p,)),
    "wald_merge": (c_int32, (c_void_p, c_void_p)),
    "wald_number": (c_int32, (c_void_p, c_int32, c_int64, POINTER(c_double))),
    "wald_numbers": (c_int32, (c_void_p, c_int32, c_int64, POINTER(c_double), c_int64, POINTER(c_int64))),
    "wald_text": (c_int32, (c_void_p, c_int32, c_int64, POINTER(c_char_p))),
    "wald_save": (c_int32, (c_void_p, c_int32, c_char_p, c_int64, POINTER(c_int64))),
    "wald_load": (c_int32, (c_int32, c_char_p, c_int64, c_void_p)),
    "wald_version": (c_char_p, ()),
    "wald_abi_version": (c_int32, ()),
    "wald_last_error": (c_char_p, ()),
    "wald_name_list": (c_int32, (c_char_p, c_int64, POINTER(wald_name_row))),
    "wald_option_list": (c_int32, (c_char_p, c_int64, POINTER(wald_option_row))),
    "wald_fact_list": (c_int32, (c_char_p, c_int64, POINTER(wald_fact_row))),
    "wald_metric_list": (c_int32, (c_int64, POINTER(wald_metric_row))),
    "wald_options_create": (c_int32, (c_char_p, POINTER(POINTER(wald_options)))),
    "wald_options_set_number": (c_int32, (POINTER(wald_options), c_char_p, c_double)),
    "wald_options_set_integer": (c_int32, (POINTER(wald_options), c_char_p, c_int64)),
    "wald_options_set_text": (c_int32, (POINTER(wald_options), c_char_p, c_char_p)),
    "wald_options_set_numbers": (c_int32, (POINTER(wald_options), c_char_p, POINTER(c_double), c_int64)),
    "wald_options_set_texts": (c_int32, (POINTER(wald_options), c_char_p, POINTER(c_char_p), c_int64)),
    "wald_options_set_metric": (c_int32, (POINTER(wald_options), c_char_p, POINTER(wald_metric))),
    "wald_options_set_progress": (c_int32, (POINTER(wald_options), c_char_p, wald_progress_function, c_void_p)),
    "wald_options_check": (c_int32, (POINTER(wald_options), c_char_p, c_int32)),
    "wald_options_get": (c_int32, (POINTER(wald_options), c_char_p, c_char_p, c_int64, POINTER(c_int64))),
    "wald_metric_create": (c_int32, (c_char_p, c_int32, POINTER(POINTER(wald_metric)))),
    "wald_metric_create_callback": (
        c_int32,
        (
            wald_metric_function, c_void_p, c_char_p, c_int32, POINTER(POINTER(wald_metric)),
        ),
    ),
    "wald_metric_create_table": (
        c_int32,
        (
            POINTER(c_double), c_int64, c_int64, c_char_p, c_int32, POINTER(POINTER(wald_metric)),
        ),
    ),
    "wald_metric_utility": (c_int32, (POINTER(wald_metric), c_int64, c_int64, c_int64, c_int64, POINTER(c_double))),
    "wald_estimator_create": (c_int32, (c_int32, c_int64, POINTER(POINTER(wald_estimator)))),
    "wald_estimator_feed_probabilities": (c_int32, (POINTER(wald_estimator), POINTER(wald_array))),
    "wald_estimator_feed_vectors": (c_int32, (POINTER(wald_estimator), POINTER(wald_table), POINTER(wald_array))),
    "wald_estimator_feed_counts": (
        c_int32,
        (
            POINTER(wald_estimator), POINTER(wald_array), c_double, POINTER(wald_array), c_double,
        ),
    ),
    "wald_estimator_to_counts": (c_int32, (POINTER(wald_estimator), POINTER(POINTER(wald_estimator)))),
    "wald_estimator_draw": (c_int32, (POINTER(wald_estimator), POINTER(wald_options), POINTER(wald_array))),
    "wald_decision_create": (c_int32, (POINTER(POINTER(wald_decision)),)),
    "wald_decide": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_estimator), POINTER(wald_options), POINTER(wald_decision),
        ),
    ),
    "wald_decide_row": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(c_double), c_int64, POINTER(c_uint8), POINTER(c_double),
        ),
    ),
    "wald_decide_table": (
        c_int32,
        (
            POINTER(wald_metric), c_int32, POINTER(wald_table), POINTER(wald_options), POINTER(wald_array),
            POINTER(c_double), POINTER(wald_decision),
        ),
    ),
    "wald_masks": (
        c_int32,
        (
            POINTER(wald_metric), c_int32, POINTER(wald_maps), POINTER(wald_options), POINTER(wald_array),
            POINTER(c_double), POINTER(wald_decision),
        ),
    ),
    "wald_decision_items": (
        c_int32,
        (
            POINTER(wald_decision), c_int64, c_int32, POINTER(c_int64), POINTER(c_int64), c_int64, POINTER(c_int64),
        ),
    ),
    "wald_decision_mask": (c_int32, (POINTER(wald_decision), c_int64, POINTER(c_uint8), c_int64, POINTER(c_int64))),
    "wald_curve": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_estimator), POINTER(wald_options), POINTER(c_double), c_int64,
            POINTER(c_int64),
        ),
    ),
    "wald_expectation_create": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_known), POINTER(wald_array), POINTER(wald_options), c_int32,
            POINTER(POINTER(wald_expectation)),
        ),
    ),
    "wald_evaluate": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_options),
            POINTER(c_double), POINTER(c_int64),
        ),
    ),
    "wald_table_pass_create": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_options), POINTER(POINTER(wald_table_pass)),
        ),
    ),
    "wald_table_pass_feed": (c_int32, (POINTER(wald_table_pass), POINTER(wald_table))),
    "wald_table_pass_next": (c_int32, (POINTER(wald_table_pass), POINTER(c_int32))),
    "wald_comparison_create": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_rows),
            POINTER(wald_options), POINTER(POINTER(wald_comparison)),
        ),
    ),
    "wald_table_warning": (
        c_int32,
        (
            POINTER(wald_metric), c_int32, POINTER(wald_table), POINTER(wald_options), POINTER(c_char_p),
        ),
    ),
    "wald_worth_create": (
        c_int32,
        (
            POINTER(wald_metric), c_int32, POINTER(wald_array), POINTER(wald_table), POINTER(wald_array),
            POINTER(wald_options), POINTER(POINTER(wald_worth)),
        ),
    ),
    "wald_distribution_create": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_estimator), POINTER(wald_array), POINTER(wald_options),
            POINTER(POINTER(wald_distribution)),
        ),
    ),
    "wald_distribution_quantile": (c_int32, (POINTER(wald_distribution), c_double, POINTER(c_double))),
    "wald_distribution_at_least": (
        c_int32,
        (
            POINTER(wald_distribution), c_double, POINTER(c_double), POINTER(c_double),
        ),
    ),
    "wald_report_create": (
        c_int32,
        (
            POINTER(wald_metric), c_int32, POINTER(wald_array), POINTER(wald_array), POINTER(wald_report_input),
            POINTER(wald_options), POINTER(POINTER(wald_report)),
        ),
    ),
    "wald_sample_create": (c_int32, (c_int64, c_int32, POINTER(c_double), POINTER(POINTER(wald_sample)))),
    "wald_sample_feed": (
        c_int32,
        (
            POINTER(wald_sample), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
        ),
    ),
    "wald_sample_match_detections": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), c_double,
            POINTER(c_double),
        ),
    ),
    "wald_sample_count": (
        c_int32,
        (
            POINTER(wald_sample), POINTER(c_double), c_int64, POINTER(c_double), POINTER(c_double), POINTER(c_double),
        ),
    ),
    "wald_sample_choose": (c_int32, (POINTER(wald_sample), POINTER(wald_options), POINTER(POINTER(wald_thresholds)))),
    "wald_thresholds_choose": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), c_int32,
            POINTER(wald_options), POINTER(POINTER(wald_thresholds)),
        ),
    ),
    "wald_thresholds_interval": (
        c_int32,
        (
            POINTER(wald_thresholds), c_int64, c_int32, POINTER(c_double), POINTER(c_double), POINTER(c_int32),
        ),
    ),
    "wald_thresholds_apply": (c_int32, (POINTER(wald_thresholds), c_int64, POINTER(wald_array), POINTER(wald_array))),
    "wald_rule_apply": (c_int32, (c_int32, POINTER(c_double), c_int64, POINTER(wald_array), POINTER(wald_array))),
    "wald_threshold_pass_create": (c_int32, (POINTER(wald_options), POINTER(POINTER(wald_threshold_pass)))),
    "wald_threshold_pass_feed": (
        c_int32,
        (
            POINTER(wald_threshold_pass), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
        ),
    ),
    "wald_threshold_pass_next": (c_int32, (POINTER(wald_threshold_pass), POINTER(POINTER(wald_thresholds)))),
    "wald_frontier_create": (c_int32, (POINTER(wald_sample), POINTER(wald_options), POINTER(POINTER(wald_frontier)))),
    "wald_frontier_partial_areas": (
        c_int32,
        (
            POINTER(wald_frontier), c_double, POINTER(c_double), POINTER(c_double), POINTER(c_double),
            POINTER(c_double),
        ),
    ),
    "wald_labels_choose": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_options),
            POINTER(POINTER(wald_labels)),
        ),
    ),
    "wald_segments_choose": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_segment_rows), POINTER(wald_options),
            POINTER(POINTER(wald_segments)),
        ),
    ),
    "wald_multipliers_choose": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(c_double), POINTER(wald_options),
            POINTER(POINTER(wald_multipliers)),
        ),
    ),
    "wald_class_apply": (c_int32, (POINTER(c_double), POINTER(c_double), POINTER(wald_array), POINTER(c_int64))),
    "wald_zone_create": (c_int32, (POINTER(wald_sample), POINTER(wald_options), POINTER(POINTER(wald_zone)))),
    "wald_decision_curve_create": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_options),
            POINTER(POINTER(wald_decision_curve)),
        ),
    ),
    "wald_reliability_create": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_options),
            POINTER(POINTER(wald_reliability)),
        ),
    ),
    "wald_prevalence_create": (
        c_int32,
        (
            c_int32, POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
            POINTER(wald_options), POINTER(POINTER(wald_prevalence)),
        ),
    ),
    "wald_threshold_evaluation_create": (
        c_int32,
        (
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_rows), POINTER(wald_options),
            POINTER(POINTER(wald_threshold_evaluation)),
        ),
    ),
    "wald_cascade_scores_create": (c_int32, (c_int64, c_int64, POINTER(POINTER(wald_cascade_scores)))),
    "wald_cascade_scores_feed": (
        c_int32,
        (
            POINTER(wald_cascade_scores), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
            POINTER(wald_trees), POINTER(wald_options),
        ),
    ),
    "wald_cascade_fit": (
        c_int32,
        (
            POINTER(wald_cascade_scores), POINTER(wald_cascade_scores), POINTER(wald_options),
            POINTER(POINTER(wald_cascade)),
        ),
    ),
    "wald_cascade_calibrate": (
        c_int32,
        (
            POINTER(wald_cascade), POINTER(wald_cascade_scores), POINTER(wald_options), POINTER(POINTER(wald_cascade)),
        ),
    ),
    "wald_cascade_evaluate": (
        c_int32,
        (
            POINTER(wald_cascade), POINTER(wald_cascade_scores), POINTER(wald_options),
            POINTER(POINTER(wald_cascade_evaluation)),
        ),
    ),
    "wald_cascade_apply": (
        c_int32,
        (
            POINTER(wald_cascade), POINTER(wald_array), POINTER(wald_options), POINTER(c_int32), POINTER(c_int32),
            POINTER(c_double),
        ),
    ),
    "wald_cascade_apply_function": (
        c_int32,
        (
            POINTER(wald_cascade), c_int64, wald_score_function, c_void_p, POINTER(c_int32), POINTER(c_int32),
            POINTER(c_double),
        ),
    ),
    "wald_cascade_apply_trees": (
        c_int32,
        (
            POINTER(wald_cascade), POINTER(wald_array), POINTER(wald_options), POINTER(c_int32), POINTER(c_int32),
            POINTER(c_double),
        ),
    ),
    "wald_cascade_run_create": (c_int32, (POINTER(wald_cascade), POINTER(POINTER(wald_cascade_run)))),
    "wald_cascade_run_feed": (
        c_int32,
        (
            POINTER(wald_cascade_run), POINTER(c_double), c_int64, POINTER(c_int64), POINTER(c_int32),
            POINTER(c_int64), POINTER(c_double),
        ),
    ),
    "wald_trees_create": (c_int32, (POINTER(wald_trees_shape), POINTER(c_double), POINTER(POINTER(wald_trees)))),
    "wald_trees_add": (c_int32, (POINTER(wald_trees), POINTER(wald_tree))),
    "wald_trees_threshold": (c_int32, (POINTER(wald_trees), c_double, POINTER(c_double))),
    "wald_trees_evaluate": (
        c_int32,
        (
            POINTER(wald_trees), POINTER(wald_array), POINTER(wald_options), POINTER(c_double),
        ),
    ),
    "wald_trees_import": (c_int32, (c_char_p, c_int64, c_int64, POINTER(POINTER(wald_trees)))),
    "wald_cascade_bind": (c_int32, (POINTER(wald_cascade), POINTER(wald_trees), POINTER(POINTER(wald_cascade)))),
    "wald_dataset_create": (c_int32, (POINTER(wald_table), POINTER(POINTER(wald_dataset)))),
    "wald_dataset_set": (
        c_int32,
        (
            POINTER(wald_dataset), POINTER(wald_table), POINTER(wald_array), c_int64, POINTER(wald_array),
            POINTER(wald_array), POINTER(wald_array),
        ),
    ),
    "wald_learner_fit": (
        c_int32,
        (
            c_char_p, POINTER(wald_dataset), POINTER(wald_options), POINTER(POINTER(wald_learner)),
        ),
    ),
    "wald_learner_probabilities": (
        c_int32,
        (
            POINTER(wald_learner), POINTER(wald_dataset), POINTER(wald_options), POINTER(c_double),
        ),
    ),
    "wald_learner_decide": (
        c_int32,
        (
            POINTER(wald_learner), POINTER(wald_dataset), POINTER(wald_metric), POINTER(wald_options),
            POINTER(wald_array), POINTER(c_double), POINTER(wald_decision),
        ),
    ),
    "wald_learner_estimator": (
        c_int32,
        (
            POINTER(wald_learner), POINTER(wald_dataset), c_int64, POINTER(wald_options),
            POINTER(POINTER(wald_estimator)),
        ),
    ),
    "wald_calibration_fit": (
        c_int32,
        (
            c_char_p, c_int32, POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
            POINTER(POINTER(wald_calibration)),
        ),
    ),
    "wald_calibration_apply": (c_int32, (POINTER(wald_calibration), c_int32, POINTER(wald_array), POINTER(c_double))),
    "wald_calibration_adapt": (
        c_int32,
        (
            c_int32, POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(c_double),
        ),
    ),
    "wald_stages_create": (c_int32, (c_int64, POINTER(POINTER(wald_stages)))),
    "wald_stages_feed": (c_int32, (POINTER(wald_stages), POINTER(wald_stage_rows))),
    "wald_stages_ask": (
        c_int32,
        (
            POINTER(wald_stages), POINTER(wald_options), POINTER(c_int64), c_int64, POINTER(c_int64),
        ),
    ),
    "wald_stages_label": (
        c_int32,
        (
            POINTER(wald_stages), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
        ),
    ),
    "wald_route_choose": (c_int32, (POINTER(wald_stages), POINTER(wald_options), POINTER(POINTER(wald_route)))),
    "wald_route_next": (c_int32, (POINTER(wald_route), c_int64, c_int64, c_double, POINTER(c_int64))),
    "wald_route_apply": (c_int32, (POINTER(wald_route), POINTER(wald_array), POINTER(wald_array), POINTER(c_int32))),
    "wald_route_evaluate": (
        c_int32,
        (
            POINTER(wald_route), POINTER(wald_stages), POINTER(wald_options), POINTER(POINTER(wald_route_evaluation)),
        ),
    ),
    "wald_labelling_create": (
        c_int32,
        (
            POINTER(wald_array), c_char_p, c_double, c_double, c_int64, POINTER(POINTER(wald_labelling)),
        ),
    ),
    "wald_labelling_next": (c_int32, (POINTER(wald_labelling), c_int64, POINTER(c_int64), c_int64, POINTER(c_int64))),
    "wald_labelling_answer": (c_int32, (POINTER(wald_labelling), POINTER(wald_array), POINTER(wald_array))),
    "wald_promise_create": (c_int32, (c_char_p, POINTER(wald_options), POINTER(POINTER(wald_promise)))),
    "wald_promise_feed": (
        c_int32,
        (
            POINTER(wald_promise), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
            POINTER(wald_array), POINTER(wald_array),
        ),
    ),
    "wald_promise_label_probabilities": (
        c_int32,
        (
            POINTER(wald_promise), POINTER(wald_array), POINTER(wald_array), c_double, POINTER(c_double),
        ),
    ),
    "wald_performance_create": (
        c_int32,
        (
            POINTER(wald_metric), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array), POINTER(wald_options),
            POINTER(POINTER(wald_performance)),
        ),
    ),
    "wald_performance_feed": (
        c_int32,
        (
            POINTER(wald_performance), POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
            POINTER(wald_array), POINTER(wald_array), POINTER(wald_array),
        ),
    ),
}
