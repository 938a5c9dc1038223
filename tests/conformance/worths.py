"""Cases of what deciding is worth, over all label vectors in rational arithmetic."""

import math
import operator
from fractions import Fraction
from itertools import product

from exact import Metric, moved, rational


class Problem:
    """Independent items: the best prediction, the cut at 1/2, and the moments of the difference of their values."""

    def __init__(self, metric, p, tied=False):
        self.metric, self.p, n = metric, p, len(p)
        self.truths = []
        for y in product([0, 1], repeat=n):
            mass = math.prod((q if one else 1 - q for one, q in zip(y, p)), start=Fraction(1))
            if mass:
                self.truths.append((y, mass))
        self.whole = math.lcm(*(mass.denominator for _, mass in self.truths))  # what makes every mass a whole number
        self.parts = [(y, sum(y), int(mass * self.whole)) for y, mass in self.truths]
        values = sorted(((self.expected(h), h) for h in product([0, 1], repeat=n)), reverse=True)
        if values[0][0] - values[1][0] < Fraction(1, 10**9) and not tied:
            raise ValueError("the optimum is not clearly above the next")
        self.best = values[0][1]
        self.compare()

    def compare(self):
        """The gain of the best prediction over the cut, and its variance."""
        self.cut = tuple(int(q >= Fraction(1, 2)) for q in self.p)
        self.optimum, self.at_half = self.expected(self.best), self.expected(self.cut)
        self.gain = self.optimum - self.at_half
        self.variance = sum(mass * self.difference(y) ** 2 for y, mass in self.truths) - self.gain**2
        self.differing = sum(a != b for a, b in zip(self.best, self.cut))

    def value(self, y, h, more=()):
        """Of a label vector and a prediction, with one more item of that truth and prediction."""
        y, h = (*y, *more[:1]), (*h, *more[1:])
        return self.metric(sum(a * b for a, b in zip(y, h)), sum(h), sum(y), len(y))

    def expected(self, h):
        masses = {}  # by true positives and labels that are true, of which few tables are made
        for y, labels, part in self.parts:
            cell = sum(map(operator.mul, y, h)), labels
            masses[cell] = masses.get(cell, 0) + part
        return sum(part * self.metric(tp, sum(h), labels, len(h)) for (tp, labels), part in masses.items()) / self.whole

    def difference(self, y):
        return self.value(y, self.best) - self.value(y, self.cut)

    def influence(self, y, best, cut):
        """What one more item of that kind adds to the expected difference."""
        more = sum(mass * (self.value(t, self.best, (y, best)) - self.value(t, self.cut, (y, cut)))
                   for t, mass in self.truths)
        return more - self.gain


def by_blocks(metric, row, alike):
    """The problem of a row whose items are blocks of `alike` equal ones: what is best for all items as if independent."""
    whole = Problem(metric, [p for p in row for _ in range(alike)], tied=True)
    out = Problem(metric, row, tied=True)
    out.best = tuple(whole.best[::alike])
    if [h for h in out.best for _ in range(alike)] != list(whole.best):
        raise ValueError("the optimum splits a block")
    out.compare()
    return out


def worth_of(metric, average, table, weights, alike=1):
    p = [[rational(x) for x in row] for row in table]
    n_rows, n_labels = len(p), len(p[0])
    items = {"instance": p, "macro": [[row[j] for row in p] for j in range(n_labels)],
             "micro": [[x for row in p for x in row]]}[average]
    problems = [by_blocks(metric, one, alike) if alike > 1 else Problem(metric, one) for one in items]
    if average == "instance":
        w = [rational(x) for x in weights] if weights else [Fraction(1)] * n_rows
        share = [x / sum(w) for x in w]
        kept = sum(x > 0 for x in w)
        changed = sum(s for s, one in zip(share, problems) if one.differing)
        cells = sum(s * one.differing for s, one in zip(share, problems)) / n_labels
    else:
        share, kept = [Fraction(1, len(problems))] * len(problems), n_rows
        row_of = (lambda i: i) if average == "macro" else (lambda i: i // n_labels)
        touched = {row_of(i) for one in problems for i, (a, b) in enumerate(zip(one.best, one.cut)) if a != b}
        changed = Fraction(len(touched), n_rows)
        cells = Fraction(sum(one.differing for one in problems), n_rows * n_labels)
    gain = sum(s * one.gain for s, one in zip(share, problems))
    truth = sum(s * s * one.variance for s, one in zip(share, problems))
    if average == "instance":
        squares = sum(s * s for s in share)
        rows = sum((s * (one.gain - gain)) ** 2 / (1 - 2 * s + squares) for s, one in zip(share, problems) if s < 1)
    else:
        added = [Fraction(0)] * n_rows
        for s, one in zip(share, problems):
            if not one.differing:
                continue
            for i, (q, best, cut) in enumerate(zip(one.p, one.best, one.cut)):
                added[row_of(i)] += s * ((1 - q) * one.influence(0, best, cut) + q * one.influence(1, best, cut))
        mean = sum(added) / n_rows
        rows = sum((x - mean) ** 2 for x in added) * Fraction(n_rows, max(n_rows - 1, 1))
    error = None if kept < 2 else math.sqrt(truth + rows)
    if not cells:
        error = 0.0
    answer = "undetermined"
    if error is not None:
        answer = "pays" if gain - 2 * error > 0 else "does_not_pay" if gain + 2 * error <= 0 else answer
    return answer, {"gain": gain, "standard_error": error, "truth_error": math.sqrt(truth),
                    "expected_cut": sum(s * one.at_half for s, one in zip(share, problems)),
                    "expected_optimum": sum(s * one.optimum for s, one in zip(share, problems)),
                    "changed_row_share": changed, "changed_cell_share": cells, "n_rows": kept, "n_samples": 0}


def on_truth(metric, average, table, truth):
    """What predictions are worth on the truth, and by how much probabilities exceed it; rows are left out in turn."""
    p = [[rational(x) for x in row] for row in table]
    n_rows, n_labels = len(p), len(p[0])
    transposed = lambda rows: [list(column) for column in zip(*rows)]
    items = {"instance": p, "macro": transposed(p), "micro": [[x for row in p for x in row]]}[average]
    problems = [Problem(metric, one) for one in items]
    back = {"instance": lambda rows: rows, "macro": transposed,
            "micro": lambda rows: [rows[0][i * n_labels:(i + 1) * n_labels] for i in range(n_rows)]}[average]
    cut, best = back([list(one.cut) for one in problems]), back([list(one.best) for one in problems])

    def value(h, rows):
        count = lambda cells: metric(sum(a * b for a, b in cells), sum(b for _, b in cells), sum(a for a, _ in cells), len(cells))
        if average == "instance":
            return sum(count(list(zip(truth[i], h[i]))) for i in rows) / Fraction(len(rows))
        if average == "macro":
            return sum(count([(truth[i][j], h[i][j]) for i in rows]) for j in range(n_labels)) / Fraction(n_labels)
        return count([(truth[i][j], h[i][j]) for i in rows for j in range(n_labels)])

    def excess(which):
        of_row = [(sum(x - y for x, y, h in zip(*cells) if h), sum(cells[2])) for cells in zip(p, truth, which)]
        count = sum(n for _, n in of_row)
        mean = sum(e for e, _ in of_row) / Fraction(count)
        squares = sum(((e - mean * n) / count) ** 2 for e, n in of_row)
        return mean, math.sqrt(squares * Fraction(n_rows, n_rows - 1))

    rows = range(n_rows)
    left_out = [value(best, [r for r in rows if r != i]) - value(cut, [r for r in rows if r != i]) for i in rows]
    mean = sum(left_out) / n_rows
    found = {"realised_cut": value(cut, rows), "realised_optimum": value(best, rows),
             "realised_gain": value(best, rows) - value(cut, rows),
             "realised_gain_error": math.sqrt(Fraction(n_rows - 1, n_rows) * sum((x - mean) ** 2 for x in left_out))}
    found["excess"], found["excess_error"] = excess([[1] * n_labels] * n_rows)
    found["predicted_excess"], found["predicted_excess_error"] = excess(best)
    off = [sum(x - y - found["excess"] for x, y in zip(*cells)) for cells in zip(p, truth)]
    independent = sum(x * (1 - x) for row in p for x in row)
    found["design_effect"] = sum(x * x for x in off) * Fraction(n_rows, n_rows - 1) / independent
    return found


def worth_cases(case, error, hexed):
    def worth(name, spec, average, table, *, weights=None, z=1, options=None):
        at = table
        if options and "prevalence" in options:
            to, of = (options[name] * (len(table[0]) // len(options[name])) for name in ("prevalence", "training_prior"))
            at = [[float(moved(*cell)) for cell in zip(row, to, of)] for row in table]
        alike = (options or {}).get("design_effect", 1)
        answer, facts = worth_of(Metric(spec, z), average, at, weights, alike)
        table = [[p for p in row for _ in range(alike)] for row in table]
        case("worth", name, "worth", metric=spec, zero_division=z, average=average, kind="independent", table=table,
             weights=weights, **({"options": options} if options else {}), expect={"verdict": answer, **{k: hexed(v) for k, v in facts.items()}}, tolerance=1e-7)

    table = [[0.45, 0.4, 0.1], [0.9, 0.15, 0.3], [0.35, 0.55, 0.62]]
    for spec in ("f1", "jaccard", "fbeta:2", "balanced_accuracy", "cost:1:5"):
        for average in ("instance", "macro", "micro"):
            worth(f"{average}, {spec}", spec, average, table)
            worth(f"{average}, {spec}, z=0", spec, average, table, z=0)
        worth(f"weighted, {spec}", spec, "instance", table, weights=[1.5, 0.25, 1.0])
        worth(f"weights of two rows, {spec}", spec, "instance", table, weights=[1.5, 0.0, 1.0])
        column = [[0.45], [0.3], [0.62], [0.2], [0.41], [0.05], [0.12]]
        worth(f"one label, {spec}", spec, "macro", column)
        worth(f"one label row by row, {spec}", spec, "instance", column)
    worth("one row", "f1", "instance", [[0.45, 0.44, 0.1]])
    worth("many rows", "f1", "instance", [[0.45, 0.44], [0.4, 0.47]] * 100)
    worth("nothing changes", "f1", "macro", [[0.99, 0.02], [0.01, 0.98]])
    worth("zeros and ones", "f1", "instance", [[0.45, 0.44, 1], [0.4, 0.47, 0]])

    # The truth is what is decided, so that no calibration is better and the verdict is that of the gain.
    for spec, average, truth in (("f1", "instance", [[1, 1, 0], [1, 0, 0], [0, 1, 1]]),
                                 ("jaccard", "macro", [[1, 1, 0], [1, 0, 0], [0, 1, 1]]),
                                 ("f1", "micro", [[1, 1, 0], [1, 0, 0], [0, 1, 1]])):
        facts = on_truth(Metric(spec, 1), average, table, truth)
        error_ = facts["realised_gain_error"]
        answer = "pays" if facts["realised_gain"] > 2 * error_ else "undetermined"
        expected = {**worth_of(Metric(spec, 1), average, table, None)[1], **facts}
        case("worth", f"on truth, {average}, {spec}", "worth", metric=spec, zero_division=1, average=average,
             kind="independent", table=table, truth=truth, weights=None,
             expect={"verdict": answer, **{k: hexed(v) for k, v in expected.items()}}, tolerance=1e-7)

    for average in ("instance", "macro", "micro"):
        worth(f"{average}, at a prevalence", "f1", average, table, options={"prevalence": [0.25], "training_prior": [0.5]})
    worth("at a prevalence per label", "f1", "macro", table,
          options={"prevalence": [0.5, 0.125, 0.75], "training_prior": [0.25, 0.5, 0.25]})

    for spec in ("f1", "jaccard", "balanced_accuracy"):
        for z in (0, 1):
            worth(f"blocks of two, {spec}, z={z}", spec, "instance", [[0.44, 0.36, 0.1], [0.9, 0.15, 0.32], [0.31, 0.55, 0.62]],
                  z=z, options={"design_effect": 2})

    def refused(name, message, status="ARGUMENT", **fields):
        given = {"metric": "f1", "average": "macro", "kind": "independent", "table": [[0.5, 0.25], [0.1, 0.75]], **fields}
        error(f"worth, {name}", "worth", status, message, zero_division=1, **given)

    refused("not a number", "probabilities[1][0] is nan: must lie in [0, 1]", table=[[0.5, 0.25], ["nan", 0.75]])
    refused("above 1", "probabilities[0][1] is 1.5: must lie in [0, 1]", table=[[0.5, 1.5], [0.1, 0.75]])
    refused("negative weight", "weights[1] is -1: must be finite and at least 0", average="instance",
            weights=[1.0, -1.0])
    refused("weights of a macro average", "weights with average macro: require average instance; leave rows out of the table instead", "UNSUPPORTED", weights=[1.0, 1.0])
    refused("truth that is none", "truth[1][0] is 2: must be 0 or 1", truth=[[0, 1], [2, 0]])
