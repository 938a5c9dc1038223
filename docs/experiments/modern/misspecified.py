"""Probabilities that are wrong: too flat or too sharp, shifted, or of labels that depend on each other."""

import decided
import numpy as np
import wald

TEMPERATURES = (0.3, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)
SHIFTS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def curves(found, train, test):
    """F1 by instance and by label, where calibrated logits are multiplied by t or shifted: {"temperature 0.3": ...}.
    What is calibrated afterwards is fitted to the training rows' probabilities, spoilt in the same way."""
    labels, y, low = train[1], test[1], decided.lowest(train[1])
    kept, new = decided.calibrated(found["kept"], labels, found["new"])
    out = {}
    for what, values in (("temperature", TEMPERATURES), ("shift", SHIFTS)):
        for x in values:
            spoilt = [
                sigmoid(decided.logit(p) * x if what == "temperature" else decided.logit(p) + x) for p in (kept, new)
            ]
            _, mended = decided.calibrated(spoilt[0], labels, spoilt[1])
            cell = {}
            for average in ("instance", "macro"):
                for name, p in (("half", None), ("wald", spoilt[1]), ("mended", mended)):
                    mask = (spoilt[1] >= 0.5).astype(np.uint8) if p is None else decided.by_wald(p, "f1", average, low)
                    cell[f"{name} {average}"] = decided.judged(y, mask, "f1", average)
            out[f"{what} {x}"] = cell
    return out


def dependent(strengths=(0.0, 0.5, 1.0, 2.0, 3.0), labels=8, models=200):
    """The regret in expected F1 of what is decided from the exact marginals of a known distribution: at 1/2, with labels
    assumed independent, with the exact P(s) beside them (`card`); and from all of it. P(y_i | y_<i) is logistic, as in
    [W14] section 6, with weights of this size between the labels. Mean and standard error over the models."""
    vectors = ((np.arange(2**labels)[:, None] >> np.arange(labels)) & 1).astype(np.uint8)
    signs, out = 2.0 * vectors - 1, {}
    for strength in strengths:
        random, regrets = np.random.default_rng(7), []
        for _ in range(models):
            own, others = random.normal(-1, 1, labels), random.normal(0.5, 1, (labels, labels)) * strength
            mass = np.ones(len(vectors))
            for i in range(labels):
                p = sigmoid(own[i] + signs[:, :i] @ others[i, :i])
                mass *= np.where(vectors[:, i] == 1, p, 1 - p)
            tp = vectors.astype(float) @ vectors.T
            total = vectors.sum(1)[:, None] + vectors.sum(1)
            value = np.where(total > 0, 2 * tp / np.maximum(total, 1), 1.0) @ mass
            p = mass @ vectors
            s = np.bincount(vectors.sum(1), mass, labels + 1)

            def regret(mask, value=value):
                return value.max() - value[int(np.asarray(mask, int) @ (1 << np.arange(labels)))]

            regrets.append(
                [
                    regret(p >= 0.5),
                    regret(wald.decide(p, "f1").mask),
                    regret(best_given_sizes(p, s)),
                    regret(wald.decide(wald.Estimator.joint(vectors, mass), "f1").mask),
                ]
            )
        regrets = np.array(regrets)
        out[str(strength)] = [
            [float(m), float(e)] for m, e in zip(regrets.mean(0), regrets.std(0, ddof=1) / np.sqrt(models))
        ]
    return out


def best_given_sizes(p, s):
    """The answer of `card`: labels independent given their number, whose distribution is known."""
    labels = len(p)
    vectors = ((np.arange(2**labels)[:, None] >> np.arange(labels)) & 1).astype(np.uint8)
    mass = np.prod(np.where(vectors == 1, p, 1 - p), axis=1)
    sizes = vectors.sum(1)
    own = np.bincount(sizes, mass, labels + 1)
    return wald.decide(wald.Estimator.joint(vectors, mass * (s / np.maximum(own, 1e-300))[sizes]), "f1").mask
