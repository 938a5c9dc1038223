"""Searches for thresholds against brute force in rational arithmetic, on samples that are degenerate: all rows positive, all
negative, one row, equal scores, weights of 0, labels that never occur, and weights of any size.

    exact_searches.py COUNT [search ...]        that many random cases of each search, and what was wrong

Each function makes one case from its seed and raises AssertionError if something is wrong. The brute force is that of the
conformance cases, where these have it, and shares nothing with the library.
"""

import math
import os
import pathlib
import random
import sys
import warnings
from fractions import Fraction
from itertools import product
from math import inf, isfinite, isnan

import numpy as np

SOURCE = pathlib.Path(os.environ.get("WALD_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "tests" / "conformance"))
if "wald" not in sys.modules:
    sys.path.insert(0, str(SOURCE / "bindings" / "python" / "src"))

import score_curves  # noqa: E402
import segments as segment_oracle  # noqa: E402
import thresholds as oracle  # noqa: E402
from exact import Metric, rational  # noqa: E402

import wald  # noqa: E402

KINDS = ("mixed", "positive", "negative", "one row", "equal scores", "weights of 0", "one positive", "one negative")
OTHER_KINDS = ("macro", "micro", "one class", "one class missing", "zeros")
WEIGHTS = ("none", "none", "whole", "parts", "tiny", "least", "huge", "any size")
METRICS = ("f1", "fbeta:2", "fbeta:0.5", "jaccard", "gmean", "mcc", "kappa", "balanced_accuracy", "cost:1:5", "hamming",
           "hmean", "informedness", "markedness", "fowlkes_mallows")


# ---- Cases -----------------------------------------------------------------------------------------------------------


def some_weights(rng, kind, n):
    made = {"none": None, "whole": [float(rng.randrange(4)) for _ in range(n)],
            "parts": [rng.choice([0.0, 0.5, 1.0, 3.25, 2.0**-20]) for _ in range(n)],
            "tiny": [rng.choice([0.0, 2.0**-996, 3 * 2.0**-996]) for _ in range(n)],
            "least": [rng.choice([0.0, 5e-324, 1.5e-323]) for _ in range(n)],
            "huge": [rng.choice([0.0, 1e290, 2e289, 3e290]) for _ in range(n)],
            "any size": [math.ldexp(1 + rng.random(), rng.randrange(-996, 996)) for _ in range(n)]}[kind]
    return made


def some_labels(rng, kind, n):
    made = [int(rng.random() < 0.5) for _ in range(n)]
    if kind == "positive":
        made = [1] * n
    if kind == "negative":
        made = [0] * n
    if kind in ("one positive", "one negative"):
        made = [int(kind == "one negative")] * n
        made[rng.randrange(n)] ^= 1
    return made


def some_scores(rng, kind, n, dims):
    if kind == "equal scores":
        same = [rng.choice([0.0, -0.0, 0.5, inf, -inf, 1e308, 5e-324])] * dims
        return [list(same) for _ in range(n)]
    grid = rng.choice([2, 4, 64])
    out = [[rng.randrange(grid) / grid for _ in range(dims)] for _ in range(n)]
    if rng.random() < 0.1:
        out[rng.randrange(n)][0] = rng.choice([inf, -inf, 1.7e308, -1.7e308, -0.0])
    return out


def some_limits(rng, total, confident):
    """Limits at random, some of them just attained; each with a probability of its own."""
    asked = {}
    if rng.random() < 0.25:
        asked["max_fp"] = rng.choice([0.0, 1.0, float(total) / 3])
    if rng.random() < 0.25:
        asked["max_alerts"] = rng.choice([0.0, 1.0, 2.0, float(total) / 2])
    if rng.random() < 0.2:
        asked["max_fpr"] = rng.choice([0.0, 0.5, 1.0, 0.3])
    if rng.random() < 0.2:
        asked["max_alert_rate"] = rng.choice([0.0, 0.5, 1.0, 0.3])
    if rng.random() < 0.25:
        asked["min_recall"] = rng.choice([0.0, 0.5, 1.0, 0.375])
    if rng.random() < 0.25:
        asked["min_precision"] = rng.choice([0.0, 0.5, 1.0, 0.625])
        if not confident or rng.random() < 0.5:
            asked["precision_level"] = 0.0
    return asked


def some_goal(rng, asked, metrics=METRICS):
    kind = rng.randrange(4)
    if kind == 0:
        asked["metric"] = rng.choice(metrics)
    elif kind == 1:
        asked["cost_ratio"] = rng.choice([1.0, 0.125, 3.5, 1e-9, 1e9])
    elif kind == 2 and any(name in asked for name in ("max_fp", "max_alerts", "max_fpr", "max_alert_rate", "min_precision")):
        asked["goal"] = "most_tp"
    return asked


def arguments(asked):
    out = dict(asked)
    zero = out.pop("zero_division", 1)
    if "metric" in out:
        out["metric"] = wald.Metric(out["metric"], zero)
    return out


def labels_of(labels):
    return np.array([wald.NOT_RATED if x == 2 else x for x in labels])


def sample_of(given, rows=slice(None)):
    out = wald.Sample(given["n_scores"], rule=given["rule"], rated_from=given["rated_from"])
    scores = np.array(given["scores"], np.float64).reshape(-1, given["n_scores"])
    weights = None if given["weights"] is None else np.array(given["weights"])[rows]
    if len(scores[rows]):
        out.feed(labels_of(given["labels"])[rows], scores[rows], weights)
    return out


def near(found, wanted, of=0, tolerance=Fraction(1, 10**10)):
    """Within rounding, relative to the number itself or to what it is a difference of."""
    if wanted is None:
        return isnan(found)
    return isfinite(found) and abs(Fraction(found) - wanted) <= tolerance * max(abs(wanted), of) + Fraction(1, 2**1074)


# ---- Rows of one label -----------------------------------------------------------------------------------------------


def by_one_label(sample, asked):
    """Whether rows of one label alone decide: the most alerts within limits, or the fewest that reach a recall."""
    limits = {name for name in asked if name.startswith(("max_", "min_"))}
    if set(asked) & {"metric", "cost_ratio"} or not limits or not (sample.total(0) or sample.total(1)):
        return False
    if sample.total(1) == 0:
        return not limits & {"min_recall", "min_precision"} and asked.get("goal", "most_tp") == "most_tp"
    return sample.total(0) == 0 and limits == {"min_recall"} and "goal" not in asked


def check_one_label(sample, question, tp, fp, context, exact=True):
    """The number of alerts, which is in the limits; with `exact` no threshold is better."""
    within = [sum(p) for p in sample.points() if question.allowed(*p)]
    assert question.allowed(tp, fp), (context, "limits")
    best = max(within) if sample.total(1) == 0 else min(within)
    assert not exact or tp + fp == best, (context, "alerts", float(tp), float(fp), float(best))
    return tp + fp


# ---- Thresholds of one score and of several --------------------------------------------------------------------------


class Loose(oracle.Asked):
    """Limits that are met up to a share of the sizes available; `by` may be negative, for stricter ones."""

    by = Fraction(0)

    def allowed(self, tp, fp, without=()):
        if not self.by:
            return super().allowed(tp, fp, without)
        bound = {k: v for k, v in self.limits.items() if k not in without}
        slack, all_ = self.by, self.rows
        if fp > bound.get("max_fp", inf) + slack * all_ or tp + fp > bound.get("max_alerts", inf) + slack * all_:
            return False
        if "max_fpr" in bound and fp > bound["max_fpr"] * (self.rows - self.positives) + slack * all_:
            return False
        if "max_alert_rate" in bound and tp + fp > bound["max_alert_rate"] * all_ + slack * all_:
            return False
        if "min_recall" in bound and self.positives and tp < bound["min_recall"] * self.positives - slack * all_:
            return False
        return not ("min_precision" in bound and tp + fp > 0 and tp < bound["min_precision"] * (tp + fp) - slack * all_)


def thresholds(seed, tally):
    rng = random.Random(seed)
    kind, weights = rng.choice(KINDS), rng.choice(WEIGHTS)
    dims = rng.choice([1, 1, 2, 3])
    n = 1 if kind == "one row" else rng.randrange(1, {1: 9, 2: 7, 3: 5}[dims])
    if kind == "negative" and rng.random() < 0.8:  # refused as one
        kind = "positive"
    labels = some_labels(rng, kind, n)
    unrated = rng.random() < 0.1
    if unrated:
        labels[rng.randrange(n)] = 2
    scores = some_scores(rng, kind, n, dims)
    w = some_weights(rng, weights, n)
    if kind == "weights of 0":
        w = [0.0 if rng.random() < 0.6 else float(rng.randrange(3)) for _ in range(n)]
        weights = "whole"
    given = oracle.rows(scores, labels, rule=rng.choice(["or", "and"]), weights=w)
    sample = oracle.Sample(given)
    whole = weights in ("none", "whole")
    asked = some_goal(rng, some_limits(rng, sum((x for *_, x in sample.rows), Fraction(0)) if whole else 4,
                                       weights == "none"))
    if "metric" in asked:
        asked["zero_division"] = rng.randrange(2)
    if unrated:  # what does not depend on all positives
        for name in ("min_recall", "max_fpr", "metric", "zero_division"):
            asked.pop(name, None)
        if asked.get("goal") == "most_tp" and not set(asked) & {"max_fp", "max_alerts", "max_alert_rate", "min_precision"}:
            del asked["goal"]
        if not set(asked) & {"max_fp", "max_alerts", "max_alert_rate", "min_precision", "cost_ratio"}:
            asked["cost_ratio"] = 1.0
    method = rng.choice(["direct", "direct", "direct", "path", "path-equal", "analytic", "stacked", "best-single"])
    options = {**arguments(asked), "method": method, "baselines": rng.random() < 0.2}
    if rng.random() < 0.15 and method == "direct":
        options.update(lattice_cells=rng.choice([4, 8]), pair_cells=4, ascent_levels=3)
    if rng.random() < 0.05 and method == "direct":
        options["bootstrap"] = 3
    context = (seed, kind, weights, given, asked, options["method"])
    try:
        fed = sample_of(given)
    except wald.ArgumentError as error:
        assert weights in ("tiny", "least", "huge", "any size"), (context, error)
        tally("refused")
        return
    try:
        found = fed.choose(**options)
    except wald.ArgumentError as error:
        tally("refused")
        said = str(error)
        assert sample.total(1) == 0 or "vanish" in said or "weights" in said or "precision_level" in said or "goal is" in said \
            or "positives" in said or "of both labels" in said or "have one label" in said, (context, said)
        return
    except wald.UnsupportedError as error:
        tally("refused")
        said = str(error)
        assert sample.partial or "nothing is flagged" in said or "not known to rise" in said, (context, said)
        return
    tally(kind)
    if by_one_label(sample, asked):
        tp, fp = (sample.count(found.thresholds.tolist())[label] for label in (1, 0))
        if given["rule"] == "and" and inf in found.thresholds.tolist():
            tp, fp = Fraction(0), Fraction(0)
        assert near(found.tp, tp) and near(found.fp, fp) and isnan(found.precision), context
        if whole:
            check_one_label(sample, oracle.Asked(asked, sample), tp, fp, context, exact=dims == 1)
        return
    assert sample.total(1) > 0, context
    question = Loose(asked, sample)
    approximate = not whole
    numbers = {"tp": found.tp, "fp": found.fp, "value": found.value, "unrated": found.unrated}
    assert not any(map(isnan, numbers.values())), (context, numbers)
    for name, interval in found.intervals.items():
        at = getattr(found, name)
        assert interval.low <= at <= interval.high, (context, name, interval, at)
    # What is said of the thresholds is what they flag.
    if method == "stacked":
        flags = found.apply(np.array(scores).reshape(n, dims))
        counted = [sum((x for (_, own, x), f in zip([r for r in rows_of_weight(given)], flags_of_weight(given, flags))
                        if f and own == label), Fraction(0)) for label in (0, 1, 2)]
    else:
        at = found.thresholds.tolist()
        counted = sample.count([inf if t == inf else t for t in at])
        if given["rule"] == "and" and any(t == inf for t in at):
            counted = [Fraction(0)] * 3
    for name, wanted in (("fp", counted[0]), ("tp", counted[1]), ("unrated", counted[2])):
        assert near(numbers[name], wanted, tolerance=Fraction(1, 2**50)), (context, name, numbers, counted)
    tp, fp = counted[1], counted[0]
    value = question.value(tp, fp)
    size = {"net_benefit": tp + fp, "most_tp": tp, "fewest_fp": fp}.get(question.goal, Fraction(1))
    if question.goal == "net_benefit":
        size = tp + fp / rational(asked["cost_ratio"])
    shown = fp if question.goal == "fewest_fp" else value
    totals = [x for x in (sample.total(label) for label in (0, 1, 2)) if x]
    if min(totals) * 2**40 < max(totals):  # rows of one label vanish beside those of another, as weights are rounded
        tally("vanishing")
        return
    assert near(found.value, shown, size), (context, found.value, float(shown))
    # It keeps what it says that it keeps, and nothing is better.
    question.by = Fraction(1, 10**9) if approximate else Fraction(0)
    if weights != "none" and "min_precision" in asked and "precision_level" not in asked:
        raise ValueError(context)
    attained = question.allowed(tp, fp) and (tp + fp > 0 or not question.limits.get("min_precision"))
    if found.feasible:
        assert attained, (context, "feasible", float(tp), float(fp))
    points = list(sample.points())
    question.by = -question.by
    allowed = [question.value(*p) for p in points
               if question.allowed(*p) and (sum(p) > 0 or not question.limits.get("min_precision"))]
    if allowed and method == "direct" and not found.feasible:  # of use is a precision of alerts alone
        assert max(allowed) <= question.value(Fraction(0), Fraction(0)), (context, "infeasible")
    exact = method == "direct" and not ({"quantile_levels", "local_optimum"} & set(found.flags.names)) and \
        "bootstrap" not in options
    all_ = sum((x for *_, x in sample.rows), Fraction(0))
    slack = Fraction(1, 10**9)
    if question.goal != "metric":
        slack *= all_ * max(Fraction(1), 1 / rational(asked.get("cost_ratio", 1.0)))
    if found.feasible and allowed:
        best = max(allowed)
        question.by = abs(question.by)
        most = max(question.value(*p) for p in points if question.allowed(*p))
        if method != "stacked":
            assert value <= most + slack, (context, "above the best", float(value), float(most))
        if exact:
            assert value >= best - (slack if approximate or question.goal == "metric" else slack / 10**3), \
                (context, "not the best", float(value), float(best), found)
        if exact and not approximate:
            tied = [p for p in points if question.allowed(*p) and question.value(*p) == most]
            if value == most and len(tied) > 1:
                if question.goal == "fewest_fp":
                    assert tp == max(p[0] for p in tied), (context, "tie")
                elif value != 0 or question.goal != "metric":
                    assert tp + fp == min(map(sum, tied)), (context, "tie", tied, float(tp), float(fp))
    if not found.feasible and exact and not approximate:
        rest = [p for p in points if question.allowed(*p, ("min_recall",))]
        if not any(question.allowed(*p) for p in points):
            assert tp == max(p[0] for p in rest), (context, "nearest")
        assert found.warning, context
    if exact and not approximate and not sample.partial:
        wanted = set(oracle.flags_of(sample, question, tp, fp, counted[2], any(question.allowed(*p) for p in points)))
        got = set(found.flags.names)
        wanted.discard("target_not_attained")  # the oracle's is of limits that can be held
        if tp + fp == 0 and question.goal != "fewest_fp":
            wanted.add("target_not_attained")
        assert got - {"constraint_missed"} == wanted, (context, "flags", got, wanted)
    # One machine or many, one call or another.
    cuts = sorted(rng.randrange(n + 1) for _ in range(2))
    parts = [sample_of(given, slice(a, b)) for a, b in zip([0, *cuts], [*cuts, n])]
    rng.shuffle(parts)
    merged = parts[0]
    for part in parts[1:]:
        merged.merge(wald.Sample.load(part.save(binary=rng.random() < 0.5)))
    assert merged.choose(**options) == found, (context, "merged", merged.choose(**options), found)
    if dims == 1 and given["rule"] == "or":
        column = np.array(scores)[:, 0]
        direct = wald.choose_threshold(labels_of(labels), column, weights=w, **options)
        assert direct == found, (context, "arrays", direct, found)
        tally("arrays")
        plain = {k: v for k, v in options.items() if k not in ("method", "baselines", "lattice_cells", "pair_cells",
                                                                   "ascent_levels", "bootstrap")}
        if method == "direct" and weights in ("none", "whole", "parts") and "bootstrap" not in options:
            tally("threshold_pass")
            plan, answer = wald.ThresholdPass(**plain), None
            while answer is None:
                states = [plan.copy() for _ in parts]
                for state, (a, b) in zip(states, zip([0, *cuts], [*cuts, n])):
                    if b > a:
                        state.feed(labels_of(labels)[a:b], column[a:b], None if w is None else w[a:b])
                rng.shuffle(states)
                for state in states:
                    plan.merge(state)
                answer = plan.next()
            assert answer == found, (context, "threshold_pass", answer._facts, found._facts, answer.flags, found.flags,
                                     answer.intervals, found.intervals, answer.warning, found.warning)


def rows_of_weight(given):
    weights = given["weights"] or [1.0] * len(given["labels"])
    return [(None, label, rational(x)) for label, x in zip(given["labels"], weights) if x]


def flags_of_weight(given, flags):
    weights = given["weights"] or [1.0] * len(given["labels"])
    return [f for f, x in zip(flags.tolist(), weights) if x]


# ---- Segments --------------------------------------------------------------------------------------------------------


def segments(seed, tally):
    rng = random.Random(seed)
    kind = rng.choice(KINDS)
    count = rng.choice([1, 2, 2, 3])
    scores, labels, of = [], [], []
    for which in range(count):
        own = rng.choice(KINDS) if rng.random() < 0.5 else kind
        n = 1 if own == "one row" else rng.randrange(1, 5)
        labels += some_labels(rng, own, n)
        scores += [row[0] for row in some_scores(rng, own, n, 1)]
        of += [which] * n
    scores = [min(max(s, -1e308), 1e308) for s in scores]
    n = len(labels)
    weights = rng.choice(["none", "whole", "parts"])
    w = some_weights(rng, weights, n)
    if kind == "weights of 0":
        w, weights = [0.0 if rng.random() < 0.6 else 1.0 for _ in range(n)], "whole"
    asked = some_limits(rng, n, weights == "none")
    metrics = ("f1", "fbeta:2", "jaccard", "accuracy", "balanced_accuracy", "kappa", "cost:1:5")
    some_goal(rng, asked, metrics)
    if "metric" in asked:
        asked["zero_division"] = rng.randrange(2)
    if rng.random() < 0.5:
        asked["parity"] = rng.choice(["tpr", "fpr", "selection_rate", "precision"])
        asked["tolerance"] = [rng.choice([0.0, 0.25, 0.5, 1.0])]
    amounts = {"benefits": None, "costs": None}
    if rng.random() < 0.2:
        for name in ("metric", "zero_division", "cost_ratio", "goal"):
            asked.pop(name, None)
        for name in amounts:
            if rng.random() < 0.7:
                amounts[name] = [rng.choice([-2.0, 0.0, 1.0, 5.5]) for _ in range(n)]
    limits = None
    if rng.random() < 0.25:
        limits = [["nan"] * 6 for _ in range(count)]
        for row in limits:
            which = rng.randrange(1, 6)
            row[which] = {1: rng.choice([0.0, 0.5, 1.0]), 2: rng.choice([0.0, 1.0]), 3: rng.choice([0.0, 1.0, 2.0]),
                          4: rng.choice([0.0, 0.5]), 5: rng.choice([0.0, 0.5, 1.0])}[which]
    case = {"n_segments": count, "scores": scores, "labels": labels, "segments": of, "weights": w, "limits": limits,
            "asked": asked, **amounts}
    context = (seed, kind, case)
    own = None
    if limits:
        own = {name: {g: row[k] for g, row in enumerate(limits) if row[k] != "nan"}
               for k, name in enumerate(segment_oracle.LIMITS)}
        own = {name: of_segments for name, of_segments in own.items() if of_segments}
    try:
        found = wald.segment_thresholds(labels, scores, of, weights=w, limits=own, benefits=amounts["benefits"],
                                        costs=amounts["costs"], **arguments(asked))
    except (wald.ArgumentError, wald.UnsupportedError) as error:
        tally("refused")
        said = str(error)
        if "no row of a weight above 0" in said or "rows is 0" in said:
            assert w is not None and not any(w), context
        elif "positive" in said and "no row" in said:
            assert not any(label and (w is None or w[i]) for i, label in enumerate(labels)), context
        else:
            assert "is greatest where nothing" in said or "precision_level" in said or "requires" in said or "goal is" in said, \
                (context, said)
        return
    tally(kind)
    (found,) = found.answers if isinstance(found, wald.ParityPrice) else (found,)
    each = found.by_segment
    for name in ("tp", "fp", "positives", "negatives"):
        assert not np.isnan(each[name]).any(), (context, name)
    assert not isnan(found.value) and isnan(found.bound) <= (not found.feasible), (context, found.value, found.bound)
    # What is said is what the thresholds flag.
    parts = [segment_oracle.Segment(case, which) for which in range(count)]
    picked = [segment_oracle.Choice(part, t) for part, t in zip(parts, each["threshold"].tolist())]
    for which, one in enumerate(picked):
        for name in ("tp", "fp", "positives", "negatives"):
            assert near(each[name][which], getattr(one, name)), (context, name, which)
        for name, rate in one.rates.items():
            assert near(each[name][which], rate), (context, name, which, each[name][which], rate)
        assert each["threshold"][which] == inf or each["next_lower"][which] < each["threshold"][which], context
    counts = segment_oracle.sum_of(picked)
    worth = segment_oracle.value_of(case, counts)
    assert near(found.value, abs(worth) if segment_oracle.goal_of(case) == "fewest_fp" else worth, 1), \
        (context, found.value, float(worth))
    tolerance = rational(asked.get("tolerance", [0.0])[0])
    if "parity" in asked:
        assert near(found.difference, segment_oracle.difference_of(asked["parity"], picked), 1), (context, found.difference)
        assert segment_oracle.difference_of(asked["parity"], picked) <= tolerance + Fraction(1, 10**9), (context, "parity")
    try:
        facts, _ = segment_oracle.answer(case, tolerance)
    except (segment_oracle.Unclear, ValueError):
        tally("unclear")
        return
    tally("compared")
    assert found.feasible == bool(facts["feasible"]), (context, "feasible", found.feasible, facts, found.thresholds)
    if found.feasible and found.exact:
        assert near(found.value, facts["value"], 1), (context, "value", found.value, float(facts["value"]), found.thresholds)
        assert near(found.bound, facts["value"], 1), (context, "bound", found.bound, float(facts["value"]))
    elif found.feasible:
        tally("not exact")
        sign = -1 if segment_oracle.goal_of(case) == "fewest_fp" else 1
        assert sign * (Fraction(found.bound) - facts["value"]) >= -Fraction(1, 10**9), (context, "bound")
    elif "min_recall" in asked and found.exact:
        assert near(found.tp, facts["tp"]), (context, "nearest", found.tp, float(facts["tp"]))


# ---- Labels ----------------------------------------------------------------------------------------------------------


def labels(seed, tally):
    rng = random.Random(seed)
    width, n = rng.choice([1, 2, 3]), rng.randrange(1, 5)
    kinds = [rng.choice(KINDS) for _ in range(width)]
    if "one row" in kinds:
        n = 1
    columns = [some_labels(rng, kind, n) for kind in kinds]
    marks = [[row[0] for row in some_scores(rng, kind, n, 1)] for kind in kinds]
    weights = rng.choice(["none", "none", "whole", "parts"])
    w = some_weights(rng, weights, n)
    average = rng.choice(["macro", "micro"])
    asked = some_goal(rng, some_limits(rng, n, weights == "none"))
    if "metric" in asked:
        asked["zero_division"] = rng.randrange(2)
    context = (seed, kinds, columns, marks, w, average, asked)
    given = [oracle.rows(marks[j], columns[j], weights=w) for j in range(width)]
    each = [oracle.Sample(g) for g in given]
    try:
        found = wald.label_thresholds(np.array(columns).T, np.array(marks).T, weights=w, average=average, **arguments(asked))
    except (wald.ArgumentError, wald.UnsupportedError) as error:
        tally("refused")
        said = str(error)
        assert not any(s.rows for s in each) or "nothing is flagged" in said or "goal is" in said or "precision_level" in said or \
            "no label" in said or (not any(s.total(1) for s in each) and "positive" in said), (context, said)
        return
    tally(average)
    assert not np.isnan(found.tp).any() and not np.isnan(found.fp).any(), context
    assert not isnan(found.value), (context, found.value, found.values)
    questions = [oracle.Asked(asked, s) for s in each]
    counts = [s.count([t]) for s, t in zip(each, found.thresholds.tolist())]
    for j, (fp, tp, _) in enumerate(counts):
        assert near(found.tp[j], tp) and near(found.fp[j], fp) and near(found.positives[j], each[j].total(1)), (context, j)
        known = tp + fp and not (average == "macro" and by_one_label(each[j], asked))
        assert near(found.precision[j], tp / (tp + fp) if known else None), context
        assert near(found.recall[j], tp / each[j].total(1) if each[j].total(1) else None), context
    if average == "macro":
        worths = []
        for j, question in enumerate(questions):
            fp, tp, _ = counts[j]
            if by_one_label(each[j], asked):
                worths.append(check_one_label(each[j], question, tp, fp, (context, j)))
                assert near(found.values[j], worths[-1]), (context, j, found.values[j])
                continue
            if not each[j].total(1):
                assert found.thresholds[j] == inf, context
            worth = question.value(tp, fp) if each[j].rows else None
            if each[j].rows and question.goal == "metric" or each[j].total(1):
                shown = fp if question.goal == "fewest_fp" else worth
                assert near(found.values[j], shown, 1), (context, j, found.values[j], float(shown))
                worths.append(shown)
            if not each[j].total(1) or "shared_threshold" in found.flags[j].names:
                continue
            points = list(each[j].points())
            allowed = [p for p in points if question.allowed(*p)]
            attained = bool(allowed) and any(sum(p) or not question.limits.get("min_precision") for p in allowed)
            if allowed:
                top = max(question.value(*p) for p in allowed)
                assert question.allowed(tp, fp) and worth >= top - Fraction(1, 10**9), \
                    (context, j, "best", float(top), float(worth))
                if attained != (j not in found.missed):
                    assert question.limits.get("min_precision") and tp + fp == 0, (context, j, "missed", found.missed)
        if len(worths) == width:
            assert near(found.value, sum(worths) / width, 1), (context, found.value)
        return
    # micro: every combination.
    if not any(s.total(1) for s in each):
        return
    pooled = oracle.Asked({**asked, **({} if "precision_level" in asked or width == 1 or "min_precision" not in asked else
                                      {"precision_level": 0.975})}, each[0])
    pooled.positives = sum((s.total(1) for s in each), Fraction(0))
    pooled.rows = sum((x for s in each for *_, x in s.rows), Fraction(0))
    reached = set()
    for combination in product(*(list(s.points()) for s in each)):
        reached.add((sum((p[0] for p in combination), Fraction(0)), sum((p[1] for p in combination), Fraction(0))))
    tp, fp = (sum((c[k] for c in counts), Fraction(0)) for k in (1, 0))
    worth = pooled.value(tp, fp)
    assert near(found.value, fp if pooled.goal == "fewest_fp" else worth, 1), (context, found.value, float(worth))
    allowed = [p for p in reached if pooled.allowed(*p)]
    if allowed:
        top = max(pooled.value(*p) for p in allowed)
        assert pooled.allowed(tp, fp), (context, "limits", float(tp), float(fp))
        if found.exact:
            assert worth >= top - Fraction(1, 10**9), (context, "best", float(top), float(worth))
        attained = tp + fp > 0 or not pooled.limits.get("min_precision")
        assert found.feasible == attained, (context, "feasible", found.feasible)
    else:
        assert not found.feasible, (context, "infeasible")
        assert tp == max(p[0] for p in reached if pooled.allowed(*p, ("min_recall",))), (context, "nearest")


# ---- Classes ---------------------------------------------------------------------------------------------------------


def classes(seed, tally):
    rng = random.Random(seed)
    k, n = rng.choice([2, 2, 3, 4]), rng.randrange(1, 8)
    kind = rng.choice(["mixed", "one class", "one row", "equal scores", "zeros", "weights of 0", "one class missing"])
    if kind == "one row":
        n = 1
    truth = [rng.randrange(k) for _ in range(n)]
    if kind == "one class":
        truth = [rng.randrange(k)] * n
    if kind == "one class missing":
        truth = [min(t, k - 2) for t in truth]
    table = [[rng.choice([0.0, 0.25, 0.5, 1.0, 1e-100, rng.random()]) for _ in range(k)] for _ in range(n)]
    if kind == "equal scores":
        table = [[0.25] * k for _ in range(n)]
    if kind == "zeros":
        table = [[0.0] * k for _ in range(n)]
    w = some_weights(rng, rng.choice(["none", "whole", "parts"]), n)
    if kind == "weights of 0":
        w = [0.0 if rng.random() < 0.6 else 2.0 for _ in range(n)]
    costs = None
    average = rng.choice(["macro", "micro"])
    metric = rng.choice(["f1", "mcc", "jaccard", "kappa", "balanced_accuracy", "gmean", "recall"])
    if rng.random() < 0.4:
        costs = [[0.0 if i == j else rng.choice([0.0, 1.0, 7.5, -2.0, 1e300, 1e-300]) for j in range(k)] for i in range(k)]
    zero = rng.randrange(2)
    context = (seed, kind, table, truth, w, metric if costs is None else costs, average, zero)
    try:
        if costs is None:
            found = wald.class_multipliers(truth, table, metric=wald.Metric(metric, zero), average=average, weights=w)
        else:
            found = wald.class_multipliers(truth, table, costs=costs, weights=w)
    except (wald.ArgumentError, wald.UnsupportedError) as error:
        tally("refused")
        said = str(error)
        assert w is not None and not any(w) or "too large" in said or "double" in said, (context, said)
        return
    tally(kind)
    exact = [Fraction(1) if w is None else rational(x) for x in (w or [1] * n)]

    def worth(multipliers):
        decided = wald.apply_classes(table, multipliers=multipliers).tolist()
        cells = [[Fraction(0)] * k for _ in range(k)]
        for i in range(n):
            cells[truth[i]][decided[i]] += exact[i]
        total = sum(exact)
        if costs is not None:
            return sum(cells[i][j] * rational(costs[i][j]) for i in range(k) for j in range(k)) / total, cells
        each = [(cells[j][j], sum(cells[i][j] for i in range(k)), sum(cells[j])) for j in range(k)]
        of = Metric(metric, zero)
        if average == "macro":
            return sum(of(tp, said, is_, total) for tp, said, is_ in each) / k, cells
        return of(sum(e[0] for e in each), sum(e[1] for e in each), sum(e[2] for e in each), total * k), cells

    value, cells = worth(found.multipliers)
    start, _ = worth(np.ones(k))
    size = max([Fraction(1)] if costs is None else [abs(rational(c)) for row in costs for c in row] + [abs(start)])
    assert np.isfinite(found.multipliers).all() and (found.multipliers >= 0).all(), (context, found.multipliers)
    assert near(found.value, value, size), (context, "value", found.value, float(value))
    assert near(found.start, start, size), (context, "start", found.start, float(start))
    sign = 1 if costs is None else -1
    assert sign * (value - start) >= -size / 10**10, (context, "below argmax")
    for i in range(k):
        for j in range(k):
            assert near(found.confusion[i][j], cells[i][j]), (context, "confusion")
    if k == 2:
        ratios = {1e-150, 1.0, 1e150} | {float(Fraction(r[0]) / Fraction(r[1])) for r in table if min(r) > 1e-200}
        ratios |= {math.nextafter(r, to) for r in ratios for to in (0, inf)}
        best = max(sign * worth([1.0, r])[0] for r in ratios)
        assert sign * value >= best - size / 10**10, (context, "two classes", float(value), float(best))
        tally("two")


# ---- Abstention, curves, frontiers -------------------------------------------------------------------------------------


def zone(seed, tally):
    rng = random.Random(seed)
    kind, weights = rng.choice(KINDS), rng.choice(WEIGHTS)
    n = 1 if kind == "one row" else rng.randrange(1, 8)
    given = oracle.rows([row[0] for row in some_scores(rng, kind, n, 1)], some_labels(rng, kind, n),
                        weights=some_weights(rng, weights, n))
    costs = {name: rng.choice([0.0, 0.1, 1.0, 5.0, 1e-300, 1e100, 1e300])
             for name in ("false_positive_cost", "false_negative_cost", "abstention_cost")}
    context = (seed, kind, weights, given, costs)
    sample = oracle.Sample(given)
    try:
        fed = sample_of(given)
        found = fed.abstention_zone(**costs)
    except wald.ArgumentError as error:
        tally("refused")
        assert not sample.rows or any(word in str(error) for word in ("weight", "cost")), (context, str(error))
        return
    tally(kind)
    assert not any(isnan(x) for x in found), (context, found)
    a, b, c = (rational(x) for x in costs.values())

    def at(low, high):
        tp = sum((x for s, y, x in sample.rows if y == 1 and s[0] >= high), Fraction(0))
        fp = sum((x for s, y, x in sample.rows if y == 0 and s[0] >= high), Fraction(0))
        fn = sum((x for s, y, x in sample.rows if y == 1 and s[0] < low), Fraction(0))
        left = sum((x for s, _, x in sample.rows if low <= s[0] < high), Fraction(0))
        return tp, fp, fn, left, a * fp + b * fn + c * left

    assert found.low <= found.high, (context, found)
    own = at(found.low, found.high)
    largest = max((x for *_, x in sample.rows), default=0) if weights not in ("none", "whole") else 0
    for name, wanted in zip(("tp", "fp", "fn", "abstained"), own):
        assert near(getattr(found, name), wanted, largest), (context, name, found, float(wanted))
    if own[4] < Fraction(sys.float_info.max):
        assert near(found.cost, own[4], largest * max(a, b, c)), (context, "cost", found.cost, float(own[4]))
    levels = sorted({s[0] for s, *_ in sample.rows} | {inf, -inf})
    best = min(at(low, high)[4] for low in levels for high in levels if low <= high)
    scale = max(a, b, c) * max((x for *_, x in sample.rows), default=0) * n
    assert own[4] <= best + scale / 2**44 + Fraction(1, 2**1070), (context, "best", float(own[4]), float(best), found)
    if weights in ("none", "whole"):
        assert own[4] <= best * (1 + Fraction(1, 10**9)), (context, "best", float(own[4]), float(best), found)


def curve(seed, tally):
    rng = random.Random(seed)
    kind, weights = rng.choice(KINDS), rng.choice(["none", "whole", "parts", "tiny", "least"])
    n, models = 1 if kind == "one row" else rng.randrange(1, 8), rng.choice([1, 2])
    probabilities = [[rng.choice([0.0, 1.0, 0.5, 0.25, rng.random()]) for _ in range(models)] for _ in range(n)]
    if kind == "equal scores":
        probabilities = [[0.5] * models for _ in range(n)]
    asked = {}
    if rng.random() < 0.3:
        asked["prevalence"] = [rng.choice([0.5, 0.01, 1e-300, 0.999])]
    if rng.random() < 0.3:
        asked["reference"] = rng.randrange(models)
    case = {"probabilities": probabilities, "labels": some_labels(rng, kind, n), "weights": some_weights(rng, weights, n),
            "thresholds": [rng.choice([0.5, 0.25, 0.01, 0.99, 1e-9, rng.uniform(0.01, 0.99)]) for _ in range(2)],
            "asked": asked}
    context = (seed, kind, case)
    weight = case["weights"] or [1.0] * n
    try:
        found = wald.decision_curve(case["labels"], np.array(probabilities), thresholds=case["thresholds"],
                                    weights=case["weights"], **asked)
    except wald.ArgumentError as error:
        tally("refused")
        lone = "prevalence" in asked and len({y for y, x in zip(case["labels"], weight) if x}) < 2
        assert not any(weight) or lone, (context, str(error))
        return
    tally(kind)
    wanted = score_curves.decision_curve(case)
    for name, numbers in wanted.items():
        for got, exact in zip(getattr(found, name).ravel().tolist(), numbers):
            if exact is None:
                assert isnan(got), (context, name, got)
            else:
                assert not isnan(got), (context, name, got, float(exact))
                # Deviations below some 3e-7 of a mean are taken for rounding.
                within = Fraction(1, 10**6 if "low" in name or "high" in name else 10**9) * max(1, abs(exact))
                assert abs(Fraction(got) - exact) <= within, (context, name, got, float(exact))


def frontier(seed, tally):
    rng = random.Random(seed)
    kind, weights = rng.choice(KINDS), rng.choice(["none", "whole", "parts"])
    dims = rng.choice([1, 1, 2, 3])
    n = 1 if kind == "one row" else rng.randrange(1, {1: 9, 2: 7, 3: 5}[dims])
    given = oracle.rows(some_scores(rng, kind, n, dims), some_labels(rng, kind, n), rule=rng.choice(["or", "and"]),
                        weights=some_weights(rng, weights, n))
    sample = oracle.Sample(given)
    context = (seed, kind, weights, given)
    try:
        found = sample_of(given).frontier()
    except wald.ArgumentError as error:
        tally("refused")
        assert sample.total(1) == 0 or "weight" in str(error), (context, str(error))
        return
    tally(kind)
    points, hull = oracle.hull_of(list(sample.points()))
    got = [(Fraction(tp), Fraction(fp)) for tp, fp in zip(found.tp.tolist(), found.fp.tolist())]
    assert len(got) == len(points), (context, got, points)
    for x, y in zip(got, points):
        assert near(float(x[0]), y[0]) and near(float(x[1]), y[1]), (context, got, points)
    assert [i for i, on in enumerate(found.on_hull) if on] == hull, (context, found.on_hull.tolist(), hull, points)
    for at, point in zip(found.thresholds.tolist(), points):
        fp, tp, _ = [Fraction(0)] * 3 if given["rule"] == "and" and inf in at else sample.count(at)
        assert (tp, fp) == point, (context, at, point)
    positives, negatives = sample.total(1), sample.total(0)
    # Under the steps, and under the hull.
    reach = points[-1][1]

    def area(ends):
        under = Fraction(0)
        for (tp0, fp0), (tp1, fp1) in zip(ends, ends[1:]):
            under += (fp1 - fp0) * (tp0 + tp1) / 2
        return under

    steps = sum(((q[1] - p[1]) * p[0] for p, q in zip(points, points[1:])), Fraction(0))
    if negatives and positives:
        flat = [(points[-1][0], negatives)]
        wanted = (steps + points[-1][0] * (negatives - reach)) / (positives * negatives)
        assert near(found.roc_area, wanted, 1), (context, "roc", found.roc_area, float(wanted))
        wanted = area([points[i] for i in hull] + flat) / (positives * negatives)
        assert near(found.roc_hull_area, wanted, 1), (context, "hull", found.roc_hull_area, float(wanted))
    pr = sum((q[0] / (q[0] + q[1]) * (q[0] - p[0]) / positives for p, q in zip(points, points[1:])), Fraction(0))
    assert near(found.pr_area, pr, 1), (context, "pr", found.pr_area, float(pr))


def reliability(seed, tally):
    rng = random.Random(seed)
    kind, weights = rng.choice(KINDS), rng.choice(["none", "whole", "parts", "tiny", "least"])
    n = 1 if kind == "one row" else rng.randrange(1, 8)
    probabilities = [rng.choice([0.0, 1.0, 0.5, 0.25, rng.random()]) for _ in range(n)]
    if kind == "equal scores":
        probabilities = [rng.choice([0.0, 0.5, 1.0])] * n
    case = {"probabilities": probabilities, "labels": some_labels(rng, kind, n), "weights": some_weights(rng, weights, n),
            "asked": {"bins": rng.choice([1, 2, 10])}}
    context = (seed, kind, case)
    try:
        found = wald.reliability(case["labels"], probabilities, weights=case["weights"], **case["asked"])
    except wald.ArgumentError as error:
        tally("refused")
        assert case["weights"] is not None and not any(case["weights"]), (context, str(error))
        return
    tally(kind)
    made = score_curves.reliability(case)
    facts, fitted = made["facts"], made["fitted"]
    for name, wanted in facts.items():
        assert near(getattr(found, name), Fraction(wanted), 1), (context, name, getattr(found, name), float(wanted))
    for got, wanted in zip(found.fitted.tolist(), fitted):
        assert near(got, wanted, 1), (context, "fitted", got, wanted)


SEARCHES = {each.__name__: each for each in (thresholds, segments, labels, classes, zone, curve, frontier, reliability)}


def run(name, seeds):
    """What was wrong, and how many cases there were of each kind."""
    wrong, kinds = [], {}

    def tally(kind):
        kinds[kind] = kinds.get(kind, 0) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in seeds:
            try:
                SEARCHES[name](seed, tally)
            except Exception as error:  # noqa: BLE001
                wrong.append((seed, f"{type(error).__name__}: {error}"))
    return wrong, kinds


def main():
    count, names = int(sys.argv[1]), sys.argv[2:] or list(SEARCHES)
    failed = False
    for name in names:
        wrong, kinds = run(name, range(count))
        print(f"{name}: {count} cases, {len(wrong)} wrong; {kinds}", flush=True)
        for seed, text in wrong[:8]:
            print(f"  {seed}: {text[:1500]}", flush=True)
        failed = failed or bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
