"""[W14], section 6: 25 labels, no features. A joint distribution is drawn, n label vectors are observed, and one vector
is decided from them; it is judged by 100,000 further ones.

MM has the marginals of the sample, JM its likeliest vector, FM the optimum for F as though labels were independent, GFM
the optimum for F of the sample as it is.
"""

import math

import numpy as np
import wald

LABELS, OBSERVATIONS = 25, (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
MODELS, SETS, TEST = 30, 50, 100_000
METHODS, MEASURES = ("MM", "JM", "FM", "GFM"), ("Hamming loss", "subset 0/1 loss", "F1", "Jaccard")
KINDS = ("independent", "dependent")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


class Model:
    """P(y_i = 1 | y_<i) = sigmoid(w_i0 + sum_j w_ij 2 (y_j - 1/2))."""

    def __init__(self, kind, spread, random):
        self.dependent = kind == "dependent"
        self.own = random.normal(1 if self.dependent else 0, spread, LABELS)
        self.others = random.normal(1, spread, (LABELS, LABELS))

    def draw(self, n, random):
        u = random.random((n, LABELS))
        if not self.dependent:
            return (u < sigmoid(self.own)).astype(np.uint8)
        y, signs = np.empty((n, LABELS), np.uint8), np.empty((n, LABELS))
        for i in range(LABELS):
            y[:, i] = u[:, i] < sigmoid(self.own[i] + signs[:, :i] @ self.others[i, :i])
            signs[:, i] = 2.0 * y[:, i] - 1
        return y


def decided(sample):
    """A vector of each method."""
    joint = wald.Estimator.joint(sample)
    p = joint.marginals()
    return [p >= 0.5, joint.mode().mask, wald.decide(p, "f1").mask, wald.decide(joint, "f1").mask]


def judged(test, predictions):
    """The measures of each prediction, by rows of `test`."""
    rows, weights = test
    h = np.asarray(predictions, np.float32)
    tp, total = rows @ h.T, rows.sum(1, keepdims=True) + h.sum(1)
    f = np.where(total > 0, 2 * tp / np.maximum(total, 1), 1)
    return np.stack([weights @ (total - 2 * tp) / LABELS, weights @ (2 * tp != total), weights @ f,
                     weights @ (f / (2 - f))], axis=1) / weights.sum()


def of_model(kind, spread, number, sets):
    """Means over the training sets: (observations, methods, measures)."""
    random = np.random.default_rng((number, KINDS.index(kind), round(100 * spread)))
    model = Model(kind, spread, random)
    rows, weights = np.unique(model.draw(TEST, random), axis=0, return_counts=True)
    test = rows.astype(np.float32), weights.astype(float)
    out = []
    for n in OBSERVATIONS:
        made = np.array([decided(model.draw(n, random)) for _ in range(sets)], np.uint8).reshape(-1, LABELS)
        distinct, which = np.unique(made, axis=0, return_inverse=True)
        out.append(judged(test, distinct)[which.ravel()].reshape(sets, len(METHODS), -1).mean(0).tolist())
    return out


def computed(kept, spread=math.sqrt(3), models=MODELS, sets=SETS):
    """kind -> (models, observations, methods, measures)."""
    return {kind: np.array([kept(lambda k=kind, i=i: of_model(k, spread, i, sets), "simulation", kind, spread, i, sets)
                            for i in range(models)]) for kind in KINDS}
