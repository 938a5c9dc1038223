"""What one would use instead: methods for several labels of other packages. Each gives masks of the test rows."""

import time

import kept
import numpy as np

BOOMERS = {"boomer": ("BOOMER, labels at ½", "output-wise"), "boomer-gfm": ("BOOMER, its GFM", "gfm")}
NAMES = {
    **{k: v[0] for k, v in BOOMERS.items()},
    "chains": "ClassifierChain, 3 of LightGBM, mean at ½",
    "mlknn": "ML-kNN",
}


def boomer(name, X, Y, X_new):
    from mlrl.boosting import BoomerClassifier

    made = BoomerClassifier(loss="logistic-decomposable", binary_predictor=BOOMERS[name][1], random_state=1)
    found = made.fit(X.astype(np.float32), Y).predict(X_new.astype(np.float32))
    return np.asarray(found.todense() if hasattr(found, "todense") else found)


def chains(X, Y, X_new, how_many=3):
    """The mean of the chains' probabilities, as in scikit-learn's example, with the model that is decided here."""
    from models import made
    from sklearn.multioutput import ClassifierChain

    # A label that no training row has is left out: boosting needs both classes.
    some = np.flatnonzero(Y.any(0) & ~Y.all(0))
    found = [
        ClassifierChain(made("lightgbm", 100, len(Y)), order="random", random_state=i)
        .fit(X, Y[:, some])
        .predict_proba(X_new)
        for i in range(how_many)
    ]
    out = np.zeros((len(X_new), Y.shape[1]))
    out[:, some] = np.mean(found, axis=0)
    return out > 0.5


def mlknn(X, Y, X_new):
    from sklearn.neighbors import NearestNeighbors
    from skmultilearn.adapt import mlknn as module

    # It names no argument, which scikit-learn demands since.
    module.NearestNeighbors = lambda k: NearestNeighbors(n_neighbors=k)
    return module.MLkNN(k=10).fit(X, Y.astype(int)).predict(X_new).toarray()


def masks(cache, name, rival, train, test):
    """A dict: `mask` of the test rows, `seconds` of fit and prediction, `peak` memory."""

    def compute():
        start = time.process_time()
        (X, Y), X_new = train, test[0]
        if rival in BOOMERS:
            found = boomer(rival, X, Y, X_new)
        else:
            found = {"chains": chains, "mlknn": mlknn}[rival](X, Y, X_new)
        return {"mask": np.asarray(found).astype(np.uint8), "seconds": time.process_time() - start}

    return kept.arrays(cache / f"{name}-{rival}.npz", compute)
