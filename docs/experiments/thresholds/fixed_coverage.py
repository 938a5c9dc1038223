"""How often limits of an evaluation at fixed thresholds hold the truth of the population (docs/guides/thresholds.md).

Scores of two models are normal around 0, positives around `gap`, correlated by one half, so that every metric of the
population is known. Designs: rows by themselves; rows in groups of three whose scores are correlated; rows of weights 1
and 3, drawn three times as often where the weight is 1; and 100 or 1000 rows by themselves, of which 2, 10 or 50 percent
are positive. Of these the coverage of recall, a binomial proportion of few rows, is also added up without simulations.

    python docs/experiments/thresholds/fixed_coverage.py [SIMULATIONS]
"""

import math
import statistics
import sys
import warnings

import numpy as np
import wald

GAP, SHARE, ROWS = (1.2, 1.5), 0.3, 600
METRICS = ["auc", "recall", "specificity", "precision", "accuracy", "f1", "balanced_accuracy", "mcc"]
SIZES, SHARES = (100, 1000), (0.02, 0.1, 0.5)
warnings.simplefilter("ignore", wald.DecisionWarning)  # of samples without a positive, whose limits are unknown


def upper(x):
    return 0.5 * math.erfc(x / math.sqrt(2))


def population(gap, share=SHARE):
    recall = specificity = upper(-gap / 2)
    tp, fn = share * recall, share * (1 - recall)
    fp, tn = (1 - share) * (1 - specificity), (1 - share) * specificity
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


def held(design, simulations, metrics, models, **options):
    """Percent of simulations in which limits hold the truth: of values, or of several models of differences."""
    random = np.random.default_rng(1)
    truths = [population(gap) for gap in GAP]
    count = np.zeros(len(metrics))
    for i in range(simulations):
        y, scores, more = draw(random, design)
        at = [gap / 2 for gap in GAP[:models]]
        found = wald.evaluate_thresholds(y, scores[:, :models], at, metrics=metrics, seed=i, **more, **options)
        if models == 1:
            wanted = np.array([truths[0][metric] for metric in metrics])
            count += (found.low <= wanted) & (wanted <= found.high)
        else:
            wanted = np.array([truths[1][metric] - truths[0][metric] for metric in metrics])
            count += (found.pair_low <= wanted) & (wanted <= found.pair_high)
    return [f"{100 * x / simulations:.1f}" for x in count]


def held_by_size(n, share, simulations, **options):
    """Percent of the simulations with limits in which they hold the truth, by metric, and percent with limits."""
    random = np.random.default_rng(2)
    truth = population(GAP[0], share)
    wanted = np.array([truth[metric] for metric in METRICS])
    known, hits = np.zeros(len(METRICS)), np.zeros(len(METRICS))
    for _ in range(simulations):
        y = (random.random(n) < share).astype(np.uint8)
        found = wald.evaluate_thresholds(y, GAP[0] * y + random.normal(size=n), GAP[0] / 2, metrics=METRICS, **options)
        low, high = np.asarray(found.low), np.asarray(found.high)
        known += ~np.isnan(low)
        hits += (low <= wanted) & (wanted <= high)
    return 100 * hits / known, 100 * known / simulations


def masses(n, p):
    k = np.arange(n + 1)
    log = np.array([math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k])
    return np.exp(log + k * math.log(p) + (n - k) * math.log1p(-p))


def recall_added_up(n, share, **options):
    """The same for recall, from the probability of every number of positives and of flagged ones."""
    recall, total, hits = population(GAP[0], share)["recall"], 0, 0
    for positives, mass in enumerate(masses(n, share)):
        if positives == 0 or mass < 1e-9:
            continue
        of_flagged = masses(positives, recall)
        for flagged in np.flatnonzero(of_flagged > 1e-9):
            scores = np.r_[np.ones(flagged), np.zeros(positives - flagged)]
            found = wald.evaluate_thresholds(np.ones(positives, np.uint8), scores, 0.5, metrics=["recall"], **options)
            total += mass * of_flagged[flagged]
            hits += mass * of_flagged[flagged] * (found.low[0] <= recall <= found.high[0])
    return 100 * hits / total


def print_sizes(simulations):
    print("\n| limits | rows | positive | " + " | ".join(METRICS) + " | recall, added up |")
    print("|---|---|---|" + "---|" * (len(METRICS) + 1))
    for name, options in (("mid-P", {}), ("exact", {"proportion_limits": "exact"})):
        for n in SIZES:
            for share in SHARES:
                percent, known = held_by_size(n, share, simulations, **options)
                cells = [f"{a:.1f}" + (f" (of {b:.0f})" if b < 99.5 else "") for a, b in zip(percent, known)]
                print(f"| {name} | {n} | {100 * share:g} % | " + " | ".join(cells)
                      + f" | {recall_added_up(n, share, **options):.1f} |", flush=True)


def print_areas(simulations):
    """Limits of the area by DeLong and on the log-odds, of few positives among 600 rows and of areas up to .97."""
    print("\n| positive | area | delong | logit |\n|---|---|---|---|")
    for positives in (5, 10, 20, 50, 100):
        for area in (0.7, 0.9, 0.97):
            random = np.random.default_rng(3)
            y = (np.arange(ROWS) < positives).astype(np.uint8)
            gap = math.sqrt(2) * statistics.NormalDist().inv_cdf(area)
            hits = dict.fromkeys(("delong", "logit"), 0)
            for _ in range(simulations):
                scores = gap * y + random.normal(size=ROWS)
                for limits in hits:
                    found = wald.evaluate_thresholds(y, scores, metrics="auc", auc_limits=limits)
                    hits[limits] += found.low[0] <= area <= found.high[0]
            print(f"| {positives} | {area} | " + " | ".join(f"{100 * x / simulations:.1f}" for x in hits.values()) + " |",
                  flush=True)


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    print("| rows | " + " | ".join(METRICS) + " |\n|---|" + "---|" * len(METRICS))
    for name, design, options in (("alone", "rows", {}), ("alone, exact", "rows", {"proportion_limits": "exact"}),
                                  ("alone, jackknife", "rows", {"jackknife": True}),
                                  ("alone, 400 bootstrap samples", "rows", {"bootstrap": 400}),
                                  ("in groups of three", "groups", {}), ("with weights 1 and 3", "weights", {})):
        print(f"| {name} | " + " | ".join(held(design, total, METRICS, 1, **options)) + " |", flush=True)
    print("\n| differences, rows | auc | recall |\n|---|---|---|")
    for name, design in (("alone", "rows"), ("in groups of three", "groups"), ("with weights 1 and 3", "weights")):
        print(f"| {name} | " + " | ".join(held(design, total // 4, ["auc", "recall"], 2)) + " |", flush=True)
    print_sizes(total)
    print_areas(total)
