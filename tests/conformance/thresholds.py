"""The cases on thresholds, by brute force: every vector of thresholds is tried, counts and metrics are exact."""

import math
import random
import struct
from fractions import Fraction
from itertools import product
from math import comb, inf

import detections
import mersenne
from exact import Metric, factors_to, rational
from one_label import one_label_cases

LARGEST = float.fromhex("0x1.fffffffffffffp+1023")
NOT_RATED = 2


# ---- Rows ----------------------------------------------------------------------------------------------------------------


def rows(scores, labels, *, rule="or", rated_from=None, weights=None):
    scores = [list(s) if isinstance(s, (list, tuple)) else [s] for s in scores]
    return {"n_scores": len(scores[0]) if scores else 1, "rule": rule, "rated_from": rated_from, "scores": scores,
            "labels": list(labels), "weights": weights}


def number(x):
    return float(x) if isinstance(x, str) else x


class Sample:
    """The rows of a case, with labels as they count."""

    def __init__(self, given):
        self.dims, self.rule = given["n_scores"], given["rule"]
        self.cut = [number(c) for c in given["rated_from"] or [-inf] * self.dims]
        weights = given["weights"] or [1.0] * len(given["labels"])
        self.rows, self.reached = [], None
        for scores, label, weight in zip(given["scores"], given["labels"], weights):
            if weight == 0:
                continue
            scores = [min(number(s), LARGEST) for s in scores]
            if not self.flagged(scores, self.cut):
                label = NOT_RATED  # no thresholds may flag it
            self.rows.append((scores, label, rational(weight)))
        self.partial = any(c > -inf for c in self.cut) or any(label == NOT_RATED for _, label, _ in self.rows)

    def flagged(self, scores, thresholds):
        above = [s >= t for s, t in zip(scores, thresholds)]
        return all(above) if self.rule == "and" else any(above)

    def total(self, label):
        return sum((w for _, own, w in self.rows if own == label), Fraction(0))

    def count(self, thresholds):
        """The weights flagged of those labelled 0, 1, and not at all."""
        out = [Fraction(0)] * 3
        for scores, label, weight in self.rows:
            if self.flagged(scores, thresholds):
                out[label] += weight
        return out

    def levels(self, d):
        return sorted({scores[d] for scores, _, _ in self.rows if scores[d] >= self.cut[d]} | {self.cut[d], inf})

    def all_thresholds(self):
        return product(*(self.levels(d) for d in range(self.dims)))

    def points(self):
        """The thresholds that reach each (tp, fp)."""
        if self.reached is None:
            self.reached = {}
            for thresholds in self.all_thresholds():
                fp, tp, _ = self.count(thresholds)
                self.reached.setdefault((tp, fp), []).append(thresholds)
        return self.reached

    def auc(self, d):
        pairs = [(p, q, wp * wq) for p, lp, wp in self.rows if lp == 1 for q, lq, wq in self.rows if lq == 0]
        if not pairs:
            return None
        won = sum(w * (Fraction(1) if p[d] > q[d] else Fraction(1, 2) if p[d] == q[d] else 0) for p, q, w in pairs)
        return won / sum(w for _, _, w in pairs)


# ---- What is asked -------------------------------------------------------------------------------------------------------


def tail(n, k, p):
    """P(at least k of n), each with probability p."""
    p = Fraction(p)
    a, b = p.numerator, p.denominator  # in whole numbers, over b to the power of n
    return Fraction(sum(comb(n, i) * a**i * (b - a) ** (n - i) for i in range(k, n + 1)), b**n)


def clopper_pearson(k, n, level):
    """Both limits, to 70 bits."""
    half = (1 - rational(level)) / 2

    def solve(below):
        low, high = Fraction(0), Fraction(1)
        for _ in range(70):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) else (low, middle)
        return low

    return (solve(lambda p: tail(n, k, p) < half) if k else Fraction(0),
            solve(lambda p: 1 - tail(n, k + 1, p) > half) if k < n else Fraction(1))


class Asked:
    def __init__(self, asked, sample):
        self.asked, self.sample = asked, sample
        self.limits = {k: rational(asked[k]) for k in ("min_precision", "min_recall", "max_fp", "max_alerts",
                                                          "max_fpr", "max_alert_rate") if k in asked}
        self.positives = rational(asked["positives"]) if "positives" in asked else None if sample.partial else sample.total(1)
        self.rows = sum((w for _, _, w in sample.rows), Fraction(0))
        if self.positives is not None:
            self.rows = max(self.rows, self.positives + sample.total(0))
        goal = asked.get("goal", "auto")
        if goal == "auto":
            goal = ("metric" if "metric" in asked else "net_benefit" if "cost_ratio" in asked or "marginal_precision" in asked else
                    "fewest_fp" if "min_recall" in asked else "most_tp" if self.limits else "metric")
        self.goal = goal
        self.metric = Metric(asked.get("metric", "f1"), asked.get("zero_division", 1))
        self.confidence = asked.get("precision_level", 0.9 if sample.dims == 1 else 0.975)

    def value(self, tp, fp):
        if self.goal == "net_benefit":
            q = self.asked.get("marginal_precision")
            return tp - fp / (rational(self.asked["cost_ratio"]) if q is None else (1 - rational(q)) / rational(q))
        if self.goal in ("most_tp", "fewest_fp"):
            return tp if self.goal == "most_tp" else -fp
        s = tp if self.positives is None else self.positives
        return self.metric(tp, tp + fp, s, max(self.rows, s + fp))

    def allowed(self, tp, fp, without=()):
        bound = {k: v for k, v in self.limits.items() if k not in without}
        if fp > bound.get("max_fp", inf) or tp + fp > bound.get("max_alerts", inf):
            return False
        # A share is met as the quotient of the counts, rounded to a double, is.
        if "max_fpr" in bound and fp > 0 and rational(float(fp / (self.rows - self.positives))) > bound["max_fpr"]:
            return False
        if "max_alert_rate" in bound and rational(float((tp + fp) / self.rows)) > bound["max_alert_rate"]:
            return False
        if "min_recall" in bound and self.positives and tp / self.positives < bound["min_recall"]:
            return False
        if "min_precision" in bound and tp + fp > 0:
            p = bound["min_precision"]
            if tp < p * (tp + fp):
                return False
            if self.confidence > 0:
                if tp.denominator != 1 or fp.denominator != 1:
                    raise ValueError("limits of weighted rows are not computed here")
                if tail(int(tp + fp), int(tp), p) > 1 - rational(self.confidence):
                    return False
        return True

    def best(self):
        """The one point (tp, fp) that is best by the rule for ties, and whether it is feasible. None: two are as good."""
        points = list(self.sample.points())
        ranked = [(self.value(*p), p) for p in points if self.allowed(*p)]
        feasible = bool(ranked)
        if not feasible:
            ranked = [(tp, (tp, fp)) for tp, fp in points if self.allowed(tp, fp, ("min_recall",))]
        top = max(v for v, _ in ranked)
        near = [p for v, p in ranked if v < top and top - v < Fraction(1, 10**9) * max(abs(top), 1)]
        if near:
            return None, feasible
        tied = [p for v, p in ranked if v == top]
        if feasible and self.goal == "fewest_fp":
            order = sorted(tied, key=lambda p: -p[0])
        else:
            order = sorted(tied, key=lambda p: (p[0] + p[1], p[1]))
            if len(order) > 1 and sum(order[0]) == sum(order[1]):
                return None, feasible
        return order[0], feasible


def hull_of(points):
    """The Pareto frontier of TP against FP from (0, 0) up, and the indices of its concave hull's vertices."""
    frontier = []
    for fp, tp in sorted(((fp, tp) for tp, fp in points), key=lambda p: (p[0], -p[1])):
        if not frontier or tp > frontier[-1][0]:
            if frontier and fp == frontier[-1][1]:
                continue
            frontier.append((tp, fp))
    if frontier[0] != (0, 0):
        frontier.insert(0, (Fraction(0), Fraction(0)))
    hull = []
    for i, (tp, fp) in enumerate(frontier):
        while len(hull) > 1:
            (a, x), (b, y) = frontier[hull[-2]], frontier[hull[-1]]
            if (b - a) * (fp - y) > (tp - b) * (y - x):
                break
            hull.pop()
        hull.append(i)
    return frontier, hull


def flags_of(sample, asked, tp, fp, unrated, feasible):
    names = set()
    positives = [s for s, label, _ in sample.rows if label == 1]
    negatives = [s for s, label, _ in sample.rows if label == 0]
    if tp + fp == 0:
        names.add("nothing_flagged")
        names.add("target_not_attained" if feasible else "recall_out_of_reach")
    if tp == sample.total(1) and fp == sample.total(0):
        names.add("everything_flagged")
    if not feasible:
        names.add("recall_out_of_reach")
    if len(positives) < 50:
        names.add("few_positives")
    if not negatives:
        names.add("only_positives")
    if unrated:
        names.add("unrated_flagged")
    for d in range(sample.dims):
        distinct = len({s[d] for s in positives})
        if distinct < 10 and 2 * distinct <= len(positives):
            names.add("saturated_scores")
        auc = sample.auc(d)
        if auc == 1 and len(positives) > 1 and len(negatives) > 1:
            names.add("in_sample_scores")
        if auc is not None and auc < Fraction(1, 2):
            # Below by more than two standard deviations of scores that say nothing, for Kish's effective numbers.
            m, n = (sample.total(label) ** 2 / sum(w * w for _, own, w in sample.rows if own == label)
                    for label in (1, 0))
            if (Fraction(1, 2) - auc) ** 2 > 4 * (m + n + 1) / (12 * m * n):
                names.add("inverted_scores")
    return sorted(names)


# ---- Random rows ---------------------------------------------------------------------------------------------------------


def random_rows(rng, dims, n, *, rule="or", weighted=False, unrated=False, cut=False, infinite=False):
    grid = rng.choice([4, 8, 64])
    scores, labels = [], []
    for _ in range(n):
        label = int(rng.random() < 0.45)
        row = [rng.randrange(grid) / grid + 0.25 * label * rng.random() for _ in range(dims)]
        if infinite and rng.random() < 0.3:
            row[rng.randrange(dims)] = rng.choice(["inf", "-inf"])
        scores.append([s if isinstance(s, str) else round(s * 64) / 64 for s in row])
        labels.append(NOT_RATED if unrated and rng.random() < 0.25 else label)
    labels[0], labels[1] = 1, 0
    weights = [rng.choice([0, 0.5, 1, 1, 2, 3.25]) for _ in range(n)] if weighted else None
    if weights:
        weights[0], weights[1] = 1.0, 2.0
    rated_from = [round(rng.random() * 16) / 32 for _ in range(dims)] if cut else None
    return rows(scores, labels, rule=rule, weights=weights, rated_from=rated_from)


ASKED = [
    {}, {"metric": "f1"}, {"metric": "fbeta:2"}, {"metric": "fbeta:0.5", "zero_division": 0}, {"metric": "jaccard"},
    {"metric": "gmean"}, {"metric": "mcc"}, {"metric": "kappa"}, {"metric": "balanced_accuracy"},
    {"metric": "cost:1:5"},
    {"cost_ratio": 1.0}, {"cost_ratio": 3.5}, {"cost_ratio": 0.125}, {"marginal_precision": 0.3},
    {"min_precision": 0.5, "precision_level": 0.0}, {"min_precision": 0.8, "precision_level": 0.0}, {"max_fp": 1.0}, {"max_fp": 2.5},
    {"max_alerts": 3.0}, {"max_alerts": 0.0}, {"min_recall": 0.5}, {"min_recall": 0.99}, {"min_recall": 1.0},
    {"max_fp": 2.0, "max_alerts": 4.0}, {"min_recall": 0.75, "max_fp": 1.0},
    {"min_precision": 0.6, "precision_level": 0.0, "max_alerts": 4.0}, {"metric": "f1", "max_fp": 1.0},
    {"cost_ratio": 2.0, "min_recall": 0.5}, {"goal": "most_tp", "max_alerts": 5.0},
    {"max_fpr": 0.3}, {"max_alert_rate": 0.45}, {"metric": "f1", "max_fpr": 0.2, "max_fp": 2.0},
    {"cost_ratio": 3.5, "max_alert_rate": 0.25, "max_fpr": 0.6}, {"min_recall": 0.5, "max_alert_rate": 0.7},
    {"goal": "fewest_fp", "min_recall": 0.6, "min_precision": 0.4, "precision_level": 0.0},
]
PARTIAL = [{"metric": "f1", "positives": 16.0, "min_recall": 0.125}, {"cost_ratio": 2.0}, {"max_fp": 1.0},
           {"max_alerts": 3.0}, {"min_precision": 0.5, "precision_level": 0.0}, {"metric": "f1", "positives": 20.0},
           {"min_recall": 0.25, "positives": 16.0}]


# ---- Cases ---------------------------------------------------------------------------------------------------------------


def expectation(given, asked, hexed):
    """What choosing must give, or None if the best point is not unique."""
    sample = Sample(given)
    question = Asked(asked, sample)
    best, feasible = question.best()
    if best is None:
        return None
    tp, fp = best
    reached = sample.points()[best]
    unrated = {sample.count(t)[2] for t in reached}
    if len(unrated) > 1:
        return None
    unrated = unrated.pop()
    value = question.value(tp, fp)
    attained = feasible and (tp + fp > 0 or not question.limits.get("min_precision"))
    facts = {"feasible": Fraction(int(attained)), "tp": tp, "fp": fp, "unrated": unrated, "positives": question.positives,
             "precision": tp / (tp + fp) if tp + fp else None,
             "recall": tp / question.positives if question.positives else None,
             "value": fp if question.goal == "fewest_fp" else value}
    expect = {"method": "direct", "facts": {k: hexed(v) for k, v in facts.items()},
              "flags": flags_of(sample, question, tp, fp, unrated, feasible)}
    if sample.dims == 1:
        flagged = [s[0] for s, label, _ in sample.rows if label == 1 and tp and any(s[0] >= t[0] for t in reached)]
        at = [max((t[0] for t in reached if t[0] in flagged), default=None)] if tp else [inf]
        if sample.rule == "and" and tp and tuple(sample.cut) in reached:
            at = sample.cut  # switched off: it restricts nothing
        if at[0] is not None:
            expect["thresholds"] = ["inf" if t == inf else "-inf" if t == -inf else float(t).hex() for t in at]
    equal = len({w for _, label, w in sample.rows if label == 1}) <= 1 and \
        len({w for _, label, w in sample.rows if label == 0}) <= 1 and given["weights"] is None
    if equal and tp + fp:
        expect["intervals"] = {"precision": hexed(clopper_pearson(int(tp), int(tp + fp), asked.get("level", 0.95)))}
        if question.positives and question.positives.denominator == 1:
            expect["intervals"]["recall"] = hexed(clopper_pearson(int(tp), int(question.positives), asked.get("level", 0.95)))
    return expect


def choose_cases(case, hexed):
    rng = random.Random(20260521)
    made = 0

    def add(name, given, asked):
        nonlocal made
        expect = expectation(given, asked, hexed)
        if expect is not None:
            made += 1
            case("thresholds", name, "choose", rows=given, asked=asked, expect=expect)

    for dims in (1, 2, 3):
        for rule in ("or", "and"):
            for i, asked in enumerate(ASKED):
                n = rng.randrange(5, 11 if dims < 3 else 8)
                weighted = i % 3 == 1
                given = random_rows(rng, dims, n, rule=rule, weighted=weighted, infinite=i % 5 == 2)
                add(f"{rule}, {dims} scores, {i}: {', '.join(f'{k} {v}' for k, v in asked.items()) or 'nothing asked'}",
                    given, asked)
            for i, asked in enumerate(PARTIAL):
                given = random_rows(rng, dims, rng.randrange(6, 9), rule=rule, unrated=i % 2 == 0, cut=i % 3 != 1)
                if not any(label == 1 for _, label, _ in Sample(given).rows):
                    continue
                if not Sample(given).partial:
                    continue
                add(f"{rule}, {dims} scores, partly rated, {i}: {', '.join(f'{k} {v}' for k, v in asked.items())}",
                    given, asked)
    for confidence in (None, 0.5, 0.8, 0.99):
        for p in (0.2, 0.5, 0.9):
            asked = {"min_precision": p, **({} if confidence is None else {"precision_level": confidence})}
            given = random_rows(rng, 1, 16)
            add(f"precision {p} at confidence {confidence}", given, asked)
            add(f"two scores, precision {p} at confidence {confidence}", random_rows(rng, 2, 9), asked)
    add("one row", rows([0.5], [1]), {})
    add("all positive", rows([0.1, 0.5, 0.9], [1, 1, 1]), {})
    add("equal scores", rows([0.5] * 5, [1, 0, 1, 0, 0]), {})
    add("inverted", rows([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], [1, 1, 1, 1, 0, 0, 0, 0]), {})
    add("separated", rows([0.9, 0.8, 0.2, 0.1], [1, 1, 0, 0]), {})
    add("no alert pays", rows([0.1, 0.5, 0.9, 0.95], [1, 0, 0, 0]), {"cost_ratio": 0.25})
    add("weights 0 count for nothing", rows([0.9, 0.8, 0.7, 0.1], [0, 1, 0, 1], weights=[0.0, 1.0, 1.0, 1.0]), {})
    add("infinite scores", rows(["inf", "-inf", 0.5, "inf"], [1, 1, 0, 0]), {})
    add("recall out of reach of an FP budget", rows([0.9, 0.8, 0.2], [1, 0, 1]), {"min_recall": 1.0, "max_fp": 0.0})
    if made < 180:
        raise ValueError(f"{made} cases of choose")


def certified_flags(sample, tp, fp, unrated):
    """Those of the data, and whether nothing or everything is flagged: limits that cannot be certified have none."""
    named = set(flags_of(sample, None, tp, fp, unrated, True)) - {"target_not_attained"}
    return sorted(named)


def certified(sample, asked):
    """The thresholds of one score that the theorems certify: a list of (lowest, highest), or None if a test lies so
    near to its level that floating point may decide."""
    delta = 1 - rational(asked["certify"])
    limits = {k: rational(asked[k]) for k in ("min_precision", "min_recall", "max_fpr", "max_alert_rate") if k in asked}
    scores = sorted({s[0] for s, _, _ in sample.rows}, reverse=True)
    n = {label: sum(own == label for _, own, _ in sample.rows) for label in (0, 1, NOT_RATED)}
    clear = True

    def at_least(successes, trials, p, level):
        nonlocal clear
        if p <= 0 or successes <= 0 or p >= 1:
            return p <= 0
        found = tail(trials, successes, p)
        clear = clear and abs(found - level) > Fraction(1, 10**9)
        return found <= level

    def counts(t):
        return [sum(own == label and s[0] >= t for s, own, _ in sample.rows) for label in (1, 0, NOT_RATED)]

    def after(t):
        return math.nextafter(t, inf)

    out = []
    if "min_precision" in limits:
        p, rated = limits["min_precision"], sorted((s[0] for s, own, _ in sample.rows if own != NOT_RATED), reverse=True)
        rank, ranks = 4 * math.ceil(math.log(delta) / math.log(p)) + 1, []
        while rank <= len(rated) and (not ranks or 2 * rank <= len(rated)):
            ranks.append(rank)
            rank *= 8
        for i, rank in enumerate(ranks):
            level = delta if len(ranks) == 1 else delta * Fraction(9 if i == 0 else 1, 10 if i == 0 else 10 * (len(ranks) - 1))
            start, low = rated[rank - 1], None
            for t in [after(start)] + [s for s in sorted(set(rated), reverse=True) if s <= start]:
                tp, fp, _ = counts(t)
                if not at_least(tp, tp + fp, p, level):
                    break
                lower = [s for s in rated if s < t]
                low = after(max(lower)) if lower else t
            if low is not None:
                out.append((low, after(start)))
    elif "min_recall" in limits:
        good = [t for t in scores if at_least(counts(t)[0], n[1], limits["min_recall"], delta)]
        if good:
            out.append((-inf, max(good)))
    else:
        def passes(t):
            tp, fp, unrated = counts(t)
            every = sum(n.values())
            return ("max_fpr" not in limits or at_least(n[0] - fp, n[0], 1 - limits["max_fpr"], delta)) and \
                ("max_alert_rate" not in limits or
                 at_least(every - tp - fp - unrated, every, 1 - limits["max_alert_rate"], delta))

        good = [t for s in scores for t in (after(s), s) if passes(t)]
        if good and passes(inf):
            out.append((min(good), inf))
    return out if clear else None


def certify_cases(case, hexed):
    rng = random.Random(20261123)
    made = 0
    for i in range(60):
        asked = {"certify": rng.choice([0.5, 0.8, 0.9])}
        kind = i % 4
        if kind == 0:
            asked["min_precision"] = rng.choice([0.1, 0.25, 0.5])
        if kind == 1:
            asked["min_recall"] = rng.choice([0.25, 0.5, 0.75])
        if kind >= 2:
            asked["max_fpr" if kind == 2 or i % 8 == 3 else "max_alert_rate"] = rng.choice([0.25, 0.5, 0.75])
        many = 10 + 3 * i
        labels = [int(rng.random() < 0.5) for _ in range(many)]
        labels[0] = 1
        given = rows([round(rng.random() + 0.75 * y, 2) for y in labels], labels)
        sample = Sample(given)
        ranges = certified(sample, asked)
        if ranges is None:
            continue
        # The most true positives within limits: the lowest threshold. The fewest false ones with a recall: the highest.
        t = inf if not ranges else ranges[0][1] if kind == 1 else min(low for low, _ in ranges)
        fp, tp, unrated = sample.count([t])
        if ranges and kind == 1:  # of equally few false positives, more true ones
            t = min([s[0] for s, own, _ in sample.rows if own == 1 and s[0] < t and sample.count([s[0]])[0] == fp],
                    default=t)
            fp, tp, unrated = sample.count([t])
        positives = sample.total(1)
        facts = {"certified": Fraction(int(bool(ranges))), "feasible": Fraction(int(bool(ranges))), "tp": tp, "fp": fp,
                 "unrated": unrated, "positives": positives, "precision": tp / (tp + fp) if tp + fp else None,
                 "recall": tp / positives, "value": fp if kind == 1 else tp}
        if ranges:
            facts["rows_needed"] = Fraction(0)
        made += 1
        case("thresholds", f"certified {i}: {', '.join(f'{k} {v}' for k, v in asked.items())}", "choose", rows=given,
             asked=asked, expect={"method": "direct", "facts": {k: hexed(v) for k, v in facts.items()},
                                  "flags": certified_flags(sample, tp, fp, unrated),
                                  "thresholds": ["inf" if t == inf else float(t).hex()]})
    if made < 50:
        raise ValueError(f"{made} cases of certificates")


def point_cases(case, hexed):
    rng = random.Random(7)
    for i in range(24):
        dims = 1 + i % 3
        given = random_rows(rng, dims, rng.randrange(5, 9), rule=("or", "and")[i // 3 % 2], weighted=i % 4 == 3)
        sample = Sample(given)
        frontier, hull = hull_of(sample.points())
        positives, negatives = sample.total(1), sample.total(0)

        def area(at):
            """Under the steps through these points, beyond the last one at its height."""
            out = sum((frontier[b][1] - frontier[a][1]) * frontier[a][0] for a, b in zip(at, at[1:]))
            return (out + (negatives - frontier[at[-1]][1]) * frontier[at[-1]][0]) / (positives * negatives)

        def hull_area():
            out = sum((frontier[b][1] - frontier[a][1]) * (frontier[a][0] + frontier[b][0]) / 2
                      for a, b in zip(hull, hull[1:]))
            return (out + (negatives - frontier[hull[-1]][1]) * frontier[hull[-1]][0]) / (positives * negatives)

        average = Fraction(0)  # average precision: sum of precision times the gain in recall
        for (a, _), (tp, fp) in zip(frontier, frontier[1:]):
            average += (tp - a) / positives * tp / (tp + fp)
        facts = {"exact": Fraction(1), "quantiles": Fraction(0), "local_optimum": Fraction(0), "positives": positives,
                 "negatives": negatives, "roc_area": area(range(len(frontier))), "roc_hull_area": hull_area(),
                 "pr_area": average}
        case("thresholds", f"operating points {i}", "operating_points", rows=given, asked={}, expect={
            "tp": hexed([tp for tp, _ in frontier]), "fp": hexed([fp for _, fp in frontier]),
            "on_hull": [int(j in hull) for j in range(len(frontier))],
            "facts": {k: hexed(v) for k, v in facts.items()}})


def frontier_cases(case, hexed):
    rng = random.Random(11)
    for i in range(16):
        dims = 1 + i % 3
        given = random_rows(rng, dims, rng.randrange(4, 12), rule=("or", "and")[i % 2], weighted=i % 3 == 0,
                            unrated=i % 4 == 1, cut=i % 4 == 2, infinite=i % 5 == 3)
        sample = Sample(given)
        counts = []
        for _ in range(4):
            thresholds = [rng.choice(sample.levels(d)) for d in range(dims)]
            fp, tp, unrated = sample.count(thresholds)
            written = ["inf" if t == inf else "-inf" if t == -inf else t for t in thresholds]
            counts.append([written, hexed(tp), hexed(fp), hexed(unrated)])
        case("thresholds", f"frontier {i}", "frontier", rows=given, expect={
            "n_rows": len(sample.rows), "positives": hexed(sample.total(1)), "negatives": hexed(sample.total(0)),
            "unrated": hexed(sample.total(NOT_RATED)), "counts": counts,
            "auc": [hexed(sample.auc(d)) for d in range(dims)]})
    for weight, n in ((0.1, 240), (1 / 3, 72)):
        # Whatever is rounded to search, what is said is the sum of these weights, rounded once.
        given = rows([1.0 + i % 7 for i in range(n)] + [-1.0 - i % 5 for i in range(n)], [1] * n + [0] * n,
                     weights=[weight] * (2 * n))
        sample = Sample(given)
        counts = [[[t], *(hexed(sample.count([t])[label]) for label in (1, 0, NOT_RATED))] for t in (3.0, 1.0, -2.0)]
        case("thresholds", f"{n} weights of {weight}", "frontier", tolerance=0, rows=given, expect={
            "n_rows": 2 * n, "positives": hexed(sample.total(1)), "negatives": hexed(sample.total(0)),
            "unrated": hexed(Fraction(0)), "counts": counts, "auc": [hexed(Fraction(1))]})
    for i in range(6):
        dims = 1 + i % 3
        given = random_rows(rng, dims, 7, rule=("or", "and")[i % 2], infinite=True)
        sample = Sample(given)
        thresholds = [rng.choice([0.25, 0.5, inf if given["rule"] == "or" else -inf]) for _ in range(dims)]
        case("thresholds", f"apply {i}", "apply_thresholds", tolerance=0, rule=given["rule"],
             thresholds=["inf" if t == inf else "-inf" if t == -inf else t for t in thresholds], scores=given["scores"],
             expect={"flagged": [int(sample.flagged(s, thresholds)) for s, _, _ in sample.rows]})


def label_prevalence_cases(case, hexed):
    rng = random.Random(14)
    for shares in ([0.125], [0.5, 0.25, 0.75]):
        given = []
        while len(given) < 3:
            rows = random_rows(rng, 1, 7, weighted=False)
            if set(rows["labels"]) == {0, 1}:
                given.append(rows)
        samples = []
        for rows, share in zip(given, shares * (3 // len(shares))):
            factors = factors_to(share, [Fraction(rows["labels"].count(y)) for y in (0, 1)])
            samples.append(Sample({**rows, "weights": [factors[y] for y in rows["labels"]]}))
        questions = [Asked({}, s) for s in samples]
        best = [q.best()[0] for q in questions]
        expect = {"tp": hexed([tp for tp, _ in best]), "fp": hexed([fp for _, fp in best]),
                  "value": hexed(sum(q.value(*b) for q, b in zip(questions, best)) / 3), "feasible": 1, "exact": 1}
        case("thresholds", f"labels, macro, at {'a prevalence' if len(shares) == 1 else 'prevalences'}", "label_thresholds",
             average="macro", scores=[[rows["scores"][r][0] for rows in given] for r in range(7)],
             labels=[[rows["labels"][r] for rows in given] for r in range(7)], weights=None,
             asked={"prevalence": shares, "min_positives": 0}, expect=expect, tolerance=1e-12)


def bagged(given, asked, label):
    """The point (tp, fp) that is nearest to what the best thresholds of bootstrap samples flag on average."""
    rows_of = sorted(zip(given["labels"], given["scores"]), key=lambda row: (-row[0], row[1]))
    scores, labels = [s for _, s in rows_of], [y for y, _ in rows_of]
    flagged = []
    for number in range(asked["smoothing_rounds"]):
        stream, drawn = mersenne.stream(label, number), [0] * len(labels)
        for _ in labels:
            drawn[int(stream.uniform() * len(labels))] += 1
        if not any(w for w, y in zip(drawn, labels) if y == 1):
            continue
        sample = Sample(rows(scores, labels, weights=drawn))
        point, feasible = Asked(asked, sample).best()
        if point is None:
            return None
        if feasible:
            threshold = max(t[0] for t in sample.points()[point])
            flagged.append(sum(s[0] >= threshold for s in scores))
    mean, whole = Fraction(sum(flagged), len(flagged)), Asked(asked, Sample(given))
    kept = [p for p in whole.sample.points() if whole.allowed(*p)]
    return min(kept, key=lambda p: (abs(sum(p) - mean), sum(p)))


def bagged_label_cases(case, hexed):
    rng = random.Random(20261130)
    for i, limits in enumerate([{}, {"metric": "jaccard"}, {"min_recall": 0.5}, {"max_fpr": 0.25},
                                {"max_alert_rate": 0.4}, {"cost_ratio": 2.0}] * 2):
        asked = {**limits, "smoothing": "bagged", "smoothing_rounds": 4}
        best = [None]
        while None in best:
            given = [random_rows(rng, 1, 9) for _ in range(2)]
            best = [bagged(each, asked, l) for l, each in enumerate(given)]
        questions = [Asked(asked, Sample(each)) for each in given]
        values = [p[1] if q.goal == "fewest_fp" else q.value(*p) for q, p in zip(questions, best)]
        case("thresholds", f"labels, bagged, {i}: {limits or 'nothing asked'}", "label_thresholds", average="macro",
             scores=[[each["scores"][r][0] for each in given] for r in range(9)],
             labels=[[each["labels"][r] for each in given] for r in range(9)], weights=None, asked=asked,
             expect={"tp": hexed([p[0] for p in best]), "fp": hexed([p[1] for p in best]), "value": hexed(sum(values) / 2),
                     "feasible": 1, "exact": 1})


def metric_of_set(name, scores, truth, threshold):
    flagged = [s >= threshold for s in scores]
    tp, k, s = sum(f and y == 1 for f, y in zip(flagged, truth)), sum(flagged), sum(truth)
    over, under = {"recall": (tp, s), "precision": (tp, k), "f1": (2 * tp, k + s), "jaccard": (tp, k + s - tp)}[name]
    return Fraction(over, under) if under else Fraction(1)


def proved(numbers, bound, delta):
    """Whether bets that the mean is above the bound win 1/delta (Waudby-Smith and Ramdas 2024, section 4.2)."""
    capital, total, squares = 1.0, 0.5, 0.25
    for i, x in enumerate(numbers):
        bet = min(1.0, math.sqrt(2 * math.log(1 / delta) * (i + 1) / (len(numbers) * squares)))
        capital *= 1 + bet * (x - bound)
        if capital >= 1 / delta:
            return True
        total += x
        squares += (x - total / (i + 2)) ** 2
    return False


def set_path():
    return [0.0, *(1 / (1 + math.exp(-0.02 * i)) for i in range(-750, 751)), inf]


def mixed(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


def drawn_order(scores, truth, seed, n):
    """A random order of n units by the seed and a number made of all rows, whose order does not matter."""
    odd, total = 0x9E3779B97F4A7C15, 0
    for row, labels in zip(scores, truth):
        number = 0
        for pair in zip(row, labels):
            for x in pair:
                number = mixed((number * odd + int.from_bytes(struct.pack("<d", x), "little")) % 2**64)
        total += number
    stream, order = mersenne.stream((seed + mixed((total + odd) % 2**64)) % 2**64, 0), list(range(n))
    for i in range(n, 1, -1):
        j = int(stream.uniform() * i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


def units_of(rows, groups):
    """The rows of each unit: of each group, in the order of their first rows."""
    units = {}
    for i in range(rows):
        units.setdefault(i if groups is None else groups[i], []).append(i)
    return list(units.values())


def best_set_threshold(name, scores, truth, bound, certify, groups=None):
    """The threshold of all labels by the definition, None if none holds the limit."""
    units = units_of(len(scores), groups)
    n = len(units)

    def values(of, t):
        return [float(sum(metric_of_set(name, scores[i], truth[i], t) for i in units[u]) / len(units[u])) for u in of]

    def labels(t):
        return sum(s >= t for row in scores for s in row)

    order, points = drawn_order(scores, truth, 0, n), set_path()
    if name == "recall":
        certain = int(all(s >= 0 for row in scores for s in row))
    else:
        points.reverse()
        certain = int(name == "precision")
    if name not in ("recall", "precision"):
        first = math.ceil(n / 4)
        pilot, order = order[:first], order[first:]
        points.sort(key=lambda t: -sum(values(pilot, t)))
    kept = []
    for k, t in enumerate(points):
        own = values(order, t)
        holds = proved(own, bound, 1 - certify) if certify else sum(own) >= bound * (n + 1)
        if k >= certain and not holds:
            break
        kept.append(t)
    if not kept:
        return None
    if name == "recall":
        return kept[-1]
    return max(kept, key=labels if name == "precision" else lambda t: sum(values(range(n), t)))


def label_set_cases(case, hexed):
    rng = random.Random(20261201)
    for i, (name, bound, certify) in enumerate([("recall", 0.75, None), ("recall", 0.75, 0.9), ("recall", 0.999, 0.9),
                                                ("precision", 0.6, 0.8), ("precision", 0.999, 0.9), ("f1", 0.3, 0.8),
                                                ("jaccard", 0.2, 0.8), ("jaccard", 0.99, 0.8)]):
        truth = [[int(rng.random() < 0.4) for _ in range(3)] for _ in range(48)]
        scores = [[rng.randrange(1, 48 + 16 * y) / 64 for y in row] for row in truth]
        case("thresholds", f"label sets, {i}: {name}", "label_thresholds", average="instance", scores=scores, labels=truth,
             weights=None, asked=asked_of_sets(name, bound, certify),
             expect=expected_of_sets(name, scores, truth, bound, certify, None, hexed))


def expected_of_sets(name, scores, truth, bound, certify, groups, hexed):
    labels = len(truth[0])
    t = best_set_threshold(name, scores, truth, bound, certify, groups)
    found = t is not None and any(s >= t for row in scores for s in row)
    t = inf if t is None else t
    tp = [sum(s[l] >= t and y[l] == 1 for s, y in zip(scores, truth)) for l in range(labels)]
    fp = [sum(s[l] >= t and y[l] == 0 for s, y in zip(scores, truth)) for l in range(labels)]
    units = units_of(len(scores), groups)
    value = sum(sum(metric_of_set(name, scores[i], truth[i], t) for i in unit) / len(unit) for unit in units) / len(units)
    return {"tp": hexed(tp), "fp": hexed(fp), "value": hexed(value), "feasible": int(found), "exact": 1}


def asked_of_sets(name, bound, certify):
    limit = {"recall": "min_recall", "precision": "min_precision"}.get(name, "min_value")
    return {limit: bound, **({"certify": certify} if certify else {}), **({"metric": name} if name == "jaccard" else {})}


def grouped_set_cases(case, hexed):
    """Groups of several rows, which share how easy their rows are; numbers of groups in no order, negative ones too."""
    rng = random.Random(20261202)
    for i, (name, bound, certify) in enumerate([("recall", 0.6, None), ("recall", 0.6, 0.8), ("recall", 0.99, 0.9),
                                                ("precision", 0.5, 0.8), ("f1", 0.3, 0.8), ("jaccard", 0.2, 0.8)]):
        names = [rng.randrange(-40, 40) for _ in range(20)]
        groups = [rng.choice(names) for _ in range(60)]
        easy = {group: rng.randrange(4, 28) for group in names}
        truth = [[int(rng.random() < 0.5) for _ in range(3)] for _ in groups]
        scores = [[rng.randrange(1, 36 + easy[group] * y) / 64 for y in row] for group, row in zip(groups, truth)]
        case("thresholds", f"label sets in groups, {i}: {name}", "label_thresholds", average="instance", scores=scores,
             labels=truth, groups=groups, weights=None, asked=asked_of_sets(name, bound, certify),
             expect=expected_of_sets(name, scores, truth, bound, certify, groups, hexed))


def image_cases(case, hexed):
    """One threshold of detections: a row of an image's candidates, with -inf for a truth that none matches and to fill up."""
    rng = random.Random(20261203)
    for i, (name, bound, certify) in enumerate([("recall", 0.5, 0.8), ("precision", 0.6, 0.8), ("f1", 0.3, 0.8)]):
        rows = []
        for _ in range(60):
            truths = [[0, 10 * place, 10 * place + 6] for place in range(1 + rng.randrange(3))]
            boxes, scores = [], []
            for place in range(4):
                if rng.random() < 0.8:
                    start = 10 * place + rng.choice((0, 1, 1, 7))
                    boxes.append([0, start, start + 6])
                    scores.append(rng.randrange(1, 65) / 64)
            found = detections.matched(truths, [0] * len(truths), boxes, scores, 0.5)
            row = list(zip(scores, found)) + [(-inf, 1)] * (len(truths) - sum(found))
            rows.append(row)
        wide = max(map(len, rows))
        rows = [row + [(-inf, 0)] * (wide - len(row)) for row in rows]
        scores, truth = ([[pair[k] for pair in row] for row in rows] for k in (0, 1))
        # Images of one scene belong together in the last case.
        groups = [k // 3 for k in range(len(rows))] if i == 2 else None
        written = [["-inf" if s == -inf else s for s in row] for row in scores]
        case("thresholds", f"detections of images, {i}: {name}", "label_thresholds", average="instance", scores=written,
             labels=truth, groups=groups, weights=None, asked=asked_of_sets(name, bound, certify),
             expect=expected_of_sets(name, scores, truth, bound, certify, groups, hexed))


def label_cases(case, hexed):
    label_prevalence_cases(case, hexed)
    label_set_cases(case, hexed)
    grouped_set_cases(case, hexed)
    image_cases(case, hexed)
    bagged_label_cases(case, hexed)
    rng = random.Random(13)
    for i, asked in enumerate([{}, {"metric": "jaccard"}, {"cost_ratio": 2.0}, {"max_fp": 1.0}, {"min_recall": 0.5},
                               {"metric": "fbeta:2"}]):
        for average in ("macro", "micro"):
            n, m = 6, 3
            given = [random_rows(rng, 1, n, weighted=False) for _ in range(m)]
            samples = [Sample(g) for g in given]
            table = [[given[l]["scores"][r][0] for l in range(m)] for r in range(n)]
            labels = [[given[l]["labels"][r] for l in range(m)] for r in range(n)]
            if average == "macro":
                questions = [Asked(asked, s) for s in samples]
                best = [q.best() for q in questions]
                if any(b is None for b, _ in best):
                    continue
                values = [b[1] if q.goal == "fewest_fp" else q.value(*b) for q, (b, _) in zip(questions, best)]
                expect = {"tp": hexed([b[0] for b, _ in best]), "fp": hexed([b[1] for b, _ in best]),
                          "value": hexed(sum(values) / m), "feasible": int(all(f for _, f in best)), "exact": 1}
            else:
                whole = Asked(asked, samples[0])
                whole.positives = sum(s.total(1) for s in samples)
                whole.rows = Fraction(n * m)
                sums = {(sum(p[0] for p in picked), sum(p[1] for p in picked))
                        for picked in product(*(list(s.points()) for s in samples))}
                allowed = [p for p in sums if whole.allowed(*p)]
                top = max(whole.value(*p) for p in allowed)
                expect = {"value": hexed(-top if whole.goal == "fewest_fp" else top), "feasible": 1, "exact": 1}
            case("thresholds", f"labels, {average}, {i}: {asked or 'nothing asked'}", "label_thresholds", average=average,
                 scores=table, labels=labels, weights=None, asked=asked, expect=expect)


def confusion_value(metric, average, matrix):
    classes, n = len(matrix), sum(map(sum, matrix))
    cells = [(matrix[j][j], sum(row[j] for row in matrix), sum(matrix[j]), n) for j in range(classes)]
    if average == "macro":
        return sum(metric(*c) for c in cells) / classes
    return metric(sum(c[0] for c in cells), sum(c[1] for c in cells), sum(c[2] for c in cells), n * classes)


def class_cases(case, hexed):
    rng = random.Random(17)
    for i in range(8):
        n, classes = 9, 2
        scores = [[x, 1 - x] for x in (rng.randrange(1, 64) / 64 for _ in range(n))]
        truth = [int(rng.random() > 0.3 + 0.4 * s[0]) for s in scores]
        truth[0], truth[1] = 0, 1
        costs = [0.0, 1.0, 4.0, 0.0] if i % 2 else None
        metric, average = Metric("f1"), ("macro", "micro")[i // 2 % 2]
        # All assignments that some multiplier makes: class 0 if x/(1-x) is at least a bound (ties go to class 0).
        odds = sorted({Fraction(s[0]) / Fraction(s[1]) for s in scores})
        outcomes = []
        for bound in [Fraction(0)] + [o + Fraction(1, 10**6) for o in odds]:
            matrix = [[0] * classes for _ in range(classes)]
            for s, t in zip(scores, truth):
                matrix[t][0 if Fraction(s[0]) / Fraction(s[1]) >= bound else 1] += 1
            mean_cost = sum(matrix[t][d] * Fraction((costs or [0] * 4)[2 * t + d]) for t in (0, 1) for d in (0, 1)) / n
            outcomes.append((mean_cost if costs else confusion_value(metric, average, matrix)))
        start = [[0] * classes for _ in range(classes)]
        for s, t in zip(scores, truth):
            start[t][0 if s[0] >= s[1] else 1] += 1
        at_start = (sum(start[t][d] * Fraction(costs[2 * t + d]) for t in (0, 1) for d in (0, 1)) / n if costs else
                    confusion_value(metric, average, start))
        case("thresholds", f"two classes {i}", "class_multipliers", scores=scores, truth=truth, weights=None,
             **({"costs": costs} if costs else {"metric": "f1", "zero_division": 1, "average": average}),
             expect={"value": hexed(min(outcomes) if costs else max(outcomes)), "start": hexed(at_start)})
    for i in range(4):
        scores = [[rng.randrange(64) / 64 for _ in range(3)] for _ in range(6)]
        multipliers = [1.0, 0.5, 2.0] if i % 2 else None
        products = [[x * m for x, m in zip(row, multipliers or [1.0] * 3)] for row in scores]
        case("thresholds", f"classes by multipliers {i}", "apply_classes", tolerance=0, multipliers=multipliers, costs=None,
             scores=scores, expect={"classes": [row.index(max(row)) for row in products]})
        costs = [float(rng.randrange(5)) if t != d else 0.0 for t in range(3) for d in range(3)]
        means = [[sum(Fraction(p) * Fraction(costs[3 * t + d]) for t, p in enumerate(row)) for d in range(3)]
                 for row in scores]
        case("thresholds", f"classes of least cost {i}", "apply_classes", tolerance=0, multipliers=None, costs=costs,
             scores=scores, expect={"classes": [row.index(min(row)) for row in means]})


def zone_cases(case, hexed):
    rng = random.Random(19)
    for i in range(12):
        given = random_rows(rng, 1, rng.randrange(3, 10), weighted=i % 3 == 2)
        sample = Sample(given)
        costs = [rng.choice([0.5, 1.0, 3.0]), rng.choice([1.0, 2.0, 8.0]), rng.choice([0.0, 0.125, 0.25, 0.5, 10.0])]
        a, b, c = map(rational, costs)
        tried = []
        for low, high in product(sample.levels(0), repeat=2):
            if low > high or low == -inf or high == -inf:
                continue
            fp, tp, _ = sample.count([high])
            below, kept, _ = sample.count([low])
            missed, abstained = sample.total(1) - kept, (kept + below) - (tp + fp)
            tried.append((a * fp + b * missed + c * abstained, abstained, low, high, tp, fp, missed))
        tried.sort(key=lambda t: t[:2])
        cost, abstained, low, high, tp, fp, missed = tried[0]
        if len(tried) > 1 and tried[1][:2] == tried[0][:2]:
            continue
        case("thresholds", f"abstention zone {i}", "abstention_zone", rows=given, costs=costs, expect={
            "low": "inf" if low == inf else float(low).hex(), "high": "inf" if high == inf else float(high).hex(),
            "tp": hexed(tp), "fp": hexed(fp), "fn": hexed(missed), "abstained": hexed(abstained), "cost": hexed(cost)})


def error_cases(error):
    two = rows([[0.5, 0.25], [0.75, 0.5], [0.125, 1.0]], [1, 0, 1])
    one = rows([0.5, 0.75, 0.25], [1, 0, 1])
    unrated = rows([0.5, 0.75, 0.25], [1, 0, 2])

    def choosing(name, message, given=None, asked=None, status="ARGUMENT"):
        error(f"thresholds, {name}", "choose", status, message, file="threshold_errors", rows=given or one, asked=asked or {})

    choosing("no scores", "n_scores is 0: must lie in [1, 64]", {**rows([], []), "n_scores": 0})
    choosing("a rated_from of inf", "rated_from[0] is inf: must be finite or -inf", {**one, "rated_from": ["inf"]})
    choosing("a score of nan", "scores[1][1] is nan: must be a number", rows([[0.5, 0.25], [0.75, "nan"]], [1, 0]))
    choosing("label 3", "truth[2] is 3: must be 0, 1 or 2 (not rated)", rows([0.5, 0.75, 0.25], [1, 0, 3]))
    choosing("negative weight", "weights[1] is -1: must be finite and at least 0", {**one, "weights": [1.0, -1.0, 1.0]})
    choosing("no rows", "rows is 0: no row of a weight above 0 was fed", rows([], []))
    choosing("recall without positives", "min_recall is 0.5: some rows have no label, so the number of all positives is "
             "unknown; give positives", unrated, {"min_recall": 0.5}, "UNSUPPORTED")
    choosing("f1 without positives", 'metric "f1": some rows have no label, so the number of all positives is unknown; '
             "give positives", unrated, {}, "UNSUPPORTED")
    choosing("recall below a cut", "min_recall is 0.5: rows below rated_from have no label, so the number of all "
             "positives is unknown; give positives", {**one, "rated_from": [0.25]}, {"min_recall": 0.5}, "UNSUPPORTED")
    choosing("fewer positives than fed", "positives is 1: must be at least the 2 that were fed", one, {"positives": 1.0})
    choosing("precision above 1", "min_precision is 1.5: must lie in [0, 1]", one, {"min_precision": 1.5})
    choosing("confidence 1", "precision_level is 1: must lie in [0, 1)", one,
             {"min_precision": 0.5, "precision_level": 1.0})
    choosing("confidence alone", "precision_level is 0.9: choosing thresholds reads it with min_precision only", one, {"precision_level": 0.9})
    choosing("negative recall", "min_recall is -0.5: must lie in [0, 1]", one, {"min_recall": -0.5})
    choosing("negative budget", "max_fp is -1: must be at least 0", one, {"max_fp": -1.0})
    choosing("negative alerts", "max_alerts is -1: must be at least 0", one, {"max_alerts": -1.0})
    choosing("cost ratio 0", "cost_ratio is 0: must be finite and above 0", one, {"cost_ratio": 0.0})
    choosing("marginal precision 1", "marginal_precision is 1: must lie in (0, 1)", one,
             {"marginal_precision": 1.0})
    choosing("cost ratio and metric", "cost_ratio is 2: must not be set with a metric", one,
             {"metric": "f1", "zero_division": 1, "cost_ratio": 2.0})
    choosing("fewest fp without recall", "goal is fewest_fp: requires min_recall", one,
             {"goal": "fewest_fp"})
    choosing("net without a ratio", "cost_ratio is nan: must be given", one, {"goal": "net_benefit"})
    choosing("half a fold", "folds is 2.5: must be a whole number", one, {"folds": 2.5})
    choosing("one fold", "folds is 1: must be 0 (none) or at least 2", one, {"folds": 1.0})
    choosing("more folds than positives", "folds is 3: must be at most the number of positives, 2", one, {"folds": 3.0})
    choosing("negative bootstrap", "bootstrap is -1: must be at least 0", one, {"bootstrap": -1.0})
    choosing("level 1", "level is 1: must lie in (0, 1)", one, {"level": 1.0})
    choosing("dropout 1", "dropout is 1: must lie in [0, 1)", one, {"dropout": 1.0})
    choosing("threads", "threads is 1025: must lie in [0, 1024]", one, {"threads": 1025.0})
    falling = "lf:1:-1:0:0/1:0:0:0"
    choosing("a metric that falls", f'metric "{falling}": is not known to rise with true positives and fall with false '
             "positives", two, {"metric": falling, "zero_division": 1}, "UNSUPPORTED")
    for metric in ("precision", "specificity", "noisy_or", "cost:1:0"):
        choosing(f"{metric} without recall", f'metric "{metric}": is greatest where nothing is flagged; give min_recall, '
                 "which forbids that", two, {"metric": metric, "zero_division": 1, "max_fp": 1.0}, "UNSUPPORTED")
    choosing("precision with a recall of 0", 'metric "precision": is greatest where nothing is flagged; give min_recall, '
             "which forbids that", one, {"metric": "precision", "zero_division": 1, "min_recall": 0.0}, "UNSUPPORTED")
    choosing("most tp without limits", "goal is most_tp: the most true positives need min_precision, max_fp, "
             "max_alerts, max_fpr or max_alert_rate", one, {"goal": "most_tp"})
    choosing("a certificate of nothing", "certify is 0.9: needs min_precision, min_recall, max_fpr or max_alert_rate, "
             "which it certifies", one, {"certify": 0.9})
    choosing("a certificate of a count", "max_fp is 2: must not be set with certify, which takes max_fpr, a share",
             one, {"certify": 0.9, "max_fp": 2.0, "min_recall": 0.5})
    choosing("a certificate for sure", "certify is 1: must lie in (0, 1)", one, {"certify": 1.0, "min_recall": 0.5})
    error("apply_thresholds, nan", "apply_thresholds", "ARGUMENT", "thresholds[0] is nan: must be a number",
          file="threshold_errors", rule="or", thresholds=["nan"], scores=[[0.5]])
    error("apply_thresholds, score nan", "apply_thresholds", "ARGUMENT", "scores[1][0] is nan: must be a number",
          file="threshold_errors", rule="or", thresholds=[0.5], scores=[[0.5], ["nan"]])
    error("abstention zone, negative cost", "abstention_zone", "ARGUMENT",
          "false_negative_cost is -1: must be finite and at least 0", file="threshold_errors", rows=one,
          costs=[1.0, -1.0, 0.5])
    error("abstention zone, two scores", "abstention_zone", "ARGUMENT", "n_scores is 2: must be 1 for a zone",
          file="threshold_errors", rows=two, costs=[1.0, 1.0, 0.5])
    error("classes, truth", "class_multipliers", "ARGUMENT", "truth[1] is 2: must lie in [0, 1]", file="threshold_errors",
          scores=[[0.5, 0.5], [0.25, 0.75]], truth=[0, 2], weights=None, metric="f1", zero_division=1, average="macro")
    error("labels, a score of nan", "label_thresholds", "ARGUMENT", "scores[1][1] is nan: must be a number",
          file="threshold_errors", average="macro", scores=[[0.5, 0.25], [0.5, "nan"]], labels=[[1, 0], [0, 1]], weights=None,
          asked={})
    error("labels, label 3", "label_thresholds", "ARGUMENT", "truth[0][1] is 3: must be 0, 1 or 2 (not rated)",
          file="threshold_errors", average="micro", scores=[[0.5, 0.25], [0.5, 0.75]], labels=[[1, 3], [0, 1]], weights=None,
          asked={})
    error("label sets, no limit", "label_thresholds", "ARGUMENT",
          "average is instance: exactly one of min_recall, min_precision and min_value must be set, and 0 are",
          file="threshold_errors", average="instance", scores=[[0.5], [0.25]], labels=[[1], [0]], weights=None, asked={})
    error("label sets, precision in expectation", "label_thresholds", "UNSUPPORTED",
          "certify is not set: only a limit on recall holds in expectation, since precision may rise and fall along the "
          "thresholds; set certify", file="threshold_errors", average="instance", scores=[[0.5], [0.25]],
          labels=[[1], [0]], weights=None, asked={"min_precision": 0.5})
    error("label sets, a limit that is not read", "label_thresholds", "ARGUMENT",
          "max_fp is 3: average instance does not read it", file="threshold_errors", average="instance",
          scores=[[0.5], [0.25]], labels=[[1], [0]], weights=None, asked={"min_recall": 0.5, "max_fp": 3.0})
    error("label sets, a score above 1", "label_thresholds", "ARGUMENT", "scores[1][0] is 1.5: must lie in [0, 1], or be -inf",
          file="threshold_errors", average="instance", scores=[[0.5], [1.5]], labels=[[1], [0]], weights=None,
          asked={"min_recall": 0.5})
    error("label sets, a label that is not rated", "label_thresholds", "ARGUMENT",
          "truth[1][0] is 2: must be 0 or 1, since average instance needs every label of a row", file="threshold_errors",
          average="instance", scores=[[0.5], [0.5]], labels=[[1], [2]], weights=None, asked={"min_recall": 0.5})
    error("min_value without instance", "label_thresholds", "ARGUMENT",
          "min_value is 0.5: choosing for labels reads it with average = instance only",
          file="threshold_errors", average="macro", scores=[[0.5], [0.25]], labels=[[1], [0]], weights=None,
          asked={"min_value": 0.5})


def threshold_cases(case, error, hexed):
    choose_cases(case, hexed)
    certify_cases(case, hexed)
    point_cases(case, hexed)
    frontier_cases(case, hexed)
    label_cases(case, hexed)
    class_cases(case, hexed)
    zone_cases(case, hexed)
    one_label_cases(case, error, hexed)
    error_cases(error)
