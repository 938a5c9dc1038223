"""A scikit-learn classifier: a learner, deciding for a metric."""

from __future__ import annotations

import re
from numbers import Integral
from typing import Any, Literal, Sequence, cast
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import GroupKFold, KFold, StratifiedKFold, check_cv
from sklearn.utils import check_array, check_consistent_length, check_X_y, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, _num_samples, check_is_fitted, validate_data

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.metric import Metric
from .._core.options import Average, other_than_default, takes
from .._core.rows import OPTIONS as ROWS
from .._decisions.decision import Decisions
from .._core.forms import text_names
from .._learners.learner import Learner
from .._learners.words import UnknownLevels, coded, has_words
from .deciding import DecidingClassifier
from .marginal_models import MarginalModels, out_of_fold

# rows: names
OPTIONS = (
    "scaling", "per_row", "rule", "c_values", "patience", "calibration", "chains", "chain_orders", "samples", "drawing",
    "consistent", "max_nodes", "neighbours", "neighbour_metric", "neighbour_weights", "neighbour_utility",
    "forest_kind", "forest_criterion", "trees", "max_features", "min_leaf", "max_depth", "gamma", "landmarks",
    "max_exact_rows", "mixture_weights", "missing", "missing_indicators", "seed", "threads",
)
# end of rows
"""How the learner is fitted."""

NEED_LABELS = {"efp", "pcc", "cardinality", "card", "rule"}
"""The learners that of exclusive classes have nothing to learn."""


@takes("learners", only=OPTIONS)
class LearnerClassifier(DecidingClassifier):
    """Fits a learner, and predicts what is optimal for a metric given its distribution of each row.

    Parameters
    ----------
    learner : str, optional
        ``"lfp"`` (the default), ``"cardinality"``, ``"forest"``, ``"mixture:cardinality,forest"`` ...: see `Learner`.
        With `marginals` what is made of these: ``"cardinality:given"`` (the default of several labels),
        ``"mixture:cardinality:given,forest"``, ``"mixture:cardinality:given,kernel:cardinality"``; ``"given"``, them
        alone (the default of binary and multi-class targets), for which `X` is whatever table your model takes; or
        ``"rule"``, the best of many rules for `metric` and `average`, chosen out of fold.
    metric : str or Metric
        What the predictions are judged by; see `metrics`.
    zero_division : {1, 0}
        The value of a rate that is 0/0, for a metric given by its name; 0 is scikit-learn's convention.
    average : {"instance", "macro", "micro"}, optional
        Over what the metric is taken. Default: ``"macro"`` for binary targets (F1 of the test set), ``"instance"`` for
        multi-label and multi-class ones (mean F1 of the rows). Other than row by row, the rows given to `predict` are
        one problem, decided exactly: the prediction of a row depends on those that it comes with.
    at_least, at_most : int, optional
        Bounds on the number of positives in each answer. Default: at least 1 if no training row is empty.
    algorithm : str
        ``"auto"`` is the best exact one.
    pos_label : class label, optional
        Of binary targets; default the greater of the two classes.
    marginals : classifier with ``predict_proba``, optional
        Your own model, from which the marginals come: P(label = 1), or P(class). Of several labels it is fitted to all
        at once where it takes such targets, else a clone to each label. `sample_weight` goes to it, too. Unless
        `calibration` is ``"none"`` the marginals are calibrated, by clones that have not seen the row or its group,
        which costs a fit more for each fold.
    cv : int, cross-validation splitter or iterable, optional
        The folds by which C and the calibrations are chosen. A number (default 5): that many, dealt by `seed`, those
        of the same group together. Else what scikit-learn takes; it must leave out each row once.
    unknown_levels : {"error", "zero"}
        Of words that no training row had in their column: refused, or taken for none of the levels.
    <options>

    Attributes
    ----------
    learner_ : Learner
        ``learner_.save()`` is what another language loads and runs, with the marginals of your model handed in.
    marginals_ : MarginalModels
        With `marginals`: ``marginals_.models`` are the fitted classifiers.
    out_of_fold_ : ndarray of shape (n_samples, n_labels)
        With `marginals` that are calibrated: those of the training rows, by clones that have not seen them.
    classes_ : ndarray of shape (n_classes,)
        For multi-label targets the positions of the labels.
    target_type_ : {"binary", "multiclass", "multilabel"}
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    `predict` of a multi-class target gives one class per row, as scikit-learn asks: the best answer of exactly one.
    Where sets of classes may be answered, `predict_sets` gives the best one. `decide` gives everything that is known of
    the decisions: expected utility, bounds, the next best.

    C and calibration are chosen by folds: a weight of 2 is then not quite the row twice, whose copies fall into several
    folds, unless they are of one group.

    Examples
    --------
    >>> LearnerClassifier("forest", "jaccard", trees=100)
    LearnerClassifier(learner='forest', metric='jaccard', trees=100)

    Your own model, with a learned number of labels and a forest beside it:

    >>> from sklearn.ensemble import HistGradientBoostingClassifier
    >>> LearnerClassifier("mixture:cardinality:given,forest", marginals=HistGradientBoostingClassifier())
    LearnerClassifier(learner='mixture:cardinality:given,forest',
                      marginals=HistGradientBoostingClassifier())
    """

    def __init__(
        self,
        learner: str | None = None,
        metric: str | Metric = "f1",
        *,
        zero_division: int = 1,
        average: Average | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        algorithm: str = "auto",
        pos_label: Any = None,
        marginals: Any = None,
        cv: Any = None,
        unknown_levels: UnknownLevels = "error",
        # rows: parameters
        scaling: Literal["automatic", "none", "minmax", "standard", "unit", "standard-root"] = "automatic",
        per_row: Sequence[Any] | ArrayLike | None = None,
        rule: Literal[
            "auto", "half", "threshold", "thresholds", "bagged-thresholds", "shrunk-thresholds", "decide",
            "decide-temperature", "decide-temperatures", "decide-platt", "decide-isotonic", "decide-beta",
            "decide-shrunk", "decide-mean", "vote", "given-cardinality", "given-mixture"
        ] = "auto",
        c_values: ArrayLike | None = None,
        patience: int = 2,
        calibration: Literal["automatic", "none", "platt", "isotonic", "beta", "temperature", "vector"] = "automatic",
        chains: int = 1,
        chain_orders: Sequence[Any] | ArrayLike | None = None,
        samples: int = 1000,
        drawing: Literal["stratified", "independent"] = "stratified",
        consistent: bool = False,
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
        self.marginals = marginals
        self.cv = cv
        self.unknown_levels = unknown_levels
        # rows: assignments
        self.scaling = scaling
        self.per_row = per_row
        self.rule = rule
        self.c_values = c_values
        self.patience = patience
        self.calibration = calibration
        self.chains = chains
        self.chain_orders = chain_orders
        self.samples = samples
        self.drawing = drawing
        self.consistent = consistent
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
        self._check_marginals()
        if self.learner == "rule":
            self._name_of_metric()
        if self.unknown_levels not in ("error", "zero"):
            raise ArgumentError(f"unknown_levels is {self.unknown_levels!r}: must be 'error' or 'zero'")
        label_names = text_names(getattr(y, "columns", None))
        asked, given = y, X
        if self.marginals is not None and self.learner == "given":
            X, y = self._as_asked(X, y)
            feature_names = None
        elif has_words(X):
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
                place = -1 if self._place is None else self._place
                targets = {"labels": classes[positions] == classes[place]}
                label_names = (label_names[place],)
            else:
                targets = {"classes": positions}
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X)
        folds, groups = self._folds(X, y, groups)
        for stale in ("learner_", "marginals_", "out_of_fold_"):
            if hasattr(self, stale):
                delattr(self, stale)
        own = None
        if self.marginals is not None:
            own = self._fit_marginals(given if hasattr(given, "columns") else X, targets, weights, folds, groups)
        if self._alone():
            X, feature_names = _no_features(X), None
        if (self.marginals is not None or not isinstance(self.cv, Integral)) and not self._reads_folds():
            folds = None  # the marginals have them, or the groups that a splitter makes
        given_options = {"folds": folds, **{name: getattr(self, name) for name in OPTIONS}}
        if self._learner() == "rule":  # one metric and average for fitting and predicting
            given_options.update(metric=self._name_of_metric(), zero_division=self._metric().zero_division,
                                 average=self._average(), at_least=self.at_least)
        settings = other_than_default("learners", given_options)
        self.learner_ = Learner.fit(self._learner(), X, **targets, marginals=own, weights=weights, groups=groups,
                                    feature_names=feature_names, label_names=label_names, **settings)
        return self

    def _learner(self) -> str:
        """The learner that `learner` stands for."""
        if self.learner is not None:
            return self.learner
        if self.marginals is None:
            return "lfp"
        return "cardinality:given" if self.target_type_ == "multilabel" else "given"

    def _name_of_metric(self) -> str:
        """The name by which a rule is fitted for the metric, and saved."""
        metric = self._metric()
        if metric._recipe[0] is not Metric:
            raise ArgumentError(
                f"metric is {metric!r}: the learner 'rule' takes a metric that has a name. Ratios of linear functions of the "
                "counts have the name lf:c0:c1:c2:c3/d0:d1:d2:d3"
            )
        return metric.name

    def _alone(self) -> bool:
        """Whether the marginals are all that the learner sees, and the features do not matter."""
        if self.marginals is None:
            return False
        by_rule = self._learner() == "rule"  # whose rules by other learners serve rows of several labels
        return self._learner() == "given" or by_rule and (self.target_type_ != "multilabel" or self._average() != "instance")

    def _reads_folds(self) -> bool:
        if self._learner() == "rule" and self.rule not in (None, "automatic", "given-cardinality", "given-mixture"):
            return False
        parts = re.split("[:,]", self._learner())
        return "card" in parts or not set(parts).isdisjoint(ROWS["learners"]["folds"].concerns)

    def _check_marginals(self) -> None:
        parts = re.split("[:,]", self.learner or "")
        if self.marginals is None:
            if {"given", "rule"} & set(parts):
                raise ArgumentError(f"learner is {self.learner!r}: needs marginals, a classifier with predict_proba")
            return
        if not hasattr(self.marginals, "predict_proba"):
            raise ArgumentError(f"marginals is {self.marginals!r}: it has no predict_proba")
        if self.learner is not None and not {"given", "rule"} & set(parts):
            raise ArgumentError(
                f"learner is {self.learner!r}, which has no use for marginals: must be \"rule\", \"given\", "
                "\"cardinality:given\" or a mixture that has one of the last two"
            )
        if self.learner == "rule" and self.calibration != "automatic":
            raise ArgumentError(f"calibration is {self.calibration!r}: learner 'rule' chooses it; set `rule` instead")

    def _as_asked(self, X: Any, y: Any) -> tuple[Any, Any]:
        """Features in the form that the user's own classifier takes, whatever that is; targets checked."""
        if y is None:
            raise ValueError("This LearnerClassifier estimator requires y to be passed, but the target y is None")
        X = self._unchanged(X, reset=True)
        target = check_array(y, accept_sparse="csr", ensure_2d=False, dtype=None, input_name="y")
        check_consistent_length(X, target)
        return X, target

    def _unchanged(self, X: Any, reset: bool) -> Any:
        if hasattr(X, "columns"):
            return validate_data(self, X, reset=reset, skip_check_array=True)
        return validate_data(self, X, reset=reset, accept_sparse=True, dtype=None, ensure_all_finite=False)

    def _fit_marginals(
        self, X: Any, targets: dict[str, Any], weights: Any, folds: int | None, groups: ArrayLike | None
    ) -> Floats | None:
        """Fits the models. Returns the marginals of the rows out of fold, where they are to be calibrated by."""
        classes, labels = targets.get("classes"), cast(Any, targets.get("labels"))
        target: NDArray[Any]
        if classes is not None:
            target, columns = classes, len(self.classes_)
            truth = classes[:, None] == np.arange(columns)
        else:
            truth = np.asarray(labels.toarray() if hasattr(labels, "toarray") else labels).astype(bool)
            truth = truth.reshape(len(truth), -1)
            target, columns = truth.astype(np.int64), truth.shape[1]
            target = target[:, 0] if columns == 1 else target
        self.marginals_ = MarginalModels(self.marginals, X, target, columns, weights)
        if self.calibration == "none" or (self.calibration == "automatic" and classes is not None):
            return None
        split = self._split(target, folds, groups)
        self.out_of_fold_ = out_of_fold(self.marginals, X, target, columns, weights, split)
        return self.out_of_fold_

    def _split(self, target: NDArray[Any], folds: int | None, groups: ArrayLike | None) -> list[Any]:
        """Folds of rows: those of a group together; where there are no groups, with all classes in each if it can be."""
        of = None if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]
        count = min(folds or 5, len(target) if of is None else int(of.max()) + 1)
        if count < 2:
            raise ArgumentError(
                "calibration of marginals needs folds, of 2 rows or groups at least: there is 1 sample, or 1 group"
            )
        if of is not None:
            return list(GroupKFold(count).split(target, groups=of))
        several = target.ndim == 2 or np.bincount(target).max() < count
        splitter = (KFold if several else StratifiedKFold)(count, shuffle=True, random_state=self.seed % 2**32)
        with catch_warnings():
            simplefilter("ignore", UserWarning)  # a class of fewer rows than folds
            return list(splitter.split(target, target))

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
        return bool(NEED_LABELS & set(re.split("[:,]", self.learner or "lfp")))

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
            return coded(X, names, self.unknown_levels)[0]  # with words, which go by the names of their levels
        return validate_data(self, X, reset=False, **self._how())

    def _decisions(self, X: Any, **changes: Any) -> Decisions:
        table, own = self._inputs(X)
        settings = self._settings({"seed": self.seed, **changes})
        return self.learner_.decide(table, self._metric(), marginals=own, **settings)

    def _inputs(self, X: Any) -> tuple[Any, Floats | None]:
        """What the learner takes: features, and marginals where it stands on those of another model."""
        check_is_fitted(self)
        own = self._marginals(X)
        return (_no_features(X) if self._alone() else self._features(X)), own

    def _marginals(self, X: Any) -> Floats | None:
        if not hasattr(self, "marginals_"):
            return None
        if self._alone():
            X = self._unchanged(X, reset=False)
        elif not hasattr(X, "columns"):
            X = self._features(X)
        return self.marginals_(X, _num_samples(X))

    def predict_marginals(self, X: Any) -> Floats:
        """The marginals of your own model, as it gives them: what another language hands to the saved learner with the
        rows.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
            P(label = 1); of binary targets one column, of multi-class ones P(class).
        """
        check_is_fitted(self)
        p = self._marginals(X)
        if p is None:
            raise ArgumentError("marginals is None: the learner has no others than those of predict_proba")
        return p

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities that the learner gives.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            P(class), in the order of `classes_`; for multi-label targets P(label = 1).
        """
        table, own = self._inputs(X)
        p: Floats = np.asarray(self.learner_.probabilities(table, marginals=own, seed=self.seed, threads=self.threads))
        if self.target_type_ != "binary":
            return p
        if len(self.classes_) == 1:
            return np.ones_like(p)
        both = np.column_stack([1 - p, p])
        return both if self._place != 0 else np.ascontiguousarray(both[:, ::-1])

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
        if self.marginals is not None:
            inner = get_tags(self.marginals)
            tags.input_tags.sparse = inner.input_tags.sparse
            tags.input_tags.allow_nan = inner.input_tags.allow_nan and (
                self.learner == "given" or self.missing != "error")
        return tags


def _no_features(X: Any) -> Floats:
    """What stands for the features of a learner that looks at none."""
    return np.zeros((_num_samples(X), 1))


__all__ = ["LearnerClassifier"]
