"""A scikit-learn meta-estimator: an ensemble that stops running its models as soon as the decision is clear."""

from __future__ import annotations

import warnings
from typing import Any, Callable, Literal, Sequence, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone, is_regressor
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.metrics import accuracy_score
from sklearn.utils import _safe_indexing, check_array, column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_is_fitted, validate_data

from .._cascades.cascade import Cascade, CascadeDecisions
from .._cascades.scores import CascadeScores
from .._cascades.trees import Trees
from .._core.errors import ArgumentError, UnsupportedError
from .._core.metric import Metric
from .._core.options import other_than_default, takes
from .._decisions.functions import evaluate
from .deciding import known_classes
from .decision_classifier import params_of_rows, routing_enabled, take_input_facts

Scorer = Callable[[Any, Any, int], Any]
# rows: names
OPTIONS = (
    "alpha", "algorithm", "order", "fixed_order", "spend", "negatives_only", "closest", "bins", "gamma", "bin_width",
    "halves", "folds", "max_disagreement", "certify", "costs", "seed", "threads",
)
# end of rows
"""How the cascade is fitted."""

FITTED = ("trees_", "cascade_", "n_models_", "cascade_rows_", "calibration_rows_")

READERS: dict[str, Callable[[Any], Trees]] = {
    "xgboost": Trees.from_xgboost,
    "lightgbm": Trees.from_lightgbm,
    "catboost": Trees.from_catboost,
}
"""By the package that a model's class comes from; all others are taken for scikit-learn's."""

CLEARLY_MORE = 0.5 + 2.0**-28
"""Of the votes of a forest: scikit-learn gives ties to the first class. Scores are rounded to 2**-29 of their sum."""


@takes("cascades", only=OPTIONS)
class CascadeClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Fits an ensemble and a cascade over its models: the same decisions for a fraction of the work.

    Parameters
    ----------
    estimator : classifier
        An additive ensemble: of XGBoost, LightGBM, CatBoost or scikit-learn whose trees `Trees` can read, or any other
        with `scores`.
    calibration : float
        Share of the rows, in [0, 1), that are set aside: neither the ensemble nor the cascade is fitted to them, and
        the disagreement is certified on them. 0: none.
    unseen : float, optional
        Share of the rows, in [0, 1), that are kept from the ensemble for the cascade to be fitted to; 0: it is fitted
        to those that the ensemble was. Default: 0 for boosted trees, as in the paper, and 0.25 for all others: a forest
        has seen its own rows, and a cascade fitted to these would believe its first tree.
    prefit : bool
        Takes `estimator` as fitted, and the rows given to `fit` for rows that it has not seen: all but those set aside
        for calibration are the cascade's.
    scores : callable, optional
        For ensembles that are not trees: ``scores(estimator, X, model)`` gives the scores of one model, an array of
        shape (n_rows,), the decision being for ``classes_[1]`` where their sum is at least `margin`; or of shape
        (n_rows, n_classes), the largest sum being the decision.
    n_models : int, optional
        With `scores`; default the length of ``estimator_.estimators_``.
    margin : float, optional
        Of the sum with two classes. Default: where the ensemble's own ``predict`` has it, with `scores` 0.
    metric : str or Metric, optional
        What `score` measures, and so what a search over parameters tunes: of two classes for ``classes_[1]``, of
        several the mean over the classes. Default: the accuracy, as of the ensemble.
    <options>

    Attributes
    ----------
    estimator_ : classifier
        Fitted; asks all models. Probabilities are its to give.
    cascade_ : Cascade
        Bound to the trees where there are any: ``cascade_.save()`` is what another language loads and runs.
    trees_ : Trees or None
    classes_ : ndarray of shape (n_classes,)
        The cascade's decision i stands for ``classes_[i]``.
    n_models_ : int
    cascade_rows_, calibration_rows_ : ndarray of int
        The positions of the rows that the cascade was fitted to, and certified on.
    n_features_in_, feature_names_in_
        Those of the ensemble, where it has them.

    Notes
    -----
    Rows are set aside by the seed, from each class the same share. The ensemble is fitted to the others once, and stays
    as it is: of one that were fitted to all rows nothing could be certified.

    Examples
    --------
    >>> from sklearn.ensemble import GradientBoostingClassifier
    >>> CascadeClassifier(GradientBoostingClassifier(), max_disagreement=0.02)
    CascadeClassifier(estimator=GradientBoostingClassifier(), max_disagreement=0.02)
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        calibration: float = 0.25,
        unseen: float | None = None,
        prefit: bool = False,
        scores: Scorer | None = None,
        n_models: int | None = None,
        margin: float | None = None,
        metric: str | Metric | None = None,
        # rows: parameters
        alpha: float = 0.005,
        algorithm: Literal["sums", "votes", "cheaper"] = "sums",
        order: Literal["joint", "natural", "random", "mse", "greedy"] = "joint",
        fixed_order: Sequence[Any] | ArrayLike | None = None,
        spend: str | None = None,
        negatives_only: bool = False,
        closest: bool = False,
        bins: bool = False,
        gamma: float | None = None,
        bin_width: float | None = None,
        halves: bool = False,
        folds: int = 0,
        max_disagreement: float = 0.01,
        certify: float = 0.95,
        costs: ArrayLike | None = None,
        seed: int = 0,
        threads: int = 1,
        # end of rows
    ) -> None:
        self.estimator = estimator
        self.calibration = calibration
        self.unseen = unseen
        self.prefit = prefit
        self.scores = scores
        self.n_models = n_models
        self.margin = margin
        self.metric = metric
        # rows: assignments
        self.alpha = alpha
        self.algorithm = algorithm
        self.order = order
        self.fixed_order = fixed_order
        self.spend = spend
        self.negatives_only = negatives_only
        self.closest = closest
        self.bins = bins
        self.gamma = gamma
        self.bin_width = bin_width
        self.halves = halves
        self.folds = folds
        self.max_disagreement = max_disagreement
        self.certify = certify
        self.costs = costs
        self.seed = seed
        self.threads = threads
        # end of rows

    # ---- Fitting ---------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any, **params: Any) -> CascadeClassifier:
        """Fits the ensemble to the rows that are not set aside, and a cascade over its models.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
            Classes.
        **params
            Handed to the ensemble's ``fit``; of what has one element per row those that are not set aside.
        """
        if self.estimator is None:
            raise ValueError("estimator is None: give CascadeClassifier an ensemble")
        if is_regressor(self.estimator):
            raise ArgumentError(f"estimator is {type(self.estimator).__name__}: must be a classifier")
        if self.n_models is not None and self.scores is None:
            raise ArgumentError(f"n_models is {self.n_models}: requires scores")
        if not 0 <= self.calibration < 1:
            raise ArgumentError(f"calibration is {self.calibration}: must lie in [0, 1)")
        if not 0 <= self._unseen() < 1 - self.calibration:
            raise ArgumentError(f"unseen is {self._unseen()}: must lie in [0, 1 - calibration)")
        X, y = indexable(X, y)
        fitting = process_routing(self, "fit", **params).estimator.fit if routing_enabled() else params
        classes = column_or_1d(y, warn=True)
        check_classification_targets(classes)
        seen, kept, aside = self._split(classes)
        if self.calibration > 0 and len(aside) == 0:
            none = f"of {len(classes)} rows that is none of any class, so none is set aside and nothing is certified"
            warnings.warn(f"calibration is {self.calibration}: {none}", stacklevel=2)
        if self.prefit:
            check_is_fitted(self.estimator)
            self.estimator_ = self.estimator
        else:
            own = params_of_rows(fitting, seen, len(classes))
            # All rows as they are where none is set aside, so that the ensemble's own checks see what they are given.
            part = (_safe_indexing(X, seen), _safe_indexing(y, seen)) if len(seen) < len(classes) else (X, y)
            self.estimator_ = clone(self.estimator).fit(*part, **own)
        self.classes_ = np.asarray(self.estimator_.classes_)
        take_input_facts(self, self.estimator_)
        for name in FITTED:
            if hasattr(self, name):
                delattr(self, name)
        if len(self.classes_) < 2:
            return self  # one class alone is always predicted
        self.cascade_rows_, self.calibration_rows_ = kept if len(kept) else seen, aside
        self.trees_ = self._read_trees()
        self._fit_cascade(_safe_indexing(X, self.cascade_rows_), _safe_indexing(X, aside) if len(aside) else None)
        return self

    def _split(self, y: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The rows for the ensemble, those kept from it for the cascade, and those set aside: of each class the same
        share, rounded down."""
        random = np.random.default_rng(0 if self.seed is None else self.seed)
        use, unseen = np.zeros(len(y), int), self._unseen()
        kinds, which = np.unique(y, return_inverse=True)
        for k in range(len(kinds)):
            own = random.permutation(np.flatnonzero(which == k))
            aside, kept = int(self.calibration * len(own)), int(unseen * len(own))
            use[own[:aside]], use[own[aside : aside + kept]] = 2, 1
        return np.flatnonzero(use == 0), np.flatnonzero(use == 1), np.flatnonzero(use == 2)

    def _unseen(self) -> float:
        if self.prefit:
            return 0.0
        if self.unseen is not None:
            return self.unseen
        return 0.0 if self.scores is None and _is_boosted(self.estimator) else 0.25

    def _read_trees(self) -> Trees | None:
        if self.scores is not None:
            return None
        for package in _packages(self.estimator_) & READERS.keys():
            return READERS[package](self.estimator_)
        try:
            return Trees.from_sklearn(self.estimator_, sums=True)
        except UnsupportedError as error:
            raise UnsupportedError(f"{error}; for ensembles that are not trees give scores") from None

    def _fit_cascade(self, X: Any, held_out: Any) -> None:
        settings = other_than_default("cascades", {name: getattr(self, name) for name in OPTIONS})
        calibration = None if held_out is None else self._scores_of(held_out)
        scores = self._scores_of(X)
        self.n_models_ = scores.n_models
        if scores.n_classes == 1:
            settings["threshold"] = self._threshold()
        elif self.margin is not None:
            raise ArgumentError(f"margin is {self.margin}: requires two classes, since of several the largest sum decides")
        cascade = Cascade.fit(scores, calibration, **settings)
        self.cascade_ = cascade if self.trees_ is None else cascade.bind(self.trees_)

    def _threshold(self) -> float:
        """Of the sum without the base, from where on `predict` says ``classes_[1]``."""
        if self.trees_ is None:
            return 0.0 if self.margin is None else self.margin
        if self.margin is not None:
            return self.trees_.threshold(self.margin)
        if _is_of_sklearn(self.estimator_) and not hasattr(self.estimator_, "decision_function"):
            return self.trees_.threshold(CLEARLY_MORE * len(self.trees_))  # votes
        if isinstance(self.estimator_, GradientBoostingClassifier):
            return self.trees_.threshold(0.0)
        # All others say ``classes_[1]`` above the margin, not at it; logitraw's `predict` takes it for a probability.
        raw = getattr(self.estimator_, "objective", None) == "binary:logitraw"
        return float(np.nextafter(self.trees_.threshold(0.5 if raw else 0.0), np.inf))

    def _scores_of(self, X: Any) -> CascadeScores:
        n_classes = len(self.classes_)
        if self.trees_ is not None:
            outputs = self.trees_.n_outputs
            if outputs != (1 if n_classes == 2 else n_classes) and outputs != n_classes:
                raise UnsupportedError(f"the ensemble has {outputs} outputs: must have one per class, {n_classes}")
            return CascadeScores.of_trees(self.trees_, self._features(X), threads=self.threads)
        n_models = self.n_models if self.n_models is not None else len(self.estimator_.estimators_)
        tables = [self._said(X, model) for model in range(n_models)]
        if any(table.shape != tables[0].shape for table in tables):
            raise ArgumentError("scores gives arrays of several shapes: must give arrays of one shape")
        width = 1 if tables[0].ndim == 1 else tables[0].shape[1]
        return CascadeScores(n_models, width).feed(np.column_stack(tables))

    def _said(self, X: Any, model: int) -> NDArray[np.float64]:
        assert self.scores is not None
        said = np.asarray(self.scores(self.estimator_, X, model), np.float64)
        n_classes = len(self.classes_)
        if said.shape != (_num_samples(X), n_classes) and (said.shape != (_num_samples(X),) or n_classes > 2):
            raise ArgumentError(
                f"scores gives an array of shape {said.shape}: must be (n_rows, {n_classes})"
                + (" or (n_rows,)" if n_classes == 2 else "")
            )
        return said

    def _features(self, X: Any) -> Any:
        """X as the trees take it. Of a scikit-learn ensemble its own demands on X are checked."""
        assert self.trees_ is not None
        own = _is_of_sklearn(self.estimator_)
        finite = True if own and not get_tags(self.estimator_).input_tags.allow_nan else "allow-nan"
        how: dict[str, Any] = {"dtype": [np.float64, np.float32], "ensure_all_finite": finite}
        if hasattr(X, "columns"):
            if own:
                validate_data(self, X, reset=False, skip_check_array=True)
            return check_array(self.trees_._columns.table(X)[0], estimator=self, **how)
        return validate_data(self, X, reset=False, **how) if own else check_array(X, estimator=self, **how)

    # ---- Predicting ------------------------------------------------------------------------------

    def decide(self, X: Any) -> CascadeDecisions:
        """The positions of the classes in `classes_`, and how many models ran, row by row.

        Returns
        -------
        CascadeDecisions
        """
        check_is_fitted(self)
        if len(self.classes_) < 2:
            nothing = np.zeros(_num_samples(X), np.int32)
            return CascadeDecisions(nothing, nothing.copy(), np.full(len(nothing), np.nan))
        if self.trees_ is not None:
            return self.cascade_.apply_trees(self._features(X), threads=self.threads)
        return self.cascade_.apply_function(
            _num_samples(X), lambda model, chosen: self._said(_safe_indexing(X, chosen), model)
        )

    def predict(self, X: Any) -> NDArray[Any]:
        """The classes, by as many models as it takes.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        decisions = self.decide(X).decisions
        return cast("NDArray[Any]", self.classes_[decisions])

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The value of `metric` on known truth; the accuracy where there is no metric.

        Of two classes that of ``classes_[1]``, of several the mean over the classes.
        """
        truth, predicted = known_classes(y), self.predict(X)
        if self.metric is None:
            return float(accuracy_score(truth, predicted, sample_weight=sample_weight))
        classes = self.classes_[-1:] if len(self.classes_) <= 2 else self.classes_
        cells = truth[:, None] == classes, predicted[:, None] == classes
        return evaluate(*cells, self.metric, average="macro", weights=sample_weight)

    def predict_counts(self, X: Any) -> NDArray[np.int32]:
        """How many models run for each row.

        Returns
        -------
        ndarray of int32 of shape (n_samples,)
        """
        return cast("NDArray[np.int32]", self.decide(X).counts)

    # ---- scikit-learn ----------------------------------------------------------------------------

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "classes_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            inner = get_tags(self.estimator)
            tags.input_tags = inner.input_tags
            tags.input_tags.sparse = tags.input_tags.sparse and self.scores is not None
            tags.target_tags = inner.target_tags
            tags.target_tags.multi_output = False
            if inner.classifier_tags is not None:
                tags.classifier_tags = inner.classifier_tags
                tags.classifier_tags.multi_label = False
        return tags

    def get_metadata_routing(self) -> MetadataRouter:
        """Where `fit` hands its parameters."""
        mapping = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=type(self).__name__).add(estimator=self.estimator, method_mapping=mapping)


def _packages(model: Any) -> set[str]:
    """Where a model's class and its bases come from."""
    return {base.__module__.partition(".")[0] for base in type(model).__mro__}


def _is_of_sklearn(model: Any) -> bool:
    return "sklearn" in _packages(model) and not _packages(model) & READERS.keys()


def _is_boosted(model: Any) -> bool:
    kinds = {base.__name__ for base in type(model).__mro__}
    if "lightgbm" in _packages(model):
        return str(model.get_params().get("boosting_type")) != "rf"
    if "xgboost" in _packages(model):
        return not kinds & {"XGBRFClassifier", "XGBRFRegressor"}
    return "catboost" in _packages(model) or bool(kinds & {"BaseGradientBoosting", "BaseHistGradientBoosting"})


__all__ = ["CascadeClassifier"]
