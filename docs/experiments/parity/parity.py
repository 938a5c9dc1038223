"""Parity on adult: thresholds of segments beside fairlearn's ThresholdOptimizer, at the tolerance that its rule reaches.

    WALD_DATA=... python parity.py

fairlearn's rule is randomised: between two thresholds of a group a row is flagged with some probability. Its deterministic
rule flags where that is at least a half, which is one threshold a group; the difference of the rate that this has is the
tolerance of ours. Beside it stands what the randomised rule is expected to reach.
"""

import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from fairlearn.postprocessing import ThresholdOptimizer
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import wald

RATES = {"tpr": "true_positive_rate_parity", "fpr": "false_positive_rate_parity",
         "selection_rate": "demographic_parity"}


def adult():
    rows = pd.read_csv(Path(os.environ["WALD_DATA"]) / "adult" / "train.csv.gz", skipinitialspace=True)
    truth = rows.columns[-1]
    y = rows[truth].astype(str).str.contains("1" if rows[truth].dtype.kind in "iu" else ">50K").to_numpy(int)
    x = rows.drop(columns=truth)
    words = x.select_dtypes(exclude="number").columns
    features = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), list(words)), remainder=StandardScaler())
    model = make_pipeline(features, LogisticRegression(max_iter=2000))
    return x, y, cross_val_predict(model, x, y, cv=5, method="predict_proba")[:, 1]


def rate(parity, flagged, y):
    return {"tpr": flagged[y == 1], "fpr": flagged[y == 0], "selection_rate": flagged}[parity].mean()


class Fixed(ClassifierMixin, BaseEstimator):
    """Scores that are known, as a fitted classifier."""

    def fit(self, x, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, x):
        return np.asarray(x)[:, 0]


def main():
    warnings.simplefilter("ignore")
    x, y, score = adult()
    for column in ("sex", "race"):
        g = x[column].to_numpy()
        for parity, constraint in RATES.items():
            rule = ThresholdOptimizer(estimator=Fixed().fit(None, None), constraints=constraint, prefit=True,
                                      objective="accuracy_score", predict_method="predict")
            rule.fit(score[:, None], y, sensitive_features=g)
            chance = rule._pmf_predict(score[:, None], sensitive_features=g)[:, 1]
            flagged = (chance >= 0.5).astype(int)
            rates = [rate(parity, flagged[g == name], y[g == name]) for name in np.unique(g)]
            tolerance, theirs = max(rates) - min(rates), (flagged == y).mean()
            expected = np.where(y == 1, chance, 1 - chance).mean()
            ours = wald.segment_thresholds(y, score, g, metric="accuracy", parity=parity, tolerance=[tolerance, 0.001])
            at, near = ours.answers
            print(f"| {column} | {parity} | {tolerance:.4f} | {theirs:.5f} | {at.value:.5f} | {expected:.5f} "
                  f"| {near.value:.5f} |", flush=True)
            assert at.value >= theirs and at.exact



if __name__ == "__main__":
    main()
