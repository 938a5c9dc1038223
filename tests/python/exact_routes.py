"""Routes of two to four stages against every route there is, in whole numbers: costs and weights from 1e-300 to 1e100,
goals of negative worth, limits that nothing holds, and few combinations, where a route says itself whether it is exact.

    exact_routes.py COUNT        that many random cases, and what was wrong
"""

import os
import pathlib
import random
import sys
import warnings
from fractions import Fraction
from math import inf, isnan, lcm, ldexp, nan

import numpy as np

SOURCE = pathlib.Path(os.environ.get("WALD_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
if "wald" not in sys.modules:
    sys.path.insert(0, str(SOURCE / "bindings" / "python" / "src"))

import wald  # noqa: E402

TINY = Fraction(1, 10**12)


def exact(x):
    """A double as a whole number of units of 2^-1074."""
    top, bottom = float(x).as_integer_ratio()
    return top * ((1 << 1074) // bottom)


def number(rng, sizes):
    small = float(rng.randrange(6))
    if sizes == 0:
        return small
    if sizes == 1:
        return small if rng.randrange(8) else 1e18
    if sizes == 2:
        return small + 0.1 if rng.randrange(4) else 1e-300 * (1 + small)
    return ldexp(1 + rng.random(), rng.randrange(-996, 331))  # 1e-300 to 1e100, the most that is taken


class Case:
    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed = seed
        self.k = k = rng.choice([2, 3, 3, 3, 4, 4, 4])
        o = self.options = {}
        o["goal"] = rng.choice(["cost", "quality", "value"])
        measures = ["accuracy", "agreement"] + (["precision", "recall", "f"] if o["goal"] != "value" else [])
        o["measure"] = rng.choice(measures)
        o["by"] = rng.choice(["none", "none", "class", "segment"])
        o["router"] = rng.randrange(5) == 0 and o["by"] != "class"
        o["beta"] = rng.choice([1, 1, 0.5, 3])
        o["min_quality"] = rng.choice([0.3, 0.5, 0.7, 0.9, 1.0, 0.0])
        if rng.randrange(5) == 0:
            o["max_policies"] = rng.choice([16, 64, 256])
        n = self.n = rng.randrange(1, (8 if k < 4 else 6) if o["by"] == "none" else 5)
        levels = rng.randrange(1, 6)
        self.with_answers = o["measure"] in ("precision", "recall", "f") or o["by"] == "class" or rng.randrange(4) > 0
        sampled = rng.randrange(2)
        kind = rng.randrange(6)
        costs, weights = rng.randrange(4), rng.randrange(4)
        self.sure = [[nan if rng.randrange(12) == 0 else rng.randrange(levels) / levels - 0.5 for _ in range(k)]
                     for _ in range(n)]
        truth = [rng.randrange(3) for _ in range(n)]
        self.answers = [[is_ if rng.random() < 0.4 + 0.15 * s else rng.randrange(3) for s in range(k)] for is_ in truth]
        if kind == 0:
            truth = [1] * n
        if kind == 1:
            truth = [0] * n
        if kind == 2:
            self.answers = [[1] * k for _ in range(n)]
        if kind == 3:
            self.sure = [[0.5] * k for _ in range(n)]
        labelled = [not sampled or i == 0 or rng.randrange(3) > 0 for i in range(n)]
        self.truth = [is_ if known else -1 for is_, known in zip(truth, labelled)]
        if o["measure"] == "agreement" and self.with_answers and rng.randrange(3) == 0:
            for row in self.answers[1:]:
                if rng.randrange(3) == 0:
                    row[-1] = -1
        self.right = [[rng.choice([0.0, 1.0, 1.0, 0.5, 0.1]) for _ in range(k)] if known else [nan] * k for known in labelled]
        self.probabilities = None
        if sampled:
            self.probabilities = [rng.choice([0.25, 0.5, 1.0, 1e-100, 0.3]) if known or rng.randrange(2) else nan
                                  for known in labelled]
        self.costs = [[number(rng, costs) for _ in range(k)] for _ in range(n)]
        self.weights = [number(rng, weights) for _ in range(n)]
        self.weights[0] += 1
        self.segments = [rng.randrange(2) for _ in range(n)]
        self.scores = [float(rng.randrange(levels + 1)) for _ in range(n)]
        typical = 10.0 ** rng.randrange(-100, 100) if costs == 3 else float(rng.randrange(1, 9))
        o["budget"] = typical
        o["right_value"] = typical * rng.randrange(-3, 10)
        o["wrong_cost"] = max(-o["right_value"], typical * rng.randrange(-3, 6))
        self.context = (seed, o, {name: getattr(self, name) for name in ("k", "n", "sure", "answers", "truth", "right",
                        "probabilities", "costs", "weights", "segments", "scores", "with_answers")})

    def stages(self, rows=slice(None)):
        def cut(x):
            return None if x is None else np.array(x)[rows]

        given = {"answers": cut(self.answers), "truth": cut(self.truth)} if self.with_answers else {"right": cut(self.right)}
        return wald.Stages(self.k).feed(cut(self.sure), costs=cut(self.costs), weights=cut(self.weights),
                                        segments=cut(self.segments), scores=cut(self.scores),
                                        label_probabilities=cut(self.probabilities), **given)

    # ---- What rows add, in whole numbers of a common unit ------------------------------------------

    def prepare(self):
        o, k = self.options, self.k
        self.w = [exact(w) for w in self.weights]
        self.kept = [i for i in range(self.n) if self.w[i]]
        self.spent = [[self.w[i] * exact(c) for c in self.costs[i]] for i in range(self.n)]
        square = Fraction(float(o["beta"])) ** 2
        adds = [[(Fraction(0), Fraction(0))] * k for _ in range(self.n)]
        self.judged = [False] * self.n
        for i in self.kept:
            counted = Fraction(self.w[i])
            if self.probabilities and not isnan(self.probabilities[i]):
                counted /= Fraction(self.probabilities[i])
            for s in range(k):
                if not self.with_answers:
                    known = not isnan(self.right[i][0])
                    right = Fraction(self.right[i][s]) if known else Fraction(0)
                    if o["measure"] == "agreement" and s == k - 1:
                        right = Fraction(known)
                    a, b = (right, Fraction(1)) if known else (Fraction(0), Fraction(0))
                else:
                    last = self.answers[i][k - 1]
                    label = last if o["measure"] == "agreement" and last >= 0 else self.truth[i]
                    known = label >= 0
                    said, is_ = Fraction(self.answers[i][s] == 1), Fraction(label == 1)
                    a, b = {"accuracy": (Fraction(self.answers[i][s] == label), Fraction(1)),
                            "agreement": (Fraction(s == k - 1 or self.answers[i][s] == label), Fraction(1)),
                            "precision": (said * is_, said), "recall": (said * is_, is_),
                            "f": ((1 + square) * said * is_, said + square * is_)}[o["measure"]]
                    if not known:
                        a = b = Fraction(0)
                self.judged[i] = known
                adds[i][s] = (a * counted, b * counted)
        bottom = lcm(*(x.denominator for row in adds for pair in row for x in pair))
        self.adds = [[(int(a * bottom), int(b * bottom)) for a, b in row] for row in adds]
        self.all_weight = sum(self.w)

    def level(self, i, s):
        return self.scores[i] if self.options["router"] else self.sure[i][s]

    def of_chain(self, chain, rows):
        """The sums of every choice of thresholds of a chain."""
        memo = {}

        def answer(j, left):
            key = (j, left)
            if key in memo:
                return memo[key]
            s, out = chain[j], set()
            asked = sum(self.spent[i][s] for i in left)
            if j + 1 == len(chain):
                out.add((asked, sum(self.adds[i][s][0] for i in left), sum(self.adds[i][s][1] for i in left)))
                memo[key] = out
                return out
            # A threshold is that of all rows of the group, of which those left tell apart only their own.
            for threshold in {inf} | {self.level(i, s) for i in left if not isnan(self.level(i, s))}:
                taken = [i for i in left if self.level(i, s) >= threshold]
                passed = tuple(i for i in left if not self.level(i, s) >= threshold)
                cost = sum(self.spent[i][s] for i in taken) if self.options["router"] else asked
                a, b = (sum(self.adds[i][s][x] for i in taken) for x in (0, 1))
                for more in answer(j + 1, passed):
                    out.add((cost + more[0], a + more[1], b + more[2]))
            memo[key] = out
            return out

        return answer(0, tuple(rows))

    def group(self, i, first):
        if self.options["by"] == "segment":
            return self.segments[i]
        return self.answers[i][first] if first is not None and first + 1 < self.k else 0

    def every(self):
        """The sums of every route."""
        out = set()
        for first in range(self.k) if self.options["by"] == "class" else [None]:
            groups = {}
            for i in self.kept:
                groups.setdefault(self.group(i, first), []).append(i)
            sums = {(0, 0, 0)}
            for members in groups.values():
                own = set()
                for chosen in range(1, 1 << self.k):
                    chain = [s for s in range(self.k) if chosen >> s & 1]
                    if first is None or chain[0] == first:
                        own |= self.of_chain(chain, members)
                sums = {(x[0] + y[0], x[1] + y[1], x[2] + y[2]) for x in sums for y in own}
            out |= sums
        return out

    def replayed(self, route):
        cost = a = b = 0
        shares = [0] * self.k
        thresholds = route.thresholds
        first = None
        if self.options["by"] == "class":
            first = next(s for s in range(self.k) if not isnan(thresholds[0][s]))
        for i in self.kept:
            own = thresholds[self.group(i, first)]
            chain = [s for s in range(self.k) if not isnan(own[s])]
            for s in chain:
                if not self.options["router"]:
                    cost += self.spent[i][s]
                if s == chain[-1] or self.level(i, s) >= own[s]:
                    break
            if self.options["router"]:
                cost += self.spent[i][s]
            a, b = a + self.adds[i][s][0], b + self.adds[i][s][1]
            shares[s] += self.w[i]
        return (cost, a, b), shares


def near(found, wanted):
    if wanted == 0:
        return found == 0
    if abs(wanted) < Fraction(1, 10**290):
        return abs(Fraction(found)) <= 2 * abs(wanted) + Fraction(1, 10**307)
    return abs(Fraction(found) / wanted - 1) < Fraction(1, 10**11)


def check(seed, tally):
    case = Case(seed)
    o, rng = case.options, random.Random(~seed)
    case.prepare()
    positive = any(case.truth[i] == 1 for i in case.kept) if case.with_answers else False
    given = {**o}
    if o["goal"] != "value":
        del given["right_value"], given["wrong_cost"]
    if o["goal"] != "quality":
        del given["budget"]
    if o["goal"] != "cost":
        del given["min_quality"]
    if o["measure"] != "f":
        del given["beta"]
    try:
        stages = case.stages()
        route = wald.Route.choose(stages, **given)
    except (wald.ArgumentError, wald.UnsupportedError) as error:
        tally("refused")
        said = str(error)
        lacks = not positive and o["measure"] in ("recall", "f") or not any(case.judged)
        assert lacks or "right_value" in said, (case.context, said)
        return
    sums, shares = case.replayed(route)
    all_ = Fraction(case.all_weight)
    unit = 1 << 1074  # of costs

    def quality(s):
        return Fraction(s[1], s[2]) if s[2] else Fraction(1)

    def mean_cost(s):
        return Fraction(s[0]) / all_ / unit

    assert near(route.cost, mean_cost(sums)), (case.context, "cost", route.cost, float(mean_cost(sums)))
    assert near(route.quality, quality(sums)), (case.context, "quality", route.quality, float(quality(sums)))
    for got, wanted in zip(route.shares.tolist(), shares):
        assert near(got, Fraction(wanted) / all_), (case.context, "shares")
    tally(f"{case.k} stages")

    def holds(s, by):
        if o["goal"] == "cost":
            return s[2] == 0 or Fraction(s[1]) - Fraction(float(o["min_quality"])) * s[2] >= -by * s[2]
        return o["goal"] == "value" or mean_cost(s) <= Fraction(o["budget"]) * (1 + by)

    assert route.feasible == holds(sums, TINY) or route.feasible == holds(sums, 2 * TINY), (case.context, "feasible by itself")
    if not route.exact:
        tally("not exact")
        assert "max_policies" in o, (case.context, "not exact")
        return
    every = case.every()
    feasible = any(holds(s, TINY) for s in every)
    assert route.feasible == feasible, (case.context, "feasible", route.feasible)
    if not feasible:
        tally("infeasible")
    rounding = Fraction(1, 10**11)

    def value(s):
        right, wrong = Fraction(o["right_value"]), Fraction(o["wrong_cost"])
        return quality(s) * (right + wrong) - wrong - mean_cost(s)

    by_cost = (o["goal"] == "cost") == feasible
    for s in every:
        if feasible and not holds(s, 0):
            continue
        if o["goal"] == "value":
            size = abs(Fraction(o["right_value"])) + abs(Fraction(o["wrong_cost"])) + mean_cost(sums)
            assert value(s) <= value(sums) + rounding * size, (case.context, "value", float(value(s)), float(value(sums)))
        elif by_cost:
            assert s[0] >= sums[0] * (1 - rounding), (case.context, "cheaper", float(mean_cost(s)), route.cost)
        else:
            assert quality(s) <= quality(sums) * (1 + rounding), (case.context, "better", float(quality(s)), route.quality)
            assert quality(s) < quality(sums) or s[0] >= sums[0] * (1 - rounding), (case.context, "as good, and cheaper")
    # The envelope: each of its points is a route, and no route is better than all of them.
    met = {}
    for s in every:
        met.setdefault(float(mean_cost(s)), set()).add(float(quality(s)))
    costs = sorted(met)
    best = []
    for c in costs:
        top = max(met[c])
        if not best or top > best[-1][1]:
            best.append((c, top))
    points = list(zip(route.envelope_cost.tolist(), route.envelope_quality.tolist()))
    for c, q in best:
        assert any(x <= c * (1 + 1e-11) and y >= q * (1 - 1e-11) for x, y in points), \
            (case.context, "envelope lacks", c, q, points)
    for i, (x, y) in enumerate(points):
        assert i == 0 or x > points[i - 1][0] and y > points[i - 1][1], (case.context, "envelope falls", points)
        assert any(abs(c - x) <= 1e-11 * x + 1e-307 and any(abs(q - y) <= 1e-11 for q in met[c]) for c in costs), \
            (case.context, "envelope has", x, y)
    # In parts, in another order, merged: the same.
    if case.n > 1 and seed % 3 == 0:
        cut = rng.randrange(1, case.n)
        rest = wald.Stages.load(case.stages(slice(cut, None)).save())
        again = wald.Route.choose(rest.merge(case.stages(slice(0, cut))), **given)
        for name in ("cost", "quality", "feasible", "exact", "full_cost", "full_quality"):
            got, wanted = getattr(again, name), getattr(route, name)
            assert got == wanted or isnan(got) and isnan(wanted), (case.context, "merged", name, got, wanted)
        tally("merged")


def run(seeds):
    wrong, kinds = [], {}

    def tally(kind):
        kinds[kind] = kinds.get(kind, 0) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in seeds:
            try:
                check(seed, tally)
            except Exception as error:  # noqa: BLE001
                wrong.append((seed, f"{type(error).__name__}: {error}"))
    return wrong, kinds


def main():
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong, kinds = run(range(first, first + int(sys.argv[1])))
    print(f"routes: {sys.argv[1]} cases, {len(wrong)} wrong; {kinds}", flush=True)
    for seed, text in wrong[:8]:
        print(f"  {seed}: {text[:2500]}", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
