#!/usr/bin/env python3
"""Calls on a million rows, and other calls that take long, through Wald's Python package.

    WALD_LIBRARY=libwald.so PYTHONPATH=bindings/python/src python3 large_inputs.py [--rounds 5] [--json FILE] [NAME...]

Prints the least CPU time of the process over the rounds for each call, and a number of its answer: two libraries whose
numbers differ do not do the same work. NAME takes the calls whose name holds it. Needs NumPy.
"""
import argparse
import json
import time

import numpy as np
import wald
from peers import uniform

MILLION = 1_000_000


def scores(n, seed=7):
    """Probabilities that are skewed, and labels that follow from overconfident ones."""
    u = uniform(seed, np.arange(2 * n, dtype=np.uint64)).reshape(2, n)
    p = u[0] ** 3
    return p, (u[1] < np.clip(0.8 * p + 0.05, 0, 1)).astype(np.uint8)


def fed(p):
    return wald.Estimator.independent(p)


def threaded(average, metric, rows, labels):
    def calls():
        table = uniform(3, np.arange(rows * labels, dtype=np.uint64)).reshape(rows, labels) ** 2
        for threads in (1, 8):
            yield f"{average} {metric} {rows} x {labels}, threads={threads}", lambda threads=threads: wald.decide(
                table, metric, average=average, threads=threads).expected.sum()
    return calls


def of_vectors():
    p, _ = scores(10 * MILLION)
    estimator = fed(p)
    for metric in ("f1", "jaccard"):
        yield f"decide {metric}, 10^7, array", lambda metric=metric: wald.decide(p, metric).expected
        yield f"decide {metric}, 10^7, estimator", lambda metric=metric: wald.decide(estimator, metric).expected


def of_predictions():
    p, y = scores(MILLION)
    estimator = fed(p)
    cut = (p > 0.6).astype(np.uint8)
    for metric in ("f1", "jaccard"):
        yield f"decide {metric}, 10^6", lambda metric=metric: wald.decide(estimator, metric).expected
        for name, prediction in (("cut", cut), ("random", y)):
            yield f"expected {metric} of a {name}", lambda metric=metric, prediction=prediction: wald.expected(
                estimator, metric, prediction)
        yield f"worth {metric}, micro", lambda metric=metric: wald.worth(p[:, None], metric, average="micro").gain


def of_calibrations():
    p, y = scores(MILLION)
    for name in ("platt", "beta", "isotonic"):
        yield f"calibration {name}", lambda name=name: wald.Calibration.fit(name, y, p).apply([0.3])[0]
    yield "reliability", lambda: wald.reliability(y, p).brier


def of_thresholds():
    p, y = scores(MILLION)
    for folds in (0, 5):
        yield f"threshold f1, folds={folds}", lambda folds=folds: wald.choose_threshold(
            y, p, metric="f1", folds=folds).thresholds[0]


def of_labels_left_out():
    table = uniform(5, np.arange(100_000, dtype=np.uint64)).reshape(1000, 100) ** 2
    yield "decide f1, 1000 x 100", lambda: wald.decide(table, "f1").expected.sum()
    for cost in (0.01, 0.5):
        yield f"abstain_label={cost} f1, 1000 x 100", lambda cost=cost: wald.decide(
            table, "f1", abstain_label=cost).expected.sum()


def of_custom_metrics():
    p = uniform(9, np.arange(800, dtype=np.uint64)) ** 2

    def f1(tp, k, s, n):
        return 2 * tp / (k + s) if k + s else 1.0

    def f1_of_arrays(tp, k, s, n):
        return np.where(k + s > 0, 2 * tp / np.maximum(k + s, 1), 1.0)

    def deciding(metric):
        return lambda: wald.decide(p, metric).expected

    all_known = {"rises_in_tp": True, "falls_in_k": True, "rises_in_tp_and_k": True}
    for known, flags in (("rises in tp", {"rises_in_tp": True}), ("all known", all_known)):
        yield f"custom f1, 800 labels, {known}", deciding(wald.Metric.custom(f1, **flags))
        yield f"custom f1, 800 labels, {known}, vectorised", deciding(
            wald.Metric.custom(f1_of_arrays, vectorised=True, **flags))


CALLS = (of_predictions, of_calibrations, of_thresholds, of_labels_left_out, of_custom_metrics,
         threaded("macro", "f1", 10, 8), threaded("instance", "gmean", 10, 20), of_vectors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="a file for name -> [seconds, number]")
    given = parser.parse_args()
    found = {}
    for group in CALLS:
        for name, call in group():
            if given.names and not any(part in name for part in given.names):
                continue
            least = np.inf
            for _ in range(given.rounds):
                start = time.process_time()
                number = call()
                least = min(least, time.process_time() - start)
            found[name] = [least, float(number)]
            print(f"{name:45} {1000 * least:10.3f} ms   {number!r}", flush=True)
    if given.json:
        with open(given.json, "w") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
