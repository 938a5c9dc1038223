"""The rule of Robles et al. (2020) as it is printed: where the slope of the path, by finite differences, is nearest.

An oracle for what goes wrong with it, and nothing of Wald: the thresholds of each classifier are 100 equal steps from
its least to its greatest score, and one that flags nothing. Paths run through the lattice of both; a row is flagged
where either score is at or above its threshold.

- graph: the path from all rows flagged to none with the greatest area under true against false positives, an edge
  raising one threshold by one level.
- analytic: t1 = x, t2 = x^p of the range of each, p by Nelder and Mead's method so that the same area is greatest;
  counts between levels by bilinear interpolation.

Along a path the point is taken whose slope dTP/dFP, between it and the next one, is nearest to the target. Most steps
of equal thresholds flag no row, so dTP = dFP = 0 and their slope is not a number; numpy.argmin, as most programs do,
then answers with the first of these.
"""

import warnings

import numpy as np
from scipy.optimize import minimize

LEVELS = 100


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


def graph(y, scores):
    """The levels (j, k) and the counts along the path of greatest area, from all rows flagged to none."""
    grids = [levels(column) for column in scores.T]
    tp, fp = counts(y, scores, grids)
    rows, columns = tp.shape
    area = np.full(tp.shape, -1.0)
    area[0, 0] = 0
    first = np.zeros(tp.shape, bool)  # whether the last step raised the first threshold
    for j in range(rows):
        for k in range(columns):
            for raised, (a, b) in ((True, (j - 1, k)), (False, (j, k - 1))):
                if a >= 0 and b >= 0:
                    gained = area[a, b] + (fp[a, b] - fp[j, k]) * (tp[a, b] + tp[j, k]) / 2
                    if gained > area[j, k]:
                        area[j, k], first[j, k] = gained, raised
    path = [(rows - 1, columns - 1)]
    while path[-1] != (0, 0):
        j, k = path[-1]
        path.append((j - 1, k) if first[j, k] else (j, k - 1))
    path.reverse()
    thresholds = np.array([[grids[0][j], grids[1][k]] for j, k in path])
    return thresholds, np.array([tp[cell] for cell in path]), np.array([fp[cell] for cell in path])


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
