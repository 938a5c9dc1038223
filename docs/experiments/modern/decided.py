"""What the same probabilities are worth by each rule, and what was said of that beforehand."""

import time

import numpy as np
import wald
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import TunedThresholdClassifierCV

METRICS = {"f1": "F1", "jaccard": "Jaccard", "balanced_accuracy": "balanced accuracy"}
AVERAGES = ("instance", "macro", "micro")
SCORERS = {"f1": "f1", "jaccard": "jaccard", "balanced_accuracy": "balanced_accuracy"}


class Known(ClassifierMixin, BaseEstimator):
    """A classifier whose one feature is the probability that a model gave, out of fold."""

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, X):
        return np.hstack([1 - X, X])


def tuned(kept, labels, new, metric):
    """A threshold for each label by scikit-learn."""
    out = (new >= 0.5).astype(np.uint8)
    for j in range(labels.shape[1]):
        if min(labels[:, j].sum(), (1 - labels[:, j]).sum()) >= 5:
            found = TunedThresholdClassifierCV(Known(), scoring=SCORERS[metric], cv=5, random_state=0)
            out[:, j] = found.fit(kept[:, [j]], labels[:, j]).predict(new[:, [j]])
    return out


def logit(p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return np.log(p / (1 - p))


def calibrated(kept, labels, new, name="platt"):
    """(of the training rows, of the new rows): a calibration a label, fitted to the probabilities out of fold."""
    mine, theirs = kept.copy(), new.copy()
    for j in range(labels.shape[1]):
        if min(labels[:, j].sum(), (1 - labels[:, j]).sum()) >= 5:
            made = wald.Calibration.fit(name, truth=labels[:, j], scores=logit(kept[:, j]))
            mine[:, j], theirs[:, j] = (made.apply(scores=logit(p[:, j])) for p in (kept, new))
    return mine, theirs


def one_threshold(kept, labels, new):
    """The threshold of all labels that is best for F1 by instance on the training rows; the likeliest label where none
    reaches it."""
    cuts = np.linspace(0.02, 0.7, 69)
    values = [np.mean(wald.evaluate(labels, likeliest(kept, cut), "f1")) for cut in cuts]
    return likeliest(new, cuts[int(np.argmax(values))])


def likeliest(p, cut=0.5):
    mask = (p >= cut).astype(np.uint8)
    empty = ~mask.any(axis=1)
    mask[empty, np.argmax(p[empty], axis=1)] = 1
    return mask


def judged(labels, mask, metric, average):
    return float(np.mean(wald.evaluate(labels, mask, metric, average=average)))


def by_wald(p, metric, average, low):
    """At least one label where no training row is empty; metrics of a whole table have no such rule."""
    return wald.decide(p, metric, average=average, at_least=low if average == "instance" else 0).prediction


def averages(labels):
    return ("macro",) if labels.shape[1] == 1 else AVERAGES


def lowest(labels):
    return int(labels.shape[1] > 1 and labels.any(axis=1).all())


def worths(found, train, test, metrics=tuple(METRICS)):
    """What wald.worth says beforehand, from the probabilities of the test rows alone, and what came true: for each
    "metric average", of the probabilities as they are and of the calibrated ones, the gain over a cut of the same
    probabilities that is expected, its standard error, whether deciding pays, and the gain on the truth."""
    y, low, out = test[1], lowest(train[1]), {}
    _, smooth = calibrated(found["kept"], train[1], found["new"])
    for metric in metrics:
        for average in averages(y):
            known = {"at_least": 1, "nonempty": True} if low and average == "instance" else {}
            values = out[f"{metric} {average}"] = {}
            for name, p in (("wald", found["new"]), ("calibrated", smooth)):
                said = wald.worth(p, metric, average=average, **known)
                cut = judged(y, (p >= 0.5).astype(np.uint8), metric, average)
                gain = judged(y, by_wald(p, metric, average, low), metric, average) - cut
                values[name] = (said.gain, said.standard_error, said.verdict, gain)
    return out


def rules(found, train, test, metrics=tuple(METRICS)):
    """Values of the test rows, for each "metric average": {rule: value}."""
    kept, new, y, low = found["kept"], found["new"], test[1], lowest(train[1])
    half, out = (new >= 0.5).astype(np.uint8), {}
    _, smooth = calibrated(kept, train[1], new)
    for metric in metrics:
        by_label = tuned(kept, train[1], new, metric)
        for average in averages(y):
            values = {"half": judged(y, half, metric, average), "tuned": judged(y, by_label, metric, average)}
            for name, p in (("wald", new), ("calibrated", smooth)):
                mask = by_wald(p, metric, average, low)
                values[name] = judged(y, mask, metric, average)
                if metric == "f1" and average == "instance":
                    between = wald.compare(y, half, mask, metric, average=average, level=0.95)
                    values[f"{name} interval"] = (between.low, between.high)
            if metric == "f1" and average == "instance":
                values["likeliest"] = judged(y, likeliest(new), metric, average)
                values["one"] = judged(y, one_threshold(kept, train[1], new), metric, average)
            out[f"{metric} {average}"] = values
    return out


def quick(found, train, test):
    """F1 by instance alone, by the rules that take no time."""
    kept, new, y, low = found["kept"], found["new"], test[1], lowest(train[1])
    _, smooth = calibrated(kept, train[1], new)
    masks = {
        "half": (new >= 0.5).astype(np.uint8),
        "likeliest": likeliest(new),
        "one": one_threshold(kept, train[1], new),
        "wald": by_wald(new, "f1", "instance", low),
        "calibrated": by_wald(smooth, "f1", "instance", low),
    }
    return {name: judged(y, mask, "f1", "instance") for name, mask in masks.items()}


RECIPES = (  # the best of them last
    "card:given",
    "mixture:card:given,forest",
    "mixture:card:given,kernel:card",
    "mixture:card:given,kernel:card,forest",
)


def learned(found, train, test, recipe, smooth=False):
    """The mask for F1 by instance of a learner that takes the marginals."""
    kept, new = found["kept"], found["new"]
    if smooth:
        kept, new = calibrated(kept, train[1], new)
    learner = wald.Learner.fit(recipe, *train, marginals=kept, seed=0, threads=1)
    return learner.decide(test[0], "f1", marginals=new, threads=1).prediction


def recipes(found, train, test, asked):
    """F1 by instance of each recipe on calibrated probabilities, and the seconds; of `card:given` alone also on the
    probabilities as they are, which the learner calibrates itself."""
    out = {}
    for recipe in asked:
        for smooth in (False, True) if recipe == RECIPES[0] else (True,):
            start = time.process_time()
            value = judged(test[1], learned(found, train, test, recipe, smooth), "f1", "instance")
            out[recipe + (", calibrated" if smooth else "")] = (value, time.process_time() - start)
    return out


def one_call(found, train, test):
    """F1 by instance of the best recipe on the probabilities as they are."""
    return judged(test[1], learned(found, train, test, RECIPES[-1]), "f1", "instance")


def xcolumns(found, train, test):
    """Macro averages of the decisions of xcolumns for calibrated probabilities, beside Wald's."""
    from xcolumns import metrics
    from xcolumns.block_coordinate import predict_using_bc_with_0approx

    # Its own shortcuts for these metrics, of 0.0.2, hand four numbers to functions of two.
    theirs = {
        metric: getattr(metrics, f"binary_{metric}{'_score' * (metric != 'balanced_accuracy')}_on_conf_matrix")
        for metric in METRICS
    }
    (_, p), y, out = calibrated(found["kept"], train[1], found["new"]), test[1], {}
    for metric, rule in theirs.items():
        start = time.process_time()
        mask = np.asarray(predict_using_bc_with_0approx(p, rule, k=0, seed=0)).astype(np.uint8)
        between = time.process_time()
        own = by_wald(p, metric, "macro", 0)
        out[metric] = [
            judged(y, mask, metric, "macro"),
            between - start,
            judged(y, own, metric, "macro"),
            time.process_time() - between,
        ]
    return out
