"""The cases on cascades and trees, by a plain reference in whole numbers: at each position every candidate's rows are
sorted and every pair of cuts between them is tried; trees are walked node by node."""

import math
import random
import struct
from fractions import Fraction

import mersenne
from thresholds import tail


NEVER = math.inf
LARGEST_SUM = (2**31 - 1) // 3  # of |scores| of a row, in units
TRIED = 256  # margins of calibration, and prices of votes
DEAREST = 2.0**1000


# ---- Rows ----------------------------------------------------------------------------------------------------------------


def scores(table, models, *, classes=1, weights=None, targets=None):
    return {"n_models": models, "n_classes": classes, "table": table, "weights": weights, "targets": targets}


def single(x):
    """The float nearest to x."""
    return struct.unpack("f", struct.pack("f", x))[0]


class Rows:
    """Rows of a weight above 0, their scores as whole numbers of a unit 2^-exponent: [row][model][class]."""

    def __init__(self, given, exponent=None):
        self.models, self.classes = given["n_models"], given["n_classes"]
        weights = given["weights"] or [1] * len(given["table"])
        keep = [i for i, w in enumerate(weights) if w > 0]
        self.weights = [int(weights[i]) for i in keep]
        assert all(weights[i] == int(weights[i]) for i in keep)
        self.targets = [given["targets"][i] for i in keep] if given["targets"] else None
        reals = [[[Fraction(given["table"][i][t * self.classes + c]) for c in range(self.classes)]
                  for t in range(self.models)] for i in keep]
        self.exponent = finest(reals, self.models, self.classes) if exponent is None else exponent
        self.scores = [[[self.whole(x) for x in model] for model in row] for row in reals]
        self.n, self.total = len(keep), sum(self.weights)
        self.full = [[sum(row[t][c] for t in range(self.models)) for c in range(self.classes)] for row in self.scores]

    def whole(self, x):
        scaled = x * Fraction(2)**self.exponent
        assert scaled.denominator == 1, "a score that is rounded"
        return int(scaled)

    def unit(self):
        return Fraction(1, 2)**self.exponent


def finest(reals, models, classes):
    largest = max((sum(abs(row[t][c]) for t in range(models)) for row in reals for c in range(classes)), default=0)
    if not largest:
        return 0
    room = (LARGEST_SUM - models) * (1 - Fraction(1, 10**9))
    exponent = 0
    while largest * Fraction(2)**(exponent + 1) <= room:
        exponent += 1
    while largest * Fraction(2)**exponent > room:
        exponent -= 1
    return exponent


def lead(sums):
    """The class of the largest sum, and by how much it is ahead."""
    leader = max(range(len(sums)), key=lambda c: (sums[c], -c))
    return leader, sums[leader] - max(s for c, s in enumerate(sums) if c != leader)


# ---- Fitting -------------------------------------------------------------------------------------------------------------


class Unclear(Exception):
    """Rounding would decide."""


def allowed(share, weight):
    """Whole weight within a share; what is whole except for rounding counts as whole."""
    errors = share * weight
    if errors >= weight:
        return weight
    if abs(errors - round(errors)) < 1e-9:
        return round(errors)
    if abs(errors - round(errors)) < 1e-6:
        raise Unclear
    return math.floor(errors)


class Spending:
    def __init__(self, name):
        self.proportional = name == "proportional"
        self.power = 0.0 if name == "all" else None if self.proportional else float(name.split(":")[1])

    def cap(self, alpha, total, position, models, left):
        if self.proportional:
            return allowed(alpha, left)
        whole = allowed(alpha, total)
        return whole if self.power == 0 else min(whole, allowed(((position + 1) / models)**self.power, whole))


def middle(under, over):
    """Half way, up."""
    return under + (over - under + 1) // 2


def split_two(values, budget, negatives_only):
    """values: (sum, positive, weight) of the undecided. The best (exits, errors, low, high)."""
    distinct = sorted({v for v, _, _ in values})
    weight = sum(w for _, _, w in values)
    ends = distinct + [math.inf]
    positives, negatives = ([sum(w for v, p, w in values if p == side and v < end) for end in ends]
                            for side in (True, False))  # weights below each end
    offers = []
    for j in range(len(ends)):  # every row leaves at one cut
        errors = positives[j] + negatives[-1] - negatives[j]
        if errors > budget or (negatives_only and j < len(distinct)):
            continue
        if j == 0:
            cuts = (-NEVER, distinct[0])
        elif j == len(distinct):
            cuts = (distinct[-1] + 1, NEVER)
        else:
            cuts = (middle(distinct[j - 1], distinct[j]),) * 2
        offers.append((weight, errors, positives[j], cuts))
    if not offers:
        for j in range(len(distinct)):
            for k in range(j + 1, len(ends)):
                errors = positives[j] + negatives[-1] - negatives[k]
                if errors > budget or (negatives_only and k < len(distinct)):
                    continue
                exits = positives[j] + negatives[j] + weight - positives[k] - negatives[k]
                offers.append((exits, errors, positives[j],
                               (middle(distinct[j - 1], distinct[j]) if j else -NEVER,
                                middle(distinct[k - 1], distinct[k]) if k < len(distinct) else NEVER)))
    exits, errors, _, (low, high) = min(offers, key=lambda o: (-o[0], o[1], o[2]))
    return exits, errors, (low, high) if exits else (-NEVER, NEVER)


def split_many(values, budget):
    """values: (margin, agrees, weight). The lowest margin at which the budget holds."""
    best = (0, 0, (math.nan, NEVER))
    distinct = sorted({v for v, _, _ in values}, reverse=True)
    for k, bound in enumerate(distinct):
        out = [(agrees, w) for v, agrees, w in values if v >= bound]
        errors = sum(w for agrees, w in out if not agrees)
        if errors > budget:
            break
        last = k + 1 == len(distinct)
        best = (sum(w for _, w in out), errors, (math.nan, bound if last else middle(distinct[k + 1], bound)))
    return best


class Votes:
    """How many of the rows have each number of votes, by weight, and how many a positive row has."""

    def __init__(self, rows, cut):
        values = {row[t][0] for row in rows.scores for t in range(rows.models)}
        assert len(values) <= 2
        self.models, self.against = rows.models, min(values)
        self.step = max(1, max(values) - self.against)
        self.needed = min(max(0, -((rows.models * self.against - cut) // self.step)), rows.models + 1)
        self.counts = [Fraction(0)] * (rows.models + 1)
        for row, weight in zip(rows.scores, rows.weights):
            for k, share in enumerate(self.another(sum(s[0] != self.against for s in row))):
                self.counts[k] += Fraction(weight, rows.total) * share
        self.states = {}

    def another(self, votes):
        """What another ensemble would find of a row with this many votes: Beta-binomial, from Jeffreys' prior."""
        def rising(x, n):
            return math.prod((x + i for i in range(n)), start=Fraction(1))

        a, b = votes + Fraction(1, 2), self.models - votes + Fraction(1, 2)
        return [math.comb(self.models, k) * rising(a, k) * rising(b, self.models - k) / rising(a + b, self.models)
                for k in range(self.models + 1)]

    def seen(self, n, k):
        if (n, k) not in self.states:
            self.states[n, k] = self.look(n, k)
        return self.states[n, k]

    def look(self, n, k):
        """The probability of k among the first n, with a full ensemble that is negative, and positive."""
        out = [Fraction(0), Fraction(0)]
        for full, share in enumerate(self.counts):
            if k <= full and n - k <= self.models - full:
                ways = math.comb(full, k) * math.comb(self.models - full, n - k)
                out[full >= self.needed] += share * Fraction(ways, math.comb(self.models, n))
        return out

    def best(self, price, negatives_only):
        """By the cost from each state on: (low, high) after each n, the disagreement, the mean number of models."""
        price, later, cuts = Fraction(price), {}, []
        for n in range(self.models - 1, 0, -1):
            now, low, high = {}, max(0, self.needed - (self.models - n)), min(self.needed, n + 1)
            left, actions = Fraction(1, n + 1), []
            for k in range(n + 1):
                negative, positive = self.seen(n, k)
                nothing = (Fraction(0),) * 3
                none, one = later.get(k, nothing), later.get(k + 1, nothing)
                on = [a * (n + 1 - k) * left + b * (k + 1) * left for a, b in zip(none, one)]
                on = (on[0] + negative + positive, on[1], on[2] + negative + positive)
                if negative + positive == 0:
                    actions.append(None)
                    continue
                errors = positive if negatives_only else min(negative, positive)
                stop = price * errors
                certain = negative == 0 and stop == on[0]  # without rounding
                if stop and not certain and abs(stop - on[0]) <= 1e-9 * on[0]:
                    raise Unclear
                if stop > on[0]:
                    actions.append("on")
                    now[k] = on
                    continue
                if not negatives_only and abs(negative - positive) <= Fraction(1, 10**9) * (negative + positive):
                    raise Unclear
                actions.append(0 if negatives_only or positive < negative else 1)
                now[k] = (stop, errors, Fraction(0))
            if negatives_only:
                high = n + 1
            for k in range(n + 1):
                if actions[k] == 0 and all(a in (0, None) for a in actions[:k]):
                    low = max(low, k + 1)
                if actions[k] == 1 and all(a in (1, None) for a in actions[k:]):
                    high = min(high, k)
            cuts.append((min(low, n + 1), high))
            later = now
        if self.models == 1:
            return [], Fraction(0), Fraction(1)
        return cuts[::-1], sum(c[1] for c in later.values()), 1 + sum(c[2] for c in later.values())

    def price_of(self, alpha, negatives_only):
        def fits(price):
            found = self.best(price, negatives_only)[1]
            if found != Fraction(alpha) and abs(found - Fraction(alpha)) < 1e-9 or found == Fraction(alpha) > 0:
                raise Unclear
            return found <= Fraction(alpha)

        low, high = 0.0, 1.0
        if fits(0.0):
            return 0.0
        while not fits(high):
            if high >= DEAREST:
                return DEAREST
            low, high = high, 2 * high if high < 2.0**60 else DEAREST
        if high >= DEAREST:
            return DEAREST
        while high - low > 2.0**-20 * high:
            middle = low + (high - low) / 2
            if fits(middle):
                high = middle
            else:
                low = middle
        return high


class Fit:
    """A cascade, as docs/guides/cascades.md has it. `order`, `low` and `high` in units; with bins none of the latter."""

    def __init__(self, rows, asked, calibrated):
        self.rows, self.asked = rows, asked
        self.costs = [float(c) for c in asked.get("costs") or [1.0] * rows.models]
        threshold = Fraction(asked.get("threshold", 0.0)) / rows.unit()
        self.cut = math.ceil(threshold)
        self.negatives_only = asked.get("negatives_only", 0) == 1
        self.alpha = asked.get("alpha", 0.005)
        self.spending = Spending(asked.get("spend") or ("all" if calibrated else "power:0.25"))
        self.order, self.low, self.high, self.bins = [], [], [], None
        given = self.fixed_order()
        with_bins = asked.get("bins", 0) == 1
        self.votes = None
        if asked.get("algorithm") == "votes":
            self.votes = Votes(rows, self.cut)
            self.order = list(given)
            self.set_price(self.votes.price_of(self.alpha, self.negatives_only))
        else:
            self.plan(given)
        if with_bins:
            self.low = self.high = None
            self.set_bins()
        self.spread = [self.spread_at(r) for r in range(rows.models)]

    def set_price(self, price):
        """Thresholds half way between sums, those of the last position the decision."""
        votes, self.price = self.votes, price
        cuts, self.expected_disagreement, self.expected_mean_models = votes.best(price, self.negatives_only)
        self.low, self.high = [], []
        for n, (low, high) in enumerate(cuts, 1):
            def between(k):
                return n * votes.against + k * votes.step - votes.step // 2
            self.low.append(between(low) if low > 0 else -NEVER)
            self.high.append(between(high) if high <= n else NEVER)
        self.low.append(self.cut)
        self.high.append(self.cut)

    def decision(self, sums):
        return lead(sums)[0] if self.rows.classes > 1 else int(sums[0] >= self.cut)

    def fixed_order(self):
        if "fixed_order" in self.asked:
            return self.asked["fixed_order"]
        rows, order = self.rows, self.asked.get("order", "joint")
        if order == "joint" and self.asked.get("algorithm") == "votes":
            order = "random"
        if order == "joint":
            return None
        if order == "natural":
            return list(range(rows.models))
        if order == "random":
            out, stream = list(range(rows.models)), mersenne.stream(int(self.asked.get("seed", "0")), 0)
            for i in range(rows.models, 1, -1):
                j = int(stream.uniform() * i)
                out[i - 1], out[j] = out[j], out[i - 1]
            return out
        scale = Fraction(2)**rows.exponent
        if rows.targets is None:
            goal = rows.full
        elif rows.classes == 1:
            goal = [[Fraction(y) * scale] for y in rows.targets]
        else:
            goal = [[scale * (c == y) for c in range(rows.classes)] for y in rows.targets]

        def error(models):
            return sum(w * sum((sum(row[t][c] for t in models) - z[c])**2 for c in range(rows.classes))
                       for row, z, w in zip(rows.scores, goal, rows.weights))

        if order == "mse":
            errors = [error([t]) for t in range(rows.models)]
            return sorted(range(rows.models), key=lambda t: (errors[t], t))
        out = []
        while len(out) < rows.models:
            rest = [t for t in range(rows.models) if t not in out]
            out.append(min(rest, key=lambda t: (error(out + [t]), t)))
        return out

    def plan(self, given):
        rows = self.rows
        sums, active, left, errors = [[0] * rows.classes for _ in range(rows.n)], set(range(rows.n)), 0, 0
        unused = list(range(rows.models))
        self.planned_errors = 0

        def split(t, budget):
            values = []
            for i in sorted(active):
                now = [g + f for g, f in zip(sums[i], rows.scores[i][t])]
                if rows.classes > 1:
                    leader, margin = lead(now)
                    values.append((margin, leader == lead(rows.full[i])[0], rows.weights[i]))
                else:
                    values.append((now[0], rows.full[i][0] >= self.cut, rows.weights[i]))
            return split_many(values, budget) if rows.classes > 1 else split_two(values, budget, self.negatives_only)

        def cheapest():
            return min(unused, key=lambda t: (self.costs[t], t))

        for r in range(rows.models):
            budget = max(0, self.spending.cap(self.alpha, rows.total, r, rows.models, left) - errors)
            if given is not None:
                model = given[r]
            elif not active:
                model = cheapest()
            else:
                found = {t: split(t, budget) for t in unused}
                price = {t: self.costs[t] / s[0] for t, s in found.items() if s[0] > 0 and self.costs[t] < math.inf}
                if price:
                    model = min(price, key=lambda t: (price[t], -found[t][0], found[t][1], t))
                elif self.asked.get("closest", 0) == 1:
                    finite = [t for t in unused if self.costs[t] < math.inf] or unused
                    model = min(finite, key=lambda t: (sum(
                        rows.weights[i] * sum((g + f - z)**2 for g, f, z in zip(sums[i], rows.scores[i][t], rows.full[i]))
                        for i in active), t))
                else:
                    model = cheapest()
            cuts = (-NEVER, NEVER) if rows.classes == 1 else (math.nan, NEVER)
            if r + 1 == rows.models:
                cuts = (self.cut, self.cut) if rows.classes == 1 else (math.nan, 0)
            elif active:
                cuts = split(model, budget)[2]
            unused.remove(model)
            self.order.append(model)
            self.low.append(cuts[0])
            self.high.append(cuts[1])
            for i in sorted(active):
                sums[i] = [g + f for g, f in zip(sums[i], rows.scores[i][model])]
                decision = self.decide(r, sums[i])
                if decision is None:
                    continue
                active.remove(i)
                left += rows.weights[i]
                if decision != self.decision(rows.full[i]):
                    errors += rows.weights[i]

    def set_bins(self):
        rows, gamma = self.rows, self.asked["gamma"]
        width = Fraction(self.asked["bin_width"]) / rows.unit()
        assert width.denominator == 1
        self.bins, sums = [], [0] * rows.n
        threshold = float(Fraction(self.asked.get("threshold", 0.0)) / rows.unit())
        for t in self.order:
            sums = [g + row[t][0] for g, row in zip(sums, rows.scores)]
            members = {}
            for i, g in enumerate(sums):
                members.setdefault(g // int(width), []).append(i)
            own = {}
            for b, inside in members.items():
                weight = sum(rows.weights[i] for i in inside)
                mean = Fraction(sum(rows.weights[i] * (sums[i] - rows.full[i][0]) for i in inside), weight)
                squares = sum(rows.weights[i] * (sums[i] - rows.full[i][0] - mean)**2 for i in inside) / weight
                away = gamma * math.sqrt(squares)
                own[b] = (threshold + float(mean) - away, threshold + float(mean) + away)
            self.bins.append((int(width), own))

    def decide(self, r, sums):
        """The decision at position r, or None."""
        last = r + 1 == self.rows.models
        if last and len(self.order) == self.rows.models:
            return self.decision(sums)
        if self.rows.classes > 1:
            leader, margin = lead(sums)
            return leader if margin >= self.high[r] else None
        if self.bins:
            width, own = self.bins[r]
            if sums[0] // width not in own:
                return "full"
            low, high = own[sums[0] // width]
            if min(abs(sums[0] - low), abs(sums[0] - high)) < 1e3:
                raise Unclear
            return 0 if sums[0] < low else 1 if sums[0] > high and not self.negatives_only else None
        return 0 if sums[0] < self.low[r] else 1 if sums[0] >= self.high[r] else None

    def run(self, row):
        """The decision of a row [model][class], and how many models ran."""
        sums, full = [0] * self.rows.classes, False
        for r, t in enumerate(self.order):
            sums = [g + f for g, f in zip(sums, row[t])]
            decision = None if full and r + 1 < len(self.order) else self.decide(r, sums)
            if decision == "full":
                full, decision = True, None
            if decision is not None:
                return decision, r + 1
        raise AssertionError

    def spread_at(self, r):
        """What the models behind position r add: its standard deviation, as a float times the unit."""
        rows, values = self.rows, []
        for i in range(rows.n):
            now = [sum(rows.scores[i][t][c] for t in self.order[:r + 1]) for c in range(rows.classes)]
            values.append(rows.full[i][0] - now[0] if rows.classes == 1 else lead(rows.full[i])[1] - lead(now)[1])
        mean = Fraction(sum(w * v for w, v in zip(rows.weights, values)), rows.total)
        squares = sum(w * (v - mean)**2 for w, v in zip(rows.weights, values)) / rows.total
        return single(math.sqrt(squares))

    def widened(self, spreads):
        """Every band of indecision wider by this many spreads on each side."""
        out = object.__new__(Fit)
        out.__dict__.update(self.__dict__)

        def moved(cut, r, sign):
            if r + 1 == self.rows.models or math.isnan(cut) or math.isinf(cut):
                return cut
            by = sign * spreads * self.spread[r]
            return cut + (math.floor(by) if by < 0 else math.ceil(by))

        in_full = math.isinf(spreads)
        out.low = [-NEVER if in_full and r + 1 < self.rows.models else moved(c, r, -1) for r, c in enumerate(self.low)]
        out.high = [NEVER if in_full and r + 1 < self.rows.models else moved(c, r, 1) for r, c in enumerate(self.high)]
        return out

    def evaluate(self, rows):
        """On rows in the cascade's unit: weight of errors, of stops by position, rows with errors."""
        errors, stops, error_rows = 0, [0] * self.rows.models, 0
        for i in range(rows.n):
            decision, count = self.run(rows.scores[i])
            wrong = decision != self.decision(rows.full[i])
            errors += rows.weights[i] * wrong
            error_rows += wrong
            stops[count - 1] += rows.weights[i]
        return errors, stops, error_rows

    def facts(self, rows, prefix=""):
        errors, stops, _ = self.evaluate(rows)
        paid, cost = [], 0.0
        for t in self.order:
            cost += self.costs[t]
            paid.append(cost)
        total = rows.total
        return {prefix + "disagreement": Fraction(errors, total),
                prefix + "mean_models": Fraction(sum((r + 1) * w for r, w in enumerate(stops)), total),
                prefix + "mean_cost": sum(p * w for p, w in zip(paid, stops) if w) / total}, \
               [Fraction(w, total) for w in stops]


def calibrated(fit, rows, target, confidence):
    chosen, spreads, certified = fit.widened(math.inf), math.inf, 0.0
    prices = []
    if fit.votes:
        chosen.price, chosen.expected_disagreement, chosen.expected_mean_models = math.inf, 0, fit.rows.models
        prices, price = [fit.price], max(fit.price, 1.0)
        while len(prices) < TRIED:
            price *= 1.0625
            prices.append(price)
        prices.reverse()
    for i in range(TRIED):
        left = (TRIED - 1 - i) / (TRIED - 1)
        margin = 0 if prices else 8 * left * left
        candidate = fit.widened(margin)
        if prices:
            candidate.set_price(prices[i])
        wrong = candidate.evaluate(rows)[2]
        # The Clopper-Pearson limit is at most the target where so few errors are as rare as that.
        rare = 1 - tail(rows.n, wrong + 1, Fraction(target)) if wrong < rows.n else 1
        if abs(rare - (1 - Fraction(confidence))) < 1e-9:
            raise Unclear
        if rare > 1 - Fraction(confidence):
            break
        chosen, spreads, certified = candidate, margin, target
    return chosen, spreads, certified


def cheaper(given, asked, calibration):
    """Which algorithm costs less on the calibration rows, each certified with half of what may fail; and how it asks."""
    confidence = 1 - (1 - asked.get("certify", 0.95)) / 2
    found = []
    for algorithm in ("votes", "sums"):
        own = {**asked, "algorithm": algorithm, "certify": confidence}
        rows = Rows(given)
        other = Rows(calibration, rows.exponent)
        fit = calibrated(Fit(rows, own, True), other, asked.get("max_disagreement", 0.01), confidence)[0]
        found.append((fit.facts(other)[0]["mean_cost"], own))
    if abs(found[0][0] - found[1][0]) < 1e-9:
        raise Unclear
    first, second = sorted(found, key=lambda f: f[0])
    return first[1], second[0]


def fit_expectation(given, asked, calibration, hexed):
    rows, said, other_cost = Rows(given), asked, None
    if asked.get("algorithm") == "cheaper":
        asked, other_cost = cheaper(given, asked, calibration)
    fit = Fit(rows, asked, calibration is not None)
    numbers = {"n_models": rows.models, "n_classes": rows.classes, "alpha": fit.alpha, "n_rows": rows.n,
               "unit": rows.unit(), "n_rounded_rows": 0, "negatives_only": int(fit.negatives_only)}
    numbers["threshold"] = asked.get("threshold", 0.0) if rows.classes == 1 else None
    if calibration is not None:
        other = Rows(calibration, rows.exponent)
        confidence = asked.get("certify", 0.95)
        fit, numbers["spreads"], numbers["certified_disagreement"] = calibrated(fit, other, asked.get("max_disagreement", 0.01), confidence)
        numbers["certify"], numbers["n_held_out_rows"] = said.get("certify", 0.95), other.n
        facts, held_out_stops = fit.facts(other, "held_out_")
        numbers.update(facts)
    facts, stops = fit.facts(rows)
    numbers.update(facts)
    full_cost = sum(fit.costs)
    numbers["full_cost"] = full_cost
    if full_cost < math.inf and numbers["mean_cost"] > 0:
        numbers["speedup"] = full_cost / numbers["mean_cost"]
    if fit.votes:
        numbers["price"] = fit.price
        numbers["expected_disagreement"] = fit.expected_disagreement
        numbers["expected_mean_models"] = fit.expected_mean_models
    if other_cost is not None:
        numbers["other_mean_cost"] = other_cost
    if fit.bins:
        numbers["gamma"], numbers["bin_width"] = asked["gamma"], asked["bin_width"]

    def real(cut):
        if cut is None or math.isnan(cut):
            return "nan"
        return ("inf" if cut > 0 else "-inf") if math.isinf(cut) else hexed(cut * rows.unit())

    nothing = [None] * rows.models
    everything = Rows({**given, "weights": None}, rows.exponent)  # rows of weight 0 are decided, too
    runs = [fit.run(row) for row in everything.scores]
    # The sums of costs are those of doubles.
    expect = {"numbers": {k: "inf" if v is not None and v == math.inf else hexed(v) for k, v in sorted(numbers.items())},
              "order": fit.order, "low": [real(c) for c in fit.low or nothing],
              "high": [real(c) for c in fit.high or nothing], "spread": [hexed(float(Fraction(s) * rows.unit()))
                                                                         for s in fit.spread],
              "stops": hexed(stops), "decisions": [d for d, _ in runs], "counts": [c for _, c in runs]}
    if calibration is not None:
        expect["held_out_stops"] = hexed(held_out_stops)
    return expect


# ---- Cases on fitting ----------------------------------------------------------------------------------------------------


def random_scores(rng, models, n, kind, *, classes=1, weighted=False, targets=False):
    """Models that each know something of the same hidden truth; multiples of 1/64."""
    table = []
    for _ in range(n):
        truth = rng.random() < 0.3
        row = []
        for t in range(models):
            for c in range(classes):
                s = (0.4 if truth else -0.4) + 3 * (rng.random() - 0.5)
                if kind == "ties":
                    s = math.floor(2 * s) / 2
                elif kind == "votes":
                    s = 1.0 if s > 0 else -1.0
                elif kind == "constant" and t % 2 == 0:
                    s = 0.25
                elif kind == "fading":
                    s *= 0.6**t
                elif kind == "one class":
                    s = abs(s)
                row.append(round(s * 64) / 64 + 0.0)
        table.append(row)
    weights = None
    if weighted:
        weights = [float(rng.randrange(4)) for _ in range(n)]
        weights[0] = 2.0
    goals = None
    if targets:
        goals = [float(rng.randrange(max(2, classes))) for _ in range(n)]
    return scores(table, models, classes=classes, weights=weights, targets=goals)


KINDS = ["plain", "ties", "votes", "constant", "fading", "one class"]
ASKED = [
    {},
    {"alpha": 0.0},
    {"alpha": 0.1},
    {"alpha": 0.1, "spend": "all"},
    {"alpha": 0.2, "spend": "proportional"},
    {"alpha": 0.2, "spend": "power:1"},
    {"alpha": 0.3, "negatives_only": 1.0},
    {"alpha": 0.1, "order": "natural"},
    {"alpha": 0.1, "order": "random", "seed": "7"},
    {"alpha": 0.1, "order": "mse"},
    {"alpha": 0.1, "order": "greedy"},
    {"alpha": 0.1, "fixed_order": "some"},
    {"alpha": 0.05, "closest": 1.0},
    {"alpha": 0.1, "threshold": 0.5},
    {"alpha": 0.1, "threshold": -1.25, "negatives_only": 1.0},
    {"alpha": 0.1, "threshold": 100.0},
    {"alpha": 1.0},
    {"alpha": 0.1, "costs": "some"},
    {"alpha": 0.1, "costs": "some", "closest": 1.0, "spend": "all"},
    {"bins": 1.0, "gamma": 1.0, "bin_width": 0.25, "order": "natural"},
    {"bins": 1.0, "gamma": 0.5, "bin_width": 1.0, "order": "joint", "alpha": 0.1},
    {"bins": 1.0, "gamma": 2.0, "bin_width": 0.5, "order": "mse", "negatives_only": 1.0, "threshold": 0.25},
]


def filled(rng, asked, models):
    out = dict(asked)
    if out.get("fixed_order") == "some":
        out["fixed_order"] = rng.sample(range(models), models)
    if out.get("costs") == "some":
        out["costs"] = [rng.choice([0.5, 1.0, 2.0, 3.0, 0.0, "inf"]) for _ in range(models)]
        if all(c == "inf" for c in out["costs"]):
            out["costs"][0] = 1.0
    return out


def fit_cases(case, hexed):
    rng = random.Random(20261121)

    def add(name, make, asked, calibration=None):
        while True:  # until rounding decides nothing
            given, other = make(), calibration and calibration()
            own = filled(rng, asked, given["n_models"])
            try:
                expect = fit_expectation(given, own, other, hexed)
            except Unclear:
                continue
            case("cascades", name, "cascade_fit", scores=given, calibration=other, asked=own, expect=expect)
            return

    for i, asked in enumerate(ASKED):
        said = ", ".join(f"{k} {v}" for k, v in asked.items()) or "nothing asked"
        for j, kind in enumerate(KINDS):
            if (i + j) % 2:
                continue
            models, n = 2 + (i + 2 * j) % 5, 8 + (5 * i + 7 * j) % 25
            add(f"{kind}, {i}: {said}",
                lambda: random_scores(rng, models, n, kind, weighted=(i + j) % 4 == 0, targets=(i + j) % 6 == 0), asked)
    for i, asked in enumerate([{}, {"alpha": 0.1}, {"alpha": 0.3, "spend": "all"}, {"alpha": 0.1, "order": "natural"},
                               {"alpha": 0.1, "order": "greedy"}, {"alpha": 0.2, "order": "mse"},
                               {"alpha": 0.2, "costs": "some"}]):
        for classes in (2, 3, 5):
            said = ", ".join(f"{k} {v}" for k, v in asked.items()) or "nothing asked"
            add(f"{classes} classes, {i}: {said}",
                lambda: random_scores(rng, 3 + i % 3, 10 + 3 * i, KINDS[(i + classes) % 5], classes=classes,
                                      weighted=i % 2 == 1, targets=i % 3 == 1), asked)
    for i, asked in enumerate([{"alpha": 0.05, "max_disagreement": 0.1}, {"alpha": 0.1, "max_disagreement": 0.3, "certify": 0.5},
                               {"alpha": 0.1, "max_disagreement": 0.05, "certify": 0.9, "spend": "power:0.25"},
                               {"alpha": 0.1, "max_disagreement": 0.2, "order": "natural", "negatives_only": 1.0},
                               {"alpha": 0.0, "max_disagreement": 0.01}]):
        add(f"calibrated, {i}", lambda: random_scores(rng, 5, 30, KINDS[i % 2 * 4]), asked,
            lambda: random_scores(rng, 5, 60, KINDS[i % 2 * 4]))
    add("calibrated, 3 classes", lambda: random_scores(rng, 4, 30, "plain", classes=3), {"alpha": 0.1, "max_disagreement": 0.3},
        lambda: random_scores(rng, 4, 50, "plain", classes=3))
    add("one model", lambda: random_scores(rng, 1, 5, "plain"), {})
    add("one row", lambda: random_scores(rng, 4, 1, "plain"), {})
    add("all scores 0", lambda: scores([[0.0, -0.0]] * 4, 2), {})
    add("names", lambda: random_scores(rng, 3, 6, "plain"), {"names": ["first", "zw\u00f6lf", ""]})
    for i, asked in enumerate([{"alpha": 0.05}, {"alpha": 0.0}, {"alpha": 0.1, "seed": "5", "threshold": 1.0},
                               {"alpha": 0.2, "order": "natural"}, {"alpha": 0.1, "fixed_order": "some"},
                               {"alpha": 0.2, "negatives_only": 1.0}, {"alpha": 1.0}, {"alpha": 0.1, "threshold": 9.0}]):
        said = ", ".join(f"{k} {v}" for k, v in asked.items())
        add(f"votes, {i}: {said}", lambda: random_scores(rng, 2 + (3 * i) % 5, 15 + 4 * i, "votes", weighted=i % 3 == 1),
            {"algorithm": "votes", **asked})
    for i, asked in enumerate([{"alpha": 0.1, "max_disagreement": 0.2, "algorithm": "votes"},
                               {"alpha": 0.05, "max_disagreement": 0.01, "algorithm": "votes"},
                               {"alpha": 0.1, "max_disagreement": 0.2, "algorithm": "cheaper", "certify": 0.8},
                               {"alpha": 0.2, "max_disagreement": 0.15, "algorithm": "cheaper", "order": "natural"}]):
        add(f"votes, calibrated, {i}", lambda: random_scores(rng, 5, 25, "votes"), asked,
            lambda: random_scores(rng, 5, 50, "votes"))
    add("votes, one model", lambda: random_scores(rng, 1, 5, "votes"), {"algorithm": "votes"})


# ---- Trees ---------------------------------------------------------------------------------------------------------------


def shape(n_features, *, n_outputs=1, leaf_width=1, trees_per_model=1, summation="float64", float_features=False, base=None):
    return {"n_features": n_features, "n_outputs": n_outputs, "leaf_width": leaf_width,
            "trees_per_model": trees_per_model, "summation": summation, "float_features": float_features, "base": base}


def random_tree(rng, of, depth, *, special):
    tree = {"output": 0 if of["leaf_width"] > 1 else rng.randrange(of["n_outputs"]), "split": [], "missing": [],
            "feature": [], "left": [], "right": [], "threshold": [], "categories": [], "values": []}

    def node(level):
        at = len(tree["split"])
        leaf = level == depth or rng.random() < 0.2
        split = "leaf" if leaf else rng.choice(["at_most", "below", "among"] if special else ["at_most", "below"])
        missing = rng.choice(["right", "left"] if not special or split == "among" else
                             ["right", "left", "as_zero", "zero_right", "zero_left"])
        tree["split"].append(split)
        tree["missing"].append(missing)
        tree["feature"].append(0 if leaf else rng.randrange(of["n_features"]))
        tree["threshold"].append(0.0 if leaf or split == "among" else rng.randrange(-8, 9) / 4)
        tree["categories"].append(sorted(rng.sample(range(6), 3)) if split == "among" else [])
        tree["values"] += [rng.randrange(-64, 65) / 64 for _ in range(of["leaf_width"])]
        tree["left"].append(0)
        tree["right"].append(0)
        if not leaf:
            tree["left"][at] = node(level + 1)
            tree["right"][at] = node(level + 1)
        return at

    node(0)
    return tree


def walk(tree, row):
    """The leaf that a row of features (None: missing) comes to."""
    at = 0
    while tree["split"][at] != "leaf":
        split, missing, x = tree["split"][at], tree["missing"][at], row[tree["feature"][at]]
        if split == "among":
            left = missing == "left" if x is None or x <= -1 else int(x) in tree["categories"][at]
        else:
            if missing.startswith("zero") and x == 0:
                x = None
            if x is None and missing == "as_zero":
                x = 0.0
            threshold = tree["threshold"][at]
            if x is None:
                left = missing in ("left", "zero_left")
            else:
                left = x <= threshold if split == "at_most" else x < threshold
        at = tree["left" if left else "right"][at]
    return at


def leaf_values(trees, row):
    """What each tree adds to each output."""
    of, out = trees["shape"], []
    for tree in trees["trees"]:
        at, added = walk(tree, row), [0.0] * of["n_outputs"]
        if of["leaf_width"] > 1:
            added = tree["values"][at * of["leaf_width"]:(at + 1) * of["leaf_width"]]
        else:
            added[tree["output"]] = tree["values"][at]
        out.append(added)
    return out


def tree_cases(case, hexed):
    rng = random.Random(7)
    shapes = [shape(3), shape(2, float_features=True, summation="float32", base=[0.5]),
              shape(4, n_outputs=3, trees_per_model=3), shape(3, n_outputs=3, leaf_width=3, base=[0.25] * 3),
              shape(2, trees_per_model=2), shape(3, n_outputs=2, summation="float32", base=[-1.0, -1.0])]
    for i in range(24):
        of = shapes[i % len(shapes)]
        trees = {"shape": of, "trees": [random_tree(rng, of, 1 + i % 4, special=i % 2 == 1)
                                        for _ in range(6 * of["trees_per_model"])]}
        rows = [[None if rng.random() < 0.15 else rng.randrange(-8, 9) / 4 for _ in range(of["n_features"])]
                for _ in range(20)]
        added = [leaf_values(trees, row) for row in rows]
        base = of["base"] or [0.0] * of["n_outputs"]
        margins = [[base[k] + sum(a[k] for a in own) for k in range(of["n_outputs"])] for own in added]
        per = of["trees_per_model"]
        table = [[sum(a[k] for a in own[t:t + per]) for t in range(0, len(own), per) for k in range(of["n_outputs"])]
                 for own in added]
        asked = {"alpha": [0.0, 0.1, 0.3][i % 3]}
        margin = 0.25
        if of["n_outputs"] == 1:
            asked["threshold"] = margin - base[0]
        expect = fit_expectation(scores(table, 6, classes=of["n_outputs"]), asked, None, hexed)
        case("cascades", f"trees {i}", "cascade_trees", trees=trees, asked=asked,
             features=[["nan" if x is None else x for x in row] for row in rows],
             expect={"margins": hexed([m for row in margins for m in row]), "decisions": expect["decisions"],
                     "counts": expect["counts"], "order": expect["order"]})


# ---- Errors --------------------------------------------------------------------------------------------------------------


def error_cases(error):
    two = scores([[0.5, -1.0], [-0.25, 0.75], [1.0, 0.5]], 2)
    many = scores([[0.5, -1.0, 0.25, 1.0], [-0.25, 0.75, 1.0, 0.0]], 2, classes=2)

    def fitting(name, message, given=two, asked=None, status="ARGUMENT", calibration=None):
        error("cascade, " + name, "cascade_fit", status, message, file="cascade_errors", scores=given,
              calibration=calibration, asked=asked or {})

    fitting("no rows", "rows is 0: no row of a weight above 0 was fed", scores([], 2))
    fitting("rows of weight 0", "rows is 0: no row of a weight above 0 was fed", {**two, "weights": [0.0, 0.0, 0.0]})
    fitting("a score of nan", "scores[1][0] is nan: must be finite", scores([[0.5, 1.0], ["nan", 0.5]], 2))
    fitting("an infinite score", "scores[0][1] is -inf: must be finite", scores([[0.5, "-inf"]], 2))
    fitting("a negative weight", "weights[2] is -1: must be finite and at least 0", {**two, "weights": [1.0, 1.0, -1.0]})
    fitting("a target of nan", "targets[0] is nan: must be finite", {**two, "targets": ["nan", 0.0, 1.0]})
    fitting("a class that is none", "targets[1] is 2: must be a class in [0, 1]", {**many, "targets": [0.0, 2.0]})
    fitting("alpha", "alpha is -0.5: must lie in [0, 1]", asked={"alpha": -0.5})
    fitting("threshold", "threshold is inf: must be finite", asked={"threshold": "inf"})
    fitting("negatives_only", "negatives_only is 2: must be 0 or 1", asked={"negatives_only": 2.0})
    fitting("gamma", "gamma is -1: must be finite and at least 0", asked={"gamma": -1.0})
    fitting("bin_width", "bin_width is 0: must be finite and above 0", asked={"bin_width": 0.0})
    fitting("one fold", "folds is 1: must be 0 (none) or lie in [2, 1000]", asked={"folds": 1.0})
    fitting("half a fold", "folds is 2.5: must be a whole number", asked={"folds": 2.5})
    fitting("more folds than rows", "folds is 4: must be at most the number of rows, 3", asked={"folds": 4.0})
    fitting("folds and calibration", "folds is 2: must be 0 when calibration rows are given", asked={"folds": 2.0},
            calibration=two)
    fitting("max_disagreement", "max_disagreement is 1: must lie in (0, 1)", asked={"max_disagreement": 1.0})
    fitting("certify", "certify is 0: must lie in (0, 1)", asked={"certify": 0.0})
    fitting("threads", "threads is 1025: must lie in [0, 1024]", asked={"threads": 1025.0})
    fitting("an unknown order", 'order is "best": must be one of joint, natural, random, mse, greedy', asked={"order": "best"})
    fitting("a model twice", "fixed_order[1] is 0: occurs twice", asked={"fixed_order": [0, 0]})
    fitting("a model that is none", "fixed_order[1] is 2: must lie in [0, 1]", asked={"fixed_order": [0, 2]})
    fitting("an order of another length", "fixed_order has 1 models: must have each once, 2", asked={"fixed_order": [0]})
    fitting("an unknown algorithm", 'algorithm is "best": must be one of sums, votes, cheaper', asked={"algorithm": "best"})
    fitting("scores that are no votes", "a score of model 0 is -0.25: must be one of two values with votes, here -1 and 1",
            asked={"algorithm": "votes"})
    fitting("votes of several costs", "costs[1] is 2: must be costs[0] = 1, with votes",
            asked={"algorithm": "votes", "costs": [1.0, 2.0]})
    fitting("votes in bins", "bins is 1: must be 0 with votes",
            asked={"algorithm": "votes", "bins": 1.0}, status="UNSUPPORTED")
    fitting("votes by halves", "halves is 1: must be 0 with votes",
            asked={"algorithm": "votes", "halves": 1.0}, status="UNSUPPORTED")
    fitting("votes in an order by error", "order is mse: must be random or natural with votes, unless fixed_order is set",
            asked={"algorithm": "votes", "order": "mse"}, status="UNSUPPORTED")
    fitting("votes of several classes", "algorithm is votes: must be sums for more than two classes, the scores have 2", many,
            {"algorithm": "votes"}, "UNSUPPORTED")
    fitting("the cheaper without calibration",
            "algorithm is cheaper: requires calibration rows",
            asked={"algorithm": "cheaper"})
    fitting("spend", 'spend is "some": must be power:P with P at least 0, all, or proportional', asked={"spend": "some"})
    fitting("costs of another length", "costs has 1 numbers: must have one per model, 2", asked={"costs": [1.0]})
    fitting("a negative cost", "costs[1] is -2: must be at least 0", asked={"costs": [1.0, -2.0]})
    fitting("names of another length", "names has 1 texts: must have one per model, 2", asked={"names": ["a"]})
    fitting("bins of several classes", "bins is 1: must be 0 with more than two classes", many,
            {"bins": 1.0, "gamma": 1.0, "bin_width": 1.0}, "UNSUPPORTED")
    fitting("negatives of several classes", "negatives_only is on: fitting a cascade reads it with two classes only", many,
            {"negatives_only": 1.0})
    fitting("calibration rows with weights", "the calibration rows have weights: an exact limit of a share is for rows that "
            "count alike. If all rows weigh the same by design, omit the weights", status="UNSUPPORTED", calibration={**two, "weights": [1.0, 2.0, 1.0]})
    fitting("calibration without rows", "rows is 0: no calibration row of a weight above 0 was fed",
            calibration=scores([], 2))

    def load(name, message, text, what="cascade_load"):
        error(f"{what}, {name}", what, "FORMAT", message, file="cascade_errors", text=text)

    load("a sample", 'saved cascade: "wald" is "sample": must be "cascade"', '{"wald":"sample","version":1}')
    load("a newer version", 'saved cascade: "version" is 9: this library reads versions up to 1',
         '{"wald":"cascade","version":9}')
    load("a list", "saved cascade: is not an object", "[1]")
    load("a cascade for trees", 'saved trees: "wald" is "cascade": must be "trees"', '{"wald":"cascade","version":1}', "trees_load")
    load("no features", 'saved trees: "features" is missing', '{"wald":"trees","version":1}', "trees_load")

    one = {"output": 0, "split": ["at_most", "leaf", "leaf"], "missing": ["left"] * 3, "feature": [0] * 3,
           "left": [1, 0, 0], "right": [2, 0, 0], "threshold": [0.5, 0.0, 0.0], "categories": [[], [], []],
           "values": [0.0, 1.0, -1.0]}

    def growing(name, message, tree=None, of=None, features=((0.25,),)):
        error("trees, " + name, "cascade_trees", "ARGUMENT", message, file="cascade_errors", asked={},
              trees={"shape": of or shape(1), "trees": [{**one, **(tree or {})}]}, features=[list(r) for r in features])

    growing("no features", "n_features is 0: must lie in [1, 16777216]", of=shape(0))
    growing("leaf width", "leaf_width is 2: must be 1 or n_outputs, 3", of=shape(1, n_outputs=3, leaf_width=2))
    growing("a base of nan", "base[0] is nan: must be finite", of=shape(1, base=["nan"]))
    growing("an output that is none", "output is 1: must lie in [0, 0]", {"output": 1})
    growing("a feature that is none", "feature[0] is 1: must lie in [0, 0]", {"feature": [1, 0, 0]})
    growing("a child that is none", "a child of node 0 is 3: must lie in [1, 2]", {"right": [3, 0, 0]})
    growing("two parents", "node 1 has two parents: must have one", {"right": [1, 0, 0]})
    growing("a threshold of nan", "threshold[0] is nan: must be a number", {"threshold": ["nan", 0.0, 0.0]})
    growing("a value of inf", "the value of node 2 is inf: must be finite", {"values": [0.0, 1.0, "inf"]})
    growing("categories out of order", "the categories of node 0 are not in ascending order",
            {"split": ["among", "leaf", "leaf"], "categories": [[2, 1], [], []]})
    growing("zeros in a categorical split", "missing[0] is 3: must be 0, 1, 5 or 6 in a categorical split",
            {"split": ["among", "leaf", "leaf"], "missing": ["zero_right", "left", "left"],
             "categories": [[1], [], []]})
    growing("other features", "n_features is 2: must be 1", features=((0.25, 0.5),))


def cascade_cases(case, error, hexed):
    fit_cases(case, hexed)
    tree_cases(case, hexed)
    error_cases(error)
