"""[Q], Experiment 2 by the paper's design: Nomao with its 8 strongest features, 27,572 rows for training and 6,893 for
the test, 500 trees."""

import csv
import gzip
import os
import pathlib

import numpy as np
import wald
import xgboost

SEED, TREES, FEATURES, TEST = 6, 500, 8, 6893
ETAS = (0.02, 0.1)
ALPHAS = (0.0005, 0.001, 0.0025, 0.005, 0.0075, 0.01, 0.02)
GAMMAS = (1.5, 1.75, 2, 2.25, 2.5, 3, 3.5)
METHODS = {
    "QWYC": {"spend": "all"}, "QWYC, power:0.25": {}, "natural": {"order": "natural", "spend": "all"},
    "random": {"order": "random", "spend": "all"}, "MSE": {"order": "mse", "spend": "all"},
    "greedy MSE": {"order": "greedy", "spend": "all"},
    "Fan, natural": {"order": "natural", "bins": True}, "Fan, MSE (Fan*)": {"order": "mse", "bins": True},
    "bins on QWYC's order": {"order": "joint", "bins": True},
}


def split():
    with gzip.open(pathlib.Path(os.environ["WALD_DATA"]) / "nomao/data.csv.gz", "rt") as file:
        header, *rows = csv.reader(file)
    cells = np.array(rows, np.float32)
    X, y = np.delete(cells, header.index("y"), axis=1), cells[:, header.index("y")]
    mixed = np.random.default_rng(SEED).permutation(len(X))
    test, train = mixed[:TEST], mixed[TEST:]
    return X[train], y[train], X[test], y[test]


def trained(X, y, eta):
    asked = {"objective": "binary:logistic", "max_depth": 9, "eta": eta, "tree_method": "hist", "nthread": 1,
             "seed": SEED}
    return xgboost.train(asked, xgboost.DMatrix(X, y, nthread=1), TREES)


def strongest(X, y):
    """The features of greatest gain in an ensemble of all of them."""
    gain = trained(X, y, 0.1).get_score(importance_type="gain")
    return sorted(sorted(range(X.shape[1]), key=lambda j: -gain.get(f"f{j}", 0.0))[:FEATURES])


def computed(eta, chosen):
    """Of each method (alpha or gamma, disagreement, trees) on the test; the accuracy of all trees."""
    X, y, X_test, y_test = split()
    trees = wald.Trees.from_xgboost(trained(X[:, chosen], y, eta))
    rows, test = (wald.CascadeScores.of_trees(trees, part[:, chosen]) for part in (X, X_test))
    threshold = trees.threshold(0)
    full = trees.evaluate(X_test[:, chosen]).ravel() >= 0
    out = {"accuracy": float(np.mean(full == y_test))}
    orders = {}
    for name, asked in METHODS.items():
        order = asked.get("order")
        if order in ("mse", "greedy") or (order == "joint" and asked.get("bins")):
            if order not in orders:
                made = wald.Cascade.fit(rows, threshold=threshold, order=order, alpha=0 if order != "joint" else 0.005)
                orders[order] = made.order.tolist()
            asked = {**{k: v for k, v in asked.items() if k != "order"}, "fixed_order": orders[order]}
        out[name] = []
        for setting in GAMMAS if asked.get("bins") else ALPHAS:
            given = {"gamma": setting} if asked.get("bins") else {"alpha": setting}
            seen = wald.Cascade.fit(rows, threshold=threshold, seed=SEED, **asked, **given).evaluate(test)
            out[name].append((setting, seen.disagreement, seen.mean_models))
    return out
