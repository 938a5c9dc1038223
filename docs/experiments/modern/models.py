"""Probabilities of today's models: of the rows they were not fitted to, and of the training rows out of fold.

Everything here is scikit-learn's interface; Wald is not used. `probabilities` keeps what it computed."""

import hashlib
import time
import warnings

import kept
import numpy as np
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold

warnings.filterwarnings("ignore", category=UserWarning)
warnings.filterwarnings("ignore", category=FutureWarning)

MODELS = ("lightgbm", "xgboost", "catboost", "histogram", "network")
NAMES = {
    "lightgbm": "LightGBM",
    "xgboost": "XGBoost",
    "catboost": "CatBoost",
    "histogram": "HistGradientBoosting",
    "network": "MLPClassifier",
    "forest": "RandomForestClassifier",
    "logistic": "LogisticRegression",
}


def made(name, trees, rows):
    """A classifier of one label. Few trees learn twice as fast, from 63 bins a feature: that is what time allowed."""
    few = trees < 120
    rate = 0.1 if few else 0.05
    if name == "lightgbm":
        from lightgbm import LGBMClassifier

        return LGBMClassifier(
            n_estimators=trees,
            num_leaves=15,
            learning_rate=rate,
            n_jobs=1,
            verbose=-1,
            random_state=0,
            max_bin=63 if few else 255,
        )
    if name == "xgboost":
        from xgboost import XGBClassifier

        return XGBClassifier(
            n_estimators=trees, max_depth=4, learning_rate=rate, n_jobs=1, random_state=0, max_bin=64 if few else 256
        )
    if name == "catboost":
        from catboost import CatBoostClassifier

        return CatBoostClassifier(
            iterations=trees,
            depth=4,
            learning_rate=rate,
            thread_count=1,
            verbose=False,
            random_seed=0,
            allow_writing_files=False,
            border_count=63 if few else 254,
        )
    if name == "histogram":
        from sklearn.ensemble import HistGradientBoostingClassifier

        return HistGradientBoostingClassifier(
            max_iter=trees,
            max_leaf_nodes=15,
            learning_rate=rate,
            early_stopping=False,
            random_state=0,
            max_bins=63 if few else 255,
        )
    if name == "network":
        from sklearn.neural_network import MLPClassifier
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import MaxAbsScaler, StandardScaler

        return make_pipeline(
            StandardScaler(),
            MaxAbsScaler(),
            MLPClassifier((64,), alpha=1e-2, early_stopping=True, max_iter=100 if rows < 9000 else 20, random_state=0),
        )
    if name == "forest":
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(n_estimators=trees, n_jobs=1, random_state=0)
    if name == "logistic":
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        return make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=200))
    raise ValueError(name)


def fitted_probabilities(model, X, Y, X_new):
    """P(label) of the new rows: a model a label; a network or a forest is one for all labels."""
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    if type(last).__name__ in ("MLPClassifier", "RandomForestClassifier") and Y.shape[1] > 1:
        found = clone(model).fit(X, Y).predict_proba(X_new)
        if not isinstance(found, list):
            return np.asarray(found)
        return np.stack([p[:, 1] if p.shape[1] == 2 else np.full(len(p), y[0], float) for p, y in zip(found, Y.T)], axis=1)
    out = np.empty((X_new.shape[0], Y.shape[1]))
    for j in range(Y.shape[1]):
        y = Y[:, j]
        if y.min() == y.max():
            out[:, j] = y[0]
        else:
            out[:, j] = clone(model).fit(X, y).predict_proba(X_new)[:, 1]
    return out


def out_of_fold(model, X, Y, folds, seed=0):
    out = np.empty(Y.shape)
    splitter = (StratifiedKFold if Y.shape[1] == 1 else KFold)(folds, shuffle=True, random_state=seed)
    for inside, left in splitter.split(X, Y[:, 0]):
        out[left] = fitted_probabilities(model, X[inside], Y[inside], X[left])
    return out


def probabilities(cache, name, model, trees, train, test, folds):
    """A dict: `kept`, out of fold of the training rows; `new`, of the test rows; `seconds` of a fit and prediction."""
    key = hashlib.sha256(
        repr((name, model, trees, folds, train[0].shape, float(np.sum(train[1])))).encode()
    ).hexdigest()

    def compute():
        start = time.process_time()
        asked = made(model, trees, len(train[1]))
        new = fitted_probabilities(asked, *train, test[0])
        seconds = time.process_time() - start
        return {"kept": out_of_fold(asked, *train, folds), "new": new, "seconds": seconds}

    return kept.arrays(cache / f"{name}-{model}-{key[:12]}.npz", compute)
