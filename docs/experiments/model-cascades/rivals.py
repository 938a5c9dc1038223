"""The rules of SUPG (Kang, Gan, Bailis, Hashimoto and Zaharia 2020) and of BARGAIN (Zeighami, Shankar and Parameswaran
2025), written after their papers and published code, for tables whose truth is known.

A table's rows are in the order in which a rule accepts the first stage: position 0 is the safest. Each rule gives the
number of positions that it accepts from there, and the positions that it had labelled on the way."""

import numpy as np

STEP = 100  # SUPG looks at each 100th sampled row as a candidate


# ---- SUPG -------------------------------------------------------------------------------------------------------


def importance(proxy, mixing=0.1):
    """Roots of the proxy's scores, mixed with the uniform distribution against scores that are wrong."""
    roots = np.sqrt(proxy)
    return (1 - mixing) * roots / roots.sum() + mixing / proxy.size


class Importance:
    """Draws with replacement with those probabilities, and weights (1/n) / probability, from a prefix of positions."""

    def __init__(self, proxy):
        self.chance = importance(proxy)
        self.sums = np.cumsum(self.chance)

    def draw(self, random, size, last=None):
        total = self.sums[-1] if last is None else self.sums[last - 1]
        at = np.searchsorted(self.sums, random.random(size) * total, side="right")
        return np.sort(np.minimum(at, (self.chance.size if last is None else last) - 1))


def normal_bounds(mean, deviation, size, delta):
    """What the papers' rule takes for bounds of a mean: those of a normal distribution."""
    width = deviation / np.sqrt(size) * np.sqrt(2 * np.log(1 / delta))
    return mean - width, mean + width


def prefix_bound(right, at, weights, candidates, delta):
    """Lower bounds of the share of right rows among the positions up to each candidate sampled row."""
    # Within a prefix the weights are those of its own uniform distribution: divided by their mean.
    count = candidates + 1
    w, w2 = np.cumsum(weights)[candidates], np.cumsum(weights * weights * right)[candidates]
    r = np.cumsum(weights * right)[candidates]
    mean = r / w
    second = w2 * count / (w * w)
    return normal_bounds(mean, np.sqrt(np.maximum(second - mean * mean, 0)), count, delta)[0]


def supg_precision(right, sampler, random, budget, target, delta, relaxed=False):
    """Algorithm 5 (importance sampling in two stages). relaxed: for an accuracy, of which the rows that are not
    accepted fulfil their part."""
    n = right.size
    first = sampler.draw(random, budget // 2)
    weights = 1 / (n * sampler.chance[first])
    last = n
    if not relaxed:
        # No set of this precision holds more rows than its positives allow.
        z = right[first] * weights
        positives = normal_bounds(z.mean(), z.std(), first.size, delta / 2)[1] * n
        last = int(np.clip(np.ceil(positives / target), 1, n))
    second = sampler.draw(random, budget - budget // 2, last)
    if relaxed:  # both halves are of all rows
        second = np.sort(np.concatenate([first, second]))
    weights = 1 / (n * sampler.chance[second])
    candidates = np.arange(STEP - 1, second.size, STEP)
    if candidates.size == 0:
        return 0, np.concatenate([first, second])
    share = delta / candidates.size if relaxed else delta / 2 / candidates.size
    bound = prefix_bound(right[second], second, weights, candidates, share)
    accepted = second[candidates] + 1
    wanted = target if not relaxed else (target * n - (n - accepted)) / accepted
    good = np.flatnonzero(bound > wanted)
    return (int(accepted[good[-1]]) if good.size else 0), np.concatenate([first, second])


def supg_recall(positive, sampler, random, budget, target, delta):
    """Algorithm 4: positions from 0 up to where the recall of the sample is a target that allows for its error."""
    n = positive.size
    at = sampler.draw(random, budget)
    weights = positive[at] / (n * sampler.chance[at])
    sums = np.cumsum(weights)
    if sums[-1] == 0:
        return n, at
    cut = int(np.searchsorted(sums, target * sums[-1] * (1 - 1e-12)))
    left, right = weights.copy(), weights.copy()
    left[cut + 1 :] = 0
    right[: cut + 1] = 0
    upper = normal_bounds(left.mean(), left.std(), budget, delta / 2)[1]
    lower = max(0.0, normal_bounds(right.mean(), right.std(), budget, delta / 2)[0])
    adjusted = upper / (upper + lower)
    if adjusted >= 1:
        return n, at
    return int(at[min(budget - 1, np.searchsorted(sums, adjusted * sums[-1] * (1 - 1e-12)))]) + 1, at


# ---- BARGAIN ----------------------------------------------------------------------------------------------------


def capital(x, mean, delta, n=None, above=True, fixed=False):
    """The capital, row by row, of bets that the mean of x is above (below) `mean`; of n rows without replacement."""
    i = np.arange(1, x.size + 1)
    before = np.cumsum(x) - x
    centre = (0.5 + before) / i
    # For 0 and 1 the sum of squares around an average is a matter of counts.
    spread = (0.25 + before * (1 - centre) ** 2 + (i - 1 - before) * centre**2) / i
    bet = np.sqrt(2 * np.log(2 / delta) / (x.size * spread if fixed else i * np.log(i + 1) * spread))
    m = np.full(x.size, mean) if n is None else (n * mean - before) / (n - (i - 1))
    with np.errstate(all="ignore"):
        if above:
            factor = 1 + np.minimum(bet, 0.75 / m) * (x - m)
        else:
            factor = 1 - np.minimum(bet, 0.75 / (1 - m)) * (x - m)
        # A mean that can no more be refused, or be held, by the rows left.
        factor[m <= 0] = np.inf if above else 0
        return np.cumprod(factor)


def first_above(values, goal):
    hit = np.flatnonzero(values >= goal)
    return hit[0] + 1 if hit.size else np.inf


def confident(x_of, n, mean, delta, give_up):
    """Rows of a random order, ten at a time, until bets decide. give_up: after 50 rows, where the mean of the rows is
    not a standard deviation above what is wanted. Returns whether the mean is taken to be above, and the rows used."""
    size = 256
    while True:
        x = x_of(min(size, n))
        sums = np.cumsum(x)
        yes, no = first_above(capital(x, mean, delta, n), 1 / delta), first_above(
            capital(x, mean, delta, n, above=False), 1 / delta)
        for used in [*range(10, x.size, 10), *([x.size] if x.size == n or x.size % 10 == 0 else [])]:
            share = sums[used - 1] / used
            if used == n:
                return share >= mean, used
            if share < mean and no <= used:
                return False, used
            if share >= mean and yes <= used:
                return True, used
            if give_up and used >= 50 and share - np.sqrt(share * (1 - share)) < mean:
                return False, used
        size *= 4


def bargain(right, random, target, delta, relaxed, cuts=20):
    """Accuracy (relaxed, as the rows that are not accepted are right) and precision: cuts at equal numbers of rows
    from the safest on, each tested on rows of one random order, until one does not pass."""
    n, step = right.size, max(1, right.size // cuts)
    order = random.permutation(n)
    accepted, used = 0, []
    for cut in range(step, n + 1, step):
        wanted = (target * n - (n - cut)) / cut if relaxed else target
        if wanted <= 0:
            accepted = cut
            continue
        inside = order[order < cut]
        passed, rows = confident(lambda size: right[inside[:size]].astype(float), cut, wanted, delta, relaxed)
        used.append(inside[:rows])
        if not passed:
            break
        accepted = cut
    return accepted, np.concatenate([np.zeros(0, int), *used])


def bargain_recall(positive, random, budget, target, delta):
    """Uniform rows with replacement; the positives among them test thresholds, from the lowest on."""
    n = positive.size
    at = random.integers(0, n, budget)
    found = at[positive[at] == 1]
    accepted = n
    for cut in np.sort(found)[::-1]:
        inside = (found <= cut).astype(float)
        if inside.mean() < target or capital(inside, target, delta, fixed=True).max() < 1 / delta:
            break
        accepted = int(cut) + 1
    return accepted, at
