"""Cases of labels left undecided one by one: all 3^n decisions of rows of few labels, in rational arithmetic."""

from fractions import Fraction
from itertools import product
from math import lcm

from exact import CLEAR, NEAR, Metric, distribution_of, rational


def is_mean(spec):
    return spec == "hamming" or spec.startswith("cost:")


def expected(metric, dist, h, cost):
    """What the cells h of 0, 1 and 2 (undecided) are worth. Of a mean over the labels an undecided one is right; any other
    metric is that of the decided labels."""
    masses, mean = {}, is_mean(metric.spec)
    whole = lcm(*(p.denominator for p in dist.values()))  # what makes every mass a whole number
    for y, p in dist.items():
        cells = [(a, a if b == 2 else b) for a, b in zip(y, h) if mean or b != 2]
        counts = sum(a & b for a, b in cells), sum(b for _, b in cells), sum(a for a, _ in cells), len(cells)
        masses[counts] = masses.get(counts, 0) + p.numerator * (whole // p.denominator)
    value = sum((part * metric(*counts) for counts, part in masses.items()), Fraction(0))
    return (value - sum(masses.values()) * cost * h.count(2) / len(h)) / whole


class PartialSearch:
    """The value of every decision, and the choice among them: of equal ones the fewest undecided, the fewest positives,
    the smallest indices."""

    def __init__(self, metric, dist, cost, low, high):
        n = len(next(iter(dist)))
        self.values = {}
        for h in product((0, 1, 2), repeat=n):
            if low <= h.count(1) <= high:
                self.values[h] = expected(metric, dist, h, cost)
        self.optimum = max(self.values.values())
        for v in self.values.values():
            if NEAR < self.optimum - v < CLEAR:
                raise ValueError("a decision's value is neither tied with the optimum nor clearly below it")
        places = lambda h, cell: [i for i, x in enumerate(h) if x == cell]
        order = lambda h: (h.count(2), h.count(1), places(h, 1), places(h, 2))
        self.best = min((h for h, v in self.values.items() if v >= self.optimum - NEAR), key=order)

    def next_best(self):
        others = [v for h, v in self.values.items() if h.count(1) != self.best.count(1)]
        return max(others) if others else None


def abstention_cases(case, error, hexed, kinds):
    def answer_of(metric, dist, cost, low, high):
        search = PartialSearch(metric, dist, cost, low, high)
        value = search.values[search.best]
        cells = lambda x: [i for i, h in enumerate(search.best) if h == x]
        none = dist.get((0,) * len(search.best), Fraction(0))
        return search.best, {
            "indices": cells(1), "undecided": cells(2), "expected": hexed(value), "loss": hexed(metric.loss(value)),
            "optimum": hexed(search.optimum), "next_best": hexed(search.next_best()), "p_zero": hexed(none),
            "algorithm": "marginal-modes" if is_mean(metric.spec) else "partial", "warning": "", "abstained": 0,
            "bound_at_most": hexed(Fraction(1, 10**12))}

    def decide(name, spec, given, cost, *, z=1, low=0, high=None):
        metric, dist = Metric(spec, z), distribution_of(given)
        n = len(next(iter(dist)))
        options = {"abstain_label": cost}
        if low:
            options["at_least"] = low
        if high is not None:
            options["at_most"] = high
        _, answer = answer_of(metric, dist, rational(cost), low, n if high is None else high)
        case("decide", f"abstain_label, {name}", "decide", metric=spec, zero_division=z, given=given, options=options,
             expect=answer)

    independent = kinds["independent"]
    for spec in ("f1", "fbeta:2", "jaccard", "balanced_accuracy", "hamming", "cost:1:5", "subset_accuracy"):
        for cost in (0.0, 0.1, 0.3, 10.0):
            for z in (1, 0):
                decide(f"{spec} at {cost}, z={z}", spec, independent, cost, z=z)
    decide("one to two positives", "f1", independent, 0.2, low=1, high=2)
    decide("ties", "f1", {"kind": "independent", "probabilities": [0.5, 0.5, 0.25, 1.0]}, 0.5)
    decide("ties of hamming", "hamming", {"kind": "independent", "probabilities": [0.75, 0.5, 0.25, 0.125]}, 0.25)
    decide("zeros and ones", "jaccard", {"kind": "independent", "probabilities": [0.0, 1.0, 0.0, 1.0]}, 0.0)
    decide("one label", "f1", {"kind": "independent", "probabilities": [0.5]}, 0.25)
    for kind in ("categorical", "joint"):
        decide(f"hamming, {kind}", "hamming", kinds[kind], 0.2)
        decide(f"cost, {kind}", "cost:1:5", kinds[kind], 0.2)

    rows = [[0.9, 0.5, 0.1], [0.5, 0.5, 0.5], [0.0, 1.0, 0.25], [0.3, 0.0, 0.0]]
    for spec in ("f1", "hamming"):
        metric, answers, mask = Metric(spec, 1), [], []
        for row in rows:
            best, answer = answer_of(metric, distribution_of({"kind": "independent", "probabilities": row}), rational(0.25), 0, 3)
            mask.append(list(best))
            answers.append(answer)
        fields = dict(metric=spec, zero_division=1, kind="independent", options={"abstain_label": 0.25})
        case("tables", f"decide_rows, abstain_label, {spec}", "decide_rows", table=rows,
             expect={"mask": mask, "answers": answers}, **fields)
        csr = {"indptr": [0], "indices": [], "values": [], "n_rows": len(rows), "n_labels": 3}
        for row in rows:
            csr["indices"] += [j for j, p in enumerate(row) if p]
            csr["values"] += [p for p in row if p]
            csr["indptr"].append(len(csr["indices"]))
        case("tables", f"decide_csr, abstain_label, {spec}", "decide_csr", csr=csr, expect={"answers": answers}, **fields)

    def refused(name, status, message, spec, table=((0.5, 0.5),), **options):
        kind = options.pop("kind", "independent")
        error(f"decide_rows, abstain_label, {name}", "decide_rows", status, message, metric=spec, zero_division=1,
              kind=kind, table=[list(row) for row in table], options={"abstain_label": 0.5, **options})

    refused("macro", "ARGUMENT", "abstain_label is 0.5: single labels are left undecided with average instance, not with "
            "macro", "f1", average="macro")
    refused("with abstain", "ARGUMENT", "abstain is 0.25 and abstain_label is 0.5: either whole instances are left "
            "undecided, or single labels", "f1", abstain=0.25)
    refused("algorithm", "UNSUPPORTED", 'algorithm is window: with abstain_label and metric "f1" it is auto or partial',
            "f1", algorithm="window")
    refused("exclusive labels", "UNSUPPORTED", 'metric "f1" given categorical labels with abstain_label: only means over '
            "the labels (hamming, cost) leave some of these undecided; other metrics need independent labels", "f1",
            kind="categorical")
    refused("a metric that falls", "UNSUPPORTED", 'metric "lf:1:-1:0:0/1:0:0:0" with abstain_label: it is not known to '
            "rise with each label that is decided rightly, so no theorem says which labels to leave undecided",
            "lf:1:-1:0:0/1:0:0:0")
