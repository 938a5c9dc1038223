"""Cascades by trying everything: at each position every model with every pair of thresholds, in exact fractions.

A row is a list of scores, one per model or, with classes, a list for each model. A plan is a list of positions
(model, low, high): a sum below low is decided for 0, one at or above high for 1; with classes high is the margin from
which the leader is taken.
"""

import math
from fractions import Fraction

INF = math.inf
# What a threshold beyond the last sum is beyond it by: less than any two scores here differ by.
JUST = Fraction(1, 1 << 20)


def leader(sums):
    return max(range(len(sums)), key=lambda c: (sums[c], -c))


def margin(sums):
    first, second = sorted(sums, reverse=True)[:2]
    return first - second


def add(sums, scores):
    return [a + b for a, b in zip(sums, scores)] if isinstance(sums, list) else sums + scores


def full_sum(row):
    total = row[0]
    for scores in row[1:]:
        total = add(total, scores)
    return total


def full_decision(row, threshold):
    total = full_sum(row)
    return leader(total) if isinstance(total, list) else int(total >= threshold)


def allowed(share, weight):
    """The whole number of errors that a share comes to; one that is whole except for rounding counts as whole."""
    return min(weight, math.floor(share * weight * (1 + 1e-12) + 1e-9))


def two_sided(live, budget, negatives_only):
    """The best thresholds for rows (sum, positive, weight): (exits, errors, wrong negatives, low, high)."""
    values = sorted({v for v, _, _ in live})
    found = []

    def offer(low, high):
        below = [(p, w) for v, p, w in live if v < low]
        above = [(p, w) for v, p, w in live if v >= low and v >= high]
        wrong = sum(w for p, w in below if p)
        errors = wrong + sum(w for p, w in above if not p)
        if errors <= budget:
            exits = sum(w for _, w in below + above)
            found.append((-exits, errors, wrong, low, high))

    middles = [(a + b) / 2 for a, b in zip(values, values[1:])]
    for low in [-INF, *middles]:
        for high in [INF, *middles]:
            if low < high and not (negatives_only and high < INF):
                offer(low, high)
    if negatives_only:
        offer(values[-1] + JUST, INF)
    else:
        # All rows by one cut; beyond what was seen no row leaves.
        offer(-INF, values[0])
        for cut in middles:
            offer(cut, cut)
        offer(values[-1] + JUST, INF)
    return min(found, key=lambda f: f[:3])


def by_margin(live, budget):
    """The same for rows (margin, led wrongly, weight): the smallest margin from which rows may leave."""
    values = sorted({m for m, _, _ in live})
    best = (0, 0, 0, -INF, INF)
    for i in reversed(range(len(values))):
        leaving = [(wrong, w) for m, wrong, w in live if m >= values[i]]
        errors = sum(w for wrong, w in leaving if wrong)
        if errors > budget:
            break
        best = (-sum(w for _, w in leaving), errors, 0, -INF,
                (values[i - 1] + values[i]) / 2 if i > 0 else values[0])
    return best


def plan(rows, weights=None, alpha=0.0, order=None, spend=0.25, threshold=0, negatives_only=False, costs=None,
         closest=False):
    """order: None for the joint one; spend: an exponent, or "proportional"."""
    n_models = len(rows[0])
    weights = weights or [1] * len(rows)
    costs = costs or [1] * n_models
    rows, weights = zip(*[(r, w) for r, w in zip(rows, weights) if w > 0])
    total = sum(weights)
    several = isinstance(rows[0][0], list)
    goal = [full_decision(r, threshold) for r in rows]
    sums = [[Fraction(0)] * len(r[0]) if several else Fraction(0) for r in rows]
    live = list(range(len(rows)))
    unused = list(range(n_models))
    errors = left = 0
    out = []

    def best_of(model, budget):
        after = [(add(sums[i], rows[i][model]), i) for i in live]
        if several:
            return by_margin([(margin(s), leader(s) != goal[i], weights[i]) for s, i in after], budget)
        return two_sided([(s, goal[i] == 1, weights[i]) for s, i in after], budget, negatives_only)

    def distance(model):
        total = Fraction(0)
        for i in live:
            d = [a - b for a, b in zip(flat(add(sums[i], rows[i][model])), flat(full_sum(rows[i])))]
            total += weights[i] * sum(x * x for x in d)
        return total

    for r in range(1, n_models + 1):
        whole = allowed(alpha, total)
        if spend == "proportional":
            cap = allowed(alpha, left)
        else:
            cap = min(whole, allowed((r / n_models)**spend, whole))
        budget = max(0, cap - errors)
        last = r == n_models
        if order is not None:
            model = order[r - 1]
        elif not live or last:
            model = min(unused, key=lambda t: (costs[t], t))
        else:
            options = []
            for t in unused:
                exits, wrong, *_ = best_of(t, budget)
                if exits < 0 and costs[t] < INF:
                    options.append((costs[t] / -exits, exits, wrong, t))
            if options:
                model = min(options)[3]
            elif closest:
                known = [t for t in unused if costs[t] < INF] or unused
                model = min(known, key=lambda t: (distance(t), t))
            else:
                model = min(unused, key=lambda t: (costs[t], t))
        low, high = -INF, INF
        if last:
            low, high = (-INF, 0) if several else (threshold, threshold)
        elif live:
            exits, _, _, low, high = best_of(model, budget)
            if exits == 0:
                low, high = -INF, INF
        unused.remove(model)
        out.append((model, low, high))
        stay = []
        for i in live:
            sums[i] = add(sums[i], rows[i][model])
            decision = decide(sums[i], low, high)
            if decision is None:
                stay.append(i)
                continue
            left += weights[i]
            errors += weights[i] * (decision != goal[i])
        live = stay
    return out


def flat(x):
    return x if isinstance(x, list) else [x]


def decide(total, low, high):
    if isinstance(total, list):
        return leader(total) if margin(total) >= high else None
    return 0 if total < low else 1 if total >= high else None


def run(positions, row):
    """The decision, and how many models ran."""
    total = None
    for count, (model, low, high) in enumerate(positions, 1):
        total = row[model] if total is None else add(total, row[model])
        decision = decide(total, low, high)
        if decision is not None:
            return decision, count
    raise AssertionError("the last position decides")


def evaluate(decided, rows, weights=None, threshold=0, order=None, costs=None):
    """disagreement, mean models, mean cost and the histogram of stops of decided = [(decision, count)]."""
    weights = weights or [1] * len(rows)
    total = sum(weights)
    wrong = sum(w for (d, _), r, w in zip(decided, rows, weights) if d != full_decision(r, threshold))
    stops = [sum(w for (_, k), w in zip(decided, weights) if k == r) / total for r in range(1, len(rows[0]) + 1)]
    models = sum(w * k for (_, k), w in zip(decided, weights)) / total
    cost = None
    if order is not None:
        costs = costs or [1] * len(order)
        spent = [sum(costs[t] for t in order[:k]) for k in range(len(order) + 1)]
        cost = sum(w * spent[k] for (_, k), w in zip(decided, weights)) / total
    return float(wrong / total), float(models), cost, [float(s) for s in stops]


def error_order(rows, targets=None, weights=None, greedy=False):
    """Models by squared error: each alone, or added one after the other to the sum. Targets: the full sum, numbers, or
    classes."""
    weights = weights or [1] * len(rows)

    def goal(i):
        if targets is None:
            return flat(full_sum(rows[i]))
        if isinstance(rows[i][0], list):
            return [Fraction(int(c == targets[i])) for c in range(len(rows[i][0]))]
        return [targets[i]]

    def error(models):
        total = Fraction(0)
        for i, row in enumerate(rows):
            reached = [sum(scores) for scores in zip(*(flat(row[t]) for t in models))]
            total += weights[i] * sum((a - b)**2 for a, b in zip(reached, goal(i)))
        return total

    unused = list(range(len(rows[0])))
    if not greedy:
        return sorted(unused, key=lambda t: (error([t]), t))
    out = []
    while unused:
        out.append(min(unused, key=lambda t: (error([*out, t]), t)))
        unused.remove(out[-1])
    return out


def binned(rows, order, gamma, width, threshold=0, negatives_only=False):
    """Thresholds of each bin of each position but the last, by means and deviations of what is left to add."""
    full = [full_sum(r) for r in rows]
    out = []
    sums = [Fraction(0)] * len(rows)
    for model in order[:-1]:
        sums = [s + r[model] for s, r in zip(sums, rows)]
        bins = {}
        for s, f in zip(sums, full):
            bins.setdefault(math.floor(s / width), []).append(s - f)
        own = {}
        for b, rests in bins.items():
            mean = sum(rests) / len(rests)
            band = gamma * math.sqrt(sum((x - mean)**2 for x in rests) / len(rests))
            own[b] = (threshold + float(mean) - band, INF if negatives_only else threshold + float(mean) + band)
        out.append(own)
    return out


def run_binned(bins, order, width, row, threshold=0):
    """The decision and the count, or None if rounding could decide."""
    total = Fraction(0)
    for count, model in enumerate(order, 1):
        total += row[model]
        if count == len(order):
            break
        own = bins[count - 1].get(math.floor(total / width))
        if own is None:
            break
        low, high = own
        if low < high and any(0 < abs(float(total) - x) < 1e-6 for x in own) or low < high and total in own:
            return None
        if total < low:
            return 0, count
        if total > high:
            return 1, count
    return int(full_sum(row) >= threshold), len(order)


def tail_above(errors, n, rate):
    """P(at most so many errors in n rows that err at a rate): what an upper limit of the rate leaves."""
    return math.fsum(math.comb(n, k) * rate**k * (1 - rate)**(n - k) for k in range(errors + 1))
