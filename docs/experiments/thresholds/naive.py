"""The rule of Robles et al. (2020) as it is printed: where the slope of the path, by finite differences, is nearest.

An oracle for what goes wrong with it, and nothing of Wald: the thresholds of each classifier are 100 equal steps from
its least to its greatest score, and one that flags nothing. Paths run through the lattice of both; a row is flagged
where either score is at or above its threshold.

- graph: the path from all rows flagged to none with the greatest area under true against false positives, an edge
  raising one threshold by one level.
- analytic: t1 = x, t2 = x^p of the range of each, p by Nelder and Mead's method so that the same area is greatest;
  counts between levels by bilinear interpolation.
- dropout: each of many rounds leaves out a fifth of the edges; the paths, all of the same number of steps, are averaged
  step by step; a round whose lattice falls apart is drawn again. The numbers are ours.
- bucket: each classifier alone; its range is cut into ten equal buckets, and the threshold is the lower end of the last
  bucket, from the top, in which the share of positives reaches the target, as we read the baseline.

Along a path the point is taken whose slope dTP/dFP, between it and the next one, is nearest to the target. Most steps
of equal thresholds flag no row, so dTP = dFP = 0 and their slope is not a number; numpy.argmin, as most programs do,
then answers with the first of these.
"""

import warnings

import numpy as np
from scipy.optimize import minimize

LEVELS = 100
ROUNDS, DROPPED = 25, 0.2
BUCKETS = 10


def levels(column):
    return np.append(np.linspace(column.min(), column.max(), LEVELS), np.inf)


def counts(y, scores, grids):
    """TP and FP of every pair of levels, weights 1, shape (101, 101) each."""
    # A row reaches levels 0 ... rank-1 of a classifier, so it is not flagged at (j, k) where both ranks are at most
    # that level: an inclusive prefix sum over both dimensions.
    ranks = [np.searchsorted(grid, column, side="right") for grid, column in zip(grids, scores.T)]
    found = []
    for label in (1, 0):
        held = np.zeros([len(grid) + 1 for grid in grids])
        np.add.at(held, tuple(rank[y == label] for rank in ranks), 1)
        unflagged = held.cumsum(0).cumsum(1)
        found.append(held.sum() - unflagged[: len(grids[0]), : len(grids[1])])
    return found


def longest(tp, fp, kept=None):
    """The cells of the path of greatest area, from all rows flagged to none; None where there is none. kept[d][j, k]:
    whether there is an edge to the cell (j, k) that raises threshold d."""
    rows, columns = tp.shape
    area = np.full(tp.shape, -1.0)
    area[0, 0] = 0
    first = np.zeros(tp.shape, bool)  # whether the last step raised the first threshold
    for j in range(rows):
        for k in range(columns):
            for raised, (a, b) in ((True, (j - 1, k)), (False, (j, k - 1))):
                edge = a >= 0 and b >= 0 and area[a, b] >= 0 and (kept is None or kept[0 if raised else 1][j, k])
                if edge:
                    gained = area[a, b] + (fp[a, b] - fp[j, k]) * (tp[a, b] + tp[j, k]) / 2
                    if gained > area[j, k]:
                        area[j, k], first[j, k] = gained, raised
    if area[-1, -1] < 0:
        return None
    path = [(rows - 1, columns - 1)]
    while path[-1] != (0, 0):
        j, k = path[-1]
        path.append((j - 1, k) if first[j, k] else (j, k - 1))
    return path[::-1]


def graph(y, scores):
    """The thresholds and the counts along the path of greatest area, from all rows flagged to none."""
    grids = [levels(column) for column in scores.T]
    tp, fp = counts(y, scores, grids)
    path = longest(tp, fp)
    thresholds = np.array([[grids[0][j], grids[1][k]] for j, k in path])
    return thresholds, np.array([tp[cell] for cell in path]), np.array([fp[cell] for cell in path])


def dropout(y, scores, seed=0):
    """The same along the average of the paths of ROUNDS lattices that each lost a share of DROPPED of their edges."""
    grids = [levels(column) for column in scores.T]
    tables = counts(y, scores, grids)
    random, paths = np.random.default_rng(seed), []
    while len(paths) < ROUNDS:
        path = longest(*tables, random.random((2, *tables[0].shape)) >= DROPPED)
        if path is not None:
            paths.append(path)
    average = np.mean(paths, axis=0)  # positions, counted in levels
    steps = np.arange(LEVELS)
    thresholds = np.column_stack([np.interp(at, steps, grid[:-1]) for at, grid in zip(average.T, grids)])
    thresholds[average > LEVELS - 1] = np.inf  # beyond the last score that is finite
    flagged = (scores[:, None, :] >= thresholds).any(axis=2)
    return thresholds, flagged[y == 1].sum(0).astype(float), flagged[y == 0].sum(0).astype(float)


def bucket(y, scores, target):
    """A threshold per classifier; target: the precision of a bucket."""
    out = []
    for column in scores.T:
        edges = np.linspace(column.min(), column.max(), BUCKETS + 1)
        place = np.clip(np.searchsorted(edges, column, side="right") - 1, 0, BUCKETS - 1)
        threshold = np.inf
        for b in range(BUCKETS)[::-1]:
            held = y[place == b]
            if len(held) and held.mean() < target:
                break
            if len(held):
                threshold = edges[b]
        out.append(threshold)
    return out


def best_f1(path, positives):
    """The thresholds of the point with the greatest F1."""
    thresholds, tp, fp = path
    return thresholds[np.argmax(2 * tp / (tp + fp + positives))]


def interpolated(table, x1, x2):
    """Bilinear, at positions counted in levels."""
    j, k = (np.minimum(x.astype(int), table.shape[0] - 2) for x in (x1, x2))
    a, b = x1 - j, x2 - k
    low = table[j, k] * (1 - b) + table[j, k + 1] * b
    return low * (1 - a) + (table[j + 1, k] * (1 - b) + table[j + 1, k + 1] * b) * a


def analytic(y, scores):
    grids = [levels(column) for column in scores.T]
    tp, fp = counts(y, scores, grids)
    x = np.linspace(0, 1, LEVELS + 1)

    def along(p):
        return (interpolated(table, x * LEVELS, x**p * LEVELS) for table in (tp, fp))

    def negative_area(log_p):
        t, f = along(np.exp(np.clip(log_p[0], -20, 20)))
        return np.sum((f[1:] - f[:-1]) * (t[1:] + t[:-1])) / 2  # f falls

    p = np.exp(np.clip(minimize(negative_area, [0.0], method="Nelder-Mead").x[0], -20, 20))
    tp_of, fp_of = along(p)
    low, high = scores.min(axis=0), scores.max(axis=0)
    share = np.column_stack([x, x**p]) * LEVELS / (LEVELS - 1)  # the last level is inf
    thresholds = np.where(share > 1, np.inf, low + (high - low) * np.minimum(share, 1))
    return thresholds, tp_of, fp_of


def nearest_slope(path, target, ascending):
    """The thresholds where the slope is nearest; `ascending`: in the order of ascending false positives."""
    thresholds, tp, fp = (part[::-1] for part in path) if ascending else path
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        slope = np.diff(tp) / np.diff(fp)
        return thresholds[np.argmin(np.abs(slope - target))]
