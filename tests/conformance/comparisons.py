"""Cases of comparing two systems, from all swaps and from leaving each row or group out, in rational arithmetic; limits
by bisection of Student's distribution."""

import math
from fractions import Fraction
from functools import cache
from itertools import product

from exact import Metric, rational


def realised(metric, average, truth, prediction, weights):
    """The metric's value of predictions; None if no row is decided."""
    kept = [r for r in range(len(truth)) if 2 not in prediction[r] and weights[r]]
    n_labels = len(truth[0])

    def tally(cells):
        tp = sum((weights[r] for r, j in cells if truth[r][j] and prediction[r][j]), Fraction(0))
        k = sum((weights[r] for r, j in cells if prediction[r][j]), Fraction(0))
        s = sum((weights[r] for r, j in cells if truth[r][j]), Fraction(0))
        return metric(tp, k, s, sum((weights[r] for r, _ in cells), Fraction(0)))

    if not kept:
        return None
    if average == "instance":
        total = Fraction(0)
        for r in kept:
            y, h = truth[r], prediction[r]
            total += weights[r] * metric(sum(a * b for a, b in zip(y, h)), sum(h), sum(y), n_labels)
        return total / sum(weights[r] for r in kept)
    if average == "macro":
        return sum(tally([(r, j) for r in kept]) for j in range(n_labels)) / n_labels
    return tally([(r, j) for r in kept for j in range(n_labels)])


@cache
def student_tail(t, degrees):
    """P(|T| > t), by Simpson's rule on the density in an angle: t = sqrt(degrees) tan(angle)."""
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(math.pi)
    low, steps = math.atan2(t, math.sqrt(degrees)), 4000
    width = (math.pi / 2 - low) / steps
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    values = [w * math.cos(low + i * width) ** (degrees - 1) for i, w in enumerate(weights)]
    return 2 * constant * math.fsum(values) * width / 3


@cache
def student_limit(level, degrees):
    low, high = 0.0, 1e4
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if student_tail(middle, degrees) > 1 - level else (low, middle)
    return low


def comparison_cases(case, error, hexed):
    def compare(name, spec, average, truth, a, b, *, weights=None, groups=None, z=1):
        metric = Metric(spec, z)
        truth, a, b = ([[int(c) for c in row] for row in rows] for rows in (truth, a, b))
        left = [2 in x + y for x, y in zip(a, b)]
        w = [Fraction(0) if out else rational(x) for x, out in zip(weights or [1] * len(truth), left)]
        ids = groups or list(range(len(truth)))
        units = sorted({one for one, weight in zip(ids, w) if weight})

        def difference(swapped=(), without=()):
            sides = [(y, x) if one in swapped else (x, y) for one, x, y in zip(ids, a, b)]
            kept = [Fraction(0) if one in without else weight for one, weight in zip(ids, w)]
            first, second = (realised(metric, average, truth, [s[i] for s in sides], kept) for i in (0, 1))
            return second - first

        observed = difference()
        cases = [difference([one for one, side in zip(units, sides) if side])
                 for sides in product([False, True], repeat=len(units))]
        left_out = [difference(without=[one]) for one in units]
        n, mean = len(units), sum(left_out) / len(units)
        second = sum((x - mean) ** 2 for x in left_out)
        kurtosis = n * sum((x - mean) ** 4 for x in left_out) / second**2
        degrees = float(min(max(2 * n / (kurtosis - 1), Fraction(1)), Fraction(n - 1)))
        spread = math.sqrt(Fraction(n - 1, n) * second)
        expect = {"value_a": realised(metric, average, truth, a, w), "value_b": realised(metric, average, truth, b, w),
                  "difference": observed, "p_value": Fraction(sum(abs(x) >= abs(observed) for x in cases), len(cases)),
                  "standard_error": spread, "df": degrees}
        differing = {one for one, x, y, weight in zip(ids, a, b, w) if weight and x != y}
        width = student_limit(0.95, degrees) * spread * math.sqrt(1 + 2 / len(differing))
        expect |= {"low": float(observed) - width, "high": float(observed) + width}
        expect |= {"n_units": n, "n_differing": len(differing), "n_undecided": sum(left), "n_swaps": 0}
        case("compare", name, "compare", metric=spec, zero_division=z, average=average, truth=truth, a=a, b=b,
             weights=weights, groups=groups, expect={k: hexed(v) for k, v in expect.items()}, tolerance=1e-9)

    truth = ["1100", "0000", "1011", "0110", "0001", "1110", "0010"]
    a = ["1000", "0000", "1001", "1110", "0010", "0110", "1010"]
    b = ["1100", "0010", "1011", "1110", "0001", "1011", "0010"]
    left = ["1100", "2222", "1011", "1110", "0001", "2011", "0010"]
    weights, groups = [1.5, 0.25, 2.0, 0.0, 1.0, 1.0, 0.5], [4, 4, -7, 9, 9, 12, 13]
    for spec in ("f1", "jaccard", "hamming", "balanced_accuracy", "cost:1:5"):
        for average in ("instance", "macro", "micro"):
            compare(f"{average}, {spec}", spec, average, truth, a, b)
            compare(f"{average}, {spec}, weighted", spec, average, truth, a, b, weights=weights)
            compare(f"{average}, {spec}, in groups, z=0", spec, average, truth, a, b, groups=groups, z=0)
    for average in ("instance", "macro", "micro"):
        compare(f"{average}, rows undecided", "f1", average, truth, a, left)
        compare(f"{average}, rows undecided, weighted in groups", "f1", average, truth, a, left, weights=weights,
                groups=groups)

    def refused(name, message, status="ARGUMENT", **fields):
        given = {"metric": "f1", "average": "macro", "truth": [[1, 0], [0, 1]], "a": [[1, 1], [0, 1]],
                 "b": [[1, 0], [0, 0]], **fields}
        error(f"compare, {name}", "compare", status, message, zero_division=1, **given)

    refused("truth 2", "truth[0][1] is 2: must be 0 or 1", truth=[[1, 2], [0, 1]])
    refused("a 3", "a[1][0] is 3: must be 0, 1 or 2 (undecided)", a=[[1, 1], [3, 1]])
    refused("b 3", "b[1][0] is 3: must be 0, 1 or 2 (undecided)", b=[[1, 1], [3, 1]])
    refused("negative weight", "weights[1] is -1: must be finite and at least 0", weights=[1.0, -1.0])
