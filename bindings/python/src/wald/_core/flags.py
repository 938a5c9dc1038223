# Written by bindings/generate from the rows of the core: do not edit.
"""Flags."""

from __future__ import annotations

import enum


class Properties(enum.IntFlag):
    """What a metric U(tp, k, s, n) is. The values are those of the C interface."""

    RISES_IN_TP = 1
    """rises_in_tp."""
    FALLS_IN_K = 2
    """falls_in_k."""
    RISES_IN_TP_AND_K = 4
    """rises_in_tp_and_k."""
    LINEAR_IN_TP = 8
    """linear_in_tp."""
    LOSS = 16
    """loss."""
    THREAD_SAFE = 32
    """thread_safe."""
    DEGENERATE = 64
    """degenerate."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the flags that are set, as the command prints them."""
        return tuple(flag.name.lower() for flag in Properties if flag in self and flag.name)


class ThresholdFlags(enum.IntFlag):
    """What a user should know of chosen thresholds. The values are those of the C interface."""

    NOTHING_FLAGGED = 1
    """nothing_flagged."""
    EVERYTHING_FLAGGED = 2
    """everything_flagged."""
    TARGET_NOT_ATTAINED = 4
    """target_not_attained."""
    RECALL_OUT_OF_REACH = 8
    """recall_out_of_reach."""
    FEW_POSITIVES = 16
    """few_positives."""
    SATURATED_SCORES = 32
    """saturated_scores."""
    IN_SAMPLE_SCORES = 64
    """in_sample_scores."""
    INVERTED_SCORES = 128
    """inverted_scores."""
    QUANTILE_LEVELS = 256
    """quantile_levels."""
    LOCAL_OPTIMUM = 512
    """local_optimum."""
    UNRATED_FLAGGED = 1024
    """unrated_flagged."""
    ONLY_POSITIVES = 2048
    """only_positives."""
    CONSTRAINT_MISSED = 4096
    """constraint_missed."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the flags that are set, as the command prints them."""
        return tuple(flag.name.lower() for flag in ThresholdFlags if flag in self and flag.name)
