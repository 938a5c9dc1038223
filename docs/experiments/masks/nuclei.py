"""Nuclei: one class. A forest of ten filters learns from a few pixels of the left half of an image to which noise was
added, and marks the nuclei of 32 crops of the right half.

usage: nuclei.py [FOLDER]
"""

import sys

import numpy as np
from scipy import ndimage
from sklearn.ensemble import RandomForestClassifier
import wald

from masks import AIMS, data, decided, rankseg, scores, table, tuned_cut

SEEDS, NOISE, ANNOTATED, SIDE = 10, (0, 1.5, 3, 5), (200, 2000), 64
RULES = ("1/2", "1/2, Platt", "tuned cut", "RankSEG", "RankSEG, Platt", "Wald", "Wald, Platt", "Wald, temperature")


def filters(image):
    """Ten numbers per pixel."""
    smooth = [ndimage.gaussian_filter(image, s) for s in (1, 2, 4, 8)]
    edges = [ndimage.gaussian_gradient_magnitude(image, s) for s in (1, 2, 4)]
    rest = [image, ndimage.gaussian_laplace(image, 2), ndimage.median_filter(image, 5)]
    return np.stack(smooth + edges + rest, -1)


def crops(values):
    """The right half of 512 x 512 as 32 rows of 64 x 64 pixels."""
    right = values[:, 256:]
    return right.reshape(8, SIDE, 4, SIDE).transpose(0, 2, 1, 3).reshape(32, SIDE * SIDE)


def one(image, mask, noise, annotated, seed):
    rng = np.random.default_rng(seed)
    features = filters(image + noise * rng.normal(size=image.shape))
    left = np.stack(np.meshgrid(np.arange(512), np.arange(256), indexing="ij"), -1).reshape(-1, 2)
    at = left[rng.choice(len(left), annotated, replace=False)]
    x, y = features[at[:, 0], at[:, 1]], mask[at[:, 0], at[:, 1]]
    forest = RandomForestClassifier(100, min_samples_leaf=2, oob_score=True, random_state=seed).fit(x, y)
    # Of trees that have not seen the pixel. No vote of a hundred is certain: 0 and 1 count as half a vote.
    known = np.clip(forest.oob_decision_function_[:, 1], 0.005, 0.995)
    p = np.clip(forest.predict_proba(features[:, 256:].reshape(-1, 10))[:, 1], 0.005, 0.995).reshape(512, 256)
    p, truth = crops(np.pad(p, ((0, 0), (256, 0)))), crops(mask)
    platt, temperature = (wald.Calibration.fit(name, y.astype(np.uint8), known).apply(p.ravel()).reshape(p.shape)
                          for name in ("platt", "temperature"))
    cut = tuned_cut(known, y, "dice")
    found = []
    for m, (metric, theirs, whole) in enumerate(AIMS):
        side = (SIDE * 32, SIDE) if whole else (SIDE, SIDE)
        own = lambda q: q.reshape(1, -1) if whole else q
        peer = lambda q: rankseg(own(q), theirs, side).reshape(p.shape)
        said = [p > 0.5, platt > 0.5, p > cut, peer(p), peer(platt), decided(p, metric, whole),
                decided(platt, metric, whole), decided(temperature, metric, whole)]
        found.append([scores(each, truth)[m] for each in said])
    return np.array(found).T


def main():
    held = data("nuclei.npz", *sys.argv[1:])
    image, mask = (held["image"] - held["image"].mean()) / held["image"].std(), held["mask"]
    rows = [(f"noise {noise}, {annotated} pixels", [one(image, mask, noise, annotated, s) for s in range(SEEDS)])
            for noise in NOISE for annotated in ANNOTATED]
    print(table(rows, RULES, "1/2"))


if __name__ == "__main__":
    main()
