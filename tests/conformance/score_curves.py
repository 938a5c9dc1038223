"""The cases on decision curves and reliability, by their formulas in rational arithmetic."""

import random
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from exact import rational
from thresholds import clopper_pearson


# ---- Decision curves -----------------------------------------------------------------------------------------------------


def mean_and_variance(values, weights):
    """Of a weighted mean of independent values; the variance is None of one row."""
    total, n = sum(weights), sum(w > 0 for w in weights)
    mean = sum(w * v for v, w in zip(values, weights)) / total
    squares = sum(w * w * (v - mean) ** 2 for v, w in zip(values, weights))
    return mean, None if n < 2 else squares / total**2 * Fraction(n, n - 1)


def net_benefit(case, flagged, t, prevalence):
    """The mean over rows of what flagging is worth, and its variance: positives and negatives apart where the prevalence is
    given."""
    odds = t / (1 - t)
    weights = [rational(w) for w in case["weights"] or [1.0] * len(case["labels"])]
    values = [f * (1 if y else -odds) for f, y in zip(flagged, case["labels"])]
    if prevalence is None:
        return mean_and_variance(values, weights)
    mean = variance = Fraction(0)
    for label, share in ((1, prevalence), (0, 1 - prevalence)):
        own = [i for i, y in enumerate(case["labels"]) if y == label]
        m, v = mean_and_variance([values[i] for i in own], [weights[i] for i in own])
        mean += share * m
        variance = None if v is None or variance is None else variance + share**2 * v
    return mean, variance


def decision_curve(case):
    """Each fact, a number for each threshold of each model, and of flagging every row."""
    asked = case["asked"]
    level, prevalence = asked.get("level", 0.95), rational(asked["prevalence"][0]) if "prevalence" in asked else None
    models = len(case["probabilities"][0])
    deviations = Fraction(NormalDist().inv_cdf((1 + level) / 2))
    out = {name: [] for name in ("net_benefit", "low", "high", "tp_rate", "fp_rate", "difference", "difference_low",
                                 "difference_high", "interventions_avoided")}
    for m in range(models + 1):
        for at in case["thresholds"]:
            t = rational(at)

            def flagged(model):
                return [int(model == models or rational(row[model]) >= t) for row in case["probabilities"]]

            own, other = flagged(m), flagged(asked.get("reference", models))

            def limits(names, found):
                mean, variance = found
                half = None if variance is None else deviations * Fraction(sqrt(variance))
                out[names[0]].append(mean)
                out[names[1]].append(None if half is None else mean - half)
                out[names[2]].append(None if half is None else mean + half)

            limits(("net_benefit", "low", "high"), net_benefit(case, own, t, prevalence))
            apart = [a - b for a, b in zip(own, other)]
            limits(("difference", "difference_low", "difference_high"), net_benefit(case, apart, t, prevalence))
            less = [a - 1 for a in own]
            out["interventions_avoided"].append(net_benefit(case, less, t, prevalence)[0] * (1 - t) / t)
            tp = [f * y for f, y in zip(own, case["labels"])]
            fp = [f * (1 - y) for f, y in zip(own, case["labels"])]
            out["tp_rate"].append(net_benefit(case, tp, Fraction(1, 2), prevalence)[0])
            out["fp_rate"].append(-net_benefit(case, fp, Fraction(1, 2), prevalence)[0])
    return out


# ---- Reliability ---------------------------------------------------------------------------------------------------------


def reliability(case):
    bins, level = int(case["asked"].get("bins", 10)), case["asked"].get("level", 0.95)
    p, y = [rational(x) for x in case["probabilities"]], case["labels"]
    weights = [rational(w) for w in case["weights"] or [1.0] * len(y)]
    kept = [i for i, w in enumerate(weights) if w > 0]
    total = sum(weights)

    def mean(of, rows):
        return sum(weights[i] * of[i] for i in rows) / sum(weights[i] for i in rows)

    def score(said):
        return sum(weights[i] * (said[i] - y[i]) ** 2 for i in kept) / total

    share = mean(y, kept)
    fitted = [None] * len(y)
    for i in kept:  # the greatest over where a run begins of the least over where it ends
        fitted[i] = max(min(mean(y, [j for j in kept if low <= p[j] <= high]) for high in {p[j] for j in kept} if high >= p[i])
                        for low in {p[j] for j in kept} if low <= p[i])
    uncertainty = share * (1 - share)
    places = {}
    for i in kept:
        below = sum(weights[j] for j in kept if p[j] < p[i])
        here = sum(weights[j] for j in kept if p[j] == p[i])
        places.setdefault(min(bins - 1, (below + here / 2) * bins // total), []).append(i)
    facts = {"brier": score(p), "uncertainty": uncertainty, "miscalibration": score(p) - score(fitted),
             "discrimination": uncertainty - score(fitted), "mean": mean(p, kept), "prevalence": share,
             "binned_reliability": 0, "binned_resolution": 0, "within_bins": 0, "calibration_error": 0}
    table = {name: [] for name in ("weight", "lowest", "highest", "mean", "share", "low", "high")}
    for b in range(bins):
        rows = places.get(b, [])
        if not rows:
            for name in table:
                table[name].append(Fraction(0) if name == "weight" else None)
            continue
        weight, said, seen = sum(weights[i] for i in rows), mean(p, rows), mean(y, rows)
        for name, value in (("weight", weight), ("lowest", min(p[i] for i in rows)), ("highest", max(p[i] for i in rows)),
                            ("mean", said), ("share", seen)):
            table[name].append(value)
        if case["weights"] is None:
            low, high = clopper_pearson(sum(y[i] for i in rows), len(rows), level)
            table["low"].append(low)
            table["high"].append(high)
        facts["binned_reliability"] += weight / total * (said - seen) ** 2
        facts["binned_resolution"] += weight / total * (seen - share) ** 2
        facts["within_bins"] += sum(weights[i] * ((p[i] - said) ** 2 - 2 * (p[i] - said) * (y[i] - seen)) for i in rows) / total
        facts["calibration_error"] += weight / total * abs(said - seen)
    if case["weights"] is not None:
        del table["low"], table["high"]
    return {"facts": facts, "bins": table, "fitted": fitted}


# ---- Cases ---------------------------------------------------------------------------------------------------------------


def some_rows(rng, n, models, weighted):
    labels = [1, 0, *(int(rng.random() < 0.4) for _ in range(n - 2))]
    rows = [[min(max(round((0.3 * y + 0.7 * rng.random()) * 32) / 32, 0), 1) for _ in range(models)] for y in labels]
    weights = [1.0, 2.0, *(rng.choice([0, 0.5, 1, 1, 3]) for _ in range(n - 2))] if weighted else None
    return rows, labels, weights


def score_curve_cases(case, error, hexed):
    rng = random.Random(1969)
    at = [0.5, 0.0625, 0.25, 0.9, 0.3]
    for i, asked in enumerate(({}, {"reference": 0}, {"prevalence": [0.125]}, {"prevalence": [0.3], "reference": 1, "level": 0.8},
                               {"level": 0.99}, {"reference": 1})):
        for weighted in (False, True):
            rows, labels, weights = some_rows(rng, rng.randrange(6, 20), 2, weighted)
            given = {"probabilities": rows, "labels": labels, "weights": weights, "thresholds": at, "asked": asked}
            case("threshold_curves", f"decision curve {i}, {'weighted' if weighted else 'equal weights'}", "decision_curve",
                 expect={name: hexed(values) for name, values in decision_curve(given).items()}, **given)
    rows, labels, weights = [[0.5], [0.25]], [1, 0], None
    given = {"probabilities": rows, "labels": labels, "weights": weights, "thresholds": [0.25], "asked": {"prevalence": [0.5]}}
    case("threshold_curves", "decision curve, one row of each label", "decision_curve",
         expect={name: hexed(values) for name, values in decision_curve(given).items()}, **given)
    for i, asked in enumerate(({}, {"bins": 3.0}, {"bins": 1.0, "level": 0.8}, {"bins": 7.0, "level": 0.5})):
        for weighted in (False, True):
            rows, labels, weights = some_rows(rng, rng.randrange(2, 40), 1, weighted)
            given = {"probabilities": [row[0] for row in rows], "labels": labels, "weights": weights, "asked": asked}
            found = reliability(given)
            expect = {"facts": {k: hexed(v) for k, v in found["facts"].items()},
                      "bins": {k: hexed(v) for k, v in found["bins"].items()}, "fitted": hexed(found["fitted"])}
            case("threshold_curves", f"reliability {i}, {'weighted' if weighted else 'equal weights'}", "reliability", expect=expect,
                 **given)

    def refused(name, call, message, **fields):
        given = {"probabilities": [[0.5], [0.25]] if call == "decision_curve" else [0.5, 0.25], "labels": [1, 0],
                 "weights": None, "asked": {}, **({"thresholds": [0.5]} if call == "decision_curve" else {}), **fields}
        error(f"{call}, {name}", call, "ARGUMENT", message, file="threshold_curves", **given)

    censored = "truth[1] is 2 (not rated): censored labels are not supported, must be 0 or 1"
    refused("censored labels", "decision_curve", censored, labels=[1, 2])
    refused("a probability above 1", "decision_curve", "probabilities[1][0] is 1.5: must lie in [0, 1]",
            probabilities=[[0.5], [1.5]])
    refused("a threshold of 1", "decision_curve", "thresholds[1] is 1: must lie in (0, 1)", thresholds=[0.5, 1.0])
    refused("no rows of weight", "decision_curve", "truth has 0 rows of a weight above 0: must have at least 1",
            weights=[0.0, 0.0])
    refused("prevalence of one label", "decision_curve", "prevalence is 0.5: requires rows of both labels, and none is 0",
            labels=[1, 1], asked={"prevalence": [0.5]})
    refused("censored labels", "reliability", censored, labels=[1, 2])
    refused("a negative probability", "reliability", "probabilities[0] is -0.5: must lie in [0, 1]",
            probabilities=[-0.5, 0.5])
    refused("no bins", "reliability", "bins is 0: must lie in [1, 1000000]", asked={"bins": 0.0})
