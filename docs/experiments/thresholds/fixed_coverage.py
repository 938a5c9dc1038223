"""How often limits of an evaluation at fixed thresholds hold the truth of the population (docs/thresholds.md).

Scores of two models are normal around 0, positives around `gap`, correlated by one half, so that every metric of the
population is known. Designs: rows by themselves; rows in groups of three whose scores are correlated; rows of weights 1
and 3, drawn three times as often where the weight is 1.

    python docs/experiments/thresholds/fixed_coverage.py [SIMULATIONS]
"""

import math
import sys

import numpy as np
import wald

GAP, SHARE, ROWS = (1.2, 1.5), 0.3, 600
METRICS = ["auc", "recall", "specificity", "precision", "accuracy", "f1", "balanced_accuracy", "mcc"]


def upper(x):
    return 0.5 * math.erfc(x / math.sqrt(2))


def population(gap):
    recall = specificity = upper(-gap / 2)
    tp, fn = SHARE * recall, SHARE * (1 - recall)
    fp, tn = (1 - SHARE) * (1 - specificity), (1 - SHARE) * specificity
    mcc = (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return dict(auc=upper(-gap / math.sqrt(2)), recall=recall, specificity=specificity, precision=tp / (tp + fp),
                accuracy=tp + tn, f1=2 * tp / (2 * tp + fp + fn), balanced_accuracy=(recall + specificity) / 2, mcc=mcc)


def draw(random, design):
    n = ROWS
    groups = np.repeat(np.arange(n // 3), 3) if design == "groups" else None
    y = random.random(n) < SHARE
    shared = math.sqrt(0.5) * random.normal(size=n)
    if groups is not None:
        shared = math.sqrt(0.5) * random.normal(size=n // 3)[groups]
    scores = np.column_stack([gap * y + shared + math.sqrt(0.5) * random.normal(size=n) for gap in GAP])
    weights = None
    if design == "weights":  # of twice as many rows, weights 3 are kept one time in three
        weights = np.where(random.random(n) < 0.5, 1.0, 3.0)
        kept = (weights == 1) | (random.random(n) < 1 / 3)
        y, scores, weights = y[kept], scores[kept], weights[kept]
    return y.astype(np.uint8), scores, dict(groups=groups, weights=weights)


def coverage(design, simulations, **options):
    random = np.random.default_rng(1)
    truths = [population(gap) for gap in GAP]
    wanted = np.array([truth[metric] for truth in truths for metric in METRICS])
    held, told = np.zeros(len(wanted)), np.zeros(len(METRICS))
    for i in range(simulations):
        y, scores, more = draw(random, design)
        found = wald.evaluate_thresholds(y, scores, [gap / 2 for gap in GAP], metrics=METRICS, seed=i, **more, **options)
        held += (found.low <= wanted) & (wanted <= found.high)
        differs = wanted[len(METRICS):] - wanted[:len(METRICS)]
        told += (found.pair_low <= differs) & (differs <= found.pair_high)
    return 100 * held.reshape(2, -1).mean(axis=0) / simulations, 100 * told / simulations


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    print("| design | limits of | " + " | ".join(METRICS) + " |")
    for name, design, options in (("rows", "rows", {}), ("rows, jackknife", "rows", {"jackknife": True}),
                                  ("rows, 400 bootstrap samples", "rows", {"bootstrap": 400}),
                                  ("groups", "groups", {}), ("weights", "weights", {})):
        runs = count // 4 if "bootstrap" in options else count
        for what, row in zip(("values", "differences"), coverage(design, runs, **options)):
            print(f"| {name} | {what} | " + " | ".join(f"{x:.1f}" for x in row) + " |", flush=True)
