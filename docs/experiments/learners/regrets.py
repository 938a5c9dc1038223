"""[W14], sections 3 and 4: how much F a decision for something else may give away, at worst.

The worst distribution over label vectors is the optimum of a linear program for each pair of a decision and a better
one: maximise E F(better) - E F(decided) over all P for which `decided` is what the other criterion decides. Labels that
play the same part in both are exchangeable, and P may be averaged over them: there is a variable for each number of
ones in four blocks. Each optimum is handed to Wald, which must find the same regret.
"""

import itertools
import math

import numpy as np
import scipy.optimize
import wald

FEW = (2, 3, 4, 5, 6, 7, 8)  # labels, where all distributions are searched
FEWER = (2, 3, 4, 5, 6)
MANY = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50)
TINY = 1e-6  # ties are broken by as much


def f1(y, h):
    """Of 0/1 rows y and one 0/1 vector h."""
    total = y.sum(1) + h.sum()
    return np.where(total > 0, 2 * (y @ h) / np.maximum(total, 1), 1.0)


def jaccard(y, h):
    f = f1(y, h)
    return f / (2 - f)


def solved(gain, at_most=None, bounds=None):
    """Masses that sum to 1, of the largest gain, where each row of at_most times the masses is at most 0."""
    n = len(gain)
    found = scipy.optimize.linprog(
        -gain, A_ub=at_most, b_ub=None if at_most is None else np.zeros(len(at_most)), A_eq=np.ones((1, n)), b_eq=[1],
        bounds=bounds or (0, None), method="highs")
    return (-found.fun, found.x) if found.status == 0 else (-np.inf, None)


# ---- Over all distributions ----------------------------------------------------------------------


def pairs(m):
    """Blocks of labels in both, in the decided only, in the better only, in neither."""
    for both, first, second in itertools.product(range(m + 1), repeat=3):
        if both + first + second <= m and first + second:
            yield both, first, second, m - both - first - second


def classes(blocks):
    """Numbers of ones in each block; how many vectors have them; F1 of the decided and of the better."""
    ones = np.array(list(itertools.product(*(range(b + 1) for b in blocks))))
    vectors = np.prod([[math.comb(b, s) for b, s in zip(blocks, row)] for row in ones], axis=1, dtype=float)
    s = ones.sum(1)

    def value(chosen):
        k = sum(blocks[b] for b in chosen)
        return np.where(s + k > 0, 2 * ones[:, chosen].sum(1) / np.maximum(s + k, 1), 1.0)

    return ones, vectors, value([0, 1]), value([0, 2])


def found_by_wald(blocks, ones, masses):
    """The regret that Wald says of this distribution and decision. A class's mass is spread over all its vectors."""
    starts = np.concatenate([[0], np.cumsum(blocks)])
    rows, weights = [], []
    for counts, mass in zip(ones, masses):
        if mass <= 1e-12:
            continue
        choices = [itertools.combinations(range(starts[b], starts[b + 1]), counts[b]) for b in range(4)]
        members = [sum(parts, ()) for parts in itertools.product(*choices)]
        for labels in members:
            row = np.zeros(sum(blocks), np.uint8)
            row[list(labels)] = 1
            rows.append(row)
            weights.append(mass / len(members))
    decided = np.zeros(sum(blocks), np.uint8)
    decided[: blocks[0] + blocks[1]] = 1
    return wald.regret(wald.Estimator.joint(np.array(rows), np.array(weights)), "f1", decided)


def worst(m, constraints):
    """The largest regret in F over the pairs, and by how much Wald's differs there."""
    best = (-np.inf,)
    for blocks in pairs(m):
        ones, vectors, decided, better = classes(blocks)
        at_most = constraints(blocks, ones, vectors)
        value, masses = solved(better - decided, at_most)
        if value > best[0] + 1e-12:
            best = value, blocks, ones, masses
    value, blocks, ones, masses = best
    return value, abs(found_by_wald(blocks, ones, masses) - value)


def hamming(blocks, ones, _):
    """Labels decided have marginals of at least 1/2, the others at most."""
    return np.array([sign * (ones[:, b] / blocks[b] - 0.5)
                     for b, sign in enumerate((-1, -1, 1, 1)) if blocks[b]])


def subset(blocks, ones, vectors):
    """No vector is likelier than the one decided."""
    decided = np.all(ones == (blocks[0], blocks[1], 0, 0), axis=1)
    return np.eye(len(ones))[~decided] - vectors[~decided, None] * decided


def all_vectors(m):
    return np.array(list(itertools.product((0, 1), repeat=m)), float)


def thresholding(m):
    """The best of the m + 1 sets above a threshold of the marginals, p_1 >= ... >= p_m, against any other set."""
    y = all_vectors(m)
    tops = [np.arange(m) < k for k in range(m + 1)]
    below = [f1(y, top.astype(float)) for top in tops]  # E F of each is at most t, the last variable
    falling = [y[:, i + 1] - y[:, i] for i in range(m - 1)]
    at_most = np.array([np.append(row, -1) for row in below] + [np.append(row, 0) for row in falling])
    best = (-np.inf, None, None)
    for better in y:
        found = scipy.optimize.linprog(
            np.append(-f1(y, better), 1), A_ub=at_most, b_ub=np.zeros(len(at_most)),
            A_eq=np.append(np.ones(len(y)), 0)[None], b_eq=[1], bounds=(0, None), method="highs")
        if -found.fun > best[0]:
            best = -found.fun, found.x[:-1], better
    value, masses, _ = best
    joint = wald.Estimator.joint(y.astype(np.uint8), np.maximum(masses, 0))
    regret = min(wald.regret(joint, "f1", top.astype(np.uint8)) for top in tops)
    return value, abs(regret - value)


def in_jaccard(m):
    """The F-maximiser judged by Jaccard."""
    y = all_vectors(m)
    values = np.array([f1(y, h) for h in y])
    best = (-np.inf, None, None)
    for blocks in pairs(m):
        block = np.repeat(np.arange(4), blocks)
        decided, better = np.isin(block, (0, 1)).astype(float), np.isin(block, (0, 2)).astype(float)
        value, masses = solved(jaccard(y, better) - jaccard(y, decided), values - f1(y, decided))
        if value > best[0] + 1e-12:
            best = value, masses, decided
    value, masses, decided = best
    joint = wald.Estimator.joint(y.astype(np.uint8), np.maximum(masses, 0))
    return value, abs(wald.regret(joint, "jaccard", decided.astype(np.uint8)) - value)


# ---- As published, and by construction -----------------------------------------------------------


def subset_formula(m):
    return (2 * m * m - m - 2) * m / ((2 * m - 1) * (m * m + m + 4))


def hamming_example(m):
    """P(10...0) = P(010...0) = 1/2 - e, P(0) = 2e: nothing is decided, 110...0 would be worth 2/3."""
    rows = np.zeros((3, m), np.uint8)
    rows[0, 0] = rows[1, 1] = 1
    joint = wald.Estimator.joint(rows, [0.5 - TINY, 0.5 - TINY, 2 * TINY])
    return wald.regret(joint, "f1", wald.decide(joint, "hamming").mask)


def subset_example(m):
    """The empty vector is just the likeliest, all with at least two labels come next, equally likely: as in the paper,
    which has m = 4."""
    rows = all_vectors(min(m, 12)).astype(np.uint8)
    rows = rows[(rows.sum(1) >= 2) | (rows.sum(1) == 0)]
    joint = wald.Estimator.joint(rows, np.where(rows.any(1), 1, 1 + TINY))
    return wald.regret(joint, "f1", joint.mode().mask)


def independence_formula(m):
    """2q - 1 for the largest q for which the printed sum is above q^m."""
    def excess(q):
        logs = [math.lgamma(m + 1) - math.lgamma(m - s + 1) - math.lgamma(s) + (m - s) * math.log(q)
                + s * math.log1p(-q) for s in range(1, m + 1)]
        return sum(2 * math.exp(x) / (m + s) for s, x in zip(range(1, m + 1), logs)) - q**m

    return 2 * scipy.optimize.brentq(excess, 0.5, 0.9999, xtol=1e-12) - 1


def independence_example(m):
    """All labels or none, the latter with probability q: the largest regret of the decision from the marginals alone,
    by bisection for the largest q at which it still decides something."""
    low, high = 0.5, 1 - 1e-9
    while high - low > 1e-9:
        q = (low + high) / 2
        low, high = (q, high) if wald.decide(np.full(m, 1 - q), "f1").k else (low, q)
    truth = wald.Estimator.joint(np.array([[1] * m, [0] * m], np.uint8), [1 - low, low])
    return wald.regret(truth, "f1", wald.decide(np.full(m, 1 - low), "f1").mask)


def thresholding_example(m):
    """1/2 - e on 10...0, and the rest on two vectors with m/2 ones that share label 2 alone."""
    rows = np.zeros((3, m), np.uint8)
    half = m // 2
    rows[0, 0] = rows[1, 1] = rows[2, 1] = 1
    rows[1, 2 : half + 1] = rows[2, half + 1 : 2 * half] = 1
    joint = wald.Estimator.joint(rows, [0.5 - TINY, (0.5 + TINY) / 2, (0.5 + TINY) / 2])
    p = joint.marginals()
    order = np.argsort(-p, kind="stable")
    tops = np.zeros((m + 1, m), np.uint8)
    for k in range(1, m + 1):
        tops[k, order[:k]] = 1
    kept = [0] + [k for k in range(1, m + 1) if k == m or p[order[k - 1]] > p[order[k]]]  # ties stay together
    return min(wald.regret(joint, "f1", tops[k]) for k in kept)


def computed():
    """Name -> {m: number}. JSON has text for keys."""
    out = {name: {} for name in ("hamming", "hamming, example", "subset", "subset, printed", "subset, example",
                                 "independence, printed", "independence, example", "thresholding",
                                 "thresholding, printed", "thresholding, example", "jaccard")}
    apart = 0.0
    for name, function, labels in (("hamming", lambda m: worst(m, hamming), FEW),
                                   ("subset", lambda m: worst(m, subset), FEW),
                                   ("thresholding", thresholding, FEW), ("jaccard", in_jaccard, FEWER)):
        for m in labels:
            out[name][str(m)], difference = function(m)
            apart = max(apart, difference)
    for m in MANY:
        key = str(m)
        out["hamming, example"][key] = hamming_example(m)
        if m > 2:
            out["subset, printed"][key] = subset_formula(m)
            if m <= 12:
                out["subset, example"][key] = subset_example(m)
        out["independence, printed"][key] = independence_formula(m)
        out["independence, example"][key] = independence_example(m)
        out["thresholding, printed"][key] = max(0, 1 / 6 - 2 / (m + 4))
        if m >= 4 and m % 2 == 0:
            out["thresholding, example"][key] = thresholding_example(m)
    return {"regrets": out, "apart": apart}
