"""In which order the models of an ensemble are asked, and when the sum so far decides."""

from __future__ import annotations

import math
from ctypes import byref, c_char_p, c_double, c_int32, c_int64
from typing import Any, Callable, Hashable, Iterable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Floats, Source, integer
from ._cascade_options import KEYWORDS, Order, Progress, cascade_options
from ._cascade_run import CascadeRun
from ._cascade_scores import CascadeScores, as_scores, model_table
from ._decision import series_like
from ._errors import ArgumentError
from ._features import Columns
from ._handles import Closable, Handle, at, call, filled, saved_bytes, saved_text
from ._handles import fact_property as _fact
from ._library import cascade_p, check, lib, pending_exception, set_pending, wald_score_function
from ._trees import Trees, feature_arguments

FACTS = {
    "models": 0,
    "classes": 1,
    "threshold": 2,
    "negatives_only": 3,
    "alpha": 4,
    "full_cost": 5,
    "rows": 6,
    "disagreement": 7,
    "mean_models": 8,
    "mean_cost": 9,
    "speedup": 10,
    "cross_disagreement": 11,
    "cross_mean_models": 12,
    "cross_mean_cost": 13,
    "held_out_rows": 14,
    "held_out_disagreement": 15,
    "held_out_mean_models": 16,
    "held_out_mean_cost": 17,
    "certified": 18,
    "confidence": 19,
    "spreads": 20,
    "gamma": 21,
    "bin_width": 22,
    "unit": 23,
    "rounded_rows": 24,
}
ARRAYS = {"order": 0, "low": 1, "high": 2, "spread": 3, "stops": 4, "cross_stops": 5, "held_out_stops": 6}

Scorer = Callable[[int, "NDArray[np.int64]"], Any]


class CascadeDecisions(NamedTuple):
    """What a cascade decided, row by row."""

    decisions: Any
    """0 or 1, with K classes the class: an array, or a series where the input was a data frame."""
    counts: Any
    """How many models were asked."""


class CascadeEvaluation(NamedTuple):
    """What a cascade does on rows."""

    disagreement: float
    """Share of the rows that it decides otherwise than all models together."""
    mean_models: float
    mean_cost: float
    stops: Floats
    """Share of the rows that is decided at each position."""


class Cascade(Closable):
    """In which order the models of an additive ensemble are asked, and when the sum so far decides. Immutable.

    Made by `Cascade.fit`. Any number of threads may use one cascade together. Numbers that are not known are NaN,
    arrays are empty: cross-fitted ones without folds, held-out ones without calibration rows, those in sample where a
    fitted cascade was calibrated later.

    Attributes
    ----------
    order : ndarray of int64 of shape (n_models,)
        The models by position.
    low, high : ndarray of shape (n_models,)
        By position: a sum below `low` decides for 0, one at or above `high` for 1 (``-inf``, ``inf``: none does). With
        K classes the largest sum must be ahead by `high`, and `low` is NaN. Both are NaN with bins.
    spread : ndarray of shape (n_models,)
        Standard deviation of what the models behind a position add.
    stops, cross_stops, held_out_stops : ndarray of shape (n_models,)
        Share of the rows that is decided at each position: of those fitted to, cross-fitted, calibrated on.
    names : tuple of str or None
        Of the models.

    Notes
    -----
    After Wang, Gupta and You (2018), "Quit when you can", and Fan, Chu, Wang and Yu (2002); ``docs/cascades.md`` says
    what is exact.

    Examples
    --------
    >>> cascade = Cascade.fit([[2.0, 0.5], [-2.0, 0.5], [2.0, -0.5], [-2.0, -0.5]])
    >>> cascade.apply([[1.9, -0.5], [-1.9, 0.5]])
    CascadeDecisions(decisions=array([1, 0], dtype=int32), counts=array([1, 1], dtype=int32))
    """

    __slots__ = ("_columns", "_facts", "names", "n_features", *ARRAYS)
    _noun = "cascade"
    _columns: Columns
    _facts: dict[str, float]
    names: tuple[str, ...] | None
    n_features: int
    order: NDArray[np.int64]
    low: Floats
    high: Floats
    spread: Floats
    stops: Floats
    cross_stops: Floats
    held_out_stops: Floats

    def __init__(self) -> None:
        raise TypeError("cascades are made by Cascade.fit, or read by Cascade.load")

    def __setattr__(self, name: str, value: object) -> None:
        if name != "_handle":
            raise AttributeError("cascades are immutable")
        object.__setattr__(self, name, value)

    @classmethod
    def _of(cls, pointer: Any, columns: Columns) -> Cascade:
        """Reads everything that the library's object says."""
        made = cls.__new__(cls)
        made._handle = Handle(pointer, lib.wald_cascade_destroy)
        value, text, features = c_double(), c_char_p(), c_int64()
        facts = {}
        for name, fact in FACTS.items():
            check(lib.wald_cascade_number(pointer, fact, byref(value)))
            facts[name] = value.value
        names = []
        for model in range(int(facts["models"])):
            check(lib.wald_cascade_model_name(pointer, model, byref(text)))
            names.append((text.value or b"").decode("utf-8", "replace"))
        check(lib.wald_cascade_n_features(pointer, byref(features)))
        known: dict[str, Any] = {name: filled(lib.wald_cascade_numbers, pointer, i) for name, i in ARRAYS.items()}
        known["order"] = known["order"].astype(np.int64)
        for array in known.values():
            array.flags.writeable = False
        known.update(_columns=columns, _facts=facts, names=tuple(names) if any(names) else None)
        known["n_features"] = features.value
        for name, each in known.items():
            object.__setattr__(made, name, each)
        return made

    # ---- Fitting ---------------------------------------------------------------------------------

    @classmethod
    def fit(
        cls,
        scores: Any,
        calibration: Any = None,
        *,
        alpha: float | None = None,
        threshold: float | None = None,
        order: Order | None = None,
        spend: str | None = None,
        costs: ArrayLike | None = None,
        names: Iterable[Hashable] | None = None,
        negatives_only: bool | None = None,
        closest: bool | None = None,
        bins: bool | None = None,
        gamma: float | None = None,
        bin_width: float | None = None,
        folds: int | None = None,
        halves: bool | None = None,
        target: float | None = None,
        confidence: float | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Cascade:
        """Fits a cascade to rows of scores.

        Parameters
        ----------
        scores : CascadeScores, or a table of shape (n_rows, n_models) or (n_rows, n_models, n_classes)
        calibration : the same, optional
            Rows that have no part in fitting, all of the same weight: thresholds are moved apart until the disagreement
            is certified to be at most `target`, with `confidence`.
        alpha : float, optional
            Disagreement that is allowed on the rows fitted to; >= 0. Default 0.005.
        threshold : float, optional
            Of the sum; default 0. Of trees with a base: ``trees.threshold(margin)``.
        order : {"joint", "natural", "random", "mse", "greedy"} or sequence of int, optional
            Default ``"joint"``: chosen together with the thresholds (QWYC). ``"mse"`` is by the squared error of each
            model, ``"greedy"`` by that of the sum.
        spend : str, optional
            How much of alpha may have been used up after position r of T: ``"power:P"`` (the share (r/T)**P), ``"all"``
            or ``"proportional"``. Default ``"power:0.25"``, or with calibration rows ``"all"``.
        costs : array-like of shape (n_models,), optional
            Of asking a model, >= 0; ``inf``: only where nothing else is left. Default: 1 each.
        names : iterable of length n_models, optional
            Saved with the cascade. Default: those of `scores`.
        negatives_only : bool, optional
            Nobody leaves early for 1 (filter and score).
        closest : bool, optional
            Where no model lets anybody go, that comes next which brings sums closest to the full ones; default: the
            cheapest.
        bins : bool, optional
            Thresholds by means and deviations in bins (Fan et al.), with `gamma` deviations (default: the smallest
            within alpha) and bins of `bin_width`.
        folds : int, optional
            Of the cross-fitted estimate; at least 2. Default: none.
        halves : bool, optional
            The order is chosen on one half of the rows, the thresholds on the other.
        target, confidence : float, optional
            What calibration certifies; default 0.01 and 0.95.
        seed : int, optional
            Of random orders, folds and halves; in [0, 2**64). Default 0.
        threads : int, optional
            0 means all of the machine's. Default 1.
        progress : callable, optional
            ``progress(fraction)``; returning False cancels.

        Returns
        -------
        Cascade
        """
        arguments = locals()
        rows = as_scores(scores)
        held_out = None if calibration is None else as_scores(calibration, rows.names)
        settings = {name: arguments[name] for name in KEYWORDS}
        options = cascade_options(**settings, names=rows.names if names is None else names)
        out = cascade_p()
        handle = rows._begin()
        try:
            second = None if held_out is None else held_out._begin()
            try:
                call(
                    lib.wald_cascade_fit,
                    handle.pointer,
                    None if second is None else second.pointer,
                    options.pointer,
                    byref(out),
                )
            finally:
                if held_out is not None and second is not None:
                    held_out._gate.end_read()
        finally:
            rows._gate.end_read()
        return cls._of(out, Columns())

    def calibrate(
        self,
        calibration: Any,
        *,
        target: float | None = None,
        confidence: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Cascade:
        """Another cascade, certified on rows that had no part in fitting: see `fit`."""
        rows, handle = as_scores(calibration, self.names), self._open()
        options = cascade_options(target=target, confidence=confidence, threads=threads, progress=progress)
        out = cascade_p()
        held = rows._begin()
        try:
            call(lib.wald_cascade_calibrate, handle.pointer, held.pointer, options.pointer, byref(out))
        finally:
            rows._gate.end_read()
        return Cascade._of(out, self._columns)

    def bind(self, trees: Trees) -> Cascade:
        """Another cascade, which has a copy of the trees and takes features: see `apply_trees`."""
        if not isinstance(trees, Trees):
            raise TypeError(f"trees must be Trees: found {type(trees).__name__}")
        handle, out = self._open(), cascade_p()
        held = trees._begin()
        try:
            check(lib.wald_cascade_bind(handle.pointer, held.pointer, byref(out)))
        finally:
            trees._gate.end_read()
        return Cascade._of(out, trees._columns)

    def merge(self, other: Cascade) -> None:
        """Always refused, with the reason: what can be merged are `CascadeScores`."""
        if not isinstance(other, Cascade):
            raise TypeError(f"other must be a Cascade: found {other!r}")
        check(lib.wald_cascade_merge(self._open().pointer, other._open().pointer))

    # ---- Facts -----------------------------------------------------------------------------------

    n_models: int = _fact("models", "The number of models.", int)
    n_classes: int = _fact("classes", "The number of sums; 1: one, and a threshold.", int)
    threshold: float = _fact("threshold", "Of the sum.")
    negatives_only: bool = _fact("negatives_only", "Whether nobody leaves early for 1.", bool)
    alpha: float = _fact("alpha", "Disagreement that was allowed on the rows fitted to.")
    full_cost: float = _fact("full_cost", "Of all models.")
    rows: float = _fact("rows", "Rows fitted to.")
    disagreement: float = _fact("disagreement", "On the rows fitted to, recounted; optimistic for a joint order.")
    mean_models: float = _fact("mean_models", "How many models are asked on average, on the rows fitted to.")
    mean_cost: float = _fact("mean_cost", "What they cost on average.")
    speedup: float = _fact("speedup", "full_cost/mean_cost.")
    cross_disagreement: float = _fact(
        "cross_disagreement", "Of rows decided by a cascade that was fitted without them; with folds."
    )
    cross_mean_models: float = _fact("cross_mean_models", "The same of the number of models.")
    cross_mean_cost: float = _fact("cross_mean_cost", "The same of their cost.")
    held_out_rows: float = _fact("held_out_rows", "Rows calibrated on.")
    held_out_disagreement: float = _fact("held_out_disagreement", "On the rows calibrated on.")
    held_out_mean_models: float = _fact("held_out_mean_models", "On these rows.")
    held_out_mean_cost: float = _fact("held_out_mean_cost", "On these rows.")
    certified: float = _fact(
        "certified",
        "Disagreement is at most this with the confidence: the target, or 0 where nobody leaves early because nothing "
        "can be certified.",
    )
    confidence: float = _fact("confidence", "Of `certified`.")
    spreads: float = _fact(
        "spreads", "Calibration moved thresholds apart by so many spreads; inf: nobody leaves early."
    )
    gamma: float = _fact("gamma", "Deviations, with bins.")
    bin_width: float = _fact("bin_width", "In units of the score, with bins.")
    unit: float = _fact("unit", "Scores are rounded to multiples of it.")
    rounded_rows: float = _fact("rounded_rows", "Rows fitted to that unrounded sums decide otherwise.")

    def __len__(self) -> int:
        return self.n_models

    def evaluate(self, scores: Any, *, threads: int = 1) -> CascadeEvaluation:
        """What the cascade does on other rows.

        Parameters
        ----------
        scores : CascadeScores, or a table as for `fit`
        threads : int
            0 means all of the machine's.
        """
        handle, rows = self._open(), as_scores(scores, self.names)
        disagreement, models, cost, stops = c_double(), c_double(), c_double(), np.empty(self.n_models)
        held = rows._begin()
        try:
            check(
                lib.wald_cascade_evaluate(
                    handle.pointer,
                    held.pointer,
                    integer(threads, "threads", 32),
                    byref(disagreement),
                    byref(models),
                    byref(cost),
                    at(c_double, stops),
                )
            )
        finally:
            rows._gate.end_read()
        return CascadeEvaluation(disagreement.value, models.value, cost.value, stops)

    # ---- Running ---------------------------------------------------------------------------------

    def apply(self, scores: Any, *, threads: int = 1) -> CascadeDecisions:
        """Decides rows of scores; those of models that are not asked are not looked at.

        Parameters
        ----------
        scores : array-like or data frame of shape (n_rows, n_models*n_classes) or (n_rows, n_models, n_classes)
            Of a data frame the columns by `names`, where they are known.
        threads : int
            0 means all of the machine's.
        """
        handle = self._open()
        table, source = model_table(scores, self.names, self.n_models, self.n_classes)
        return self._decided(lib.wald_cascade_apply, handle, table, source, threads)

    def apply_trees(self, features: Any, *, threads: int = 1) -> CascadeDecisions:
        """Decides rows of features by the trees that the cascade was bound to, walking those alone that are needed.

        Parameters
        ----------
        features : array-like or data frame of shape (n_rows, n_features)
            NaN is missing.
        threads : int
            0 means all of the machine's.
        """
        handle = self._open()
        table, source = self._columns.table(features)
        return self._decided(lib.wald_cascade_apply_trees, handle, table, source, threads)

    def _decided(
        self, function: Any, handle: Handle, table: NDArray[Any], source: Source, threads: int
    ) -> CascadeDecisions:
        decisions, counts = np.empty(len(table), np.int32), np.empty(len(table), np.int32)
        check(
            function(
                handle.pointer,
                *feature_arguments(table),
                integer(threads, "threads", 32),
                at(c_int32, decisions) if len(table) else None,
                at(c_int32, counts) if len(table) else None,
            )
        )
        return CascadeDecisions(_like(source, decisions), _like(source, counts))

    def apply_function(self, n_rows: int, function: Scorer) -> CascadeDecisions:
        """Decides rows whose scores are computed as they are needed: model after model is asked, for the rows that are
        still undecided.

        Parameters
        ----------
        n_rows : int
        function : callable
            ``function(model, rows)`` gives the scores of a model for the rows at these positions: an array of shape
            (len(rows),), with K classes (len(rows), n_classes); finite. What it raises comes out of this call;
            returning False cancels.
        """
        if not callable(function):
            raise TypeError(f"function must be callable: found {function!r}")
        handle, n = self._open(), integer(n_rows, "n_rows")
        decisions, counts = np.empty(max(n, 0), np.int32), np.empty(max(n, 0), np.int32)
        call(
            lib.wald_cascade_apply_function,
            handle.pointer,
            n,
            _score_function(function, self.n_classes),
            None,
            at(c_int32, decisions) if n > 0 else None,
            at(c_int32, counts) if n > 0 else None,
        )
        return CascadeDecisions(decisions, counts)

    def run(self) -> CascadeRun:
        """One example at a time: each thread has a run of its own."""
        return CascadeRun._of(self._open().pointer, self.n_classes)

    # ---- Saving ----------------------------------------------------------------------------------

    def save(self) -> str:
        """The cascade as text (JSON, versioned), with its trees where it has them: every language loads it. It does not
        hold the names of features, nor their categories."""
        return saved_text(lib.wald_cascade_save, self._open().pointer)

    @classmethod
    def load(cls, text: str | bytes) -> Cascade:
        """Reads what `save` wrote: a cascade that decides and says the same.

        Raises
        ------
        FormatError
            For any other text; the message says what is wrong with it.
        """
        return cls._load(text, Columns())

    @classmethod
    def _load(cls, text: str | bytes, columns: Columns) -> Cascade:
        raw, out = saved_bytes(text), cascade_p()
        check(lib.wald_cascade_load(raw, len(raw), byref(out)))
        return cls._of(out, columns)

    def to_dict(self) -> dict[str, Any]:
        """Every number that is known, by the names that the command uses, and the order."""
        known = {name: value for name, value in self._facts.items() if not math.isnan(value)}
        return {"order": self.order.tolist(), "names": self.names, **known}

    def summary(self) -> str:
        """The numbers as text for people."""
        facts, share = self._facts, "{:.4%}".format
        lines = [repr(self)[1:-1]]
        for prefix, rows in (("", "rows fitted to"), ("cross_", "cross-fitted"), ("held_out_", "rows set aside")):
            disagreement = facts[f"{prefix}disagreement"]
            if not math.isnan(disagreement):
                models, cost = facts[f"{prefix}mean_models"], facts[f"{prefix}mean_cost"]
                asked = f"{models:.6g} models, cost {cost:.6g}"
                lines.append(f"  {rows:16}{share(disagreement)} decided otherwise, {asked}")
        if not math.isnan(facts["certified"]):
            lines.append(
                f"  certified       at most {share(facts['certified'])} decided otherwise, with confidence "
                f"{facts['confidence']:g}"
            )
        if facts["rounded_rows"] > 0:
            lines.append(f"  rounding        {facts['rounded_rows']:.6g} rows are decided otherwise by unrounded sums")
        return "\n".join(lines)

    def copy(self) -> Cascade:
        """A cascade of its own that decides and says the same."""
        return Cascade._load(self.save(), self._columns)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Cascade:
        return self.copy()

    def __reduce__(self) -> Any:
        return _load_again, (self.save(), self._columns)

    def __repr__(self) -> str:
        if self.closed:
            return "<Cascade, closed>"
        classes = "" if self.n_classes == 1 else f", {self.n_classes} classes"
        trees = f", {self.n_features} features" if self.n_features else ""
        seen = "held_out_" if math.isnan(self.mean_models) else ""
        mean = self._facts[f"{seen}mean_models"]
        return f"<Cascade: {mean:.6g} of {self.n_models} models on average{classes}{trees}>"


def _load_again(text: str, columns: Columns) -> Cascade:
    return Cascade._load(text, columns)


def _like(source: Source, numbers: NDArray[np.int32]) -> Any:
    whole: Any = numbers
    return series_like(source, whole)


def _score_function(function: Scorer, n_classes: int) -> Any:
    """`function` as a callback of C. It cancels by returning False; what it raises ends the call."""

    def fill(model: int, rows: Any, n: int, scores: Any, user: int | None) -> int:
        if pending_exception() is not None:
            return 1
        try:
            # A copy: the caller may keep it, and the library's own lives no longer than this call.
            where = np.ctypeslib.as_array(rows, (n,)).copy()
            said = function(model, where)
            if said is False:
                return 1
            array = np.asarray(said, np.float64)
            shape = (n,) if n_classes == 1 else (n, n_classes)
            if array.shape != shape:
                raise ArgumentError(f"the scores of model {model} have shape {array.shape}: must be {shape}")
            np.ctypeslib.as_array(scores, (n * n_classes,))[:] = array.reshape(-1)
            return 0
        except BaseException as error:
            set_pending(error)
            return 1

    return wald_score_function(fill)
