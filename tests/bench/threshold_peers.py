#!/usr/bin/env python3
"""The best threshold of one classifier for F1, and the frontier of two classifiers: Wald's Python package against
scikit-learn and numpy.

    WALD_LIBRARY=libwald.so PYTHONPATH=bindings/python/src python3 threshold_peers.py [--quick]

0.1, 2 and 50 % of the rows are positive. Needs scikit-learn. Each round times every variant once, one right after the other: CPU
time of one thread. Wald's includes the intervals and the flags, and that of a sample the feeding of the rows. Prints a table: median times, and the
median over the rounds of each one's ratio to Wald's. Those that look at every threshold must agree on it; exit status 1
if they do not.

Scikit-learn has no frontier of two classifiers: Wald's, on 1000 quantiles of the positives' scores each (so 10^6 pairs
of thresholds), is compared with scikit-learn's curve of one of them alone; exit status 1 if, of a million rows, it
takes more than 0.3 times as long. R's packages: thresholds_peers.R.
"""
import statistics
import sys
import time

import numpy as np
import wald
from peers import uniform
from sklearn.metrics import precision_recall_curve
from sklearn.model_selection import TunedThresholdClassifierCV


def rows(n, scores=1, share=0.002):
    """Binormal scores as probabilities, of classifiers that err independently."""
    u = uniform(21, np.arange((1 + 2 * scores) * n, dtype=np.uint64)).reshape(-1, n)
    y = (u[0] < share).astype(np.uint8)
    y[0] = 1
    normal = np.sqrt(-2 * np.log1p(-u[1::2])) * np.cos(2 * np.pi * u[2::2])
    return np.squeeze(1 / (1 + np.exp(4 - 1.5 * (normal + 2.5 * y)))).T, y


class Given:
    """A fitted classifier whose probabilities are its only feature."""

    _estimator_type, classes_, n_features_in_ = "classifier", np.array([0, 1]), 1

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])

    def fit(self, X, y):
        return self

    def get_params(self, deep=True):
        return {}

    def __sklearn_is_fitted__(self):
        return True

    def __sklearn_tags__(self):
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression().__sklearn_tags__()


def by_curve(s, y):
    precision, recall, thresholds = precision_recall_curve(y, s)
    with np.errstate(invalid="ignore"):
        f1 = 2 * precision * recall / (precision + recall)
    return thresholds[np.nanargmax(f1[:-1])]


def by_sort(s, y):
    order = np.argsort(s)[::-1]
    tp = np.cumsum(y[order], dtype=np.int64)
    f1 = 2 * tp / (tp[-1] + np.arange(1, len(s) + 1))
    f1[:-1][s[order][1:] == s[order][:-1]] = 0  # within ties there is no threshold
    return s[order][np.argmax(f1)]


def by_scikit_learn(s, y):
    model = TunedThresholdClassifierCV(Given(), scoring="f1", cv="prefit", refit=False)
    return model.fit(s[:, None], y).best_threshold_


def by_wald(s, y):
    return wald.choose_threshold(y, s, metric="f1").thresholds[0]


def by_sample(s, y):
    return wald.Sample().feed(y, s).choose("f1").thresholds[0]


def joint_frontier(s, y):
    return wald.Sample(n_scores=2).feed(y, s).frontier(pair_cells=10**6)


def timed(call, *arguments):
    start = time.process_time()
    call(*arguments)
    return time.process_time() - start


def of_two(quick):
    """The frontier of two classifiers against scikit-learn's curve of one."""
    n = 10**5 if quick else 10**6
    s, y = rows(n, 2)
    alone = np.ascontiguousarray(s[:, 0])
    joint_frontier(s, y)
    times = [(timed(joint_frontier, s, y), timed(precision_recall_curve, y, alone)) for _ in range(3 if quick else 7)]
    ours, theirs = (1e3 * statistics.median(column) for column in zip(*times))
    ratio = statistics.median(a / b for a, b in times)
    print(f"\nfrontier of two, 1000 x 1000 thresholds, {n} rows: {ours:.3g} ms; precision_recall_curve of one: "
          f"{theirs:.3g} ms; ratio {ratio:.3g}", flush=True)
    if not quick and ratio > 0.3:
        sys.exit(f"the ratio is {ratio:.3g}: must be at most 0.3")


def main():
    quick = "--quick" in sys.argv[1:]
    print("| rows | positives | variant | ms | times Wald's |\n|---|---|---|---|---|")
    sizes = (10**4, 10**5) if quick else (10**4, 10**5, 10**6)
    for n, share in [(n, share) for n in sizes for share in (0.001, 0.02, 0.5)]:
        s, y = rows(n, share=share)
        variants = {"wald": by_wald, "wald, a sample": by_sample, "precision_recall_curve": by_curve,
                    "numpy argsort": by_sort, "numpy sort of the scores": lambda s, y: np.sort(s)}
        if n < 10**6:
            variants["TunedThresholdClassifierCV"] = by_scikit_learn
        times, found = {name: [] for name in variants}, {}
        for _ in range(3 if quick else 7):
            for name, variant in variants.items():
                start = time.process_time()
                found[name] = variant(s, y)
                times[name].append(time.process_time() - start)
        exact = [found[name] for name in ("wald", "wald, a sample", "precision_recall_curve", "numpy argsort")]
        if len(set(exact)) != 1:
            sys.exit(f"the thresholds differ: {exact}")
        for name, spent in times.items():
            ratio = statistics.median(a / b for a, b in zip(spent, times["wald"]))
            print(f"| {n} | {share:.3g} | {name} | {1e3 * statistics.median(spent):.3g} | {ratio:.3g} |", flush=True)
    of_two(quick)


if __name__ == "__main__":
    main()
