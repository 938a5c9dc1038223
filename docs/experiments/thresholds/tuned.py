"""scikit-learn's TunedThresholdClassifierCV beside Wald's ThresholdClassifier, and the threshold search alone.

Both get the same classifier, the same folds and the same metric. scikit-learn takes the mean of the folds' curves over
100 equal thresholds; Wald the exact optimum over all rows' out-of-fold scores.
"""

import time
import warnings

import numpy as np
import wald
from pairs import MODELS, SEED, load
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold, TunedThresholdClassifierCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

COMPARED = {
    "logistic regression": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=300)),
    "naive Bayes": lambda: make_pipeline(StandardScaler(), MODELS["naive Bayes"]()),
    "lightgbm": MODELS["lightgbm"],
}


def hold_out(data, model, most, split):
    """F1 on a quarter of the rows: (threshold 1/2, scikit-learn, Wald)."""
    X, y = load(data, most)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=split)
    folds = StratifiedKFold(5, shuffle=True, random_state=SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = TunedThresholdClassifierCV(COMPARED[model](), scoring="f1", cv=folds).fit(X, y)
        ours = wald.ThresholdClassifier(COMPARED[model](), "f1", cv=folds).fit(X, y)
        plain = theirs.estimator_.predict(X_test)
        answers = (plain, theirs.predict(X_test), ours.predict(X_test))
    return [f1_score(y_test, answer, zero_division=0.0) for answer in answers]


class Given(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose probabilities are its only feature: what is left of a fit is the search."""

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])

    def predict(self, X):
        return (X[:, 0] >= 0.5).astype(int)


def binormal(n, share, random):
    y = (random.random(n) < share).astype(np.uint8)
    y[0] = 1
    return 1 / (1 + np.exp(4 - 1.5 * (random.normal(size=n) + 2.5 * y))), y


def median_of(function, rounds):
    found = []
    for _ in range(rounds):
        start = time.process_time()
        function()
        found.append(time.process_time() - start)
    return float(np.median(found))


def search_times(sizes, rounds):
    """Seconds of one thread for the threshold search alone, interleaved: (n, scikit-learn, Wald)."""
    rows = []
    for n in sizes:
        s, y = binormal(n, 0.01, np.random.default_rng(SEED))
        X = s[:, None]
        theirs = TunedThresholdClassifierCV(Given().fit(X, y), scoring="f1", cv="prefit", refit=False)

        def search():
            wald.Sample().feed(y, s).choose("f1")

        search()
        again = rounds if n < 10**6 else 1  # of which one takes long
        times = [(median_of(lambda: theirs.fit(X, y), 1), median_of(search, 7)) for _ in range(again)]
        rows.append((n, *np.median(times, axis=0)))
    return rows
