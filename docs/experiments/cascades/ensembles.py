"""Boosted trees on Adult and Nomao, trained by XGBoost and kept in a folder: 500 of them, and fewer.

Nominal features are numbered by the order of their names, missing values stay missing.
"""

import csv
import gzip
import hashlib
import os
import pathlib
from typing import NamedTuple

import numpy as np
import xgboost

SEED = 6
TREES = 500
FEWER = (10, 20, 40, 80, 160)  # ensembles that are small from the beginning


class Data(NamedTuple):
    train: np.ndarray
    y_train: np.ndarray
    test: np.ndarray
    y_test: np.ndarray


class Case(NamedTuple):
    data: str
    depth: int
    eta: float

    def __str__(self):
        return f"{self.data}, depth {self.depth}, η {self.eta:g}"


CASES = (Case("adult", 5, 0.05), Case("adult", 5, 0.1), Case("nomao", 9, 0.1), Case("adult", 9, 0.05))
FILES = {"adult": ("adult/train.csv.gz", "adult/test.csv.gz"), "nomao": ("nomao/data.csv.gz",)}


# ---- Data ----------------------------------------------------------------------------------------


def missing(data):
    """The first of a data set's files that WALD_DATA does not hold, or None."""
    folder = pathlib.Path(os.environ["WALD_DATA"])
    return next((str(folder / name) for name in FILES[data] if not (folder / name).exists()), None)


def load(data):
    """Adult as it is split; of Nomao, whose rows are in the order of their labelling, a quarter drawn at random is for
    the test."""
    tables = []
    for name in FILES[data]:
        with gzip.open(pathlib.Path(os.environ["WALD_DATA"]) / name, "rt") as file:
            header, *rows = csv.reader(file)
        tables.append(np.array(rows))
    cells = np.concatenate(tables)
    X = np.column_stack([_numbers(column) for column in cells[:, : header.index("y")].T])
    y = cells[:, header.index("y")].astype(np.float32)
    n = len(tables[0])
    if len(tables) == 1:
        mixed = np.random.default_rng(SEED).permutation(len(X))
        X, y, n = X[mixed], y[mixed], len(X) - len(X) // 4
    return Data(X[:n], y[:n], X[n:], y[n:])


def _numbers(column):
    missing = column == "?"
    try:
        out = np.where(missing, "nan", column).astype(np.float32)
    except ValueError:
        names, codes = np.unique(column[~missing], return_inverse=True)
        out = np.full(len(column), np.nan, np.float32)
        out[~missing] = codes
    return out


# ---- Ensembles -----------------------------------------------------------------------------------


def booster(case, cache, trees=TREES):
    """The ensemble, from the folder where it is there already. With fewer trees each counts for more, up to 0.3."""
    eta = min(0.3, case.eta * TREES / trees)
    asked = {"objective": "binary:logistic", "max_depth": case.depth, "eta": eta, "tree_method": "hist", "nthread": 1,
             "seed": SEED}
    text = repr((case.data, asked, trees, xgboost.__version__)) + pathlib.Path(__file__).read_text()
    kept = cache / f"{case.data}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.ubj"
    if kept.exists():
        return xgboost.Booster(model_file=kept)
    data = load(case.data)
    made = xgboost.train(asked, xgboost.DMatrix(data.train, data.y_train, nthread=1), trees)
    cache.mkdir(parents=True, exist_ok=True)
    made.save_model(kept)
    return made
