"""Tissue: three exclusive classes (other, gray, white) of known probability. Labels are drawn from the maps of slices of a
brain, pixel by pixel or from a smooth field, so that neighbours depend on each other. The model has the maps' logits,
multiplied by a sharpness, with noise added; it is calibrated by annotated pixels of other slices.

usage: tissue.py [FOLDER]
"""

import sys

import numpy as np
from scipy import ndimage, special
import torch
from rankseg import RankSEG
import wald

from masks import MEASURES, class_scores, data, table

SEEDS, SLICES, ANNOTATED = 10, range(30, 150, 20), 500
RULES = ("argmax", "argmax, vector", "RankSEG", "RankSEG, temperature", "Wald", "Wald, temperature", "Wald, vector")
SETTINGS = [(smooth, sharp, noise) for smooth in (0, 4) for sharp, noise in ((1, 0), (1, 1), (3, 0), (3, 3))]


def labels(p, smooth, rng):
    """A class of each pixel, with the probabilities p; neighbours depend on each other if smooth is above 0."""
    field = rng.normal(size=p.shape[:2])
    if smooth:
        field = ndimage.gaussian_filter(field, smooth)
        field /= field.std()
    return (special.ndtr(field)[..., None] > np.cumsum(p, -1)[..., :-1]).sum(-1)


def decided(p, metric):
    """Exclusive classes of images by pixels by classes, each image one problem."""
    return np.stack([np.asarray(wald.decide(each, metric, average="macro", per_row=1).mask).argmax(1) for each in p])


def peer(p, metric, side):
    """RankSEG's classes."""
    shaped = torch.tensor(p.reshape(len(p), *side, 3).transpose(0, 3, 1, 2).copy())
    return RankSEG(metric=metric, output_mode="multiclass")(shaped).numpy().reshape(p.shape[:2])


def one(maps, smooth, sharp, noise, seed):
    rng = np.random.default_rng(seed)
    truth = np.stack([labels(m, smooth, rng) for m in maps])
    logits = sharp * np.log(np.clip(maps, 1e-4, 1)) + noise * rng.normal(size=maps.shape)
    said = special.softmax(logits, -1)
    side, train = maps.shape[1:3], slice(0, None, 2)
    x, y = said[train].reshape(-1, 3), truth[train].ravel()
    at = rng.choice(len(x), ANNOTATED, replace=False)
    test, truth = said[1::2].reshape(3, -1, 3), truth[1::2].reshape(3, -1)
    fitted = lambda name: wald.Calibration.fit(name, y[at], x[at]).apply(test.reshape(-1, 3)).reshape(test.shape)
    cooled, vector = fitted("temperature"), fitted("vector")
    found = []
    for m, (metric, theirs) in enumerate((("f1", "dice"), ("jaccard", "iou"))):
        of = [test.argmax(-1), vector.argmax(-1), peer(test, theirs, side), peer(cooled, theirs, side),
              decided(test, metric), decided(cooled, metric), decided(vector, metric)]
        found.append([class_scores(each, truth, 3)[m] for each in of])
    return np.array(found).T


def main():
    p = data("tissue.npz", *sys.argv[1:])["p"].astype(float)
    maps = np.stack([p[::2, ::2, z] for z in SLICES])
    maps /= maps.sum(-1, keepdims=True)
    rows = []
    for smooth, sharp, noise in SETTINGS:
        name = f"{'smooth' if smooth else 'independent'} labels, sharpness {sharp}, noise {noise}"
        rows.append((name, [one(maps, smooth, sharp, noise, s) for s in range(SEEDS)]))
    print(table(rows, RULES, "argmax", MEASURES[:2]))


if __name__ == "__main__":
    main()
