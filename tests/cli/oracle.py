"""Every value by its definition: metrics from the table of cells, expectations by enumeration of label vectors."""

import itertools
import math


def rate(a, b, z):
    return a / b if b else z


def utility(metric, h, y, z=1):
    n, k, s = len(y), sum(h), sum(y)
    tp = sum(a * b for a, b in zip(h, y))
    fp, fn, tn = k - tp, s - tp, n - k - s + tp
    name, *numbers = metric.split(":")
    numbers = [float(x) for x in numbers]
    tpr, tnr = rate(tp, s, z), rate(tn, n - s, z)
    if name == "f1":
        return rate(2 * tp, s + k, z)
    if name == "fbeta":
        b = numbers[0] ** 2
        return rate((1 + b) * tp, b * s + k, z)
    if name == "jaccard":
        return rate(tp, k + s - tp, z)
    if name == "hamming":
        return (tp + tn) / n
    if name == "subset_accuracy":
        return float(h == y)
    if name == "balanced_accuracy":
        return (tpr + tnr) / 2
    if name == "gmean":
        return math.sqrt(tpr * tnr)
    if name == "precision":
        return rate(tp, k, z)
    if name == "recall":
        return tpr
    if name == "cost":
        return -(numbers[0] * fp + numbers[1] * fn) / n
    raise ValueError(metric)


def independent(p):
    """The distribution of labels, as (probability, label vector)."""
    out = []
    for y in itertools.product((0, 1), repeat=len(p)):
        probability = math.prod(q if one else 1 - q for q, one in zip(p, y))
        if probability:
            out.append((probability, y))
    return out


def categorical(p):
    n = len(p)
    out = [(q, tuple(int(i == j) for j in range(n))) for i, q in enumerate(p)]
    return out + [(1 - math.fsum(p), (0,) * n)]


def joint(vectors, weights):
    total = math.fsum(weights)
    return [(w / total, tuple(y)) for y, w in zip(vectors, weights)]


def expected(metric, h, distribution, z=1):
    return math.fsum(p * utility(metric, tuple(h), y, z) for p, y in distribution)


def best(metric, distribution, z=1, ks=None):
    """The greatest expected utility, over predictions with k in ks."""
    n = len(distribution[0][1])
    return max(expected(metric, h, distribution, z) for h in itertools.product((0, 1), repeat=n)
               if ks is None or sum(h) in ks)


def curve(metric, distribution, z=1):
    n = len(distribution[0][1])
    return [best(metric, distribution, z, [k]) for k in range(n + 1)]


def atoms(metric, h, distribution, z=1):
    """The values of the utility, ascending, each with its probability."""
    values = {}
    for p, y in distribution:
        u = round(utility(metric, tuple(h), y, z), 12)
        values[u] = values.get(u, 0) + p
    return sorted(values.items())
