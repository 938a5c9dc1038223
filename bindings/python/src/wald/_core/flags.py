# Written by bindings/generate from the rows of the core: do not edit.
"""Flags."""

from __future__ import annotations

import enum


class _Flags(enum.IntFlag):
    @property
    def names(self) -> tuple[str, ...]:
        """The names of the flags that are set, as the command prints them."""
        return tuple(flag.name.lower() for flag in type(self) if flag in self and flag.name)


class Properties(_Flags):
    """Properties of a metric U(tp, k, s, n). The values are those of the C interface."""

    RISES_IN_TP = 1
    """U does not fall when tp rises at the same k and s ("TP-monotone")."""
    FALLS_IN_K = 2
    """U does not rise when k rises at the same tp and s."""
    RISES_IN_TP_AND_K = 4
    """U does not fall when tp and k both rise by one at the same s."""
    LINEAR_IN_TP = 8
    """U = a(k,s) tp + g(k,s)."""
    LOSS = 16
    """The function is to be minimised."""
    THREAD_SAFE = 32
    """The callback may be called from several threads at once."""
    DEGENERATE = 64
    """Read only: without a constraint on k a trivial prediction is optimal."""


class ThresholdFlags(_Flags):
    """Warnings about chosen thresholds. The values are those of the C interface."""

    NOTHING_FLAGGED = 1
    """No row is flagged."""
    EVERYTHING_FLAGGED = 2
    """Every rated row is flagged."""
    TARGET_NOT_ATTAINED = 4
    """No alert is worth its cost, or the limits leave none."""
    RECALL_OUT_OF_REACH = 8
    """Not feasible; the nearest point is reported."""
    FEW_POSITIVES = 16
    """There are fewer than 50 positive rows."""
    SATURATED_SCORES = 32
    """A classifier gives its positives fewer than 10 distinct scores."""
    IN_SAMPLE_SCORES = 64
    """A classifier separates the labels without error: was it trained on these rows?"""
    INVERTED_SCORES = 128
    """A classifier ranks negatives above positives, more than by chance."""
    QUANTILE_LEVELS = 256
    """Quantiles replaced the scores of positives."""
    LOCAL_OPTIMUM = 512
    """The thresholds are not proved to be the best of all."""
    UNRATED_FLAGGED = 1024
    """Rows that are not rated are flagged; they count for nothing."""
    ONLY_POSITIVES = 2048
    """No rated row is negative."""
    CONSTRAINT_MISSED = 4096
    """Smoothed thresholds break a limit that the sample's own best ones keep."""
    SHARED_THRESHOLD = 8192
    """The label has few positives, and shares a threshold with others like it."""
    ONLY_NEGATIVES = 16384
    """No rated row is positive: nothing is known of precision and recall."""
