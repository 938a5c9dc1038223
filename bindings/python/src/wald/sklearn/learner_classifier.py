"""A scikit-learn classifier: a learner, deciding for the metric one is judged by."""

from __future__ import annotations

import re
from numbers import Integral
from typing import Any, Literal, Sequence, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import check_cv
from sklearn.utils import check_consistent_length, check_X_y, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.metric import Metric
from .._core.options import Average, takes
from .._decisions.decision import Decisions
from .._core.forms import text_names
from .._learners.learner import Learner
from .._learners.words import coded, has_words
from .deciding import DecidingClassifier

# rows: names
OPTIONS = (
    "scaling", "c_values", "patience", "calibration", "chains", "chain_orders", "samples", "max_nodes", "neighbours",
    "neighbour_metric", "neighbour_weights", "neighbour_utility", "forest_kind", "forest_criterion", "trees",
    "max_features", "min_leaf", "max_depth", "gamma", "landmarks", "max_exact_rows", "mixture_weights", "missing",
    "missing_indicators", "seed", "threads",
)
# end of rows
"""How the learner is fitted."""

NEED_LABELS = {"efp", "pcc", "cardinality", "card"}
"""The learners that of exclusive classes have nothing to learn."""


@takes("learners", only=OPTIONS)
class LearnerClassifier(DecidingClassifier):
    """Fits a learner, and predicts what is optimal for a metric given what it knows of each row.

    Parameters
    ----------
    learner : str
        ``"lfp"``, ``"cardinality"``, ``"forest"``, ``"mixture:cardinality,forest"`` ...: see `Learner`. Not
        ``"cardinality:given"``, whose marginals come with the rows.
    metric : str or Metric
        What the predictions are judged by; see `metrics`.
    zero_division : {1, 0}
        The value of a rate that is 0/0, for a metric given by its name; 0 is scikit-learn's convention.
    average : {"instance", "macro", "micro"}, optional
        Over what the metric is taken. Default: ``"macro"`` for binary targets (F1 of the test set), ``"instance"`` for
        multi-label and multi-class ones (mean F1 of the rows). Other than row by row, the rows given to `predict` are
        one problem, decided exactly: the prediction of a row depends on those that it comes with.
    at_least, at_most : int, optional
        Bounds on the number of positives in each answer. Default: at least 1 where no training row is empty.
    algorithm : str
        ``"auto"`` is the best exact one.
    pos_label : class label, optional
        Of binary targets; default the greater of the two classes.
    cv : int, cross-validation splitter or iterable, optional
        The folds by which C and calibration are chosen. A number (default 5): so many, dealt by `seed`, those
        of the same group together. Else what scikit-learn takes; it must leave out each row once.
    <options>

    Attributes
    ----------
    learner_ : Learner
        ``learner_.save()`` is what another language loads and runs.
    classes_ : ndarray of shape (n_classes,)
        For multi-label targets the positions of the labels.
    target_type_ : {"binary", "multiclass", "multilabel"}
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    `predict` of a multi-class target gives one class a row, as scikit-learn asks: the best answer of exactly one. Where
    sets of classes may be answered, `predict_sets` gives the best one. `decide` gives everything that is known of the
    decisions: expected utility, bounds, the next best.

    C and calibration are chosen by folds: a weight of 2 is then not quite the row twice, whose copies fall into several
    folds, unless they are of one group.

    Examples
    --------
    >>> LearnerClassifier("forest", "jaccard", trees=100)
    LearnerClassifier(learner='forest', metric='jaccard', trees=100)
    """

    def __init__(
        self,
        learner: str = "lfp",
        metric: str | Metric = "f1",
        *,
        zero_division: int = 1,
        average: Average | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        algorithm: str = "auto",
        pos_label: Any = None,
        cv: Any = None,
        # rows: parameters
        scaling: Literal["automatic", "none", "minmax", "standard", "unit", "standard-root"] = "automatic",
        c_values: ArrayLike | None = None,
        patience: int = 2,
        calibration: Literal["automatic", "none", "platt", "isotonic", "beta"] = "automatic",
        chains: int = 1,
        chain_orders: Sequence[Any] | ArrayLike | None = None,
        samples: int = 1000,
        max_nodes: int = 100000,
        neighbours: int = 0,
        neighbour_metric: Literal["automatic", "euclidean", "cosine"] = "automatic",
        neighbour_weights: Literal["automatic", "uniform", "dudani"] = "automatic",
        neighbour_utility: str = "f1",
        forest_kind: Literal["extra-trees", "random-forest"] = "extra-trees",
        forest_criterion: Literal["gini", "f"] = "gini",
        trees: int = 0,
        max_features: int = 0,
        min_leaf: int = 0,
        max_depth: int = 0,
        gamma: float = 0.0,
        landmarks: int = 0,
        max_exact_rows: int = 3000,
        mixture_weights: ArrayLike | None = None,
        missing: Literal["error", "mean", "most_frequent"] = "error",
        missing_indicators: bool = False,
        seed: int = 0,
        threads: int = 1,
        # end of rows
    ) -> None:
        self.learner = learner
        self.metric = metric
        self.zero_division = zero_division
        self.average = average
        self.at_least = at_least
        self.at_most = at_most
        self.algorithm = algorithm
        self.pos_label = pos_label
        self.cv = cv
        # rows: assignments
        self.scaling = scaling
        self.c_values = c_values
        self.patience = patience
        self.calibration = calibration
        self.chains = chains
        self.chain_orders = chain_orders
        self.samples = samples
        self.max_nodes = max_nodes
        self.neighbours = neighbours
        self.neighbour_metric = neighbour_metric
        self.neighbour_weights = neighbour_weights
        self.neighbour_utility = neighbour_utility
        self.forest_kind = forest_kind
        self.forest_criterion = forest_criterion
        self.trees = trees
        self.max_features = max_features
        self.min_leaf = min_leaf
        self.max_depth = max_depth
        self.gamma = gamma
        self.landmarks = landmarks
        self.max_exact_rows = max_exact_rows
        self.mixture_weights = mixture_weights
        self.missing = missing
        self.missing_indicators = missing_indicators
        self.seed = seed
        self.threads = threads
        # end of rows

    # ---- Fitting ---------------------------------------------------------------------------------

    def fit(
        self, X: Any, y: Any, sample_weight: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> LearnerClassifier:
        """Fits the learner.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            Columns of words and categories of a data frame become a feature for each level.
        y : array-like of shape (n_samples,), or array-like or sparse matrix of shape (n_samples, n_labels)
            Classes, or an indicator matrix of labels.
        sample_weight : array-like of shape (n_samples,), optional
            Finite and >= 0.
        groups : array-like of shape (n_samples,), optional
            Rows of the same group are left out together; of `cv`, where it is a splitter, the groups.
        """
        self._metric()  # there is one of that name
        self._check_average()
        label_names = text_names(getattr(y, "columns", None))
        asked = y
        if has_words(X):
            validate_data(self, X, skip_check_array=True)  # its names
            table, source = coded(X, None, "error")
            feature_names = source.columns
            X, y = check_X_y(table, y, **self._how(), multi_output=True)
        else:
            X, y = validate_data(self, X, y, **self._how(), multi_output=True)
            feature_names = getattr(self, "feature_names_in_", None)
        check_classification_targets(y)
        targets: dict[str, Any]
        if y.ndim == 2 and y.shape[1] > 1:
            self._learn_target(asked, None)
            targets = {"labels": y}
        else:
            classes, positions = np.unique(column_or_1d(y, warn=True), return_inverse=True)
            self._learn_target(y, classes)
            label_names = tuple(map(str, classes))
            if self.target_type_ == "multiclass" and self._needs_labels():
                raise ArgumentError(
                    f"Only binary classification is supported by learner {self.learner!r}, and labels. The type of the "
                    "target is multiclass: use \"br\", \"neighbours\" or \"forest\""
                )
            if self.target_type_ == "binary":
                targets = {"labels": classes[positions] == classes[self._positive]}
                label_names = (label_names[self._positive],)
            else:
                targets = {"classes": positions}
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X)
        folds, groups = self._folds(X, y, groups)
        self.learner_ = Learner.fit(self.learner, X, **targets, weights=weights, groups=groups, folds=folds,
                                    feature_names=feature_names, label_names=label_names,
                                    **{name: getattr(self, name) for name in OPTIONS})
        return self

    def _folds(self, X: Any, y: Any, groups: ArrayLike | None) -> tuple[int | None, ArrayLike | None]:
        """How many folds, and the rows that are left out together: those of each fold, where `cv` says which."""
        if groups is not None:
            check_consistent_length(X, groups)
        if isinstance(self.cv, Integral) and self.cv < 2:
            raise ArgumentError(f"cv is {self.cv}: must be at least 2")
        if self.cv is None or isinstance(self.cv, Integral):
            return cast("int | None", self.cv), groups
        fold, times = np.zeros(X.shape[0], np.int64), np.zeros(X.shape[0], np.int64)
        number = 0
        for number, (_, test) in enumerate(check_cv(self.cv, y, classifier=True).split(X, y, groups), 1):
            fold[test] = number
            times[test] += 1
        if not (times == 1).all():
            row = int(np.flatnonzero(times != 1)[0])
            raise ArgumentError(f"cv leaves out row {row} {times[row]} times: must leave out each row once")
        return number, fold

    def _needs_labels(self) -> bool:
        """Whether the learner, or a part of it, takes no exclusive classes."""
        return bool(NEED_LABELS & set(re.split("[:,]", str(self.learner))))

    # ---- Predicting ------------------------------------------------------------------------------

    def _how(self) -> dict[str, Any]:
        """What the features may be."""
        finite = self.missing == "error" or "allow-nan"
        return {"accept_sparse": "csr", "dtype": [np.float64, np.float32], "ensure_all_finite": finite}

    def _features(self, X: Any) -> Any:
        check_is_fitted(self)
        names = self.learner_.feature_names
        if hasattr(X, "columns") and names is not None and names != tuple(self.feature_names_in_):
            validate_data(self, X, reset=False, skip_check_array=True)
            return X  # with words, which go by the names of their levels
        return validate_data(self, X, reset=False, **self._how())

    def _decisions(self, X: Any, **changes: Any) -> Decisions:
        table = self._features(X)
        return self.learner_.decide(table, self._metric(), **self._settings({"seed": self.seed, **changes}))

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities that the learner gives.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            P(class), in the order of `classes_`; for multi-label targets P(label = 1).
        """
        table = self._features(X)
        p: Floats = np.asarray(self.learner_.probabilities(table, seed=self.seed, threads=self.threads))
        if self.target_type_ != "binary":
            return p
        if len(self.classes_) == 1:
            return np.ones_like(p)
        both = np.column_stack([1 - p, p])
        return both if self._positive != 0 else np.ascontiguousarray(both[:, ::-1])

    def predict_log_proba(self, X: Any) -> Floats:
        """The logarithms of the probabilities."""
        with np.errstate(divide="ignore"):
            return cast("NDArray[np.float64]", np.log(self.predict_proba(X)))

    # ---- scikit-learn ----------------------------------------------------------------------------

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "learner_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing != "error"
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_label = True
        tags.classifier_tags.multi_class = not self._needs_labels()
        return tags


__all__ = ["LearnerClassifier"]
