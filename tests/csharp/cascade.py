#!/usr/bin/env python3
"""Made cascade.json, which the tests and the guide load: a cascade over trees that XGBoost trained, saved in Python.

    cascade.py OUTPUT      needs the package for Python, numpy and xgboost; no test runs it

It prints rows with what Python decides of them, which stand in CascadeTests.SavedInPython.
"""

import pathlib
import sys

import numpy as np
import wald
import xgboost


def customers(random, n):
    """Age, share of the visits that ended in a purchase, kind of contract; and who will stay."""
    age, share = random.integers(18, 80, n).astype(float), np.round(random.random(n), 2)
    kind = random.integers(0, 4, n).astype(float)
    margin = 0.06 * (age - 45) + 3 * (share - 0.5) + np.where(kind == 2, 1.5, 0) - 0.8
    stays = random.random(n) < 1 / (1 + np.exp(-margin))
    kind[random.random(n) < 0.1] = np.nan
    return np.column_stack([age, share, kind]), stays


def main():
    random = np.random.default_rng(1)
    x, y = customers(random, 4000)
    model = xgboost.XGBClassifier(n_estimators=24, max_depth=2, learning_rate=0.3, nthread=1).fit(x, y)
    trees = wald.Trees.from_xgboost(model)
    scores = wald.CascadeScores.of_trees(trees, x)
    cascade = wald.Cascade.fit(scores, threshold=trees.threshold(0), alpha=0.01).bind(trees)
    pathlib.Path(sys.argv[1]).write_text(cascade.save())
    rows, _ = customers(random, 8)
    found = cascade.apply_trees(rows)
    for row, decision, count in zip(rows.tolist(), found.decisions, found.counts):
        print(row, decision, count)


if __name__ == "__main__":
    main()
