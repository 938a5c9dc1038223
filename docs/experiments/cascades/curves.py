"""Each method's trade of trees against disagreement: points on rows that no cascade saw.

A point is kept in the cache by the ensemble, the library and all that was asked for, so that a run that was broken off
goes on where it was.
"""

import hashlib
import json
import os
import pathlib
from typing import NamedTuple

import ensembles
import numpy as np
import wald

ALPHAS = (0, 0.0005, 0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03)
FIXED_ALPHAS = (0, 0.0025, 0.005, 0.0075, 0.01, 0.02)  # a fixed order disagrees on other rows about as on its own
GAMMAS = (1.5, 1.75, 2, 2.25, 2.5, 3.5)
TARGETS = (0.0025, 0.005, 0.01, 0.02)
PREFIXES = (5, 10, 20, 30, 40, 60, 80, 120, 160, 200, 250, 300, 350, 400, 450)
BASE_ALPHA = 0.001  # of plans that are calibrated: their thresholds are moved apart afterwards

JOINT = {"QWYC": {}, "QWYC, all": {"spend": "all"}, "QWYC, proportional": {"spend": "proportional"}}
HALVES = {"QWYC, order and thresholds by different halves": {"halves": True}}
ORDERS = ("natural", "random", "mse", "greedy")
FIXED = {
    "natural, all": {"order": "natural", "spend": "all"},
    **{order: {"order": order} for order in ORDERS},
    **{f"{order}, proportional": {"order": order, "spend": "proportional"} for order in ORDERS},
}
FAN = {f"Fan, {order}": {"order": order, "bins": True} for order in ("natural", "random", "mse")}
FAN_JOINT = {"Fan, joint": {"order": "joint", "bins": True}}  # bins on QWYC's order
CERTIFIED, PREFIX, RETRAINED = "QWYC, certified", "first trees", "fewer trees, trained as such"
RIVALS = (*FIXED, *FAN)


class Point(NamedTuple):
    setting: float  # alpha, gamma, target, or how many trees
    disagreement: float
    trees: float
    accuracy: float


def key_of(*parts):
    """Of the library and these bytes: what was found is found again as long as they are the same."""
    library = pathlib.Path(os.environ["WALD_LIBRARY"]).read_bytes()
    return hashlib.sha256(b"".join((library, *parts))).hexdigest()


def kept(folder, compute, key, *asked):
    """compute(), or what it was before with the same key and arguments."""
    path = folder / f"{hashlib.sha256(repr((key, asked)).encode()).hexdigest()[:24]}.json"
    if not path.exists():
        found = json.dumps(compute())
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(found)
    return json.loads(path.read_text())


class Ensemble:
    """An ensemble with its data, evaluated when it is needed first."""

    def __init__(self, case, cache):
        self.case, self.cache = case, cache
        self.booster = ensembles.booster(case, cache)
        self.data = ensembles.load(case.data)
        self.trees = wald.Trees.from_xgboost(self.booster)
        self.full = self.trees.evaluate(self.data.test) >= 0
        self.accuracy = float(np.mean(self.full == self.data.y_test))
        self.threshold = self.trees.threshold(0)
        self._key = key_of(self.booster.save_raw("ubj"))
        self._scores, self._base, self._orders = None, None, {}

    @property
    def scores(self):
        if self._scores is None:
            self._scores = wald.CascadeScores.of_trees(self.trees, self.data.train)
        return self._scores

    def kept(self, compute, *asked):
        return kept(self.cache, compute, self._key, *asked)

    def fit(self, **asked):
        """Orders that depend on the rows alone are found once."""
        order = asked.get("order")
        if order in ("mse", "greedy"):
            if order not in self._orders:
                made = wald.Cascade.fit(self.scores, threshold=self.threshold, order=order, alpha=0)
                self._orders[order] = made.order.tolist()
            asked["fixed_order"] = self._orders[asked.pop("order")]
        return wald.Cascade.fit(self.scores, threshold=self.threshold, seed=ensembles.SEED, **asked)

    def served(self, cascade, rows=slice(None)):
        """What the cascade does on rows of the test, run on their features: disagreement, mean trees, accuracy."""
        found = cascade.bind(self.trees).apply_trees(self.data.test[rows])
        decided = found.decisions == 1
        return (float(np.mean(decided != self.full[rows])), float(np.mean(found.counts)),
                float(np.mean(decided == self.data.y_test[rows])))

    # ---- Curves ----------------------------------------------------------------------------------

    def points(self, asked, setting, values):
        out = []
        for value in values:

            def compute(value=value):
                return self.served(self.fit(**asked, **{setting: value}))

            out.append(Point(value, *self.kept(compute, "fit", sorted(asked.items()), setting, value)))
        return out

    def fan_points(self, asked):
        """Bins of half the default width, about 0.1 on Adult: the better one here."""
        width = self.kept(lambda: self.fit(bins=True, order="natural", gamma=2).bin_width, "width") / 2
        return self.points({**asked, "bin_width": width}, "gamma", GAMMAS)

    def certified(self, rows, target):
        """Calibrated on these rows of the test."""
        if self._base is None:
            self._base = self.fit(alpha=BASE_ALPHA, spend="all")
        held_out = wald.CascadeScores.of_trees(self.trees, self.data.test[rows])
        return self._base.calibrate(held_out, max_disagreement=target)

    def halves_of_test(self):
        return np.array_split(np.random.default_rng(ensembles.SEED).permutation(len(self.full)), 2)

    def certified_points(self):
        """Calibrated on a random half of the test, judged on the other."""
        rows, others = self.halves_of_test()

        def compute(target):
            return self.served(self.certified(rows, target), others)

        return [Point(target, *self.kept(lambda t=target: compute(t), "certified_disagreement", target)) for target in TARGETS]

    def prefix_points(self):
        """The trees as they were trained, broken off."""

        def compute(k):
            decided = wald.Trees.from_xgboost(self.booster, iterations=k).evaluate(self.data.test) >= 0
            return float(np.mean(decided != self.full)), k, float(np.mean(decided == self.data.y_test))

        return [Point(k, *self.kept(lambda k=k: compute(k), "prefix", k)) for k in PREFIXES]

    def retrained_points(self):
        """Ensembles that never had more."""

        def compute(k):
            made = wald.Trees.from_xgboost(ensembles.booster(self.case, self.cache, k))
            decided = made.evaluate(self.data.test) >= 0
            return float(np.mean(decided != self.full)), k, float(np.mean(decided == self.data.y_test))

        return [Point(k, *self.kept(lambda k=k: compute(k), "retrained", k)) for k in ensembles.FEWER]

    def curves(self):
        """Name -> points."""
        out = {}
        for name, asked in {**JOINT, **HALVES}.items():
            out[name] = self.points(asked, "alpha", ALPHAS)
        out[CERTIFIED] = self.certified_points()
        for name, asked in FIXED.items():
            out[name] = self.points(asked, "alpha", FIXED_ALPHAS)
        for name, asked in {**FAN, **FAN_JOINT}.items():
            out[name] = self.fan_points(asked)
        out[PREFIX], out[RETRAINED] = self.prefix_points(), self.retrained_points()
        return out

    def coverage(self, target, rows, splits):
        """Cascades that were certified on random rows of the test: the disagreement of each on all of the test, from
        which the rows were drawn."""
        random, out = np.random.default_rng(ensembles.SEED), []
        for split in range(splits):
            drawn = random.integers(len(self.full), size=rows)

            def compute(drawn=drawn):
                return self.served(self.certified(drawn, target))[:2]

            out.append(self.kept(compute, "coverage", target, rows, split))
        return np.array(out)


def envelope(points):
    """The points that no other one beats in both, by ascending disagreement: arrays of disagreement and trees."""
    out = []
    for p in sorted(points, key=lambda p: (p.disagreement, p.trees)):
        if not out or p.trees < out[-1][1]:
            out.append((p.disagreement, p.trees))
    return np.array(out).T


def trees_at(points, disagreement):
    """Mean trees at a disagreement, between the two points around it; NaN if every point disagrees more."""
    at, trees = envelope(points)
    return float(np.interp(disagreement, at, trees, left=np.nan))
