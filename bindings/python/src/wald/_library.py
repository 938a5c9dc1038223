"""libwald.so: where it is looked for, and every function of its C interface with its types, in one table.

The table is the only place where a C function is declared; a test compares it with ``wald.h``. Handles are distinct
pointer types, so that a metric cannot be passed as an estimator.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from ._errors import error_of

ABI_VERSION = 0
"""The ABI number that the table below is of."""


# ---- Types ---------------------------------------------------------------------------------------


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


class wald_frontier(ctypes.Structure):
    """Opaque."""


class wald_threshold_options(ctypes.Structure):
    """Opaque."""


class wald_thresholds(ctypes.Structure):
    """Opaque."""


class wald_operating_points(ctypes.Structure):
    """Opaque."""


class wald_cascade_scores(ctypes.Structure):
    """Opaque."""


class wald_cascade_options(ctypes.Structure):
    """Opaque."""


class wald_cascade(ctypes.Structure):
    """Opaque."""


class wald_cascade_run(ctypes.Structure):
    """Opaque."""


class wald_trees(ctypes.Structure):
    """Opaque."""


class wald_dataset(ctypes.Structure):
    """Opaque."""


class wald_learner_options(ctypes.Structure):
    """Opaque."""


class wald_learner(ctypes.Structure):
    """Opaque."""


class wald_calibration(ctypes.Structure):
    """Opaque."""


metric_p = POINTER(wald_metric)
options_p = POINTER(wald_options)
estimator_p = POINTER(wald_estimator)
decision_p = POINTER(wald_decision)
distribution_p = POINTER(wald_distribution)
frontier_p = POINTER(wald_frontier)
threshold_options_p = POINTER(wald_threshold_options)
thresholds_p = POINTER(wald_thresholds)
operating_points_p = POINTER(wald_operating_points)
cascade_scores_p = POINTER(wald_cascade_scores)
cascade_options_p = POINTER(wald_cascade_options)
cascade_p = POINTER(wald_cascade)
cascade_run_p = POINTER(wald_cascade_run)
trees_p = POINTER(wald_trees)
dataset_p = POINTER(wald_dataset)
learner_options_p = POINTER(wald_learner_options)
learner_p = POINTER(wald_learner)
calibration_p = POINTER(wald_calibration)

wald_metric_function = ctypes.CFUNCTYPE(c_double, c_int64, c_int64, c_int64, c_int64, c_void_p)
wald_progress_function = ctypes.CFUNCTYPE(c_int32, c_double, c_void_p)
wald_score_function = ctypes.CFUNCTYPE(c_int32, c_int64, POINTER(c_int64), c_int64, POINTER(c_double), c_void_p)

status = kind_t = type_t = index_type_t = average_t = properties_t = fact_t = c_int32
rule_t = goal_t = setting_t = smoothing_t = threshold_fact_t = array_t = flags_t = frontier_fact_t = c_int32
cascade_setting_t = cascade_fact_t = cascade_array_t = c_int32
task_t = learner_setting_t = learner_method_t = c_int32
i32, i64, u64, f64 = c_int32, c_int64, c_uint64, c_double
data = c_void_p  # numbers whose type another argument tells
text = c_char_p
i32_p, i64_p, u8_p, f64_p = POINTER(c_int32), POINTER(c_int64), POINTER(c_uint8), POINTER(c_double)
text_p = POINTER(c_char_p)

# ---- The table -----------------------------------------------------------------------------------

FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    # name: (result, arguments)
    "wald_version": (text, ()),
    "wald_abi_version": (i32, ()),
    "wald_last_error": (text, ()),
    "wald_status_name": (text, (status,)),
    "wald_metric_create": (status, (text, i32, POINTER(metric_p))),
    "wald_metric_create_callback": (
        status,
        (wald_metric_function, c_void_p, text, properties_t, POINTER(metric_p)),
    ),
    "wald_metric_create_table": (status, (f64_p, i64, i64, text, properties_t, POINTER(metric_p))),
    "wald_metric_destroy": (None, (metric_p,)),
    "wald_metric_name": (status, (metric_p, text, i64, i64_p)),
    "wald_metric_zero_division": (status, (metric_p, i32_p)),
    "wald_metric_properties": (status, (metric_p, i32_p)),
    "wald_metric_utility": (status, (metric_p, i64, i64, i64, i64, f64_p)),
    "wald_metric_loss": (status, (metric_p, f64, f64_p)),
    "wald_metric_list": (status, (i64, text_p, text_p, text_p, i32_p)),
    "wald_options_create": (status, (POINTER(options_p),)),
    "wald_options_destroy": (None, (options_p,)),
    "wald_options_set_k": (status, (options_p, i64, i64)),
    "wald_options_set_algorithm": (status, (options_p, text)),
    "wald_options_set_average": (status, (options_p, average_t)),
    "wald_options_set_abstain": (status, (options_p, f64)),
    "wald_options_set_threads": (status, (options_p, i32)),
    "wald_options_set_draws": (status, (options_p, u64, i64)),
    "wald_options_set_progress": (status, (options_p, wald_progress_function, c_void_p)),
    "wald_estimator_create": (status, (kind_t, i64, POINTER(estimator_p))),
    "wald_estimator_destroy": (None, (estimator_p,)),
    "wald_estimator_copy": (status, (estimator_p, POINTER(estimator_p))),
    "wald_estimator_clear": (status, (estimator_p,)),
    "wald_estimator_feed_probabilities": (status, (estimator_p, data, type_t, i64, i64)),
    "wald_estimator_feed_vectors": (
        status,
        (estimator_p, u8_p, i64, i64, i64, i64, data, type_t, i64),
    ),
    "wald_estimator_feed_sparse_vectors": (
        status,
        (estimator_p, data, data, index_type_t, i64, data, type_t, i64),
    ),
    "wald_estimator_feed_counts": (
        status,
        (estimator_p, data, type_t, i64, i64, i64, i64, f64, data, f64),
    ),
    "wald_estimator_merge": (status, (estimator_p, estimator_p)),
    "wald_estimator_to_counts": (status, (estimator_p, POINTER(estimator_p))),
    "wald_estimator_kind": (status, (estimator_p, i32_p)),
    "wald_estimator_n_labels": (status, (estimator_p, i64_p)),
    "wald_estimator_n_fed": (status, (estimator_p, i64_p)),
    "wald_estimator_total_weight": (status, (estimator_p, f64_p)),
    "wald_estimator_marginals": (status, (estimator_p, f64_p, i64, i64_p)),
    "wald_estimator_mode": (status, (estimator_p, u8_p, i64, i64_p, f64_p)),
    "wald_estimator_size_distribution": (status, (estimator_p, f64_p, i64, i64_p)),
    "wald_estimator_table": (status, (estimator_p, f64_p, i64, i64, i64, i64, f64_p)),
    "wald_estimator_max_s": (status, (estimator_p, i64_p)),
    "wald_estimator_draw": (status, (estimator_p, u64, i64, u8_p, i64, i64)),
    "wald_estimator_save": (status, (estimator_p, text, i64, i64_p)),
    "wald_estimator_load": (status, (text, i64, POINTER(estimator_p))),
    "wald_decision_create": (status, (POINTER(decision_p),)),
    "wald_decision_destroy": (None, (decision_p,)),
    "wald_decide": (status, (metric_p, estimator_p, options_p, decision_p)),
    "wald_decide_rows": (
        status,
        (metric_p, kind_t, data, type_t, i64, i64, i64, i64, options_p, u8_p, i64, i64, f64_p, decision_p),
    ),
    "wald_decide_csr": (
        status,
        (metric_p, kind_t, data, data, index_type_t, data, type_t, i64, i64, options_p, f64_p, decision_p),
    ),
    "wald_decision_count": (status, (decision_p, i64_p)),
    "wald_decision_n": (status, (decision_p, i64_p)),
    "wald_decision_indices": (status, (decision_p, i64, i64_p, i64, i64_p)),
    "wald_decision_mask": (status, (decision_p, i64, u8_p, i64, i64_p)),
    "wald_decision_k": (status, (decision_p, i64, i64_p)),
    "wald_decision_expected": (status, (decision_p, i64, f64_p)),
    "wald_decision_loss": (status, (decision_p, i64, f64_p)),
    "wald_decision_bound": (status, (decision_p, i64, f64_p)),
    "wald_decision_k_range": (status, (decision_p, i64, i64_p, i64_p)),
    "wald_decision_next_best": (status, (decision_p, i64, f64_p)),
    "wald_decision_p_zero": (status, (decision_p, i64, f64_p)),
    "wald_decision_abstained": (status, (decision_p, i64, i32_p)),
    "wald_decision_algorithm": (status, (decision_p, i64, text_p)),
    "wald_decision_warning": (status, (decision_p, i64, text_p)),
    "wald_decision_facts": (status, (decision_p, fact_t, f64_p, i64, i64_p)),
    "wald_decision_csr": (status, (decision_p, i64_p, i64_p, i64, i64_p)),
    "wald_curve": (status, (metric_p, estimator_p, options_p, f64_p, i64, i64_p)),
    "wald_expected": (status, (metric_p, estimator_p, u8_p, i64, i64, options_p, f64_p, f64_p)),
    "wald_regret": (status, (metric_p, estimator_p, u8_p, i64, i64, options_p, f64_p, f64_p)),
    "wald_expected_rows": (
        status,
        (metric_p, kind_t, data, type_t, i64, i64, i64, i64, u8_p, i64, i64, options_p, f64_p, f64_p),
    ),
    "wald_evaluate": (
        status,
        (metric_p, average_t, i64, i64, u8_p, i64, i64, u8_p, i64, i64, data, type_t, i64, f64_p, i64_p),
    ),
    "wald_distribution_create": (status, (POINTER(distribution_p),)),
    "wald_distribution_destroy": (None, (distribution_p,)),
    "wald_distribution_compute": (
        status,
        (distribution_p, metric_p, estimator_p, u8_p, i64, i64, options_p),
    ),
    "wald_distribution_moments": (status, (distribution_p, f64_p, f64_p, f64_p)),
    "wald_distribution_draws": (status, (distribution_p, i64_p)),
    "wald_distribution_quantile": (status, (distribution_p, f64, f64_p)),
    "wald_distribution_at_least": (status, (distribution_p, f64, f64_p, f64_p)),
    "wald_distribution_atoms": (status, (distribution_p, f64_p, f64_p, i64, i64_p)),
    "wald_frontier_create": (status, (i64, rule_t, f64_p, POINTER(frontier_p))),
    "wald_frontier_destroy": (None, (frontier_p,)),
    "wald_frontier_copy": (status, (frontier_p, POINTER(frontier_p))),
    "wald_frontier_clear": (status, (frontier_p,)),
    "wald_frontier_feed": (
        status,
        (frontier_p, data, type_t, i64, i64, i64, i64, u8_p, i64, data, type_t, i64),
    ),
    "wald_frontier_merge": (status, (frontier_p, frontier_p)),
    "wald_frontier_n_scores": (status, (frontier_p, i64_p)),
    "wald_frontier_rule": (status, (frontier_p, i32_p)),
    "wald_frontier_rated_from": (status, (frontier_p, f64_p, i64, i64_p)),
    "wald_frontier_totals": (status, (frontier_p, i64_p, f64_p, f64_p, f64_p)),
    "wald_frontier_count": (status, (frontier_p, f64_p, i64, f64_p, f64_p, f64_p)),
    "wald_frontier_auc": (status, (frontier_p, i64, f64_p)),
    "wald_frontier_save": (status, (frontier_p, text, i64, i64_p)),
    "wald_frontier_load": (status, (text, i64, POINTER(frontier_p))),
    "wald_threshold_options_create": (status, (POINTER(threshold_options_p),)),
    "wald_threshold_options_destroy": (None, (threshold_options_p,)),
    "wald_threshold_options_set_goal": (status, (threshold_options_p, goal_t)),
    "wald_threshold_options_set_metric": (status, (threshold_options_p, metric_p)),
    "wald_threshold_options_set_method": (status, (threshold_options_p, text)),
    "wald_threshold_options_set_smoothing": (status, (threshold_options_p, smoothing_t)),
    "wald_threshold_options_set": (status, (threshold_options_p, setting_t, f64)),
    "wald_threshold_options_set_seed": (status, (threshold_options_p, u64)),
    "wald_threshold_options_set_progress": (status, (threshold_options_p, wald_progress_function, c_void_p)),
    "wald_frontier_choose": (status, (frontier_p, threshold_options_p, POINTER(thresholds_p))),
    "wald_thresholds_destroy": (None, (thresholds_p,)),
    "wald_thresholds_count": (status, (thresholds_p, i64_p)),
    "wald_thresholds_array": (status, (thresholds_p, i64, array_t, f64_p, i64, i64_p)),
    "wald_thresholds_fact": (status, (thresholds_p, i64, threshold_fact_t, f64_p)),
    "wald_thresholds_interval": (status, (thresholds_p, i64, threshold_fact_t, f64_p, f64_p, i32_p)),
    "wald_thresholds_flags": (status, (thresholds_p, i64, i32_p)),
    "wald_thresholds_method": (status, (thresholds_p, i64, text_p)),
    "wald_thresholds_objective": (status, (thresholds_p, text_p)),
    "wald_threshold_fact_name": (text, (threshold_fact_t,)),
    "wald_threshold_flag_name": (text, (flags_t,)),
    "wald_thresholds_apply": (status, (thresholds_p, i64, data, type_t, i64, i64, i64, i64, u8_p, i64)),
    "wald_apply_thresholds": (status, (f64_p, rule_t, data, type_t, i64, i64, i64, i64, u8_p, i64)),
    "wald_operating_points_create": (status, (frontier_p, threshold_options_p, POINTER(operating_points_p))),
    "wald_operating_points_destroy": (None, (operating_points_p,)),
    "wald_operating_points_fact": (status, (operating_points_p, frontier_fact_t, f64_p)),
    "wald_operating_points_partial_areas": (status, (operating_points_p, f64, f64_p, f64_p, f64_p, f64_p)),
    "wald_operating_points_counts": (status, (operating_points_p, f64_p, f64_p, u8_p, i64, i64_p)),
    "wald_operating_points_thresholds": (status, (operating_points_p, f64_p, i64, i64_p)),
    "wald_operating_points_path": (status, (operating_points_p, f64_p, i64, i64_p)),
    "wald_label_thresholds": (
        status,
        (average_t, threshold_options_p, data, type_t, i64, i64, i64, i64, u8_p, i64, i64, data, type_t, i64)
        + (f64_p, f64_p, f64_p, f64_p, i32_p, i32_p),
    ),
    "wald_class_multipliers": (
        status,
        (metric_p, average_t, f64_p, data, type_t, i64, i64, i64, i64, i64_p, data, type_t, i64)
        + (wald_progress_function, c_void_p, f64_p, f64_p, f64_p, f64_p),
    ),
    "wald_apply_classes": (status, (f64_p, f64_p, data, type_t, i64, i64, i64, i64, i64_p)),
    "wald_frontier_abstention_zone": (
        status,
        (frontier_p, f64, f64, f64, f64_p, f64_p, f64_p, f64_p, f64_p, f64_p, f64_p),
    ),
    "wald_cascade_scores_create": (status, (i64, i64, POINTER(cascade_scores_p))),
    "wald_cascade_scores_destroy": (None, (cascade_scores_p,)),
    "wald_cascade_scores_copy": (status, (cascade_scores_p, POINTER(cascade_scores_p))),
    "wald_cascade_scores_clear": (status, (cascade_scores_p,)),
    "wald_cascade_scores_feed": (
        status,
        (cascade_scores_p, data, type_t, i64, i64, i64, i64, data, type_t, i64, data, type_t, i64),
    ),
    "wald_cascade_scores_feed_trees": (
        status,
        (cascade_scores_p, trees_p, data, type_t, i64, i64, i64, i64, data, type_t, i64, data, type_t, i64, i32),
    ),
    "wald_cascade_scores_merge": (status, (cascade_scores_p, cascade_scores_p)),
    "wald_cascade_scores_shape": (status, (cascade_scores_p, i64_p, i64_p, i64_p)),
    "wald_cascade_options_create": (status, (POINTER(cascade_options_p),)),
    "wald_cascade_options_destroy": (None, (cascade_options_p,)),
    "wald_cascade_options_set": (status, (cascade_options_p, cascade_setting_t, f64)),
    "wald_cascade_options_set_order": (status, (cascade_options_p, text)),
    "wald_cascade_options_set_given_order": (status, (cascade_options_p, i64_p, i64)),
    "wald_cascade_options_set_spend": (status, (cascade_options_p, text)),
    "wald_cascade_options_set_costs": (status, (cascade_options_p, f64_p, i64)),
    "wald_cascade_options_set_names": (status, (cascade_options_p, text_p, i64)),
    "wald_cascade_options_set_seed": (status, (cascade_options_p, u64)),
    "wald_cascade_options_set_progress": (status, (cascade_options_p, wald_progress_function, c_void_p)),
    "wald_cascade_fit": (status, (cascade_scores_p, cascade_scores_p, cascade_options_p, POINTER(cascade_p))),
    "wald_cascade_calibrate": (status, (cascade_p, cascade_scores_p, cascade_options_p, POINTER(cascade_p))),
    "wald_cascade_destroy": (None, (cascade_p,)),
    "wald_cascade_merge": (status, (cascade_p, cascade_p)),
    "wald_cascade_number": (status, (cascade_p, cascade_fact_t, f64_p)),
    "wald_cascade_fact_name": (text, (cascade_fact_t,)),
    "wald_cascade_numbers": (status, (cascade_p, cascade_array_t, f64_p, i64, i64_p)),
    "wald_cascade_model_name": (status, (cascade_p, i64, text_p)),
    "wald_cascade_evaluate": (status, (cascade_p, cascade_scores_p, i32, f64_p, f64_p, f64_p, f64_p)),
    "wald_cascade_save": (status, (cascade_p, text, i64, i64_p)),
    "wald_cascade_load": (status, (text, i64, POINTER(cascade_p))),
    "wald_cascade_apply": (status, (cascade_p, data, type_t, i64, i64, i64, i64, i32, i32_p, i32_p)),
    "wald_cascade_apply_function": (status, (cascade_p, i64, wald_score_function, c_void_p, i32_p, i32_p)),
    "wald_cascade_apply_trees": (status, (cascade_p, data, type_t, i64, i64, i64, i64, i32, i32_p, i32_p)),
    "wald_cascade_run_create": (status, (cascade_p, POINTER(cascade_run_p))),
    "wald_cascade_run_destroy": (None, (cascade_run_p,)),
    "wald_cascade_run_start": (status, (cascade_run_p, i64_p)),
    "wald_cascade_run_feed": (status, (cascade_run_p, f64_p, i64, i64_p, i32_p, i64_p)),
    "wald_trees_create": (status, (i64, i64, i64, i64, type_t, i32, f64_p, POINTER(trees_p))),
    "wald_trees_destroy": (None, (trees_p,)),
    "wald_trees_add": (
        status,
        (trees_p, i64, i64, u8_p, u8_p, i32_p, i32_p, i32_p, f64_p, i64_p, i32_p, f64_p),
    ),
    "wald_trees_shape": (status, (trees_p, i64_p, i64_p, i64_p, i64_p)),
    "wald_trees_leaf_width": (status, (trees_p, i64_p)),
    "wald_trees_threshold": (status, (trees_p, f64, f64_p)),
    "wald_trees_evaluate": (status, (trees_p, data, type_t, i64, i64, i64, i64, i32, f64_p)),
    "wald_trees_save": (status, (trees_p, text, i64, i64_p)),
    "wald_trees_load": (status, (text, i64, POINTER(trees_p))),
    "wald_cascade_bind": (status, (cascade_p, trees_p, POINTER(cascade_p))),
    "wald_cascade_n_features": (status, (cascade_p, i64_p)),
    "wald_dataset_create": (status, (data, type_t, i64, i64, i64, i64, POINTER(dataset_p))),
    "wald_dataset_create_csr": (
        status,
        (data, data, index_type_t, data, type_t, i64, i64, POINTER(dataset_p)),
    ),
    "wald_dataset_destroy": (None, (dataset_p,)),
    "wald_dataset_set_labels": (status, (dataset_p, u8_p, i64, i64, i64, i64)),
    "wald_dataset_set_labels_csr": (status, (dataset_p, data, data, index_type_t, i64, i64)),
    "wald_dataset_set_classes": (status, (dataset_p, i64_p, i64, i64)),
    "wald_dataset_set_weights": (status, (dataset_p, data, type_t, i64, i64)),
    "wald_dataset_set_groups": (status, (dataset_p, i64_p, i64)),
    "wald_dataset_set_marginals": (status, (dataset_p, data, type_t, i64, i64, i64, i64)),
    "wald_dataset_shape": (status, (dataset_p, i64_p, i64_p, i64_p, i32_p)),
    "wald_learner_options_create": (status, (POINTER(learner_options_p),)),
    "wald_learner_options_destroy": (None, (learner_options_p,)),
    "wald_learner_options_set": (status, (learner_options_p, learner_setting_t, f64)),
    "wald_learner_options_set_method": (status, (learner_options_p, learner_method_t, text)),
    "wald_learner_options_set_penalties": (status, (learner_options_p, f64_p, i64)),
    "wald_learner_options_set_mixture_weights": (status, (learner_options_p, f64_p, i64)),
    "wald_learner_options_set_chain_orders": (status, (learner_options_p, i64_p, i64, i64)),
    "wald_learner_options_set_feature_names": (status, (learner_options_p, text_p, i64)),
    "wald_learner_options_set_label_names": (status, (learner_options_p, text_p, i64)),
    "wald_learner_options_set_seed": (status, (learner_options_p, u64)),
    "wald_learner_options_set_progress": (status, (learner_options_p, wald_progress_function, c_void_p)),
    "wald_learner_fit": (status, (text, dataset_p, learner_options_p, POINTER(learner_p))),
    "wald_learner_destroy": (None, (learner_p,)),
    "wald_learner_save": (status, (learner_p, text, i64, i64_p)),
    "wald_learner_load": (status, (text, i64, POINTER(learner_p))),
    "wald_learner_name": (status, (learner_p, text_p)),
    "wald_learner_shape": (status, (learner_p, i64_p, i64_p, i32_p, i64_p)),
    "wald_learner_kind": (status, (learner_p, i32_p)),
    "wald_learner_feature_name": (status, (learner_p, i64, text_p)),
    "wald_learner_label_name": (status, (learner_p, i64, text_p)),
    "wald_learner_choice_count": (status, (learner_p, i64_p)),
    "wald_learner_choice_get": (status, (learner_p, i64, text_p, text_p, f64_p, f64_p)),
    "wald_learner_choice_path": (status, (learner_p, i64, f64_p, f64_p, i64, i64_p)),
    "wald_learner_probabilities": (status, (learner_p, dataset_p, options_p, f64_p)),
    "wald_learner_decide": (
        status,
        (learner_p, dataset_p, metric_p, options_p, u8_p, i64, i64, f64_p, decision_p),
    ),
    "wald_learner_estimator": (status, (learner_p, dataset_p, i64, options_p, POINTER(estimator_p))),
    "wald_calibration_fit": (
        status,
        (text, data, type_t, i64, i64, u8_p, i64, data, type_t, i64, POINTER(calibration_p)),
    ),
    "wald_calibration_destroy": (None, (calibration_p,)),
    "wald_calibration_apply": (status, (calibration_p, data, type_t, i64, i64, f64_p)),
    "wald_calibration_save": (status, (calibration_p, text, i64, i64_p)),
    "wald_calibration_load": (status, (text, i64, POINTER(calibration_p))),
}

# ---- Loading -------------------------------------------------------------------------------------

ENVIRONMENT = "WALD_LIBRARY"


def _names() -> tuple[str, ...]:
    if sys.platform == "win32":
        return ("wald.dll",)
    if sys.platform == "darwin":
        return (f"libwald.{ABI_VERSION}.dylib", "libwald.dylib")
    return (f"libwald.so.{ABI_VERSION}", "libwald.so")


def _declare(library: ctypes.CDLL) -> None:
    """Gives every function its types. Raises OSError where the library is another than the table describes."""
    try:
        library.wald_abi_version.restype = i32
        library.wald_abi_version.argtypes = ()
        abi = library.wald_abi_version()
    except AttributeError:
        raise OSError("it is not libwald: it has no wald_abi_version") from None
    if abi != ABI_VERSION:
        raise OSError(f"its ABI number is {abi}: this package needs {ABI_VERSION}")
    for name, (result, arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise OSError(f"it has no {name}: it is older than this package") from None
        function.restype = result
        function.argtypes = arguments


def _load() -> tuple[ctypes.CDLL, str]:
    """The library, and where it was found. The order: WALD_LIBRARY (a file or a folder; then nothing else is tried),
    this package's folder, wherever the system's loader looks."""
    chosen = os.environ.get(ENVIRONMENT)
    candidates: list[str]
    if chosen:
        here = Path(chosen)
        candidates = [str(here / name) for name in _names()] if here.is_dir() else [str(here)]
    else:
        inside = Path(__file__).resolve().parent / "lib"
        candidates = [str(inside / name) for name in _names()] + list(_names())
    tried = []
    for candidate in candidates:
        absent = os.path.dirname(candidate) and not os.path.exists(candidate)
        try:
            if absent:
                raise OSError("there is no such file")
            library = ctypes.CDLL(candidate)
            _declare(library)
            return library, candidate
        except OSError as error:
            if os.path.dirname(candidate):
                where = candidate + (f" (from the environment variable {ENVIRONMENT})" if chosen else "")
            else:
                where = candidate + " (where the system's loader looks)"
            tried.append(f"  {where}: {error}")
    hint = "" if chosen else f"\nInstall the wheel, which holds the library, or set {ENVIRONMENT} to the file."
    raise ImportError("wald cannot load its library. Tried:\n" + "\n".join(tried) + hint)


lib, LIBRARY_PATH = _load()
"""The library with its types declared, and the path it was loaded from."""

# ---- Failure -------------------------------------------------------------------------------------

_thread = threading.local()  # .pending: what a callback of this thread raised during the running call


def check(result: int) -> None:
    """Raises what a failed call means: the callback's own exception where there is one."""
    if result != 0:
        raise failure(result)


def failure(result: int) -> BaseException:
    pending = take_pending()
    if pending is not None:
        return pending
    message: bytes = lib.wald_last_error()
    return error_of(result, message.decode("utf-8", "replace"))


def pending_exception() -> BaseException | None:
    """What a callback of the running call has raised."""
    found: BaseException | None = getattr(_thread, "pending", None)
    return found


def set_pending(error: BaseException | None) -> None:
    _thread.pending = error


def take_pending() -> BaseException | None:
    found = pending_exception()
    if found is not None:
        _thread.pending = None
    return found
