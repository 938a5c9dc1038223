"""Filter and score: ensembles of lattices on made-up rows, in the place of the published ones, whose data is private.

A row is worth scoring where it is positive, which is one in ten; negatives may leave early, positives get their full
score. A base model is a lattice: the multilinear interpolation of values at the 2^d corners of a cube, over d features
drawn at random. Trained *jointly*, all values are found at once, by least squares; *independently*, each lattice fits
the label by itself, and the ensemble is their mean.
"""

from typing import NamedTuple

import curves
import numpy as np
import wald
from scipy.sparse.linalg import LinearOperator, cg

ROWS, FEATURES, POSITIVE = 20_000, 16, 0.1  # rows of each: training, test
RIDGE = 1e-3  # times the number of rows


class Filter(NamedTuple):
    scores: np.ndarray  # (rows, models): training
    test: np.ndarray
    threshold: float  # of the sum: as many are above it as are positive


def _rows(n, random):
    """Labels that depend on products and bends of the features, and on chance."""
    x = random.random((n, FEATURES), np.float32)
    z = 3 * x[:, 0] * x[:, 1] + 2 * np.abs(x[:, 2] - x[:, 3]) + np.sin(5 * x[:, 4]) + 2 * x[:, 5] * x[:, 6] * x[:, 7]
    z += x[:, 8:].sum(axis=1) / 2 + 0.3 * random.standard_normal(n)
    return x, z


def _corners(x):
    """The weight of each of the 2^d corners, for rows of d features in [0, 1]."""
    out = np.ones((len(x), 1), np.float32)
    for column in x.T:
        out = np.concatenate([out * (1 - column[:, None]), out * column[:, None]], axis=1)
    return out


def _least_squares(B, y):
    """Ridge, by conjugate gradients."""
    ridge = np.float32(RIDGE * len(B))
    normal = LinearOperator((B.shape[1],) * 2, matvec=lambda v: B.T @ (B @ v.astype(np.float32)) + ridge * v)
    return cg(normal, B.T @ y, rtol=1e-5, maxiter=60)[0].astype(np.float32)


def ensemble(models, d, jointly, seed):
    random = np.random.default_rng(seed)
    (x, z), (x_test, _) = _rows(ROWS, random), _rows(ROWS, random)
    y = np.where(z >= np.quantile(z, 1 - POSITIVE), 1, -1).astype(np.float32)
    chosen = [random.choice(FEATURES, d, replace=False) for _ in range(models)]
    B, B_test = (np.concatenate([_corners(rows[:, c]) for c in chosen], axis=1) for rows in (x, x_test))
    size = 2**d
    if jointly:
        values = _least_squares(B, y)
    else:
        parts = (slice(t * size, (t + 1) * size) for t in range(models))
        values = np.concatenate([_least_squares(B[:, part], y) / models for part in parts])
    scores, test = (np.einsum("nts,ts->nt", b.reshape(ROWS, models, size), values.reshape(models, size))
                    for b in (B, B_test))
    return Filter(scores, test, float(np.quantile(scores.sum(axis=1), 1 - POSITIVE)))


METHODS = {"QWYC, all": {"spend": "all"}, "QWYC, power:0.25": {}, "Fan, MSE (Fan*)": {"order": "mse", "bins": True}}
ALPHAS = (0, 0.001, 0.0025, 0.005)


def points(models, d, jointly, seed):
    """Method -> points, on the test; where only negatives leave early."""
    made = ensemble(models, d, jointly, seed)
    rows, test = (wald.CascadeScores(models).feed(scores) for scores in (made.scores, made.test))
    out = {}
    for name, asked in METHODS.items():
        out[name] = []
        for alpha in ALPHAS:
            cascade = wald.Cascade.fit(rows, threshold=made.threshold, alpha=alpha, negatives_only=True, **asked)
            seen = cascade.evaluate(test)
            out[name].append(curves.Point(alpha, seen.disagreement, seen.mean_models, float("nan")))
    return out
