"""The mathematics of the conformance cases, in exact rational arithmetic and by brute force.

Nothing here is shared with the library: every expectation is a sum over all 2^n label vectors, every optimum a search
over all 2^n predictions; except for CurveSearch, which serves problems too large for that. Square roots are rationals true
to 60 digits.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import gcd, isqrt, lcm

ROOT_SCALE = 10**60


def rational(x):
    """The exact value of the double nearest to x."""
    return Fraction(float(x))


def moved(p, to, of):
    """A label's probability where its share is `to` and not `of`: its odds times the ratio of the odds of the shares."""
    one, zero = rational(p) * rational(to) / rational(of), (1 - rational(p)) * (1 - rational(to)) / (1 - rational(of))
    return one / (one + zero)


def factors_to(share, of_value):
    """What weighs rows of each value, 0 and 1, so that this share of the whole weight has the value 1."""
    whole = sum(of_value)
    return [(1 - rational(share)) * whole / of_value[0], rational(share) * whole / of_value[1]]


def root(x):
    """The square root of a rational, to 60 digits; exact if the root is rational."""
    x = Fraction(x)
    return Fraction(isqrt(x.numerator * x.denominator * ROOT_SCALE**2), x.denominator * ROOT_SCALE)


@cache
def whole(x):
    """A number as a fraction: one object for each of the few counts that millions of cells hold."""
    return Fraction(x)


# ---- Metrics -----------------------------------------------------------------------------------------------------


class Cell:
    """One confusion matrix: rates that are 0/0 count as z."""

    def __init__(self, tp, k, s, n, z):
        self.tp, self.k, self.s, self.n, self.z = map(whole, (tp, k, s, n, z))
        self.fp, self.fn, self.tn = whole(k - tp), whole(s - tp), whole(n - k - s + tp)

    def rate(self, top, bottom):
        return top / bottom if bottom else self.z

    recall = property(lambda c: c.rate(c.tp, c.s))
    specificity = property(lambda c: c.rate(c.tn, c.n - c.s))
    precision = property(lambda c: c.rate(c.tp, c.k))
    npv = property(lambda c: c.rate(c.tn, c.n - c.k))


def f_beta(beta):
    b = rational(beta) ** 2
    return lambda c: c.rate((1 + b) * c.tp, b * c.s + c.k)


def hmean(c):
    total = c.recall + c.specificity
    return 2 * c.recall * c.specificity / total if total else Fraction(0)


def mcc(c):
    bottom = c.k * c.s * (c.n - c.k) * (c.n - c.s)
    if bottom:
        return (c.n * c.tp - c.k * c.s) / root(bottom)
    return c.z if c.fp == c.fn == 0 else Fraction(0)


def kappa(c):
    observed = (c.tp + c.tn) / c.n
    by_chance = (c.k * c.s + (c.n - c.k) * (c.n - c.s)) / c.n**2
    return c.rate(observed - by_chance, 1 - by_chance)


def linear_fractional(text):
    top, bottom = ([rational(x) for x in side.split(":")] for side in text.split("/"))

    def utility(c):
        shares = [Fraction(1), c.tp / c.n, c.k / c.n, c.s / c.n]
        return c.rate(sum(a * x for a, x in zip(top, shares)), sum(a * x for a, x in zip(bottom, shares)))

    return utility


PLAIN = {
    "f1": f_beta(1),
    "jaccard": lambda c: c.rate(c.tp, c.k + c.s - c.tp),
    "balanced_accuracy": lambda c: (c.recall + c.specificity) / 2,
    "gmean": lambda c: root(c.recall * c.specificity),
    "hmean": hmean,
    "fowlkes_mallows": lambda c: root(c.precision * c.recall),
    "noisy_or": lambda c: 1 - (1 - c.recall) * (1 - c.specificity),
    "hamming": lambda c: (c.tp + c.tn) / c.n,
    "subset_accuracy": lambda c: Fraction(c.fp == c.fn == 0),
    "precision": lambda c: c.precision,
    "recall": lambda c: c.recall,
    "specificity": lambda c: c.specificity,
    "coverage": lambda c: Fraction(c.tp > 0),
    "npv": lambda c: c.npv,
    "informedness": lambda c: c.recall + c.specificity - 1,
    "markedness": lambda c: c.precision + c.npv - 1,
    "mcc": mcc,
    "kappa": kappa,
}


class Metric:
    """By name, or by the values of a table (a dict of the case's form)."""

    def __init__(self, spec, z=1):
        self.spec, self.z, self.cache = spec, z, {}
        if isinstance(spec, dict):
            side, sign = spec["n"] + 1, -1 if "LOSS" in spec["declared"] else 1
            self.formula = lambda c: sign * rational(spec["values"][int((c.tp * side + c.k) * side + c.s)])
        elif spec.startswith("fbeta:"):
            self.formula = f_beta(spec[6:])
        elif spec.startswith("cost:"):
            fp, fn = (rational(x) for x in spec[5:].split(":"))
            self.formula = lambda c: -(fp * c.fp + fn * c.fn) / c.n
        elif spec.startswith("lf:"):
            self.formula = linear_fractional(spec[3:])
        else:
            self.formula = PLAIN["hamming" if spec == "accuracy" else spec]

    def __call__(self, tp, k, s, n):
        cell = (tp, k, s, n)
        if cell not in self.cache:
            self.cache[cell] = self.formula(Cell(tp, k, s, n, self.z))
        return self.cache[cell]

    def loss(self, utility):
        return -utility if isinstance(self.spec, dict) or self.spec.startswith("cost:") else 1 - utility


# ---- Distributions of a label vector: {y: P(y)} --------------------------------------------------------------------


def independent(p):
    p = [rational(x) for x in p]
    out = {}
    for y in product((0, 1), repeat=len(p)):
        mass = Fraction(1)
        for yi, pi in zip(y, p):
            mass *= pi if yi else 1 - pi
        if mass:
            out[y] = mass
    return out


def categorical(p):
    p = [rational(x) for x in p]
    total = sum(p)
    scale = 1 / total if total > 1 else Fraction(1)  # what exceeds 1 by rounding is scaled away
    out = {tuple(int(i == j) for i in range(len(p))): pj * scale for j, pj in enumerate(p) if pj}
    if total < 1:
        out[(0,) * len(p)] = 1 - total
    return out


def joint(vectors, weights=None):
    weights = [rational(w) for w in weights] if weights is not None else [Fraction(1)] * len(vectors)
    out = {}
    for y, w in zip(vectors, weights):
        if w:
            y = tuple(int(c) for c in y)
            out[y] = out.get(y, Fraction(0)) + w
    total = sum(weights)
    return {y: w / total for y, w in out.items()}


def distribution_of(given):
    """The distribution that an estimator, as a case gives it, stands for; None if counts do not determine it."""
    if given["kind"] == "independent":
        return independent(given["probabilities"])
    if given["kind"] == "categorical":
        return categorical(given["probabilities"])
    if given["kind"] == "joint":
        return joint(given["vectors"], given["weights"])
    return None


def marginals(dist):
    n = len(next(iter(dist)))
    return [sum((p for y, p in dist.items() if y[i]), Fraction(0)) for i in range(n)]


def sizes(dist):
    n = len(next(iter(dist)))
    return [sum((p for y, p in dist.items() if sum(y) == s), Fraction(0)) for s in range(n + 1)]


def counts_of(dist):
    """P[i][s] for s = 1 ... n."""
    n = len(next(iter(dist)))
    return [[sum((p for y, p in dist.items() if y[i] and sum(y) == s), Fraction(0)) for s in range(1, n + 1)]
            for i in range(n)]


# ---- Expectations and decisions --------------------------------------------------------------------------------------


def bits(y):
    return sum(1 << i for i, x in enumerate(y) if x)


COMPACT = {}  # by id: the distribution, its common denominator, and (bits of y, s, numerator of P(y)) for each y


def compact(dist):
    if id(dist) not in COMPACT:
        denominator = 1
        for p in dist.values():
            denominator = denominator * p.denominator // gcd(denominator, p.denominator)
        COMPACT[id(dist)] = (dist, denominator,
                             [(bits(y), sum(y), p.numerator * (denominator // p.denominator)) for y, p in dist.items()])
    return COMPACT[id(dist)][1:]


def atoms(metric, dist, h):
    """The distribution of the utility of a prediction: {u: P(U = u)}."""
    n, k, chosen = len(h), sum(h), bits(h)
    denominator, vectors = compact(dist)
    cells = {}
    for y, s, numerator in vectors:
        cell = (bin(y & chosen).count("1"), s)
        cells[cell] = cells.get(cell, 0) + numerator
    out = {}
    for (tp, s), numerator in cells.items():
        u = metric(tp, k, s, n)
        out[u] = out.get(u, Fraction(0)) + Fraction(numerator, denominator)
    return out


def expected(metric, dist, h):
    return sum((u * p for u, p in atoms(metric, dist, h).items()), Fraction(0))


# a(k, s) and g(k, s) of U = a tp + g, for tables that no joint distribution need have given.
LINEAR = {
    "f1": lambda k, s, n, z: (Fraction(2, s + k), 0) if s + k else (0, z),
    "precision": lambda k, s, n, z: (Fraction(1, k), 0) if k else (0, z),
    "recall": lambda k, s, n, z: (Fraction(1, s), 0) if s else (0, z),
    "hamming": lambda k, s, n, z: (Fraction(2, n), Fraction(n - k - s, n)),
    "fowlkes_mallows": lambda k, s, n, z: (1 / root(k * s), 0) if k and s else (0, 0 if k or s else z),
}


def expected_from_counts(name, z, table, p_zero, p_s, h):
    """E U = sum_s a(k,s) sum_{i in h} P[i][s] + sum_s P(s) g(k,s); s = 0 has no P[i][s]."""
    n, k = len(h), sum(h)
    value = p_zero * LINEAR[name](k, 0, n, z)[1]
    for s in range(1, n + 1):
        a, g = LINEAR[name](k, s, n, z)
        value += a * sum((table[i][s - 1] for i in range(n) if h[i]), Fraction(0)) + p_s[s - 1] * g
    return value


NEAR = Fraction(1, 10**14)  # values closer than this are tied by rounding ...
CLEAR = Fraction(1, 10**11)  # ... and no case may hold values that differ by more than that but less than this


def predictions(n, low, high):
    """Masks by ascending k, then by their smallest indices."""
    for k in range(low, high + 1):
        for items in combinations(range(n), k):
            h = [0] * n
            for i in items:
                h[i] = 1
            yield tuple(h)


class Search:
    """The value of every allowed prediction, and the choice among them."""

    def __init__(self, value, n, low=0, high=None, most=False):
        self.low, self.high = low, n if high is None else min(high, n)
        self.values = {h: value(h) for h in predictions(n, self.low, self.high)}
        self.optimum = max(self.values.values())
        for v in self.values.values():
            if NEAR < self.optimum - v < CLEAR:
                raise ValueError("a prediction's value is neither tied with the optimum nor clearly below it")
        # The order of `values` is that in which ties are broken: fewest positives, then smallest indices.
        tied = [h for h, v in self.values.items() if v >= self.optimum - NEAR]
        self.best = max(tied, key=sum) if most else tied[0]
        self.k = sum(self.best)

    def at(self, k):
        return max(v for h, v in self.values.items() if sum(h) == k)

    def curve(self, n):
        return [self.at(k) if self.low <= k <= self.high else None for k in range(n + 1)]

    def next_best(self):
        others = [v for h, v in self.values.items() if sum(h) != self.k]
        return max(others) if others else None


class CurveSearch:
    """For independent labels with probabilities i/512 and a metric that rises in tp: the best prediction of k labels is
    that of the k likeliest, which is the one theorem used. tp and fn are independent, with masses in whole numbers."""

    def __init__(self, metric, p):
        n = len(p)
        self.order = sorted(range(n), key=lambda i: (-p[i], i))
        ranked = [int(512 * p[i]) for i in self.order]
        if any(512 * p[i] != q for i, q in zip(self.order, ranked)):
            raise ValueError("a probability is no multiple of 1/512")
        below = [[1]]  # masses of fn, times 512 to the power of the labels, from the end
        for q in reversed(ranked):
            below.append(self.with_label(below[-1], q))
        above, self.values = [1], []
        for k in range(n + 1):
            self.values.append(self.value(metric, above, below[n - k], k, n))
            if k < n:
                above = self.with_label(above, ranked[k])
        self.optimum = max(self.values)
        for v in self.values:
            if NEAR < self.optimum - v < CLEAR:
                raise ValueError("a value is neither tied with the optimum nor clearly below it")
        self.k = next(k for k, v in enumerate(self.values) if v >= self.optimum - NEAR)
        chosen = set(self.order[: self.k])
        self.best = tuple(int(i in chosen) for i in range(n))
        self.p_zero = Fraction(below[n][0], 512**n)

    @staticmethod
    def with_label(masses, q):
        return [(512 - q) * x + q * y for x, y in zip(masses + [0], [0] + masses)]

    @staticmethod
    def value(metric, above, below, k, n):
        total = Fraction(0)
        for tp, x in enumerate(above):
            values = [metric(tp, k, tp + fn, n) for fn in range(len(below))]
            whole = lcm(*(v.denominator for v in values))
            total += Fraction(x * sum(y * v.numerator * (whole // v.denominator) for y, v in zip(below, values)), whole)
        return total / 512**n

    def next_best(self):
        return max(v for k, v in enumerate(self.values) if k != self.k)
