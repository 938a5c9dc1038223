"""The cases on thresholds of segments, by brute force: every combination of thresholds is tried, in exact arithmetic."""

import random
from fractions import Fraction
from itertools import product
from math import inf

from exact import Metric, factors_to, rational
from thresholds import tail

LIMITS = ("min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")
NEAR = Fraction(1, 10**9)


class Unclear(Exception):
    """Two numbers are so near to each other that floating point may decide."""


def clearly(difference):
    if 0 < abs(difference) < NEAR:
        raise Unclear
    return difference


def share(top, bottom):
    return top / bottom if bottom else None


# ---- What is given -------------------------------------------------------------------------------------------------------


class Segment:
    """One segment's rows of a weight above 0."""

    def __init__(self, case, which):
        n = len(case["labels"])
        each = {name: case[name] or [default] * n for name, default in (("weights", 1), ("benefits", 0), ("costs", 0))}
        self.rows = []
        for i in range(n):
            weight, positive = rational(each["weights"][i]), case["labels"][i] == 1
            if case["segments"][i] == which and weight > 0:
                amount = rational(each["benefits"][i]) if positive else -rational(each["costs"][i])
                self.rows.append((case["scores"][i], positive, weight, weight * amount))
        if "prevalence" in case["asked"]:
            shares = case["asked"]["prevalence"]
            of_label = [sum((w for _, positive, w, _ in self.rows if positive == y), Fraction(0)) for y in (False, True)]
            factors = factors_to(shares[which % len(shares)], of_label)
            self.rows = [(s, y, w * factors[y], a * factors[y]) for s, y, w, a in self.rows]
        self.positives = sum((w for _, positive, w, _ in self.rows if positive), Fraction(0))
        self.negatives = sum((w for _, positive, w, _ in self.rows if not positive), Fraction(0))
        self.choices = [Choice(self, t) for t in sorted({s for s, _, _, _ in self.rows}) + [inf]]


class Counts:
    """Of one segment, or of all."""

    def __init__(self, tp, fp, gain, positives, negatives):
        self.tp, self.fp, self.gain, self.positives, self.negatives = tp, fp, gain, positives, negatives
        self.rows = positives + negatives
        self.rates = {"precision": share(tp, tp + fp), "tpr": share(tp, positives), "fpr": share(fp, negatives),
                      "selection_rate": share(tp + fp, self.rows)}

    def keeps(self, limits, confidence, without=()):
        """Whether the limits hold that are given."""
        bound = {name: rational(limits[name]) for name in LIMITS if limits.get(name) is not None and name not in without}
        for name, found in (("max_fp", self.fp), ("max_alerts", self.tp + self.fp), ("max_fpr", self.rates["fpr"]),
                            ("max_alert_rate", self.rates["selection_rate"])):
            if name in bound and found is not None and clearly(found - bound[name]) > 0:
                return False
        if "min_recall" in bound and self.positives and clearly(self.rates["tpr"] - bound["min_recall"]) < 0:
            return False
        if "min_precision" in bound and self.tp + self.fp:
            p = bound["min_precision"]
            if clearly(self.rates["precision"] - p) < 0:
                return False
            if confidence > 0:
                if self.tp.denominator != 1 or self.fp.denominator != 1:
                    raise ValueError("limits of weighted rows are not computed here")
                return clearly(tail(int(self.tp + self.fp), int(self.tp), p) - (1 - rational(confidence))) <= 0
        return True


class Choice(Counts):
    """A threshold of one segment."""

    def __init__(self, segment, threshold):
        flagged = [row for row in segment.rows if row[0] >= threshold]
        super().__init__(sum((w for _, positive, w, _ in flagged if positive), Fraction(0)),
                         sum((w for _, positive, w, _ in flagged if not positive), Fraction(0)),
                         sum((gain for *_, gain in flagged), Fraction(0)), segment.positives, segment.negatives)
        self.threshold = threshold
        self.next_lower = max((s for s, *_ in segment.rows if s < threshold), default=-inf)


def sum_of(choices):
    return Counts(*(sum(getattr(c, name) for c in choices) for name in ("tp", "fp", "gain", "positives", "negatives")))


# ---- What is best --------------------------------------------------------------------------------------------------------


def goal_of(case):
    asked = case["asked"]
    if case["benefits"] or case["costs"]:
        return "gain"
    if asked.get("goal", "auto") != "auto":
        return asked["goal"]
    return ("metric" if "metric" in asked else "net_benefit" if "cost_ratio" in asked else
            "fewest_fp" if "min_recall" in asked else "most_tp" if any(name in asked for name in LIMITS) else "metric")


def value_of(case, c):
    asked, goal = case["asked"], goal_of(case)
    if goal == "metric":
        return Metric(asked.get("metric", "f1"), asked.get("zero_division", 1))(c.tp, c.tp + c.fp, c.positives, c.rows)
    return {"gain": c.gain, "most_tp": c.tp, "fewest_fp": -c.fp,
            "net_benefit": c.tp - c.fp / rational(asked.get("cost_ratio", 1.0))}[goal]


def difference_of(parity, choices):
    rates = [c.rates[parity] for c in choices if c.rates[parity] is not None]
    return max(rates) - min(rates) if rates else Fraction(0)


def within(parity, choices, tolerance):
    if parity is None:
        return True
    apart = clearly(difference_of(parity, choices) - tolerance)
    if apart == 0 and tolerance and any(not dyadic(c.rates[parity] or Fraction(0)) for c in choices):
        raise Unclear
    return apart <= 0


def dyadic(x):
    return rational(float(x)) == x


def answer(case, tolerance):
    """What is known of the best thresholds at one tolerance."""
    asked, none = case["asked"], {}
    confidence = asked.get("precision_level", 0.975 if case["n_segments"] > 1 else 0.9)
    parity = asked.get("parity")
    segments = [Segment(case, which) for which in range(case["n_segments"])]
    limits = [{name: x for name, x in zip(LIMITS, row) if x != "nan"} for row in case["limits"] or [[]] * len(segments)]
    kept = [[c for c in s.choices if c.keeps(own, asked.get("precision_level", 0.9))] for s, own in zip(segments, limits)]
    fair = [(picked, sum_of(picked)) for picked in product(*kept) if within(parity, picked, tolerance)]
    allowed = [one for one in fair if one[1].keeps(asked, confidence)]
    facts = {"tolerance": tolerance if parity else None, "exact": Fraction(1)}
    if not allowed:
        # The nearest to the recall, else nothing.
        near = [c.tp for _, c in fair if c.keeps(asked, confidence, ("min_recall",))]
        return {**facts, "feasible": Fraction(0), "tp": max(near, default=Fraction(0))}, none
    top = max(value_of(case, c) for _, c in allowed)
    best = [one for one in allowed if clearly(top - value_of(case, one[1])) == 0]
    flags = {bool(c.tp + c.fp) for _, c in best}
    if len(flags) > 1 and asked.get("min_precision"):
        raise Unclear
    feasible = flags == {True} or not asked.get("min_precision")
    facts["feasible"] = Fraction(int(feasible))
    facts["value"] = -top if goal_of(case) == "fewest_fp" else top
    if feasible:
        facts["bound"] = facts["value"]
    if len(best) > 1:  # which of them is chosen is not said
        return facts, none
    picked, counts = best[0]
    amounts = goal_of(case) == "gain"
    facts.update(tp=counts.tp, fp=counts.fp, gain=counts.gain if amounts else None,
                 difference=difference_of(parity, picked) if parity else None)
    each = {name: [getattr(c, name) for c in picked] for name in ("tp", "fp", "positives", "negatives")}
    each.update({name: [c.rates[name] for c in picked] for name in picked[0].rates})
    each["gain"] = [c.gain if amounts else None for c in picked]
    each.update(threshold=[c.threshold for c in picked], next_lower=[c.next_lower for c in picked])
    return facts, each


def expectation(case, hexed):
    """What is expected, to which tolerance, and whether each answer has its thresholds."""
    asked, answers, plain, unique = case["asked"], [], True, True

    def told(x):
        return "inf" if x == inf else "-inf" if x == -inf else hexed(x)

    for tolerance in asked.get("tolerance", [0.0]):
        facts, each = answer(case, rational(tolerance))
        plain = plain and all(dyadic(facts[name]) for name in ("value", "difference") if facts.get(name) is not None)
        unique = unique and bool(each)
        answers.append({"facts": {name: told(x) for name, x in facts.items()},
                        "segments": {name: [told(x) for x in values] for name, values in each.items()}})
    # Sums and quotients of whole numbers are rounded once: the same bits.
    return {"answers": answers}, 0 if plain else 1e-12, unique


# ---- Cases ---------------------------------------------------------------------------------------------------------------


def some_rows(rng, n_segments, asked, weighted, amounts, own):
    scores, labels, segments = [], [], []
    for which in range(n_segments):
        for i in range(rng.randrange(5, 9)):
            labels.append(i if i < 2 else int(rng.random() < 0.45))
            segments.append(which)
            scores.append(min(rng.randrange(16) + 4 * labels[-1], 15) / 16)
    order = rng.sample(range(len(labels)), len(labels))

    def drawn(values):
        return [rng.choice(values) for _ in order]

    limits = None
    if own:
        limits = [["nan"] * len(LIMITS) for _ in range(n_segments)]
        for name, values in own.items():
            for row, x in zip(limits, values):
                row[LIMITS.index(name)] = "nan" if x is None else x
    weights = None
    if weighted:
        weights = [w or 1.0 if label else w for w, label in zip(drawn([0.0, 0.5, 1.0, 2.0, 3.25]), (labels[i] for i in order))]
    return {"n_segments": n_segments, "scores": [scores[i] for i in order], "labels": [labels[i] for i in order],
            "segments": [segments[i] for i in order], "weights": weights,
            "benefits": drawn([-1.0, 2.0, 5.5, 8.0, 13.0]) if amounts in ("benefits", "both") else None,
            "costs": drawn([-0.5, 1.0, 3.0, 7.25, 16.0]) if amounts in ("costs", "both") else None, "limits": limits,
            "asked": asked}


ASKED = [
    {}, {"metric": "f1"}, {"metric": "fbeta:2"}, {"metric": "jaccard"}, {"metric": "accuracy"}, {"metric": "balanced_accuracy"},
    {"metric": "kappa"}, {"metric": "cost:1:5"}, {"cost_ratio": 1.0}, {"cost_ratio": 2.5}, {"cost_ratio": 0.5, "max_alerts": 4.0},
    {"max_alerts": 3.0}, {"max_fp": 2.0}, {"max_fpr": 0.3}, {"max_alert_rate": 0.45}, {"min_recall": 0.6}, {"min_recall": 1.0},
    {"min_precision": 0.6, "precision_level": 0.0}, {"min_precision": 0.3, "precision_level": 0.6}, {"min_precision": 0.4},
    {"metric": "f1", "max_fp": 1.0}, {"metric": "f1", "max_alerts": 5.0}, {"min_recall": 0.5, "max_fp": 1.0},
    {"goal": "fewest_fp", "min_recall": 0.7, "max_alert_rate": 0.8}, {"cost_ratio": 2.0, "min_recall": 0.5},
    {"metric": "jaccard", "min_precision": 0.7, "precision_level": 0.0}, {"min_recall": 1.0, "max_alerts": 2.0},
]
COMPARED = [
    {"metric": "f1", "parity": "tpr", "tolerance": [0.0, 0.1, 0.35, 1.0]},
    {"metric": "f1", "parity": "fpr", "tolerance": [0.0, 0.2]}, {"cost_ratio": 1.5, "parity": "fpr", "tolerance": [0.15]},
    {"metric": "f1", "parity": "selection_rate", "tolerance": [0.02, 0.2]},
    {"metric": "accuracy", "parity": "selection_rate", "tolerance": [0.1]}, {"metric": "f1", "parity": "precision",
                                                                            "tolerance": [0.0, 0.3]},
    {"cost_ratio": 2.5, "parity": "tpr"}, {"max_alerts": 6.0, "parity": "tpr", "tolerance": [0.3, 0.0]},
    {"metric": "f1", "max_fp": 2.0, "parity": "precision", "tolerance": [0.25]},
    {"min_recall": 0.5, "parity": "tpr", "tolerance": [0.2]},
]
OWN = [
    ({"metric": "f1"}, {"max_fp": [0.0, None, 1.0]}), ({"metric": "f1"}, {"max_alerts": [2.0, 1.0, None]}),
    ({"cost_ratio": 2.0}, {"min_recall": [0.9, None, 0.4], "max_fpr": [None, 0.3, None]}),
    ({"metric": "f1", "precision_level": 0.0}, {"min_precision": [0.8, None, 0.9]}),
    ({"max_fp": 3.0}, {"max_alert_rate": [0.3, 0.6, None]}), ({"metric": "f1", "max_alerts": 6.0}, {"max_fp": [1.0, 0.0, 2.0]}),
    ({"metric": "f1", "parity": "tpr", "tolerance": [0.4]}, {"max_alerts": [3.0, None, 4.0]}),
    ({"metric": "f1"}, {"min_recall": [1.0, 1.0, None], "max_alerts": [0.0, None, None]}),
]
AMOUNTS = [({}, "both"), ({}, "benefits"), ({"max_fp": 2.0}, "both"), ({"max_alerts": 4.0}, "costs"),
           ({"min_recall": 0.5}, "both"), ({"parity": "tpr", "tolerance": [0.1, 0.5]}, "both")]
MAY_TIE = ("most_tp", "fewest_fp")


def segment_cases(case, error, hexed):
    rng = random.Random(20261124)

    def add(name, asked, *, n_segments, weighted=False, amounts=None, own=None):
        own = {limit: values[:n_segments] for limit, values in (own or {}).items()}
        said = ", ".join(f"{k} {v}" for k, v in asked.items()) or "nothing asked"
        for _ in range(1000):
            given = some_rows(rng, n_segments, asked, weighted, amounts, own)
            try:
                expect, tolerance, unique = expectation(given, hexed)
            except Unclear:
                continue
            infeasible = any(a["facts"]["feasible"] == hexed(Fraction(0)) for a in expect["answers"])
            if unique or infeasible or goal_of(given) in MAY_TIE:
                case("segments", f"{name}: {said}", "segment_thresholds", tolerance=tolerance, **given, expect=expect)
                return
        raise ValueError(f"{name}: no rows have one best answer")

    for i, asked in enumerate(ASKED):
        weighted = i % 3 == 1 and asked.get("precision_level", 0.0 if "min_precision" not in asked else 1.0) == 0.0
        add(f"{2 + i % 2} segments, {i}{', weighted' if weighted else ''}", asked, n_segments=2 + i % 2, weighted=weighted)
    for i, asked in enumerate(COMPARED):
        add(f"parity, {2 + i % 2} segments, {i}{', weighted' if i % 4 == 3 else ''}", asked, n_segments=2 + i % 2,
            weighted=i % 4 == 3)
    for i, (asked, own) in enumerate(OWN):
        add(f"own limits, {2 + (i + 1) % 2} segments, {i}: {', '.join(own)}", asked, n_segments=2 + (i + 1) % 2, own=own)
    for i, (asked, amounts) in enumerate(AMOUNTS):
        add(f"amounts, {amounts}, {i}", asked, n_segments=2 + i % 2, weighted=i % 2 == 1, amounts=amounts)
    add("2 segments, at a prevalence", {"metric": "f1", "prevalence": [0.125]}, n_segments=2)
    add("2 segments, at prevalences", {"metric": "jaccard", "prevalence": [0.25, 0.5]}, n_segments=2, weighted=True)
    add("one segment", {"metric": "f1"}, n_segments=1)
    add("one segment, amounts", {}, n_segments=1, amounts="both")
    error_cases(error)


def error_cases(error):
    def refused(name, message, asked=None, status="ARGUMENT", **fields):
        given = {"n_segments": 2, "scores": [0.5, 0.75, 0.25, 0.625], "labels": [1, 0, 1, 0], "segments": [0, 0, 1, 1],
                 "weights": None, "benefits": None, "costs": None, "limits": None, **fields}
        error(f"segments, {name}", "segment_thresholds", status, message, file="segments", **given, asked=asked or {})

    amounts = [1.0, 2.0, 3.0, 4.0]
    refused("a score of nan", "scores[1] is nan: must be a number", scores=[0.5, "nan", 0.25, 0.625])
    refused("no positive", "positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows; "
            "without them certify gives each segment a threshold within max_fpr or max_alert_rate",
            labels=[0, 0, 0, 0])
    refused("a negative weight", "weights[2] is -1: must be finite and at least 0", weights=[1.0, 1.0, -1.0, 1.0])
    refused("a tolerance of nothing", "tolerance is 0.5: choosing for segments reads it with parity only", {"tolerance": [0.5]})
    for metric in ("mcc", "gmean"):
        refused(metric, f'metric "{metric}": is no ratio of sums over the rows, which thresholds of segments need',
                {"metric": metric}, "UNSUPPORTED")
    refused("benefits and a metric", "benefits: must not be set with a metric", {"metric": "f1"},
            benefits=amounts)
    refused("costs and a cost ratio", "costs: must not be set with cost_ratio", {"cost_ratio": 2.0},
            costs=amounts)
    refused("amounts and a goal", "benefits: goal is most_tp, which takes no amounts; they are for net_benefit",
            {"goal": "most_tp", "max_fp": 1.0}, benefits=amounts)
    refused("an own limit out of range", "limits[1]: max_fpr is 1.5: must lie in [0, 1]",
            limits=[["nan"] * 6, ["nan", "nan", "nan", "nan", 1.5, "nan"]])
    refused("negative alerts", "max_alerts is -1: must be at least 0", {"max_alerts": -1.0})
    refused("fewest fp without recall", "goal is fewest_fp: requires min_recall",
            {"goal": "fewest_fp"})
