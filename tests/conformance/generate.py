#!/usr/bin/env python3
"""Writes cases/*.jsonl: what every binding of the library must answer. The form is described in README.md.

Expected values come from exact.py, by brute force in rational arithmetic, never from the library. Run it without
arguments to write the files again; with --check it only says whether they are as it would write them.
"""

import json
import random
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

from exact import (CurveSearch, Metric, Search, atoms, categorical, counts_of, distribution_of, expected, expected_from_counts, moved,
                   independent, joint, marginals, rational, sizes)
import mersenne
from abstention import abstention_cases
from cascades import cascade_cases
from comparisons import comparison_cases, realised
from detections import detection_cases
from learners import learner_cases
from masks import mask_cases
from routes import route_cases
from score_curves import score_curve_cases
from segments import segment_cases
from thresholds import threshold_cases
from worths import worth_cases

FILES = {}
TRIVIAL = "this metric is trivially optimal at k = 0 or k = n whatever is known of the labels: constrain k"
DEGENERATE = {"noisy_or", "precision", "recall", "specificity", "coverage", "npv"}
ADDITIVE = {"hamming", "accuracy"}
NOT_LINEAR = {"jaccard", "gmean", "hmean", "noisy_or", "subset_accuracy", "coverage"}

LF_LINEAR = "lf:0:1:0:0/0.5:0:0.25:0.25"  # denominator without tp
LF_MONOTONE = "lf:0:2:0:0/0.25:-0.5:1:1"  # rises in tp, not linear
LF_OTHER = "lf:1:-1:0:0/1:0:0:0"  # falls in tp: linear, so gfm
NAMED = ["f1", "fbeta:0.5", "fbeta:2", "fbeta:1.3", "jaccard", "balanced_accuracy", "gmean", "hmean", "fowlkes_mallows",
         "noisy_or", "hamming", "subset_accuracy", "precision", "recall", "specificity", "coverage", "npv",
         "informedness", "markedness", "mcc", "kappa", "cost:1:5", "cost:2.5:0.5", LF_LINEAR, LF_MONOTONE, LF_OTHER]


# ---- Writing ---------------------------------------------------------------------------------------------------------


def hexed(x):
    if x is None:
        return "nan"
    if isinstance(x, (list, tuple)):
        return [hexed(v) for v in x]
    return float(x).hex() if x else "0x0p+0"


def case(file, name, call, *, tolerance=1e-12, **fields):
    names = FILES.setdefault(file, {})
    if name in names:
        raise ValueError(f"two cases are named {name}")
    line = {"name": name, "call": call}
    line.update((k, v) for k, v in fields.items() if v is not None)
    if "expect" in line:
        line["tolerance"] = tolerance
    names[name] = line


def error(name, call, status, message, file="errors", **fields):
    case(file, name, call, error={"status": "WALD_ERROR_" + status, "message": message}, **fields)


def metric_text(metric):
    return metric if isinstance(metric, str) else metric["name"]


def bounds_of(options, n):
    options = options or {}
    low, high = options.get("at_least", 0), options.get("at_most", -1)
    return low, n if high < 0 else min(high, n)


# ---- Estimators ------------------------------------------------------------------------------------------------------


def of_independent(*p):
    return {"kind": "independent", "probabilities": list(p)}


def of_categorical(*p):
    return {"kind": "categorical", "probabilities": list(p)}


def of_joint(vectors, weights=None):
    vectors = [[int(c) for c in v] for v in vectors]
    return {"kind": "joint", "n_labels": len(vectors[0]), "vectors": vectors, "weights": weights}


def of_counts(table, p_zero, p_s=None, weight=1.0):
    """One table, or several as lists of the same length."""
    return {"kind": "counts", "n_labels": len(table),
            "tables": [{"table": table, "p_zero": p_zero, "p_s": p_s, "weight": weight}]}


def dyadic_counts(dist, with_sizes):
    """A distribution whose counts are doubles, as a counts estimator."""
    table = [[float(v) for v in row] for row in counts_of(dist)]
    s = sizes(dist)
    if any(rational(float(v)) != v for row in counts_of(dist) for v in row) or any(rational(float(v)) != v for v in s):
        raise ValueError("these counts are not exact doubles")
    return of_counts(table, float(s[0]), [float(v) for v in s[1:]] if with_sizes else None)


INDEPENDENT = of_independent(0.85, 0.3, 0.62, 0.11, 0.47)
CATEGORICAL = of_categorical(0.4, 0.05, 0.22, 0.13, 0.1)
JOINT = of_joint(["11000", "01100", "00000", "10011", "01000", "11111", "11000"], [3.5, 2.0, 1.25, 2.5, 1.75, 0.5, 1.0])
DYADIC = of_joint(["1100", "0110", "0000", "1001", "0111", "0110"], [5, 4, 2, 1, 3, 1])


# ---- decide ----------------------------------------------------------------------------------------------------------


def algorithm_for(metric, kind):
    spec = metric.spec
    name = spec.split(":")[0] if isinstance(spec, str) else "custom"
    linear = name not in NOT_LINEAR | {"custom", "lf"} or spec in (LF_LINEAR, LF_OTHER)
    additive = name in ADDITIVE or name == "cost"
    if kind == "categorical":
        return "categorical"
    if name == "subset_accuracy":
        return "mode"
    if additive:
        return "marginal-modes"
    if kind == "independent":
        if name == "f1":
            return "ye"  # up to 15 labels
        if name in ("fbeta", "jaccard"):
            return "separable"
        if spec == LF_OTHER:
            return "gfm"
        return "window" if name != "custom" else "enumeration"
    return "gfm" if linear else "enumeration"


def warning_for(metric, h, options):
    low, high = bounds_of(options, len(h))
    name = metric.spec if isinstance(metric.spec, str) else ""
    return TRIVIAL if name in DEGENERATE and sum(h) in (0, len(h)) and low < high else ""


def answer_of(metric, search, p_zero, options, algorithm, dist_value):
    """What a decision must say of one answer."""
    h = search.best
    value = dist_value(h)
    loss = metric.loss(value)
    left = "abstain" in (options or {}) and loss > rational(options["abstain"])
    out = {
        "indices": [] if left else [i for i, x in enumerate(h) if x],
        "expected": hexed(value),
        "loss": hexed(loss),
        "optimum": hexed(search.optimum),
        "next_best": hexed(search.next_best()),
        "p_zero": hexed(p_zero),
        "algorithm": algorithm,
        "warning": warning_for(metric, h, options),
        "abstained": int(left),
    }
    if algorithm != "ascent":  # whose bound is what it could prove
        out["bound_at_most"] = hexed(Fraction(1, 10**12))
    return out


def decide(name, spec, given, *, z=1, options=None, algorithm=None, dist=None, file="decide", tolerance=1e-12):
    metric = Metric(spec, z)
    dist = dist or distribution_of(given)
    n = len(next(iter(dist)))
    value = lambda h: expected(metric, dist, h)
    search = Search(value, n, *bounds_of(options, n), most=(options or {}).get("ties") == "most")
    algorithm = algorithm or (options or {}).get("algorithm") or algorithm_for(metric, given["kind"])
    case(file, name, "decide", metric=spec, zero_division=z, given=given, options=options,
         expect=answer_of(metric, search, dist.get((0,) * n, Fraction(0)), options, algorithm, value),
         tolerance=tolerance)


def prevalence_cases():
    options = {"prevalence": [0.125], "training_prior": [0.375]}
    dist = independent([float(moved(p, 0.125, 0.375)) for p in INDEPENDENT["probabilities"]])
    for spec in ("f1", "jaccard"):
        decide(f"independent, at a prevalence, {spec}", spec, INDEPENDENT, options=options, dist=dist)
    options = {"prevalence": [0.125, 0.25, 0.125, 0.125, 0.25], "training_prior": [0.25, 0.125, 0.125, 0.125, 0.125]}
    parts = [rational(p) * rational(to) / rational(of)
             for p, to, of in zip(CATEGORICAL["probabilities"], options["prevalence"], options["training_prior"])]
    left = 1 - sum(rational(p) for p in CATEGORICAL["probabilities"])
    none = left * rational(1 - sum(options["prevalence"])) / rational(1 - sum(options["training_prior"]))
    dist = categorical([float(p / (sum(parts) + none)) for p in parts])
    decide("categorical, at a prevalence, f1", "f1", CATEGORICAL, options=options, dist=dist)
    refused = {"metric": "f1", "zero_division": 1, "given": INDEPENDENT}
    error("decide, a prevalence without a training prior", "decide", "ARGUMENT",
          "training_prior is not set: must be with prevalence, since probabilities are moved from one to the other",
          **refused, options={"prevalence": [0.125]})
    error("decide, a prevalence of 0", "decide", "ARGUMENT", "prevalence[0] is 0: must lie in (0, 1)", **refused,
          options={"prevalence": [0.0]})


def decide_cases():
    prevalence_cases()
    for spec in NAMED:
        for z in (1, 0):
            short = spec.split("/")[0]
            decide(f"independent, {short}, z={z}", spec, INDEPENDENT, z=z)
            decide(f"categorical, {short}, z={z}", spec, CATEGORICAL, z=z)
            decide(f"joint, {short}, z={z}", spec, JOINT, z=z)
            if spec.split(":")[0] not in NOT_LINEAR and spec != LF_MONOTONE:
                decide(f"counts, {short}, z={z}", spec, dyadic_counts(joint(DYADIC["vectors"], DYADIC["weights"]), True),
                       z=z, dist=joint(DYADIC["vectors"], DYADIC["weights"]))
    for spec in sorted(DEGENERATE):
        inner = {"at_least": 1, "at_most": 4}
        decide(f"independent, {spec}, 1 <= k <= n-1", spec, INDEPENDENT, options=inner)
        decide(f"categorical, {spec}, 1 <= k <= n-1", spec, CATEGORICAL, options=inner)
        decide(f"joint, {spec}, 1 <= k <= n-1", spec, JOINT, options=inner)

    # From the papers.
    decide("rare labels: F1 favours the empty set", "f1", of_independent(*[0.05] * 4, *[0.02] * 6))
    decide("rare labels with k >= 1 and z = 0", "f1", of_independent(*[0.05] * 4, *[0.02] * 6), z=0,
           options={"at_least": 1})
    decide("E F_k falls, then rises", "f1", of_independent(0.9536, 0.4292, 0.4292))
    surrogate = of_joint(["1000", "0100", "0000"], [0.45, 0.45, 0.1])
    decide("F1 where the Hamming minimiser is empty", "f1", surrogate)
    decide("Hamming where the F1 maximiser is 1100", "hamming", surrogate)
    threshold = of_joint(["100000", "011100", "010011"], [0.45, 0.275, 0.275])
    decide("F1 where thresholding loses", "f1", threshold)
    decide("Jaccard of the same joint", "jaccard", threshold)
    apart = of_joint(["1000", "0100", "0010", "0001", "0000"], [0.4, 0.15, 0.15, 0.15, 0.15])
    together = of_joint(["1000", "1111", "0000"], [0.25, 0.15, 0.6])
    for text, given in (("apart", apart), ("together", together)):  # [W14] 4.1: the same marginals
        for spec in ("f1", "jaccard", "subset_accuracy"):
            decide(f"equal marginals, {text}, {spec}", spec, given)
    against_order = of_joint(["100000000000", "011111100000", "010000011111", "000000000000"], [0.39, 0.2, 0.2, 0.21])
    for spec in ("f1", "jaccard"):  # [W14] 4.3: the likeliest label is not in it
        decide(f"against the order of the marginals, {spec}", spec, against_order)
    first, second = of_joint(["1000", "0111"], [1, 1]), of_joint(["1111", "0000"], [1, 1])
    for text, given in (("opposite", first), ("equal", second)):
        for spec in ("f1", "jaccard", "subset_accuracy", "hamming"):
            decide(f"marginals of 1/2, {text} vectors, {spec}", spec, given)

    # Ties: the smallest k, then the smallest indices.
    decide("ties: hamming at 1/2", "hamming", of_independent(0.5, 0.5, 0.5))
    decide("ties: equal probabilities, one taken", "f1", of_independent(0.25, 0.25, 0.25, 0.25),
           options={"at_least": 1, "at_most": 1})
    decide("ties: equal probabilities, two taken", "jaccard", of_independent(0.5, 0.75, 0.5, 0.5),
           options={"at_least": 2, "at_most": 2})
    decide("ties: exclusive labels", "f1", of_categorical(0.25, 0.25, 0.25, 0.25))
    decide("ties: exclusive labels, k fixed", "f1", of_categorical(0.125, 0.25, 0.25, 0.25),
           options={"at_least": 2, "at_most": 2})
    decide("ties: mode of a joint", "subset_accuracy", of_joint(["111", "011", "100", "010"], [1, 1, 1, 1]))
    decide("ties: mode of a joint, no empty vector", "subset_accuracy", of_joint(["111", "011", "101"], [1, 1, 1]))
    decide("ties: equal Deltas", "f1", of_joint(["1010", "0101"], [1, 1]), options={"at_least": 1, "at_most": 1})
    decide("ties: equal Deltas from thirds", "f1", of_joint(["0110", "1001", "0011"], [1, 1, 1]),
           options={"at_least": 1, "at_most": 1})
    decide("ties: joint under jaccard", "jaccard", of_joint(["1010", "0101"], [1, 1]),
           options={"at_least": 2, "at_most": 2})
    decide("ties: cost at the threshold", "cost:1:3", of_independent(0.25, 0.5, 0.25))
    most = {"ties": "most"}
    decide("ties: most, hamming at 1/2", "hamming", of_independent(0.5, 0.25, 0.5), options=most)
    decide("ties: most, hamming of a joint", "hamming", of_joint(["110", "011", "001", "010"], [1, 1, 1, 1]), options=most)
    decide("ties: most, cost at the threshold", "cost:1:3", of_independent(0.25, 0.5, 0.125), options=most)
    decide("ties: most, mode", "subset_accuracy", of_independent(0.5, 0.75, 0.25), options=most)
    decide("ties: most, mode of a joint", "subset_accuracy", of_joint(["111", "011", "100", "010"], [1, 1, 1, 1]),
           options=most)
    for weights in ([1, 2, 3, 6], [7, 7, 7, 7], [1, 2, 4, 7]):
        decide(f"ties: weights {weights}", "f1", of_joint(["110", "110", "011", "000"][:4], weights))

    # Zeros, ones, one label.
    for spec in ("f1", "fbeta:1.3", "jaccard", "balanced_accuracy", "gmean", "mcc", "hamming", "subset_accuracy"):
        decide(f"zeros and ones, {spec}", spec, of_independent(1.0, 0.0, 0.5, 0.0, 1.0))
        decide(f"all zero, {spec}", spec, of_independent(0.0, 0.0, 0.0))
        decide(f"all one, {spec}", spec, of_independent(1.0, 1.0))
        decide(f"one label, {spec}", spec, of_independent(0.75))
    for spec in ("f1", "jaccard", "subset_accuracy", "hamming", "balanced_accuracy"):
        decide(f"one exclusive label, {spec}", spec, of_categorical(0.625))
        decide(f"exclusive, surely none, {spec}", spec, of_categorical(0.0, 0.0))
        decide(f"exclusive, surely the second, {spec}", spec, of_categorical(0.0, 1.0, 0.0))
        decide(f"exclusive, sum above 1 by rounding, {spec}", spec, of_categorical(0.5, 0.5000004, 0.0))
        decide(f"a single vector, {spec}", spec, of_joint(["0110"]))
    decide("vectors of weight 0 do not count", "f1", of_joint(["111", "010"], [0, 2.5]))
    decide("tiny probabilities", "f1", of_independent(1e-300, 1e-200, 0.5))
    decide("no labels that occur are needed", "f1", of_independent(0.5, 0.0, 0.0), options={"at_least": 2})
    decide("the next best k lies beyond the labels that occur", "f1", of_independent(0.9, 0.0))
    decide("a joint's next best k lies beyond the labels that occur", "jaccard", of_joint(["10", "00"], [9, 1]))

    # Constraints.
    for spec in ("f1", "jaccard", "hamming", "subset_accuracy", "mcc", "cost:1:5"):
        for text, options in (("exactly 2", {"at_least": 2, "at_most": 2}), ("at least 4", {"at_least": 4}),
                              ("at most 1", {"at_most": 1}), ("at most 99", {"at_most": 99}),
                              ("exactly 0", {"at_most": 0})):
            decide(f"independent, {spec}, {text}", spec, INDEPENDENT, options=options)
        if spec != "subset_accuracy":  # all worth 0
            decide(f"categorical, {spec}, exactly 2", spec, CATEGORICAL, options={"at_least": 2, "at_most": 2})
        decide(f"joint, {spec}, at least 3", spec, JOINT, options={"at_least": 3})

    # Algorithms by name.
    for name in ("enumeration", "chai", "jansche", "ye", "n16", "window", "gfm"):
        decide(f"algorithm {name}, f1", "f1", INDEPENDENT, options={"algorithm": name})
    for name in ("enumeration", "n16", "window"):
        decide(f"algorithm {name}, gmean", "gmean", INDEPENDENT, options={"algorithm": name})
    for spec, name in (("hamming", "gfm"), ("hamming", "window"), ("hamming", "marginal-modes"),
                       ("subset_accuracy", "window"), ("subset_accuracy", "mode"), ("mcc", "gfm"), ("balanced_accuracy", "enumeration")):
        decide(f"algorithm {name}, {spec}", spec, INDEPENDENT, options={"algorithm": name})
    for name in ("enumeration", "gfm"):
        decide(f"algorithm {name}, joint f1", "f1", JOINT, options={"algorithm": name})
    decide("algorithm ascent, joint jaccard", "jaccard", JOINT, options={"algorithm": "ascent"})
    decide("algorithm categorical", "f1", CATEGORICAL, options={"algorithm": "categorical"})

    # Abstention: the expected loss of the optimum against the cost.
    for cost in (0.1, 0.9):
        decide(f"abstain at {cost}", "f1", INDEPENDENT, options={"abstain": cost})
    decide("abstain at a negative cost", "jaccard", CATEGORICAL, options={"abstain": -0.5})
    decide("abstain, cost metric", "cost:1:5", INDEPENDENT, options={"abstain": 0.25})

    # Metrics by table.
    decide("table: hits minus a third of the misses", hits_table(3, []), of_independent(0.75, 0.25, 0.5),
           algorithm="window")
    decide("table as a loss", hits_table(3, ["LOSS"]), of_independent(0.75, 0.25, 0.5), algorithm="gfm")
    decide("table: neither linear nor rising", parity_table(4), of_independent(0.75, 0.25, 0.5, 0.625))
    decide("table: neither linear nor rising, exclusive", parity_table(4), of_categorical(0.5, 0.25, 0.125, 0.0625))
    decide("table: neither linear nor rising, joint", parity_table(4), of_joint(["1100", "0111", "0000"], [1, 2, 4]))
    decide("table that falls with tp, exclusive, ties", avoid_table(3), of_categorical(0.25, 0.25, 0.25),
           options={"at_least": 1, "at_most": 1})
    decide("table that falls with tp, exclusive", avoid_table(3), of_categorical(0.5, 0.125, 0.25),
           options={"at_least": 1, "at_most": 2})

    # Counts: P(s) given or found, weighted mean of several tables, tables that no distribution has.
    dist = joint(DYADIC["vectors"], DYADIC["weights"])
    for spec in ("f1", "recall", "balanced_accuracy", "mcc", "specificity"):
        decide(f"counts without P(s), {spec}", spec, dyadic_counts(dist, False), dist=dist)
    one, two = joint(["1100", "0110", "0000", "0110"]), joint(["1111", "0001"], [3, 1])
    mixed = {y: (one.get(y, Fraction(0)) + 3 * two.get(y, Fraction(0))) / 4 for y in set(one) | set(two)}
    tables = dyadic_counts(one, True)
    tables["tables"] += dyadic_counts(two, True)["tables"]
    tables["tables"][1]["weight"] = 3.0
    decide("counts: mean of two tables", "f1", tables, dist=mixed)
    decide("counts: mean of two tables, balanced accuracy", "balanced_accuracy", tables, dist=mixed)
    for name in ("f1", "precision", "recall", "fowlkes_mallows", "hamming"):
        predicted_counts(name)


def many_labels():
    """Problems that are decided by other methods than small ones."""
    for n, spec, algorithm in ((20, "f1", "separable"), (20, "jaccard", "separable"), (40, "f1", "separable"),
                               (40, "fbeta:2", "separable"), (40, "gmean", "bisection"), (40, "hmean", "bisection"),
                               (70, "f1", "separable"), (70, "jaccard", "separable"), (70, "fbeta:1.3", "separable"),
                               (70, "fowlkes_mallows", "bisection"), (70, "informedness", "bisection"),
                               (70, "balanced_accuracy", "bisection")):
        for kind in ("spread", "rare"):
            numbers = [(37 * i + 11) % 509 + 1 for i in range(n)]
            p = [(x if kind == "spread" else max(1, x**3 // 512**2)) / 512 for x in numbers]
            metric = Metric(spec)
            search = CurveSearch(metric, p)
            case("decide", f"{n} labels, {kind}, {spec}", "decide", metric=spec, zero_division=1, given=of_independent(*p),
                 expect=answer_of(metric, search, search.p_zero, None, algorithm, lambda h: search.optimum),
                 tolerance=1e-12)


def hits_table(n, declared):
    return {"name": "hits", "n": n, "declared": declared,
            "values": [tp - (k - tp) / 4 if max(0, k + s - n) <= tp <= min(k, s) else 0.0
                       for tp in range(n + 1) for k in range(n + 1) for s in range(n + 1)]}


def parity_table(n):
    return {"name": "parity", "n": n, "declared": [],
            "values": [tp % 2 - k / 8 + (s == 2) / 4
                       for tp in range(n + 1) for k in range(n + 1) for s in range(n + 1)]}


def avoid_table(n):
    return {"name": "avoid", "n": n, "declared": [],
            "values": [-tp / 1.0 for tp in range(n + 1) for k in range(n + 1) for s in range(n + 1)]}


def predicted_counts(name):
    """Predicted label by label: sum_i P[i][s] is not s P(s)."""
    table = [[0.25, 0.125, 0.0], [0.0, 0.5, 0.25], [0.125, 0.0, 0.375]]
    p_zero, p_s = 0.125, [0.375, 0.25, 0.25]
    exact_table = [[rational(v) for v in row] for row in table]
    metric = Metric(name)
    for sizes_given in (True, False):
        if not sizes_given and name == "hamming":
            continue  # needs more than P(0)
        value = lambda h: expected_from_counts(name, 1, exact_table, rational(p_zero), [rational(v) for v in p_s], h)
        search = Search(value, 3)
        expect = answer_of(metric, search, rational(p_zero), None,
                           "marginal-modes" if name == "hamming" else "gfm", value)
        if float.fromhex(expect["expected"]) > 1:  # beyond the range of the metric, whose end is given
            expect.update(expected=hexed(1.0), optimum=hexed(1.0), loss=hexed(0.0))
        case("decide", f"counts that no distribution has, {name}{'' if sizes_given else ', without P(s)'}", "decide",
             metric=name, zero_division=1, given=of_counts(table, p_zero, p_s if sizes_given else None),
             expect=expect)


# ---- curve, expected, regret -----------------------------------------------------------------------------------------


def curve(name, spec, given, *, z=1, options=None, dist=None):
    metric = Metric(spec, z)
    dist = dist or distribution_of(given)
    n = len(next(iter(dist)))
    search = Search(lambda h: expected(metric, dist, h), n, *bounds_of(options, n))
    case("curve", name, "curve", metric=spec, zero_division=z, given=given, options=options,
         expect={"values": hexed(search.curve(n))})


def curve_cases():
    for spec in NAMED:
        for text, given in (("independent", INDEPENDENT), ("categorical", CATEGORICAL), ("joint", JOINT)):
            curve(f"{text}, {spec.split('/')[0]}", spec, given)
    dist = joint(DYADIC["vectors"], DYADIC["weights"])
    for spec in ("f1", "kappa", "mcc"):
        curve(f"counts, {spec}", spec, dyadic_counts(dist, True), dist=dist)
    curve("falls, then rises", "f1", of_independent(0.9536, 0.4292, 0.4292))
    curve("constraints rule out", "jaccard", INDEPENDENT, options={"at_least": 1, "at_most": 3})
    curve("zero division 0", "f1", INDEPENDENT, z=0)
    curve("zeros and ones", "f1", of_independent(1.0, 0.0, 0.5, 0.0))
    curve("table", hits_table(3, []), of_independent(0.75, 0.25, 0.5))
    for name in ("chai", "jansche", "ye", "n16", "window", "enumeration", "gfm"):
        curve(f"algorithm {name}", "f1", INDEPENDENT, options={"algorithm": name})


PREDICTIONS = ["00000", "11111", "10100", "01011", "10000"]


def expected_cases():
    def both(name, spec, given, text, *, z=1, dist=None, options=None):
        h = [int(c) for c in text]
        metric = Metric(spec, z)
        d = dist or distribution_of(given)
        value = expected(metric, d, tuple(h))
        case("expected", f"expected, {name}", "expected", metric=spec, zero_division=z, given=given, prediction=h,
             expect={"expected": hexed(value)})
        search = Search(lambda x: expected(metric, d, x), len(h), *bounds_of(options, len(h)))
        case("expected", f"regret, {name}", "regret", metric=spec, zero_division=z, given=given, prediction=h,
             options=options, expect={"regret": hexed(max(search.optimum - value, Fraction(0)))})

    for i, spec in enumerate(NAMED):
        short = spec.split("/")[0]
        both(f"independent, {short}", spec, INDEPENDENT, PREDICTIONS[i % 5])
        both(f"categorical, {short}", spec, CATEGORICAL, PREDICTIONS[(i + 1) % 5])
        both(f"joint, {short}", spec, JOINT, PREDICTIONS[(i + 2) % 5], z=i % 2)
    dist = joint(DYADIC["vectors"], DYADIC["weights"])
    for spec in ("f1", "recall", "specificity", "fowlkes_mallows", "mcc", "kappa"):
        both(f"counts, {spec}", spec, dyadic_counts(dist, True), "0101", dist=dist)
    both("the Hamming minimiser under F1", "f1", of_joint(["1000", "0100", "0000"], [0.45, 0.45, 0.1]), "0000")
    both("thresholded marginals under F1", "f1", of_joint(["100000", "011100", "010011"], [0.45, 0.275, 0.275]),
         "010000")
    vectors = ["0000"] + [v for v in (f"{y:04b}" for y in range(16)) if v.count("1") >= 2]
    both("the likeliest vector under F1", "f1", of_joint(vectors, [1.0009765625] + [1] * 11), "0000")
    both("within a constraint", "f1", INDEPENDENT, "10000", options={"at_most": 1})
    both("table", hits_table(3, []), of_independent(0.75, 0.25, 0.5), "011")


# ---- distribution ------------------------------------------------------------------------------------------------------


def distribution(name, spec, given, text, *, quantiles=(), at_least=(), list_atoms=True):
    h = tuple(int(c) for c in text)
    metric = Metric(spec)
    dist = distribution_of(given)
    values = sorted(atoms(metric, dist, h).items())
    mean = sum(u * p for u, p in values)
    variance = sum((u - mean) ** 2 * p for u, p in values)
    from exact import root
    found = []
    for q in quantiles:
        below = Fraction(0)
        for u, p in values:
            below += p
            if abs(below - rational(q)) < Fraction(1, 10**9) and below != rational(q):
                raise ValueError(f"{name}: the quantile {q} is too close to a jump")
            if below >= rational(q) and below > 0:
                found.append([q, hexed(u)])
                break
    reached = []
    for u in at_least:
        if any(0 < abs(v - rational(u)) < Fraction(1, 10**9) for v, _ in values):
            raise ValueError(f"{name}: {u} is too close to a value")
        reached.append([u, hexed(sum((p for v, p in values if v >= rational(u)), Fraction(0)))])
    expect = {"mean": hexed(mean), "sd": hexed(root(variance)), "standard_error": hexed(Fraction(0)), "n_samples": 0,
              "quantiles": found, "at_least": reached}
    if list_atoms:
        expect["values"] = hexed([u for u, _ in values])
        expect["probabilities"] = hexed([p for _, p in values])
    case("distribution", name, "distribution", metric=spec, zero_division=1, given=given, prediction=list(h),
         expect=expect)


def distribution_cases():
    q = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
    for spec in ("f1", "jaccard", "subset_accuracy", "precision"):
        for text, given in (("independent", INDEPENDENT), ("categorical", CATEGORICAL), ("joint", JOINT)):
            distribution(f"{text}, {spec}", spec, given, "10100", quantiles=q, at_least=(0.0, 0.3, 0.55, 1.0))
    for spec in ("balanced_accuracy", "gmean", "mcc", "kappa", "cost:1:5"):
        distribution(f"independent, {spec}", spec, INDEPENDENT, "10100", quantiles=(0.05, 0.5, 0.95),
                     at_least=(-0.45, 0.3), list_atoms=False)
    distribution("certain", "f1", of_independent(1.0, 0.0), "10", quantiles=(0.0, 1.0), at_least=(1.0, 1.5, -2.0))
    distribution("a quantile on a jump", "f1", of_independent(0.5), "1", quantiles=(0.5, 0.25, 0.75),
                 at_least=(1.0, 0.5))
    distribution("empty prediction", "f1", of_independent(0.25, 0.5), "00", quantiles=(0.0, 0.375, 1.0),
                 at_least=(0.5,))


# ---- Tables --------------------------------------------------------------------------------------------------------------

ROWS = [[0.9, 0.25, 0.5, 0.0], [0.125, 0.0625, 0.03125, 0.0], [0.75, 0.6, 0.3, 1.0]]
EXCLUSIVE = [[0.5, 0.25, 0.125, 0.0], [0.0625, 0.0625, 0.03125, 0.0], [0.1, 0.2, 0.3, 0.4]]


def problems_of(kind, rows, average):
    """The distributions of the answers, in their order."""
    if average == "instance":
        return [(independent if kind == "independent" else categorical)(row) for row in rows]
    if average == "macro":
        return [independent([row[j] for row in rows]) for j in range(len(rows[0]))]
    return [independent([p for row in rows for p in row])]


def csr_of(rows):
    indptr, indices, values = [0], [], []
    for r, row in enumerate(rows):
        present = [(j, p) for j, p in enumerate(row) if p > 0]
        if r % 2:
            present.reverse()  # the order within a row is free
        indices += [j for j, _ in present]
        values += [p for _, p in present]
        indptr.append(len(indices))
    return {"indptr": indptr, "indices": indices, "values": values, "n_rows": len(rows), "n_labels": len(rows[0])}


def rows_case(name, spec, kind, rows, *, z=1, options=None, at=None):
    """at: the table that is decided, where a prevalence moves the rows to it."""
    options = options or {}
    average = options.get("average", "instance")
    metric = Metric(spec, z)
    answers, n_rows, n_labels = [], len(rows), len(rows[0])
    mask = [[0] * n_labels for _ in rows]
    for a, dist in enumerate(problems_of(kind, at or rows, average)):
        n = len(next(iter(dist)))
        value = lambda h: expected(metric, dist, h)
        search = Search(value, n, *bounds_of(options, n))
        as_kind = kind if average == "instance" else "independent"
        answer = answer_of(metric, search, dist.get((0,) * n, Fraction(0)), options,
                           options.get("algorithm") or algorithm_for(metric, as_kind), value)
        answers.append(answer)
        if answer["abstained"]:
            mask[a] = [2] * n_labels
        for i in answer["indices"]:
            if average == "instance":
                mask[a][i] = 1
            elif average == "macro":
                mask[i][a] = 1
            else:
                mask[i // n_labels][i % n_labels] = 1
    fields = dict(metric=spec, zero_division=z, kind=kind, options=options or None)
    case("tables", f"decide_rows, {name}", "decide_rows", table=rows, expect={"mask": mask, "answers": answers}, **fields)
    case("tables", f"decide_csr, {name}", "decide_csr", csr=csr_of(rows), expect={"answers": answers}, **fields)
    if at:
        return

    prediction = [[(i + j) % 2 for j in range(n_labels)] for i in range(n_rows)]
    values, regrets = [], []
    for a, dist in enumerate(problems_of(kind, rows, average)):
        n = len(next(iter(dist)))
        if average == "instance":
            h = tuple(prediction[a])
        elif average == "macro":
            h = tuple(prediction[i][a] for i in range(n_rows))
        else:
            h = tuple(x for row in prediction for x in row)
        value = expected(metric, dist, h)
        search = Search(lambda x: expected(metric, dist, x), n, *bounds_of(options, n))
        values.append(value)
        regrets.append(max(search.optimum - value, Fraction(0)))
    fields["options"] = {key: value for key, value in (options or {}).items() if key != "abstain"} or None
    case("tables", f"expected_rows, {name}", "expected_rows", table=rows, prediction=prediction,
         expect={"expected": hexed(values), "regret": hexed(regrets)}, **fields)


def per_row_case(name, spec, rows, per_row, *, z=1, weights=None, kind="independent"):
    """Of all choices of this many labels for each row, the one whose labels' utilities at expected counts have the
    greatest (weighted) mean."""
    metric, n_rows, n_labels = Metric(spec, z), len(rows), len(rows[0])
    p = [[rational(x) for x in row] for row in rows]
    positives = [sum(row[j] for row in p) for j in range(n_labels)]
    shares = [rational(w) for w in weights or [1] * n_labels]

    def utilities(choice):
        out = []
        for j in range(n_labels):
            chosen = [i for i in range(n_rows) if choice[i][j]]
            if spec == "coverage":
                missed = Fraction(1)
                for i in chosen:
                    missed *= 1 - p[i][j]
                out.append(1 - missed)
            else:
                out.append(metric(sum((p[i][j] for i in chosen), Fraction(0)), len(chosen), positives[j], n_rows))
        return out

    of_row = [h for h in product((0, 1), repeat=n_labels) if per_row[0] <= sum(h) <= per_row[-1]]
    mean = lambda choice: sum(w * u for w, u in zip(shares, utilities(choice))) / sum(shares)
    ranked = sorted(((mean(choice), choice) for choice in product(of_row, repeat=n_rows)), reverse=True)
    if ranked[0][0] - ranked[1][0] < Fraction(1, 10**9):
        raise ValueError(f"{name}: more than one choice is the best")
    best = ranked[0][1]
    answers = []
    for j, u in enumerate(utilities(best)):
        none = Fraction(1)
        for i in range(n_rows):
            none *= 1 - p[i][j]
        answers.append({"indices": [i for i in range(n_rows) if best[i][j]], "expected": hexed(u),
                        "loss": hexed(metric.loss(u)), "optimum": hexed(u), "next_best": hexed(None),
                        "p_zero": hexed(none), "algorithm": "block-coordinate", "warning": "", "abstained": 0})
    options = {"average": "macro", "per_row": per_row}
    if weights:
        options["label_weights"] = weights
    fields = dict(metric=spec, zero_division=z, kind=kind, options=options)
    case("tables", f"decide_rows, {name}", "decide_rows", table=rows,
         expect={"mask": [list(row) for row in best], "answers": answers}, **fields)
    case("tables", f"decide_csr, {name}", "decide_csr", csr=csr_of(rows), expect={"answers": answers}, **fields)


def per_row_cases():
    rows = [[0.9, 0.25, 0.5, 0.01], [0.125, 0.0625, 0.03125, 0.3], [0.75, 0.6, 0.3, 0.875]]
    for spec in ("f1", "fbeta:2", "recall", "balanced_accuracy", "hamming", "coverage"):
        per_row_case(f"2 a row, {spec}", spec, rows, [2])
    per_row_case("1 to 2 a row, f1", "f1", rows, [1, 2])
    per_row_case("0 to 3 a row, jaccard", "jaccard", rows, [0, 3])
    per_row_case("2 a row with weights, f1", "f1", rows, [2], weights=[1.0, 0.5, 4.0, 8.0])
    per_row_case("1 a row of exclusive labels, f1", "f1", [[0.5, 0.25, 0.125, 0.0625], [0.0625, 0.25, 0.03125, 0.125],
                                                          [0.1, 0.2, 0.3, 0.375]], [1], kind="categorical")


def table_cases():
    per_row_cases()
    for spec in ("f1", "jaccard", "gmean", "hamming", "mcc"):
        rows_case(f"independent, {spec}", spec, "independent", ROWS)
        rows_case(f"categorical, {spec}", spec, "categorical", EXCLUSIVE)
        rows_case(f"macro, {spec}", spec, "independent", ROWS, options={"average": "macro"})
    shares = {"prevalence": [0.125], "training_prior": [0.375]}
    at = [[float(moved(p, 0.125, 0.375)) for p in row] for row in ROWS]
    for average in ("instance", "macro"):
        rows_case(f"{average}, at a prevalence", "f1", "independent", ROWS, options={**shares, "average": average}, at=at)
    rows_case("macro over exclusive rows, f1", "f1", "categorical", EXCLUSIVE, options={"average": "macro"})
    for spec in ("f1", "balanced_accuracy", "informedness"):
        rows_case(f"micro, {spec}", spec, "independent", [row[:3] for row in ROWS], options={"average": "micro"})
    for spec in ("jaccard", "fbeta:2"):
        rows_case(f"micro, {spec}", spec, "independent", [row[:3] for row in ROWS[:2]], options={"average": "micro"})
    few = [[0.125, 0.25, 0.5], [0.25, 0.0, 0.25]]
    rows_case("micro, ties, k <= 3", "f1", "independent", few, z=0, options={"average": "micro", "at_most": 3})
    rows_case("micro, k >= 6", "jaccard", "independent", few, options={"average": "micro", "at_least": 6})
    rows_case("micro, recall, k <= 4", "recall", "independent", few, options={"average": "micro", "at_most": 4})
    rows_case("micro, specificity, k >= 2", "specificity", "independent", few, z=0,
              options={"average": "micro", "at_least": 2})
    rows_case("zero division 0, k >= 1", "f1", "independent", ROWS, z=0, options={"at_least": 1})
    rows_case("abstain", "f1", "independent", ROWS, options={"abstain": 0.25})
    rows_case("exactly 2", "jaccard", "categorical", EXCLUSIVE, options={"at_least": 2, "at_most": 2})
    rows_case("algorithm window", "f1", "independent", ROWS, options={"algorithm": "window"})
    rows_case("one row", "f1", "independent", [[0.25, 0.5]])
    rows_case("one column, macro", "f1", "independent", [[0.25], [0.5], [0.75]], options={"average": "macro"})
    rows_case("a row of zeros", "fbeta:2", "independent", [[0.0, 0.0], [0.5, 1.0]])
    case("tables", "decide_rows, no rows", "decide_rows", metric="f1", zero_division=1, kind="independent", table=[],
         n_labels=3, expect={"mask": [], "answers": []})


# ---- Estimators ------------------------------------------------------------------------------------------------------------


def estimator_cases():
    def facts(name, given, dist=None, *, tolerance=1e-15, mode=True, counts=True):
        d = dist or distribution_of(given)
        n = len(next(iter(d)))
        fed = {"independent": 1, "categorical": 1, "joint": len(given.get("vectors", [])),
               "counts": len(given.get("tables", []))}[given["kind"]]
        weight = 1.0
        if given["kind"] == "joint":
            weight = float(sum(map(rational, given["weights"]))) if given["weights"] else float(fed)
        if given["kind"] == "counts":
            weight = float(sum(rational(t["weight"]) for t in given["tables"]))
        expect = {"n_labels": n, "n_fed": fed, "total_weight": hexed(rational(weight)),
                  "marginals": hexed(marginals(d)), "size_distribution": hexed(sizes(d))}
        if mode:
            # The likeliest vector; of tied ones that with fewest ones, then with the smallest indices.
            best = min(d, key=lambda y: (-d[y], sum(y), [i for i in range(n) if y[i]]))
            expect["mode"], expect["mode_probability"] = list(best), hexed(d[best])
        if counts:
            table = counts_of(d)
            expect["max_s"] = max([s for s in range(1, n + 1) for i in range(n) if table[i][s - 1]], default=0)
            expect["counts"] = hexed([row[:expect["max_s"]] for row in table])
            expect["p_zero"] = hexed(sizes(d)[0])
        case("estimators", name, "facts", given=given, expect=expect, tolerance=tolerance)

    facts("independent", INDEPENDENT)
    facts("independent, zeros and ones", of_independent(1.0, 0.0, 0.5))
    facts("independent, one label", of_independent(0.3))
    facts("independent, equal halves: the mode is empty", of_independent(0.5, 0.5))
    facts("categorical", CATEGORICAL)
    facts("categorical, no deficit", of_categorical(0.25, 0.5, 0.25))
    facts("categorical, tied with none", of_categorical(0.5, 0.25, 0.0))
    facts("categorical, all none", of_categorical(0.0, 0.0, 0.0))
    facts("joint", JOINT)
    facts("joint, unweighted", of_joint(["101", "001", "101", "000"]))
    facts("joint, tied modes", of_joint(["111", "011", "100", "010"]))
    facts("joint, weight 0", of_joint(["111", "010"], [0, 0.5]))
    dist = joint(DYADIC["vectors"], DYADIC["weights"])
    facts("counts", dyadic_counts(dist, True), dist, mode=False)
    facts("counts without P(s)", dyadic_counts(dist, False), dist, mode=False)

    rng = random.Random(20240229)
    for kind in (of_independent, of_categorical):
        p = [round(rng.random() / 5, 3) for _ in range(4)]
        for seed in (0, 7, 2**64 - 1):
            draws = [mersenne.draw(kind(*p)["kind"], p, seed, r) for r in range(12)]
            case("estimators", f"draws, {kind.__name__[3:]}, seed {seed}", "draw", given=kind(*p), seed=str(seed),
                 n_draws=12, expect={"draws": draws}, tolerance=0)


# ---- Metrics ---------------------------------------------------------------------------------------------------------------

RISES, FALLS, TOGETHER, LINEAR, TRIVIALLY = ("RISES_IN_TP", "FALLS_IN_K", "RISES_IN_TP_AND_K", "LINEAR_IN_TP",
                                             "DEGENERATE")


def metric_cases():
    shape = [RISES, FALLS, TOGETHER]
    for spec in NAMED + ["accuracy"]:
        for z in (1, 0):
            metric = Metric(spec, z)
            n = 4
            cells = [[tp, k, s, n, hexed(metric(tp, k, s, n))] for k in range(n + 1) for s in range(n + 1)
                     for tp in range(max(0, k + s - n), min(k, s) + 1)]
            cells.append([0, 0, 0, 1, hexed(metric(0, 0, 0, 1))])
            cells.append([1, 1, 1, 1, hexed(metric(1, 1, 1, 1))])
            cells.append([700, 1000, 900, 10000, hexed(metric(700, 1000, 900, 10000))])
            expect = {"canonical": "hamming" if spec == "accuracy" else spec, "zero_division": z, "utilities": cells,
                      "losses": [[u, hexed(metric.loss(rational(u)))] for u in (0.0, 0.25, 1.0, -0.5)]}
            if not spec.startswith("lf:"):
                name = spec.split(":")[0]
                expect["properties"] = shape + ([] if name in NOT_LINEAR else [LINEAR]) + \
                    ([TRIVIALLY] if name in DEGENERATE else [])
            case("metrics", f"{spec}, z={z}", "metric", metric=spec, zero_division=z, expect=expect, tolerance=1e-14)
    for given, canonical in (("fbeta:1", "f1"), ("fbeta:2.0", "fbeta:2"), ("fbeta:0.50", "fbeta:0.5"),
                             ("fbeta:5e-1", "fbeta:0.5"), ("cost:1.0:05", "cost:1:5"),
                             ("lf:0:2.00:0:0/0:0:1:1", "lf:0:2:0:0/0:0:1:1")):
        case("metrics", f"canonical name of {given}", "metric", metric=given, zero_division=1,
             expect={"canonical": canonical}, tolerance=0)
    for spec, properties in ((LF_LINEAR, [RISES, FALLS, TOGETHER, LINEAR]), (LF_OTHER, [FALLS, LINEAR]),
                             (LF_MONOTONE, [RISES, FALLS, TOGETHER])):
        case("metrics", f"properties of {spec}", "metric", metric=spec, zero_division=1,
             expect={"properties": properties}, tolerance=0)
    for table, properties in ((hits_table(3, []), [RISES, FALLS, TOGETHER, LINEAR, "THREAD_SAFE"]),
                              (hits_table(3, ["LOSS"]), [LINEAR, "LOSS", "THREAD_SAFE"])):
        case("metrics", f"properties of a table, declared {table['declared']}", "metric", metric=table,
             zero_division=1, expect={"properties": properties, "canonical": "hits"}, tolerance=0)


# ---- evaluate --------------------------------------------------------------------------------------------------------------


def evaluate(name, spec, average, truth, prediction, *, weights=None, z=1):
    metric = Metric(spec, z)
    truth, prediction = ([[int(c) for c in row] for row in rows] for rows in (truth, prediction))
    w = [rational(x) for x in weights] if weights else [Fraction(1)] * len(truth)
    value = realised(metric, average, truth, prediction, w)
    case("evaluate", name, "evaluate", metric=spec, zero_division=z, average=average, truth=truth,
         prediction=prediction, weights=weights,
         expect={"value": hexed(value), "n_undecided": sum(2 in row for row in prediction)}, tolerance=1e-14)


def evaluate_cases():
    truth = ["1100", "0000", "1011", "0110", "0001"]
    prediction = ["1000", "0000", "1011", "1110", "0010"]
    weights = [1.5, 0.25, 2.0, 0.75, 1.0]
    for spec in ("f1", "jaccard", "balanced_accuracy", "gmean", "mcc", "kappa", "hamming", "subset_accuracy", "cost:1:5",
                 "noisy_or", LF_MONOTONE):
        short = spec.split("/")[0]
        for average in ("instance", "macro", "micro"):
            evaluate(f"{average}, {short}", spec, average, truth, prediction)
            evaluate(f"{average}, {short}, z=0", spec, average, truth, prediction, z=0)
            if spec != "subset_accuracy":
                evaluate(f"{average}, {short}, weighted", spec, average, truth, prediction, weights=weights)
    undecided = ["1000", "2222", "1011", "1112", "0010"]
    for average in ("instance", "macro", "micro"):
        evaluate(f"{average}, rows undecided", "f1", average, truth, undecided)
        evaluate(f"{average}, rows undecided, weighted", "f1", average, truth, undecided, weights=weights)
        evaluate(f"{average}, all undecided", "f1", average, ["10", "01"], ["22", "20"])
        evaluate(f"{average}, weights 0 and 1", "f1", average, truth, prediction, weights=[1.0, 0.0, 1.0, 0.0, 1.0])
        evaluate(f"{average}, one cell", "jaccard", average, ["1"], ["0"])
    evaluate("a table, weighted by row", hits_table(4, []), "instance", truth, prediction, weights=weights)


# ---- Errors ----------------------------------------------------------------------------------------------------------------

ALGORITHMS = ("auto, enumeration, chai, jansche, jansche-approx, ye, lewis, n16, n16-first-rise, window, categorical, "
              "gfm, mode, marginal-modes, ascent, bisection, separable, block-coordinate, partial, rule, fixed-point")
NAMES = ("f1, fbeta:B, jaccard, balanced_accuracy, gmean, hmean, fowlkes_mallows, noisy_or, hamming, subset_accuracy, "
         "precision, recall, specificity, coverage, npv, informedness, markedness, mcc, kappa, cost:A:B, "
         "lf:c0:c1:c2:c3/d0:d1:d2:d3")


def error_cases():
    def metric(name, message, status="FORMAT", z=1):
        error(f"metric {name!r}, z={z}", "metric", status, message, metric=name, zero_division=z)

    for name in ("", "nonsense", "\u00e9", "g1g1"):
        metric(name, f'metric "{name}" is unknown: the metrics are {NAMES}')
    for name, near in (("F1", "f1"), ("f1 ", "f1"), ("fbeta2", "fbeta"), ("presicion", "precision"), ("recal:1", "recall"),
                       ("balanced_acuracy", "balanced_accuracy"), ("MCC", "mcc"), ("sensitivty", "sensitivity")):
        metric(name, f'metric "{name}" is unknown: did you mean "{near}"? The metrics are {NAMES}')
    for name in ("auc", "roc-auc", "roc_auc_score", "auroc"):
        metric(name, f'metric "{name}" is unknown: the area under the ROC curve is a property of scores, not of one '
                     'prediction: docs/guides/thresholds.md says how to ask for it')
    metric("f1", "zero_division is 2: must be 0 or 1", "ARGUMENT", 2)
    metric("f1", "zero_division is -1: must be 0 or 1", "ARGUMENT", -1)
    metric("f1:2", 'metric "f1:2": "f1" takes no numbers')
    metric("fbeta", 'metric "fbeta": the form is "fbeta:B"')
    metric("fbeta:", 'metric "fbeta:": "" is not a finite number')
    metric("fbeta:x", 'metric "fbeta:x": "x" is not a finite number')
    metric("fbeta:nan", 'metric "fbeta:nan": "nan" is not a finite number')
    metric("fbeta:inf", 'metric "fbeta:inf": "inf" is not a finite number')
    metric("fbeta:1e999", 'metric "fbeta:1e999": "1e999" is not a finite number')
    metric("fbeta:1,5", 'metric "fbeta:1,5": "1,5" is not a finite number')
    metric("fbeta:0", 'metric "fbeta:0": beta is 0: must be above 0')
    metric("fbeta:-1", 'metric "fbeta:-1": beta is -1: must be above 0')
    metric("fbeta:1e-4", 'metric "fbeta:1e-4": beta is 0.0001: must lie in [0.001, 1000]')
    metric("fbeta:1:2", 'metric "fbeta:1:2" has 2 numbers: the form is "fbeta:B"')
    metric("cost:1", 'metric "cost:1" has 1 number: the form is "cost:A:B"')
    metric("cost:-1:1", 'metric "cost:-1:1": a cost is -1: must lie in [0, 1e100]')
    metric("cost:0:0", 'metric "cost:0:0": one cost must be above 0')
    metric("lf:1:2:3:4", 'metric "lf:1:2:3:4" has no "/": the form is "lf:c0:c1:c2:c3/d0:d1:d2:d3"')
    metric("lf:1:2:3/1:1:1:1", 'metric "lf:1:2:3/1:1:1:1" has 3 numbers: the form is "lf:c0:c1:c2:c3/d0:d1:d2:d3"')
    metric("lf:0:0:0:0/0:0:-1:1",
           'metric "lf:0:0:0:0/0:0:-1:1": the denominator is -1 if every item is a false positive: it must not be '
           'negative anywhere')
    metric("lf:1:0:0:0/0:0:1:1", 'metric "lf:1:0:0:0/0:0:1:1" is 1/0 if every item is a true negative')
    metric("lf:0:0:0:0/0:0:0:0", 'metric "lf:0:0:0:0/0:0:0:0": the denominator is 0 everywhere')

    # Metrics by table.
    def table(name, message, status, n, values, declared=(), label="mine"):
        error(f"table, {name}", "metric", status, message, zero_division=1,
              metric={"name": label, "n": n, "declared": list(declared), "values": values})

    table("too short", "length is 7: a table for 1 items has 8 values", "ARGUMENT", 1, [0.0] * 7)
    table("n = 0", "n is 0: a table serves 1 to 1000 items", "ARGUMENT", 0, [0.0])
    table("a NaN", 'metric "mine" gave nan at (tp=0, k=0, s=0, n=1): it must be finite', "CALLBACK", 1,
          ["nan"] + [0.0] * 7)
    table("falls where it was declared to rise",
          'metric "mine" was declared to rise in tp but its utility is -1 at (tp=1, k=1, s=1, n=2) against 0 at (tp=0, '
          'k=1, s=1, n=2)', "CALLBACK", 2,
          [0.0 - tp for tp in range(3) for _ in range(9)], ["RISES_IN_TP"])
    error("table for another n", "decide", "ARGUMENT", 'metric "mine" is a table for 1 items: the problem has 2',
          metric={"name": "mine", "n": 1, "declared": [], "values": [0.0] * 8}, zero_division=1,
          given=of_independent(0.5, 0.5))

    # Feeding.
    def feed(name, given, message, status="ARGUMENT"):
        error(f"feed, {name}", "decide", status, message, metric="f1", zero_division=1, given=given)

    for bad, text in (("nan", "nan"), ("inf", "inf"), ("-inf", "-inf"), (1.2, "1.2"), (-0.001, "-0.001")):
        feed(f"independent, {bad}", of_independent(0.5, bad), f"probabilities[1] is {text}: must lie in [0, 1]")
        feed(f"categorical, {bad}", of_categorical(0.5, bad), f"probabilities[1] is {text}: must lie in [0, 1]")
    feed("categorical, sum", of_categorical(0.5, 0.75),
         "probabilities sum to 1.25: must sum to at most 1 for exclusive labels")
    feed("nothing, independent", of_independent(),
         "n_labels is 0: must be at least 1; an estimator must be fed the probability of each label")
    feed("nothing, categorical", of_categorical(),
         "n_labels is 0: must be at least 1; an estimator must be fed the probability of each label")
    empty = {"kind": "joint", "n_labels": 2, "vectors": [], "weights": None}
    feed("nothing, joint", empty, "estimator is empty: feed it at least one label vector")
    feed("nothing, counts", {"kind": "counts", "n_labels": 2, "tables": []},
         "estimator is empty: feed it at least one table of counts")
    feed("zero labels, joint", {**empty, "n_labels": 0}, "n_labels is 0: a joint estimator has 1 to 2147483647 labels")
    feed("zero labels, counts", {"kind": "counts", "n_labels": 0, "tables": []},
         "n_labels is 0: a counts estimator has 1 to 2147483647 labels")
    feed("vector cell 2", of_joint(["02"]), "vectors[0][1] is 2: must be 0 or 1")
    feed("vector of another length", {"kind": "joint", "n_labels": 3, "vectors": [[0, 1]], "weights": None},
         "n_labels is 2: the estimator has 3 labels")
    feed("negative weight", of_joint(["01", "10"], [1, -1]), "weights[1] is -1: must be finite and at least 0")
    feed("infinite weight", of_joint(["01", "10"], ["inf", 1]), "weights[0] is inf: must be finite and at least 0")
    feed("weight NaN", of_joint(["01"], ["nan"]), "weights[0] is nan: must be finite and at least 0")
    feed("weights all 0", of_joint(["01", "10"], [0, 0]), "the weights sum to 0: must be finite and above 0")
    feed("counts cell", of_counts([[0.5, 1.5], [0.0, 0.0]], 0.0),
         "table[0][1], which is P[0][s=2], is 1.5: must lie in [0, 1]")
    feed("counts cell NaN", of_counts([[0.5, 0.5], ["nan", 0.0]], 0.0),
         "table[1][0], which is P[1][s=1], is nan: must lie in [0, 1]")
    feed("counts of one label", of_counts([[0.5, 0.75], [0.0, 0.0]], 0.0),
         "table[0] sums to 1.25: P(y_0 = 1) is at most 1")
    feed("counts P(0)", of_counts([[0.5]], -0.5), "p_zero is -0.5: must lie in [0, 1]")
    feed("counts P(s)", of_counts([[0.5]], 0.5, [1.5]), "p_s[0] is 1.5: must lie in [0, 1]")
    feed("counts sum of P(s)", of_counts([[0.5]], 0.25, [0.25]), "p_zero and p_s sum to 0.5: must sum to 1")
    feed("counts weight 0", of_counts([[0.5]], 0.5, None, 0.0), "weight is 0: must be finite and above 0")
    feed("counts weight NaN", of_counts([[0.5]], 0.5, None, "nan"), "weight is nan: must be finite and above 0")
    feed("counts, s beyond n", of_counts([[0.5, 0.0]], 0.5), "max_s is 2: must be at most n_labels = 1")

    # Options.
    def options(name, message, status="ARGUMENT", given=INDEPENDENT, metric="f1", **wanted):
        error(f"options, {name}", "decide", status, message, metric=metric, zero_division=1, given=given,
              options=wanted)

    options("at_least -1", "at_least is -1: must be at least 0", at_least=-1)
    options("at_most -1", "at_most is -1: must be at least 0", at_most=-1)
    options("at_least above at_most", "at_least is 3: must be at most at_most = 2", at_least=3, at_most=2)
    options("at_least above n", "at_least is 6: the problem has 5 items", at_least=6)
    options("unknown algorithm", f'algorithm is "fast": must be one of {ALGORITHMS}', algorithm="fast")
    options("abstain at infinity", "abstain is inf: must be finite", abstain="inf")
    options("-1 threads", "threads is -1: must lie in [0, 1024]", threads=-1)
    options("1025 threads", "threads is 1025: must lie in [0, 1024]", threads=1025)
    options("1 draw", "samples is 1: must lie in [2, 1e8]", samples=1)
    options("average of one estimator", "average is macro: deciding reads it with tables only",
            average="macro")

    # What has no theorem.
    reason = ("P[i][s] and P(0) determine the expectation of metrics linear in tp alone, and this one is not: feed a "
              "joint estimator")
    counts = dyadic_counts(joint(DYADIC["vectors"], DYADIC["weights"]), True)
    for name in sorted(NOT_LINEAR):
        error(f"counts refuse {name}", "decide", "UNSUPPORTED", f'metric "{name}" given counts: {reason}', metric=name,
              zero_division=1, given=counts)
    error("counts refuse the curve of jaccard", "curve", "UNSUPPORTED", f'metric "jaccard" given counts: {reason}',
          metric="jaccard", zero_division=1, given=counts)
    error("counts refuse expected jaccard", "expected", "UNSUPPORTED", f'metric "jaccard" given counts: {reason}',
          metric="jaccard", zero_division=1, given=counts, prediction=[0, 1, 0, 0])
    error("counts refuse distributions", "distribution", "UNSUPPORTED",
          'the distribution of metric "f1" given counts: P[i][s] and P(0) determine its mean alone; feed a joint '
          'estimator', metric="f1", zero_division=1, given=counts, prediction=[0, 1, 0, 0])
    options("ye for jaccard", 'algorithm "ye" cannot decide metric "jaccard" given independent labels: it is for '
            'F-measures', "UNSUPPORTED", metric="jaccard", algorithm="ye")
    options("ye for another beta", 'algorithm "ye" cannot decide metric "fbeta:1.3" given independent labels: beta '
            'squared is not a ratio of whole numbers that sum to at most 128', "UNSUPPORTED", metric="fbeta:1.3",
            algorithm="ye")
    options("gfm for gmean", 'algorithm "gfm" cannot decide metric "gmean" given independent labels: the metric is not '
            'linear in tp', "UNSUPPORTED", metric="gmean", algorithm="gfm")
    options("ascent for independent labels", 'algorithm "ascent" cannot decide metric "f1" given independent labels: '
            'it is for another kind of estimator', "UNSUPPORTED", algorithm="ascent")
    options("window for a joint", 'algorithm "window" cannot decide metric "f1" given a joint distribution: it is for '
            'another kind of estimator', "UNSUPPORTED", given=JOINT, algorithm="window")
    options("window for exclusive labels", 'algorithm "window" cannot decide metric "f1" given exclusive labels: it is '
            'for another kind of estimator', "UNSUPPORTED", given=CATEGORICAL, algorithm="window")
    error("enumeration of 17 labels", "decide", "UNSUPPORTED", "enumeration takes up to 16 items: the problem has 17",
          metric="f1", zero_division=1, given=of_independent(*[0.5] * 17), options={"algorithm": "enumeration"})

    # Predictions.
    for call in ("expected", "regret", "distribution"):
        error(f"{call}, wrong length", call, "ARGUMENT", "mask has 4 rows: the estimator has 5 labels", metric="f1",
              zero_division=1, given=INDEPENDENT, prediction=[0, 1, 0, 0])
        error(f"{call}, cell 2", call, "ARGUMENT", "mask[2] is 2: must be 0 or 1", metric="f1", zero_division=1,
              given=INDEPENDENT, prediction=[0, 1, 2, 0, 0])

    # Tables.
    def rows(name, message, table, kind="independent", status="ARGUMENT", call="decide_rows", **fields):
        error(f"{call}, {name}", call, status, message, metric="f1", zero_division=1, kind=kind, table=table, **fields)

    rows("NaN", "probabilities[1][0] is nan: must lie in [0, 1]", [[0.5, 0.5], ["nan", 0.5]])
    rows("several bad rows: the first is named", "probabilities[1][1] is 1.5: must lie in [0, 1]",
         [[0.5, 0.5], [0.25, 1.5], [-1.0, 0.5], [2.0, 0.5]], options={"threads": 3})
    rows("exclusive sum", "probabilities[1] sum to 1.25: must sum to at most 1 for exclusive labels",
         [[0.5, 0.5], [0.5, 0.75]], "categorical")
    rows("no labels", "probabilities has 0 columns: must have at least 1", [], n_labels=0)
    rows("macro of no rows", "n_rows is 0: average macro needs at least one row", [], n_labels=2,
         options={"average": "macro"})
    rows("joint", "kind is joint: a table holds independent or categorical probabilities", [[0.5]], "joint")
    rows("micro of exclusive rows", "average is micro given exclusive labels: the items of one row depend on each "
         "other, so the table is not one problem of independent items", [[0.5]], "categorical", "UNSUPPORTED",
         options={"average": "micro"})
    rows("abstain with macro", "abstain is 0.5: only whole instances are left undecided, not with average macro",
         [[0.5]], options={"average": "macro", "abstain": 0.5})
    rows("per_row by instance", "per_row is set and average is instance: a number of labels for each row is for average "
         "macro; at_least and at_most are the limits of one answer", [[0.5, 0.5]], options={"per_row": [1]})
    rows("per_row above n", "per_row is 3: the table has 2 labels", [[0.5, 0.5]],
         options={"average": "macro", "per_row": [3]})
    rows("per_row of three numbers", "per_row has 3 numbers: must have one, or two for from and to", [[0.5, 0.5]],
         options={"average": "macro", "per_row": [0, 1, 2]})
    rows("per_row downwards", "per_row is from 2 to 1: the first must be at most the second", [[0.5, 0.5]],
         options={"average": "macro", "per_row": [2, 1]})
    rows("per_row and at_least", "at_least is set with per_row: with average macro it limits the rows of each label, and "
         "per_row the labels of each row", [[0.5, 0.5]], options={"average": "macro", "per_row": [1], "at_least": 1})
    rows("label weights of another length", "label_weights has 3 numbers: there are 2 labels", [[0.5, 0.5]],
         options={"average": "macro", "per_row": [1], "label_weights": [1.0, 2.0, 3.0]})
    rows("at_least above n", "at_least is 3: the problem has 2 items", [[0.5, 0.5]], options={"at_least": 3})
    rows("cell of the mask", "mask[0][1] is 2: must be 0 or 1", [[0.5, 0.5]], call="expected_rows", prediction=[[0, 2]])

    def csr(name, message, indptr, indices, values, n_labels=3, kind="independent"):
        error(f"decide_csr, {name}", "decide_csr", "ARGUMENT", message, metric="f1", zero_division=1, kind=kind,
              csr={"indptr": indptr, "indices": indices, "values": values, "n_rows": len(indptr) - 1,
                   "n_labels": n_labels})

    csr("descending indptr", "indptr[2] is 1: must be at least indptr[1] = 2", [0, 2, 1], [0, 1], [0.5, 0.5])
    csr("negative indptr", "indptr[0] is -1: must be at least 0", [-1, 1], [0], [0.5])
    csr("index too large", "indices[1] is 3: must lie in [0, 2]", [0, 2], [0, 3], [0.5, 0.5])
    csr("index negative", "indices[0] is -1: must lie in [0, 2]", [0, 1], [-1], [0.5])
    csr("index twice", "row 1 holds index 2 twice", [0, 1, 3], [0, 2, 2], [0.5, 0.5, 0.25])
    csr("value", "probabilities[1][2] is 1.5: must lie in [0, 1]", [0, 1, 2], [0, 2], [0.5, 1.5])
    csr("too many indices", "row 0 has 4 indices: the table has 3 columns", [0, 4], [0, 1, 2, 0], [0.1] * 4)
    csr("exclusive sum", "probabilities[0] sum to 1.25: must sum to at most 1 for exclusive labels", [0, 2], [0, 2],
        [0.5, 0.75], 3, "categorical")

    # Evaluation.
    def evaluation(name, message, truth, prediction, status="ARGUMENT", **fields):
        error(f"evaluate, {name}", "evaluate", status, message, metric=fields.pop("metric", "f1"), zero_division=1,
              average=fields.pop("average", "instance"), truth=truth, prediction=prediction, **fields)

    evaluation("truth 2", "truth[0][1] is 2: must be 0 or 1", [[0, 2]], [[0, 1]])
    evaluation("prediction 3", "prediction[0][0] is 3: must be 0, 1 or 2 (undecided)", [[0, 1]], [[3, 1]])
    evaluation("negative weight", "weights[0] is -1: must be finite and at least 0", [[1]], [[1]], weights=[-1.0])
    evaluation("weights all 0", "the weights sum to 0: must be finite and above 0", [[1]], [[1]], weights=[0.0])
    evaluation("weights too large", "the weights sum to inf: must be finite and above 0", [[1], [0]], [[1], [1]],
               weights=[1.5e308, 1.5e308])
    evaluation("custom metric with weights", 'metric "hits" is custom, a function of whole counts: weights cannot be '
               'used', [[1, 0, 1], [0, 0, 1]], [[1, 0, 0], [0, 1, 1]], "UNSUPPORTED", metric=hits_table(6, []),
               average="micro", weights=[0.5, 1.5])

    # Saved state.
    def load(name, text, message):
        error(f"load, {name}", "load", "FORMAT", "saved estimator: " + message, text=text)

    head = '{"wald":"estimator","version":1,'
    load("empty", "", "parse error at line 1, column 1: syntax error while parsing value - unexpected end of input; "
         "expected '[', '{', or a literal")
    load("truncated", head[:-1], "parse error at line 1, column 32: syntax error while parsing object - unexpected end "
         "of input; expected '}'")
    load("not an object", "[]", "is not an object")
    load("something else", '{"a":1}', '"wald" is missing')
    load("a later version", '{"wald":"estimator","version":2}', '"version" is 2: this library reads versions up to 1')
    load("an unknown kind", head + '"kind":"bayes","labels":1}',
         '"kind" must be independent, categorical, joint or counts')
    load("a missing list", head + '"kind":"independent","labels":1}', '"probabilities" is missing')
    load("too few numbers", head + '"kind":"independent","labels":2,"probabilities":[0.5]}',
         '"probabilities" has 1 numbers, "labels" is 2')
    load("a bad probability", head + '"kind":"independent","labels":1,"probabilities":[1.5]}',
         "probabilities[0] is 1.5: must lie in [0, 1]")
    load("a string for a number", head + '"kind":"independent","labels":1,"probabilities":["0.5"]}',
         '"probabilities"[0] is not a number')
    load("exclusive sum", head + '"kind":"categorical","labels":2,"probabilities":[0.5,0.75]}',
         "probabilities sum to 1.25: must sum to at most 1 for exclusive labels")
    load("label out of range", head + '"kind":"joint","labels":2,"vectors":[[1,[2]]]}',
         '"vectors"[0][1][0] is 2: must lie in [0, 1]')
    load("label twice", head + '"kind":"joint","labels":2,"vectors":[[1,[1,1]]]}', "row 0 holds index 1 twice")
    load("negative weight", head + '"kind":"joint","labels":2,"vectors":[[-1,[1]]]}',
         "weights[0] is -1: must be finite and at least 0")
    load("no labels", head + '"kind":"joint","labels":0,"vectors":[]}', '"labels" is 0')
    load("too many labels", head + '"kind":"joint","labels":2147483648,"vectors":[]}',
         '"labels" is 2147483648: must lie in [0, 2147483647]')
    load("a fraction for labels", head + '"kind":"joint","labels":1.5,"vectors":[]}', '"labels" is not a whole number')


# ---- Main ------------------------------------------------------------------------------------------------------------------


def main():
    for cases in (decide_cases, many_labels, curve_cases, expected_cases, distribution_cases, table_cases, estimator_cases,
                  metric_cases, evaluate_cases, error_cases):
        cases()
    abstention_cases(case, error, hexed, {"independent": INDEPENDENT, "categorical": CATEGORICAL, "joint": JOINT})
    comparison_cases(case, error, hexed)
    worth_cases(case, error, hexed)
    mask_cases(case, error, hexed)
    threshold_cases(case, error, hexed)
    detection_cases(case, error)
    score_curve_cases(case, error, hexed)
    segment_cases(case, error, hexed)
    cascade_cases(case, error, hexed)
    learner_cases(case, error, hexed)
    route_cases(case, error, hexed)
    folder = Path(__file__).resolve().parent / "cases"
    folder.mkdir(exist_ok=True)
    stale = []
    for file, lines in FILES.items():
        text = "".join(json.dumps(line, allow_nan=False) + "\n" for line in lines.values())
        path = folder / f"{file}.jsonl"
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text(encoding="ascii") != text:
                stale.append(str(path))
        else:
            path.write_text(text, encoding="ascii")
            print(f"{path.name}: {len(lines)} cases")
    if stale:
        sys.exit("out of date, run tests/conformance/generate.py: " + ", ".join(stale))


if __name__ == "__main__":
    main()
