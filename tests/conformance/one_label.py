"""Thresholds from rows of one label, and rows selected at a false discovery rate: the path by recounting every step, p-values
and Benjamini and Hochberg's procedure in fractions."""

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


def select_cases(case, hexed):
    rng = random.Random(20261201)
    for i in range(24):
        n, m, labelled = 12 + i % 7, 8, i % 3 == 2
        scores = random_scores(rng, 1, n + m)
        labels = [int(labelled and k > 0 and rng.random() < 0.3) for k in range(n)] + [2] * m
        for k in range(m // 2):  # anomalies
            scores[n + k][0] += 0.75
        for k in range(n):
            scores[k][0] += 0.75 * labels[k]
        level = Fraction(rng.randrange(1, 5), 8)
        storey = None if any(y == 1 for y in labels) or i % 2 else Fraction(1, 2)
        batch = [s[0] for s, y in zip(scores, labels) if y == 2]
        p_values = [Fraction(1 + sum(y == 0 and s[0] >= b for s, y in zip(scores, labels)), n + 1) for b in batch]
        share = Fraction(1)
        if storey:
            at = Fraction(int(storey * (n + 1)), n + 1)
            share = (1 + sum(p > at for p in p_values)) / (m * (1 - at))
        ordered = sorted(p_values)
        taken = max((k for k in range(1, m + 1) if ordered[k - 1] * share * m <= level * k), default=0)
        chosen = [b for b, p in zip(batch, p_values) if taken and p <= ordered[taken - 1]]
        threshold = min(chosen, default=inf)
        known = [(s[0] >= threshold, y) for s, y in zip(scores, labels) if y != 2]
        tp, fp = (sum(on and y == label for on, y in known) for label in (1, 0))
        positives = labels.count(1)
        names = set() if positives else {"only_negatives"}
        if not chosen:
            names |= {"nothing_flagged", "target_not_attained"}
        if len(chosen) == m:
            names.add("everything_flagged")
        facts = {"feasible": 1, "tp": tp, "fp": fp, "unrated": len(chosen), "value": len(chosen), "null_share": share,
                 "positives": positives, "recall": Fraction(tp, positives) if positives else None, "precision": None}
        asked = {"max_fdr": float(level), **({"storey": float(storey)} if storey else {})}
        case("thresholds", f"selected, {n} known rows, {i}: {', '.join(f'{k} {v}' for k, v in asked.items())}", "choose",
             rows=rows(scores, labels), asked=asked, expect={
                 "method": "direct", "flags": sorted(names), "thresholds": written([threshold]),
                 "facts": {k: hexed(None if v is None else Fraction(v)) for k, v in facts.items()}})


def one_label_cases(case, error, hexed):
    path_cases(case, hexed)
    select_cases(case, hexed)

    def choosing(name, message, labels, asked, status="ARGUMENT"):
        error(f"thresholds, {name}", "choose", status, message, file="threshold_errors", rows=rows([[0.5], [0.25]], labels),
              asked=asked)

    without = ("positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows; without them "
               "max_fp, max_alerts, max_fpr and max_alert_rate can be set, and no metric, cost_ratio, min_precision or "
               "min_recall")
    choosing("no positive", without, [0, 0], {})
    choosing("no positive and a metric", without, [0, 0], {"max_fpr": 0.5, "metric": "jaccard"})
    choosing("no positive and folds", "folds is 2: must be 0 if all rows have one label", [0, 0], {"max_fpr": 0.5, "folds": 2})
    choosing("no batch", "unrated is 0: max_fdr selects among rows that are not rated, the batch", [0, 1], {"max_fdr": 0.5})
    choosing("nothing known", "negatives is 0: max_fdr needs rows labelled 0", [2, 1], {"max_fdr": 0.5})
    choosing("storey alone", "storey is 0.5: choosing thresholds reads it with max_fdr only", [0, 1], {"storey": 0.5})
    choosing("max_fdr beside a limit", "max_fdr is 0.5: must not be set with a goal, another limit, certify or positives",
             [0, 2], {"max_fdr": 0.5, "max_fpr": 0.5})
    choosing("max_fdr of 1", "max_fdr is 1: must lie in (0, 1)", [0, 2], {"max_fdr": 1.0})
