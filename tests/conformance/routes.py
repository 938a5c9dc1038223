"""The cases on model cascades and on which rows to label. Routes by every chain of stages and every threshold of each,
in exact arithmetic; drawn rows, certificates and labelling by their definitions, step by step."""

import math
import random
from fractions import Fraction
from itertools import combinations, product
from statistics import NormalDist

import mersenne
from mersenne import MASK
from thresholds import tail

INF = math.inf
NONE = "nan"  # a confidence or a probability that there is not
POSITIVES = ("precision", "recall", "f")
DEFAULTS = {"goal": "cost", "measure": "accuracy", "beta": 1, "positive": 1, "min_quality": 0.95, "budget": None,
            "right_value": 1, "wrong_cost": 0, "by": "none", "router": 0, "certify": None, "pilot": 0.3,
            "max_weight": None, "equal_weights": 0, "batch_size": 100, "min_probability": 0.1, "seed": "0"}


# ---- Rows ----------------------------------------------------------------------------------------------------------------


def stages(confidences, **columns):
    """n_stages and what is fed; a column that is None is not given."""
    n_stages = columns.pop("n_stages", len(confidences[0]) if confidences else 2)
    return {"n_stages": n_stages, "confidences": confidences, **{k: v for k, v in columns.items() if v is not None}}


class Table:
    def __init__(self, given, asked):
        self.given, self.k, self.n = given, given["n_stages"], len(given["confidences"])
        self.asked = {**DEFAULTS, **asked}
        self.truth = list(given.get("truth", [-1] * self.n))
        self.right = [list(row) for row in given.get("right", [])]
        given_p = given.get("label_probabilities")
        self.probability = [None if given_p is None or p == NONE else Fraction(p) for p in given_p or [NONE] * self.n]
        self.batch, self.batches = [0] * self.n, 0
        self.sums = {}

    def weight(self, i):
        return Fraction(self.given["weights"][i]) if "weights" in self.given else Fraction(1)

    def cost(self, i, s):
        return Fraction(self.given["costs"][i][s]) if "costs" in self.given else Fraction(1)

    def sure(self, i, s):
        """None if a stage never answers."""
        x = self.given["scores"][i] if self.asked["router"] else self.given["confidences"][i][s]
        return None if x == NONE else x

    def answer(self, i, s):
        return self.given["answers"][i][s]

    def labelled(self, i):
        return self.truth[i] >= 0 if "answers" in self.given else self.right[i][0] != NONE

    def label(self, i):
        last = self.answer(i, self.k - 1)
        return last if self.asked["measure"] == "agreement" and last >= 0 else self.truth[i]

    def judged(self, i):
        return self.label(i) >= 0 if "answers" in self.given else self.labelled(i)

    def is_right(self, i, s):
        if self.asked["measure"] == "agreement" and s == self.k - 1:
            return Fraction(1)
        if "answers" not in self.given:
            return Fraction(self.right[i][s])
        return Fraction(self.answer(i, s) == self.label(i))

    def counts(self, i, s):
        """Numerator and denominator that one labelled row adds to the quality, before weights."""
        measure = self.asked["measure"]
        if measure not in POSITIVES:
            return self.is_right(i, s), Fraction(1)
        said, is_ = (Fraction(x == self.asked["positive"]) for x in (self.answer(i, s), self.truth[i]))
        square = Fraction(self.asked["beta"]) ** 2
        return {"precision": (said * is_, said), "recall": (said * is_, is_),
                "f": ((1 + square) * said * is_, said + square * is_)}[measure]

    def adds(self, i, s):
        """What a row adds that stage s answers: quality's numerator and denominator."""
        if not self.judged(i):
            return Fraction(0), Fraction(0)
        a, b = self.counts(i, s)
        w = self.weight(i) / (self.probability[i] or 1)
        return a * w, b * w


def quality(a, b):
    return a / b if b else Fraction(1)


def answering(thresholds, row, table):
    """The stage that answers, and the cost."""
    asked = [s for s in range(table.k) if thresholds[s] is not None]
    spent = Fraction(0)
    for s in asked:
        spent += table.cost(row, s)
        sure = table.sure(row, s)
        if s == asked[-1] or sure is not None and sure >= thresholds[s]:
            return s, table.cost(row, s) if table.asked["router"] else spent
    raise ValueError


def total(table, rows, thresholds):
    """(cost, a, b) of rows under the thresholds of a group."""
    cost = a = b = Fraction(0)
    for i in rows:
        s, spent = answering(thresholds, i, table)
        more = table.adds(i, s)
        cost, a, b = cost + spent * table.weight(i), a + more[0], b + more[1]
    return cost, a, b


# ---- The best route ------------------------------------------------------------------------------------------------------


def policies(table, rows, first):
    """Every chain and every threshold: single stages, pairs, longer chains in the order of the sets as binary numbers;
    thresholds from the highest down, those of the first stage slowest."""
    chains = [[s] for s in range(table.k)] + [list(pair) for pair in combinations(range(table.k), 2)]
    chains += [chain for chain in ([s for s in range(table.k) if set_ >> s & 1] for set_ in range(1 << table.k))
               if len(chain) > 2]
    for chain in chains:
        if first is not None and chain[0] != first:
            continue
        levels = [[INF] + sorted({table.sure(i, s) for i in rows if table.sure(i, s) is not None}, reverse=True)
                  for s in chain[:-1]]
        for chosen in product(*levels):
            out = [None] * table.k
            for s, threshold in zip(chain, chosen):
                out[s] = threshold
            out[chain[-1]] = -INF
            yield out


def kept(points, merit):
    """points: (sums, choice). By ascending cost those of a merit above all before; of equal ones the first."""
    order = sorted(range(len(points)), key=lambda i: (points[i][0][0], -merit(points[i][0]), i))
    out, best = [], None
    for i in order:
        value = merit(points[i][0])
        if best is None or value > best:
            best = value
            out.append(points[i])
    return out


def undominated(points):
    """The same of quotients that are added up over groups: by ascending cost what no other has a, and b - a, at least as
    good of, at no more cost; of equal ones the first."""
    order = sorted(range(len(points)), key=lambda i: (points[i][0][0], -points[i][0][1], points[i][0][2], i))
    out = []
    for i in order:
        _, a, b = points[i][0]
        if not any(s[1] >= a and s[2] - s[1] <= b - a for s, _ in out):
            out.append(points[i])
    return out


def plus(x, y):
    return tuple(p + q for p, q in zip(x, y))


class Search:
    """The routes of rows that no other beats, and the best. choices: the thresholds of each group."""

    def __init__(self, table, rows):
        self.table, asked = table, table.asked
        rows = [i for i in rows if table.weight(i) > 0]
        self.weight = sum(table.weight(i) for i in rows)
        self.by_class = asked["by"] == "class"
        grouped = asked["by"] != "none"
        by_quality = lambda points: kept(points, lambda s: quality(s[1], s[2]))
        best_of = by_quality
        if grouped:
            best_of = undominated if asked["measure"] in ("precision", "f") else lambda points: kept(points, lambda s: s[1])
        self.points, self.all = [], []
        for first in range(table.k) if self.by_class else [None]:
            groups = [rows]
            if asked["by"] == "segment" or self.by_class and first + 1 < table.k:
                of = [table.given["segments"][i] if asked["by"] == "segment" else table.answer(i, first) for i in rows]
                groups = [[i for i, g in zip(rows, of) if g == one] for one in range(max(of) + 1)]
            added, every = None, {(Fraction(0),) * 3}
            for members in groups:
                own = [(total(table, members, t), t) for t in policies(table, members, first)]
                every = {plus(x, y[0]) for x in every for y in own}
                own = best_of(own)
                if not members:
                    nothing = [None] * (table.k - 1) + [-INF]
                    if self.by_class and first + 1 < table.k:
                        nothing[first] = INF
                    own = [((Fraction(0),) * 3, nothing)]
                added = [(s, [t]) for s, t in own] if added is None else best_of(
                    [(plus(x[0], y[0]), x[1] + [y[1]]) for x in added for y in own])
            self.points += added
            self.all += every
        self.points = by_quality(self.points)

    def holds(self, sums):
        asked = self.table.asked
        if asked["goal"] == "cost":
            return sums[2] == 0 or sums[1] - Fraction(asked["min_quality"]) * sums[2] >= -sums[2] * Fraction(1, 10**12)
        return asked["goal"] == "value" or sums[0] <= Fraction(asked["budget"]) * self.weight

    def value(self, sums):
        right, wrong = (Fraction(self.table.asked[name]) for name in ("right_value", "wrong_cost"))
        return quality(sums[1], sums[2]) * (right + wrong) - wrong - sums[0] / self.weight

    def key(self, sums):
        """Greater is better."""
        goal, good = self.table.asked["goal"], quality(sums[1], sums[2])
        if goal == "value":
            return (self.value(sums),)
        holds = self.holds(sums)
        return (holds, -sums[0], good) if (goal == "cost") == holds else (holds, good, -sums[0])

    def best(self):
        best = max(range(len(self.points)), key=lambda i: (self.key(self.points[i][0]), -i))
        if self.key(self.points[best][0]) != max(map(self.key, self.all)):
            raise ValueError("another route is better")
        return best

    def envelope(self):
        return kept(self.points, lambda s: quality(s[1], s[2]))


def on_hull(points):
    """Of (cost, quality) by ascending cost; None if a point lies within an edge, so that rounding would decide."""
    hull = []
    for x in points:
        while len(hull) > 1:
            (c0, q0), (c1, q1) = hull[-2:]
            over, under = (q1 - q0) * (x[0] - c0), (x[1] - q0) * (c1 - c0)
            if over == under:
                return None
            if over > under:
                break
            hull.pop()
        hull.append(x)
    return [int(x in hull) for x in points]


class Route:
    def __init__(self, table, thresholds, by):
        self.k, self.by, self.router = table.k, by, table.asked["router"]
        self.thresholds = thresholds

    def group(self, table, i):
        if self.by == "segment":
            return table.given["segments"][i]
        if self.by == "class":
            first = next(s for s in range(self.k) if self.thresholds[0][s] is not None)
            return table.answer(i, first) if first + 1 < self.k else 0
        return 0

    def of_group(self, g):
        if 0 <= g < len(self.thresholds):
            return self.thresholds[g]
        out = [None] * (self.k - 1) + [-INF]
        if self.by == "class":
            out[next(s for s in range(self.k) if self.thresholds[0][s] is not None)] = INF
            out[-1] = -INF
        return out

    def answers(self, table, i):
        return answering(self.of_group(self.group(table, i)), i, table)

    def evaluate(self, table):
        cost = a = b = full_cost = full_a = full_b = Fraction(0)
        shares, rows, labels = [Fraction(0)] * self.k, 0, 0
        last = self.k - 1
        for i in range(table.n):
            w = table.weight(i)
            if not w:
                continue
            s, spent = self.answers(table, i)
            more, full = table.adds(i, s), table.adds(i, last)
            cost, a, b = cost + w * spent, a + more[0], b + more[1]
            full_cost, full_a, full_b = full_cost + w * table.cost(i, last), full_a + full[0], full_b + full[1]
            shares[s] += w
            rows, labels = rows + 1, labels + table.judged(i)
        whole = sum(shares)
        known = labels > 0
        return {"n_rows": rows, "n_labelled": labels, "cost": cost / whole, "full_cost": full_cost / whole,
                "quality": quality(a, b) if known else None, "full_quality": quality(full_a, full_b) if known else None,
                "shares": [s / whole for s in shares]}


# ---- Certificates --------------------------------------------------------------------------------------------------------


def mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def seeded(seed, number):
    return (int(seed) * 0x9E3779B97F4A7C15 + number) & MASK


class Certificate:
    """Path, tests, and what comes out, as docs/guides/model-cascades.md has them."""

    def __init__(self, table):
        self.table, asked = table, table.asked
        self.q, self.delta = asked["min_quality"], 1 - asked["certify"]
        placed, self.pilot = [], []
        for i in range(table.n):
            if not table.weight(i):
                continue
            order = mix(seeded(asked["seed"], mix(i + 1)))
            if table.batch[i] <= 1 if table.batches else order < int(asked["pilot"] * 2.0**64):
                self.pilot.append(i)
            else:
                placed.append((table.batch[i], mix(order), i))
        self.tests = [i for _, _, i in sorted(placed)]
        every = self.pilot + self.tests
        known = any(table.probability[i] is not None for i in every)
        equal = asked["equal_weights"] or "weights" not in table.given
        self.most_weight = asked["max_weight"] or float(table.weight(every[0]))
        self.least_probability = asked["min_probability"] if known else 1.0
        measure = asked["measure"]
        self.counted = equal and asked["max_weight"] in (None, 1) and not known and measure != "f"
        self.by_loss = known and measure in ("accuracy", "agreement", "precision")

    def stake(self, route, i):
        """None if the row takes no part."""
        table, asked, q = self.table, self.table.asked, self.q
        w, p, known = float(table.weight(i)), table.probability[i], table.judged(i)
        s = route.answers(table, i)[0]
        a, b = map(float, table.counts(i, s)) if known else (0.0, 0.0)
        if self.by_loss:
            precise = asked["measure"] == "precision"
            if p is None or precise and table.answer(i, s) != asked["positive"]:
                return None
            error = (1 - a if precise else 1 - float(table.is_right(i, s))) if known else 0.0
            return w * ((1 - q) - error / float(p)) / (
                self.most_weight * max(1 / self.least_probability - (1 - q), 1 - q))
        if not known or b == 0:
            return None
        lost = q * max(1.0, asked["beta"] ** 2) if asked["measure"] == "f" else q
        return w / float(p or 1) * (a - q * b) / (self.most_weight / self.least_probability * lost)

    def uniform(self, i):
        """Below which the share of a right answer counts as one."""
        return (mix((mix((int(self.table.asked["seed"]) + 0x9E3779B97F4A7C15) & MASK) + (~i & MASK)) & MASK) >> 11) * 2.0**-53

    def passes(self, route):
        table = self.table
        if self.counted:
            rows = [i for i in self.tests if table.judged(i)]
            counts = [table.counts(i, route.answers(table, i)[0]) for i in rows]
            a, b = sum(self.uniform(i) < float(x[0]) for i, x in zip(rows, counts)), sum(x[1] for x in counts)
            chance = tail(int(b), int(a), Fraction(self.q))
            if abs(chance - Fraction(self.delta)) < Fraction(1, 10**9):
                raise ValueError("rounding would decide")
            return chance <= Fraction(self.delta)
        before = [z for z in (self.stake(route, i) for i in self.pilot) if z is not None]
        total_, squares, capital = sum(before), sum(z * z for z in before), 0.0
        most = 0.0
        for i in self.tests:
            z = self.stake(route, i)
            if z is None:
                continue
            capital += math.log1p(min(max(total_ / (squares + 1), 0.0), 0.95) * z)
            most = max(most, capital)
            total_, squares = total_ + z, squares + z * z
        if abs(most - math.log(1 / self.delta)) < 1e-9:
            raise ValueError("rounding would decide")
        return most > math.log(1 / self.delta)

    def labels_needed(self, sums, pilot_labels, test_labels):
        good, q = float(quality(sums[1], sums[2])), self.q
        if not good > q:
            return INF
        spread = math.sqrt(max(good * (1 - good), 1 / (pilot_labels + 2)))
        needed = (NormalDist().inv_cdf(self.table.asked["certify"]) + 0.84) * spread / (good - q)
        found = max(needed * needed, math.log(self.delta) / math.log(q)) - test_labels
        if found > 0 and abs(found - round(found)) < 1e-6:
            raise ValueError("rounding would decide")
        return max(1, math.ceil(found))

    def chosen(self):
        """The route, its envelope, certified, labels_needed."""
        table, asked, q = self.table, self.table.asked, self.q
        by = "segment" if asked["by"] == "segment" else "none"
        last = Route(table, [[None] * (table.k - 1) + [-INF]], by)
        last.router = 0
        agrees = asked["measure"] == "agreement"
        pilot_labels, test_labels = (sum(map(table.judged, part)) for part in (self.pilot, self.tests))
        if not pilot_labels:
            return last, [], agrees, INF
        search = Search(table, self.pilot)
        points, n = search.points, pilot_labels
        surest = cheapest = None
        most = -INF
        for i, (sums, _) in enumerate(points):
            good = float(quality(sums[1], sums[2]))
            sure = (good - q) / math.sqrt(max(good * (1 - good), 1 / (n + 2)) / n)
            if sure > most + 1e-9 and (most < 6 or i == 0):
                most, surest = sure, i
            if cheapest is None and sure >= -1:
                cheapest = i
        full = sum(table.weight(i) * table.cost(i, table.k - 1) for i in self.pilot)
        needed = min([self.labels_needed(s, pilot_labels, test_labels) for s, _ in points if s[0] < full], default=INF)
        cheapest = surest if cheapest is None or cheapest > surest else cheapest
        found = None
        for i in range(surest, cheapest - 1, -1):
            candidate = Route(table, points[i][1], asked["by"])
            if not self.passes(candidate):
                break
            found = candidate
        if found is None:
            return last, search.envelope(), agrees, needed
        return found, search.envelope(), True, 0


# ---- Rows to label next --------------------------------------------------------------------------------------------------


def ask(table):
    """The rows of the next batch; the table keeps their probabilities."""
    asked, batch = table.asked, table.batches + 1
    labelled = [i for i in range(table.n) if table.judged(i) and table.weight(i)]
    rows = [i for _, i in sorted((mix(seeded(asked["seed"], mix(~i & MASK))), i) for i in range(table.n)
                                 if table.probability[i] is None and not table.labelled(i) and table.weight(i))]
    chance = lambda i: 1.0
    if labelled:
        question = Table(table.given, {**asked, "goal": "cost"})
        question.truth, question.right, question.probability = table.truth, table.right, table.probability
        search = Search(question, labelled)
        route = Route(question, search.points[search.best()][1], asked["by"])
        chance = of_errors(table, route)
    out, expected = [], 0.0
    for i in rows:
        if expected >= asked["batch_size"]:
            break
        p = min(max(chance(i), asked["min_probability"]), 1.0)
        u = (mix((mix(seeded(asked["seed"], batch)) + mix(i + 1)) & MASK) >> 11) * 2.0**-53
        if abs(u - p) < 1e-9:
            raise ValueError("rounding would decide")
        table.probability[i], table.batch[i] = Fraction(p), batch
        expected += p
        if u < p:
            out.append(i)
    if rows:
        for i in range(table.n):  # what was labelled before was chosen
            if table.probability[i] is None and table.labelled(i):
                table.probability[i] = Fraction(1)
        table.batches = batch
    return sorted(out)


def of_errors(table, route, strata=8):
    """The root of each row's chance of a wrong answer, over the greatest: by stage and stratum of its confidence."""
    answers = [route.answers(table, i)[0] for i in range(table.n)]
    bounds = []
    for s in range(table.k):
        own = sorted(table.sure(i, s) for i in range(table.n) if answers[i] == s and table.sure(i, s) is not None)
        bounds.append([own[k * len(own) // strata] for k in range(1, strata)] if own else [])

    def cell(i):
        x = table.sure(i, answers[i])
        return answers[i], 0 if x is None else sum(b <= x for b in bounds[answers[i]])

    wrong, labels, all_wrong, all_labels = {}, {}, 0.5, 1
    for i in range(table.n):
        if table.judged(i):
            error = 1 - float(table.is_right(i, answers[i]))
            wrong[cell(i)], labels[cell(i)] = wrong.get(cell(i), 0) + error, labels.get(cell(i), 0) + 1
            all_wrong, all_labels = all_wrong + error, all_labels + 1

    def of(i):
        if table.asked["measure"] == "agreement" and answers[i] == table.k - 1:
            return 0.0
        return (wrong.get(cell(i), 0) + 2 * all_wrong / all_labels) / (labels.get(cell(i), 0) + 2)

    most = max(map(of, range(table.n)))
    return lambda i: math.sqrt(of(i) / most) if most else 1.0


# ---- Labelling of one table ----------------------------------------------------------------------------------------------


class Stratum:
    def __init__(self, first):
        self.first = self.last = first
        self.prior, self.rate, self.weight, self.labelled, self.events = 0.0, 0.0, 1.0, 0, 0
        self.left = []


class Labelling:
    """Rows from the highest chance down or drawn; the capital against each number of events, by its definition."""

    def __init__(self, chances, quality, target, confidence, seed):
        self.chances, self.quality, self.target, self.delta = chances, quality, target, 1 - confidence
        self.goal = -math.log(self.delta)
        n = self.n = self.left = len(chances)
        self.random = mersenne.stream(seed, 0)
        self.order = sorted(range(n), key=lambda i: (-chances[i], i))
        self.strata, self.stratum_of, self.taken = [], [0] * n, [False] * n
        self.draws, self.edge, self.found, self.waiting = [], 0, 0, []
        roots, count = sum(map(math.sqrt, chances)), min(max(n // 8, 1), 64)
        mass, before = 0.0, None
        for at, row in enumerate(self.order):
            part = min(count - 1, int(mass * count))
            if before is None or part > before:
                self.strata.append(Stratum(at))
                before = part
            mass += (1 / n + (math.sqrt(chances[row]) / roots if roots > 0 else 1 / n)) / 2
            own = self.strata[-1]
            own.last, own.prior = at + 1, own.prior + chances[row]
            own.left.append(at)
            self.stratum_of[at] = len(self.strata) - 1
        for own in self.strata:
            own.prior /= own.last - own.first
        self.done = self.left <= self.allowed()

    def allowed(self, found=None):
        found = self.found if found is None else found
        room = {"accuracy": (1 - self.target) * self.n, "recall": found / self.target - found,
                "precision": (1 - self.target) * (self.n - found)}[self.quality]
        return math.floor(room + 1e-9)

    def capital(self, events, greatest):
        logarithm, best = 0.0, 0.0
        for share, bet, found, left in self.draws:
            factor = 1 - bet * (share - (events - found) / left)
            if not factor > 0:
                return best if greatest else -INF
            logarithm += math.log(factor)
            best = max(best, logarithm)
        return best if greatest else logarithm

    def bound(self):
        """Every number of events that is not refused."""
        if self.done and not self.left:
            return 0
        return max([m for m in range(self.left + 1) if self.capital(self.found + m, True) < self.goal], default=0)

    def numbers(self):
        return {"certified": int(self.done), "n_rows": self.n, "n_labelled": self.n - self.left, "n_drawn": len(self.draws),
                "n_events": self.found, "n_allowed": self.allowed(), "max_events": self.bound(),
                "cutoff": self.chances[self.order[self.edge - 1]] if self.edge else 1}

    def think(self):
        expected = 1 + sum(s.prior * s.labelled for s in self.strata)
        scale = min(max((1 + sum(s.events for s in self.strata)) / expected, 0.05), 20.0)
        blocks = []  # sum, count, strata: rates fall
        for s in self.strata:
            one = [s.events + 4 * min(1.0, scale * s.prior), s.labelled + 4.0, 1]
            while blocks and blocks[-1][0] * one[1] <= one[0] * blocks[-1][1]:
                one = [x + y for x, y in zip(one, blocks.pop())]
            blocks.append(one)
        rates = [b[0] / b[1] for b in blocks for _ in range(b[2])]
        for s, rate in zip(self.strata, rates):
            s.rate = rate

    def plan(self):
        all_ = sum(s.rate * len(s.left) for s in self.strata)
        typical = max(1.0, min(all_, self.allowed(self.found + all_))) / max(1.0, self.left)
        knots = [self.found + all_ * (i / 8) ** 2 for i in range(9)]
        at = [m + self.allowed(m) + 1 for m in knots]
        capital = [self.capital(m, False) for m in at]

        def capital_at(m):
            i = 0
            while i + 2 < 9 and at[i + 1] < m:
                i += 1
            if not capital[i] > -INF or at[i + 1] <= at[i]:
                return capital[i]
            return capital[i] + (capital[i + 1] - capital[i]) * min(max((m - at[i]) / (at[i + 1] - at[i]), 0.0), 1.0)

        best, least = {"edge": self.n, "draws": 0.0, "spread": -1, "events": 0.0}, INF
        for spread in (-1, typical, typical / 4, typical / 16):
            rows_left = weights = shares = events = 0.0
            lightest = INF
            for s in reversed(self.strata):
                if not s.left:
                    continue
                size, weight = len(s.left), 1.0 if spread < 0 else math.sqrt(s.rate + spread)
                lightest = min(lightest, weight)
                for part in range(1, 5):
                    kept_ = size * part / 4
                    n, w, u = rows_left + kept_, weights + kept_ * weight, events + kept_ * s.rate
                    found_then = self.found + all_ - u
                    allowed_then, draws = self.allowed(found_then), 0.0
                    if n > allowed_then:
                        c = u / (allowed_then + 1)
                        if c >= 1:
                            break
                        need = self.goal - capital_at(found_then + allowed_then + 1)
                        mean = ((shares + kept_ * s.rate / weight) * w / (n * u)) if u > 0 else w / (n * weight)
                        most, wanted = 0.9 * lightest * n / w, (1 - c) / mean
                        if wanted <= most:
                            growth = (allowed_then + 1) / n / mean * (1 - c + (c * math.log(c) if c > 0 else 0))
                        else:
                            growth = most * (allowed_then + 1) / n + u / (n * mean) * math.log1p(-min(0.99, most * mean))
                        if not growth > 0:
                            break
                        draws = need / growth if need > 0 else 0.0
                        if not draws < n:
                            continue
                    if self.left - n + draws < least:
                        least = self.left - n + draws
                        edge, over = s.last, int(kept_)
                        while edge > s.first and over > 0:
                            edge -= 1
                            over -= not self.taken[edge]
                        best = {"edge": edge, "draws": draws, "spread": spread, "events": found_then + allowed_then + 1}
                rows_left, weights = rows_left + size, weights + size * weight
                shares, events = shares + size * s.rate / weight, events + size * s.rate
        return best

    def take(self, s, place, share, bet):
        at = s.left[place]
        s.left[place] = s.left[-1]  # the last takes its place
        s.left.pop()
        self.taken[at] = True
        self.waiting.append((at, share, bet))

    def next(self, most):
        if self.waiting or self.done:
            return self.rows()
        self.think()
        plan = self.plan()
        in_order = 0
        if len(self.draws) < 30:
            draws = 30
        else:
            in_order = sum(not self.taken[i] for i in range(self.edge, plan["edge"]))
            if in_order > 16:
                in_order = max(16, in_order // 3)
            draws = max(8, int(plan["draws"] / 6)) if plan["draws"] > 0 else 0
            if not in_order and not draws:
                in_order = 1
        left = min(in_order, most)
        while left > 0 and self.edge < self.n:
            if not self.taken[self.edge]:
                s = self.strata[self.stratum_of[self.edge]]
                self.take(s, s.left.index(self.edge), 0, 0)
                left -= 1
            self.edge += 1
        draws = min(draws, most - len(self.waiting))
        if draws > 0:
            for s in self.strata:
                s.weight = 1.0 if plan["spread"] < 0 else math.sqrt(s.rate + plan["spread"])
            self.draw(draws, plan)
        return self.rows()

    def draw(self, count, plan):
        n = sum(len(s.left) for s in self.strata)
        weights = sum(len(s.left) * s.weight for s in self.strata)
        shares = sum(len(s.left) * s.rate / s.weight for s in self.strata)
        events = sum(len(s.left) * s.rate for s in self.strata)
        outstanding, bet = plan["events"] - self.found, 0.0
        if events > 0 and outstanding > events:
            bet = (1 - events / outstanding) * n * events / (shares * weights)
        mass = weights
        while count > 0 and n > 0:
            point = self.random.uniform() * mass
            kept_ = [s for s in self.strata if s.left]
            lightest, mass = min(s.weight for s in kept_), sum(len(s.left) * s.weight for s in kept_)
            for s in kept_:
                if point < len(s.left) * s.weight:
                    break
                point -= len(s.left) * s.weight
            place = int(min(len(s.left) - 1, math.floor(self.random.uniform() * len(s.left))))
            self.take(s, place, mass / (n * s.weight), min(bet, 0.9 * n * lightest / mass))
            mass, n, count = mass - s.weight, n - 1, count - 1

    def rows(self):
        return [self.order[at] for at, _, _ in self.waiting]

    def answer(self, events):
        for (at, share, bet), event in zip(self.waiting, events):
            if share > 0:
                self.draws.append((share if event else 0.0, bet, self.found, self.left))
            s = self.strata[self.stratum_of[at]]
            s.labelled, s.events = s.labelled + 1, s.events + event
            self.found, self.left = self.found + event, self.left - 1
        self.waiting = []
        refused = self.capital(self.found + self.allowed() + 1, True)
        if abs(refused - self.goal) < 1e-9:
            raise ValueError("rounding would decide")
        self.done = self.left <= self.allowed() or refused >= self.goal


# ---- Cases ---------------------------------------------------------------------------------------------------------------


def expectation(table, hexed):
    """What a route of the table is to be."""
    asked = table.asked
    certified, needed = 0, None
    if asked["certify"] is None:
        search = Search(table, range(table.n))
        best = search.best()
        route, envelope = Route(table, search.points[best][1], asked["by"]), search.envelope()
        whole, theorem = search.weight, "none"
    else:
        test = Certificate(table)
        route, envelope, certified, needed = test.chosen()
        whole = sum(table.weight(i) for i in test.pilot)
        theorem = "tested-path" if test.counted else "bets"
    found = route.evaluate(table)
    holds = Search.holds
    limit = type("", (), {"table": table, "weight": Fraction(1), "holds": holds})()
    feasible = limit.holds((found["cost"], found["quality"], Fraction(1)))
    points = [(s[0] / whole, quality(s[1], s[2])) for s, _ in envelope]
    out = {"words": {"by": route.by, "goal": asked["goal"], "measure": asked["measure"], "theorem": theorem},
           "numbers": {"n_stages": table.k, "n_groups": len(route.thresholds), "router": route.router,
                       **{name: found[name] for name in ("n_rows", "n_labelled", "cost", "quality", "full_cost", "full_quality")},
                       "feasible": int(feasible), "exact": 1, "certify": asked["certify"], "certified": int(certified),
                       "labels_needed": needed},
           "thresholds": [[None if t is None else t for t in group] for group in route.thresholds],
           "shares": found["shares"]}
    out["numbers"] = {name: hexed(x) for name, x in out["numbers"].items()}
    out["thresholds"], out["shares"] = hexed(out["thresholds"]), hexed(out["shares"])
    out["envelope_cost"], out["envelope_quality"] = hexed([p[0] for p in points]), hexed([p[1] for p in points])
    hull = on_hull(points)
    if hull is not None:
        out["envelope_hull"] = hull
    out["stages"] = [route.answers(table, i)[0] for i in range(table.n)]
    return out, route


def random_stages(rng, n, k, *, levels=8, classes=2, right=False, weighted=False, costly=False, sampled=False,
                  segments=0, scores=False, gaps=False):
    truth = [rng.randrange(classes) for _ in range(n)]
    confidences = [[rng.randrange(1, levels + 1) / levels for _ in range(k)] for _ in range(n)]
    answers = []
    for i in range(n):
        own = []
        for s in range(k):
            good = 0.95 if s + 1 == k else 0.2 + 0.75 * confidences[i][s] + 0.1 * s
            own.append((truth[i] + (rng.random() >= good) * rng.randrange(1, classes)) % classes)
        answers.append(own)
    if gaps:
        for row in confidences:
            for s in range(k - 1):
                if rng.random() < 0.15:
                    row[s] = NONE
    columns = {"costs": [[(rng.randrange(1, 4) if costly else 1) * 4**s for s in range(k)] for _ in range(n)]}
    if weighted:
        columns["weights"] = [rng.randrange(4) if i else 2 for i in range(n)]
    if sampled:
        columns["label_probabilities"] = [rng.choice([0.25, 0.5, 1]) for _ in range(n)]
        truth = [is_ if i == 0 or rng.random() < p else -1
                 for i, (is_, p) in enumerate(zip(truth, columns["label_probabilities"]))]
    if segments:
        columns["segments"] = [rng.randrange(segments) for _ in range(n)]
    if scores:
        columns["scores"] = [rng.randrange(levels) / 2 for _ in range(n)]
    if right:
        columns["right"] = [[min(4, rng.randrange(3) + int(2 * sure) + s) / 4 for s, sure in enumerate(row)]
                            for row in confidences]
    else:
        columns.update(answers=answers, truth=truth)
    return stages(confidences, **columns)


def chosen_cases(case, hexed):
    def route(name, given, other=None, next_=None, **asked):
        table = Table(given, asked)
        wanted, found = expectation(table, hexed)
        fields = {}
        if other is not None:
            judged = Table(other, {k: v for k, v in asked.items() if k in ("measure", "beta", "positive", "router")})
            judged.asked["router"] = found.router
            one = found.evaluate(judged)
            wanted["evaluated"] = {name: hexed(one[name]) for name in ("cost", "quality")}
            wanted["evaluated"]["shares"] = hexed(one["shares"])
            fields["other"] = other
        if next_ is not None:
            fields["next"], wanted["next"] = [n[:3] for n in next_], [n[3] for n in next_]
        case("routes", name, "route", stages=given, asked=asked, expect=wanted, **fields)

    rng = random.Random(20)
    for goal in ({"min_quality": 0.75}, {"goal": "quality", "budget": 5}, {"goal": "value", "right_value": 16,
                                                                           "wrong_cost": 2}):
        word = goal.get("goal", "cost")
        route(f"goal {word}", random_stages(rng, 12, 2, costly=True), random_stages(rng, 9, 2, costly=True), **goal)
        route(f"goal {word}, three stages", random_stages(rng, 9, 3, levels=4, costly=True), **goal)
        route(f"goal {word}, weights and sampled labels", random_stages(rng, 14, 2, weighted=True, sampled=True), **goal)
    for measure in ("agreement", "precision", "recall", "f"):
        route(f"measure {measure}", random_stages(rng, 14, 2, costly=True), random_stages(rng, 8, 2, costly=True),
              measure=measure, min_quality=0.75, **({"beta": 2} if measure == "f" else {}))
    route("measure precision within a budget", random_stages(rng, 12, 2), measure="precision", goal="quality", budget=4)
    route("positive is another class", random_stages(rng, 12, 2, classes=3), measure="recall", positive=2, min_quality=0.5)
    route("right instead of answers", random_stages(rng, 10, 3, levels=4, right=True, weighted=True), min_quality=0.5)
    route("stages that never answer some rows", random_stages(rng, 10, 3, levels=4, gaps=True), min_quality=0.75)
    route("by class", random_stages(rng, 14, 2, classes=3, levels=4), random_stages(rng, 8, 2, classes=4), by="class",
          min_quality=0.75)
    route("by class, three stages", random_stages(rng, 8, 3, levels=2), by="class", goal="quality", budget=5)
    route("by segment", random_stages(rng, 14, 2, segments=3, levels=4), random_stages(rng, 8, 2, segments=5),
          by="segment", min_quality=0.75)
    route("by segment, precision", random_stages(rng, 12, 2, segments=2, levels=4), by="segment", measure="precision",
          min_quality=0.75)
    extra = random.Random(21)
    for measure in ("precision", "f"):
        route(f"by segment, the best {measure} within a budget", random_stages(extra, 10, 2, segments=2, levels=4),
              by="segment", measure=measure, goal="quality", budget=3)
        route(f"by class, {measure}, three stages", random_stages(extra, 7, 3, levels=2), by="class", measure=measure,
              min_quality=0.75)
        wrong = random_stages(extra, 10, 2, segments=2, levels=4)
        wrong["answers"] = [[a, 1 - t if i % 3 else t] for i, ((a, _), t) in enumerate(zip(wrong["answers"], wrong["truth"]))]
        route(f"by segment, {measure} out of reach", wrong, by="segment", measure=measure, min_quality=1)
    expensive = random_stages(extra, 8, 3, levels=4, costly=True)
    expensive["costs"][3] = [0.5, 1e18, 1e18]
    route("a large cost beside small ones, three stages", expensive, min_quality=0.75)
    expensive = random_stages(extra, 8, 2, levels=8, costly=True)
    expensive["costs"][5][1] = 1e18
    route("a large cost beside small ones", expensive, min_quality=0.75)
    light = random_stages(extra, 8, 2, levels=8, costly=True)
    light["weights"], light["costs"] = [1e-300] * 8, [[1e-300, 4e-300]] * 8
    route("weights and costs of 1e-300", light, min_quality=0.75)
    empty = random_stages(rng, 8, 2, segments=2, levels=4)
    empty["segments"] = [2 * g for g in empty["segments"]]
    route("a segment without rows", empty, by="segment", min_quality=0.75)
    route("a router", random_stages(rng, 14, 3, scores=True, costly=True), random_stages(rng, 8, 3, scores=True), router=1,
          min_quality=0.75)
    route("a router by segment", random_stages(rng, 12, 2, scores=True, segments=2, levels=4), router=1, by="segment",
          goal="value", right_value=6)
    # Ties.
    route("confidences that tie", stages([[0.5, 1], [0.5, 1], [0.5, 1], [0.25, 1]], answers=[[1, 1], [0, 1], [1, 1], [0, 1]],
                                         truth=[1, 1, 1, 1], costs=[[1, 4]] * 4), min_quality=0.5,
          next_=[[0, -1, "nan", 0], [0, 0, 0.5, -1], [0, 0, 0.25, -1], [0, 1, 0, -1], [7, -1, 0, 1]])
    route("quality exactly at the limit", stages([[0.9, 1], [0.8, 1], [0.7, 1], [0.6, 1]],
                                                 answers=[[1, 1], [1, 1], [0, 1], [0, 1]], truth=[1, 1, 1, 1],
                                                 costs=[[1, 4]] * 4), min_quality=0.75,
          next_=[[0, -1, 0, 0], [0, 0, 0.9, -1], [0, 0, 0.7, -1], [0, 0, 0.65, 1], [0, 0, "nan", 1]])
    route("routes that are alike", stages([[0.5, 0.5, 1], [0.25, 0.75, 1]], answers=[[1, 1, 1], [1, 1, 1]], truth=[1, 1],
                                          costs=[[2, 2, 2]] * 2), min_quality=1)
    route("no route reaches the limit", stages([[0.5, 1], [0.25, 1], [0.75, 1]], answers=[[0, 1], [1, 0], [0, 0]],
                                               truth=[1, 1, 1], costs=[[1, 4]] * 3), min_quality=0.9)
    route("no route within the budget", stages([[0.5, 1], [0.25, 1]], answers=[[0, 1], [1, 1]], truth=[1, 1],
                                               costs=[[2, 4]] * 2), goal="quality", budget=1)
    route("costs of 1 each", stages([[0.5, 1], [0.25, 1]], answers=[[0, 1], [1, 1]], truth=[1, 1]), min_quality=1)
    route("agreement without labels", stages([[0.5, 1], [0.25, 1], [0.75, 0.5]], answers=[[0, 1], [1, 1], [2, 2]],
                                             costs=[[1, 4]] * 3), measure="agreement", min_quality=0.6)

    # Certificates.
    big = random_stages(rng, 120, 2, levels=16)
    route("certified by counts", big, certify=0.9, min_quality=0.8, seed="3")
    route("certified, nothing passes", random_stages(rng, 40, 2), certify=0.99, min_quality=0.97)
    route("certified agreement", random_stages(rng, 60, 2, levels=16), certify=0.9, min_quality=0.7,
          measure="agreement", pilot=0.4)
    route("certified recall", random_stages(rng, 120, 2, levels=16), certify=0.8, min_quality=0.7, measure="recall")
    route("certified by bets, weights", random_stages(rng, 200, 2, levels=8, weighted=True), certify=0.8, min_quality=0.6,
          max_weight=3)
    route("certified by bets, sampled labels", random_stages(rng, 200, 2, levels=8, sampled=True), certify=0.8,
          min_quality=0.5)
    route("certified F", random_stages(rng, 160, 2, levels=8), certify=0.8, min_quality=0.6, measure="f")
    shares = random_stages(extra, 150, 2, levels=8, right=True)
    route("certified, right by shares", shares, certify=0.8, min_quality=0.4, seed="7")
    alike = random_stages(extra, 120, 2, levels=16)
    alike["weights"] = [2.5] * 120
    route("certified, weights that are equal by design", alike, certify=0.9, min_quality=0.7, equal_weights=1)
    route("certified by bets, weights that happen to be equal", alike, certify=0.8, min_quality=0.6, max_weight=5)
    route("certified by bets, without weights", {k: v for k, v in alike.items() if k != "weights"}, certify=0.8,
          min_quality=0.6, max_weight=2)
    route("certified by segment", random_stages(rng, 100, 2, levels=4, segments=2), certify=0.8, min_quality=0.7,
          by="segment", seed="18446744073709551615")


def label_cases(case, hexed):
    def asking(name, given, rounds, **asked):
        """Rows that are asked for and labelled, batch after batch; then a route is chosen."""
        truth = given.pop("truth", None)
        table = Table(given, asked)
        right = None
        if truth is None:
            right = given["right"]
            given["right"] = [[NONE] * table.k for _ in range(table.n)]
            table = Table(given, asked)
        batches = []
        for _ in range(rounds):
            rows = ask(table)
            batches.append(rows)
            for i in rows:
                if truth is None:
                    table.right[i] = right[i]
                else:
                    table.truth[i] = truth[i]
        wanted, _ = expectation(table, hexed)
        considered = sum(p is not None for p in table.probability)
        facts = {"n_rows": table.n, "n_stages": table.k, "n_labelled": sum(map(table.labelled, range(table.n))),
                 "n_considered": considered, "n_waiting": 0, "n_batches": table.batches}
        case("routes", name, "route_labels", stages=given, asked=asked, rounds=rounds,
             truth=truth, right=right,
             expect={"batches": batches, "numbers": {k: hexed(v) for k, v in facts.items()}, "route": wanted})

    rng = random.Random(21)

    asking("labels, three batches", random_stages(rng, 90, 2, levels=16), 3, batch_size=25, min_quality=0.5, certify=0.8)
    asking("labels, few and often", random_stages(rng, 60, 2, levels=8, costly=True), 5, batch_size=8, min_quality=0.4,
        certify=0.7, seed="12", min_probability=0.25)
    asking("labels, until none is left", random_stages(rng, 20, 3, levels=4), 3, batch_size=15, min_quality=0.6, certify=0.8)
    asking("labels, right instead of answers", random_stages(rng, 50, 2, levels=8, right=True), 3, batch_size=12,
        min_quality=0.4, certify=0.8)
    asking("labels, by segment", random_stages(rng, 60, 2, levels=4, segments=2), 3, batch_size=20, min_quality=0.5, certify=0.8,
        by="segment")
    asking("labels, weights", random_stages(rng, 60, 2, levels=8, weighted=True), 2, batch_size=20, min_quality=0.6, certify=0.8,
        max_weight=3, seed="5")


def labelling_cases(case, hexed):
    rng = random.Random(22)

    def labelling(name, chances, events, most, quality_="accuracy", target=0.9, confidence=0.9, seed=0):
        of = Labelling(chances, quality_, target, confidence, seed)
        turns = []
        while not of.done:
            rows = of.next(most)
            of.answer([events[i] for i in rows])
            turns.append({"rows": rows, "numbers": {k: hexed(v) for k, v in of.numbers().items()}})
        case("routes", "labelling, " + name, "labelling", chances=chances, quality=quality_, min_quality=target,
             certify=confidence, seed=str(seed), most=most, events=events,
             expect={"turns": turns, "mask": [int(any(i in t["rows"] for t in turns)) for i in range(len(chances))]})

    def table(n, rate, power=3):
        chances = [round(0.5 * rng.random() ** power, 4) for _ in range(n)]
        return chances, [int(rng.random() < rate(c)) for c in chances]

    for quality_ in ("accuracy", "recall", "precision"):
        labelling(quality_, *table(200, lambda c: c), 50, quality_, seed=1)
        labelling(f"{quality_}, chances that mislead", *table(150, lambda c: 0.12), 40, quality_, target=0.85)
        labelling(f"{quality_}, few rows", *table(12, lambda c: c), 3, quality_, target=0.75)
    labelling("many rows of small chances", *table(600, lambda c: c, 6), 100, confidence=0.95, seed=2**40 + 1)
    labelling("equal chances", [0.25] * 60, [int(i % 4 == 0) for i in range(60)], 20, target=0.8)
    labelling("chances of 0 and 1", [0, 1, 0.3] * 15, [0, 1, 0] * 15, 10, "recall", seed=4)
    labelling("one row", [0.5], [1], 5)
    labelling("nothing to label", [0.0, 0.0, 0.5], [0, 0, 1], 5, target=1e-9)
    labelling("no events", *table(100, lambda c: 0), 25, "recall", target=0.8)


# ---- Errors --------------------------------------------------------------------------------------------------------------


def error_cases(error):
    two = stages([[0.5, 1], [0.25, 1], [0.75, 1]], answers=[[0, 1], [1, 1], [0, 0]], truth=[1, 1, 0],
                 costs=[[1, 4]] * 3, segments=[0, 1, 0], scores=[0.5, 1, 2])
    right = stages([[0.5, 1], [0.25, 1]], right=[[0, 1], [0.5, 1]])
    plain = {k: v for k, v in two.items() if k not in ("segments", "scores")}

    def routing(name, message, given=two, status="ARGUMENT", asked=None, **fields):
        error("route, " + name, "route", status, message, file="route_errors", stages=given, asked=asked or {}, **fields)

    def changed(column, i, s, value, of=two):
        rows = [list(r) if isinstance(r, list) else r for r in of[column]]
        if s is None:
            rows[i] = value
        else:
            rows[i][s] = value
        return {**of, column: rows}

    routing("one stage", "n_stages is 1: must lie in [2, 12]", stages([[0.5]], answers=[[1]], truth=[1]))
    routing("13 stages", "n_stages is 13: must lie in [2, 12]", stages([[0.5] * 13], answers=[[1] * 13], truth=[1]))
    routing("columns", "confidences has 3 columns: must have one per stage, 2",
            stages([[0.5, 0.5, 1]], n_stages=2))
    routing("no answers", "answers is NULL: must be given, or right instead", stages([[0.5, 1]]))
    routing("answers beside right", "answers is given beside right: must be given, or right instead",
            {**plain, "right": [[0, 1]] * 3})
    routing("truth beside right", "truth is given: requires answers; with right leave it out",
            {**right, "truth": [1, 1]})
    routing("an infinite confidence", "confidences[1][0] is inf: must be finite, or NaN for none",
            changed("confidences", 1, 0, "inf"))
    routing("a negative cost", "costs[2][1] is -1: must be finite and at least 0", changed("costs", 2, 1, -1))
    routing("a cost whose sums are beyond all numbers", "costs[2][1] is 1.5e308: must be at most 1e100",
            changed("costs", 2, 1, 1.5e308))
    routing("a weight whose sums are beyond all numbers", "weights[1] is 1.5e308: must be at most 1e100",
            {**two, "weights": [1, 1.5e308, 1]})
    routing("a probability whose inverse is beyond all sums", "label_probabilities[0] is 1e-310: must be at least 1e-100",
            {**two, "label_probabilities": [1e-310, 1, 1]})
    routing("an answer of the cheap stage that is not known", "answers[1][0] is -1: only the last stage's may be not known",
            changed("answers", 1, 0, -1))
    routing("an answer of -2", "answers[0][1] is -2: must be -1 (unknown) or lie in [0, 2^31-2]", changed("answers", 0, 1, -2))
    routing("a truth of -3", "truth[2] is -3: must be -1 (unknown) or lie in [0, 2^31-2]", changed("truth", 2, None, -3))
    routing("right above 1", "right[1][0] is 1.5: must lie in [0, 1], or be NaN if not labelled",
            changed("right", 1, 0, 1.5, right))
    routing("right of some stages", "right[0] is NaN for some stages: a row is labelled for all of them or for none",
            changed("right", 0, 1, "nan", right))
    routing("a negative weight", "weights[1] is -1: must be finite and at least 0", {**two, "weights": [1, -1, 1]})
    routing("weights of 0", "weights are all 0", {**two, "weights": [0, 0, 0]})
    routing("a probability of 0", "label_probabilities[0] is 0: must lie in (0, 1], or be NaN if the row was not "
            "considered", {**two, "label_probabilities": [0, 1, 1]})
    routing("a label that was not drawn", "label_probabilities[1] is NaN: the row is labelled",
            {**two, "label_probabilities": [1, "nan", 1]})
    routing("a negative segment", "segments[0] is -1: must lie in [0, 1048575]", changed("segments", 0, None, -1))
    routing("a score of nan", "scores[2] is nan: must be finite", changed("scores", 2, None, "nan"))
    routing("other columns in a later feed", "segments is NULL: must come with every feed or with none", more=plain)
    routing("right in a later feed", "answers is NULL: must come with every feed or with none", plain, more=right)
    routing("rows of three stages merged", "other has 3 stages: must have 2",
            merged=stages([[0.5, 1, 1]], answers=[[1, 1, 1]], truth=[1]))
    routing("no rows", "rows is 0: no row was fed", stages([], answers=[], truth=[]))
    routing("no labels", "no row of a weight above 0 is labelled: quality is not known (measure agreement reads the "
            "answers of the last stage)", {k: v for k, v in two.items() if k != "truth"})
    routing("no row of the positive class", "positive is 5: no labelled row of a weight above 0 has this class, which recall "
            "needs", asked={"measure": "recall", "positive": 5})
    routing("no budget", "budget is not set: goal = quality needs it", asked={"goal": "quality"})
    routing("certified value", "certify is 0.9: choosing a route reads it with goal = cost only", asked={"goal": "value", "certify": 0.9})
    routing("min_quality", "min_quality is 1.5: must lie in [0, 1]", asked={"min_quality": 1.5})
    routing("certify", "certify is 1: must lie in (0, 1)", asked={"certify": 1.0})
    routing("an unknown goal", 'goal is "best": must be one of cost, quality, value', asked={"goal": "best"})
    routing("an unknown measure", 'measure is "auc": must be one of accuracy, agreement, precision, recall, f',
            asked={"measure": "auc"})
    routing("weights without max_weight", "max_weight is not set: rows have weights, so certify needs the greatest weight that "
            "any row can have. If all rows weigh the same by design, omit the weights or set equal_weights",
            {**two, "weights": [1, 1, 1]}, asked={"certify": 0.9})
    routing("equal_weights", "equal_weights is set: rows weigh 1 and 3", {**two, "weights": [1, 3, 1]},
            asked={"certify": 0.9, "equal_weights": 1})
    routing("equal_weights and max_weight", "max_weight is 2: must not be set with equal_weights", two,
            asked={"certify": 0.9, "equal_weights": 1, "max_weight": 2.0})
    routing("min_probability", "min_probability is 0.1: a row was drawn with 0.05",
            {**two, "label_probabilities": [1, 0.05, 1]}, asked={"certify": 0.9})
    routing("a wrong answer worth more", "right_value is -3: must be at least -2, or a wrong answer, at a wrong_cost of 2, would "
            "be worth more than a right one", asked={"goal": "value", "right_value": -3.0, "wrong_cost": 2.0})
    routing("max_weight", "max_weight is 2: must be at least the weight of a row, 3", {**two, "weights": [1, 3, 1]},
            asked={"certify": 0.9, "max_weight": 2.0})
    routing("precision without answers", "measure is precision: requires answers, and these rows have only right", right,
            asked={"measure": "precision"})
    routing("value of recall", "goal is value: needs measure = accuracy or agreement",
            asked={"goal": "value", "measure": "recall"})
    routing("a router without scores", "router is set: the rows have no scores", plain, asked={"router": 1})
    routing("a router by class", "by is class: a router decides before there is an answer",
            asked={"router": 1, "by": "class"})
    routing("classes without answers", "by is class: requires answers, and these rows have only right", right,
            asked={"by": "class"})
    routing("no segments", "by is segment: the rows have no segments", plain, asked={"by": "segment"})
    routing("evaluated without segments", "the route is by segment: stages has no segments",
            asked={"by": "segment", "min_quality": 0.5}, other=plain)
    routing("evaluated on three stages", "stages has 3 stages: must have 2", asked={"min_quality": 0.5},
            other=stages([[0.5, 1, 1]], answers=[[1, 1, 1]], truth=[1]))

    def asking(name, message, given=two, **fields):
        fields.setdefault("asked", {})
        error("labels, " + name, "route_labels", "ARGUMENT", message, file="route_errors", stages=given, rounds=1, **fields)

    fresh = {k: v for k, v in two.items() if k != "truth"}
    asking("batch_size", "batch_size is 0: must be at least 1", fresh, asked={"batch_size": 0}, truth=[1, 1, 0])
    asking("min_probability", "min_probability is 0: must lie in (0, 1)", fresh, asked={"min_probability": 0.0},
           truth=[1, 1, 0])
    asking("a row that was not asked for", "rows[0] is 1: this row was not asked for, or has its label", two, rows=[1],
           truth=[1, 1, 0])
    asking("a row that is none", "rows[0] is 3: must lie in [0, 2]", fresh, rows=[3], truth=[1, 1, 0, 0])
    asking("a label that is none", "truth[0] is -1: must be a class", fresh, truth=[-1, -1, -1])

    def labelling(name, message, chances=(0.5, 0.25), quality_="accuracy", target=0.9, confidence=0.9, most=5, events=None):
        error("labelling, " + name, "labelling", "ARGUMENT", message, file="route_errors", chances=list(chances),
              quality=quality_, min_quality=target, certify=confidence, seed="0", most=most, events=events or [0] * len(chances))

    labelling("no rows", "rows is 0: there is no row to label", ())
    labelling("a chance above 1", "chances[1] is 1.5: must lie in [0, 1]", (0.5, 1.5))
    labelling("a chance of nan", "chances[0] is nan: must lie in [0, 1]", ("nan",))
    labelling("quality", 'quality is "f1": must be one of accuracy, recall, precision', quality_="f1")
    labelling("min_quality", "min_quality is 1: must lie in (0, 1)", target=1)
    labelling("certify", "certify is 0: must lie in (0, 1)", confidence=0)
    labelling("most", "most is 0: must be at least 1", most=0)

    def load(name, message, text, what="route_load", noun="route"):
        error(f"{what}, {name}", what, "FORMAT", f"saved {noun}: {message}", file="route_errors", text=text)

    head = '{"wald":"route","version":1,"stages":2,"router":false,"by":"none","goal":"cost","measure":"accuracy",'
    tail_ = ('"findings":{"theorem":"none","exact":true,"feasible":true,"certified":false,"shares":[0,1],"envelope":[]}}')
    load("something else", '"wald" is "stages": must be "route"', '{"wald":"stages","version":1}')
    load("a newer version", '"version" is 9: this library reads versions up to 1', '{"wald":"route","version":9}')
    load("no last stage", "group 0 does not end with a stage that answers all rows", head + '"groups":[[0.5,0.5]],' + tail_)
    load("no group", "a route has no group", head + '"groups":[],' + tail_)
    load("a group of three", '"groups"[0] has 3 thresholds: must have one per stage, 2', head + '"groups":[[0.5,1,"-inf"]],' + tail_)
    load("by what", '"by" is "day", which is not known', (head + '"groups":[[0.5,"-inf"]],' + tail_).replace("none", "day", 1))
    load("a route for stages", '"wald" is "route": must be "stages"', '{"wald":"route","version":1}', "stages_load", "stages")
    load("a newer version of stages", '"version" is 9: this library reads versions up to 1',
         '{"wald":"stages","version":9}', "stages_load", "stages")


def route_cases(case, error, hexed):
    chosen_cases(case, hexed)
    label_cases(case, hexed)
    labelling_cases(case, hexed)
    error_cases(error)
