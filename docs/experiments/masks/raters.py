"""Masks of several raters put together: consensus, majority and STAPLE on simulated raters with known truth, objects of
smooth fields. STAPLE is the EM of Warfield, Zou, Wells, IEEE Transactions on Medical Imaging 23, 2004, for binary masks
without a Markov field: a sensitivity and a specificity for each rater.

usage: raters.py
"""

import numpy as np
from scipy import ndimage
import wald

from masks import ratios, table

SEEDS, SIDE, IMAGES = 10, 64, 8
RULES = ("majority", "consensus", "STAPLE", "STAPLE, Dice", "union")
MEASURES = ("Dice with the truth", "Dice with a rater")


def fields(rng, count, scale):
    """Smooth fields of variance 1, each of an image."""
    margin = 4 * scale
    noise = rng.normal(size=(count, SIDE + 2 * margin, SIDE + 2 * margin))
    smooth = ndimage.gaussian_filter(noise, (0, scale, scale))[:, margin:-margin, margin:-margin]
    return smooth / smooth.std()


def staple(marks, steps=500, least=1e-8):
    """The probability of each pixel that it is in the object, and each rater's sensitivity and specificity."""
    marks = marks.astype(float)
    prior = np.clip(marks.mean(), 1e-9, 1 - 1e-9)
    sensitivity = specificity = np.full(len(marks), 0.99999)
    before = np.full(marks.shape[1], prior)
    for _ in range(steps):
        yes = np.log(sensitivity) @ marks + np.log1p(-sensitivity) @ (1 - marks) + np.log(prior)
        no = np.log1p(-specificity) @ marks + np.log(specificity) @ (1 - marks) + np.log1p(-prior)
        p = 1 / (1 + np.exp(np.clip(no - yes, -500, 500)))
        if np.abs(p - before).sum() < least * p.size:
            break
        before = p
        sensitivity = np.clip(marks @ p / max(p.sum(), 1e-300), 1e-9, 1 - 1e-9)
        specificity = np.clip((1 - marks) @ (1 - p) / max((1 - p).sum(), 1e-300), 1e-9, 1 - 1e-9)
    return p, sensitivity, specificity


# ---- Raters: from fields and their level to masks, rater by image by pixel -------------------------------------------


def flipping(sensitivities, specificities):
    """Each pixel wrong by itself, as STAPLE assumes."""
    def of(field, level, rng):
        truth = field > level
        hit = [np.where(truth, rng.random(field.shape) < a, rng.random(field.shape) > b)
               for a, b in zip(sensitivities, specificities)]
        return np.array(hit)
    return of


def shifted(levels, spread):
    """Outlines where the field, with smooth noise of the rater's own, crosses the rater's level."""
    def of(field, level, rng):
        return np.array([field + spread * fields(rng, len(field), 3) > level + own for own in levels])
    return of


RATERS = {
    "3 alike, pixels": flipping([0.9] * 3, [0.95] * 3),
    "5 alike, pixels": flipping([0.8] * 5, [0.9] * 5),
    "1 good, 4 poor, pixels": flipping([0.98] + [0.6] * 4, [0.99] + [0.8] * 4),
    "3 alike, outlines": shifted([0] * 3, 0.4),
    "5 alike, outlines": shifted([0] * 5, 0.4),
    "5, all too small, outlines": shifted([0.4] * 5, 0.4),
    "3 exact, 2 too large, outlines": shifted([0, 0, 0, -0.8, -0.8], 0.2),
    "2 exact, 3 too small, outlines": shifted([0, 0, 0.8, 0.8, 0.8], 0.2),
    "5 from large to small, outlines": shifted([-0.6, -0.3, 0, 0.3, 0.6], 0.3),
}
LEVELS = {"large": 0.5, "small": 1.8}  # about 31 % and 4 % of the pixels


def one(raters, level, seed):
    rng = np.random.default_rng(seed)
    field = fields(rng, IMAGES, 5)
    truth = (field > level).reshape(IMAGES, -1)
    marks = raters(field, level, rng).reshape(-1, IMAGES, SIDE * SIDE)
    found = np.zeros((len(RULES), IMAGES, SIDE * SIDE), bool)
    for i in range(IMAGES):
        put = wald.consensus(marks[:, i], "dice")
        p = staple(marks[:, i])[0]
        decided = np.asarray(wald.decide(p, "f1").mask, bool)
        found[:, i] = put.majority, put.mask, p > 0.5, decided, marks[:, i].any(0)
    of_truth = ratios(found, truth[None], -1, "dice").mean(1)
    of_raters = np.mean([ratios(found, one_rater[None], -1, "dice").mean(1) for one_rater in marks], 0)
    return np.stack([of_truth, of_raters], 1)


def main():
    rows = [(f"{name}, {size}", [one(raters, level, seed) for seed in range(SEEDS)])
            for name, raters in RATERS.items() for size, level in LEVELS.items()]
    print(table(rows, RULES, "majority", MEASURES))


if __name__ == "__main__":
    main()
