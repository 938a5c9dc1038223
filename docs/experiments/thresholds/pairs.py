"""Pairs of a data set and a model: two columns of scores, by the same model on two halves of the features.

After Robles et al. (2020): the features are standardised and rotated to their principal components; of the first fifth
of these (at least 4) one classifier gets the odd ones, the other the even ones. A quarter of the rows is held out.
Thresholds are chosen on the others, by scores that are out of fold (5 folds) or, to show what that costs, in sample.
Nominal features become indicators. Data sets whose positives are frequent are thinned to a few per cent, so that the
events are rare; `DATA` says to how many.
"""

import gzip
import os
import pathlib
import warnings
from typing import NamedTuple

import numpy as np
import pandas as pd
from lightgbm import LGBMClassifier
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from xgboost import XGBClassifier

SEED = 20
FOLDS = 5


class Pair(NamedTuple):
    data: str
    model: str
    y: np.ndarray  # of the rows that thresholds are chosen on
    out_of_fold: np.ndarray  # (rows, 2)
    in_sample: np.ndarray  # (rows, 2)
    y_test: np.ndarray
    test: np.ndarray  # (rows held out, 2)
    half: float  # the score at which the models themselves decide


# ---- Data ----------------------------------------------------------------------------------------


def table(*parts):
    """The tables of some files of WALD_DATA, one below the other."""
    folder = pathlib.Path(os.environ["WALD_DATA"])
    read = []
    for part in parts:
        with gzip.open(folder / part, "rt") as file:
            read.append(pd.read_csv(file))
    return pd.concat(read, ignore_index=True)


def features(frame):
    nominal = [c for c in frame if not pd.api.types.is_numeric_dtype(frame[c])]
    return pd.get_dummies(frame, columns=nominal, dtype=float).to_numpy(float)


def thinned(X, y, share, most, random):
    """At most `most` rows, of which `share` are positive (None: as many as there are)."""
    positive, negative = (random.permutation(np.flatnonzero(y == c)) for c in (1, 0))
    if share is not None:
        rows = min(most, len(negative) / (1 - share), len(positive) / share)
        positive, negative = positive[: round(rows * share)], negative[: round(rows * (1 - share))]
    kept = random.permutation(np.concatenate([positive, negative]))[:most]
    return X[kept], y[kept]


# name: (files, which value of y is positive, share of positives: None as it is)
DATA = {
    "bank": (["bank_marketing/data.csv.gz"], 1, None),
    "bank 1 %": (["bank_marketing/data.csv.gz"], 1, 0.01),
    "letter H": (["letter/train.csv.gz", "letter/test.csv.gz"], "H", None),
    "credit card": (["creditcard_fraud_thinned/data.csv.gz"], 1, None),
    "adult 2 %": (["adult/train.csv.gz", "adult/test.csv.gz"], 1, 0.02),
    "nomao 2 %": (["nomao/data.csv.gz"], 0, 0.02),
    "spam 5 %": (["spambase/data.csv.gz"], 1, 0.05),
}


def load(name, most):
    files, positive, share = DATA[name]
    frame = table(*files)
    y = (frame.pop("y") == positive).to_numpy(int)
    return thinned(features(frame), y, share, most, np.random.default_rng(SEED))


# ---- Models --------------------------------------------------------------------------------------

# Parameters are those that a user would begin with, not tuned: tuned by accuracy, models of rare events are constant.
MODELS = {
    "linear SVM": lambda: LinearSVC(),
    "naive Bayes": lambda: GaussianNB(),
    "tree": lambda: DecisionTreeClassifier(min_samples_leaf=5, random_state=SEED),
    "neighbours": lambda: KNeighborsClassifier(15),
    "random forest": lambda: RandomForestClassifier(30, min_samples_leaf=5, random_state=SEED),
    "xgboost": lambda: XGBClassifier(n_estimators=60, max_depth=4, nthread=1, random_state=SEED),
    "lightgbm": lambda: LGBMClassifier(n_estimators=60, num_leaves=15, n_jobs=1, verbose=-1, random_state=SEED),
}


def scores(model, X):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")  # lightgbm names NumPy's columns
        if hasattr(model, "decision_function"):
            return model.decision_function(X)
        return model.predict_proba(X)[:, 1]


def of_half(name, X, y, X_test, folds):
    """Scores out of fold, in sample and held out of one model on one half of the features."""
    out = np.empty(len(y))
    for train, test in folds:
        out[test] = scores(MODELS[name]().fit(X[train], y[train]), X[test])
    fitted = MODELS[name]().fit(X, y)
    return out, scores(fitted, X), scores(fitted, X_test)


def make(data, models, most):
    """The pairs of one data set."""
    X, y = load(data, most)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)
    scale = StandardScaler().fit(X)
    rotate = PCA(random_state=SEED).fit(scale.transform(X))
    kept = max(4, round(0.2 * X.shape[1]))
    X, X_test = (rotate.transform(scale.transform(x))[:, :kept] for x in (X, X_test))
    folds = list(StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(X, y))
    pairs = []
    for model in models:
        halves = [of_half(model, X[:, d::2], y, X_test[:, d::2], folds) for d in (0, 1)]
        columns = [np.column_stack([np.asarray(half[i], float) for half in halves]) for i in range(3)]
        half = 0.0 if hasattr(MODELS[model](), "decision_function") else 0.5
        pairs.append(Pair(data, model, y, columns[0], columns[1], y_test, columns[2], half))
    return pairs
