"""Thresholds from rows of one label: the path by recounting every step."""

import random
from fractions import Fraction
from math import inf

LARGEST = 1.7976931348623157e308


def rows(scores, labels, rule="or"):
    return {"n_scores": len(scores[0]), "rule": rule, "rated_from": None, "scores": scores, "labels": labels, "weights": None}


def written(thresholds):
    return ["inf" if t == inf else float(t).hex() for t in thresholds]


def flagged(given, thresholds):
    needed = any if given["rule"] == "or" else all
    return sum(needed(s >= t for s, t in zip(row, thresholds)) for row in given["scores"])


def steps(given):
    """Thresholds lowered in turn, each to the score of the next row in its own order."""
    ranked = [sorted(column, reverse=True) for column in zip(*given["scores"])]
    at = [inf] * len(ranked)
    yield list(at)
    for rank in range(len(given["scores"])):
        for d, column in enumerate(ranked):
            at[d] = column[rank]
            yield list(at)


def random_scores(rng, dims, n):
    grid = rng.choice([4, 64])
    return [[rng.randrange(grid) / grid for _ in range(dims)] for _ in range(n)]


def path_cases(case, hexed):
    rng = random.Random(20261130)
    for i in range(36):
        n, dims, label = 12, 1 + i % 3, i // 3 % 2
        given = rows(random_scores(rng, dims, n), [label] * n, ("or", "and")[i // 6 % 2])
        allowed = rng.randrange(1, n)
        if label:
            asked = {"min_recall": allowed / n}
            best = next(t for t in steps(given) if flagged(given, t) >= allowed)
        else:
            asked = rng.choice([{"max_fpr": allowed / n}, {"max_alert_rate": allowed / n}, {"max_fp": float(allowed)},
                                {"max_alerts": float(allowed)}])
            within = [t for t in steps(given) if flagged(given, t) <= allowed]
            most = max(flagged(given, t) for t in within)
            best = next(t for t in within if flagged(given, t) == most)
        found = flagged(given, best)
        names = {"only_positives"} if label else {"few_positives", "only_negatives"}
        if label:
            names.add("few_positives")
        if found == 0:
            names |= {"nothing_flagged", "target_not_attained"}
        if found == n:
            names.add("everything_flagged")
        for column in zip(*given["scores"]) if label else ():
            if 2 * len(set(column)) <= n:
                names.add("saturated_scores")
        facts = {"feasible": 1, "tp": found if label else 0, "fp": 0 if label else found, "unrated": 0,
                 "positives": n if label else 0, "precision": None, "recall": Fraction(found, n) if label else None,
                 "value": found, "marginal_precision": None}
        said = ", ".join(f"{k} {v}" for k, v in asked.items())
        case("thresholds", f"rows labelled {label} alone, {given['rule']}, {dims} scores, {i}: {said}", "choose", rows=given,
             asked=asked, expect={
                 "method": "direct", "flags": sorted(names), "thresholds": written(best),
                 "facts": {k: hexed(None if v is None else Fraction(v)) for k, v in facts.items()}})


def one_label_cases(case, error, hexed):
    path_cases(case, hexed)

    def choosing(name, message, labels, asked, status="ARGUMENT"):
        error(f"thresholds, {name}", "choose", status, message, file="threshold_errors", rows=rows([[0.5], [0.25]], labels),
              asked=asked)

    without = ("positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows; without them "
               "max_fp, max_alerts, max_fpr and max_alert_rate can be set, and no metric, cost_ratio, min_precision or "
               "min_recall")
    choosing("no positive", without, [0, 0], {})
    choosing("no positive and a metric", without, [0, 0], {"max_fpr": 0.5, "metric": "jaccard"})
    choosing("no positive and folds", "folds is 2: must be 0 if all rows have one label", [0, 0], {"max_fpr": 0.5, "folds": 2})
