"""Thresholds by trying them all: every score of every row, and every classifier switched off."""

import itertools
import math

from oracle import rate

INF = math.inf


def flagged(scores, thresholds, rule):
    # A threshold of inf flags nothing, not even a score of inf.
    at = [s >= t and t < INF for s, t in zip(scores, thresholds)]
    return any(at) if rule == "or" else all(at)


def counts(rows, thresholds, rule):
    """TP, FP and the weight of unrated rows; a row is (scores, label, weight) with the label None if not rated."""
    sums = {1: 0, 0: 0, None: 0}
    for scores, label, weight in rows:
        if flagged(scores, thresholds, rule):
            sums[label] += weight
    return sums[1], sums[0], sums[None]


def lower_limit_holds(tp, fp, precision, confidence):
    """Whether the one-sided lower Clopper-Pearson limit of tp of tp + fp is at least `precision`."""
    n = tp + fp
    tail = math.fsum(math.comb(n, k) * precision**k * (1 - precision)**(n - k) for k in range(tp, n + 1))
    return tail <= 1 - confidence


def metric(name, tp, fp, positives, total):
    fn, tn = positives - tp, total - positives - fp
    if name == "f1":
        return rate(2 * tp, 2 * tp + fp + fn, 1)
    if name == "fbeta:2":
        return rate(5 * tp, 5 * tp + 4 * fn + fp, 1)
    if name == "jaccard":
        return rate(tp, tp + fp + fn, 1)
    if name == "balanced_accuracy":
        return (rate(tp, positives, 1) + rate(tn, total - positives, 1)) / 2
    raise ValueError(name)


def all_thresholds(rows, rule):
    n = len(rows[0][0])
    off = INF if rule == "or" else -INF
    levels = [sorted({min(scores[d], 1e300) for scores, _, _ in rows} | {off}) for d in range(n)]
    return itertools.chain([(INF,) * n], itertools.product(*levels))


def best(rows, rule, value, allowed):
    """The greatest value(tp, fp) of all thresholds that are allowed, or None."""
    points = {counts(rows, t, rule)[:2] for t in all_thresholds(rows, rule)}
    return max((value(tp, fp) for tp, fp in points if allowed(tp, fp)), default=None)


def zone_cost(rows, low, high, costs):
    """Cost of two thresholds; costs are those of a false positive, a missed positive and a row between."""
    total = 0
    for (score,), label, weight in rows:
        if score >= high:
            total += weight * costs[0] * (label == 0)
        elif score < low:
            total += weight * costs[1] * (label == 1)
        else:
            total += weight * costs[2]
    return total
