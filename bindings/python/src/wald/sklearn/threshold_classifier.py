"""A scikit-learn meta-estimator: any classifier or several, with thresholds chosen under constraints."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _check_sample_weight, _num_samples, check_is_fitted, has_fit_parameter

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.options import other_than_default, refuse_unread, takes
from .._core.rows import OPTIONS as ROWS
from .._decisions.functions import evaluate
from .._thresholds.class_multipliers import class_multipliers
from .._thresholds.label_thresholds import label_thresholds
from .._thresholds.own_metric import CountsMetric, OwnMetric, counted, is_own
from .._thresholds.sample import Sample
from .._thresholds.score_arrays import Rule
from .._thresholds.thresholds import apply_thresholds
from .deciding import PositiveClass, indicator_dtype, masks_of, positive_position
from .decision_classifier import params_of_rows, positive_column, routing_enabled, take_input_facts

# rows: names
OPTIONS = (
    "goal", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall", "min_value", "max_fp",
    "max_alerts", "max_fpr", "max_alert_rate", "certify", "method", "average", "min_positives", "smoothing",
    "smoothing_rounds", "dropout", "grid", "baselines", "bootstrap", "bootstrap_cells", "level", "seed", "pilot",
    "max_weight", "equal_weights", "threads", "lattice_cells", "pair_cells", "ascent_levels",
)
# end of rows
"""What is asked, and how it is found."""

ASKED = OPTIONS[: OPTIONS.index("method")]
"""What is asked of binary and multi-label targets beside a metric."""

ResponseMethod = Literal["auto", "predict_proba", "decision_function"]


def _is_pair(item: Any) -> bool:
    return isinstance(item, (list, tuple)) and len(item) == 2 and isinstance(item[0], str)


def _one_delegates(name: str) -> Any:
    def check(self: ThresholdClassifier) -> bool:
        inner = self._inner()
        if len(inner) != 1:
            raise AttributeError(f"{len(inner)} estimators have no {name} in common")
        getattr(self.estimators_[0] if hasattr(self, "estimators_") else inner[0][1], name)
        return True

    return check


@takes("thresholds", only=OPTIONS)
class ThresholdClassifier(PositiveClass, ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Fits a classifier or several, and chooses thresholds on their scores: under constraints, exactly.

    `fit` gets scores of each row from models that have not seen it (cross-fitting), chooses thresholds on them, and
    fits the classifiers on all rows.

    Parameters
    ----------
    estimator : classifier, or list of (name, classifier)
        With ``predict_proba`` or ``decision_function``. Several, of binary targets, flag a row by `rule`.
    metric : str, Metric or callable, optional
        To be greatest. Default ``"f1"`` where nothing else is asked. Of binary targets any function
        ``metric(tp, fp, fn, tn)`` of arrays that rises with tp and falls with fp: see `Sample.choose`.
    rule : {"or", "and"}
        Of several classifiers: whether any is to reach its threshold, or all are.
    costs : array-like of shape (n_classes, n_classes), optional
        For multi-class targets instead of a metric: by truth and decision, to be least. Classes are in sorted order.
    response_method : {"auto", "predict_proba", "decision_function"}
        Where scores come from; ``"auto"`` takes the first that there is.
    cv : int, cross-validation splitter or "prefit"
        ``"prefit"`` takes the classifiers as fitted, and the rows given to `fit` for rows that they have not seen.
    pos_label : class label, optional
        Of binary targets; default the greater of the two classes.
    <options>

    Attributes
    ----------
    estimators_ : list of classifiers
        Fitted on all rows.
    classes_ : ndarray of shape (n_classes,)
        For multi-label targets the positions of the labels.
    target_type_ : {"binary", "multiclass", "multilabel"}
    sample_ : Sample
        Of binary targets: the cross-fitted scores, for other thresholds, the frontier, an abstention zone.
    chosen_ : Thresholds, LabelThresholds or ClassMultipliers
        What was chosen, with all that is known of it.
    thresholds_ : ndarray of shape (n_scores,) or (n_labels,)
        What `predict` compares with: half way to the next lower score, which overfits least. Multi-class targets have
        ``multipliers_`` in its place.
    n_features_in_, feature_names_in_
        Those of the first classifier, where it has them.

    See Also
    --------
    Sample : the same for scores that are available, with rows that are not rated.

    Notes
    -----
    ``sample_weight`` weighs the rows that thresholds are chosen on, and is handed to the classifiers that take it.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> ThresholdClassifier(LogisticRegression(), min_precision=0.9)
    ThresholdClassifier(estimator=LogisticRegression(), min_precision=0.9)
    """

    def __init__(
        self,
        estimator: Any = None,
        metric: OwnMetric | None = None,
        *,
        rule: Rule = "or",
        costs: ArrayLike | None = None,
        response_method: ResponseMethod = "auto",
        cv: Any = 5,
        pos_label: Any = None,
        # rows: parameters
        goal: Literal["auto", "metric", "net_benefit", "most_tp", "fewest_fp"] = "auto",
        cost_ratio: float | None = None,
        marginal_precision: float | None = None,
        min_precision: float | None = None,
        precision_level: float | None = None,
        min_recall: float | None = None,
        min_value: float | None = None,
        max_fp: float | None = None,
        max_alerts: float | None = None,
        max_fpr: float | None = None,
        max_alert_rate: float | None = None,
        certify: float | None = None,
        method: Literal["direct", "path", "path-equal", "analytic", "stacked", "best-single"] = "direct",
        average: Literal["instance", "macro", "micro"] = "macro",
        min_positives: int = 10,
        smoothing: Literal["none", "bagged", "dropout"] = "none",
        smoothing_rounds: int = 25,
        dropout: float = 0.2,
        grid: int = 100,
        baselines: bool = True,
        bootstrap: int = 0,
        bootstrap_cells: int = 10000,
        level: float = 0.95,
        seed: int = 0,
        pilot: float = 0.25,
        max_weight: float | None = None,
        equal_weights: bool = False,
        threads: int = 1,
        lattice_cells: int = 8388608,
        pair_cells: int = 2147483648,
        ascent_levels: int = 4096,
        # end of rows
    ) -> None:
        self.estimator = estimator
        self.metric: Any = metric
        self.rule = rule
        self.costs = costs
        self.response_method = response_method
        self.cv = cv
        self.pos_label = pos_label
        # rows: assignments
        self.goal = goal
        self.cost_ratio = cost_ratio
        self.marginal_precision = marginal_precision
        self.min_precision = min_precision
        self.precision_level = precision_level
        self.min_recall = min_recall
        self.min_value = min_value
        self.max_fp = max_fp
        self.max_alerts = max_alerts
        self.max_fpr = max_fpr
        self.max_alert_rate = max_alert_rate
        self.certify = certify
        self.method = method
        self.average = average
        self.min_positives = min_positives
        self.smoothing = smoothing
        self.smoothing_rounds = smoothing_rounds
        self.dropout = dropout
        self.grid = grid
        self.baselines = baselines
        self.bootstrap = bootstrap
        self.bootstrap_cells = bootstrap_cells
        self.level = level
        self.seed = seed
        self.pilot = pilot
        self.max_weight = max_weight
        self.equal_weights = equal_weights
        self.threads = threads
        self.lattice_cells = lattice_cells
        self.pair_cells = pair_cells
        self.ascent_levels = ascent_levels
        # end of rows

    # ---- The classifiers within ------------------------------------------------------------------

    def _inner(self) -> list[tuple[str, Any]]:
        if self.estimator is None:
            raise ValueError("estimator is None: give ThresholdClassifier a classifier")
        if not isinstance(self.estimator, (list, tuple)):
            return [("estimator", self.estimator)]
        if not self.estimator:
            raise ArgumentError("estimator is []: must name at least one classifier")
        for item in self.estimator:
            if not _is_pair(item):
                raise ArgumentError(f"estimator holds {item!r}: must be (name, classifier) pairs")
        return self._named()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters; with `deep` also those of the classifiers within, by their names."""
        params: dict[str, Any] = super().get_params(deep=deep)
        if deep:
            for name, model in self._named():
                params[name] = model
                if hasattr(model, "get_params"):
                    params.update({f"{name}__{key}": value for key, value in model.get_params().items()})
        return params

    def set_params(self, **params: Any) -> ThresholdClassifier:
        """Sets parameters, those of the classifiers within by ``name__parameter``, or a whole one by its name."""
        if "estimator" in params:
            self.estimator = params.pop("estimator")
        for name, _ in self._named():
            if name in params:
                replaced = params.pop(name)
                self.estimator = [(n, replaced if n == name else m) for n, m in self._named()]
        for name, model in self._named():
            own = {key: params.pop(key) for key in list(params) if key.startswith(f"{name}__")}
            if own:
                model.set_params(**{key[len(name) + 2 :]: value for key, value in own.items()})
        super().set_params(**params)
        return self

    def _named(self) -> list[tuple[str, Any]]:
        """The pairs of a list of classifiers; none if there is no such list."""
        return [pair for pair in self.estimator if _is_pair(pair)] if isinstance(self.estimator, (list, tuple)) else []

    def _method(self, model: Any) -> str:
        wanted = ("predict_proba", "decision_function") if self.response_method == "auto" else (self.response_method,)
        for name in wanted:
            if hasattr(model, name):
                return name
        raise ArgumentError(f"estimator is {model!r}: it has no {' or '.join(wanted)}")

    # ---- Fitting ---------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> ThresholdClassifier:
        """Fits the classifiers, and chooses thresholds by scores from cross-validation.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,) or (n_samples, n_labels)
            Classes, or an indicator matrix of labels.
        sample_weight : array-like of shape (n_samples,), optional
        **params
            Handed to the classifiers' ``fit``.
        """
        inner = self._inner()
        if self.response_method not in ("auto", "predict_proba", "decision_function"):
            raise ArgumentError(
                f"response_method is {self.response_method!r}: must be 'auto', 'predict_proba' or 'decision_function'"
            )
        for _, model in inner:
            self._method(model)
        X, y = indexable(X, y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X)
        fitting = self._fitting(inner, sample_weight, params)
        prefit = isinstance(self.cv, str)
        if prefit and self.cv != "prefit":
            raise ArgumentError(f"cv is {self.cv!r}: must be a number of folds, a splitter or 'prefit'")
        self.estimators_ = [
            model if prefit else clone(model).fit(X, y, **arguments) for (_, model), arguments in zip(inner, fitting)
        ]
        take_input_facts(self, self.estimators_[0])
        self._learn_target(y)
        if self.target_type_ != "multilabel":
            y = column_or_1d(y)
        for name in ("sample_", "chosen_", "thresholds_", "multipliers_"):
            if hasattr(self, name):
                delattr(self, name)
        if len(self.classes_) < 2 and self.target_type_ != "multilabel":
            return self  # one class alone is always predicted
        if self.target_type_ == "binary" and self._place is None:
            return self  # probabilities can be had, predictions raise
        table = self.scores(X) if prefit else self._held_out(X, y, fitting)
        self._choose(table, y, sample_weight)
        return self

    def _fitting(self, inner: list[tuple[str, Any]], sample_weight: Any, params: dict[str, Any]) -> list[Any]:
        """What each classifier's ``fit`` is handed."""
        if routing_enabled():
            given = params if sample_weight is None else {**params, "sample_weight": sample_weight}
            routed = process_routing(self, "fit", **given)
            return [routed[name].fit for name, _ in inner]
        weighed = {} if sample_weight is None else {"sample_weight": sample_weight}
        return [
            {**params, **(weighed if has_fit_parameter(model, "sample_weight") else {})} for _, model in inner
        ]

    def _learn_target(self, y: Any) -> None:
        kind = type_of_target(y, input_name="y")
        if kind.startswith("multilabel"):
            self.target_type_ = "multilabel"
            self._target_dtype = indicator_dtype(y)
            self.classes_ = np.arange(np.shape(y)[1])
        elif kind in ("binary", "multiclass"):
            self.classes_ = np.asarray(self.estimators_[0].classes_)
            self.target_type_ = "binary" if len(self.classes_) <= 2 else "multiclass"
        else:
            raise ValueError(f"Unknown label type: {kind}: y must be classes, or an indicator matrix of labels")
        if len(self.estimators_) > 1 and self.target_type_ == "multilabel":
            raise ArgumentError(f"estimator names {len(self.estimators_)} classifiers: a multilabel target has one")
        why = self._binary_only()
        if why and self.target_type_ == "multiclass":
            wanted = "Only binary classification is supported"  # scikit-learn's checks look for these words
            raise ArgumentError(f"{why}: {wanted}. The type of the target is multiclass.")
        if self.target_type_ == "binary":
            self._place = positive_position(self.pos_label, self.classes_)
        elif self.pos_label is not None:
            raise ArgumentError(f"pos_label is {self.pos_label!r}: the target is {self.target_type_}")
        if self.costs is not None and self.target_type_ != "multiclass":
            raise ArgumentError(f"costs are for multi-class targets: the target is {self.target_type_}; use cost_ratio")

    def _binary_only(self) -> str:
        """Why this takes no multi-class target; "" where it does."""
        inner = self._inner()
        if len(inner) > 1:
            return f"estimator names {len(inner)} classifiers"
        if is_own(self.metric):
            return "metric is a function"
        for name in ASKED:
            if getattr(self, name) not in (None, ROWS["thresholds"][name].default):
                return f"{name} is {getattr(self, name)!r}, where multi-class targets take a metric or costs"
        return ""

    def _held_out(self, X: Any, y: Any, fitting: list[Any]) -> Floats:
        """The scores of each row by models that have not seen it."""
        rows = _num_samples(X)
        width = len(self.classes_) if self.target_type_ != "binary" else len(self.estimators_)
        out = np.full((rows, width), np.nan)
        folds = list(check_cv(self.cv, y, classifier=self.target_type_ != "multilabel").split(X, y))
        for d, ((_, model), arguments) in enumerate(zip(self._inner(), fitting)):
            for train, test in folds:
                own = params_of_rows(arguments, train, rows)
                fitted = clone(model).fit(_safe_indexing(X, train), _safe_indexing(y, train), **own)
                columns = slice(d, d + 1) if self.target_type_ == "binary" else slice(None)
                out[test, columns] = self._scores_of(fitted, _safe_indexing(X, test))
        if np.isnan(out).any():
            raise ArgumentError("cv leaves rows without a score: each must be in one test fold")
        return out

    def _choose(self, table: Floats, y: Any, weights: Any) -> None:
        asked = other_than_default("thresholds", {name: getattr(self, name) for name in OPTIONS})
        if is_own(self.metric) and self.target_type_ != "binary":
            raise ArgumentError(f"metric is a function, which is for binary targets: the target is {self.target_type_}")
        if self.target_type_ == "multiclass":
            refuse_unread("thresholds", asked, "classes")
            self.chosen_: Any = class_multipliers(np.asarray(y), table, metric=self.metric, costs=self.costs,
                                                  average=cast(Literal["macro", "micro"], self.average),
                                                  weights=weights, classes=self.classes_)
            self.multipliers_ = self.chosen_.multipliers
            return
        if self.target_type_ == "multilabel":
            truth = y.toarray() if hasattr(y, "toarray") else np.asarray(y)
            self.chosen_ = label_thresholds(truth, table, metric=self.metric, weights=weights, **asked)
            self.thresholds_ = self.chosen_.thresholds
            return
        truth = np.asarray(y) == self.classes_[self._positive]
        labels = [name for name, _ in self._inner()]
        self.sample_ = Sample(table.shape[1], rule=self.rule, names=labels).feed(truth, table, weights)
        self.chosen_ = self.sample_.choose(self.metric, **asked)
        self.thresholds_ = self.chosen_.midpoints

    # ---- Scores ----------------------------------------------------------------------------------

    def _scores_of(self, model: Any, X: Any) -> Floats:
        """What a model gives, as columns: the positive class, or one for each class or label."""
        raw = getattr(model, self._method(model))(X)
        classes = getattr(model, "classes_", None)
        if self.target_type_ == "multilabel":
            if isinstance(raw, list):  # one array of class probabilities a label
                known = classes if isinstance(classes, list) else [None] * len(raw)
                return np.column_stack([positive_column(np.asarray(a), c) for a, c in zip(raw, known)])
            return np.asarray(raw, np.float64)
        table: Floats = np.asarray(raw, np.float64)
        if self.target_type_ == "multiclass":
            if self._method(model) != "predict_proba":
                raise ArgumentError(f"estimator is {model!r}: multi-class targets need predict_proba")
            out = np.zeros((len(table), len(self.classes_)))
            out[:, np.searchsorted(self.classes_, np.asarray(classes))] = table
            return out
        if table.ndim == 1:  # decision_function: of the greater class
            greater = self._positive == -1 or self._positive == len(self.classes_) - 1
            return (table if greater else -table)[:, None]
        where = np.flatnonzero(classes == self.classes_[self._positive])
        return table[:, where] if len(where) else np.zeros((len(table), 1))

    def scores(self, X: Any) -> Floats:
        """The scores that thresholds are compared with.

        Returns
        -------
        ndarray of shape (n_samples, n_scores)
            Of binary targets a column for each classifier, of the positive class; else for each class or label.
        """
        check_is_fitted(self, "estimators_")
        return np.hstack([self._scores_of(model, X) for model in self.estimators_])

    # ---- Predicting ------------------------------------------------------------------------------

    def predict(self, X: Any) -> NDArray[Any]:
        """The classes, by the thresholds or multipliers that were chosen.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_labels) for multi-label targets
        """
        check_is_fitted(self, "estimators_")
        self._check_positive()
        table = self.scores(X)
        if self.target_type_ == "multilabel":
            return cast("NDArray[Any]", self.chosen_.apply(table).astype(self._target_dtype))
        if self.target_type_ == "multiclass":
            return cast("NDArray[Any]", self.chosen_.apply(table))
        if len(self.classes_) == 1:
            return cast("NDArray[Any]", np.full(len(table), self.classes_[0]))
        positive = self.classes_[self._positive]
        negative = self.classes_[0 if self._positive != 0 else 1]
        return cast("NDArray[Any]", np.where(self._flagged(table), positive, negative))

    def _flagged(self, table: Floats) -> NDArray[np.bool_]:
        if self.chosen_.coefficients is not None:  # stacked
            return cast("NDArray[np.bool_]", self.chosen_.apply(table))
        return cast("NDArray[np.bool_]", apply_thresholds(self.thresholds_, table, rule=self.rule))

    @available_if(_one_delegates("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """The probabilities of the classifier, as it gives them. Of one classifier."""
        check_is_fitted(self, "estimators_")
        return self.estimators_[0].predict_proba(X)

    @available_if(_one_delegates("predict_log_proba"))  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Any:
        """The logarithms of the probabilities of the classifier. Of one classifier."""
        check_is_fitted(self, "estimators_")
        return self.estimators_[0].predict_log_proba(X)

    @available_if(_one_delegates("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:
        """The decision function of the classifier, as it gives it. Of one classifier."""
        check_is_fitted(self, "estimators_")
        return self.estimators_[0].decision_function(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """What thresholds were chosen for, on known truth (not the accuracy): the greater, the better.

        The value of `metric`; with `costs` minus the mean cost; with `cost_ratio` or `marginal_precision` the net
        benefit TP - FP/cost_ratio, per row. With limits alone what is greatest within them: the recall, or with
        `min_recall` the specificity. Whether new rows keep the limits is not in it. Of several labels or classes by
        `average`.
        """
        predicted, metric = self.predict(X), self._measure()
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X)
        truth, prediction = masks_of(self, y, predicted)
        if is_own(metric):
            cells = [(truth == y) & (prediction == h) for y, h in ((1, 1), (0, 1), (1, 0), (0, 0))]
            each = np.ones(len(truth)) if weights is None else weights
            return float(counted(cast(CountsMetric, metric), *(np.array([each @ cell[:, 0]]) for cell in cells))[0])
        if self.target_type_ not in ("multilabel", "binary") and self.costs is not None:
            cost = (truth @ np.asarray(self.costs, np.float64) * prediction).sum(axis=1)
            return -float(np.average(cost, weights=weights))
        if metric is None:
            ratio = self.cost_ratio
            if ratio is None:
                assert self.marginal_precision is not None
                ratio = (1 - self.marginal_precision) / self.marginal_precision
            cells = np.asarray(truth.toarray() if hasattr(truth, "toarray") else truth) == 1
            gained = prediction * np.where(cells, 1.0, -1 / ratio)
            return float(np.average(gained.mean(axis=1), weights=weights))
        return evaluate(truth, prediction, metric, average=self.average, weights=weights)

    def _measure(self) -> Any:
        """What is to be greatest; None for the net benefit."""
        goal = self.goal
        if goal == "auto":
            limits = (self.min_precision, self.max_fp, self.max_alerts, self.max_fpr, self.max_alert_rate)
            if self.metric is None and (self.cost_ratio is not None or self.marginal_precision is not None):
                goal = "net_benefit"
            elif self.metric is None and self.min_recall is not None:
                goal = "fewest_fp"
            elif self.metric is None and any(limit is not None for limit in limits):
                goal = "most_tp"
        if goal == "net_benefit":
            return None
        return {"most_tp": "recall", "fewest_fp": "specificity"}.get(goal, self.metric or "f1")

    # ---- scikit-learn ----------------------------------------------------------------------------

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            several = [get_tags(model) for _, model in self._inner()]
            inner = several[0]
            tags.input_tags = inner.input_tags
            tags.input_tags.sparse = all(each.input_tags.sparse for each in several)
            tags.input_tags.allow_nan = all(each.input_tags.allow_nan for each in several)
            tags.target_tags = inner.target_tags
            if inner.classifier_tags is not None:
                tags.classifier_tags = inner.classifier_tags
                tags.classifier_tags.multi_class = inner.classifier_tags.multi_class and not self._binary_only()
        return tags

    def get_metadata_routing(self) -> MetadataRouter:
        """Where `fit` hands its parameters."""
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        for name, model in self._inner():
            mapping = MethodMapping().add(caller="fit", callee="fit")
            router.add(**{name: model}, method_mapping=mapping)
        return router


__all__ = ["ThresholdClassifier"]
