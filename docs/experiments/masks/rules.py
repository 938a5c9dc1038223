"""The learner "rule" on nuclei: it chooses among 1/2, tuned cuts and decisions from calibrated probabilities by a few
annotated crops, each a group of pixels. A forest marks the crops, as in nuclei.py, and learned from other pixels.

usage: rules.py [FOLDER]
"""

import collections
import sys

import numpy as np
from sklearn.ensemble import RandomForestClassifier
import wald

from masks import data, decided, scores, table, tuned_cut
from nuclei import SIDE, crops, filters

SEEDS, LEARNED = 10, 2000
# Noise, annotated crops, and what the log-odds of the votes are multiplied by: above 1 the model is overconfident.
SETTINGS = [(noise, crops, sharpness) for crops, sharpness in ((4, 1), (12, 1), (12, 3)) for noise in (0, 3, 5)]
RULES = ("1/2", "tuned cut", "Wald", "Wald, Platt", "rule")
MEASURES = ("Dice, image", "Dice, data set")
chosen = collections.defaultdict(collections.Counter)


def one(image, mask, noise, annotated, sharpness, seed):
    rng = np.random.default_rng(seed)
    features = filters(image + noise * rng.normal(size=image.shape))
    at = rng.choice(512 * 256, LEARNED, replace=False)
    x, y = features[:, :256].reshape(-1, 10)[at], mask[:, :256].ravel()[at]
    forest = RandomForestClassifier(100, min_samples_leaf=2, random_state=seed).fit(x, y)
    p = forest.predict_proba(features[:, 256:].reshape(-1, 10))[:, 1].reshape(512, 256)
    p = np.clip(p, 0.005, 0.995)
    p = p**sharpness / (p**sharpness + (1 - p) ** sharpness)
    p, truth = crops(np.pad(p, ((0, 0), (256, 0)))), crops(mask)
    order = rng.permutation(32)
    known, new = order[:annotated], order[12:]  # the same crops are marked, however many are annotated
    pixels, labels = p[known].reshape(-1, 1), truth[known].reshape(-1, 1).astype(np.uint8)
    rule = wald.Learner.fit("rule", np.empty((len(pixels), 0)), labels, marginals=pixels, metric="f1", average="macro",
                            groups=np.repeat(np.arange(annotated), SIDE * SIDE))
    chosen[noise, annotated, sharpness][rule.rule] += 1
    q = p[new]
    given = {"features": np.empty((q.size, 0)), "marginals": q.reshape(-1, 1)}
    ruled = np.asarray(rule.decide(**given, metric="f1", average="macro").mask, bool).reshape(q.shape)
    platt = wald.Calibration.fit("platt", labels.ravel(), pixels.ravel()).apply(q.ravel()).reshape(q.shape)
    cut = q > tuned_cut(pixels.ravel(), labels.ravel(), "dice")
    found = []
    for whole in (False, True):
        own = ruled
        if not whole and rule.rule.startswith("decide"):  # each image decided by itself, from calibrated probabilities
            own = decided(rule.probabilities(**given).reshape(q.shape), "f1", False)
        said = [q > 0.5, cut, decided(q, "f1", whole), decided(platt, "f1", whole), own]
        found.append([scores(each, truth[new])[2 * whole] for each in said])
    return np.array(found).T


def main():
    held = data("nuclei.npz", *sys.argv[1:])
    image, mask = (held["image"] - held["image"].mean()) / held["image"].std(), held["mask"]
    rows = [("noise {}, {} crops, sharpness {}".format(*setting), [one(image, mask, *setting, s) for s in range(SEEDS)])
            for setting in SETTINGS]
    print(table(rows, RULES, "1/2", MEASURES))
    for setting, rules in chosen.items():
        print("noise {}, {} crops, sharpness {}:".format(*setting), ", ".join(f"{rule} {n}" for rule, n in rules.most_common()))


if __name__ == "__main__":
    main()
